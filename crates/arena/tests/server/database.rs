//! A database of its own for each test: a file of SQLite, or a database of a real PostgreSQL.
//!
//! The tests on PostgreSQL share one server, started by the first that needs it: from Debian's package, in a
//! temporary folder, on a free port of the loopback, as a user that is not root. It is stopped at the end.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs, process};

use sqlx::{Connection, Executor, PgConnection};

use crate::wait::wait_for;

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A name that no test has used: with the time too, since the files of a process that was killed stay, and a later
/// process may have its number.
pub(crate) fn fresh_name() -> String {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("laplace_{}_{}_{number}", process::id(), since_1970.as_millis())
}

/// The address of a new file of SQLite.
pub(crate) fn sqlite() -> String {
    env::temp_dir().join(fresh_name()).with_extension("db").display().to_string()
}

/// The address of a new database of PostgreSQL.
pub(crate) async fn postgres() -> String {
    let server = SERVER.get_or_init(Server::start);
    let name = fresh_name();
    let mut connection = PgConnection::connect(&server.address("postgres")).await.unwrap();
    connection.execute(format!("CREATE DATABASE {name}").as_str()).await.unwrap();
    server.address(&name)
}

static SERVER: OnceLock<Server> = OnceLock::new();

/// A PostgreSQL in a temporary folder, which is stopped when this process has ended.
pub(crate) struct Server {
    port: u16,
    data: PathBuf,
    /// A folder that is a small file system of its own, which only this server has mounted.
    small_disk: Option<PathBuf>,
}

/// Mounts a small file system for PostgreSQL in a namespace of its own, then runs a command there.
const WITH_SMALL_DISK: &str = r#"mount -t tmpfs -o size=48m,mode=0700,uid=$(id -u postgres) none "$1" || exit 1
                                 shift; exec "$@""#;

impl Server {
    /// The address of one of its databases.
    pub(crate) fn address(&self, database: &str) -> String {
        format!("postgres://laplace@127.0.0.1:{}/{database}", self.port)
    }

    /// Starts a server.
    pub(crate) fn start() -> Self {
        Self::start_with(false)
    }

    /// Starts a server with a small disk, for a tablespace. `None` if the system does not allow the mount; without
    /// root it does not, since PostgreSQL refuses to run as the root of a namespace.
    pub(crate) fn start_with_small_disk() -> Option<Self> {
        let folder = env::temp_dir().join(fresh_name());
        fs::create_dir_all(&folder).unwrap();
        let mut trial = Command::new("unshare");
        trial.args(["--mount", "sh", "-c", WITH_SMALL_DISK, "sh"]).arg(&folder).arg("true");
        let allowed = is_root() && trial.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
        allowed.then(|| Self::start_with(true))
    }

    /// The file that fills its small disk.
    pub(crate) fn ballast(&self) -> PathBuf {
        let pid = fs::read_to_string(self.data.join("postmaster.pid")).unwrap();
        let folder = self.small_disk.as_ref().unwrap().join("ballast");
        PathBuf::from(format!("/proc/{}/root{}", pid.lines().next().unwrap(), folder.display()))
    }

    /// Creates a database on its small disk and returns its address.
    pub(crate) async fn database_on_small_disk(&self) -> String {
        let mut connection = PgConnection::connect(&self.address("postgres")).await.unwrap();
        let folder = self.small_disk.as_ref().unwrap().join("tables");
        let folder = folder.display();
        connection.execute(format!("CREATE TABLESPACE small LOCATION '{folder}'").as_str()).await.unwrap();
        connection.execute("CREATE DATABASE small TABLESPACE small").await.unwrap();
        self.address("small")
    }

    fn start_with(small_disk: bool) -> Self {
        let folder = env::temp_dir().join(fresh_name());
        fs::create_dir_all(&folder).unwrap();
        let data = folder.join("data");
        if is_root() {
            assert!(Command::new("chown").args(["postgres"]).arg(&folder).status().unwrap().success());
        }
        let made = as_user(&programs().join("initdb"))
            .args(["--auth=trust", "--username=laplace", "--encoding=UTF8", "--no-sync", "-D"])
            .arg(&data)
            .stdout(Stdio::null())
            .status();
        assert!(made.unwrap().success(), "initdb");
        stop_with_us(&folder);
        for _ in 0..10 {
            let small_disk = small_disk.then(|| folder.join("small"));
            let server = Self { port: free_port(), data: data.clone(), small_disk };
            // It ends at once if another program took the port in the meantime.
            if server.run() {
                return server;
            }
        }
        panic!("PostgreSQL ends as soon as it is started in {}", data.display());
    }

    /// Starts it on its port; whether it answers.
    #[allow(clippy::zombie_processes, reason = "it is stopped when this process has ended")]
    pub(crate) fn run(&self) -> bool {
        let port = self.port.to_string();
        let mut server = self
            .program()
            .arg("-D")
            .arg(&self.data)
            .args(["-h", "127.0.0.1", "-p", &port, "-k", ""])
            .args(["-c", "max_connections=200"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_for("PostgreSQL that answers or has ended", || {
            let asked = Command::new(programs().join("pg_isready"))
                .args(["-q", "-h", "127.0.0.1", "-p", &port])
                .status()
                .unwrap();
            match server.try_wait().unwrap() {
                Some(_) => Ok(false),
                None if asked.success() => Ok(true),
                None => Err(format!("pg_isready: {asked}")),
            }
        })
    }

    fn program(&self) -> Command {
        let program = programs().join("postgres");
        let Some(folder) = &self.small_disk else { return as_user(&program) };
        fs::create_dir_all(folder).unwrap();
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-c", WITH_SMALL_DISK, "sh"]).arg(folder);
        // The folder of a tablespace belongs to the server and is empty.
        let user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "sh", "-c"];
        command.args(user).args([r#"mkdir "$1/tables"; shift; exec "$@""#, "sh"]).arg(folder).arg(program);
        command
    }

    /// Stops it: `fast`, or `immediate` as if it crashed.
    pub(crate) fn stop(&self, mode: &str) {
        let stopped = as_user(&programs().join("pg_ctl"))
            .args(["stop", "-w", "-s", "-m", mode, "-D"])
            .arg(&self.data)
            .status();
        assert!(stopped.unwrap().success(), "pg_ctl stop");
    }
}

pub(crate) fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|data| std::os::unix::fs::MetadataExt::uid(&data) == 0)
}

/// PostgreSQL refuses to run as root: then it runs as the user that its package made.
fn as_user(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(program);
    command
}

/// Where Debian puts the programs of the newest version.
fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").expect("Debian's package postgresql is installed");
    versions.flatten().map(|entry| entry.path()).max().unwrap().join("bin")
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A small process waits for the end of this one, however it ends, stops the server and cleans up.
#[allow(clippy::zombie_processes, reason = "it outlives this process")]
fn stop_with_us(folder: &Path) {
    let script = r#"while kill -0 "$1" 2>/dev/null; do sleep 0.2; done
        if server=$(head -n 1 "$2/data/postmaster.pid"); then
            kill -INT "$server"; while kill -0 "$server" 2>/dev/null; do sleep 0.1; done
        fi
        rm -rf "$2""#;
    Command::new("sh")
        .args(["-c", script, "sh", &process::id().to_string()])
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
}
