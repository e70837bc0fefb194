"""Settings of stages and seasons by script: the checks, warnings and lines of the pages."""

from __future__ import annotations

from typing import Any

import pytest

from league.core.enums import EventKind, EventState, Role, RoundState
from league.models import Event, JournalLine, Round, Season, Stage
from league.services.standings import standings
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db

ROWS = {"key": "custom", "rows": {"3": ["9", "1", "0"], "4": ["9", "1", "0", "0"]}}


def an_evening() -> Stage:
    """A closed round: Ada won at a table of four, Eva at one of three."""
    season = factories.season(factories.club("Tin Owl"))
    event = factories.event(season=season, state=EventState.RUNNING)
    stage = factories.stage(event, chain=["points"])
    people = [
        factories.entry(event, factories.member(event.club, name))
        for name in ("Ada", "Bo", "Cy", "Dee", "Eva", "Fay", "Gus")
    ]
    round_ = factories.round_(stage)
    factories.played(factories.table(round_, people[:4]), [1, 2, 3, 4])
    factories.played(factories.table(round_, people[4:]), [1, 2, 3])
    Round.objects.filter(pk=round_.pk).update(state=RoundState.CLOSED)
    standings.catch_up()
    return stage


def stored() -> tuple[list[Any], int]:
    rows: list[Any] = [*Stage.objects.values(), *Season.objects.values(), *Event.objects.values()]
    return rows, JournalLine.objects.count()


def test_everything_about_points_and_rank_of_a_stage_is_read_with_what_is_usual() -> None:
    stage = an_evening()

    answer = doors.visitor().get(f"/stages/{stage.pk}/")

    assert answer.json() == {
        "id": stage.pk,
        "event": stage.event_id,
        "number": 1,
        "kind": "main",
        "name": stage.name,
        "version": 1,
        "scheme": stage.scheme,
        "chain": ["points"],
        "bye": stage.bye,
        "late": stage.late,
        "no_show": stage.no_show,
        "requested_bye": None,
        "absent": {"kind": "zero"},
        "sits_out": {"kind": "zero"},
        "bye_limit": None,
        "guests_hold_places": True,
        "filler_points": None,
        "shared_win": "one",
        "dropped": "last",
        "cooperative_won": None,
        "cooperative_lost": None,
        "side_points": "share",
        "full_size": None,
        "opponents_floor": "0",
        "weight": "1",
        "carry": "0",
        "level_by_earlier": True,
        "source_season": None,
        "auto_publish": True,
        "plays_here": False,
        "play_reserve": None,
        "play_increment": None,
        "method": "random",
        "size_preferred": 4,
        "size_min": None,
        "size_max": None,
        "max_tables": None,
        "seating": {
            "season": 25,
            "fading": 80,
            "clubs": "soft",
            "club_price": 30,
            "apart": "hard",
            "above": 150,
            "repeat": 50,
            "wish": 50,
            "bye_limit": None,
            "hold": 6,
            "weights": {},
            "rooms": {},
            "step_free": [],
        },
    }


def test_a_changed_stage_says_what_is_worth_knowing_and_leaves_the_line_of_the_page() -> None:
    stage = an_evening()
    asker = doors.organizer(stage.event.club)
    told = {"scheme": ROWS, "bye": {"kind": "fixed", "points": "5/2"}, "weight": "2"}

    answer = asker.patch(f"/stages/{stage.pk}/", told, If_Match='"1"')

    stage.refresh_from_db()
    line = JournalLine.objects.get(kind="stage_changed")
    assert answer.status_code == 200
    assert (stage.scheme["rows"], stage.bye, stage.scoring) == (
        ROWS["rows"],
        {"kind": "fixed", "points": "5/2"},
        {"weight": "2"},
    )
    assert [(one["code"], one["path"], one["level"]) for one in answer.json()["remarks"]] == [
        ("sizes_not_covered", ["scheme"], "warning"),
        ("results_rerank", [], "warning"),
    ]
    assert sorted(line.payload["changed"]) == ["bye", "scheme", "scoring"]
    assert answer.headers["ETag"] == '"2"'


def test_of_settings_that_are_stored_together_the_others_stay() -> None:
    stage = an_evening()
    asker = doors.organizer(stage.event.club)
    asker.patch(
        f"/stages/{stage.pk}/",
        {"weight": "2", "requested_bye": {"kind": "own_average"}, "bye_limit": 1},
        If_Match='"1"',
    )

    asker.patch(f"/stages/{stage.pk}/", {"bye_limit": None, "carry": "50"}, If_Match='"2"')

    stage.refresh_from_db()
    assert stage.scoring == {
        "weight": "2",
        "carry": "50",
        "requested_bye": {"kind": "own_average"},
    }


