"""Every setting of scoring has a field: stored as typed, shown again, and named where wrong."""

from __future__ import annotations

import pytest
from django.test import Client

from league.core.enums import CountingRule, EventState, Role
from league.forms.office.rules import SchemeForm
from league.models import Club, PointsScheme, Season, Stage
from league.queries.occasions.season_rule import rule_spec
from league.standings.points import SCHEMES, scheme_from_json
from league.standings.types import JSON
from tests import factories
from tests.league.web.occasions.test_occasions import fields

pytestmark = pytest.mark.django_db

SETTINGS: dict[str, dict[str, JSON]] = {
    "winner": {"win": "6", "drawn": "2", "ties": "full"},
    "podium": {"points": ["7", "3"], "ties": "low"},
    "game_points": {"factor": "1/2", "cap": "30"},
    "table_share": {"full_size": 5},
    "raw_bonus": {
        "base": "25000",
        "unit": "100",
        "pot": "20",
        "zero_sum": True,
        "bonus": {"4": ["15", "5", "-5", "-15"]},
    },
    "place_plus_score": {"places": {"key": "beaten"}, "factor": "1/10", "playing": "2"},
    "win_bonus": {"scheme": {"key": "game_points", "cap": "9"}, "bonus": "3", "shared": "one"},
    "custom": {"rows": {"3": ["3", "1", "0"], "4": ["4", "2", "1", "0"]}},
}


def admin(of: Club) -> Client:
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, of)
    client = Client()
    client.force_login(account)
    return client


@pytest.mark.parametrize("key", [scheme.key for scheme in SCHEMES])
def test_a_scheme_with_every_setting_is_saved_untouched_and_stays_what_it_is(key: str) -> None:
    club = factories.club()
    stored = scheme_from_json({"key": key, **SETTINGS.get(key, {})}).to_json()
    row = PointsScheme.objects.create(club=club, name="Ours", spec=stored)
    client = admin(club)
    address = f"/c/{club.slug}/office/rules/schemes/{row.pk}/"

    answer = client.post(address, fields(client.get(address).content.decode()))

    row.refresh_from_db()
    assert answer.status_code == 302
    assert row.spec == stored


def test_every_setting_of_every_scheme_has_a_field() -> None:
    form = SchemeForm()
    asked = {name for scheme in SETTINGS.values() for name in scheme} - {"rows"}
    rows = {f"{row}_{size}" for row in ("row", "bonus") for size in range(2, 7)}

    assert asked | rows <= set(form.fields)


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"key": "custom", "row_3": "1 2 0"}, "row_3"),
        ({"key": "custom", "row_4": "4 x 1 0"}, "row_4"),
        ({"key": "raw_bonus", "unit": "0"}, "unit"),
        ({"key": "raw_bonus", "bonus_4": "1 2"}, "bonus_4"),
        ({"key": "winner", "win": "-1"}, "win"),
        ({"key": "win_bonus", "bonus": "-2"}, "bonus"),
        ({"key": "place_plus_score", "factor": "0"}, "factor"),
        ({"key": "table_share", "full_size": "13"}, "full_size"),
    ],
)
def test_a_wrong_setting_is_told_at_its_field(typed: dict[str, str], field: str) -> None:
    club = factories.club()
    client = admin(club)
    address = f"/c/{club.slug}/office/rules/schemes/new/"

    answer = client.post(address, {"name": "Ours", **typed})

    html = answer.content.decode()
    at = html.index(f'id="id_{field}"')
    assert answer.status_code == 400
    assert 'aria-invalid="true"' in html[at - 400 : at + 400]


def stage_of(**more: object) -> Stage:
    season = factories.season(factories.club())
    event = factories.event(season=season, state=EventState.RUNNING)
    return factories.stage(event, **more)


SCORING: dict[str, object] = {
    "weight": "2",
    "bye_limit": 1,
    "guests_hold_places": False,
    "filler_points": "-15",
    "shared_win": "share",
    "dropped": "zero",
    "carry": "50",
    "level_by_earlier": False,
    "requested_bye": {"kind": "fixed", "points": "3"},
    "absent": {"kind": "own_average"},
    "sits_out": {"kind": "mean"},
}


def test_the_scoring_of_a_stage_is_kept_by_an_untouched_form() -> None:
    stage = stage_of(scoring=SCORING)
    client = admin(stage.event.club)
    address = f"/e/{stage.event.slug}/stages/1/"

    answer = client.post(address, fields(client.get(address).content.decode()))

    stage.refresh_from_db()
    assert (answer.status_code, stage.scoring) == (302, SCORING)


