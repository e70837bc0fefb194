"""A client that a tool writes from our document plays an evening, as somebody else's would."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import time
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from league.lists import xlsx_writing
from tests.api import doors
from tests.flows import club as clubs
from tests.flows.conftest import Site
from tests.flows.visitors import Visitor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.installation import Installation

pytestmark = pytest.mark.gates

PACKAGE = "written_client"
NAMES = ("Ada", "Ben", "Cem", "Dora", "Emil", "Fay", "Gil")
TOOLS = Path(sys.executable).parent
# Files are sent as they are: the tool has to be told that of every kind but the plain one.
FILES = ("text/csv", xlsx_writing.MEDIA)
CONFIG = {"content_type_overrides": dict.fromkeys(FILES, "application/octet-stream")}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The client's package, to be imported; what the tool has to say of the document."""
    folder = tmp_path_factory.mktemp("client")
    config = folder / "config.json"
    config.write_text(json.dumps(CONFIG), encoding="utf-8")
    ran = subprocess.run(
        [
            str(TOOLS / "openapi-python-client"),
            *("generate", "--path", str(doors.DOCUMENT), "--output-path", str(folder / PACKAGE)),
            *("--meta", "none", "--config", str(config)),
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PATH": f"{TOOLS}{os.pathsep}{os.environ['PATH']}"},
        timeout=120,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    sys.path.insert(0, str(folder))
    yield ran.stdout + ran.stderr
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


# What is written is known to no checker of types before it is there.
def model(name: str, /, **fields: Any) -> Any:
    return getattr(importlib.import_module(f"{PACKAGE}.models"), name).from_dict(fields)


class Caller:
    """Calls addresses by the names of their operations; every write has a key of its own."""

    def __init__(self, base: str, token: str) -> None:
        made = importlib.import_module(f"{PACKAGE}.client")
        self.client = made.AuthenticatedClient(
            base_url=base, token=token, raise_on_unexpected_status=True
        )

    def __call__(self, operation: str, *ids: object, status: int = 200, **sent: Any) -> Any:
        module = importlib.import_module(f"{PACKAGE}.api.{operation}")
        answer = module.sync_detailed(*ids, client=self.client, **sent)
        assert answer.status_code == status, answer.content
        return answer

    def close(self) -> None:
        self.client.get_httpx_client().close()

    def write(self, operation: str, *ids: object, status: int = 201, **sent: Any) -> Any:
        return self(operation, *ids, status=status, idempotency_key=str(uuid.uuid4()), **sent)


def test_the_tool_has_nothing_to_complain_about_in_our_document(written: str) -> None:
    assert "Warning" not in written


def test_a_written_client_plays_an_evening_from_founding_a_club_to_the_standings(
    written: str, prepared: Installation
) -> None:
    site = Site(prepared, is_larger=False)
    founder = Visitor(site.base)
    founder.open(site.setup_path())
    founder.press("Create account", {"email": clubs.EMAIL, "password": clubs.PASSWORD})
    call = Caller(site.base, clubs.token(founder))

    club = call.write("clubs.club_make", body=model("ClubInputRequest", name="Seven")).parsed
    people = [
        call.write(
            "clubs.club_player_add", club.slug, body=model("PersonInputRequest", name=name)
        ).parsed.id
        for name in NAMES
    ]
    shelf = call("clubs.club_rulesets", club.slug).parsed.results
    ruleset = next(row.id for row in shelf if row.game == "dice-devils")
    event = call.write(
        "clubs.event_make",
        club.slug,
        body=model(
            "EventInputRequest",
            name="Evening of seven",
            starts_at=datetime.now(UTC).isoformat(),
            confirmation="none",
            stage={"ruleset": ruleset},
        ),
    ).parsed
    stage = event.stages[0].id
    roll = model("RollInputRequest", players=people, present=True)
    call.write("events.event_roll", event.id, status=200, body=roll)
    draft = call.write("stages.stage_draw", stage).parsed
    call.write("seatings.seating_publish", draft.id, status=200, if_match=f'"{draft.version}"')
    tables = call("rounds.round_", draft.round_).parsed.tables
    for table in tables:
        sheet = call("tables.table_sheet", table.id).parsed.example
        tag = call("tables.table", table.id).headers["ETag"]
        body = model("SheetInputRequest", sheet=sheet)
        key = str(uuid.uuid4())
        first, again = (
            call(
                "tables.table_report",
                table.id,
                status=201,
                body=body,
                if_match=tag,
                idempotency_key=key,
            )
            for _ in range(2)
        )
        assert first.parsed == again.parsed
    stale = call("tables.table_report", tables[0].id, status=409, body=body, if_match='"0"').parsed
    call.write("rounds.round_close", draft.round_, status=200)
    while (shown := call("stages.stage_standings", stage)).headers["Is-Current"] != "true":
        time.sleep(0.1)

    call.close()

    assert [len(tables), sum(len(table.seats) for table in tables)] == [2, len(NAMES)]
    assert stale.code == "changed_meanwhile"
    assert stale.message
    assert sorted(row.name for row in shown.parsed.rows) == sorted(NAMES)
