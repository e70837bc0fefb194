"""Files that go out: to each viewer what the pages show, and nothing that a spreadsheet runs."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from django.db import transaction
from django.test import Client
from python_calamine import CalamineWorkbook

from league.core.actors import system
from league.core.enums import NameLevel, Role
from league.models import Event, Membership, Round, RoundEntry, Season
from league.services.standings import adjustments, standings
from tests import factories

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = pytest.mark.django_db


@dataclass
class Played:
    """A tournament of two rounds, the second withheld, beside an evening not announced."""

    season: Season
    event: Event
    secret: Event
    organizer: Client
    visitor: Client

    def csv(self, client: Client, **asked: str) -> list[dict[str, str]]:
        return rows_of(client.get(f"/e/{self.event.slug}/download/list.csv", asked))

    def of_season(self, client: Client, **asked: str) -> Answer:
        slugs = (self.season.club.slug, self.season.slug)
        return client.get("/c/{}/s/{}/download/list.csv".format(*slugs), asked)


def rows_of(answer: Answer) -> list[dict[str, str]]:
    text = answer.content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=";"))


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: Any) -> Iterator[Played]:
    with django_db_blocker.unblock(), transaction.atomic():
        club = factories.club(name_level=NameLevel.INITIAL)
        season = factories.season(club)
        event = factories.event(season=season)
        stage = factories.stage(event)
        people = [
            factories.member(club, name)
            for name in ("Ada Auer", "=cmd|' /C calc'!A1", "Cy Czerny", "Dee Drax", "Eva Ernst")
        ]
        Membership.objects.filter(player=people[0]).update(member_no="17")
        entries = [factories.entry(event, player) for player in people]
        first, second = factories.round_(stage), factories.round_(stage, number=2)
        factories.played(factories.table(first, entries[:4]), [1, 2, 2, 4], points=[9, 5, 5, -1])
        RoundEntry.objects.create(round=first, entry=entries[4], state="bye")
        factories.played(factories.table(second, entries[1:]), [4, 3, 2, 1])
        Round.objects.filter(pk=second.pk).update(is_withheld=True)
        secret = factories.event(season=season, is_announced=False)
        hidden = factories.entry(secret, factories.member(club, "Zoe Zorn"))
        other = factories.entry(secret, people[0])
        table = factories.table(factories.round_(factories.stage(secret)), [hidden, other])
        factories.played(table, [1, 2])
        adjustments.make(
            by=system("test"), scope=stage, player=people[3], points="-1/2", reason="late"
        )
        standings.catch_up()
        account = factories.account()
        factories.grant(account, Role.ORGANIZER, club)
        organizer = Client()
        organizer.force_login(account)
        yield Played(season, event, secret, organizer, Client())
        transaction.set_rollback(True)


def test_organizers_get_every_seat_bye_and_penalty_with_whole_names(played: Played) -> None:
    rows = played.csv(played.organizer)

    seats = [row for row in rows if row["table"]]
    bye, penalty = (row for row in rows if not row["table"])
    assert [(row["round"], row["seat"], row["place"]) for row in seats] == [
        *(("1", "1", "1"), ("1", "2", "2"), ("1", "3", "2"), ("1", "4", "4")),
        *(("2", "1", "4"), ("2", "2", "3"), ("2", "3", "2"), ("2", "4", "1")),
    ]
    assert (seats[0]["number"], seats[0]["player"]) == ("17", "Ada Auer")
    assert [row["points"] for row in seats[:4]] == ["9", "5", "5", "-1"]
    assert (bye["player"], bye["bye"], bye["round"]) == ("Eva Ernst", "bye", "1")
    assert (penalty["player"], penalty["penalty"], penalty["reason"]) == ("Dee Drax", "1/2", "late")
    assert {row["version"] for row in seats} == {"1"}
    assert seats[0]["league_points"] == "7"
    assert bye["league_points"]


def test_visitors_get_public_names_and_nothing_of_a_withheld_round_or_a_secret_event(
    played: Played,
) -> None:
    rows = played.csv(played.visitor)
    whole = played.of_season(played.visitor).content.decode()
    theirs = played.of_season(played.organizer).content.decode()

    kept = [row for row in rows if row["round"] == "2"]
    told = ("points", "place", "league_points", "version")
    assert {row["player"] for row in rows if row["round"] == "1"} >= {"Ada A.", "Dee D."}
    assert not any(row["number"] for row in rows)
    assert len(kept) == 4
    assert {row[field] for row in kept for field in told} == {""}
    assert "Auer" not in whole
    assert "Zoe" not in whole
    assert played.secret.slug not in whole
    assert "Zoe Zorn" in theirs
    assert played.visitor.get(f"/e/{played.secret.slug}/download/list.csv").status_code == 404


def test_the_three_formats_of_page_and_api_hold_the_same_and_no_formula(played: Played) -> None:
    page = f"/e/{played.event.slug}/download/list."
    rows = played.csv(played.organizer)
    told = json.loads(played.organizer.get(f"{page}json").content)
    book = played.organizer.get(f"{page}xlsx").content
    cells = CalamineWorkbook.from_filelike(io.BytesIO(book)).get_sheet_by_index(0).to_python()
    api = f"/api/v1/events/{played.event.pk}/list/"

    there = [{key: text for key, text in row.items() if text} for row in rows]
    assert rows[1]["player"] == "'=cmd|' /C calc'!A1"
    assert told["rows"][1]["player"] == "=cmd|' /C calc'!A1"
    assert [{key: str(value) for key, value in row.items()} for row in told["rows"]] == [
        {**row, "player": row["player"].removeprefix("'")} for row in there
    ]
    assert [[f"{c:g}" if isinstance(c, float) else c for c in row] for row in cells[1:]] == [
        [text.removeprefix("'") for text in row.values()] for row in rows
    ]
    for kind in ("csv", "json", "xlsx"):
        sent = played.organizer.get(api, {"format": kind})
        assert sent.content == played.organizer.get(f"{page}{kind}").content


def test_attendance_and_journal_are_for_organizers_and_say_who_was_there(played: Played) -> None:
    attendance = rows_of(played.of_season(played.organizer, what="attendance"))
    journal = rows_of(played.of_season(played.organizer, what="journal"))
    given = rows_of(played.of_season(played.visitor, what="adjustments"))
    refused = [
        played.of_season(played.visitor, what=what).status_code
        for what in ("attendance", "journal")
    ]
    page = played.visitor.get(f"/e/{played.event.slug}/download/").content.decode()

    there = {
        row["player"]: row["matches"] for row in attendance if row["event"] == played.event.slug
    }
    assert there["Dee Drax"] == "2"
    assert there["Ada Auer"] == "1"
    assert [int(row["position"]) for row in journal] == sorted(
        int(row["position"]) for row in journal
    )
    assert "adjustment_made" in {row["kind"] for row in journal}
    assert [(row["player"], row["points"], row["by"]) for row in given] == [("Dee D.", "-1/2", "")]
    assert refused == [302, 302]  # to signing in
    assert "what=results" in page
    assert "what=journal" not in page


def test_an_unknown_list_is_not_there(played: Played) -> None:
    page = f"/e/{played.event.slug}/download/list.csv"

    assert played.visitor.get(page, {"what": "wages"}).status_code == 404
