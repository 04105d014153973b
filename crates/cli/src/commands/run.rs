use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use assay_coordinator::{Listening, PlanExaminers};
use assay_report::{Findings, Round};
use assay_store::{SqliteStore, Store as _, all_pairs};
use assay_study::words;
use assay_study::{Study, StudyState};
use assay_wire::v1::{ResumeRequest, StatusRequest, StudyStatus, SubmitStudyRequest, WatchRequest};
use assay_wire::{Address, ControlClient};
use assay_worker::{PlanPlayers, Sum, Until, WorkerFault};
use clap::Args;
use tokio::task::JoinHandle;

use super::report::{say, set_aside_note};
use super::worker::{default_name, default_slots};
use crate::client::connect;
use crate::places::Places;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::report_files::{ReportFolder, findings};
use crate::runtime::block_on;
use crate::series::Series;
use crate::signals::Signals;
use crate::study_file::{package, read_study};
use crate::told;

/// Play a study on this machine and write its report
///
/// A coordinator and a worker in one process. The games are kept in STUDY.sqlite next to the study file;
/// the same command again goes on where it stopped. The report is the folder `report` there
/// (`report-STUDY` where `report` is another study's).
#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    /// The study file
    study: PathBuf,
    /// How many pairs to play at once; one a processor if absent
    #[arg(long, value_name = "COUNT", value_parser = crate::numbers::count)]
    slots: Option<NonZeroUsize>,
    /// Directory for the database and the report; that of the study file if absent
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Play the pairs again that were set aside after repeated failures, as when a program has been mended
    #[arg(long)]
    retry_set_aside: bool,
}

impl RunArgs {
    /// The study and where its games are, as another command is to be told them.
    fn again(&self) -> String {
        let study = self.study.display();
        match &self.out {
            Some(out) => format!("{study} --out {}", out.display()),
            None => study.to_string(),
        }
    }
}

/// Plays and reports.
pub(crate) fn run(args: &RunArgs) -> Result<(), Problem> {
    let study = read_study(&args.study)?;
    let places = Places::of(&args.study, args.out.as_deref());
    places.make()?;
    block_on(async {
        let signals = Signals::listen("finishing the games in hand")?;
        let mut study = study;
        let mut series = Series::default();
        loop {
            let status = play_round(args, &study, &places, &signals).await?;
            let findings = round_findings(&study, &places).await?;
            let Some(next) = series.next(&study, &findings)? else {
                let last = series.last_round();
                if last.is_some_and(|round| round.fitted().is_empty()) {
                    tracing::warn!(
                        "these games cannot tell what the pieces are worth in pawns, so they are not played again with fitted \
                         values; more pairs may tell"
                    );
                }
                return report(&series.whole(findings), &places, &status);
            };
            if let Some(tuning) = &findings.tuning {
                tracing::info!(
                    "tuned: {}; now a match of the tuned against the untuned engine",
                    tuning.written
                );
            } else if let Some((outside, told)) = series.last_round().map(Round::unsettled) {
                tracing::info!(
                    "{outside} of {told} piece values lie outside the noise of what these games say; round {} plays with the \
                     fitted ones",
                    next.round
                );
            }
            study = next;
        }
    })
}

/// Plays a study to its end.
async fn play_round(
    args: &RunArgs,
    study: &Study,
    places: &Places,
    signals: &Signals,
) -> Result<StudyStatus, Problem> {
    let store = Arc::new(open(places, study).await?);
    if args.retry_set_aside {
        retry_set_aside(&store, study).await?;
    }
    let played = play(args, study, places, store.clone(), signals).await;
    let status = match played {
        Ok(status) => status,
        Err(problem) => {
            // Closed already, unless the coordinator never began.
            let _closed = store.close().await;
            return Err(problem);
        }
    };
    let (done, all) = told::games(&status);
    // Nobody but the coordinator pauses a study here: it has given up. With few pairs the others may have failed as well before
    // it did, and then nothing is left to play, nor anything to report.
    let nothing_played = status.arms.iter().all(|arm| arm.pairs_done == 0);
    let given_up = told::state(&status) == Some(StudyState::Paused)
        || nothing_played && !status.quarantined.is_empty();
    if told::is_over(&status) && !given_up {
        return Ok(status);
    }
    if given_up {
        let last = status
            .quarantined
            .last()
            .and_then(|pair| pair.evidence.last());
        return Err(Problem::Failure(format!(
            "stopped with {done} of {all} games: one pair after another could not be played; the last of them: {}\n\
             once that is mended `assay run {study} --retry-set-aside` plays them again; `assay run {study}` goes on without them",
            last.map_or("", String::as_str),
            study = args.again()
        )));
    }
    Err(Problem::Interrupted(format!(
        "stopped with {done} of {all} games; the same command goes on from there, `assay report {}` shows what there is",
        args.again()
    )))
}

