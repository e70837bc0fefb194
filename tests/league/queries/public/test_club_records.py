"""A club's records: who holds them, and that they follow the results."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.core.cache.backends.dummy import DummyCache
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league import tasks
from league.core.actors import ANONYMOUS, system
from league.core.enums import NameLevel, RecordState, Visibility
from league.core.facts import Fact
from league.journal import append
from league.models import Club, Event, MatchRecord, Player
from league.queries.public import club_records
from tests import factories

pytestmark = pytest.mark.django_db

FIRST = datetime(2026, 1, 6, 18, 30, tzinfo=UTC)


@pytest.fixture(autouse=True, params=["small", "large"])
def size(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every club as a small one, and as one whose older evenings are kept added up."""
    cache.clear()
    if request.param == "large":
        monkeypatch.setattr(club_records, "FEW_SEATS", 0)
        monkeypatch.setattr(club_records, "TAIL_EVENINGS", 1)
        monkeypatch.setattr(club_records, "MOST_TAIL", 2)
    return str(request.param)


class Log:
    """A club that plays one table on each of its evenings."""

    def __init__(self, **fields: object) -> None:
        self.club: Club = factories.club("Tin Owl", **fields)
        self.week = 0

    def people(self, *names: str) -> list[Player]:
        return [factories.member(self.club, name) for name in names]

    def evening(
        self,
        people: list[Player],
        points: list[int],
        *,
        places: list[int] | None = None,
        game: str = "Harbour",
        **options: object,
    ) -> MatchRecord:
        event = factories.event(
            self.club, name=f"Week {self.week}", starts_at=FIRST + timedelta(weeks=self.week)
        )
        self.week += 1
        ruleset = factories.free_game(self.club, name=game, **options)
        seats = [factories.entry(event, player) for player in people]
        table = factories.table(factories.round_(factories.stage(event, ruleset=ruleset)), seats)
        ranked = sorted(points, reverse=options.get("higher_wins", True) is True)
        return factories.played(
            table, places or [ranked.index(value) + 1 for value in points], points=points
        )

    def said(self) -> list[tuple[str, str, int, str, list[str], str]]:
        """Kind, game, size, value, holders and evening of each record, as the public reads it."""
        club = Club.objects.get(pk=self.club.pk)
        found = club_records.of_club(ANONYMOUS, club)
        assert found is not None
        return [
            (
                row.code,
                row.game,
                row.size,
                str(row.value),
                [found.names[pk] for pk in row.holders],
                row.match.event_name,
            )
            for row in found.rows
        ]

    def of(self, code: str) -> list[tuple[object, ...]]:
        return [row[1:] for row in self.said() if row[0] == code]


def test_the_highest_score_is_kept_per_game_and_size_by_who_reached_it_first() -> None:
    log = Log()
    ada, bo, cleo = log.people("Ada", "Bo", "Cleo")
    log.evening([ada, bo, cleo], [40, 30, 20])
    log.evening([ada, bo, cleo], [10, 40, 20])
    log.evening([ada, bo], [99, 98])
    log.evening([ada, bo], [5, 7], game="Lantern")

    assert log.of("score") == [
        ("Harbour", 2, "99", ["Ada"], "Week 2"),
        ("Harbour", 3, "40", ["Ada"], "Week 0"),
        ("Lantern", 2, "7", ["Bo"], "Week 3"),
    ]


def test_where_few_points_win_the_lowest_score_is_the_record() -> None:
    log = Log()
    ada, bo = log.people("Ada", "Bo")
    log.evening([ada, bo], [12, 15], higher_wins=False)
    log.evening([ada, bo], [11, 9], higher_wins=False)

    assert log.of("score") == [("Harbour", 2, "9", ["Bo"], "Week 1")]


def test_a_shared_first_place_neither_ends_nor_lengthens_a_row_of_wins() -> None:
    log = Log()
    ada, bo = log.people("Ada", "Bo")
    log.evening([ada, bo], [9, 1])
    log.evening([ada, bo], [5, 5], places=[1, 1])
    log.evening([ada, bo], [9, 1])
    log.evening([ada, bo], [1, 9])

    assert log.of("streak") == [("", 0, "2", ["Ada"], "Week 2")]


