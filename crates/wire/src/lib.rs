//! Generated gRPC code, the conversions to and from domain types, the protocol version.
