//! The control service: translates.

use std::time::Duration;

use assay_study::StudyState;
use assay_wire::v1::control_service_server::ControlService;
use assay_wire::v1::{
    CancelRequest, CancelResponse, GetStudyRequest, GetStudyResponse, GreetRequest, GreetResponse,
    ListStudiesRequest, ListStudiesResponse, PauseRequest, PauseResponse, PlayedPair,
    RecordsRequest, RecordsResponse, ResumeRequest, ResumeResponse, StatusRequest, StatusResponse,
    SubmitStudyRequest, SubmitStudyResponse, WatchRequest, WatchResponse,
};
use assay_wire::{PROTOCOL_VERSION, Refusal, protocol_refusal};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};

use crate::coordinator::{Coordinator, finished, last_key};
use crate::state::State;
use crate::work::status;

/// How often a watcher is told what has changed.
const WATCH_EVERY: Duration = Duration::from_millis(200);
/// Pairs in one message of records; at some 10 KiB a pair well below the message limit.
const PAGE: u32 = 128;

/// The service of one coordinator.
pub(crate) struct Control {
    pub(crate) coordinator: Coordinator,
    pub(crate) engine: String,
    /// Ends the streams when the coordinator does.
    pub(crate) closing: CancellationToken,
}

type Stream<T> = ReceiverStream<Result<T, Status>>;

#[tonic::async_trait]
impl ControlService for Control {
    type WatchStream = Stream<WatchResponse>;
    type RecordsStream = Stream<RecordsResponse>;

    async fn greet(
        &self,
        request: Request<GreetRequest>,
    ) -> Result<Response<GreetResponse>, Status> {
        let theirs = request.into_inner().protocol;
        if theirs != PROTOCOL_VERSION {
            return Err(protocol_refusal(PROTOCOL_VERSION, theirs, "this program"));
        }
        Ok(Response::new(GreetResponse {
            protocol: PROTOCOL_VERSION,
            engine: self.engine.clone(),
        }))
    }

    async fn submit_study(
        &self,
        request: Request<SubmitStudyRequest>,
    ) -> Result<Response<SubmitStudyResponse>, Status> {
        let package = request
            .into_inner()
            .package
            .ok_or_else(|| Refusal::BadRequest.status("package: missing"))?;
        let (study, known) = self
            .coordinator
            .submit_study(package)
            .await
            .map_err(status)?;
        Ok(Response::new(SubmitStudyResponse {
            status: Some(study),
            known,
        }))
    }

    async fn get_study(
        &self,
        request: Request<GetStudyRequest>,
    ) -> Result<Response<GetStudyResponse>, Status> {
        let id = self
            .coordinator
            .find(request.into_inner().study)
            .await
            .map_err(status)?;
        let package = self
            .coordinator
            .handle()
            .ask(move |state, _| state.package(&id))
            .await;
        Ok(Response::new(GetStudyResponse {
            package: package.map(|p| (*p).clone()),
        }))
    }

    async fn list_studies(
        &self,
        _request: Request<ListStudiesRequest>,
    ) -> Result<Response<ListStudiesResponse>, Status> {
        let studies = self.coordinator.handle().ask(State::statuses).await;
        Ok(Response::new(ListStudiesResponse { studies }))
    }

    async fn status(
        &self,
        request: Request<StatusRequest>,
    ) -> Result<Response<StatusResponse>, Status> {
        let id = self
            .coordinator
            .find(request.into_inner().study)
            .await
            .map_err(status)?;
        let status = self.coordinator.status(&id).await;
        Ok(Response::new(StatusResponse { status }))
    }

    async fn watch(
        &self,
        request: Request<WatchRequest>,
    ) -> Result<Response<Self::WatchStream>, Status> {
        let id = self
            .coordinator
            .find(request.into_inner().study)
            .await
            .map_err(status)?;
        let (to, stream) = mpsc::channel(4);
        let coordinator = self.coordinator.clone();
        let closing = self.closing.clone();
        tokio::spawn(async move {
            let mut tick = interval(WATCH_EVERY);
            tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let mut last = None;
            loop {
                tokio::select! {
                    () = closing.cancelled() => {
                        // The watcher may have left already.
                        let _gone = to.send(Err(Refusal::ShuttingDown.status("the coordinator is shutting down"))).await;
                        return;
                    }
                    () = to.closed() => return,
                    _ = tick.tick() => {}
                }
                let Some(status) = coordinator.status(&id).await else {
                    return;
                };
                let over = matches!(
                    StudyState::try_from(status.state()),
                    Ok(StudyState::Done | StudyState::Cancelled)
                );
                if last.as_ref() != Some(&status) {
                    last = Some(status.clone());
                    let told = WatchResponse {
                        status: Some(status),
                    };
                    if to.send(Ok(told)).await.is_err() {
                        return;
                    }
                }
                if over {
                    return;
                }
            }
        });
        Ok(Response::new(ReceiverStream::new(stream)))
    }

    async fn pause(
        &self,
        request: Request<PauseRequest>,
    ) -> Result<Response<PauseResponse>, Status> {
        let status = self
            .set(request.into_inner().study, StudyState::Paused)
            .await?;
        Ok(Response::new(PauseResponse {
            status: Some(status),
        }))
    }

    async fn resume(
        &self,
        request: Request<ResumeRequest>,
    ) -> Result<Response<ResumeResponse>, Status> {
        let ResumeRequest {
            study,
            retry_set_aside,
        } = request.into_inner();
        if retry_set_aside {
            let study = study.clone();
            let again = self.coordinator.retry_set_aside(study).await;
            again.map_err(status)?;
        }
        let status = self.set(study, StudyState::Open).await?;
        Ok(Response::new(ResumeResponse {
            status: Some(status),
        }))
    }

    async fn cancel(
        &self,
        request: Request<CancelRequest>,
    ) -> Result<Response<CancelResponse>, Status> {
        let status = self
            .set(request.into_inner().study, StudyState::Cancelled)
            .await?;
        Ok(Response::new(CancelResponse {
            status: Some(status),
        }))
    }

    async fn records(
        &self,
        request: Request<RecordsRequest>,
    ) -> Result<Response<Self::RecordsStream>, Status> {
        let id = self
            .coordinator
            .find(request.into_inner().study)
            .await
            .map_err(status)?;
        let (to, stream) = mpsc::channel(4);
        let coordinator = self.coordinator.clone();
        tokio::spawn(async move {
            let mut after = None;
            loop {
                let page = coordinator.store().pairs(&id, after, PAGE).await;
                let page = match page {
                    Ok(page) => page,
                    Err(fault) => {
                        // The reader may have left already.
                        let _gone = to
                            .send(Err(status(coordinator.store_trouble(&fault))))
                            .await;
                        return;
                    }
                };
                let Some(last) = last_key(&page) else { return };
                after = Some(last);
                let pairs = page
                    .into_iter()
                    .map(|pair| PlayedPair::from(&finished(&id, pair)))
                    .collect();
                if to.send(Ok(RecordsResponse { pairs })).await.is_err() {
                    return;
                }
            }
        });
        Ok(Response::new(ReceiverStream::new(stream)))
    }
}

impl Control {
    async fn set(
        &self,
        study: String,
        state: StudyState,
    ) -> Result<assay_wire::v1::StudyStatus, Status> {
        self.coordinator
            .set_state(study, state)
            .await
            .map_err(status)
    }
}