def test_of_how_a_stage_seats_what_is_not_sent_stays_and_nobody_stands_elsewhere() -> None:
    stage = an_evening()
    asker = doors.organizer(stage.event.club)
    address = f"/stages/{stage.pk}/"
    told = {
        "method": "swiss",
        "size_preferred": 3,
        "size_max": 4,
        "max_tables": 9,
        "seating": {
            "hold": 0,
            "clubs": "hard",
            "bye_limit": 2,
            "weights": {"3": 80},
            "rooms": {"Hall": [1, 2]},
            "step_free": [2, 1],
        },
    }

    asker.patch(address, told, If_Match='"1"')
    answer = asker.patch(address, {"seating": {"hold": 6, "bye_limit": None}}, If_Match='"2"')

    stage.refresh_from_db()
    read = doors.visitor().get(address).json()
    assert (stage.method, stage.size_preferred, stage.size_min, stage.size_max) == (
        *("swiss", 3, None, 4),
    )
    assert stage.seating == {
        "clubs": "hard",
        "weights": {"3": 80},
        "rooms": {"Hall": [1, 2]},
        "step_free": [1, 2],
    }
    assert {**answer.json(), "remarks": []} == {**read, "remarks": []}
    assert read["seating"]["rooms"] == {"Hall": [1, 2]}
    lines = JournalLine.objects.filter(kind="stage_changed").order_by("pk")
    assert [sorted(line.payload["changed"]) for line in lines] == [
        ["max_tables", "method", "seating", "size_max", "size_preferred"],
        ["seating"],
    ]


def test_a_preview_tells_which_tables_those_who_are_here_would_fill() -> None:
    stage = an_evening()
    asker = doors.organizer(stage.event.club)
    address = f"/stages/{stage.pk}/preview/"
    before = stored()

    found = [
        asker.post(address, told).json()["split"]
        for told in (
            {},
            {"size_min": 3, "size_max": 3},
            {"max_tables": 1},
            {"seating": {"weights": {"4": 900, "3": 900, "5": 0, "2": 0}}},
        )
    ]

    assert [row["people"] for row in found] == [7] * 4
    assert [row["sizes"] for row in found] == [[4, 3], [], [], [5, 2]]
    assert stored() == before


def test_a_preview_tells_who_would_move_and_stores_nothing() -> None:
    stage = an_evening()
    asker = doors.organizer(stage.event.club)
    rows = {"key": "custom", "rows": {"3": ["9", "1", "0"], "4": ["3", "2", "1", "0"]}}
    before = stored()

    answer = asker.post(f"/stages/{stage.pk}/preview/", {"scheme": rows}).json()
    unchanged = asker.post(f"/stages/{stage.pk}/preview/", {"auto_publish": True}).json()

    moved = {one["name"]: (one["before"], one["after"]) for one in answer["moves"]}
    assert (moved["Ada"], "Eva" in moved) == (("1=", "2"), True)
    assert unchanged["moves"] == []
    assert stored() == before


def test_a_missing_last_word_is_a_warning_at_the_chain_of_a_tournament() -> None:
    stage = factories.stage(factories.event(factories.club(), kind=EventKind.TOURNAMENT))
    asker = doors.organizer(stage.event.club)
    address = f"/stages/{stage.pk}/preview/"

    found = [
        [one["path"] for one in asker.post(address, {"chain": chain}).json()["remarks"]]
        for chain in (["points", "wins"], ["points", "wins", "lot"])
    ]

    assert found == [[["chain"]], []]


def test_a_stage_becomes_the_final_of_a_season_and_is_none_again() -> None:
    stage = factories.stage(factories.event(factories.club()))
    season = factories.season(stage.event.club)
    foreign = factories.season(factories.club())
    asker = doors.organizer(stage.event.club)
    address = f"/stages/{stage.pk}/"

    final = asker.patch(address, {"source_season": season.pk}, If_Match='"1"').json()
    wrong = asker.patch(address, {"source_season": foreign.pk}, If_Match='"2"').json()
    again = asker.patch(address, {"source_season": None}, If_Match='"2"').json()

    assert (final["source_season"], final["kind"]) == (season.pk, "final")
    assert (wrong["code"], wrong["field"]) == ("season_of_other_club", "source_season")
    assert again["source_season"] is None


