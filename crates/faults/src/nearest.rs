/// The valid name nearest to the one given, if one is near enough to be what was meant:
/// at most a third of its letters wrong (Damerau's restricted edit distance), or one a prefix of the other.
pub fn nearest<'a>(given: &str, valid: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    valid
        .into_iter()
        .map(|name| (distance(&given.to_lowercase(), &name.to_lowercase()), name))
        .filter(|&(d, name)| {
            let longest = given.chars().count().max(name.chars().count());
            let prefix = given.len() >= 3 && (name.starts_with(given) || given.starts_with(name));
            d * 3 <= longest.max(3) || prefix
        })
        .min_by_key(|&(d, _)| d)
        .map(|(_, name)| name)
}

fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let swap = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j] + 1)
                .min(rows[i][j - 1] + 1)
                .min(rows[i - 1][j - 1] + swap);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant_and_nothing_else() {
        let valid = ["turning", "springs", "crooked-pawns", "stalemate"];
        for (given, want) in [
            ("turnnig", Some("turning")),
            ("spring", Some("springs")),
            ("Stalemate", Some("stalemate")),
            ("crooked", Some("crooked-pawns")),
            ("colour", None),
        ] {
            assert_eq!(nearest(given, valid), want, "{given}");
        }
    }
}
