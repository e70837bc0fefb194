"""Presets: kept under a name with the checks of what they fill in, and forgotten."""

from __future__ import annotations

from typing import Any

import pytest

from league.core.enums import Role
from league.core.errors import BadInput, Conflict, NotAllowed, NotFound
from league.models import JournalLine, Preset
from league.queries.occasions import presets as read
from league.services.occasions import presets, seasons
from league.standings.presets import PRESETS
from tests import factories

pytestmark = pytest.mark.django_db

STAGE: dict[str, Any] = {"scheme": {"key": "vtes36"}, "chain": ["wins", "points", "lot"]}
SEASON: dict[str, Any] = {
    "scheme": {"key": "linear7"},
    "chain": ["points", "best"],
    "counting": "best_n",
    "counting_n": 6,
}


@pytest.mark.parametrize("one", PRESETS, ids=[one.key for one in PRESETS])
def test_every_preset_of_the_house_passes_the_checks_of_a_clubs_own(one: Any) -> None:
    club = factories.club()

    row = presets.keep(
        by=factories.actor(Role.ORGANIZER, club),
        club=club,
        name=one.name,
        stage=one.stage,
        season=one.season,
    )

    assert row.stage["chain"] == one.stage["chain"]
    assert (row.season is None) == (one.season is None)


def test_what_is_left_out_is_the_usual_and_a_line_tells_what_was_kept() -> None:
    club = factories.club()
    by = factories.actor(Role.ORGANIZER, club)

    row = presets.keep(by=by, club=club, name=" Our  night ", stage=STAGE, season=SEASON)

    line = JournalLine.objects.order_by("-seq")[0]
    assert (row.name, row.stage) == (
        "Our night",
        {
            "scheme": {"key": "vtes36", "ties": "share", "drawn": None},
            "chain": ["wins", "points", "lot"],
            "bye": {"kind": "mean"},
            "late": {"kind": "zero"},
            "no_show": {"kind": "zero"},
        },
    )
    assert row.season is not None
    assert row.season["counting_unit"] == "matches"
    assert (line.kind, line.payload["name"], line.payload["season"]["counting_n"]) == (
        "preset_kept",
        "Our night",
        6,
    )


@pytest.mark.parametrize(
    ("stage", "season", "code", "field"),
    [
        ({"chain": []}, None, "chain_empty", "stage.chain"),
        (
            {"scheme": {"key": "custom", "rows": {"3": ["1", "2", "3"]}}},
            None,
            "row_rises",
            "stage.scheme.rows.3.1",
        ),
        ({"bye": {"kind": "fixed"}}, None, "number_malformed", "stage.bye"),
        ({"luck": 1}, None, "unknown_key", "stage.luck"),
        ({}, {"counting_n": None}, "best_n_needs_n", "season.counting_n"),
        ({}, {"counting": "luck"}, "unknown_choice", "season.counting"),
        (
            {},
            {"counting_more": {"attendance": "x"}},
            "number_malformed",
            "season.counting_more.attendance",
        ),
        ({}, {"chain": ["points", "points"]}, "criterion_twice", "season.chain"),
    ],
)
def test_a_preset_that_could_not_be_used_is_refused_at_its_path(
    stage: dict[str, Any], season: dict[str, Any] | None, code: str, field: str
) -> None:
    club = factories.club()
    by = factories.actor(Role.ORGANIZER, club)
    before = JournalLine.objects.count()

    with pytest.raises(BadInput) as caught:
        presets.keep(
            by=by,
            club=club,
            name="Ours",
            stage={**STAGE, **stage},
            season=None if season is None else {**SEASON, **season},
        )

    assert (caught.value.code, caught.value.field) == (code, field)
    assert (Preset.objects.count(), JournalLine.objects.count()) == (0, before)


def test_a_name_is_used_once_and_free_again_when_the_preset_is_removed() -> None:
    club = factories.club()
    by = factories.actor(Role.ORGANIZER, club)
    row = presets.keep(by=by, club=club, name="Ours", stage=STAGE)

    with pytest.raises(BadInput) as caught:
        presets.keep(by=by, club=club, name="Ours", stage=STAGE)
    presets.remove(by=by, preset=row)
    presets.keep(by=by, club=club, name="Ours", stage=STAGE)

    assert (caught.value.code, caught.value.field) == ("preset_name_taken", "name")
    assert [line.kind for line in JournalLine.objects.order_by("seq")][-3:] == [
        "preset_kept",
        "preset_removed",
        "preset_kept",
    ]


