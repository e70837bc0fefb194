from __future__ import annotations

from datetime import UTC, date, datetime
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.core.actors import ANONYMOUS, system
from league.core.enums import (
    EntryState,
    EventState,
    NameLevel,
    RecordState,
    Role,
    RoundEntryState,
    RoundState,
    StageKind,
    Visibility,
)
from league.core.errors import NotAllowed, NotFound
from league.lists import csv_writing
from league.models import RoundEntry, Snapshot
from league.queries.records import result_check
from league.queries.standings import adjustments as listing
from league.queries.standings import standing_payload, standings
from league.queries.standings.counting import Moment
from league.services.standings import adjustments
from league.services.standings import standings as writing
from league.standings.payload import grid
from tests import factories

if TYPE_CHECKING:
    from league.models import Club, Entry, Round, Stage
    from league.queries.standings.standing_payload import StandingPayload

pytestmark = pytest.mark.django_db
WINNERS = {"key": "podium", "points": [4, 2, 1, 0]}


def evening(
    club: Club | None = None, *, players: str = "Ada Bo Cy Dee", **fields: object
) -> tuple[Stage, Round, list[Entry]]:
    event = factories.event(club or factories.club())
    stage = factories.stage(event, **fields)
    entries = [factories.entry(event, name) for name in players.split()]
    return stage, factories.round_(stage), entries


def ranks(payload: StandingPayload) -> list[tuple[str, str, str]]:
    return [
        (row["name"], row["rank_text"], row["values"]["points"]["shown"])  # type: ignore[index, call-overload]
        for row in payload["rows"]
    ]


def organizer_of(stage: Stage) -> object:
    return factories.actor(Role.ORGANIZER, stage.event.club)


def test_only_confirmed_records_count() -> None:
    stage, round_, (ada, bo, cy, dee) = evening()
    factories.played(factories.table(round_, [ada, bo]), [1, 2])
    waiting = factories.played(factories.table(round_, [cy, dee]), [1, 2])
    waiting.state, waiting.from_seq = RecordState.REPORTED, None
    waiting.save()

    shown = standings.payload(stage, ANONYMOUS)

    assert ranks(shown.payload) == [
        ("Ada", "1", "7"),
        ("Bo", "2", "1"),
        ("Cy", "–", "0"),
        ("Dee", "–", "0"),
    ]
    assert [row["values"]["matches"] for row in shown.payload["rows"]] == [1, 1, 0, 0]


def test_a_round_that_is_published_but_not_played_changes_no_value() -> None:
    stage, round_, (ada, bo, cy, dee) = evening()
    factories.played(factories.table(round_, [ada, bo, cy, dee]), [1, 2, 3, 4])
    before = standings.payload(stage, ANONYMOUS).payload["rows"]

    factories.table(factories.round_(stage), [ada, bo, cy, dee])

    assert standings.payload(stage, ANONYMOUS).payload["rows"] == before


def test_tied_totals_share_a_rank_and_are_marked_everywhere_the_same() -> None:
    stage, round_, (ada, bo, cy, dee) = evening(chain=["points"])
    factories.played(factories.table(round_, [ada, bo, cy, dee]), [1, 2, 2, 4])

    payload = standings.payload(stage, ANONYMOUS).payload

    assert [row["rank_text"] for row in payload["rows"]] == ["1", "2=", "2=", "4"]
    assert [line[0] for line in grid(payload)[1:]] == ["1", "2=", "2=", "4"]


def test_the_stored_bytes_of_two_computations_are_the_same() -> None:
    stage, round_, entries = evening()
    factories.played(factories.table(round_, entries), [1, 2, 3, 4])

    writing.recompute_stage(stage.pk)
    first = bytes(Snapshot.objects.get(stage=stage, audience="public").body)
    writing.recompute_stage(stage.pk, force=True)

    assert bytes(Snapshot.objects.get(stage=stage, audience="public").body) == first


def test_a_page_before_the_first_computation_shows_what_will_be_stored() -> None:
    stage, round_, entries = evening()
    factories.played(factories.table(round_, entries), [1, 2, 3, 4])
    before = standings.payload(stage, ANONYMOUS)

    writing.recompute_stage(stage.pk)

    after = standings.payload(stage, ANONYMOUS)
    assert (before.body, before.etag) == (after.body, after.etag)
    assert (before.computed_at is None, after.computed_at is None) == (True, False)


