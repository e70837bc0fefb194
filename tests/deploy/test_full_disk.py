"""``serve`` on a really small disk that fills up and is emptied again.

The disk is a file system in memory, in a name space of the process's own; where the system allows
nobody to make one, there is nothing to ask.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import production
from tests.flows.visitors import Visitor
from tests.installation import Installation, Running
from tests.prepared import stored
from tests.services import ROOT, free_port

TYPED: dict[str, str | list[str]] = {
    "email": "ada@club.example",
    "password": "copper kettle at noon",
}
# The tables are there before the first start, where some are kept.
MOUNT = """
mount -t tmpfs -o size=48m,mode=700 none "$LEAGUE_DATA" || exit
test -z "$TABLES" || install -m 600 "$TABLES" "$LEAGUE_DATA/league.sqlite3"
exec "$@"
"""
OWN_DISK = ("unshare", "--map-root-user", "--mount", "sh", "-c", MOUNT, "sh")


@dataclass
class Tiny:
    """A running ``serve`` whose data folder is a disk of 48 MB, and temporary files with it."""

    installation: Installation
    running: Running

    @property
    def disk(self) -> Path:
        """The folder as the process sees it."""
        data = self.installation.folder / "data"
        return Path(f"/proc/{self.running.process.pid}/root{data}")

    def fill(self) -> None:
        for n, size in enumerate((65_536, 512)):
            try:
                with (self.disk / f"filler-{n}").open("wb", buffering=0) as file:
                    while file.write(bytes(size)) == size:
                        pass
            except OSError:
                continue

    def make_room(self) -> None:
        for file in self.disk.glob("filler-*"):
            file.unlink()

    def backup(self) -> tuple[int, str]:
        done = subprocess.run(
            [
                *("nsenter", "--preserve-credentials", "--user", "--mount"),
                *(f"--target={self.running.process.pid}", f"--wd={ROOT}", "--"),
                *(str(production.python()), str(ROOT / "manage.py"), "backup"),
            ],
            env=self.installation.environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        return done.returncode, done.stderr


@pytest.fixture
def tiny(request: pytest.FixtureRequest, django_db_setup: None, tmp_path: Path) -> Iterator[Tiny]:
    folder = tmp_path / "tiny"
    kept = stored(request.config)
    tables = str(kept) if kept is not None and kept.exists() else ""
    installation = Installation(folder, {"TMPDIR": str(folder / "data"), "TABLES": tables})
    allowed = subprocess.run([*OWN_DISK, "true"], env=installation.environment(), check=False)
    if allowed.returncode:
        pytest.skip("this system lets nobody make a disk of their own")
    port = free_port()
    serve = (str(ROOT / "manage.py"), "serve", "--empty", "--port", str(port))
    command = [str(production.python()), *serve]
    log = folder / "serve.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*OWN_DISK, *command],
            cwd=ROOT,
            env=installation.environment(),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    running = Running(process, log, f"http://127.0.0.1:{port}")
    installation.running.append(running)
    running.wait_for_page()
    yield Tiny(installation, running)
    installation.close()


def files(tiny: Tiny) -> set[str]:
    return {str(path) for path in tiny.disk.rglob("*") if path.is_file()}


def test_a_full_disk_is_read_from_says_what_it_is_and_works_again_once_there_is_room(
    tiny: Tiny,
) -> None:
    tiny.running.wait_for_line("Ctrl-C")
    folder, url = tiny.installation.folder / "data", tiny.running.url
    link = tiny.running.output().partition("first one:\n")[2].split()[0]
    founder, other = Visitor(url), Visitor(url)
    founder.open(link)
    large = ("list.csv", bytes(5_000_000))
    other.open("/account/login/")
    other.press("Sign in", upload=large)  # from now on this process knows where such files go
    tiny.fill()
    there = files(tiny)

    other.open("/account/login/")
    founder.press("Create account", TYPED, expect=507)
    other.press("Sign in", upload=large, expect=507)
    code, told = tiny.backup()
    left = files(tiny)
    tiny.make_room()
    founder.open(link)
    founder.press("Create account", TYPED)

    assert (code, told.splitlines()[-1]) == (
        1,
        f"CommandError: The disk is full: nothing can be written to {folder / 'backups'}. "
        "Make room there first.",
    )
    assert f"Only 0 MB are free for {folder}." in told
    assert left == there
    assert f"the disk is full: make room in {folder}" in tiny.running.output()
    assert "Traceback" not in tiny.running.output()
