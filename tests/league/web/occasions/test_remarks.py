"""What is wrong or unwise in settings of scoring is said at its field, and nothing is stored."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from league.core.enums import EventKind, StageKind
from league.models import Event, JournalLine, Season, Stage
from tests import factories
from tests.api import doors
from tests.league.web.occasions.test_occasions import fields, organizer_of

pytestmark = pytest.mark.django_db

LAST_WORD = "A cut needs a final decider"


def a_stage(kind: EventKind = EventKind.TOURNAMENT, **settings: object) -> Stage:
    event = factories.event(factories.club(), kind=kind)
    return factories.stage(event, **settings)


def page(stage: Stage) -> tuple[Client, str, dict[str, str]]:
    browser = organizer_of(stage.event.club)
    address = f"/e/{stage.event.slug}/stages/{stage.number}/"
    return browser, address, fields(browser.get(address).content.decode())


def hints(answer: object) -> dict[str, str]:
    """What the page says under its fields about a last word or a missing row."""
    html = unescape(answer.content.decode())  # type: ignore[attr-defined]
    found = re.findall(r'<small class="help" id="id_(\w+)_helptext">(.*?)</small>', html)
    return {name: text for name, text in found if LAST_WORD in text or "has no points for" in text}


def test_a_chain_without_a_last_word_is_hinted_where_the_lot_would_stand() -> None:
    stage = a_stage(chain=["points", "wins"])
    browser, address, sent = page(stage)

    before = hints(browser.get(address))
    tried = hints(browser.post(address, {**sent, "chain_2": "lot", "preview": "yes"}))

    assert list(before) == ["chain_2"]
    assert tried == {}
    assert Stage.objects.get().chain == ["points", "wins"]


def test_after_a_gap_in_the_chain_the_hint_stands_behind_the_last_criterion() -> None:
    stage = a_stage(chain=["points", "wins"])
    browser, address, sent = page(stage)

    tried = browser.post(address, {**sent, "chain_2": "", "chain_3": "places", "preview": "yes"})

    assert list(hints(tried)) == ["chain_4"]


@pytest.mark.parametrize("kind", [EventKind.EVENING, EventKind.TOURNAMENT])
def test_an_evening_without_a_final_and_a_final_itself_need_no_last_word(kind: EventKind) -> None:
    stage = a_stage(kind, chain=["points"])
    if kind == EventKind.TOURNAMENT:
        Stage.objects.update(kind=StageKind.FINAL)
    browser, address, _sent = page(stage)

    assert hints(browser.get(address)) == {}


def test_an_evening_with_a_final_after_it_needs_a_last_word() -> None:
    stage = a_stage(EventKind.EVENING, chain=["points"])
    factories.stage(stage.event, number=2, kind=StageKind.FINAL, source=stage)
    browser, address, _sent = page(stage)

    assert list(hints(browser.get(address))) == ["chain_1"]


def test_a_semi_final_that_is_being_added_is_hinted_and_a_final_is_not() -> None:
    stage = a_stage(EventKind.EVENING, chain=["points"])
    browser = organizer_of(stage.event.club)
    address = f"/e/{stage.event.slug}/stages/new/"
    sent = fields(browser.get(address).content.decode())

    found = [
        list(hints(browser.post(address, {**sent, "kind": kind, "size_min": "9", "size_max": "3"})))
        for kind in (StageKind.SEMI_FINAL.value, StageKind.FINAL.value)
    ]

    assert found == [["chain_1"], []]
    assert Stage.objects.count() == 1


def test_a_scheme_without_a_row_for_a_size_that_may_be_seated_is_hinted_at_the_scheme() -> None:
    stage = a_stage(
        EventKind.EVENING,
        scheme={"key": "custom", "rows": {"4": ["3", "2", "1", "0"]}},
        size_min=4,
    )
    browser, address, sent = page(stage)
    low, high = stage.ruleset.seats_min, stage.ruleset.seats_max
    missing = ", ".join(str(size) for size in range(4, high + 1) if size != 4)

    now = hints(browser.get(address))
    narrowed = hints(browser.post(address, {**sent, "size_max": "4", "preview": "yes"}))

    assert low <= 4 < high
    assert now == {
        "scheme": f"The scheme has no points for tables of {missing}, which this stage may use."
        " Choose another scheme, or limit the table sizes."
    }
    assert narrowed == {}


NOTHING_YET = "has the weight 0"


def weight_hint(answer: object) -> bool:
    html = unescape(answer.content.decode())  # type: ignore[attr-defined]
    found = re.search(r'<small class="help" id="id_weight_helptext">(.*?)</small>', html)
    assert found is not None
    return NOTHING_YET in found[1]


def played_and_unplayed() -> tuple[Stage, Stage]:
    """Two evenings of a season: one with a result, one still to come."""
    season = factories.season(factories.club())
    played, coming = (factories.stage(factories.event(season=season)) for _ in range(2))
    people = [factories.entry(played.event, name) for name in ("Ada", "Bo", "Cy", "Dee")]
    factories.played(factories.table(factories.round_(played), people), [1, 2, 3, 4])
    return played, coming


def test_a_season_in_which_nothing_played_counts_yet_is_hinted_at_the_weight() -> None:
    played, _coming = played_and_unplayed()
    browser, address, sent = page(played)

    found = {
        weight: weight_hint(browser.post(address, {**sent, "weight": weight, "preview": "yes"}))
        for weight in ("0", "0,0", "", "1", "1/2", "abc", "-1", "99999999999")
    }
    saved = browser.post(address, {**sent, "weight": "0"})

    assert found == {weight: weight in {"0", "0,0"} for weight in found}
    assert saved.status_code == 302
    assert weight_hint(browser.get(address)) is True


def test_the_weight_of_an_evening_to_come_is_hinted_only_where_all_that_was_played_has_none() -> (
    None
):
    played, coming = played_and_unplayed()
    third = factories.stage(factories.event(season=played.event.season))
    browser, address, sent = page(coming)

    with_points = weight_hint(browser.post(address, {**sent, "weight": "0", "preview": "yes"}))
    Stage.objects.filter(pk=played.pk).update(scoring={"weight": "0"})
    without = weight_hint(browser.post(address, {**sent, "weight": "0", "preview": "yes"}))

    assert third.scoring == {}
    assert (with_points, without) == (False, True)


def test_the_api_remarks_that_nothing_played_counts_yet() -> None:
    played, _coming = played_and_unplayed()
    asker = doors.organizer(played.event.club)

    told = asker.post(f"/stages/{played.pk}/preview/", {"weight": "0"})

    assert [
        (one["code"], one["path"]) for one in told.json()["remarks"] if one["code"][0] == "w"
    ] == [("weights_zero_so_far", ["weight"])]


@pytest.mark.parametrize("button", [{}, {"preview": "yes"}])
@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"weight": "0"}, "weight"),
        ({"weight": "-1"}, "weight"),
        ({"size_min": "5", "size_max": "3"}, "size_max"),
        ({"bye": "fixed", "bye_points": ""}, "bye"),
        ({"chain_1": "points"}, "chain_1"),
        ({"carry": "101"}, "carry"),
    ],
)
def test_a_wrong_stage_is_refused_at_its_field_saved_or_previewed(
    typed: dict[str, str], field: str, button: dict[str, str]
) -> None:
    stage = factories.stage(factories.event(season=factories.season(factories.club())))
    browser, address, sent = page(stage)
    before = (Stage.objects.values().get(), JournalLine.objects.count())

    answer = browser.post(address, {**sent, **typed, **button})

    assert (answer.status_code, list(answer.context["form"].errors)) == (400, [field])
    assert (Stage.objects.values().get(), JournalLine.objects.count()) == before


@pytest.mark.parametrize("button", [{}, {"preview": "yes"}])
@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"starts_on": "2026-05-02", "ends_on": "2026-05-01"}, "ends_on"),
        ({"counting": "best_n", "counting_n": ""}, "counting_n"),
        ({"chain_1": "points"}, "chain_1"),
        ({"attendance": "x"}, "attendance"),
        ({"counting": "evening_places", "places": "1 2 3"}, "places"),
    ],
)
def test_a_wrong_season_is_refused_at_its_field_saved_or_previewed(
    typed: dict[str, str], field: str, button: dict[str, str]
) -> None:
    season = factories.season(factories.club())
    browser = organizer_of(season.club)
    address = f"/c/{season.club.slug}/s/{season.slug}/settings/"
    sent = fields(browser.get(address).content.decode())
    before = (Season.objects.values().get(), JournalLine.objects.count())

    answer = browser.post(address, {**sent, **typed, **button})

    assert (answer.status_code, list(answer.context["form"].errors)) == (400, [field])
    assert (Season.objects.values().get(), JournalLine.objects.count()) == before


def test_a_first_evening_of_no_weight_is_not_added_to_a_season() -> None:
    event = factories.event(season=factories.season(factories.club()))
    stage = factories.stage(event, scoring={"weight": "0"})
    browser = organizer_of(event.club)
    address = f"/e/{event.slug}/stages/new/"
    sent = fields(browser.get(address).content.decode())

    answer = browser.post(address, {**sent, "weight": "0"})

    assert list(answer.context["form"].errors) == ["weight"]
    assert list(Event.objects.get().stages.all()) == [stage]
