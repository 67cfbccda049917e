//! A browser without scripts: it sends forms and keeps its session cookie.

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};

use crate::test_server::{TestServer, text};

const BOUNDARY: &str = "a-line-between-files";

/// A browser.
pub(crate) struct Browser<'a> {
    pub(crate) server: &'a TestServer,
    pub(crate) cookie: String,
}

impl<'a> Browser<'a> {
    /// A browser that is not signed in.
    pub(crate) fn new(server: &'a TestServer) -> Self {
        Self { server, cookie: String::new() }
    }

    /// Signs in with a token, by the form.
    pub(crate) async fn signed_in(server: &'a TestServer, token: &str) -> Self {
        let mut browser = Self::new(server);
        let response = browser.post("/login", &format!("token={token}")).await;
        assert_eq!(response.status(), StatusCode::SEE_OTHER);
        browser.take_cookie(&response);
        browser
    }

    /// Stores the cookie of a response.
    pub(crate) fn take_cookie(&mut self, response: &Response<Body>) {
        let cookie = response.headers()["set-cookie"].to_str().unwrap();
        self.cookie = cookie.split(';').next().unwrap().to_owned();
    }

    /// Requests a page.
    pub(crate) async fn get(&self, path: &str) -> Response<Body> {
        let request = Request::get(path).header("accept", "text/html").header("cookie", &self.cookie);
        self.server.send(request.body(Body::empty()).unwrap()).await
    }

    /// The text of a page, which must have status 200.
    pub(crate) async fn page(&self, path: &str) -> String {
        let response = self.get(path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        text(response).await
    }

    /// Sends a form.
    pub(crate) async fn post(&self, path: &str, form: &str) -> Response<Body> {
        self.send(path, "application/x-www-form-urlencoded", form.to_owned().into_bytes()).await
    }

    /// Sends fields of a form with files: name of the field, name of the file, content.
    pub(crate) async fn upload<C: AsRef<[u8]>>(
        &self,
        path: &str,
        files: &[(&str, &str, C)],
    ) -> Response<Body> {
        let mut body = Vec::new();
        for (field, name, content) in files {
            let file = if name.is_empty() { String::new() } else { format!("; filename=\"{name}\"") };
            let head =
                format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{field}\"{file}\r\n\r\n");
            body.extend([head.as_bytes(), content.as_ref(), b"\r\n"].concat());
        }
        body.extend(format!("--{BOUNDARY}--\r\n").into_bytes());
        self.send(path, &format!("multipart/form-data; boundary={BOUNDARY}"), body).await
    }

    async fn send(&self, path: &str, kind: &str, body: Vec<u8>) -> Response<Body> {
        let request = Request::post(path)
            .header("accept", "text/html")
            .header("content-type", kind)
            .header("sec-fetch-site", "same-origin")
            .header("cookie", &self.cookie);
        self.server.send(request.body(Body::from(body)).unwrap()).await
    }
}

/// The address that a response redirects to.
pub(crate) fn location(response: &Response<Body>) -> &str {
    assert_eq!(response.status(), StatusCode::SEE_OTHER);
    response.headers()["location"].to_str().unwrap()
}
