use crate::{WireFault, v1};

impl v1::StudyPackage {
    /// A package of a study file and a game file, with the hashes of both.
    pub fn of(study: &str, origin: &str, text: &str, game: &str) -> Self {
        v1::StudyPackage {
            study: study.to_owned(),
            origin: origin.to_owned(),
            text: text.to_owned(),
            game: game.to_owned(),
            text_hash: hash(text),
            game_hash: hash(game),
        }
    }

    /// Whether both texts are what was sent.
    pub fn check_hashes(&self) -> Result<(), WireFault> {
        for (field, text, given) in [
            ("text_hash", &self.text, &self.text_hash),
            ("game_hash", &self.game, &self.game_hash),
        ] {
            if hash(text) != *given {
                return Err(WireFault::new(
                    field,
                    "not the hash of the text that came with it",
                ));
            }
        }
        Ok(())
    }
}

fn hash(text: &str) -> Vec<u8> {
    blake3::hash(text.as_bytes()).as_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_text_is_noticed() {
        let whole = v1::StudyPackage::of("s-1", "s.toml", "name = \"s\"", "id = \"g\"");
        assert_eq!(whole.check_hashes(), Ok(()));
        let mut bent = whole.clone();
        bent.game.push(' ');
        assert!(
            bent.check_hashes()
                .unwrap_err()
                .to_string()
                .starts_with("game_hash")
        );
        let mut bare = whole;
        bare.text_hash.clear();
        assert!(bare.check_hashes().is_err());
    }
}
