use std::fmt;
use std::str::FromStr;

/// Port of a coordinator where none is given.
pub const DEFAULT_PORT: u16 = 7117;

/// Where a coordinator is: a host and a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    host: String,
    port: u16,
}

/// Why a text is no address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{given:?} is no address of a coordinator: {why}; write HOST or HOST:PORT, such as 127.0.0.1:{DEFAULT_PORT}"
)]
pub struct BadAddress {
    given: String,
    why: &'static str,
}

impl Address {
    /// Address of a host and a port.
    pub fn new(host: impl Into<String>, port: u16) -> Self {
        Address {
            host: host.into(),
            port,
        }
    }

    /// The form tonic wants.
    pub(crate) fn uri(&self) -> String {
        format!("http://{self}")
    }
}

impl Default for Address {
    fn default() -> Self {
        Address::new("127.0.0.1", DEFAULT_PORT)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            write!(f, "[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{}:{}", self.host, self.port)
        }
    }
}

impl FromStr for Address {
    type Err = BadAddress;

    fn from_str(given: &str) -> Result<Self, BadAddress> {
        let bad = |why| BadAddress {
            given: given.to_owned(),
            why,
        };
        let rest = given.strip_prefix("http://").unwrap_or(given);
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        if rest.contains("://") {
            return Err(bad("only http is spoken"));
        }
        let (host, port) = if let Some(bracketed) = rest.strip_prefix('[') {
            let (host, after) = bracketed
                .split_once(']')
                .ok_or_else(|| bad("a bracket is not closed"))?;
            (
                host,
                after.strip_prefix(':').or(after.is_empty().then_some("")),
            )
        } else {
            match rest.split_once(':') {
                Some((_, port)) if port.contains(':') => {
                    return Err(bad("an IPv6 address goes in brackets"));
                }
                Some((host, port)) => (host, Some(port)),
                None => (rest, Some("")),
            }
        };
        let port = match port {
            Some("") if !rest.ends_with(':') => DEFAULT_PORT,
            Some(digits) => digits
                .parse()
                .map_err(|_| bad("its port is no number from 0 to 65535"))?,
            None => return Err(bad("something follows the bracket")),
        };
        let letters = |c: char| c.is_ascii_alphanumeric() || "-._:%".contains(c);
        if host.is_empty() || !host.chars().all(letters) {
            return Err(bad("its host is no name"));
        }
        Ok(Address::new(host, port))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_said() {
        let table = [
            ("localhost", "localhost:7117"),
            ("10.0.0.7:80", "10.0.0.7:80"),
            ("http://head-node:9000/", "head-node:9000"),
            ("[::1]:5", "[::1]:5"),
            ("[::1]", "[::1]:7117"),
        ];
        for (given, said) in table {
            assert_eq!(given.parse::<Address>().unwrap().to_string(), said);
        }
        for given in [
            "",
            ":80",
            "a:b",
            "a:70000",
            "https://a",
            "::1",
            "[::1",
            "[::1]x",
            "a b",
            "a:",
            "a/b",
        ] {
            assert!(given.parse::<Address>().is_err(), "{given}");
        }
    }
}
