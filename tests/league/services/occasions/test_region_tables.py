from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from league.core.actors import ANONYMOUS, system
from league.core.enums import Role
from league.core.errors import BadInput, BadInputs, NotAllowed
from league.lists import season_file as files
from league.models import Stage
from league.services.occasions import region_tables, season_files
from league.services.office import signing
from league.services.standings import standings
from league.words.sentences import sentence
from tests import factories

if TYPE_CHECKING:
    from league.models import Season

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_key(tmp_path: Path, settings: Any) -> None:  # Any: the fixture of pytest-django
    settings.DATA_DIR = tmp_path


@pytest.fixture
def season() -> Season:
    made = factories.colourful()
    standings.catch_up()
    made.refresh_from_db()
    return made


def whole(season: Season) -> Any:  # Any: JSON
    sent = season_files.export(by=system("test"), season=season, full=True)
    return json.loads(sent)["season"]


def sealed(told: Any) -> bytes:  # Any: JSON
    return files.seal(told, signing.private_key())


def elsewhere(told: Any, *, but: str = "") -> Any:  # Any: JSON
    """The same season in another club, with the same people but for one."""
    other = json.loads(json.dumps(told))
    other["club"].update(slug="saloon", name="Saloon")
    for one in (*other["players"], *other["standings"]["rows"]):
        if one["name"] == but:
            one["name"] = "Zoe Other"
    return other


def table(season: Season, *told: Any, **more: Any) -> region_tables.Region:  # Any: JSON
    by = factories.actor(Role.ORGANIZER, season.club)
    return region_tables.table(by=by, club=season.club, data=[sealed(one) for one in told], **more)


def _rows(region: region_tables.Region) -> Any:  # Any: JSON
    assert region.table is not None
    return region.table["rows"]


def points(region: region_tables.Region) -> dict[str, Fraction]:
    return {row["name"]: Fraction(row["values"]["points"]["exact"]) for row in _rows(region)}


def test_two_files_are_one_table_in_which_people_of_one_name_have_both_results(
    season: Season,
) -> None:
    told = whole(season)
    region = table(season, told, elsewhere(told, but="Eve Roth"))

    plain: Any = {"rule": {"kind": "sum"}}
    single = points(table(season, told, _nobody(elsewhere(told)), **plain))
    both = points(region)
    assert both["Ada Berg"] == 2 * single["Ada Berg"]
    assert both["Eve Roth"] == both["Zoe Other"] == single["Eve Roth"]
    clubs = {row["name"]: region.clubs[row["player"]] for row in _rows(region)}
    assert clubs["Ada Berg"] == "Tavern Nights, Saloon"
    assert (clubs["Eve Roth"], clubs["Zoe Other"]) == ("Tavern Nights", "Saloon")
    assert [(row.club, row.matches, row.replaces) for row in region.files] == [
        ("Tavern Nights", 5, 0),
        ("Saloon", 5, 0),
    ]
    head, *lines = region_tables.spreadsheet(region).decode("utf-8-sig").splitlines()
    assert head.startswith("rank;name;clubs;points;points_exact;")
    assert len(lines) == len(both)


def _nobody(told: Any) -> Any:  # Any: JSON
    """The season before its first evening."""
    return {
        **told,
        "events": [],
        "adjustments": [],
        "players": [],
        "standings": {**told["standings"], "rows": []},
    }


def test_best_results_and_averages_count_as_in_a_season(season: Season) -> None:
    told = whole(season)
    files_ = (told, elsewhere(told))
    best = points(table(season, *files_, rule={"kind": "best_n", "n": 1}))
    every = points(table(season, *files_))
    mean = table(season, *files_, rule={"kind": "average"})

    assert all(best[name] <= every[name] for name in every)
    assert best["Ada Berg"] < every["Ada Berg"]
    assert mean.table is not None
    assert mean.table["chain"][0] == "average"
    with pytest.raises(BadInput) as caught:
        table(season, *files_, rule={"kind": "luck"})
    assert caught.value.field == "rule"


def test_namesakes_are_asked_and_what_was_decided_holds_for_a_newer_file(season: Season) -> None:
    told = whole(season)
    other = elsewhere(told)
    for one in (*other["players"], *other["standings"]["rows"]):
        if one["name"] == "Cy Holm":
            one["name"] = "Ada Berg"
    asked = table(season, told, other)
    assert asked.table is None
    assert [error.code for error in asked.faults] == ["region_person_open"] * 2
    first, second = (row for row in asked.people if row.is_open)
    ada = next(one for one in asked.everybody if one.name == "Ada Berg")
    choices = {first.key: ada.key, second.key: "new"}

    decided = table(season, told, other, people=choices)
    assert decided.table is not None
    assert {name for name in points(decided) if "Ada" in name} == {
        "Ada Berg (Tavern Nights, Saloon)",
        "Ada Berg (Saloon)",
    }
    twice = table(season, told, other, people={first.key: ada.key, second.key: ada.key})
    assert "region_person_twice" in {error.code for error in twice.faults}
    with pytest.raises(BadInput):
        table(season, told, other, people={first.key: "nobody"})

    # An older file of the season, which is left out whatever the order.
    again = region_tables.opened(region_tables.document(decided, choices))
    assert again is not None
    older = json.loads(json.dumps(other))
    older["adjustments"], older["events"] = [], []
    older["standings"]["rows"] = []
    older["players"] = []
    sent, kept = again
    by = factories.actor(Role.ORGANIZER, season.club)
    newer = region_tables.table(by=by, club=season.club, data=[sealed(older), *sent], before=kept)
    assert sorted(points(newer).values()) == sorted(points(decided).values())
    assert {row.club: row.replaces for row in newer.files} == {"Tavern Nights": 0, "Saloon": 1}


