"""A backup of an older version comes back in today's program with every row that it had."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.installation import Installation
from tests.services import ROOT

EVERY = sorted(path.stem for path in (ROOT / "league" / "migrations").glob("0*.py"))
FEW = (EVERY[0], EVERY[len(EVERY) // 2], EVERY[-2])
pytestmark = pytest.mark.gates
CORE = {
    f"league_{noun}"
    for noun in ("account", "club", "player", "event", "entry", "matchrecord", "journalline")
}
# What a later version keeps in another form: people by their key, not by an address or a name.
REWRITTEN = {
    "league_invitation.created_by",
    "league_matchrecord.reported_by",
    "league_matchrecord.confirmed_by",
}


def come_back(installation: Installation, names: Sequence[str]) -> dict[str, Any]:
    installation.variables["DJANGO_SETTINGS_MODULE"] = "league.config.settings"
    said = installation.run("-m", "tests.deploy.older_versions", str(installation.folder), *names)
    answer = next(line for line in said.splitlines() if line.startswith("{"))
    found: dict[str, Any] = json.loads(answer)
    return found


def assert_complete(found: dict[str, Any], names: Sequence[str]) -> None:
    changed = {name: set(columns) - REWRITTEN for name, (_, columns) in found.items()}
    assert changed == {name: set() for name in names}
    assert [name for name, (filled, _) in found.items() if not set(filled) >= CORE] == []


@pytest.mark.parametrize(
    "names", [pytest.param(FEW, id="few"), pytest.param(EVERY, id="every", marks=pytest.mark.slow)]
)
def test_every_row_of_an_older_backup_comes_back(
    embedded: Installation, names: Sequence[str]
) -> None:
    found = come_back(embedded, names)

    assert_complete(found, names)


@pytest.mark.services
def test_every_row_of_an_older_backup_comes_back_on_postgresql(
    tmp_path: Path, postgresql_url: str
) -> None:
    installation = Installation(tmp_path / "older", {"DATABASE_URL": postgresql_url})

    found = come_back(installation, FEW)

    assert_complete(found, FEW)
