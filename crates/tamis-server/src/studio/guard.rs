//! Who may ask, and what every answer says to the browser.
//!
//! Any page in any browser on this machine can send requests to a loopback port. Three things keep
//! them out: the `Host` must be one of the studio's own names (a foreign name that was bound to the
//! loopback address is none), an `Origin` must be the studio itself (or an extension that brings the
//! token), and the token must be known. A browser keeps the token in a cookie that it sends from the
//! studio's own pages alone.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Studio;
use super::trouble::Trouble;

/// What the studio's own pages may do: load the studio's files, talk to the studio, nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer. An answer's own policy for what it contains is left as it is.
const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-dns-prefetch-control", "off"),
    ("cache-control", "no-store"),
];

/// Lets a request through, or says why not.
pub(super) async fn watch(
    State(studio): State<Arc<Studio>>,
    request: Request,
    next: Next,
) -> Response {
    let mut answer = match check(&studio, request.headers(), request.uri()) {
        Ok(Pass::Known) => next.run(request).await,
        Ok(Pass::Welcome) => welcome(&studio),
        Err(trouble) => trouble.into_response(),
    };
    let headers = answer.headers_mut();
    for (name, value) in HEADERS {
        if !headers.contains_key(name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    answer
}

/// Why a request is let through.
enum Pass {
    /// It has the token.
    Known,
    /// It is the link that was printed, opened in a browser.
    Welcome,
}

fn check(studio: &Studio, headers: &HeaderMap, uri: &Uri) -> Result<Pass, Trouble> {
    let host = text(headers, header::HOST);
    if !host.is_some_and(|host| is_own_name(host, studio.port)) {
        let why = "this name is not the studio's; open the address that it printed";
        return Err(Trouble::new(StatusCode::MISDIRECTED_REQUEST, why));
    }
    let origin = text(headers, header::ORIGIN);
    // An extension of the browser is no page. It has no cookie to be tricked with: it brings the token
    // that its person has given it, as programs do.
    let brings_token = headers.contains_key(header::AUTHORIZATION);
    let is_foreign = |origin: &str| {
        origin.strip_prefix("http://") != host && !(brings_token && is_extension(origin))
    };
    if headers.contains_key(header::ORIGIN) && origin.is_none_or(is_foreign) {
        let why = "the studio answers no page but its own";
        return Err(Trouble::new(StatusCode::FORBIDDEN, why));
    }
    if given_token(headers, studio.port).is_some_and(|given| studio.token.is(given)) {
        return Ok(Pass::Known);
    }
    let in_link = uri.query().and_then(|query| query.strip_prefix("token="));
    if uri.path() == "/" && in_link.is_some_and(|given| studio.token.is(given)) {
        return Ok(Pass::Welcome);
    }
    let why =
        "open the link that tamis serve printed; programs send its token as Authorization: Bearer";
    Err(Trouble::new(StatusCode::UNAUTHORIZED, why))
}

/// Whether a `Host` is a name that the studio itself goes by.
fn is_own_name(host: &str, port: u16) -> bool {
    let own = ["127.0.0.1", "localhost", "[::1]"];
    own.iter().any(|name| {
        let rest = host.strip_prefix(name);
        rest.and_then(|rest| rest.strip_prefix(':')) == Some(port.to_string().as_str())
    })
}

/// Whether an `Origin` is that of a browser's extension.
fn is_extension(origin: &str) -> bool {
    let schemes = ["chrome-extension://", "moz-extension://"];
    schemes.iter().any(|scheme| origin.starts_with(scheme))
}

/// The token that a request brings, as a program or as a browser does.
fn given_token(headers: &HeaderMap, port: u16) -> Option<&str> {
    if let Some(given) = text(headers, header::AUTHORIZATION) {
        return given.strip_prefix("Bearer ");
    }
    let name = cookie_name(port);
    let cookies = headers.get_all(header::COOKIE).iter();
    cookies
        .filter_map(|cookies| cookies.to_str().ok())
        .flat_map(|cookies| cookies.split("; "))
        .find_map(|cookie| cookie.strip_prefix(&name)?.strip_prefix('='))
}

/// Cookies do not tell ports apart, so the name does: two studios may run side by side.
fn cookie_name(port: u16) -> String {
    format!("tamis_{port}")
}

/// Gives the browser its cookie, and sends it on to an address that does not show the token.
fn welcome(studio: &Studio) -> Response {
    let cookie = format!(
        "{}={}; HttpOnly; SameSite=Strict; Path=/",
        cookie_name(studio.port),
        studio.token.as_str()
    );
    let headers = [(header::LOCATION, "/"), (header::SET_COOKIE, &cookie)];
    (StatusCode::SEE_OTHER, headers).into_response()
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}