def test_reading_a_standing_stores_nothing() -> None:
    stage, _, _ = evening()

    standings.payload(stage, ANONYMOUS)

    assert Snapshot.objects.count() == 0


def test_rounds_without_a_match_have_the_value_the_stage_says() -> None:
    stage, round_, (ada, bo, cy, dee) = evening(
        bye={"kind": "fixed", "points": "5/2"}, no_show={"kind": "fixed", "points": "-1"}
    )
    factories.played(factories.table(round_, [ada, bo]), [1, 2])
    RoundEntry.objects.create(round=round_, entry=cy, state=RoundEntryState.BYE)
    RoundEntry.objects.create(round=round_, entry=dee, state=RoundEntryState.NO_SHOW)

    payload = standings.payload(stage, ANONYMOUS).payload

    assert ranks(payload) == [
        ("Ada", "1", "7"),
        ("Cy", "2", "2.50"),
        ("Bo", "3", "1"),
        ("Dee", "–", "-1"),
    ]


def test_a_value_written_at_the_round_holds_when_the_setting_changes() -> None:
    stage, round_, (ada, bo, cy, _) = evening()
    factories.played(factories.table(round_, [ada, bo]), [1, 2])
    RoundEntry.objects.create(
        round=round_, entry=cy, state=RoundEntryState.BYE, value_num=16, value_den=3
    )
    stage.bye = {"kind": "zero"}
    stage.save()

    rows = standings.payload(stage, ANONYMOUS).payload["rows"]

    values = {row["name"]: row["values"]["points"] for row in rows}
    assert values["Cy"] == {"exact": "16/3", "shown": "5.33"}


def test_who_comes_late_gets_the_late_value_for_the_rounds_before() -> None:
    stage, round_, (ada, bo, cy, _) = evening(late={"kind": "fixed", "points": "2"})
    factories.played(factories.table(round_, [ada, bo]), [1, 2])
    cy.joined_round = 2
    cy.save()

    rows = standings.payload(stage, ANONYMOUS).payload["rows"]

    cells = {row["name"]: [(c["kind"], c["round"]) for c in row["cells"]] for row in rows}
    assert cells["Cy"] == [("late", 1)]
    assert [row["values"]["points"]["shown"] for row in rows if row["name"] == "Cy"] == ["2"]  # type: ignore[index, call-overload]


def test_guests_hold_a_place_and_are_not_ranked_unless_the_event_says_so() -> None:
    stage, round_, (ada, bo, cy, dee) = evening()
    ada.is_guest = True
    ada.save()
    factories.played(factories.table(round_, [ada, bo, cy, dee]), [1, 2, 3, 4])

    unranked = standings.payload(stage, ANONYMOUS).payload
    stage.event.rank_guests = True
    stage.event.save()
    ranked = standings.payload(stage, ANONYMOUS).payload

    assert [(row["name"], row["rank_text"]) for row in unranked["rows"]] == [
        ("Bo", "1"),
        ("Cy", "2"),
        ("Dee", "3"),
        ("Ada", "–"),
    ]
    assert (unranked["ranked"], ranked["ranked"]) == (3, 4)
    assert ranked["rows"][0]["name"] == "Ada"


def test_a_disqualified_player_keeps_results_or_loses_them_and_others_keep_theirs() -> None:
    stage, round_, (ada, bo, cy, dee) = evening()
    factories.played(factories.table(round_, [ada, bo, cy, dee]), [1, 2, 3, 4])
    ada.state, ada.keeps_results = EntryState.DISQUALIFIED, False
    ada.save()

    rows = ranks(standings.payload(stage, ANONYMOUS).payload)

    assert rows == [("Bo", "1", "5"), ("Cy", "2", "3"), ("Dee", "3", "1"), ("Ada", "–", "0")]


def test_the_waiting_list_is_not_in_the_standing() -> None:
    stage, _, (_, _, _, dee) = evening()
    dee.state = EntryState.WAITING
    dee.save()

    names = [row["name"] for row in standings.payload(stage, ANONYMOUS).payload["rows"]]

    assert names == ["Ada", "Bo", "Cy"]


