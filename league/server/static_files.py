"""Scripts, styles and fonts as ``serve`` hands them out: collected and compressed once."""

from __future__ import annotations

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

STAMP = ".collected"


def collect() -> bool:
    """Collects into ``STATIC_ROOT`` where the sources changed since; says if it did.

    A start after the first costs only a look at each file's time and size.
    """
    stamp = Path(settings.STATIC_ROOT) / STAMP
    now = _fingerprint()
    if stamp.is_file() and stamp.read_text() == now:
        return False
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(now)
    return True


def _fingerprint() -> str:
    seen = []
    for finder in get_finders():
        for path, storage in finder.list(StaticFilesConfig.ignore_patterns):
            about = Path(storage.path(path)).stat()
            seen.append(f"{path} {about.st_mtime_ns} {about.st_size}")
    return hashlib.sha256("\n".join(sorted(seen)).encode()).hexdigest()