/// Opens the study's database. Other studies in it, such as earlier versions of the file, are left alone.
async fn open(places: &Places, study: &Study) -> Result<SqliteStore, Problem> {
    let store = SqliteStore::open(places.store()).await?;
    for other in store.studies().await.map_err(failure)? {
        let id = &other.study.id;
        if *id != study.id && other.state == StudyState::Open {
            store
                .set_state(id, StudyState::Paused)
                .await
                .map_err(failure)?;
            tracing::info!("study {id} in the same database is paused");
        }
    }
    warn_of_other_engines(&store, study).await?;
    Ok(store)
}

/// Forgets that pairs of the study were set aside.
async fn retry_set_aside(store: &SqliteStore, study: &Study) -> Result<(), Problem> {
    if store.study(&study.id).await.map_err(failure)?.is_none() {
        return Ok(());
    }
    if study.tune.is_some() {
        tracing::warn!(
            "what came after the set-aside pairs of a tuning was played without them, so they stay so"
        );
        return Ok(());
    }
    let again = store.retry_set_aside(&study.id).await.map_err(failure)?;
    let again = words::pairs(again as u64);
    tracing::info!("set aside before and played again: {again}");
    Ok(())
}

/// Games of two versions of the engine in one study are games of two studies.
async fn warn_of_other_engines(store: &SqliteStore, study: &Study) -> Result<(), Problem> {
    if store.study(&study.id).await.map_err(failure)?.is_none() {
        return Ok(());
    }
    let first = store.pairs(&study.id, None, 1).await.map_err(failure)?;
    let ours = assay_search::VERSION;
    let engines = first.iter().flat_map(|pair| &pair.games).map(|g| &g.engine);
    for engine in engines.filter(|engine| *engine != ours).take(1) {
        tracing::warn!(
            "this study was begun by {engine} and goes on with {ours}: its games do not compare; move the database away \
             to begin anew"
        );
    }
    Ok(())
}

/// Plays until the study is over or a signal comes. Gives the last status.
async fn play(
    args: &RunArgs,
    study: &Study,
    places: &Places,
    store: Arc<SqliteStore>,
    signals: &Signals,
) -> Result<StudyStatus, Problem> {
    let listening = Listening::on(&Address::new("127.0.0.1", 0))
        .await
        .map_err(failure)?;
    let address = Address::new("127.0.0.1", listening.address().port());
    let coordinator_stages = assay_coordinator::Stages::default();
    let config = assay_coordinator::Config {
        engine: assay_search::VERSION.to_owned(),
        lease: None,
        // The only worker has nobody to be compared with.
        audit_per_mille: 0,
    };
    let serving = listening.serve(config, store, PlanExaminers, coordinator_stages.clone());
    let coordinator = tokio::spawn(serving);

    let mut client = connect(&address).await?;
    let status = submit(&mut client, study).await?;
    let worker_stages = assay_worker::Stages {
        finish: signals.finish.child_token(),
        at_once: signals.at_once.child_token(),
    };
    let worker = tokio::spawn(assay_worker::run(
        assay_worker::Config {
            coordinator: address,
            name: default_name(),
            engine: assay_search::VERSION.to_owned(),
            slots: args.slots.unwrap_or_else(default_slots),
            outbox: places.outbox(),
            until: Until::Stopped,
        },
        PlanPlayers,
        worker_stages.clone(),
    ));
    let followed = follow(&mut client, status, worker, &worker_stages).await;
    tracing::debug!("the worker has ended");
    // The only worker has ended and all it finished is in: what is still lent is lent to nobody.
    coordinator_stages.at_once.cancel();
    let served = coordinator.await;
    let status = followed?;
    match served {
        Ok(Ok(())) => {}
        Ok(Err(fault)) => return Err(failure(fault)),
        Err(panic) => std::panic::resume_unwind(panic.into_panic()),
    }
    // An outbox that is empty has done its work; one that is not stays.
    let _not_empty = std::fs::remove_dir(places.outbox());
    Ok(status)
}

