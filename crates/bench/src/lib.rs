//! Speed beside other programs: see `benches/peers`, run by `scripts/bench-peers`. This library is empty.
