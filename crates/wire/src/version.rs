use crate::Refusal;

/// Version of the protocol spoken by this build. 0 is reserved: it is what a message without the field
/// says. Counts up with every change that an older peer would misread.
pub const PROTOCOL_VERSION: u32 = 2;

/// What one side of a connection is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versions {
    /// Protocol version.
    pub protocol: u32,
    /// Version of engine and rules, such as `assay 0.1.0`.
    pub engine: String,
}

/// Checks that a worker and a coordinator can work together: records are comparable only when both use the
/// same engine and rules.
///
/// # Errors
/// The refusal and its message for people, which names both versions and says what to do.
pub fn agree(coordinator: &Versions, worker: &Versions) -> Result<(), (Refusal, String)> {
    if worker.protocol != coordinator.protocol || worker.protocol == 0 {
        return Err((
            Refusal::ProtocolMismatch,
            protocol_message(coordinator.protocol, worker.protocol, "this worker"),
        ));
    }
    if worker.engine != coordinator.engine {
        return Err((
            Refusal::EngineMismatch,
            format!(
                "the coordinator plays with {:?}, this worker with {:?}; games of different engines cannot be mixed: \
                 install the same version of assay on both sides",
                coordinator.engine, worker.engine
            ),
        ));
    }
    Ok(())
}

/// The refusal of a peer that speaks another protocol, as each end makes it: a coordinator of a client, a
/// client of a coordinator that let it in.
pub fn protocol_refusal(coordinator: u32, client: u32, who: &str) -> tonic::Status {
    Refusal::ProtocolMismatch.status(protocol_message(coordinator, client, who))
}

/// What people are told when two programs speak different protocols.
fn protocol_message(coordinator: u32, client: u32, who: &str) -> String {
    let older = if client < coordinator {
        who
    } else {
        "the coordinator"
    };
    format!(
        "the coordinator speaks protocol version {coordinator}, {who} speaks version {client}; install the same version \
         of assay on both sides ({older} is the older one)"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn versions(protocol: u32, engine: &str) -> Versions {
        Versions {
            protocol,
            engine: engine.to_owned(),
        }
    }

    #[test]
    fn only_equal_and_real_versions_agree() {
        let ours = versions(1, "assay 0.1.0");
        assert_eq!(agree(&ours, &ours.clone()), Ok(()));
        let table = [
            (
                versions(2, "assay 0.1.0"),
                Refusal::ProtocolMismatch,
                ["version 1", "version 2"],
            ),
            (
                versions(0, "assay 0.1.0"),
                Refusal::ProtocolMismatch,
                ["version 1", "version 0"],
            ),
            (
                versions(1, "assay 0.2.0"),
                Refusal::EngineMismatch,
                ["assay 0.1.0", "assay 0.2.0"],
            ),
        ];
        for (theirs, refusal, words) in table {
            let (got, message) = agree(&ours, &theirs).unwrap_err();
            assert_eq!(got, refusal);
            assert!(words.iter().all(|w| message.contains(w)), "{message}");
            assert!(message.contains("install the same version"), "{message}");
        }
        let zero = versions(0, "assay 0.1.0");
        assert!(agree(&zero, &zero.clone()).is_err(), "0 is reserved");
    }
}
