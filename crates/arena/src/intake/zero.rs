//! Texts without a zero in them: nobody means one, and PostgreSQL keeps none.
//!
//! Addresses are looked at here, before any handler. What comes in a form or in JSON and is kept is refused when it
//! is written, by [`crate::store::Change`] or by the database: see [`Error`].

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Error;

/// Refuses an address with a zero in its path or its query. Of no other form can it be there.
pub async fn without_zero(request: Request, next: Next) -> Response {
    let address = request.uri().path_and_query().map_or("", |address| address.as_str());
    if address.contains("%00") {
        return Error::zero().into_response();
    }
    next.run(request).await
}
