"""What plays of BG Stats say beside their results: kept, told before, and handed out again."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from league.core.actors import ANONYMOUS, system
from league.core.enums import Role
from league.models import MatchRecord, Season, Table
from league.queries.records import bg_stats as link
from league.queries.records import bg_stats_out
from league.services.records import bg_stats_import
from league.services.records.bg_stats_import import Choices
from league.services.seating import seatings
from tests import factories
from tests.factories import bg_stats
from tests.factories.bg_stats import File, add

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.lists.bg_stats_beside import Part

pytestmark = pytest.mark.django_db
ALL = Choices(create_players=True, create_games=True)
BY = system("test")


@pytest.fixture
def season() -> Season:
    return factories.season(starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31))


def told_with(**fields: Any) -> File:
    told = bg_stats.file(
        ["Ada Moss", "Bo Fern"],
        [{"name": "Mosaic"}, {"name": "Mosaic: Night", "isExpansion": True}],
    )
    scores = [
        {"score": "2", "seatOrder": 2, "role": "The owl"},
        {"score": "1", "seatOrder": 1, "role": "The fox", "startPlayer": True},
    ]
    add(told, "1", *scores, **fields)
    return told


def brought(season: Season, told: File) -> tuple[Mapping[Part, int], Mapping[Part, int]]:
    data = bg_stats.data(told)
    found = bg_stats_import.preview(by=BY, season=season, data=data, choices=ALL)
    bg_stats_import.run(by=BY, season=season, data=data, choices=ALL)
    return found.kept, found.lost


def test_what_stands_beside_a_result_comes_in_is_shown_and_goes_out_again(season: Season) -> None:
    told = told_with(
        comments="Ada laughed.\nMuch.", durationMin=95, expansionPlays=[{"gameRefId": 2}]
    )
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, season.club)
    organizer, visitor = Client(), Client()
    organizer.force_login(account)

    kept, lost = brought(season, told)
    record = MatchRecord.objects.get()
    path = f"/e/{record.stage.event.slug}/records/{record.pk}/"
    pages = [one.get(path).content.decode() for one in (organizer, visitor)]
    out: Any = bg_stats_out.of_club(BY, season.club)
    play = out["plays"][0]
    public = str(bg_stats_out.of_club(ANONYMOUS, season.club))
    linked = link.of_table(viewer=BY, table=record.table, site="here")

    parts = ("place", "comment", "expansions", "roles", "minutes", "begins")
    assert (kept, lost) == (dict.fromkeys(parts, 1), {})
    words = ("Club room", "Ada laughed.<br>Much.", "Mosaic: Night", "The owl", "The fox", "95")
    assert [word for word in words if word not in pages[0]] == []
    assert [word for word in words[:5] if word in pages[1] or word in public] == []
    assert (play["comments"], play["durationMin"]) == ("Ada laughed.\nMuch.", 95)
    seats = [(one["role"], one["startPlayer"]) for one in play["playerScores"]]
    assert seats == [("The fox", True), ("The owl", False)]
    by_id = {one["id"]: one["name"] for one in out["games"]}
    assert [by_id[one["gameRefId"]] for one in play["expansionPlays"]] == ["Mosaic: Night"]
    assert linked is not None
    assert (linked.place, linked.minutes) == ("Club room", 95)
    assert linked.comments == "Ada laughed.\nMuch.\nMosaic: Night"
    assert [(one.role, one.begins) for one in linked.seats] == seats


def test_a_role_stays_with_its_player_when_two_change_seats(season: Season) -> None:
    brought(season, told_with())
    table = Table.objects.get()

    seatings.swap_seats(by=BY, table=table, position_a=1, position_b=2)

    table.refresh_from_db()
    assert table.about["roles"] == ["The owl", "The fox"]
    assert table.about["begins"] == 2


def test_what_cannot_be_kept_is_told_and_costs_no_play(season: Season) -> None:
    told = told_with(
        comments="x" * 5000,
        durationMin="long",
        locationRefId=7,
        expansionPlays=[{"gameRefId": 2}, {"gameRefId": 9}, "no"],
    )
    told["plays"][0]["playerScores"][0] |= {"role": {"a": 1}, "startPlayer": True}

    kept, lost = brought(season, told)

    assert kept == {"comment": 1, "expansions": 1, "roles": 1}
    assert set(lost) == {"place", "comment", "expansions", "roles", "minutes", "begins"}
    assert Table.objects.get().about == {
        "comment": "x" * 4000,
        "expansions": ["Mosaic: Night"],
        "roles": ["The fox", ""],
    }