def test_what_began_from_a_preset_keeps_its_rules_when_the_preset_is_gone() -> None:
    season = factories.season(factories.club())
    by = factories.actor(Role.ORGANIZER, season.club)
    row = presets.keep(by=by, club=season.club, name="Ours", stage=STAGE, season=SEASON)
    fields: Any = row.season

    seasons.change(by=by, season=season, expected_version=1, **fields)
    presets.remove(by=by, preset=row)

    season.refresh_from_db()
    assert (season.counting, season.counting_n, season.chain) == ("best_n", 6, ["points", "best"])


def test_only_who_makes_seasons_keeps_changes_and_removes_presets() -> None:
    club = factories.club()
    row = Preset.objects.create(club=club, name="Ours", stage=STAGE)
    outsider = factories.actor(Role.ORGANIZER, factories.club())

    with pytest.raises(NotAllowed):
        presets.keep(by=outsider, club=club, name="Mine", stage=STAGE)
    with pytest.raises(NotAllowed):
        presets.change(by=outsider, preset=row, expected_version=1, name="Mine")
    with pytest.raises(NotAllowed):
        presets.remove(by=outsider, preset=row)

    assert Preset.objects.get() == row


def test_a_season_hands_over_its_latest_evening_and_what_it_counts() -> None:
    season = factories.season(factories.club(), counting="best_n", counting_n=5)
    factories.stage(factories.event(season=season), chain=["points", "places"])
    by = factories.actor(Role.ORGANIZER, season.club)

    stage, counts = read.parts_of(by, season=season)

    assert counts is not None
    assert (stage["chain"], counts["counting"], counts["counting_n"]) == (
        ["points", "places"],
        "best_n",
        5,
    )


def test_a_preset_gets_another_name_or_other_rules_and_the_journal_says_what_was() -> None:
    club = factories.club()
    by = factories.actor(Role.ORGANIZER, club)
    row = presets.keep(by=by, club=club, name="Ours", stage=STAGE, season=SEASON)

    renamed = presets.change(by=by, preset=row, expected_version=1, name="  Our night ")
    same = presets.change(by=by, preset=row, expected_version=2, name="Our night")
    filled = presets.change(by=by, preset=row, expected_version=2, season=None)

    assert (renamed.name, renamed.version, same.version) == ("Our night", 2, 2)
    assert (filled.stage, filled.season, filled.version) == (row.stage, None, 3)
    lines = JournalLine.objects.filter(kind="preset_changed").order_by("seq")
    assert [line.payload["changes"] for line in lines] == [
        {"name": {"old": "Ours", "new": "Our night"}},
        {"season": {"old": row.season, "new": None}},
    ]


def test_of_two_who_change_a_preset_at_once_the_second_is_told() -> None:
    club = factories.club()
    by = factories.actor(Role.ORGANIZER, club)
    row = presets.keep(by=by, club=club, name="Ours", stage=STAGE)

    presets.change(by=by, preset=row, expected_version=1, name="First")
    with pytest.raises(Conflict) as late:
        presets.change(by=by, preset=row, expected_version=1, name="Second")
    presets.remove(by=by, preset=row)
    with pytest.raises(NotFound):
        presets.change(by=by, preset=row, expected_version=2, name="Third")

    assert late.value.code == "changed_meanwhile"


def test_a_preset_cannot_take_anothers_name_nor_rules_that_could_not_be_kept() -> None:
    club = factories.club()
    by = factories.actor(Role.ORGANIZER, club)
    presets.keep(by=by, club=club, name="Ours", stage=STAGE)
    row = presets.keep(by=by, club=club, name="Theirs", stage=STAGE)
    wrong: list[dict[str, Any]] = [
        {"name": "Ours"},
        {"name": " "},
        {"name": "x" * 121},
        {"stage": {**STAGE, "chain": []}},
        {"season": {**SEASON, "counting_n": None}},
    ]

    found = []
    for fields in wrong:
        with pytest.raises(BadInput) as refused:
            presets.change(by=by, preset=row, expected_version=1, **fields)
        found.append((refused.value.code, refused.value.field))

    assert [field for _, field in found] == [
        *("name", "name", "name", "stage.chain", "season.counting_n"),
    ]
    row.refresh_from_db()
    assert (row.name, row.version) == ("Theirs", 1)
