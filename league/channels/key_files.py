"""Keys in the data folder that are made when they are first asked for."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """The key at ``path``; of several processes that make one at once, the first has made it."""
    if not path.exists():
        _keep(path, make())
    return path.read_bytes()


def _keep(path: Path, text: bytes) -> None:
    """Writes the whole key beside its place and links it there: nobody ever reads half a key."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)  # mode 0600
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(name, path)
    finally:
        os.unlink(name)
