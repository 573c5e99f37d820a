//! What went wrong with a request, as it is told to whoever sent it: a status and a sentence. No path
//! of this machine is in it.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tamis::filter::LearnError;
use tamis_load::LoadError;

/// Why a request has no better answer.
#[derive(Debug)]
pub(super) struct Trouble {
    status: StatusCode,
    told: Told,
}

/// The body of such an answer.
#[derive(Debug, Serialize)]
struct Told {
    error: String,
    /// What is known all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<serde_json::Value>,
}

impl Trouble {
    pub(super) fn new(status: StatusCode, why: impl Into<String>) -> Trouble {
        let told = Told {
            error: why.into(),
            details: None,
        };
        Trouble { status, told }
    }

    /// The request itself makes no sense.
    pub(super) fn unusable(why: impl Into<String>) -> Trouble {
        Trouble::new(StatusCode::BAD_REQUEST, why)
    }

    /// The page was read, and what was asked for is not in it.
    pub(super) fn nothing(why: impl Into<String>) -> Trouble {
        Trouble::new(StatusCode::UNPROCESSABLE_ENTITY, why)
    }

    /// The program failed.
    pub(super) fn broken() -> Trouble {
        let why = "the program failed on this page; please report it";
        Trouble::new(StatusCode::INTERNAL_SERVER_ERROR, why)
    }

    /// What is told.
    pub(super) fn words(&self) -> &str {
        &self.told.error
    }

    /// Adds what is known all the same.
    pub(super) fn with(mut self, details: &impl Serialize) -> Trouble {
        self.told.details = serde_json::to_value(details).ok();
        self
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        (self.status, Json(self.told)).into_response()
    }
}

impl From<LearnError> for Trouble {
    fn from(error: LearnError) -> Trouble {
        Trouble::unusable(error.to_string())
    }
}

impl From<LoadError> for Trouble {
    /// Of errors that concern files, which no request can name, nothing is told. Flags of the program
    /// that messages advise are no use to whoever asks over HTTP; the sentence before them is.
    fn from(error: LoadError) -> Trouble {
        let status = match &error {
            LoadError::TooLarge { .. } | LoadError::NotAPage { .. } | LoadError::Network { .. } => {
                StatusCode::BAD_GATEWAY
            }
            LoadError::Status { .. } | LoadError::TooManyRedirects { .. } => {
                StatusCode::BAD_GATEWAY
            }
            LoadError::Robots { .. } | LoadError::Damaged { .. } => StatusCode::BAD_GATEWAY,
            LoadError::Timeout { .. } => StatusCode::GATEWAY_TIMEOUT,
            _ => return Trouble::new(StatusCode::BAD_GATEWAY, "the page could not be read"),
        };
        let said = error.to_string();
        let why = said.split("; ").next().unwrap_or_default();
        Trouble::new(status, why)
    }
}
