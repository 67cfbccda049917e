//! A small client: one connection that stays open, one request after another.

use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A connection.
pub(crate) struct Client(BufReader<TcpStream>);

/// A request as it goes over the wire.
pub(crate) fn request(method: &str, path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let mut bytes =
        format!("{method} {path} HTTP/1.1\r\nHost: load\r\nContent-Length: {length}\r\n{headers}\r\n")
            .into_bytes();
    bytes.extend(body);
    bytes
}

impl Client {
    pub(crate) fn connect(port: u16) -> Result<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(120)))?;
        Ok(Self(BufReader::new(stream)))
    }

    /// Sends a request; the status and the body.
    pub(crate) fn send(&mut self, request: &[u8]) -> Result<(u16, Vec<u8>)> {
        self.0.get_mut().write_all(request)?;
        let bad = || Error::from(ErrorKind::InvalidData);
        let status = self.line()?.get(9..12).and_then(|text| text.parse().ok()).ok_or_else(bad)?;
        let mut length = Some(0);
        loop {
            let line = self.line()?.to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(text) = line.strip_prefix("content-length:") {
                length = text.trim().parse().ok();
            } else if line.starts_with("transfer-encoding:") {
                length = None;
            }
        }
        let mut body = Vec::new();
        match length {
            Some(length) => self.take(length, &mut body)?,
            None => loop {
                let size = u64::from_str_radix(&self.line()?, 16).map_err(|_| bad())?;
                self.take(size, &mut body)?;
                self.line()?;
                if size == 0 {
                    break;
                }
            },
        }
        Ok((status, body))
    }

    fn take(&mut self, size: u64, body: &mut Vec<u8>) -> Result<()> {
        let read = (&mut self.0).take(size).read_to_end(body)? as u64;
        if read == size { Ok(()) } else { Err(ErrorKind::UnexpectedEof.into()) }
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        if self.0.read_line(&mut line)? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_owned())
    }
}

/// Subscribes to the live board: the lines of the stream.
pub(crate) fn subscribe(port: u16, contest: &str) -> Result<impl Iterator<Item = String>> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.write_all(
        format!("GET /c/{contest}/board/live HTTP/1.1\r\nHost: load\r\nAccept: text/event-stream\r\n\r\n")
            .as_bytes(),
    )?;
    Ok(BufReader::new(stream).lines().map_while(std::result::Result::ok))
}
