use std::path::{Path, PathBuf};

use assay_arena::Record;
use assay_report::Findings;
use assay_store::{SqliteStore, Store, StoredStudy, all_pairs};
use assay_study::words;
use assay_study::{PairKey, Study, StudyId};
use assay_wire::v1::{GetStudyRequest, RecordsRequest, StatusRequest, StudyPackage, StudyStatus};
use assay_wire::{Address, FinishedPair};
use clap::Args;

use crate::client::connect;
use crate::places::Places;
use crate::problem::Problem;
use crate::report_files::{ReportFolder, findings};
use crate::runtime::block_on;
use crate::series::Series;
use crate::study_file::{read_study, study_of};

/// Write the report of a study from whatever is finished
///
/// The games come from the database that `assay run` keeps next to the study file, from the database of
/// a coordinator (--store), or from a running coordinator (--coordinator).
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// The study file; with --store or --coordinator a study's id, its beginning, or the study file
    study: Option<String>,
    /// Read the games from this database
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Get the games from this coordinator
    #[arg(long, value_name = "HOST:PORT", conflicts_with = "store")]
    coordinator: Option<Address>,
    /// Directory in which the report's folder is made; that of the study file or the database if absent
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write the fitted piece values to this file, as `configs/values` has them, and nothing else
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    values: Option<PathBuf>,
    /// Print the findings as JSON and write nothing
    #[arg(long)]
    json: bool,
}

/// A study and its games.
struct Material {
    study: Study,
    pairs: Vec<(PairKey, [Record; 2])>,
    set_aside: Vec<PairKey>,
}

/// Writes or prints.
pub(crate) fn run(args: &ReportArgs) -> Result<(), Problem> {
    let (mut material, places) = block_on(material(args))?;
    let mut findings = findings_of(&material)?;
    let mut series = Series::default();
    while let Some(next) = series.next(&material.study, &findings)? {
        let Some(later) = block_on(later_round(args, &places, &next))? else {
            break;
        };
        material = later;
        findings = findings_of(&material)?;
    }
    let findings = series.whole(findings);
    if let Some(path) = &args.values {
        return write_values(path, &material.study, &findings);
    }
    if args.json {
        let text = serde_json::to_string_pretty(&findings)
            .map_err(|e| Problem::Failure(format!("the findings cannot be written: {e}")))?;
        return super::print((text + "\n").as_bytes());
    }
    places.make()?;
    let path = places.report();
    let folder = ReportFolder {
        path: &path,
        stem: places.stem(),
    };
    let page = folder.write(&findings, set_aside_note(material.set_aside.len()))?;
    say(&findings, &page)
}

fn findings_of(material: &Material) -> Result<Findings, Problem> {
    findings(&material.study, &material.pairs, &material.set_aside)
}

/// The games of a later round of a study, if there are any. A coordinator's studies are single ones.
async fn later_round(
    args: &ReportArgs,
    places: &Places,
    study: &Study,
) -> Result<Option<Material>, Problem> {
    if args.coordinator.is_some() {
        return Ok(None);
    }
    let path = args.store.clone().unwrap_or_else(|| places.store());
    let store = SqliteStore::open_reading(&path).await?;
    let stored = store.study(&study.id).await?;
    let parts = match &stored {
        Some(stored) => Some(stored_material(&store, stored).await?),
        None => None,
    };
    store.close().await?;
    Ok(parts
        .filter(|(_, pairs, _)| !pairs.is_empty())
        .map(|(_, pairs, set_aside)| Material {
            study: study.clone(),
            pairs,
            set_aside,
        }))
}

/// Writes the fitted values as a file that `configs/values` could hold.
fn write_values(path: &Path, study: &Study, findings: &Findings) -> Result<(), Problem> {
    let values = findings.fitted_values().ok_or_else(|| {
        Problem::Failure("these games cannot tell what the pieces are worth in pawns".to_owned())
    })?;
    let games = assay_report::count(findings.games());
    let text = format!(
        "# Fitted to {games} games of the study {}, {}.\n{}",
        study.id,
        findings.study.limits,
        values.text()
    );
    std::fs::write(path, text).map_err(|e| {
        let path = path.display();
        Problem::Failure(format!("cannot write the values {path}: {e}"))
    })
}

/// Prints the summary and where the report is.
pub(crate) fn say(findings: &assay_report::Findings, page: &Path) -> Result<(), Problem> {
    let summary = assay_report::summary(findings, width());
    super::print(format!("{summary}\nreport: {}\n", page.display()).as_bytes())
}

/// Columns of the summary, where the terminal is not narrower.
const WIDTH: usize = 100;

/// As wide as the terminal, at most [`WIDTH`]; that where there is no terminal.
fn width() -> usize {
    let terminal = console::Term::stdout();
    let columns = terminal
        .size_checked()
        .map(|(_, columns)| usize::from(columns));
    columns
        .filter(|_| terminal.is_term())
        .map_or(WIDTH, |columns| columns.min(WIDTH))
}

