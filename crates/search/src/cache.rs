/// Evaluations made before. An evaluation is a function of the position alone, so it never grows stale; but
/// whether it is here decides whether a rough one is made instead, so that it must not outlive its game.
#[derive(Clone, Debug)]
pub(crate) struct Cache(Vec<u64>);

/// A power of two; 128 KiB, which stays near the processor.
const SIZE: usize = 1 << 14;
/// The low bits of an entry hold the evaluation, the others those of the key.
const VALUE: u32 = 16;

impl Cache {
    pub(crate) fn new() -> Cache {
        // An empty slot is 0; a position whose entry is 0 too is evaluated again each time.
        Cache(vec![0; SIZE])
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<i32> {
        let entry = self.0[slot(key)];
        ((entry ^ key) >> VALUE == 0 && entry != 0).then_some(i32::from(entry as u16 as i16))
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, eval: i32) {
        debug_assert!(i16::try_from(eval).is_ok());
        self.0[slot(key)] = key >> VALUE << VALUE | u64::from(eval as i16 as u16);
    }
}

#[inline]
fn slot(key: u64) -> usize {
    key as usize & (SIZE - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_put_and_nothing_else() {
        let mut cache = Cache::new();
        for (key, eval) in [(0, 5), (77, -29_000), (u64::MAX, 0), (1 << 40, 31)] {
            cache.put(key, eval);
            assert_eq!(cache.get(key), Some(eval), "{key}");
            assert_eq!(cache.get(key ^ 1 << 63), None, "{key}");
        }
        cache.clear();
        assert_eq!(cache.get(77), None);
    }
}