/// Hands the study in, and opens it if it was paused or cancelled: running it is asking for it.
async fn submit(client: &mut ControlClient, study: &Study) -> Result<StudyStatus, Problem> {
    let request = SubmitStudyRequest {
        package: Some(package(study)),
    };
    let answer = client.submit_study(request).await?.into_inner();
    let mut status = answer.status.unwrap_or_default();
    if matches!(
        told::state(&status),
        Some(StudyState::Paused | StudyState::Cancelled)
    ) {
        let study = status.study.clone();
        let request = ResumeRequest {
            study,
            retry_set_aside: false,
        };
        let resumed = client.resume(request).await?.into_inner();
        status = resumed.status.unwrap_or(status);
    }
    let (done, all) = told::games(&status);
    if done > 0 {
        tracing::info!("going on with {done} of {all} games");
    }
    Ok(status)
}

type Worker = JoinHandle<Result<Sum, WorkerFault>>;

/// Shows progress until the worker has ended, which it does when the study is over or a signal came.
async fn follow(
    client: &mut ControlClient,
    mut status: StudyStatus,
    mut worker: Worker,
    stages: &assay_worker::Stages,
) -> Result<StudyStatus, Problem> {
    let study = status.study.clone();
    let mut statuses = client.watch(WatchRequest { study }).await?.into_inner();
    let mut progress = Progress::of(&status);
    let mut watching = true;
    let ended = loop {
        tokio::select! {
            ended = &mut worker => break ended,
            told = statuses.message(), if watching => match told {
                Ok(Some(told)) => {
                    status = told.status.unwrap_or(status);
                    progress.show(&status);
                    // Nobody but the coordinator itself pauses a study here: it has given up.
                    let given_up = told::state(&status) == Some(StudyState::Paused);
                    if told::is_over(&status) || given_up {
                        stages.finish.cancel();
                    }
                }
                Ok(None) | Err(_) => watching = false,
            },
        }
    };
    // With what the worker handed in last.
    let study = status.study.clone();
    let last = client.status(StatusRequest { study }).await;
    status = last
        .map_or(None, |last| last.into_inner().status)
        .unwrap_or(status);
    progress.show(&status);
    progress.end();
    let sum = match ended {
        Ok(sum) => sum.map_err(failure)?,
        Err(panic) => std::panic::resume_unwind(panic.into_panic()),
    };
    if sum.in_outbox > 0 || sum.lost > 0 {
        tracing::warn!("{sum}");
    }
    Ok(status)
}

async fn round_findings(study: &Study, places: &Places) -> Result<Findings, Problem> {
    let store = SqliteStore::open_reading(places.store())
        .await
        .map_err(failure)?;
    let pairs = all_pairs(&store, &study.id).await.map_err(failure)?;
    let set_aside = store.quarantined(&study.id).await.map_err(failure)?;
    store.close().await.map_err(failure)?;
    let pairs: Vec<_> = pairs
        .into_iter()
        .map(|pair| (pair.key, pair.games))
        .collect();
    let set_aside: Vec<_> = set_aside.into_iter().map(|pair| pair.key).collect();
    findings(study, &pairs, &set_aside)
}

fn report(findings: &Findings, places: &Places, status: &StudyStatus) -> Result<(), Problem> {
    let path = places.report();
    let folder = ReportFolder {
        path: &path,
        stem: places.stem(),
    };
    let page = folder.write(findings, set_aside_note(status.quarantined.len()))?;
    say(findings, &page)
}

fn failure(fault: impl std::fmt::Display) -> Problem {
    Problem::Failure(fault.to_string())
}
