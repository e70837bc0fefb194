"""Ratings follow what counts, and what is kept is what a computation gives, to the bit."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from league.core.actors import system
from league.core.enums import EventState, RatingKind, Role, Visibility
from league.core.errors import BadInput, Conflict
from league.journal import mark_ratings
from league.models import (
    Club,
    Entry,
    Event,
    MatchRecord,
    Player,
    RatedMatch,
    Rating,
    RatingMark,
    RatingScope,
    Ruleset,
    SeatScore,
    Table,
)
from league.queries.standings import rating_inputs
from league.ratings import replay
from league.services.evening import dropouts
from league.services.occasions import clubs, events
from league.services.office import rules
from league.services.records import voids
from league.services.seating import seatings
from league.services.standings import ratings
from tests import factories
from tests.league.services.standings.test_standings_follow import Evening

pytestmark = pytest.mark.django_db
BY = system("test")
START = datetime(2026, 11, 3, 19, 0, tzinfo=UTC)
Kept = dict[str, tuple[float, float, int]]


class Night:
    """An evening of open play whose matches are made one after the other."""

    def __init__(self, club: Club | None = None, *, ruleset: Ruleset | None = None) -> None:
        self.event = factories.event(club)
        fields = {"ruleset": ruleset} if ruleset else {}
        self.stage = factories.stage(self.event, **fields)
        self.round = factories.round_(self.stage, is_rolling=True)
        self.entries: dict[str, Entry] = {}

    def entry(self, who: str | Player, **fields: object) -> Entry:
        name = who if isinstance(who, str) else who.name
        if name not in self.entries:
            self.entries[name] = factories.entry(self.event, who, **fields)
        return self.entries[name]

    def play(self, names: str, *places: int, at: int = 0) -> MatchRecord:
        """A confirmed match of people named by one letter each, so many minutes after seven."""
        seats = [self.entry(name) for name in names]
        table = factories.table(self.round, seats, played_at=START + timedelta(minutes=at))
        return factories.played(table, places or range(1, len(names) + 1))


def kept(kind: RatingKind = RatingKind.CLUB_GAME) -> Kept:
    rows = Rating.objects.filter(scope__kind=kind)
    return {
        name: (value, spread, matches)
        for name, value, spread, matches in rows.values_list(
            "player__name", "value", "deviation", "matches"
        )
    }


def scope_of(kind: RatingKind = RatingKind.CLUB_GAME) -> RatingScope:
    return RatingScope.objects.get(kind=kind)


def followed() -> Kept:
    """What is kept once the worker is through, after making sure that it is right."""
    ratings.catch_up()
    assert ratings.check() == ()
    return kept()


def swap(record: MatchRecord) -> None:
    """First and second change places, as a correction would have it."""
    first, second = SeatScore.objects.filter(record=record).order_by("place")[:2]
    first.place, second.place = second.place, first.place
    first.save()
    second.save()
    mark_ratings(record.stage.event.club_id, [record.stage_id])


# --- following ------------------------------------------------------------------------------


def test_a_confirmed_match_is_rated_in_the_clubs_game_the_game_and_all_games() -> None:
    Night().play("ABCD", 1, 2, 2, 4)

    assert ratings.catch_up() == 3

    a, b, c, d = (kept()[name] for name in "ABCD")
    assert a[0] > b[0] == pytest.approx(c[0], rel=1e-13)
    assert c[0] > d[0]
    assert kept() == kept(RatingKind.GAME) == kept(RatingKind.ALL)


def test_nothing_is_rated_before_the_worker_comes() -> None:
    Night().play("ABC")

    assert (Rating.objects.count(), RatedMatch.objects.count()) == (0, 0)
    assert RatingMark.objects.count() == 1
    assert [each.reason for each in ratings.check()] == ["behind"]


def test_every_step_of_an_evening_leaves_ratings_that_are_what_is_computed() -> None:
    evening = Evening()
    steps: list[Callable[[], None]] = [
        lambda: evening.guests("Ada", "Bo", "Cy", "Dee", "Eve"),
        evening.seat_and_publish,
        lambda: evening.play(5, 4, 3, 2, 1),
        evening.rank_guests,
        evening.close,
        evening.drop,
        evening.seat_and_publish,
        lambda: evening.play(1, 2, 3, 4, 5),
        evening.correct,
        evening.void,
        evening.restore,
        lambda: evening.reinstate("Cy"),
        evening.disqualify,
        lambda: evening.reinstate("Bo"),
        evening.rename,
        evening.close,
        evening.rename_event,
        evening.cancel_and_return,
    ]
    rated = []
    for number, step in enumerate(steps):
        step()
        ratings.catch_up()
        assert (number, ratings.check()) == (number, ())
        rated.append(RatedMatch.objects.filter(scope__kind=RatingKind.ALL).count())

    # Guests are rated once they are ranked; a void and a cancellation take matches away.
    assert rated == [0, 0, 0, 1, 1, 1, 1, 2, 2, 1, 2, 2, 2, 2, 2, 2, 2, 0]


def test_a_correction_replays_from_its_match_on_and_leaves_what_was_before() -> None:
    night = Night()
    played = [night.play("ABCD", at=10 * n) for n in range(6)]
    followed()
    before = {row.number: bytes(row.body) for row in RatedMatch.objects.filter(scope=scope_of())}
    ids = dict(RatedMatch.objects.filter(scope=scope_of()).values_list("number", "pk"))

    swap(played[3])
    followed()

    after = {row.number: bytes(row.body) for row in RatedMatch.objects.filter(scope=scope_of())}
    same = [number for number in before if before[number] == after[number]]
    assert same == [1, 2, 3]
    untouched = dict(RatedMatch.objects.filter(scope=scope_of()).values_list("number", "pk"))
    assert [number for number in ids if ids[number] == untouched[number]] == [1, 2, 3]


def test_a_match_entered_late_is_rated_where_it_was_played() -> None:
    night, ordered = Night(), Night()
    for at in (0, 20):
        night.play("ABC", at=at)
    followed()
    night.play("BCA", at=10)
    late = followed()

    for at, names in ((0, "ABC"), (10, "BCA"), (20, "ABC")):
        ordered.play(names, at=at)
    ratings.catch_up()
    scope = RatingScope.objects.get(club_game=ordered.stage.ruleset.club_game)
    rows = Rating.objects.filter(scope=scope).values_list("player__name", "value", "deviation")
    assert {name: (value, spread) for name, value, spread in rows} == {
        name: state[:2] for name, state in late.items()
    }


def test_an_event_that_moves_in_time_moves_its_matches() -> None:
    early, late = Night(), Night()
    Table.objects.update(played_at=None)
    late.event.club = early.event.club
    late.event.save()
    for night in (early, late):
        night.play("ABC")
    Table.objects.update(played_at=None)
    followed()
    order = list(RatedMatch.objects.filter(scope__kind=RatingKind.ALL).values_list("table", "at"))

    event = Event.objects.select_related("club", "season").get(pk=early.event.pk)
    events.change(
        by=BY,
        event=event,
        expected_version=event.version,
        starts_at=event.starts_at + timedelta(days=7),
    )
    followed()

    moved = list(RatedMatch.objects.filter(scope__kind=RatingKind.ALL).values_list("table", "at"))
    assert [table for table, _ in moved] == [table for table, _ in order][::-1]


def test_matches_of_one_day_follow_their_numbers_and_their_result_is_the_same_each_time() -> None:
    night = Night()
    for names in ("AB", "BA", "AB"):
        night.play(names)  # one and the same minute

    found = [followed()]
    for _ in range(5):
        ratings.recompute_all()
        found.append(kept())

    assert found == [found[0]] * 6
    tables = RatedMatch.objects.filter(scope=scope_of()).values_list("table__number", flat=True)
    assert list(tables) == [1, 2, 3]


def test_the_history_ends_where_everybody_stands_and_every_before_is_the_last_after() -> None:
    night = Night()
    for at in range(5):
        night.play("ABCD"[at % 2 :], at=at)
    followed()

    last: dict[int, tuple[float, float, int]] = {}
    for row in RatedMatch.objects.filter(scope=scope_of()):
        for change in replay.unpacked(bytes(row.body)):
            assert change.before == last.get(change.player, change.before)
            last[change.player] = change.after
    assert last == rating_inputs.current(scope_of())


def test_a_cancelled_event_takes_its_matches_and_its_history_out_of_the_ratings() -> None:
    first, second = Night(), Night()
    second.event.club = first.event.club
    second.event.save()
    second.play("ABC", at=1)
    alone = followed()
    first.play("ABC")
    followed()

    event = Event.objects.select_related("club", "season").get(pk=first.event.pk)
    events.set_state(by=BY, event=event, state=EventState.CANCELLED)
    followed()

    scope = RatingScope.objects.get(club_game=first.stage.ruleset.club_game)
    assert (scope.count, Rating.objects.filter(scope=scope).count()) == (0, 0)
    assert RatedMatch.objects.filter(scope=scope).count() == 0
    there = Rating.objects.filter(scope__club_game=second.stage.ruleset.club_game)
    assert {row.player.name: row.value for row in there} == {
        name: state[0] for name, state in alone.items()
    }


def test_taking_back_the_latest_round_brings_the_ratings_back_to_the_round_before() -> None:
    evening = Evening()
    evening.guests("Ada", "Bo", "Cy", "Dee")
    evening.rank_guests()
    evening.seat_and_publish()
    evening.play(4, 3, 2, 1)
    evening.close()
    after_one = followed()
    evening.seat_and_publish()
    evening.play(1, 2, 3, 4)
    assert followed() != after_one

    round_ = evening.stage().rounds.latest("number")
    seatings.withdraw(by=BY, round_=round_, accept_records=True)

    assert followed() == after_one


def test_a_void_and_its_way_back_are_the_same_bits() -> None:
    night = Night()
    played = [night.play("ABCD", at=n) for n in range(4)]
    before = followed()

    voids.void(by=BY, record=played[1], reason="Wrong table")
    without = followed()
    voids.restore(by=BY, record=MatchRecord.objects.get(pk=played[1].pk))

    assert without != before
    assert followed() == before


# --- who is rated ---------------------------------------------------------------------------


def test_guests_are_left_out_unless_the_event_ranks_them_or_the_list_wants_them() -> None:
    night = Night()
    night.entry("Guest", is_guest=True)
    seats = [night.entry(name) for name in ("A", "Guest", "B")]
    factories.played(factories.table(night.round, seats), [1, 2, 3])
    assert sorted(followed()) == ["A", "B"]
    scope = scope_of()

    ratings.change(
        by=BY,
        scope=scope,
        expected_version=scope.version,
        engine_key="plackett_luce",
        settings={},
        provisional=10,
        include_guests=True,
    )

    assert sorted(followed()) == ["A", "B", "Guest"]
    assert sorted(kept(RatingKind.ALL)) == ["A", "B"]


def test_who_is_disqualified_with_void_results_is_not_rated() -> None:
    night = Night()
    night.play("ABC")
    followed()

    entry = Entry.objects.select_related("event__club", "player").get(pk=night.entry("A").pk)
    dropouts.disqualify(by=BY, entry=entry, keep_results=False, reason="Cheating")

    assert sorted(followed()) == ["B", "C"]


def test_a_table_with_one_ranked_seat_is_no_match() -> None:
    night = Night()
    night.entry("Guest", is_guest=True)
    seats = [night.entry(name) for name in ("A", "Guest")]
    factories.played(factories.table(night.round, seats), [1, 2])

    assert followed() == {}


def test_what_a_hidden_club_plays_shows_in_nobodys_rating_over_all_clubs() -> None:
    open_to_all = Night()
    hidden = Night(factories.club(visibility=Visibility.MEMBERS))
    ada = open_to_all.entry("A").player
    hidden.entry(ada)
    open_to_all.play("AB")
    hidden.play("AC")
    ratings.catch_up()
    assert sorted(kept(RatingKind.ALL)) == ["A", "B"]

    club = hidden.event.club
    clubs.change(by=BY, club=club, expected_version=club.version, visibility=Visibility.PUBLIC)
    followed()

    assert sorted(kept(RatingKind.ALL)) == ["A", "B", "C"]


def test_a_free_form_game_is_the_same_game_under_the_same_title_and_another_under_another() -> None:
    nights = [Night(ruleset=factories.free_game(factories.club(), name="Tide")) for _ in range(2)]
    for night in nights:
        night.play("AB")
    ratings.catch_up()
    assert scope_of(RatingKind.GAME).count == 2

    box = nights[0].stage.ruleset.club_game
    rules.change_game(
        by=BY,
        club_game=box,
        expected_version=box.version,
        title="Ebb",
        copies=None,
        is_retired=False,
    )
    followed()

    counts = dict(RatingScope.objects.filter(kind=RatingKind.GAME).values_list("title", "count"))
    assert counts == {"Tide": 1, "Ebb": 1}


# --- settings -------------------------------------------------------------------------------


def test_another_engine_rates_everything_from_the_first_match_on() -> None:
    night = Night()
    for at in range(3):
        night.play("ABC", at=at)
    followed()
    scope = scope_of()

    ratings.change(
        by=BY,
        scope=scope,
        expected_version=scope.version,
        engine_key="elo_pairs",
        settings={"k": 60},
        provisional=2,
        include_guests=False,
    )

    found = followed()
    assert sum(state[0] for state in found.values()) == pytest.approx(3000)
    assert found["A"][0] > found["B"][0] > found["C"][0]
    assert scope_of().settings["k"] == 60


def test_the_luck_of_a_ruleset_counts_in_every_list_it_is_in() -> None:
    night = Night()
    night.play("ABC")
    usual = followed()

    ratings.set_luck(by=BY, ruleset=night.stage.ruleset, beta=4.0)
    bold = followed()
    ratings.set_luck(by=BY, ruleset=night.stage.ruleset, beta=None)

    assert bold["A"][0] > usual["A"][0]
    assert followed() == usual


def test_settings_out_of_their_limits_are_refused_by_name_and_change_nothing() -> None:
    Night().play("ABC")
    before = followed()
    scope = scope_of()
    fields = {
        "by": BY,
        "scope": scope,
        "expected_version": scope.version,
        "engine_key": "elo_pairs",
        "settings": {},
        "provisional": 10,
        "include_guests": False,
    }

    refused = []
    for wrong in ({"settings": {"k": 0}}, {"engine_key": "glicko"}, {"provisional": -1}):
        with pytest.raises(BadInput) as error:
            ratings.change(**(fields | wrong))  # type: ignore[arg-type]  # wrong on purpose
        refused.append((error.value.code, error.value.field))
    with pytest.raises(Conflict):
        ratings.change(**(fields | {"expected_version": 99}))  # type: ignore[arg-type]

    assert refused == [
        ("rating_out_of_range", "k"),
        ("rating_unknown_engine", "engine"),
        ("rating_out_of_range", "provisional"),
    ]
    assert followed() == before


def test_a_clubs_admin_sets_up_the_clubs_lists_and_not_those_of_all() -> None:
    night = Night()
    night.play("ABC")
    ratings.catch_up()
    admin = factories.actor(Role.CLUB_ADMIN, night.event.club)
    given = {
        "engine_key": "elo_pairs",
        "settings": {},
        "provisional": 5,
        "include_guests": False,
        "expected_version": 1,
    }

    changed = ratings.change(by=admin, scope=scope_of(), **given)  # type: ignore[arg-type]
    with pytest.raises(Exception, match="not_allowed"):
        ratings.change(by=admin, scope=scope_of(RatingKind.ALL), **given)  # type: ignore[arg-type]

    assert changed.engine == "elo_pairs"


# --- side by side ---------------------------------------------------------------------------


def test_a_computation_that_was_overtaken_stores_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    night = Night()
    night.play("ABC")
    followed()
    night.play("CBA", at=5)
    while ratings.spread():
        pass
    reads = rating_inputs.matches
    pk = scope_of().pk

    def overtaken(scope: RatingScope, since: datetime | None = None) -> object:
        monkeypatch.setattr(rating_inputs, "matches", reads)
        assert ratings.recompute(pk)  # the other worker, between our reading and our storing
        return reads(scope, since)

    monkeypatch.setattr(rating_inputs, "matches", overtaken)
    stored = ratings.recompute(pk)

    assert not stored
    followed()


def test_what_is_stored_in_steps_is_what_is_stored_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    night = Night()
    for at in range(7):
        night.play("ABCD"[at % 3 :], at=at)
    at_once = followed()

    monkeypatch.setattr("league.services.standings._rating_rows.AT_ONCE", 2)
    monkeypatch.setattr("league.services.standings._rating_rows._SPOOLED_AT_ONCE", 2)
    ratings.recompute_all()

    assert followed() == at_once
    assert scope_of().count == 7


def test_a_store_that_broke_off_is_taken_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    night = Night()
    for at in range(7):
        night.play("ABCD"[at % 3 :], at=at)
    whole = followed()
    monkeypatch.setattr("league.services.standings._rating_rows.AT_ONCE", 2)
    monkeypatch.setattr("league.services.standings._rating_rows._SPOOLED_AT_ONCE", 2)
    from league.services.standings import _rating_rows

    inserts = _rating_rows._insert
    calls = []

    def breaks(*given: object) -> None:
        calls.append(given)
        if len(calls) == 3:
            raise OSError("the disk is full")
        inserts(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(_rating_rows, "_insert", breaks)
    broke_off = ratings.recompute(scope_of().pk, anew=True)
    monkeypatch.setattr(_rating_rows, "_insert", inserts)
    ratings.recompute(scope_of().pk)

    assert (broke_off, followed()) == (False, whole)


# --- the command ----------------------------------------------------------------------------


def test_the_command_is_silent_about_what_is_right_and_names_a_bit_that_is_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    night = Night()
    for at in range(3):
        night.play("ABC", at=at)
    followed()
    call_command("recompute_ratings", "--check")
    assert capsys.readouterr().out == "All ratings are up to date.\n"

    scope = scope_of()
    row = RatedMatch.objects.get(scope=scope, number=2)
    row.body = bytes(row.body)[:-1] + bytes([bytes(row.body)[-1] ^ 1])
    row.save()
    Rating.objects.filter(scope__kind=RatingKind.ALL, player__name="A").update(value=99)
    with pytest.raises(CommandError):
        call_command("recompute_ratings", "--check")
    lines = sorted(line.split(" (")[0] for line in capsys.readouterr().out.splitlines())
    everywhere = scope_of(RatingKind.ALL)
    assert lines == sorted([f"{scope.pk} #2: matches", f"{everywhere.pk}: ratings"])

    call_command("recompute_ratings")
    assert ratings.check() == ()


def test_results_from_before_there_were_ratings_are_rated_by_the_command() -> None:
    Night().play("ABC")
    RatingMark.objects.all().delete()
    assert ratings.catch_up() == 0

    call_command("recompute_ratings")

    assert sorted(followed()) == ["A", "B", "C"]


# --- any order of any changes ---------------------------------------------------------------


class Anything(TestCase):
    @given(
        steps=st.lists(
            st.tuples(
                st.sampled_from(["play", "swap", "void", "rate"]),
                st.integers(0, 30),
                st.sampled_from(["AB", "BCA", "DCBA", "EAC"]),
            ),
            min_size=1,
            max_size=14,
        )
    )
    def test_ratings_kept_step_by_step_are_those_rated_from_scratch_to_the_bit(
        self, steps: list[tuple[str, int, str]]
    ) -> None:
        night = Night()
        for verb, number, names in steps:
            there = list(MatchRecord.objects.filter(stage=night.stage, state="confirmed"))
            if verb == "play":
                night.play(names, at=number)
            elif verb == "rate":
                ratings.catch_up()
            elif there:
                record = there[number % len(there)]
                if verb == "swap":
                    swap(record)
                else:
                    voids.void(by=BY, record=record, reason="Wrong")
                    record.table.seats.update(is_open=False)  # nobody will play it again
        by_steps = followed()
        bodies = list(RatedMatch.objects.order_by("scope", "number").values_list("body"))

        ratings.recompute_all()

        assert kept() == by_steps
        again = list(RatedMatch.objects.order_by("scope", "number").values_list("body"))
        assert [bytes(row[0]) for row in again] == [bytes(row[0]) for row in bodies]


def test_an_update_marks_what_was_played_before_there_were_ratings() -> None:
    stage = factories.stage(factories.event())
    seats = [factories.entry(stage.event) for _ in range(6)]
    first = factories.round_(stage)
    factories.played(factories.table(first, seats[:3]), [1, 2, 3])
    idle = factories.stage(factories.event())
    RatingMark.objects.all().delete()

    import_module("league.migrations.0005_ratings").mark_what_was_played(apps, None)

    assert list(RatingMark.objects.values_list("stage", flat=True)) == [stage.pk]
    assert idle.pk != stage.pk
    ratings.catch_up()
    assert Rating.objects.filter(scope__kind=RatingKind.CLUB_GAME).count() == 3
