//! The frame of every request: what it says is read, its work is done at its turn, and what that gives is the
//! answer. A handler is then a function of the studio and of what the request says; the list of addresses
//! says whose turn it takes.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::handler::Handler;
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use futures_util::future::BoxFuture;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Studio;
use super::asked::Asked;
use super::desk::{Arrived, Turn};
use super::trouble::Trouble;

/// What comes of a request.
pub(super) type Answered = Result<Response, Trouble>;

/// Work on what a request says.
pub(super) struct Doing<E, W> {
    /// None where it is done in no time.
    turn: fn(&E) -> Option<Turn>,
    work: W,
}

/// Work that takes no time, and is done whoever else waits.
pub(super) fn at_once<E, W: Fn(&Arc<Studio>, E) -> Answered>(work: W) -> Doing<E, W> {
    let turn = |_: &E| None;
    Doing { turn, work }
}

/// Work for a core.
pub(super) fn working<E, W: Fn(&Arc<Studio>, E) -> Answered>(work: W) -> Doing<E, W> {
    let turn = |_: &E| Some(Turn::Work);
    Doing { turn, work }
}

/// Work that waits most of its time, for hosts or for the disk.
pub(super) fn waiting<E, W: Fn(&Arc<Studio>, E) -> Answered>(work: W) -> Doing<E, W> {
    let turn = |_: &E| Some(Turn::Wait);
    Doing { turn, work }
}

/// Work on a page, which is waited for unless it was sent.
pub(super) fn on_page<W>(work: W) -> Doing<Arrived<Asked>, W>
where
    W: Fn(&Arc<Studio>, Arrived<Asked>) -> Answered,
{
    let turn = |asked: &Arrived<Asked>| match asked.value.waits() {
        true => Some(Turn::Wait),
        false => Some(Turn::Work),
    };
    Doing { turn, work }
}

/// By hand, for what requests say need not be to be copied.
impl<E, W: Clone> Clone for Doing<E, W> {
    fn clone(&self) -> Self {
        Doing {
            turn: self.turn,
            work: self.work.clone(),
        }
    }
}

impl<E, M, W> Handler<(E, M), Arc<Studio>> for Doing<E, W>
where
    E: FromRequest<Arc<Studio>, M> + Send + 'static,
    W: Fn(&Arc<Studio>, E) -> Answered + Clone + Send + Sync + 'static,
{
    type Future = BoxFuture<'static, Response>;

    fn call(self, request: Request, studio: Arc<Studio>) -> Self::Future {
        Box::pin(async move {
            let asked = match E::from_request(request, &studio).await {
                Ok(asked) => asked,
                Err(refused) => return refused.into_response(),
            };
            let turn = (self.turn)(&asked);
            let own = Arc::clone(&studio);
            let work = move || (self.work)(&own, asked);
            let answered = match turn {
                Some(turn) => studio.desk.work(turn, work).await,
                None => work(),
            };
            answered.into_response()
        })
    }
}

/// JSON that was sent.
impl<T: DeserializeOwned> FromRequest<Arc<Studio>> for Arrived<T> {
    type Rejection = Trouble;

    async fn from_request(request: Request, studio: &Arc<Studio>) -> Result<Self, Trouble> {
        let (parts, body) = request.into_parts();
        studio.desk.read(&parts.headers, body).await
    }
}

/// What stands behind the question mark.
pub(super) struct Query<T>(pub(super) T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Trouble> {
        let query = axum::extract::Query::<T>::try_from_uri(&parts.uri);
        let query = query.map_err(|why| Trouble::unusable(why.body_text()))?;
        Ok(Query(query.0))
    }
}

/// Answers with a value as JSON.
pub(super) fn json(value: &impl Serialize) -> Answered {
    let json = serde_json::to_vec(value).map_err(|_| Trouble::broken())?;
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}