async fn material(args: &ReportArgs) -> Result<(Material, Places), Problem> {
    let out = args.out.as_deref();
    let given = args.study.as_deref();
    let file = given.map(Path::new).filter(|path| path.exists());
    let study = file.map(read_study).transpose()?;
    let id = study.as_ref().map(|s| s.id.to_string());
    let id = id.as_deref().or(given);
    if let Some(address) = &args.coordinator {
        let id = id.ok_or_else(|| {
            Problem::Usage("say which study; `assay status` lists them".to_owned())
        })?;
        let material = from_coordinator(address, id).await?;
        let name = file.map_or_else(|| PathBuf::from(material.study.id.as_str()), Path::to_owned);
        let here = out.or(file.is_none().then_some(Path::new(".")));
        return Ok((material, Places::of(&name, here)));
    }
    match (&args.store, file) {
        (Some(store), _) => {
            let material = from_store(store, id).await?;
            let name =
                file.map_or_else(|| PathBuf::from(material.study.id.as_str()), Path::to_owned);
            let beside = store.parent().filter(|p| !p.as_os_str().is_empty());
            let places = Places::of(&name, out.or(beside).or(Some(Path::new("."))));
            Ok((material, places))
        }
        (None, Some(file)) => {
            let places = Places::of(file, out);
            let material = from_store(&places.store(), id).await?;
            Ok((material, places))
        }
        (None, None) => Err(Problem::Usage(match given {
            Some(name) => format!(
                "there is no study file {name}; with a study's id, say where its games are with --store or --coordinator"
            ),
            None => "name a study file, or say where the games are with --store or --coordinator"
                .to_owned(),
        })),
    }
}

async fn from_store(path: &Path, id: Option<&str>) -> Result<Material, Problem> {
    let store = SqliteStore::open_reading(path).await?;
    let studies = store.studies().await?;
    let stored = choose(&studies, id, path)?;
    let material = stored_material(&store, stored).await;
    store.close().await?;
    let (package, pairs, set_aside) = material?;
    Ok(Material {
        study: study_of(&package)?,
        pairs,
        set_aside,
    })
}

type Parts = (StudyPackage, Vec<(PairKey, [Record; 2])>, Vec<PairKey>);

async fn stored_material(
    store: &SqliteStore,
    stored: &StoredStudy,
) -> Result<Parts, assay_store::StoreError> {
    let study = &stored.study;
    let package = StudyPackage::of(
        study.id.as_str(),
        &study.origin,
        &study.text,
        &study.game_source,
    );
    let pairs = all_pairs(store, &study.id).await?;
    let pairs = pairs
        .into_iter()
        .map(|pair| (pair.key, pair.games))
        .collect();
    let aside = store.quarantined(&study.id).await?;
    let set_aside = aside.into_iter().map(|pair| pair.key).collect();
    Ok((package, pairs, set_aside))
}

/// Which pairs a coordinator says are set aside.
fn set_aside_keys(status: &StudyStatus) -> Result<Vec<PairKey>, Problem> {
    let keys = status
        .quarantined
        .iter()
        .filter_map(|pair| pair.key.clone());
    keys.map(|key| <(StudyId, PairKey)>::try_from(key).map(|(_, key)| key))
        .collect::<Result<_, _>>()
        .map_err(|fault| {
            Problem::Failure(format!(
                "the coordinator named a pair that makes no sense: {fault}"
            ))
        })
}

/// What the reader must know of pairs that are not there.
pub(crate) fn set_aside_note(pairs: usize) -> Vec<String> {
    let note = |n| {
        format!(
            "{} failed repeatedly and set aside, not counted here (with `--retry-set-aside`, `assay run` or `assay resume` plays them again)",
            words::pairs(n)
        )
    };
    (pairs > 0)
        .then(|| note(pairs as u64))
        .into_iter()
        .collect()
}

fn choose<'a>(
    studies: &'a [StoredStudy],
    id: Option<&str>,
    path: &Path,
) -> Result<&'a StoredStudy, Problem> {
    let fits = |s: &&StoredStudy| id.is_none_or(|id| s.study.id.as_str().starts_with(id));
    let found: Vec<&StoredStudy> = studies.iter().filter(fits).collect();
    if let [only] = found[..] {
        return Ok(only);
    }
    let exact = found.iter().find(|s| Some(s.study.id.as_str()) == id);
    if let Some(exact) = exact {
        return Ok(exact);
    }
    let names: Vec<&str> = studies.iter().map(|s| s.study.id.as_str()).collect();
    let names = if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    };
    let what = match id {
        Some(id) => format!("study {id} is not in it, or as it is now has not been run"),
        None => "say which study".to_owned(),
    };
    Err(Problem::Usage(format!(
        "{}: {what}; the studies there are: {names}",
        path.display()
    )))
}

async fn from_coordinator(address: &Address, id: &str) -> Result<Material, Problem> {
    let mut client = connect(address).await?;
    let study = id.to_owned();
    let answer = client
        .get_study(GetStudyRequest { study })
        .await?
        .into_inner();
    let package = answer.package.unwrap_or_default();
    let study = package.study.clone();
    let status = client
        .status(StatusRequest { study })
        .await?
        .into_inner()
        .status;
    let study = package.study.clone();
    let mut records = client.records(RecordsRequest { study }).await?.into_inner();
    let mut pairs = Vec::new();
    while let Some(page) = records.message().await? {
        for pair in page.pairs {
            let pair = FinishedPair::try_from(pair).map_err(|fault| {
                Problem::Failure(format!(
                    "the coordinator sent a record that makes no sense: {fault}"
                ))
            })?;
            pairs.push((pair.key, pair.games));
        }
    }
    Ok(Material {
        study: study_of(&package)?,
        pairs,
        set_aside: status.map_or(Ok(Vec::new()), |status| set_aside_keys(&status))?,
    })
}