def test_a_final_lists_only_those_who_play_in_it() -> None:
    main, _, (ada, bo, *_) = evening()
    final = factories.stage(main.event, kind=StageKind.FINAL)
    factories.played(factories.table(factories.round_(final), [bo, ada]), [1, 2])

    assert [row["name"] for row in standings.payload(final, ANONYMOUS).payload["rows"]] == [
        "Bo",
        "Ada",
    ]


def test_a_standing_after_an_earlier_round_leaves_later_ones_out() -> None:
    stage, first, (ada, bo, *_) = evening(players="Ada Bo")
    factories.played(factories.table(first, [ada, bo]), [1, 2])
    factories.played(factories.table(factories.round_(stage), [ada, bo]), [2, 1])

    assert ranks(standings.payload(stage, ANONYMOUS, Moment(round=1)).payload) == [
        ("Ada", "1", "7"),
        ("Bo", "2", "1"),
    ]
    assert ranks(standings.payload(stage, ANONYMOUS).payload) == [
        ("Ada", "1=", "8"),
        ("Bo", "1=", "8"),
    ]


def test_a_standing_can_be_built_as_of_an_earlier_position() -> None:
    stage, first, (ada, bo, *_) = evening(players="Ada Bo")
    early = factories.played(factories.table(first, [ada, bo]), [1, 2])
    factories.played(factories.table(factories.round_(stage), [ada, bo]), [2, 1])
    assert early.from_seq is not None

    found = standing_payload.build(stage, as_of=early.from_seq)

    assert ranks(found.public) == [("Ada", "1", "7"), ("Bo", "2", "1")]


def test_points_of_a_game_with_decimals_are_scaled() -> None:
    club = factories.club()
    ruleset = factories.free_game(club, decimals=2)
    stage, round_, (ada, bo) = evening(
        club, players="Ada Bo", ruleset=ruleset, scheme={"key": "game_points"}
    )
    record = factories.played(factories.table(round_, [ada, bo]), [1, 2], points=[1250, 33])
    record.outcome = {**record.outcome, "scale": 2}
    record.save()

    assert ranks(standings.payload(stage, ANONYMOUS).payload) == [
        ("Ada", "1", "12.50"),
        ("Bo", "2", "0.33"),
    ]


# --- seasons -------------------------------------------------------------------------------


def test_the_last_day_of_a_season_counts_to_its_midnight_by_the_clubs_clock() -> None:
    club = factories.club(time_zone="Europe/Berlin")
    season = factories.season(club, starts_on=date(2026, 1, 1), ends_on=date(2026, 1, 31))
    event = factories.event(season=season, starts_at=datetime(2026, 1, 31, 19, 0, tzinfo=UTC))
    round_ = factories.round_(factories.stage(event), is_rolling=True)
    ada, bo = (factories.entry(event, name) for name in ("Ada", "Bo"))
    before_midnight = datetime(2026, 1, 31, 22, 30, tzinfo=UTC)  # 23:30 in Berlin
    after_midnight = datetime(2026, 1, 31, 23, 30, tzinfo=UTC)  # 00:30 on 1 February
    factories.played(factories.table(round_, [ada, bo], played_at=before_midnight), [1, 2])
    factories.played(factories.table(round_, [bo, ada], played_at=after_midnight), [1, 2])

    assert ranks(standings.payload(season, ANONYMOUS).payload) == [
        ("Ada", "1", "7"),
        ("Bo", "2", "1"),
    ]


def test_a_player_who_comes_later_is_not_in_last_years_table() -> None:
    club = factories.club()
    old = factories.season(club, starts_on=date(2024, 1, 1), ends_on=date(2024, 12, 31))
    new = factories.season(club, starts_on=date(2025, 1, 1), ends_on=date(2025, 12, 31))
    event = factories.event(season=old, starts_at=datetime(2024, 5, 1, 18, tzinfo=UTC))
    stage = factories.stage(event, scheme={"key": "game_points"})
    entries = [factories.entry(event, name) for name in ("Ada", "Bo", "Cy")]
    table = factories.table(
        factories.round_(stage), entries, played_at=datetime(2024, 5, 1, 19, tzinfo=UTC)
    )
    factories.played(table, [1, 2, 3], points=[5, -2, -3])
    late = factories.event(season=new, starts_at=datetime(2025, 5, 1, 18, tzinfo=UTC))
    factories.stage(late)
    factories.entry(late, factories.member(club, "Dee", since=date(2025, 1, 1)))

    assert ranks(standings.payload(old, ANONYMOUS).payload) == [
        ("Ada", "1", "5"),
        ("Bo", "2", "-2"),
        ("Cy", "3", "-3"),
    ]
    assert ranks(standings.payload(new, ANONYMOUS).payload) == [("Dee", "–", "0")]


