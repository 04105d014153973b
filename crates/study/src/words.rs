//! Words that messages of several crates share.

/// Names in a sentence: `a`, `a and b`, `a, b and c`.
pub fn listed<S: AsRef<str>>(names: &[S]) -> String {
    joined(names, "and")
}

/// Names in a sentence of which one is meant: `a`, `a or b`, `a, b or c`.
pub fn alternatives<S: AsRef<str>>(names: &[S]) -> String {
    joined(names, "or")
}

/// A number of plies: `1 ply`, `2 plies`.
pub fn plies(n: impl Into<u64>) -> String {
    counted(n.into(), "ply", "plies")
}

/// A number of pairs: `1 pair`, `2 pairs`.
pub fn pairs(n: impl Into<u64>) -> String {
    counted(n.into(), "pair", "pairs")
}

fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn joined<S: AsRef<str>>(names: &[S], word: &str) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_a_sentence() {
        assert_eq!(listed::<&str>(&[]), "");
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b"]), "a and b");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!(alternatives(&["a", "b", "c"]), "a, b or c");
    }

    #[test]
    fn one_pair_is_no_pairs() {
        let told = [0_u32, 1, 2].map(pairs);
        assert_eq!(told, ["0 pairs", "1 pair", "2 pairs"]);
    }
}
