"""Makes the project's own environment and re-executes in it. Standard library only.

Two environments stand beside `manage.py`: `.venv` for the service and `.venv-test` for the tests,
so that a test run never unloads packages under a running service. A stamp in each says what it was
made from (the lock file, the Python version, the platform); while the stamp holds, a start costs
reading two small files. Nothing is guessed by trying to import.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

# kind: (folder of the environment, lock file)
ENVIRONMENTS = {
    "run": (".venv", "requirements.lock"),
    "test": (".venv-test", "requirements-test.lock"),
}
STAMP = "stammtisch-stamp"
# These would mix other packages into the environment, or put ours elsewhere.
FOREIGN = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PIP_USER", "PIP_TARGET", "PIP_PREFIX")
PATIENCE_S = 600


class SetupFailed(Exception):
    """The environment cannot be made; the message says why and what helps."""


def ensure(root: Path, kind: str, argv: Sequence[str]) -> None:
    """Returns when this process runs in the right environment; else makes it and re-executes."""
    folder, lock = root / ENVIRONMENTS[kind][0], root / ENVIRONMENTS[kind][1]
    try:
        wanted = stamp(lock)
        if is_inside(root, kind, wanted):
            return
        if read_stamp(folder) != wanted:
            make(root, folder, lock, wanted)
    except SetupFailed as failed:
        fail(str(failed))
    execute(interpreter(folder), argv)


def is_inside(root: Path, kind: str, wanted: str) -> bool:
    """Whether this process already runs in an environment that has what ``kind`` needs."""
    here = Path(sys.prefix).resolve()
    if here == (root / ENVIRONMENTS[kind][0]).resolve():
        return read_stamp(here) == wanted
    # The test environment holds everything that the service needs as well.
    tests, test_lock = ENVIRONMENTS["test"]
    return (
        kind == "run"
        and here == (root / tests).resolve()
        and read_stamp(here) == stamp(root / test_lock)
    )


def stamp(lock: Path) -> str:
    """What an environment is made from: lock file, Python version, platform."""
    try:
        digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    except OSError as error:
        raise SetupFailed(f"{lock.name} cannot be read: {error.strerror}") from error
    return f"{digest} {platform.python_version()} {sys.platform}-{platform.machine()}\n"


def read_stamp(folder: Path) -> str | None:
    try:
        return (folder / STAMP).read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return None


def interpreter(folder: Path) -> Path:
    if os.name == "nt":
        return folder / "Scripts" / "python.exe"
    return folder / "bin" / "python"


def environment(source: Mapping[str, str]) -> dict[str, str]:
    """The variables for processes of the environment: without those of another one."""
    return {name: value for name, value in source.items() if name not in FOREIGN}


def execute(python: Path, argv: Sequence[str]) -> NoReturn:
    variables = environment(os.environ)
    command = [str(python), *argv]
    if os.name == "nt":  # exec there would give the prompt back while the service still runs
        sys.exit(subprocess.call(command, env=variables))
    sys.stdout.flush()
    os.execve(command[0], command, variables)


def make(root: Path, folder: Path, lock: Path, wanted: str) -> None:
    """Makes the environment under a file lock; a second start waits and finds it made."""
    with one_at_a_time(root / ".bootstrap.lock"):
        if read_stamp(folder) == wanted:
            return
        started = time.monotonic()
        say(
            f"Setting up {folder.name} from {lock.name} (once, and again when the lock changes) ..."
        )
        create(folder)
        install(folder, lock)
        (folder / STAMP).write_text(wanted, encoding="ascii")
        say(f"Set up in {time.monotonic() - started:.0f} s.")


def create(folder: Path) -> None:
    """An empty environment; one of another Python or half made is thrown away first."""
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise SetupFailed(
            "Python's venv module is incomplete here. Install it and start again, on Debian or "
            f"Ubuntu with: sudo apt-get install python3-venv (or python{version}-venv)"
        )
    try:
        (folder / STAMP).unlink(missing_ok=True)
        if folder.exists():
            shutil.rmtree(folder)
    except OSError as error:
        raise SetupFailed(f"{folder} cannot be replaced: {error.strerror}") from error
    run(
        [sys.executable, "-m", "venv", str(folder)],
        f"The environment {folder} cannot be made. Is the folder writable and the disk not full?",
    )


def install(folder: Path, lock: Path) -> None:
    """Installs exactly what the lock names: with uv where it can be had, else with pip."""
    python = str(interpreter(folder))
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    advice = (
        "The packages cannot be fetched. Is this machine on the internet? Behind a proxy, set "
        "HTTPS_PROXY; with a package mirror, set PIP_INDEX_URL. Then start again."
    )
    requirement = pinned(lock.read_text(encoding="utf-8"), "uv")
    if requirement is not None:
        handle, name = tempfile.mkstemp(prefix="stammtisch-uv-", suffix=".txt", text=True)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(requirement)
            try:
                run([*pip, "--require-hashes", "--no-deps", "--only-binary=:all:", "-r", name], "")
                run(
                    [
                        *(python, "-m", "uv", "pip", "sync", "--quiet", "--require-hashes"),
                        *("--compile-bytecode", "--python", python, str(lock)),
                    ],
                    "",
                )
                return
            except SetupFailed:
                say("uv cannot be used here; installing with pip, which takes a little longer.")
        finally:
            os.unlink(name)
    run([*pip, "--require-hashes", "--no-deps", "-r", str(lock)], advice)


def pinned(lock: str, name: str) -> str | None:
    """The lines of one package in a lock file: its version and hashes."""
    found = re.search(rf"^{re.escape(name)}==(?:[^\n]*\\\n)*[^\n]*\n?", lock, flags=re.MULTILINE)
    return found.group(0) if found else None


def run(command: Sequence[str], advice: str) -> None:
    result = subprocess.run(
        command, env=environment(os.environ), capture_output=True, text=True, check=False
    )
    if result.returncode:
        lines = [line for line in (result.stderr or result.stdout).splitlines() if line.strip()]
        lines = [line for line in lines if line.startswith("ERROR")] or lines
        raise SetupFailed("\n".join([advice, *("  | " + line for line in lines[-6:])]))


@contextlib.contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """An exclusive lock on a file; the system frees it when the process ends, however it ends."""
    try:
        file = path.open("a")
    except OSError as error:
        raise SetupFailed(f"{path.parent} is not writable: {error.strerror}") from error
    with file:
        wait_for(file.fileno())
        yield


def wait_for(descriptor: int) -> None:
    deadline = time.monotonic() + PATIENCE_S
    has_said = False
    while True:
        try:
            lock_now(descriptor)
            return
        except OSError:
            if not has_said:
                say("Another start is setting up; waiting for it ...")
                has_said = True
            if time.monotonic() > deadline:
                raise SetupFailed("Another start has been setting up for 10 minutes.") from None
            time.sleep(0.2)


def lock_now(descriptor: int) -> None:
    if sys.platform == "win32":
        import msvcrt  # exists on this platform alone

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # exists on the other platforms alone

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def fail(reason: str) -> NoReturn:
    say(f"Stammtisch could not be set up.\n{reason}")
    sys.exit(1)
