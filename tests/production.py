"""The environment of an installation: what the production lock names, and nothing of the tests'."""

from __future__ import annotations

import functools
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.services import ROOT

FOLDER = ROOT / ".venv-production"
LOCK = ROOT / "requirements.lock"


@functools.cache
def python() -> Path:
    """Its interpreter. Made once for a lock, by one process while the others wait."""
    spec = importlib.util.spec_from_file_location("bootstrap", ROOT / "deploy" / "bootstrap.py")
    assert spec is not None
    assert spec.loader is not None
    bootstrap = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bootstrap)
    wanted = bootstrap.stamp(LOCK)
    with bootstrap.one_at_a_time(ROOT / ".bootstrap.lock"):
        if bootstrap.read_stamp(FOLDER) != wanted:
            shutil.rmtree(FOLDER, ignore_errors=True)
            uv("venv", "--python", sys.executable, str(FOLDER))
            uv(
                *("pip", "sync", "--require-hashes", "--compile-bytecode"),
                *("--python", str(bootstrap.interpreter(FOLDER)), str(LOCK)),
            )
            (FOLDER / bootstrap.STAMP).write_text(wanted, encoding="ascii")
    interpreter: Path = bootstrap.interpreter(FOLDER)
    return interpreter


def uv(*arguments: str) -> None:
    variables = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    made = subprocess.run(
        [sys.executable, "-m", "uv", "--quiet", *arguments],
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, f"no environment from {LOCK.name}:\n{made.stderr}"
