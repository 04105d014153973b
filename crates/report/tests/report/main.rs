//! The report as its readers get it.
//!
//! | file | what it holds |
//! |---|---|
//! | `files` | the rendered files: whole, true to the findings, the same every time |
//! | `drawing` | the charts: text inside the picture, nothing over anything else, pixels of the right size |
//! | `counting` | records to findings: counts checked by hand and against another way of counting |
//! | `phases` | values phase by phase |
//! | `published` | figures of others beside those of the study |
//! | `rounds` | values fitted between rounds |
//! | `stopped` | arms that stopped early |
//! | `tuning` | tuned numbers and the verdict on them |
//! | `imbalance` | imbalance matches whose results follow planted values |
//! | `words` | the summary for a terminal |
//! | `made` | findings made by hand |
//! | `games` | records of games played at random |

mod counting;
mod drawing;
mod files;
mod forecast;
mod games;
mod imbalance;
mod made;
mod phases;
mod published;
mod rounds;
mod stopped;
mod tuning;
mod words;
