//! The studio: a local web page over the engine, and the same as an HTTP API for programs.
//!
//! It listens on the loopback address alone and answers whoever has the token of the run (`guard`).
//! `routes` lists every address; `verbs` are the program's verbs on one page, `view` is all of them
//! at once for the page view, `shown` the page in its frame; `pick` is how a filter is made of what a
//! person clicks, `filters` those that are kept, `kept` the pages that are; `read` makes documents of
//! pages; `stream` reads feeds in the background, `check` scores the program on labelled data, `label`
//! makes such data; `data` is the folder where things are kept; `desk` sees to it that any number of
//! callers cost a bounded amount of work and memory.

mod arrival;
mod asked;
mod body;
mod check;
mod data;
mod desk;
mod events;
mod filters;
mod front;
mod guard;
mod kept;
mod label;
mod openapi;
mod pick;
mod read;
mod reply;
mod routes;
mod sample;
mod shelf;
mod shown;
mod stream;
mod token;
mod trouble;
mod verbs;
mod view;

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use tamis_load::{FilterFolder, Limits, Reach, Web, WebOptions};

use check::Runner;
use data::Data;
use desk::Desk;
use pick::PickedPage;
use read::Jobs;
use shelf::Shelf;
use shown::ShownPage;
use stream::Streams;
use token::Token;

pub use data::DataError;

/// How the studio runs.
#[derive(Clone, Debug, Default)]
pub struct StudioOptions {
    /// The port; any that is free when it is 0.
    pub port: u16,
    /// The folder that it keeps its data in; without one it keeps nothing.
    pub data: Option<PathBuf>,
    /// The person's filters; without a folder there are none.
    pub filters: Option<FilterFolder>,
    /// Which hosts pages may be fetched from.
    pub reach: Reach,
}

/// The studio could not be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudioError {
    /// The port is taken or not to be had.
    #[error("port {port} cannot be listened on: {cause}; --port names another, 0 any that is free")]
    Port {
        /// The port.
        port: u16,
        /// The system's reason.
        cause: io::Error,
    },
    /// The folder for its data cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The system gave no chance or no threads.
    #[error("the studio cannot be started: {0}")]
    System(String),
}

/// A studio that is ready to answer.
pub struct Bound {
    listener: TcpListener,
    studio: Arc<Studio>,
}

/// What every request sees.
struct Studio {
    port: u16,
    token: Token,
    web: Web,
    desk: Desk,
    data: Data,
    streams: Streams,
    runner: Runner,
    shelf: Shelf<ShownPage>,
    picked: Shelf<PickedPage>,
    filters: Option<FilterFolder>,
    jobs: Jobs,
}

/// Begins to listen. Requests wait until [`Bound::serve`] answers them.
///
/// # Errors
/// When the port cannot be had, or the folder for its data cannot be used.
pub fn bind(options: &StudioOptions) -> Result<Bound, StudioError> {
    let taken = |cause| StudioError::Port {
        port: options.port,
        cause,
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).map_err(taken)?;
    listener.set_nonblocking(true).map_err(taken)?;
    let port = listener.local_addr().map_err(taken)?.port();
    let data = Data::open(options.data.as_deref())?;
    let no_token = || StudioError::System("the system gives no random numbers".to_owned());
    let no_threads = || StudioError::System("the system gives no threads".to_owned());
    let studio = Studio {
        port,
        token: Token::random().ok_or_else(no_token)?,
        web: Web::new(web_options(&data, options.reach), Limits::default()),
        desk: Desk::new().ok_or_else(no_threads)?,
        shelf: Shelf::default(),
        streams: Streams::resume(&data, options.reach),
        data,
        runner: Runner::default(),
        picked: Shelf::default(),
        filters: options.filters.clone(),
        jobs: Jobs::new().ok_or_else(no_threads)?,
    };
    Ok(Bound {
        listener,
        studio: Arc::new(studio),
    })
}

/// What was fetched from a private host is not kept, for a later run may not be allowed to see it.
fn web_options(data: &Data, reach: Reach) -> WebOptions {
    WebOptions {
        cache: data.pages().filter(|_| reach == Reach::Public),
        reach,
        ..WebOptions::default()
    }
}

impl Bound {
    /// Where the studio is, without the token: for programs.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.studio.port)
    }

    /// The token of this run.
    pub fn token(&self) -> &str {
        self.studio.token.as_str()
    }

    /// The link for a person: opened in a browser, it is let in.
    pub fn link(&self) -> String {
        format!("{}?token={}", self.address(), self.token())
    }

    /// Answers requests until the program ends.
    ///
    /// # Errors
    /// When the system does not give what it needs.
    pub fn serve(self) -> Result<(), StudioError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| StudioError::System(error.to_string()))?;
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            axum::serve(listener, routes::router(self.studio)).await
        });
        served.map_err(|error| StudioError::System(error.to_string()))
    }
}
