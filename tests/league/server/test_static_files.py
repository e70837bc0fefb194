"""What ``serve`` hands out: collected once, compressed, anew when a source changed."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import override_settings

from league.server import static_files

STYLE = "league/css/probe.css"


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "source"
    (folder / STYLE).parent.mkdir(parents=True)
    (folder / STYLE).write_text("b { color: red }\n" * 200)
    with override_settings(STATICFILES_DIRS=[str(folder)], STATIC_ROOT=tmp_path / "static"):
        yield folder / STYLE


def test_a_second_start_collects_nothing_and_a_changed_source_is_collected_anew(
    source: Path, tmp_path: Path
) -> None:
    assert static_files.collect()
    assert not static_files.collect()

    source.write_text("i { color: blue }\n" * 300)

    assert static_files.collect()
    assert (tmp_path / "static" / STYLE).read_text() == source.read_text()
    packed = (tmp_path / "static" / f"{STYLE}.gz").read_bytes()
    assert gzip.decompress(packed).decode() == source.read_text()


def test_what_is_no_longer_a_source_is_gone(source: Path, tmp_path: Path) -> None:
    static_files.collect()
    source.unlink()

    assert static_files.collect()
    assert not (tmp_path / "static" / STYLE).exists()