def test_most_matches_and_evenings_in_a_row_are_counted() -> None:
    log = Log()
    ada, bo, cleo = log.people("Ada", "Bo", "Cleo")
    log.evening([ada, bo], [9, 1])
    log.evening([bo, cleo], [9, 1])
    log.evening([ada, cleo], [9, 1])
    log.evening([ada, cleo], [9, 1])

    assert log.of("matches") == [("", 0, "3", ["Ada"], "Week 3")]
    assert log.of("evenings") == [("", 0, "3", ["Cleo"], "Week 3")]


def test_whoever_equals_a_record_is_named_beside_who_set_it(client: Client) -> None:
    log = Log()
    people = log.people("Ada", "Bo", "Cleo", "Dan", "Eve")
    for other in people[1:]:
        log.evening([people[0], other], [9, 1])
    for one in people[1:]:
        log.evening([one, people[0]], [9, 1])

    page = client.get(f"/c/{log.club.slug}/records/").content.decode()

    tile = next(part for part in page.split("<li>") if "Highest score" in part)
    names = re.findall(r"<bdi>(Ada|Bo|Cleo|Dan|Eve)</bdi>", tile)
    assert (names, "Equalled by" in tile) == (["Ada", "Bo", "Cleo", "Dan"], True)
    assert "and 1 other\n" in tile


def test_the_closest_match_is_the_one_won_by_the_least_at_the_largest_table() -> None:
    log = Log()
    ada, bo, cleo = log.people("Ada", "Bo", "Cleo")
    log.evening([ada, bo], [10, 8])
    log.evening([ada, bo, cleo], [8, 10, 8])
    log.evening([ada, bo], [5, 5], places=[1, 1])

    assert log.of("closest") == [("Harbour", 3, "2", ["Bo", "Ada", "Cleo"], "Week 1")]


def test_records_follow_a_corrected_result() -> None:
    log = Log()
    ada, bo = log.people("Ada", "Bo")
    record = log.evening([ada, bo], [400, 30])
    assert log.of("score") == [("Harbour", 2, "400", ["Ada"], "Week 0")]

    record.state = RecordState.SUPERSEDED
    record.save()
    event = record.stage.event
    factories.played(record.table, [1, 2], points=[40, 30])

    assert log.of("score") == [("Harbour", 2, "40", ["Ada"], event.name)]


def test_a_result_that_nobody_confirmed_makes_no_record() -> None:
    log = Log()
    ada, bo = log.people("Ada", "Bo")
    log.evening([ada, bo], [40, 30])
    waiting = log.evening([ada, bo], [90, 30])
    assert log.of("score") == [("Harbour", 2, "90", ["Ada"], "Week 1")]

    waiting.state, waiting.from_seq = RecordState.REPORTED, None
    waiting.save()
    told = {"record": waiting.pk, "table_id": waiting.table_id}
    append(Fact.RECORD_DISPUTED, by=system("test"), event=waiting.stage.event, payload=told)

    assert log.of("score") == [("Harbour", 2, "40", ["Ada"], "Week 0")]


def test_who_hides_holds_no_record_and_the_next_one_does(client: Client) -> None:
    log = Log()
    ada, bo, cleo = log.people("Ada Quill", "Bo Saltmarsh", "Cleo Marsh")
    for _ in range(3):
        log.evening([bo, ada, cleo], [90, 40, 10])
    log.evening([ada, cleo], [20, 10])
    before = client.get(f"/c/{log.club.slug}/records/").content.decode()

    Player.objects.filter(pk=bo.pk).update(name_level=NameLevel.HIDDEN)
    append(Fact.PLAYER_CHANGED, by=system("test"), club=Club.objects.get(pk=log.club.pk))

    pages = [
        client.get(path).content.decode()
        for path in (f"/c/{log.club.slug}/records/", f"/c/{log.club.slug}/")
    ]
    assert "Bo Saltmarsh" in before
    assert [f"/p/{bo.pk}/" in page for page in (before, pages[0])] == [True, False]
    assert ["Saltmarsh" in page for page in pages] == [False, False]
    assert log.of("score") == [
        ("Harbour", 2, "20", ["Ada Quill"], "Week 3"),
        ("Harbour", 3, "40", ["Ada Quill"], "Week 0"),
    ]
    assert {name for row in log.said() for name in row[4]} == {"Ada Quill", "Cleo Marsh"}


def test_names_are_shown_as_far_as_the_club_shows_them(client: Client) -> None:
    log = Log(name_level=NameLevel.INITIAL)
    log.evening(log.people("Ada Quill", "Bo Salt"), [9, 1])

    page = client.get(f"/c/{log.club.slug}/records/").content.decode()

    assert "Ada Q." in page
    assert "Quill" not in page