def test_points_of_another_scheme_are_added_to_none_but_places_of_evenings_are(
    season: Season,
) -> None:
    first = whole(season)
    Stage.objects.filter(event__season=season).update(scheme={"key": "beaten"})
    standings.recompute_all(season.club)
    season.refresh_from_db()
    second = elsewhere(whole(season))

    refused = table(season, first, second)
    assert refused.table is None
    assert "Saloon gives points by another scheme" in sentence(refused.faults[0])
    places = table(season, first, second, rule={"kind": "evening_places"})
    assert places.table is not None


def test_each_file_is_named_that_is_changed_untold_or_too_few(season: Season) -> None:
    told = whole(season)
    wrong = elsewhere(told)
    wrong["standings"]["rows"][0]["rank"] = 7
    by = factories.actor(Role.ORGANIZER, season.club)
    data = [sealed(told), sealed(told).replace(b"Autumn", b"Autumm"), sealed(wrong)]
    with pytest.raises(BadInputs) as caught:
        region_tables.table(by=by, club=season.club, data=data)
    assert [(error.field, error.code) for error in caught.value.errors] == [
        ("files.2", "season_file_changed"),
        ("files.3", "season_file_differs"),
    ]
    with pytest.raises(BadInput) as few:
        table(season, told, told)
    assert few.value.code == "region_files"
    with pytest.raises(NotAllowed):
        region_tables.table(by=ANONYMOUS, club=season.club, data=data)


def renamed(told: Any, old: str, new: str) -> Any:  # Any: JSON
    for one in (*told["players"], *told["standings"]["rows"]):
        if one["name"] == old:
            one["name"] = new
    return told


def test_a_short_name_of_a_public_file_is_asked_about_and_never_taken_for_somebody(
    season: Season,
) -> None:
    first = renamed(whole(season), "Ada Berg", "Ada B.")
    second = elsewhere(first)
    second["audience"] = "public"
    second["club"]["name_level"] = "full"

    asked = table(season, first, second)

    assert [row.name for row in asked.people if row.is_open] == ["Ada B."]
    assert [error.code for error in asked.faults] == ["region_person_open"]
    turned = table(season, second, first)
    assert [row.club for row in turned.people if row.is_open] == ["Tavern Nights"]


def test_a_decision_about_a_name_is_asked_again_once_two_bear_it(season: Season) -> None:
    told, other = whole(season), elsewhere(whole(season))
    before = table(season, told, other)
    kept = {row.key: "new" for row in before.people if row.name in ("Ada Berg", "Bo Lind")}

    newer = renamed(elsewhere(told), "Cy Holm", "Ada Berg")
    found = table(season, told, newer, before=kept)

    assert [row.is_open for row in found.people if row.name == "Ada Berg"] == [False, True, True]
    assert all(row.meant is None for row in found.people if row.name == "Bo Lind")


def test_a_choice_of_somebody_who_is_somebody_else_again_means_that_one(season: Season) -> None:
    told = whole(season)
    second = renamed(elsewhere(told), "Ada Berg", "Ada Saloon")
    third = renamed(elsewhere(told), "Ada Berg", "Ada Third")
    third["club"].update(slug="third", name="Third")
    keys = {row.name: row.key for row in table(season, told, second, third).people}
    chosen = {keys["Ada Saloon"]: keys["Ada Berg"], keys["Ada Third"]: keys["Ada Saloon"]}

    found = table(season, told, second, third, before=chosen)

    clubs = {row["name"]: found.clubs[row["player"]] for row in _rows(found)}
    assert clubs["Ada Berg"] == "Tavern Nights, Saloon, Third"


def test_what_no_file_can_say_is_told_as_a_fault_of_the_file(season: Season) -> None:
    told = whole(season)
    for name, value in (("club", []), ("club", {"name": "Saloon"}), ("season", {})):
        wrong = {**elsewhere(told), name: value}
        with pytest.raises(BadInputs):
            table(season, told, wrong)
    document = b'{"format":"stammtisch-region","version":1,"people":{},"files":[%s]}'
    for one in (b"NaN", b"1e999", b'"\\ud800"'):
        with pytest.raises(BadInput):
            region_tables.opened(document % one)
        with pytest.raises(BadInput):
            files.read(sealed(told).replace(b'"season":{', b'"season":{"x":%s,' % one, 1))
