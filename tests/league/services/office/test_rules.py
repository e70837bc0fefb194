"""The shelf, rulesets and points schemes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games import catalogue
from games.core.types import JSON
from league.core.actors import ANONYMOUS
from league.core.enums import EventState, Role
from league.core.errors import BadInput, Conflict, NotAllowed, NotFound
from league.models import JournalLine, PointsScheme, Ruleset
from league.queries.office import rules as shelf
from league.services.office import rules
from tests import factories

pytestmark = pytest.mark.django_db

HARBOUR: dict[str, JSON] = {"seats": [3, 5], "counts": "points", "higher_wins": True}


def test_a_new_club_finds_the_games_of_the_catalogue_ready_to_play() -> None:
    club = factories.club()
    admin = factories.actor(Role.CLUB_ADMIN, club)

    rules.stock(by=admin, club=club)
    rules.stock(by=admin, club=club)

    described = [game for game in catalogue.all_games() if game.key != "free-form"]
    assert sorted(club.rulesets.values_list("name", "version")) == sorted(
        (game.title, 1) for game in described
    )


def test_a_free_form_game_takes_its_seats_and_title_from_what_the_club_says() -> None:
    club = factories.club()
    admin = factories.actor(Role.CLUB_ADMIN, club)
    box = rules.add_game(by=admin, club=club, game="free-form", title="Harbour  Lights", copies=2)

    row = rules.add_ruleset(by=admin, club_game=box, name="Harbour Lights", options=HARBOUR)

    assert (box.title, box.copies) == ("Harbour Lights", 2)
    assert (row.seats_min, row.seats_max, row.options["title"]) == (3, 5, "Harbour Lights")


def test_options_that_exclude_each_other_are_refused_at_their_field() -> None:
    club = factories.club()
    admin = factories.actor(Role.CLUB_ADMIN, club)
    box = rules.add_game(by=admin, club=club, game="free-form", title="Harbour Lights")

    with pytest.raises(BadInput) as caught:
        rules.add_ruleset(by=admin, club_game=box, name="Odd", options={"seats": [5, 3]})

    assert (caught.value.code, caught.value.field) == ("free_form.seats_reversed", "seats.1")
    assert Ruleset.objects.count() == 0


def test_a_ruleset_no_table_has_used_is_changed_where_it_is() -> None:
    club = factories.club()
    admin = factories.actor(Role.CLUB_ADMIN, club)
    row = factories.free_game(club)

    changed = rules.new_version(by=admin, ruleset=row, options={**row.options, "seats": [2, 4]})

    assert (changed.pk, changed.version, changed.seats_max) == (row.pk, 1, 4)


def test_a_ruleset_that_was_played_stays_and_what_comes_follows_the_new_version() -> None:
    club = factories.club()
    admin = factories.actor(Role.CLUB_ADMIN, club)
    row = factories.free_game(club)
    league = factories.season(club, ruleset=row)
    tonight = factories.stage(factories.event(club), ruleset=row)
    coming = factories.stage(factories.event(club, state=EventState.PLANNED), ruleset=row)
    factories.table(factories.round_(tonight), [factories.entry(tonight.event) for _ in range(3)])
    before = dict(row.options)

    fresh = rules.new_version(by=admin, ruleset=row, options={**row.options, "seats": [2, 4]})

    row.refresh_from_db()
    league.refresh_from_db()
    tonight.refresh_from_db()
    coming.refresh_from_db()
    assert (row.options, row.is_retired) == (before, True)
    assert (fresh.version, fresh.is_retired, fresh.seats_max) == (2, False, 4)
    assert (league.ruleset, tonight.ruleset, coming.ruleset) == (fresh, row, fresh)


def test_two_who_change_a_played_ruleset_make_one_new_version_and_one_is_told() -> None:
    stage = factories.stage()
    factories.table(factories.round_(stage), [factories.entry(stage.event) for _ in range(3)])
    row, admin = stage.ruleset, factories.actor(Role.CLUB_ADMIN, stage.event.club)
    options = {**row.options, "seats": [2, 4]}

    first = rules.new_version(by=admin, ruleset=row, options=options)
    again = rules.new_version(by=admin, ruleset=row, options=options)
    with pytest.raises(Conflict) as told:
        rules.new_version(by=admin, ruleset=row, options={**row.options, "seats": [3, 5]})

    assert (again.pk, told.value.code) == (first.pk, "changed_meanwhile")
    assert sorted(row.club.rulesets.values_list("version", flat=True)) == [1, 2]


def test_the_same_options_make_no_new_version() -> None:
    club = factories.club()
    admin = factories.actor(Role.CLUB_ADMIN, club)
    box = rules.add_game(by=admin, club=club, game="free-form", title="Harbour Lights")
    row = rules.add_ruleset(by=admin, club_game=box, name="Harbour Lights", options=HARBOUR)
    lines = JournalLine.objects.count()

    same = rules.new_version(by=admin, ruleset=row, options=HARBOUR)

    assert (same.pk, JournalLine.objects.count()) == (row.pk, lines)


@pytest.mark.parametrize(
    ("row", "code", "field"),
    [
        (["1", "2", "4", "0"], "row_rises", "rows.4.1"),
        (["4", "2", "1"], "place_missing", "rows.4.3"),
        (["4", "", "1", "0"], "place_missing", "rows.4.1"),
    ],
)
def test_a_rising_row_or_a_missing_place_is_refused_where_it_stands(
    row: list[str], code: str, field: str
) -> None:
    club = factories.club()
    admin = factories.actor(Role.CLUB_ADMIN, club)

    with pytest.raises(BadInput) as caught:
        rules.save_scheme(
            by=admin, club=club, name="Ours", spec={"key": "custom", "rows": {"4": row}}
        )

    assert (caught.value.code, caught.value.field) == (code, field)
    assert PointsScheme.objects.count() == 0


@pytest.mark.parametrize("row", [["4", "2", "2", "0"], ["4", "1", "-1", "-4"]])
def test_level_neighbours_and_negative_values_are_allowed(row: list[str]) -> None:
    club = factories.club()
    admin = factories.actor(Role.CLUB_ADMIN, club)

    saved = rules.save_scheme(
        by=admin, club=club, name="Ours", spec={"key": "custom", "rows": {"4": row}}
    )

    example = shelf.examples(saved.spec)[0]
    assert example.points == tuple(Fraction(value) for value in row)
    assert shelf.missing_sizes(saved.spec, 3, 5) == (3, 5)


def test_a_scheme_saved_twice_under_one_name_is_refused_and_a_change_is_told_in_old_and_new() -> (
    None
):
    club = factories.club()
    admin = factories.actor(Role.CLUB_ADMIN, club)
    first = rules.save_scheme(by=admin, club=club, name="Ours", spec={"key": "linear7"})

    with pytest.raises(BadInput) as caught:
        rules.save_scheme(by=admin, club=club, name="Ours", spec={"key": "beaten"})
    saved = rules.save_scheme(
        by=admin,
        club=club,
        name="Ours",
        spec={"key": "beaten"},
        scheme=first,
        expected_version=1,
    )

    assert (caught.value.code, saved.version) == ("scheme_name_taken", 2)
    line = JournalLine.objects.get(club=club, kind="scheme_saved", payload__spec__key="beaten")
    assert line.payload["changed"]["spec"]["old"]["key"] == "linear7"


def test_of_two_who_change_one_scheme_the_second_is_told_and_nothing_is_lost() -> None:
    club = factories.club()
    admin = factories.actor(Role.CLUB_ADMIN, club)
    row = rules.save_scheme(by=admin, club=club, name="Ours", spec={"key": "linear7"})

    def change(key: str) -> PointsScheme:
        return rules.save_scheme(
            by=admin, club=club, name="Ours", spec={"key": key}, scheme=row, expected_version=1
        )

    change("beaten")
    with pytest.raises(Conflict) as caught:
        change("podium")

    stored = PointsScheme.objects.get()
    assert caught.value.code == "changed_meanwhile"
    assert (stored.spec["key"], stored.version) == ("beaten", 2)


def test_of_two_who_change_one_box_the_second_is_told_and_nothing_is_lost() -> None:
    box = factories.free_game(factories.club(), name="Harbour Lights").club_game
    admin = factories.actor(Role.CLUB_ADMIN, box.club)

    def change(copies: int | None) -> None:
        rules.change_game(
            by=admin, club_game=box, expected_version=1, title=box.title, copies=copies
        )

    change(box.copies)  # saved as it is: nothing for anybody to be told
    change(5)
    with pytest.raises(Conflict) as caught:
        change(7)

    box.refresh_from_db()
    assert caught.value.code == "changed_meanwhile"
    assert (box.copies, box.version) == (5, 2)
    assert JournalLine.objects.filter(kind="game_changed").count() == 1


def test_the_organizer_of_another_club_changes_nothing() -> None:
    mine, theirs = factories.club(), factories.club()
    stranger = factories.actor(Role.CLUB_ADMIN, mine)
    row = factories.free_game(theirs)
    own = PointsScheme.objects.create(club=theirs, name="Ours", spec={"key": "linear7"})

    for attempt in (
        lambda: rules.add_game(by=stranger, club=theirs, game="free-form", title="X"),
        lambda: rules.new_version(by=stranger, ruleset=row, options={}),
        lambda: rules.new_version(by=ANONYMOUS, ruleset=row, options={}),
        lambda: rules.retire(by=stranger, ruleset=row),
        lambda: rules.save_scheme(by=stranger, club=theirs, name="X", spec={"key": "linear7"}),
    ):
        with pytest.raises(NotAllowed):
            attempt()
    with pytest.raises(NotFound):
        rules.save_scheme(by=stranger, club=mine, name="X", spec={"key": "beaten"}, scheme=own)

    assert JournalLine.objects.count() == 0