def test_nobody_without_a_match_stands_above_players_with_negative_points() -> None:
    season = factories.season()
    event = factories.event(season=season)
    stage = factories.stage(event, scheme={"key": "game_points"})
    ada, bo, dee = (factories.entry(event, name) for name in ("Ada", "Bo", "Dee"))
    factories.played(factories.table(factories.round_(stage), [ada, bo]), [1, 2], points=[-2, -3])

    assert ranks(standings.payload(season, ANONYMOUS).payload) == [
        ("Ada", "1", "-2"),
        ("Bo", "2", "-3"),
        (dee.player.name, "–", "0"),
    ]


def test_cancelled_events_do_not_count_in_the_season() -> None:
    season = factories.season()
    for state, places in ((EventState.RUNNING, [1, 2]), (EventState.CANCELLED, [2, 1])):
        event = factories.event(season=season, state=state)
        round_ = factories.round_(factories.stage(event))
        entries = [factories.entry(event, f"{name} {state}") for name in ("Ada", "Bo")]
        factories.played(factories.table(round_, entries), places)

    assert ranks(standings.payload(season, ANONYMOUS).payload) == [
        ("Ada running", "1", "7"),
        ("Bo running", "2", "1"),
    ]


def test_a_season_lists_what_each_evening_gave_and_what_the_rule_drops() -> None:
    season = factories.season(counting="best_n", counting_n=1, counting_unit="evenings")
    ada, bo = factories.player("Ada"), factories.player("Bo")
    for day, places in ((3, [1, 2]), (4, [2, 1])):
        at = datetime(2026, 11, day, 18, 30, tzinfo=UTC)
        event = factories.event(season=season, starts_at=at, name=f"Evening {day}")
        entries = [factories.entry(event, ada), factories.entry(event, bo)]
        factories.played(
            factories.table(factories.round_(factories.stage(event)), entries, played_at=at), places
        )

    payload = standings.payload(season, ANONYMOUS).payload

    assert [(one["name"], one["day"]) for one in payload["evenings"]] == [
        ("Evening 3", "2026-11-03"),
        ("Evening 4", "2026-11-04"),
    ]
    assert [one["points"][str(ada.pk)] for one in payload["evenings"]] == [
        {"exact": "7", "shown": "7", "matches": 1, "counted": True},
        {"exact": "1", "shown": "1", "matches": 1, "counted": False},
    ]


def test_a_season_without_events_and_a_stage_without_people_have_a_header_and_no_rows() -> None:
    season, stage = factories.season(), factories.stage()

    for scope in (season, stage):
        payload = standings.payload(scope, ANONYMOUS).payload
        assert payload["rows"] == []
        assert len(grid(payload)) == 1
        document = csv_writing.document(grid(payload)[0], [])
        assert document.decode("utf-8-sig").count("\r\n") == 1


# --- one standing everywhere ---------------------------------------------------------------


def test_page_csv_api_and_the_next_seeds_have_one_order_and_one_set_of_values() -> None:
    names = "Ada Bo Cy Dee Eve Fay Gil Hal"
    stage, first, entries = evening(players=names, scheme=WINNERS)
    ada, bo, cy, dee, eve, fay, gil, hal = entries
    factories.played(factories.table(first, [ada, bo, cy, dee]), [1, 2, 3, 4])
    factories.played(factories.table(first, [eve, fay, gil, hal]), [1, 2, 3, 4])
    second = factories.round_(stage)
    factories.played(factories.table(second, [ada, eve, bo, fay]), [1, 2, 3, 4])
    factories.played(factories.table(second, [cy, gil, dee, hal]), [1, 2, 3, 4])
    writing.recompute_stage(stage.pk)

    shown = standings.payload(stage, ANONYMOUS)
    live = standings.payload(stage, organizer_of(stage))  # type: ignore[arg-type]
    seeds = standings.scores(stage)

    order = [(row["player"], row["rank"], row["values"]) for row in shown.payload["rows"]]
    assert [(row["player"], row["rank"], row["values"]) for row in live.payload["rows"]] == order
    assert [(player, rank) for player, (_, rank) in seeds.items()] == [
        (player, rank) for player, rank, _ in order
    ]
    assert [str(points) for points, _ in seeds.values()] == [
        values["points"]["exact"]  # type: ignore[index, call-overload]
        for _, _, values in order
    ]
    lines = grid(shown.payload)[1:]
    assert [(line[0], line[1]) for line in lines] == [
        (row["rank_text"], row["name"]) for row in shown.payload["rows"]
    ]