WRONG_STAGES: list[tuple[dict[str, Any], str, str]] = [
    (
        {"scheme": {"key": "custom", "rows": {"3": ["1", "2", "0"]}}},
        "row_rises",
        "scheme.rows.3.1",
    ),
    (
        {"scheme": {"key": "custom", "rows": {"4": ["3", "2", "1"]}}},
        "place_missing",
        "scheme.rows.4.3",
    ),
    ({"scheme": {"key": "custom", "rows": {}}}, "rows_missing", "scheme.rows"),
    (
        {"scheme": {"key": "custom", "rows": {"4": ["3", "2", "1", "0"]}}},
        "size_not_covered",
        "scheme",
    ),
    ({"chain": []}, "chain_empty", "chain"),
    ({"chain": ["points", "points"]}, "criterion_twice", "chain"),
    ({"weight": "0"}, "weights_all_zero", "weight"),
    ({"weight": "-1"}, "weight_negative", "weight"),
    ({"carry": "101"}, "percent_out_of_range", "carry"),
    ({"bye": {"kind": "fixed"}}, "number_malformed", "bye"),
    ({"absent": {"kind": "fixed", "points": "x"}}, "number_malformed", "absent"),
    ({"bye": {"kind": "luck"}}, "bad_choice", "bye.kind"),
    ({"rule": "sum"}, "unknown_field", "rule"),
    ({"method": "luck"}, "bad_choice", "method"),
    ({"size_preferred": 0}, "too_small", "size_preferred"),
    ({"size_preferred": None}, "value_missing", "size_preferred"),
    ({"size_min": 5, "size_max": 3}, "sizes_reversed", "size_max"),
    ({"size_max": 13}, "too_large", "size_max"),
    ({"max_tables": 501}, "too_large", "max_tables"),
    ({"seating": {"colour": "red"}}, "unknown_field", "seating.colour"),
    ({"seating": {"season": 101}}, "too_large", "seating.season"),
    ({"seating": {"hold": "soon"}}, "bad_value", "seating.hold"),
    ({"seating": {"clubs": "maybe"}}, "bad_choice", "seating.clubs"),
    ({"seating": {"weights": {"3": -1}}}, "preference_preference_range", "seating.weights"),
    ({"seating": {"weights": {"many": 1}}}, "preference_bad_preference", "seating.weights"),
    (
        {"seating": {"rooms": {"Hall": [1, 2], "Attic": [2]}}},
        "preference_room_twice",
        "seating.rooms",
    ),
    ({"seating": {"rooms": {"Hall": [0]}}}, "too_small", "seating.rooms.Hall.0"),
    ({"seating": {"step_free": [501]}}, "too_large", "seating.step_free.0"),
    ({"seating": []}, "bad_value", "seating"),
]


@pytest.mark.parametrize(("told", "code", "field"), WRONG_STAGES)
def test_what_a_stage_cannot_be_is_refused_at_its_field_changed_or_previewed(
    told: dict[str, Any], code: str, field: str
) -> None:
    stage = an_evening()
    asker = doors.organizer(stage.event.club)
    before = stored()

    answers = [
        asker.patch(f"/stages/{stage.pk}/", {"auto_publish": False, **told}, If_Match='"1"'),
        asker.post(f"/stages/{stage.pk}/preview/", told),
    ]

    assert [
        (answer.status_code, answer.json()["code"], answer.json()["field"]) for answer in answers
    ] == [(400, code, field)] * 2
    assert stored() == before


SEASON = {"name": "Spring", "starts_on": "2026-03-01", "ends_on": "2026-05-31"}
WRONG_SEASONS: list[tuple[dict[str, Any], str, str]] = [
    ({"starts_on": "2026-05-02", "ends_on": "2026-05-01"}, "season_ends_before_start", "ends_on"),
    ({"counting": "best_n"}, "best_n_needs_n", "counting_n"),
    ({"counting": "best_n", "counting_n": 0}, "too_small", "counting_n"),
    ({"counting": "luck"}, "bad_choice", "counting"),
    ({"counting_more": {"attendance": "x"}}, "number_malformed", "counting_more.attendance"),
    ({"counting_more": {"unit": "matches"}}, "unknown_key", "counting_more.unit"),
    ({"counting_more": {"luck": 1}}, "unknown_key", "counting_more.luck"),
    (
        {"counting": "evening_places", "counting_more": {"places": ["1", "2"]}},
        "list_row_rises",
        "counting_more.places",
    ),
    ({"periods": {"kind": "year"}}, "unknown_choice", "periods.kind"),
    ({"periods": {"kind": "week", "weekday": 8}}, "number_out_of_range", "periods.weekday"),
    ({"periods": {"kind": "days", "days": ["2027-08-01"]}}, "day_outside_season", "periods.days"),
    ({"chain": ["points", "luck"]}, "unknown_criterion", "chain"),
    ({"scheme": {"key": "winner", "win": "-1"}}, "win_not_positive", "scheme.win"),
    ({"ruleset": 10**17}, "ruleset_of_other_club", "ruleset"),
    ({"name": "   "}, "value_missing", "name"),
]


