"""``manage.py import_players``."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from league.models import JournalLine, Player
from tests import factories as make

pytestmark = pytest.mark.django_db


def run(*args: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("import_players", *args, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_the_command_imports_and_names_itself_in_the_journal(tmp_path: Path) -> None:
    club = make.club(slug="north")
    file = tmp_path / "people.csv"
    file.write_bytes("Name;Jahrgang\r\nZoë Berg;1980\r\nZoë Berg;1980\r\n".encode("cp1252"))

    out, err = run(str(file), "--club", "north")

    assert out == (
        "Read as Windows-1252, delimiter “;”.\n"
        "line 3: Repeats line 2; it counts once.\n"
        "1 added, 0 known already, 1 memberships started.\n"
    )
    assert err == ""
    assert club.memberships.count() == 1
    assert JournalLine.objects.get().actor_key == "system:import_players"


def test_a_dry_run_stores_nothing(tmp_path: Path) -> None:
    make.club(slug="north")
    file = tmp_path / "people.csv"
    file.write_text("name\nAda Quill\n", encoding="utf-16")

    out, _ = run(str(file), "--club", "north", "--dry-run")

    assert out.splitlines()[-1] == "1 would be added, 0 are known."
    assert Player.objects.count() == 0


def test_every_bad_line_is_named_and_nothing_is_stored(tmp_path: Path) -> None:
    make.club(slug="north")
    file = tmp_path / "people.csv"
    file.write_text("name\tyear\nAda Quill\t1980\nTom Ash\tlong ago\n")
    err = StringIO()

    with pytest.raises(CommandError, match="1 lines need correction; nothing was stored"):
        call_command("import_players", str(file), club="north", stdout=StringIO(), stderr=err)

    assert err.getvalue().splitlines() == [
        (
            "line 3, birth_year: “long ago” is not a birth year. Enter four digits, such as "
            "1984. [long ago]"
        )
    ]
    assert Player.objects.count() == 0


@pytest.mark.parametrize(
    ("name", "club", "told"),
    [("nothing.csv", "north", "No such file"), ("people.csv", "south", "no club “south”")],
)
def test_a_missing_file_or_club_is_said(tmp_path: Path, name: str, club: str, told: str) -> None:
    make.club(slug="north")
    (tmp_path / "people.csv").write_text("name\nAda\n")

    with pytest.raises(CommandError, match=told):
        run(str(tmp_path / name), "--club", club)