def test_a_penalty_counts_for_the_seeds_and_survives_every_recomputation() -> None:
    totals = {"A": 30, "B": 25, "C": 24, "D": 20, "E": 19, "F": 15, "G": 12, "H": 9}
    stage, round_, entries = evening(players=" ".join(totals), scheme={"key": "game_points"})
    for pair in (entries[:4], entries[4:]):
        points = [totals[entry.player.name] for entry in pair]
        factories.played(factories.table(round_, pair), [1, 2, 3, 4], points=points)

    by = factories.actor(Role.ORGANIZER, stage.event.club)
    made = adjustments.make(
        by=by, scope=stage, player=entries[0].player, points=Fraction(-20), reason="Late again"
    )
    for _ in range(2):
        writing.recompute_stage(stage.pk, force=True)

    payload = standings.payload(stage, ANONYMOUS).payload
    assert "".join(row["name"] for row in payload["rows"]) == "BCDEFGAH"
    names = {entry.player_id: entry.player.name for entry in entries}
    seeds = standings.scores(stage)
    assert "".join(names[player] for player in seeds) == "BCDEFGAH"
    assert sum(points for points, _ in seeds.values()) == sum(totals.values()) - 20
    assert payload["rows"][6]["adjustments"] == [
        {"reason": made.pk, "points": {"exact": "-20", "shown": "-20"}, "text": "Late again"}
    ]
    listed = listing.of_scope(stage, by)
    assert [(row.name, row.points, row.reason, row.author) for row in listed] == [
        ("A", Fraction(-20), "Late again", factories.address(by))
    ]
    assert [row.author for row in listing.of_scope(stage, ANONYMOUS)] == [""]


# --- who sees what -------------------------------------------------------------------------


def test_a_public_snapshot_holds_no_private_name() -> None:
    club = factories.club(name_level=NameLevel.INITIAL)
    event = factories.event(club)
    stage = factories.stage(event)
    people = [
        factories.player("Ada Lindqvist", given="Ada", family="Lindqvist"),
        factories.player("Bo Marden", nickname="Fox", is_minor=True),
        factories.player("Cy Norwood", name_level=NameLevel.HIDDEN),
        factories.player("Dee Oakley", name_level=NameLevel.FULL),
    ]
    entries = [factories.entry(event, row) for row in people]
    factories.played(factories.table(factories.round_(stage), entries), [1, 2, 3, 4])
    writing.recompute_stage(stage.pk)

    public = standings.payload(stage, ANONYMOUS)
    live = standings.payload(stage, organizer_of(stage))  # type: ignore[arg-type]

    assert [row["name"] for row in public.payload["rows"]] == [
        "Ada L.",
        "Fox",
        "Player",
        "Dee Oakley",
    ]
    assert [row["name"] for row in live.payload["rows"]] == [row.name for row in people]
    stored = bytes(Snapshot.objects.get(stage=stage, audience="public").body).decode()
    assert [word for word in ("Lindqvist", "Marden", "Norwood") if word in stored] == []


def test_equals_stand_in_the_same_order_for_every_audience() -> None:
    stage, round_, entries = evening(players="Zed Ada", chain=["points"])
    entries[0].player.name_level = NameLevel.NICKNAME
    entries[0].player.nickname = "Aardvark"
    entries[0].player.save()
    factories.played(factories.table(round_, entries), [1, 1])

    public = standings.payload(stage, ANONYMOUS).payload["rows"]
    live = standings.payload(stage, organizer_of(stage)).payload["rows"]  # type: ignore[arg-type]

    assert [row["name"] for row in public] == ["Aardvark", "Ada"]
    assert [row["name"] for row in live] == ["Zed", "Ada"]