@pytest.mark.parametrize(("told", "code", "field"), WRONG_SEASONS)
def test_what_a_season_cannot_be_is_refused_at_its_field_made_changed_or_previewed(
    told: dict[str, Any], code: str, field: str
) -> None:
    season = factories.season(factories.club())
    asker = doors.organizer(season.club)
    before = stored()

    answers = [
        asker.post(f"/clubs/{season.club.slug}/seasons/", {**SEASON, **told}),
        asker.patch(f"/seasons/{season.pk}/", told, If_Match='"1"'),
        asker.post(f"/seasons/{season.pk}/preview/", told),
    ]

    assert [
        (answer.status_code, answer.json()["code"], answer.json()["field"]) for answer in answers
    ] == [(400, code, field)] * 3
    assert stored() == before


def test_a_season_is_made_read_and_changed_with_all_that_counts() -> None:
    club = factories.club()
    asker = doors.organizer(club)
    told = {"counting": "best_n", "counting_n": 8, "counting_unit": "evenings", "min_matches": 3}

    made = asker.post(f"/clubs/{club.slug}/seasons/", {**SEASON, **told}).json()
    changed = asker.patch(
        f"/seasons/{made['id']}/",
        {"counting_more": {"attendance": "1/2", "judged": "before"}, "rank_guests": True},
        If_Match='"1"',
    ).json()

    read = doors.visitor().get(f"/seasons/{made['id']}/").json()
    line = JournalLine.objects.get(kind="season_changed")
    assert read == changed
    assert {name: read[name] for name in (*told, "version", "rank_guests")} == {
        **told,
        "version": 2,
        "rank_guests": True,
    }
    assert read["counting_more"]["attendance"] == "1/2"
    assert sorted(line.payload["changed"]) == ["counting_more", "rank_guests"]


def test_a_changed_rule_of_a_season_is_previewed_as_it_then_happens() -> None:
    stage = an_evening()
    season = stage.event.season
    assert season is not None
    asker = doors.organizer(season.club)
    before = stored()

    moves = asker.post(f"/seasons/{season.pk}/preview/", {"min_matches": 2}).json()["moves"]

    assert {one["after"] for one in moves} == {"–"}
    assert stored() == before


def test_of_two_scripts_that_change_one_the_second_is_told() -> None:
    stage = an_evening()
    season = stage.event.season
    assert season is not None
    asker = doors.organizer(season.club)
    asker.patch(f"/stages/{stage.pk}/", {"weight": "2"}, If_Match='"1"')
    asker.patch(f"/seasons/{season.pk}/", {"min_matches": 2}, If_Match='"1"')

    answers = [
        asker.patch(f"/stages/{stage.pk}/", {"weight": "3"}, If_Match='"1"'),
        asker.patch(f"/seasons/{season.pk}/", {"min_matches": 3}, If_Match='"1"'),
        asker.patch(f"/stages/{stage.pk}/", {"weight": "3"}),
        asker.patch(f"/seasons/{season.pk}/", {"min_matches": 3}),
    ]

    assert [(one.status_code, one.json()["code"]) for one in answers] == [
        (409, "changed_meanwhile"),
        (409, "changed_meanwhile"),
        (428, "if_match_missing"),
        (428, "if_match_missing"),
    ]


def test_a_scorekeeper_reads_settings_and_neither_changes_nor_tries_them() -> None:
    stage = an_evening()
    asker = doors.organizer(stage.event, Role.SCOREKEEPER)
    before = stored()

    statuses = [
        asker.get(f"/stages/{stage.pk}/").status_code,
        asker.patch(f"/stages/{stage.pk}/", {"weight": "2"}, If_Match='"1"').status_code,
        asker.post(f"/stages/{stage.pk}/preview/", {"chain": []}).status_code,
        asker.patch(f"/stages/{stage.pk}/", {"size_max": 4}, If_Match='"1"').status_code,
        asker.post(f"/seasons/{stage.event.season_id}/preview/", {}).status_code,
    ]

    assert statuses == [200, 403, 403, 403, 403]
    assert stored() == before


def test_whether_tables_play_in_the_browser_and_by_which_clock_is_set_by_script_too() -> None:
    stage = an_evening()
    boss = doors.organizer(stage.event)
    path = f"/stages/{stage.pk}/"
    clock = {"plays_here": True, "play_reserve": 180, "play_increment": 10}

    set_ = boss.patch(path, clock, If_Match='"1"')
    half = boss.patch(path, {"play_increment": None}, If_Match='"2"')
    gone = boss.patch(path, {"play_reserve": None, "play_increment": None}, If_Match='"2"')

    assert {name: set_.json()[name] for name in clock} == clock
    assert (half.status_code, half.json()["code"]) == (400, "play_seconds")
    assert (gone.json()["play_reserve"], gone.json()["plays_here"]) == (None, True)
