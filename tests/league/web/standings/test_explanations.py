"""The page behind a row: what counts, how a number is made, and nothing for strangers' eyes."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as some

from league.core.actors import ANONYMOUS
from league.core.enums import EventState, NameLevel, Role
from league.models import Event, Season, Stage, Table
from league.queries.standings import explanations
from league.queries.standings import standings as read
from league.services.records import records
from league.services.standings import standings
from league.standings.tiebreaks import CRITERIA
from tests import factories
from tests.markup import tight
from tests.tiers import examples

pytestmark = pytest.mark.django_db

RESULTS = some.lists(some.permutations([1, 2, 3, 4]), min_size=1, max_size=4)


def played(
    *rounds: list[int], chain: tuple[str, ...] = ("points", "wins"), **fields: object
) -> Stage:
    """Rounds of one table of four in a season of its own."""
    season = factories.season(factories.club("Tin Owl"), chain=list(chain), **fields)
    event = factories.event(season=season, name="First Night", state=EventState.RUNNING)
    stage = factories.stage(event, chain=list(chain))
    people = [factories.entry(event, name) for name in ("Ada", "Bo", "Cy", "Dee")]
    for number, places in enumerate(rounds, 1):
        factories.played(factories.table(factories.round_(stage, number=number), people), places)
    standings.catch_up()
    return stage


def player(stage: Stage, name: str) -> int:
    return stage.event.entries.get(player__name=name).player_id


def page(stage: Stage, name: str, query: str = "") -> str:
    address = f"/e/{stage.event.slug}/stages/1/standings/{player(stage, name)}/{query}"
    answer = Client().get(address)
    assert answer.status_code == 200
    return tight(answer.content.decode())


def formulas(html: str) -> list[str]:
    return re.findall(r'<p class="num formula">([^<]+)</p>', html)


def test_points_are_the_sum_of_the_matches_that_count() -> None:
    stage = played([1, 2, 3, 4], [4, 3, 2, 1])

    html = page(stage, "Ada")

    assert formulas(html)[0] == "8 = 7 + 1"
    assert "Round 1, table 1" in html
    assert "1 of 4" in html


def test_opponents_points_are_told_one_by_one() -> None:
    stage = played([1, 2, 3, 4], chain=("points", "opponents"))

    html = page(stage, "Dee")

    assert formulas(html) == ["15 = 7 + 5 + 3"]
    assert re.findall(r"<bdi>(\w+)</bdi><span class=\"num\">(\d+)</span>", html) == [
        ("Ada", "7"),
        ("Bo", "5"),
        ("Cy", "3"),
    ]


def test_where_a_tie_was_decided_is_told() -> None:
    stage = played([1, 2, 3, 4], [3, 2, 1, 4], chain=("points", "wins"))

    html = page(stage, "Bo")

    assert "<strong>Wins</strong> decided" in html
    groups = re.findall(r"<li><bdi>([^<]+)</bdi> <span class=\"num soft\">\(([^<]+)\)", html)
    assert groups == [("Ada, Cy", "1"), ("Bo", "0")]


def test_a_dropped_result_is_struck_with_its_reason() -> None:
    stage = played([1, 2, 3, 4], [4, 3, 2, 1], [1, 2, 3, 4], counting="best_n", counting_n=2)
    season = stage.event.season
    assert season is not None
    address = f"/c/{season.club.slug}/s/{season.slug}/standings/{player(stage, 'Ada')}/"

    html = Client().get(address).content.decode()

    assert re.findall(r"<s>([^<]+)</s>", html) == ["1"]
    assert "Not among the best results that count." in html
    assert formulas(html)[0] == "14 = 7 + 7"


@settings(max_examples=examples(20), deadline=None)
@given(RESULTS, some.sampled_from([one.key for one in CRITERIA]))
def test_counted_terms_add_up_to_every_value(rounds: list[list[int]], key: str) -> None:
    stage = played(*rounds, chain=("points", key) if key != "points" else ("points",))

    for row in read.payload(stage, ANONYMOUS).payload["rows"]:
        found = explanations.of_player(stage, ANONYMOUS, row["player"])
        assert found.is_exact
        for one in found.explanations:
            if one.terms and isinstance(one.value, Fraction):
                total = sum((t.value for t in one.terms if t.counted), Fraction(0))
                assert total == one.value * (one.divisor or 1)


def test_the_public_hears_of_nothing_after_what_was_published() -> None:
    stage = played([1, 2, 3, 4])
    Stage.objects.filter(pk=stage.pk).update(auto_publish=False)
    stage.refresh_from_db()
    people = list(stage.event.entries.order_by("pk"))
    factories.played(factories.table(factories.round_(stage, number=2), people), [4, 3, 2, 1])
    standings.catch_up()

    html = page(stage, "Ada")

    assert formulas(html) == []
    assert "Round 2" not in html
    assert ">7</b>" in html


def test_what_was_published_under_other_settings_is_not_explained_wrongly() -> None:
    stage = played([1, 2, 3, 4])
    Stage.objects.filter(pk=stage.pk).update(
        auto_publish=False, scheme={"key": "winner", "win": "5", "drawn": "1"}
    )

    html = page(stage, "Ada")

    assert "published under earlier settings" in html
    assert formulas(html) == []


def test_a_hidden_name_is_hidden_here_too() -> None:
    stage = played([1, 2, 3, 4], chain=("points", "opponents"))
    hidden = stage.event.entries.get(player__name="Bo").player
    hidden.name_level = NameLevel.HIDDEN
    hidden.save(update_fields=["name_level"])
    standings.recompute_stage(stage.pk, force=True)

    assert ">Bo<" not in page(stage, "Ada")


def test_nobodys_row_is_not_found_and_a_wrong_moment_is_told() -> None:
    stage = played([1, 2, 3, 4])
    stranger = factories.member(stage.event.club, "Eva")
    base = f"/e/{stage.event.slug}/stages/1/standings/"

    statuses = [
        Client().get(f"{base}{stranger.pk}/").status_code,
        Client().get(f"{base}{player(stage, 'Ada')}/?as_of=yesterday").status_code,
        Client().get(f"{base}{player(stage, 'Ada')}/?as_of=0").status_code,
    ]

    assert statuses == [404, 400, 400]


# --- as of another moment ---------------------------------------------------------------------


def test_a_stage_is_shown_as_it_stood_after_a_round_on_every_door() -> None:
    stage = played([1, 2, 3, 4], [4, 3, 2, 1])
    client = Client()

    wall = client.get(f"/e/{stage.event.slug}/standings/?as_of=1").content.decode()
    csv = client.get(f"/e/{stage.event.slug}/stages/1/standings.csv?as_of=1").content.decode()
    sent = client.get(f"/api/v1/stages/{stage.pk}/standings/?as_of=1").json()

    assert "These are the standings after round 1." in wall
    assert [line.split(";")[1:3] for line in csv.splitlines()[1:]] == [
        ["Ada", "7"],
        ["Bo", "5"],
        ["Cy", "3"],
        ["Dee", "1"],
    ]
    assert [row["values"]["points"]["shown"] for row in sent["rows"]] == ["7", "5", "3", "1"]
    assert "Round 2" not in page(stage, "Ada", "?as_of=1")


def nights() -> tuple[Season, list[Event]]:
    """Two evenings a week apart: Ada leads after the first, Bo after the second."""
    season = factories.season(factories.club("Tin Owl", time_zone="UTC"), chain=["points"])
    people = [factories.member(season.club, name) for name in ("Ada", "Bo", "Cy")]
    found = []
    for day, places in ((3, [1, 2, 3]), (10, [3, 1, 2])):
        at = datetime(2026, 11, day, 19, tzinfo=UTC)
        event = factories.event(season=season, name=f"Night {day}", starts_at=at)
        stage = factories.stage(event, chain=["points"])
        entries = [factories.entry(event, who) for who in people]
        table = factories.table(factories.round_(stage), entries)
        factories.played(table, places)
        Table.objects.filter(pk=table.pk).update(played_at=at)
        found.append(event)
    standings.catch_up()
    return season, found


def test_a_season_is_shown_as_it_stood_after_a_day() -> None:
    season, _ = nights()
    address = f"/c/{season.club.slug}/s/{season.slug}/"

    now = Client().get(address).content.decode()
    then = Client().get(f"{address}?as_of=2026-11-05").content.decode()
    csv = Client().get(f"{address}standings.csv?as_of=2026-11-03").content.decode()
    sent = Client().get(f"/api/v1/seasons/{season.pk}/standings/?as_of=2026-11-09").json()

    assert [row["name"] for row in sent["rows"]] == ["Ada", "Bo", "Cy"]
    assert [line.split(";")[1:3] for line in csv.splitlines()[1:]] == [
        ["Ada", "7"],
        ["Bo", "4"],
        ["Cy", "1"],
    ]
    assert "These are the standings after 5 November 2026." in then
    assert "These are the standings" not in now
    assert now.index("Bo") < now.index("Ada")


@pytest.mark.parametrize("text", ["2026-13-01", "2026-02-30", "soon", "1", "9999999999", "²"])
def test_a_day_that_is_none_is_refused_on_every_door(text: str) -> None:
    season, _ = nights()
    address = f"/c/{season.club.slug}/s/{season.slug}/"

    statuses = {
        path: Client().get(path, {"as_of": text}).status_code
        for path in (
            address,
            f"{address}standings.csv",
            f"/api/v1/seasons/{season.pk}/standings/",
            f"/api/v1/seasons/{season.pk}/standings/rows/",
        )
    }

    assert statuses == dict.fromkeys(statuses, 400)


# --- what moved -----------------------------------------------------------------------------


def reasons(html: str) -> list[str]:
    return re.findall(r"<li>([^<]+)</li>", html[html.index("<tbody>") : html.index("</tbody>")])


def test_the_moves_of_the_last_evening_name_the_match_that_made_them() -> None:
    season, _ = nights()

    html = tight(Client().get(f"/c/{season.club.slug}/s/{season.slug}/moves/").content.decode())

    assert re.findall(r'<td class="num">(\d) → (\d)<span', html) == [("2", "1"), ("1", "2")]
    assert reasons(html) == ["Night 10, 10 November: Round 1, table 1 was played"] * 2


def test_a_correction_is_the_reason_of_a_move_with_day_and_time() -> None:
    stage = played([1, 2, 3, 4])
    before = timezone.now()
    table = stage.rounds.get().seatings.get().tables.get()
    by = factories.actor(Role.ORGANIZER, stage.event.club)
    with time_machine.travel(before + timedelta(minutes=10), tick=False):
        records.correct(
            by=by,
            table=table,
            data={"seats": [{"points": points} for points in (9, 12, 5, 4)]},
            reason="Read the wrong line",
            expected_version=1,
        )
        standings.catch_up()
    query = {"before": before.isoformat()}
    address = f"/e/{stage.event.slug}/stages/1/moves/"
    account = factories.account()
    factories.grant(account, Role.ORGANIZER, stage.event.club)
    organizer = Client()
    organizer.force_login(account)

    public = reasons(Client().get(address, query).content.decode())
    own = reasons(organizer.get(address, query).content.decode())

    assert [re.sub(r" on .*", "", text) for text in public] == [
        "Round 1, table 1 was corrected",
        "Round 1, table 1 was corrected",
    ]
    assert factories.address(by) not in " ".join(public)
    assert all(text.endswith(f"by {factories.address(by)}") for text in own)


def test_what_was_known_earlier_is_for_organizers_where_they_publish_by_hand() -> None:
    stage = played([1, 2, 3, 4])
    Stage.objects.filter(pk=stage.pk).update(auto_publish=False)

    answer = Client().get(f"/e/{stage.event.slug}/stages/1/moves/", {"before": "2026-11-28T12:00"})

    assert answer.status_code == 400


def test_nothing_moved_is_said() -> None:
    stage = played([1, 2, 3, 4], [1, 2, 3, 4])

    html = Client().get(f"/e/{stage.event.slug}/stages/1/moves/").content.decode()

    assert ": no one changed ranks." in html