def test_two_people_of_one_name_are_told_apart_in_the_standing() -> None:
    stage, round_, entries = evening(players="Ada Ada")
    factories.played(factories.table(round_, entries), [1, 2])

    rows = standings.payload(stage, ANONYMOUS).payload["rows"]

    assert [(row["player"], row["name"]) for row in rows] == [
        (entry.player_id, f"Ada ({entry.player_id})") for entry in entries
    ]


def test_the_standing_of_a_members_only_club_does_not_exist_for_a_visitor() -> None:
    stage, _, _ = evening(factories.club(visibility=Visibility.MEMBERS))

    with pytest.raises(NotFound):
        standings.payload(stage, ANONYMOUS)
    assert standings.payload(stage, organizer_of(stage)).payload["id"] == stage.pk  # type: ignore[arg-type]


# --- the director's check ------------------------------------------------------------------


def test_the_check_names_what_is_confirmed_and_not_shown_waiting_or_missing() -> None:
    stage, round_, (ada, bo, cy, dee) = evening()
    factories.played(factories.table(round_, [ada, bo]), [1, 2])
    writing.recompute_stage(stage.pk)
    late = factories.round_(stage)
    unseen = factories.played(factories.table(late, [ada, bo]), [1, 2])
    waiting = factories.played(factories.table(late, [cy, dee]), [1, 2])
    waiting.state, waiting.from_seq = RecordState.REPORTED, None
    waiting.save()
    open_table = factories.table(factories.round_(stage), [ada, bo])

    (check,) = result_check.check(stage.event, organizer_of(stage))  # type: ignore[arg-type]

    assert (check.counted, check.shown, check.is_right, check.is_current) == (2, 1, False, False)
    assert [ref.id for ref in check.missing] == [unseen.table_id]
    assert [ref.id for ref in check.waiting] == [waiting.table_id]
    assert [ref.id for ref in check.without] == [open_table.pk]


def test_the_check_is_the_organizers() -> None:
    stage, _, _ = evening()

    with pytest.raises(NotAllowed):
        result_check.check(stage.event, factories.actor())


# --- how many queries ----------------------------------------------------------------------


def fill(stage: Stage, count: int) -> None:
    """``count`` more tables of two, each with two new players."""
    round_ = stage.rounds.first() or factories.round_(stage, state=RoundState.PUBLISHED)
    for _ in range(count):
        entries = [factories.entry(stage.event), factories.entry(stage.event)]
        factories.played(factories.table(round_, entries), [1, 2])


def test_the_number_of_queries_does_not_grow_with_players_and_matches() -> None:
    season = factories.season()
    stage = factories.stage(factories.event(season=season))
    seen: list[tuple[int, ...]] = []
    for count in (1, 6):
        fill(stage, count)
        writing.recompute_stage(stage.pk)
        writing.recompute_season(season.pk)
        costs = []
        for work in (
            lambda: writing.recompute_stage(stage.pk, force=True),
            lambda: writing.recompute_season(season.pk, force=True),
            lambda: standings.payload(stage, ANONYMOUS),
            lambda: standings.payload(season, ANONYMOUS),
        ):
            with CaptureQueriesContext(
                connection,
            ) as queries:
                work()
            costs.append(len(queries))
        seen.append(tuple(costs))

    assert seen[0] == seen[1]
    assert max(seen[0][:2]) <= 17
    assert max(seen[0][2:]) <= 3


def test_a_recomputation_of_what_is_up_to_date_asks_one_question() -> None:
    stage, round_, entries = evening()
    factories.played(factories.table(round_, entries), [1, 2, 3, 4])
    assert writing.recompute_stage(stage.pk)

    with CaptureQueriesContext(connection) as queries:
        assert not writing.recompute_stage(stage.pk)

    assert len(queries) == 1


def test_the_service_itself_may_read_every_standing() -> None:
    stage, _, _ = evening(factories.club(visibility=Visibility.MEMBERS))

    assert standings.payload(stage, system("test")).payload["id"] == stage.pk
