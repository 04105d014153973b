//! The worker service: translates.

use assay_wire::v1::worker_service_server::WorkerService;
use assay_wire::v1::{
    AcquireRequest, AcquireResponse, FetchStudyRequest, FetchStudyResponse, HelloRequest,
    HelloResponse, ReleaseRequest, ReleaseResponse, RenewRequest, RenewResponse,
    ReportFailureRequest, ReportFailureResponse, SubmitRequest, SubmitResponse,
};
use assay_wire::{LentPair, PROTOCOL_VERSION, Refusal, Versions, WireFault, agree, study_id};
use tonic::{Request, Response, Status};

use crate::coordinator::Coordinator;
use crate::state::Refused;

/// Longest evidence of a failure that is kept, in characters.
const EVIDENCE: usize = 2000;
/// Longest name of a worker, in characters.
const NAME: usize = 100;

/// The service of one coordinator.
pub(crate) struct Work {
    pub(crate) coordinator: Coordinator,
    pub(crate) engine: String,
}

#[tonic::async_trait]
impl WorkerService for Work {
    async fn hello(
        &self,
        request: Request<HelloRequest>,
    ) -> Result<Response<HelloResponse>, Status> {
        let request = request.into_inner();
        let ours = Versions {
            protocol: PROTOCOL_VERSION,
            engine: self.engine.clone(),
        };
        let theirs = Versions {
            protocol: request.protocol,
            engine: request.engine,
        };
        agree(&ours, &theirs).map_err(status)?;
        let name = worker_name(&request.worker);
        let slots = request.slots;
        let (session, worker, renew) = self
            .coordinator
            .handle()
            .ask(move |state, now| {
                let (session, worker) = state.open_session(&name, now);
                (session, worker, state.renew_every())
            })
            .await;
        tracing::info!("worker {worker} is here with {slots} slots");
        Ok(Response::new(HelloResponse {
            protocol: PROTOCOL_VERSION,
            engine: self.engine.clone(),
            session,
            renew_every_millis: u32::try_from(renew.0).unwrap_or(u32::MAX),
        }))
    }

    async fn acquire(
        &self,
        request: Request<AcquireRequest>,
    ) -> Result<Response<AcquireResponse>, Status> {
        let AcquireRequest {
            session,
            pairs,
            request,
        } = request.into_inner();
        let answer = self.coordinator.acquire(session, pairs, request).await;
        Ok(Response::new(answer.map_err(status)?))
    }

    async fn fetch_study(
        &self,
        request: Request<FetchStudyRequest>,
    ) -> Result<Response<FetchStudyResponse>, Status> {
        let request = request.into_inner();
        let study = study_id(&request.study).map_err(|fault| bad(&fault))?;
        let package = self
            .coordinator
            .handle()
            .ask(move |state, now| {
                state.worker(&request.session, now)?;
                let unknown = || (Refusal::UnknownStudy, format!("no study {study} here"));
                state.package(&study).ok_or_else(unknown)
            })
            .await
            .map_err(status)?;
        Ok(Response::new(FetchStudyResponse {
            package: Some((*package).clone()),
        }))
    }

    async fn renew(
        &self,
        request: Request<RenewRequest>,
    ) -> Result<Response<RenewResponse>, Status> {
        let RenewRequest { session, leases } = request.into_inner();
        let lost = self
            .coordinator
            .handle()
            .ask(move |state, now| state.renew(&session, leases, now))
            .await
            .map_err(status)?;
        Ok(Response::new(RenewResponse { lost }))
    }

    async fn submit(
        &self,
        request: Request<SubmitRequest>,
    ) -> Result<Response<SubmitResponse>, Status> {
        let SubmitRequest { session, pairs } = request.into_inner();
        let verdicts = self.coordinator.submit(session, pairs).await;
        Ok(Response::new(SubmitResponse {
            verdicts: verdicts.map_err(status)?,
        }))
    }

    async fn release(
        &self,
        request: Request<ReleaseRequest>,
    ) -> Result<Response<ReleaseResponse>, Status> {
        let ReleaseRequest { session, leases } = request.into_inner();
        self.coordinator
            .handle()
            .ask(move |state, now| state.release(&session, leases, now))
            .await
            .map_err(status)?;
        Ok(Response::new(ReleaseResponse {}))
    }

    async fn report_failure(
        &self,
        request: Request<ReportFailureRequest>,
    ) -> Result<Response<ReportFailureResponse>, Status> {
        let request = request.into_inner();
        let lease = request
            .lease
            .ok_or_else(|| Refusal::BadRequest.status("lease: missing"))?;
        let lent = LentPair::try_from(lease).map_err(|fault| bad(&fault))?;
        let evidence = printable(&request.evidence, EVIDENCE);
        let quarantined = self
            .coordinator
            .failed(request.session, lent, evidence)
            .await;
        Ok(Response::new(ReportFailureResponse {
            quarantined: quarantined.map_err(status)?,
        }))
    }
}

/// A refusal as it travels.
pub(crate) fn status((refusal, words): Refused) -> Status {
    refusal.status(words)
}

/// A message that makes no sense.
pub(crate) fn bad(fault: &WireFault) -> Status {
    Refusal::BadRequest.status(fault.to_string())
}

fn worker_name(given: &str) -> String {
    let name = printable(given.trim(), NAME);
    if name.is_empty() {
        "nameless".to_owned()
    } else {
        name
    }
}

/// What a stranger says, fit for a log: one line, no control characters, not endless.
fn printable(given: &str, longest: usize) -> String {
    given
        .chars()
        .take(longest)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_fit_for_logs() {
        for (given, name) in [
            ("a", "a"),
            ("  ", "nameless"),
            ("a\nb\u{1b}[31m", "a b [31m"),
        ] {
            assert_eq!(worker_name(given), name);
        }
        assert_eq!(worker_name(&"x".repeat(1000)).len(), NAME);
    }
}
