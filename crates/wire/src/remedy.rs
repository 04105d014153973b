use std::collections::HashMap;

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

/// A refusal the two programs know by name. It travels as the reason of a `google.rpc.ErrorInfo`, beside a
/// message for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The peers speak different protocol versions.
    ProtocolMismatch,
    /// The peers have different engines or rules.
    EngineMismatch,
    /// The coordinator does not know the session, as after its restart.
    UnknownSession,
    /// The coordinator does not know the study.
    UnknownStudy,
    /// The request cannot be right whoever sends it.
    BadRequest,
    /// The store cannot take anything now: disk full, read-only, locked.
    StoreTrouble,
    /// The coordinator is shutting down.
    ShuttingDown,
}

/// What a client does about a failed call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Call again after a while; every call may be repeated.
    Retry,
    /// Say Hello again, then repeat the call.
    NewSession,
    /// Repeating cannot help; tell the user.
    GiveUp,
}

const DOMAIN: &str = "assay";

impl Refusal {
    const ALL: [Refusal; 7] = [
        Refusal::ProtocolMismatch,
        Refusal::EngineMismatch,
        Refusal::UnknownSession,
        Refusal::UnknownStudy,
        Refusal::BadRequest,
        Refusal::StoreTrouble,
        Refusal::ShuttingDown,
    ];

    fn reason(self) -> &'static str {
        match self {
            Refusal::ProtocolMismatch => "PROTOCOL_MISMATCH",
            Refusal::EngineMismatch => "ENGINE_MISMATCH",
            Refusal::UnknownSession => "UNKNOWN_SESSION",
            Refusal::UnknownStudy => "UNKNOWN_STUDY",
            Refusal::BadRequest => "BAD_REQUEST",
            Refusal::StoreTrouble => "STORE_TROUBLE",
            Refusal::ShuttingDown => "SHUTTING_DOWN",
        }
    }

    fn code(self) -> Code {
        match self {
            Refusal::ProtocolMismatch | Refusal::EngineMismatch => Code::FailedPrecondition,
            Refusal::UnknownSession | Refusal::UnknownStudy => Code::NotFound,
            Refusal::BadRequest => Code::InvalidArgument,
            Refusal::StoreTrouble | Refusal::ShuttingDown => Code::Unavailable,
        }
    }

    fn remedy(self) -> Remedy {
        match self {
            Refusal::StoreTrouble | Refusal::ShuttingDown => Remedy::Retry,
            Refusal::UnknownSession => Remedy::NewSession,
            Refusal::ProtocolMismatch
            | Refusal::EngineMismatch
            | Refusal::UnknownStudy
            | Refusal::BadRequest => Remedy::GiveUp,
        }
    }

    /// The status that carries this refusal.
    pub fn status(self, message: impl Into<String>) -> Status {
        let details = ErrorDetails::with_error_info(self.reason(), DOMAIN, HashMap::new());
        Status::with_error_details(self.code(), message, details)
    }

    /// The refusal a status carries, if it is one of ours.
    pub fn of(status: &Status) -> Option<Refusal> {
        let info = status.get_details_error_info()?;
        if info.domain != DOMAIN {
            return None;
        }
        Refusal::ALL.into_iter().find(|r| r.reason() == info.reason)
    }
}

/// What to do about a failed call. A status that is not one of our refusals comes from the transport, which
/// after a broken connection says `Unknown`, `Cancelled`, `Internal` and others, not only `Unavailable`:
/// those are all worth another try. Only what says that the call itself cannot be right is final.
pub fn remedy(status: &Status) -> Remedy {
    if let Some(refusal) = Refusal::of(status) {
        return refusal.remedy();
    }
    match status.code() {
        Code::InvalidArgument
        | Code::FailedPrecondition
        | Code::Unimplemented
        | Code::PermissionDenied
        | Code::Unauthenticated
        | Code::NotFound
        | Code::OutOfRange => Remedy::GiveUp,
        _ => Remedy::Retry,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_survive_the_wire() {
        for refusal in Refusal::ALL {
            let status = refusal.status("words");
            // What a client sees is rebuilt from headers.
            let headers = status.clone().into_http::<()>().into_parts().0.headers;
            let seen = Status::from_header_map(&headers).expect("a status");
            assert_eq!(Refusal::of(&seen), Some(refusal));
            assert_eq!(seen.message(), "words");
            assert_eq!(remedy(&seen), refusal.remedy());
        }
    }

    #[test]
    fn transport_errors_are_retried_whatever_their_code() {
        for code in [
            Code::Unknown,
            Code::Cancelled,
            Code::Unavailable,
            Code::Internal,
            Code::DeadlineExceeded,
        ] {
            assert_eq!(
                remedy(&Status::new(code, "broken")),
                Remedy::Retry,
                "{code:?}"
            );
        }
        assert_eq!(remedy(&Status::unimplemented("")), Remedy::GiveUp);
    }
}