def test_records_of_a_club_for_members_are_for_members(client: Client) -> None:
    log = Log(visibility=Visibility.MEMBERS)
    ada, bo = log.people("Ada", "Bo")
    log.evening([ada, bo], [9, 1])
    member = Client()
    member.force_login(factories.account(player=ada))

    found = [each.get(f"/c/{log.club.slug}/records/").status_code for each in (client, member)]

    assert found == [404, 200]


def test_each_record_leads_to_its_match(client: Client) -> None:
    log = Log()
    record = log.evening(log.people("Ada", "Bo"), [9, 1])
    address = f"/e/{record.stage.event.slug}/?stage=1&amp;round=1#table-1"

    page = client.get(f"/c/{log.club.slug}/records/").content.decode()
    event = client.get(f"/e/{record.stage.event.slug}/?stage=1&round=1").content.decode()

    assert f'href="{address}"' in page
    assert 'id="table-1"' in event


@pytest.mark.parametrize("size", ["large"], indirect=True)
@pytest.mark.usefixtures("size")
def test_whatever_happens_a_large_club_has_the_records_of_a_small_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = Log()
    ada, bo, cleo = people = log.people("Ada", "Bo", "Cleo")
    for week in range(6):
        log.evening(people[week % 2 :], [30 + week, 20, 10][week % 2 :])
    first = log.club.events.earliest("starts_at")

    def corrected(event: Event) -> None:
        record = MatchRecord.objects.get(stage__event=event, state=RecordState.CONFIRMED)
        record.state = RecordState.SUPERSEDED
        record.save()
        factories.played(record.table, [1, 2, 3], points=[300, 2, 1])

    def moved(event: Event) -> None:
        Event.objects.filter(pk=event.pk).update(starts_at=FIRST + timedelta(weeks=50))
        append(Fact.EVENT_CHANGED, by=system("test"), event=event)

    def hid(player: Player) -> None:  # by way of another club
        Player.objects.filter(pk=player.pk).update(name_level=NameLevel.HIDDEN)
        append(Fact.RATINGS_CHANGED, by=system("test"), club=Club.objects.get(pk=log.club.pk))

    steps: list[Callable[[], object]] = [
        lambda: log.evening(people, [11, 12, 13]),
        lambda: log.evening([bo, ada], [90, 1]),
        lambda: log.evening([bo, ada], [91, 1]),
        lambda: log.evening([bo, cleo], [92, 1]),
        lambda: corrected(first),
        lambda: moved(first),
        lambda: hid(bo),
        lambda: log.evening([cleo, ada], [95, 1]),
    ]
    for step in steps:
        log.said()
        step()
        large = log.said()
        with monkeypatch.context() as without:
            without.setattr(club_records, "FEW_SEATS", 20_000)
            without.setattr(club_records, "cache", DummyCache("", {}))
            small = log.said()
        assert large == small


def test_many_results_take_no_more_queries(client: Client) -> None:
    from django.db import connection  # app ready

    log = Log()
    people = log.people("Ada", "Bo", "Cleo")
    counts = []
    log.evening(people, [3, 2, 1])
    client.get(f"/c/{log.club.slug}/records/")
    for _ in range(3):
        log.evening(people, [3, 2, 1])
        with CaptureQueriesContext(connection) as found:
            client.get(f"/c/{log.club.slug}/records/")
        counts.append(len(found))

    assert len(set(counts)) == 1
    assert counts[0] < 9


def test_a_very_long_history_is_not_gone_through_for_the_clubs_page(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = Log()
    log.evening(log.people("Ada", "Bo"), [9, 1])
    monkeypatch.setattr(club_records, "FEW_SEATS", 1)

    page = client.get(f"/c/{log.club.slug}/").content.decode()
    records = client.get(f"/c/{log.club.slug}/records/").content.decode()

    assert "Highest score" not in page
    assert f'href="/c/{log.club.slug}/records/"' in page
    assert "Highest score" in records


def test_the_sweep_counts_a_large_club_ahead_so_that_no_page_has_to(
    client: Client, size: str
) -> None:
    log = Log()
    log.evening(log.people("Ada", "Bo"), [9, 1])

    behind = [len(club_records.behind())]
    tasks.sweep()
    behind.append(len(club_records.behind()))
    page = client.get(f"/c/{log.club.slug}/").content.decode()

    assert behind == ([1, 0] if size == "large" else [0, 0])
    assert "Highest score" in page
