"""A list with far too many columns, handed in at every door: a sentence at once, nothing stored."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from league.core.enums import Role
from league.models import MatchRecord, Player
from tests import factories

pytestmark = pytest.mark.django_db

WIDE = b",".join(b"column %d" % n for n in range(4000)) + b"\nAda" + b"," * 3999
FORM = {"step": "preview", "game": "new", "title": "Harbour Lights", "max_seats": "6"}
SAID = "Line 1 has more than 100 columns. Leave out those that are not needed."


def test_pages_refuse_a_list_of_four_thousand_columns_with_a_sentence() -> None:
    season = factories.season()
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, season.club)
    browser = Client()
    browser.force_login(account)
    home = f"/c/{season.club.slug}/"
    before = Player.objects.count()

    answers = [
        browser.post(path, {**FORM, "file": SimpleUploadedFile("list.csv", WIDE)})
        for path in (f"{home}office/people/import/", f"{home}s/{season.slug}/import-results/")
    ]

    assert [(answer.status_code, SAID in answer.content.decode()) for answer in answers] == [
        (400, True)
    ] * 2
    assert max(len(answer.content) for answer in answers) < 100_000
    assert (Player.objects.count(), MatchRecord.objects.count()) == (before, 0)


def test_commands_refuse_a_list_of_four_thousand_columns_with_a_sentence(tmp_path: Path) -> None:
    season = factories.season()
    file = tmp_path / "list.csv"
    file.write_bytes(WIDE)
    said = []

    for words in (
        ("import_players", str(file), "--club", season.club.slug),
        ("import_results", str(file), "--season", str(season.pk), "--game", "Harbour Lights"),
    ):
        with pytest.raises(CommandError) as refused:
            call_command(*words, stdout=StringIO(), stderr=StringIO())
        said.append(str(refused.value))

    assert said == [SAID, SAID]
