"""Pages and answers for many people, for few, and for nobody yet."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from api.v1 import urls
from league.core.enums import Role
from league.models import Club, Entry, Player, Season, Stage
from league.services.seating import seatings
from league.services.standings import standings
from tests import factories
from tests.api import doors
from tests.api.test_standings import pages
from tests.api.test_walls import FOR_ORGANIZERS, QUESTIONS
from tests.practice.evenings import ranking, signed_in

pytestmark = pytest.mark.django_db


def league(players: int, rounds: int, events: int = 1) -> tuple[Stage, list[Entry]]:
    """A season whose first evening was played by so many people in so many rounds."""
    club = factories.club()
    season = factories.season(club)
    start = datetime(2026, 3, 3, 18, 30, tzinfo=UTC)
    event = factories.event(season=season, starts_at=start)
    game = factories.free_game(club, name="Copper Kettle", seats=[2, 6])
    stage = factories.stage(event, ruleset=game, method="swiss")
    people = [
        factories.entry(event, factories.member(club, f"Person {number:03}"))
        for number in range(players)
    ]
    for number in range(rounds):
        round_ = factories.round_(stage)
        turned = people[number:] + people[:number]
        for first in range(0, players - players % 4, 4):
            group = turned[first : first + 4]
            factories.played(factories.table(round_, group), [1, 2, 3, 4])
    for number in range(1, events):
        later = factories.event(season=season, starts_at=start + timedelta(days=7 * number))
        factories.stage(later, ruleset=game)
        for entry in people[:8]:
            factories.entry(later, entry.player)
    standings.recompute_all()
    return stage, people


def test_all_pages_of_a_tied_standing_hold_118_people_once_and_one_rank_per_tie() -> None:
    stage, _ = league(118, 1)

    walks = [pages(f"/stages/{stage.pk}/standings/rows/?limit=10") for _ in range(5)]

    rows = [[row for page in walk for row in page] for walk in walks]
    assert [[len(page) for page in walk] for walk in walks] == [[10] * 11 + [8]] * 5
    assert [row == rows[0] for row in rows] == [True] * 5
    assert len({row["player"] for row in rows[0]}) == 118
    # 29 tables of four: 29 people on each place, and two who did not play.
    assert [row["rank_text"] for row in rows[0]] == [
        *(["1="] * 29),
        *(["30="] * 29),
        *(["59="] * 29),
        *(["88="] * 29),
        *(["–"] * 2),
    ]


def test_a_large_season_asks_the_database_no_more_often_than_a_small_one() -> None:
    small, few = league(20, 1)
    large, many = league(118, 5, events=20)

    def asked(stage: Stage, entry: Entry) -> dict[str, int]:
        event, club, season = stage.event, stage.event.club, stage.event.season
        assert season is not None
        boss = signed_in(Role.ORGANIZER, club)
        paths = {
            "event": f"/e/{event.slug}/",
            "print": f"/e/{event.slug}/standings/",
            "seating": f"/e/{event.slug}/seating/",
            "board": f"/e/{event.slug}/board/",
            "season": f"/c/{club.slug}/s/{season.slug}/",
            "player": f"/p/{entry.player_id}/",
            "csv": f"/e/{event.slug}/stages/1/standings.csv",
            "desk": f"/e/{event.slug}/desk/?step=results",
            "results": f"/e/{event.slug}/results/",
            "check": f"/e/{event.slug}/check/",
            "people": f"/c/{club.slug}/office/people/",
            "api entries": f"/api/v1/events/{event.pk}/entries/",
            "api round": f"/api/v1/rounds/{stage.rounds.all()[0].pk}/",
            "api events": f"/api/v1/clubs/{club.slug}/events/",
            "api standing": f"/api/v1/seasons/{season.pk}/standings/",
        }
        counts = {}
        for what, path in paths.items():
            boss.get(path)  # what is kept after the first time is kept
            with CaptureQueriesContext(connection) as queries:
                assert boss.get(path).status_code == 200, path
            counts[what] = len(queries)
        return counts

    some, most = asked(small, few[0]), asked(large, many[0])

    # Movement since the round before is looked up once and kept; round 1 has none to look up.
    assert most == some


@pytest.mark.bench
@pytest.mark.timeout(300)
def test_five_hundred_people_in_eight_rounds_are_ranked_and_seated_in_time() -> None:
    stage, people = league(500, 8)
    by = factories.actor(Role.ORGANIZER, stage.event.club)

    began = time.perf_counter()
    standings.recompute_stage(stage.pk, force=True)
    counted = time.perf_counter() - began
    began = time.perf_counter()
    page = Client().get(f"/e/{stage.event.slug}/standings/")
    shown = time.perf_counter() - began
    stage.rounds.update(state="closed")
    began = time.perf_counter()
    draft = seatings.draw(by=by, stage=stage)
    seated = time.perf_counter() - began

    assert len(ranking(page.content.decode())) == len(people) == draft.seats.count()
    assert (counted < 1, shown < 1, seated < 10) == (True, True, True)


# --- nothing there yet --------------------------------------------------------------------


def empty(what: str) -> tuple[Club, Season, Stage, Player]:
    """A club at the very beginning, with one thing more each time."""
    club = factories.club("Tin Owl")
    season = factories.season(club)
    event = factories.event(season=season, starts_at=datetime(2026, 11, 3, 18, 30, tzinfo=UTC))
    stage = factories.stage(event)
    player = factories.member(club, "Ada Quill")
    if what in {"one player", "a round without a result"}:
        people = [factories.entry(event, player)]
    if what == "a round without a result":
        people += [factories.entry(event, factories.member(club, n)) for n in ("Bo", "Cy", "Dee")]
        factories.table(factories.round_(stage), people)
    standings.recompute_all()
    return club, season, stage, player


@pytest.mark.parametrize("what", ["no player", "one player", "a round without a result"])
def test_where_nothing_was_played_there_are_dashes_and_no_numbers_out_of_nothing(
    what: str,
) -> None:
    club, season, stage, player = empty(what)
    event, home = f"/e/{stage.event.slug}/", f"/c/{club.slug}/"
    boss = signed_in(Role.CLUB_ADMIN, club)
    paths = [
        *("/", "/search/?q=ada", home, f"{home}s/{season.slug}/", f"/p/{player.pk}/"),
        *(event + page for page in ("", "seating/", "standings/", "board/")),
        *(f"{event}desk/?step={step}" for step in ("roll", "seating", "play", "results")),
        *(f"{event}{page}" for page in ("desk/?step=standings", "results/", "check/", "settings/")),
        *(f"{event}stages/1/{page}" for page in ("scoring/", "adjustments/", "")),
        *(f"{home}office/{page}/" for page in ("people", "journal", "rules", "settings")),
        f"{home}s/{season.slug}/scoring/",
        f"{home}office/people/export.csv",
    ]

    texts = {}
    for path in paths:
        answer = boss.get(path)
        assert answer.status_code == 200, path
        texts[path] = re.sub(r"<[^>]*>", " ", answer.content.decode())

    odd = re.compile(
        r"\bNone\b(?! of your own| so far)|\bNaN\b|\bnan\b|Infinity|\b0 %|\bundefined\b"
    )
    assert {path: found for path, text in texts.items() if (found := odd.findall(text))} == {}
    figures = texts[f"/p/{player.pk}/"].split("Matches")[1]
    assert figures.split()[:1] == ["–"]


@pytest.mark.parametrize(
    ("what", "rows"), [("no player", 0), ("one player", 1), ("a round without a result", 4)]
)
def test_exports_of_nothing_are_a_heading_and_the_api_has_no_number_for_it(
    what: str, rows: int
) -> None:
    club, season, stage, player = empty(what)
    tables = (
        f"/e/{stage.event.slug}/stages/1/standings.csv",
        f"/c/{club.slug}/s/{season.slug}/standings.csv",
    )

    lines = [Client().get(path).content.decode().strip().splitlines() for path in tables]
    found = [doors.visitor().get(path) for path in _reads(club, season, stage, player)]

    assert [len(table) for table in lines] == [rows + 1, rows + 1]
    assert {answer.status_code for answer in found} == {200}
    for answer in found:
        text = answer.content.decode()
        assert re.search(r"NaN|Infinity|None", text) is None
        standing = answer.json().get("rows", ()) if "columns" in answer.json() else ()
        for row in (row for row in standing if "rank" in row):  # else a file's
            assert (row["rank"], row["rank_text"]) == (None, "–")
            assert row["values"].get("average") is None


# One's own, what organizers alone read, rows that nobody has before there is a result, and what
# there is of fixtures alone.
OTHERS = {"tokens", "season_standing_row", "stage_standing_row", "table_fixture"} | FOR_ORGANIZERS


def _reads(club: Club, season: Season, stage: Stage, player: Player) -> list[str]:
    """Every address of the API that reads something of this club."""
    round_ = stage.rounds.first()
    values: dict[str, object] = {
        "slug": club.slug,
        "season_id": season.pk,
        "stage_id": stage.pk,
        "event_id": stage.event_id,
        "player_id": player.pk,
    }
    if round_ is not None:
        table = round_.seatings.get().tables.get()
        values |= {"round_id": round_.pk, "seating_id": table.seating_id, "table_id": table.pk}
    found = []
    for pattern in urls.urlpatterns:
        needed = set(pattern.pattern.converters)
        view = getattr(pattern.callback, "cls", None)
        asks_for_a_round = "round_id" not in values and pattern.name in QUESTIONS
        if not hasattr(view, "get") or pattern.name in OTHERS or asks_for_a_round:
            continue
        if needed <= set(values):
            path = re.sub(r"<(?:\w+:)?(\w+)>", lambda m: str(values[m[1]]), str(pattern.pattern))
            found.append(f"/{path}{QUESTIONS.get(pattern.name or '', '')}")
    return found