def test_the_scoring_of_a_stage_is_stored_as_it_is_typed() -> None:
    stage = stage_of()
    client = admin(stage.event.club)
    address = f"/e/{stage.event.slug}/stages/1/"
    typed = fields(client.get(address).content.decode())
    typed |= {"weight": "1,5", "bye_limit": "2", "absent": "fixed", "absent_points": "1,5"}
    del typed["guests_hold_places"]

    answer = client.post(address, typed)

    stage.refresh_from_db()
    assert answer.status_code == 302
    assert stage.scoring == {
        "weight": "3/2",
        "bye_limit": 2,
        "guests_hold_places": False,
        "absent": {"kind": "fixed", "points": "3/2"},
    }


@pytest.mark.parametrize(
    ("name", "text", "field"),
    [("weight", "-1", "weight"), ("weight", "much", "weight"), ("carry", "101", "carry")],
)
def test_an_impossible_scoring_is_told_at_its_field(name: str, text: str, field: str) -> None:
    stage = stage_of()
    client = admin(stage.event.club)
    address = f"/e/{stage.event.slug}/stages/1/"
    typed = fields(client.get(address).content.decode())

    answer = client.post(address, {**typed, name: text})

    html = answer.content.decode()
    at = html.index(f'id="id_{field}"')
    stage.refresh_from_db()
    assert (answer.status_code, stage.scoring) == (400, {})
    assert 'aria-invalid="true"' in html[at - 400 : at + 400]


MORE: dict[str, object] = {
    "judged": "before",
    "attendance": "1",
    "sit_out": "2",
    "minimum_unit": "evenings",
    "guest_minimum": 3,
}


@pytest.mark.parametrize(
    ("counting", "n", "more"),
    [
        (CountingRule.SUM, None, {}),
        (CountingRule.BEST_N, 4, MORE),
        (CountingRule.DROP_WORST_K, 2, {"judged": "best"}),
        (CountingRule.AVERAGE, None, {"k": 2}),
        (CountingRule.SHRUNK_AVERAGE, 5, {"attendance": "1/2"}),
        (CountingRule.EVENING_PLACES, 3, {"places": ["10", "6", "3"]}),
    ],
)
def test_the_counting_of_a_season_is_kept_by_an_untouched_form(
    counting: CountingRule, n: int | None, more: dict[str, object]
) -> None:
    season = factories.season(
        factories.club(), counting=counting, counting_n=n, counting_more=more, min_matches=2
    )
    before = rule_spec(season)
    client = admin(season.club)
    address = f"/c/{season.club.slug}/s/{season.slug}/settings/"

    answer = client.post(address, fields(client.get(address).content.decode()))

    assert answer.status_code == 302
    assert rule_spec(Season.objects.get(pk=season.pk)) == before


def test_the_counting_of_a_season_is_stored_as_it_is_typed_and_told_on_its_page() -> None:
    season = factories.season(factories.club())
    client = admin(season.club)
    address = f"/c/{season.club.slug}/s/{season.slug}/settings/"
    typed = fields(client.get(address).content.decode())
    typed |= {"counting": "evening_places", "places": "25; 20 16,5", "attendance": "1"}

    answer = client.post(address, typed)
    page = client.get(f"/c/{season.club.slug}/s/{season.slug}/scoring/").content.decode()

    season.refresh_from_db()
    assert answer.status_code == 302
    assert season.counting_more == {"places": ["25", "20", "33/2"], "attendance": "1"}
    assert "Points for every evening played: 1." in page


def test_a_rising_row_of_evenings_is_told_at_its_field() -> None:
    season = factories.season(factories.club())
    client = admin(season.club)
    address = f"/c/{season.club.slug}/s/{season.slug}/settings/"
    typed = fields(client.get(address).content.decode())

    answer = client.post(address, {**typed, "counting": "evening_places", "places": "1 2"})

    html = answer.content.decode()
    at = html.index('id="id_places"')
    assert answer.status_code == 400
    assert 'aria-invalid="true"' in html[at - 400 : at + 400]


@pytest.mark.parametrize("where", ["season", "stage", "lab"])
def test_a_criterion_chosen_twice_is_named_at_the_second_box(where: str) -> None:
    season = factories.season(chain=["points", "average"])
    stage = factories.stage(factories.event(season=season))
    client = admin(season.club)
    lab = f"/lab/?season={season.pk}"
    address = {
        "season": f"/c/{season.club.slug}/s/{season.slug}/settings/",
        "stage": f"/e/{stage.event.slug}/stages/{stage.number}/",
        "lab": lab,
    }[where]
    twice = {"chain_0": "opponents", "chain_1": "points", "chain_2": "opponents"}
    filled = {**fields(client.get(address).content.decode()), **twice}

    answer = client.get(lab, filled) if where == "lab" else client.post(address, filled)

    assert answer.status_code == 400
    errors = answer.context["form"].errors
    assert errors == {"chain_2": ["The criterion Opponents' points is listed twice."]}
