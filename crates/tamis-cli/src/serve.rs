//! `tamis serve`: the studio, and the HTTP API, on this machine.

use std::env;
use std::path::PathBuf;

use tamis_load::{FilterFolder, Reach};
use tamis_server::studio::{self, StudioError, StudioOptions};

use crate::args::Shared;
use crate::outcome::{Outcome, UsageError};
use crate::{messages, output};

/// Open the studio in the browser, with an HTTP API
#[derive(clap::Args)]
#[command(after_help = "\
Prints the link to open. It holds the token of this run: programs send it as Authorization: Bearer. The
studio is reached from this machine alone. GET /api/openapi.json describes the API.

Examples:
  tamis serve
  tamis serve --port 8080 --data studio
  curl -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' \\
    -d '{\"url\": \"http://harbour.example/news/storm.html\"}' http://127.0.0.1:8080/api/content")]
pub(crate) struct ServeArgs {
    /// The port to listen on [default: any that is free]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// The folder to keep data in [default: tamis in the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Fetch pages also from this machine and its own network
    #[arg(long)]
    allow_private: bool,
}

pub(crate) fn run(args: ServeArgs, _: &Shared) -> anyhow::Result<Outcome> {
    let options = StudioOptions {
        port: args.port,
        data: args.data.or_else(default_data_dir),
        filters: FilterFolder::of_user().ok(),
        reach: match args.allow_private {
            true => Reach::Anywhere,
            false => Reach::Public,
        },
    };
    let bound = match studio::bind(&options) {
        Err(error @ (StudioError::Port { .. } | StudioError::Data(_))) => {
            return Err(UsageError(error.to_string()).into());
        }
        bound => bound?,
    };
    output::print(&bound.link())?;
    messages::note("open this link in a browser; Ctrl-C ends the studio");
    bound.serve()?;
    Ok(Outcome::Good)
}

/// The user's data folder by the system's custom; `None` where there is none.
fn default_data_dir() -> Option<PathBuf> {
    let absolute = |name: &str| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let folder = match env::consts::OS {
        "windows" => absolute("APPDATA"),
        "macos" => env::home_dir().map(|home| home.join("Library/Application Support")),
        _ => absolute("XDG_DATA_HOME").or_else(|| Some(env::home_dir()?.join(".local/share"))),
    };
    folder
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join("tamis"))
}
