"""Long work of the worker in processes of their own, which end together with the worker."""

from __future__ import annotations

import subprocess
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


class Ended(Exception):
    """The worker ends and has no time for this: whoever comes next does it."""


class Processes:
    """Those that run now. Safe to use from several threads."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[str]] = set()
        self._is_ending = False
        self._lock = Lock()

    @contextmanager
    def ended(self) -> Iterator[None]:
        """Ends all that run; as long as this lasts no other begins."""
        with self._lock:
            self._is_ending = True
            for process in self._running:
                process.terminate()
            self._running.clear()
        try:
            yield
        finally:
            self._is_ending = False

    def output(self, command: Sequence[str], *, given: str, folder: Path, timeout: float) -> str:
        """What ``command`` writes, with ``given`` to read.

        Raises Ended, TimeoutExpired, and RuntimeError with its last words where it fails.
        """
        with self._begun(command, folder) as process:
            try:
                written, said = process.communicate(given, timeout=timeout)
            finally:
                process.kill()  # nothing where it has ended
                with self._lock:
                    was_ended = process not in self._running
                    self._running.discard(process)
        if process.returncode and was_ended:
            raise Ended
        if process.returncode:
            raise RuntimeError(said.strip()[-300:])
        return written

    def _begun(self, command: Sequence[str], folder: Path) -> subprocess.Popen[str]:
        with self._lock:
            if self._is_ending:
                raise Ended
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                cwd=folder,
                start_new_session=True,  # Ctrl-C is for the worker, which ends this one
            )
            self._running.add(process)
            return process


processes = Processes()
