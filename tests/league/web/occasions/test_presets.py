"""Presets on pages: kept from a season or a stage, filled in, listed, removed."""

from __future__ import annotations

import pytest

from league.core.enums import EventKind
from league.models import JournalLine, Preset, Season, Stage
from league.standings.presets import PRESETS
from tests import factories
from tests.league.web.occasions.test_occasions import fields, organizer_of

pytestmark = pytest.mark.django_db

ROWS = {"key": "custom", "rows": {"4": ["9", "5", "2", "0"]}}


def test_the_settings_of_a_season_are_kept_and_the_next_season_begins_from_them() -> None:
    club = factories.club()
    season = factories.season(
        club, scheme=ROWS, chain=["points", "matches"], counting="best_n", counting_n=6
    )
    factories.stage(factories.event(season=season), scheme=ROWS, chain=["points", "places"])
    browser = organizer_of(club)

    kept = browser.post(
        f"/c/{club.slug}/office/presets/new/?season={season.pk}", {"name": "Our league night"}
    )
    row = Preset.objects.get()
    Season.objects.update(scheme={"key": "linear7"}, counting="sum", counting_n=None)
    address = f"/c/{club.slug}/office/seasons/new/?preset=own-{row.pk}"
    page = browser.get(address).content.decode()
    made = browser.post(
        address,
        {**fields(page), "name": "Next", "starts_on": "2027-01-01", "ends_on": "2027-12-31"},
    )

    fresh = Season.objects.get(name="Next")
    assert (kept.status_code, made.status_code) == (302, 302)
    assert "“Our league night” is filled in." in page
    assert (fresh.scheme["rows"], fresh.chain) == (ROWS["rows"], ["points", "matches"])
    assert (fresh.counting, fresh.counting_n) == ("best_n", 6)
    assert row.stage["chain"] == ["points", "places"]


def test_a_preset_fills_in_a_stage_and_stores_nothing_before_it_is_saved() -> None:
    stage = factories.stage(
        factories.event(factories.club(), kind=EventKind.TOURNAMENT),
        chain=["points", "wins", "places", "head_to_head", "average"],
    )
    browser = organizer_of(stage.event.club)
    address = f"/e/{stage.event.slug}/stages/1/?preset=wins-first"
    before = JournalLine.objects.count()

    page = browser.get(address)
    lines = JournalLine.objects.count()
    saved = browser.post(address, fields(page.content.decode()))

    row = Stage.objects.get()
    assert (lines, saved.status_code) == (before, 302)
    assert (row.scheme["key"], row.chain) == ("vtes36", ["wins", "points", "places", "lot"])


def test_a_stage_alone_is_kept_for_events_alone() -> None:
    stage = factories.stage(factories.event(factories.club()), chain=["points", "lot"])
    browser = organizer_of(stage.event.club)

    browser.post(
        f"/c/{stage.event.club.slug}/office/presets/new/?stage={stage.pk}", {"name": "Cup"}
    )

    row = Preset.objects.get()
    assert (row.stage["chain"], row.season) == (["points", "lot"], None)


def test_all_presets_are_listed_with_what_they_say_and_only_own_ones_can_be_removed() -> None:
    club = factories.club()
    row = Preset.objects.create(
        club=club, name="Ours", stage={"scheme": {"key": "linear7"}, "chain": ["points"]}
    )
    browser = organizer_of(club)
    address = f"/c/{club.slug}/office/presets/"

    page = browser.get(address).content.decode()
    removed = browser.post(f"{address}{row.pk}/remove/")

    assert [one.name for one in PRESETS if one.name not in page] == []
    assert page.count("/remove/") == 1
    assert (removed.status_code, Preset.objects.count()) == (302, 0)


@pytest.mark.parametrize("name", ["", "   ", "Ours"])
def test_a_missing_or_used_name_is_said_at_its_field(name: str) -> None:
    season = factories.season(factories.club())
    Preset.objects.create(club=season.club, name="Ours", stage={})
    browser = organizer_of(season.club)

    answer = browser.post(
        f"/c/{season.club.slug}/office/presets/new/?season={season.pk}", {"name": name}
    )

    assert (answer.status_code, list(answer.context["form"].errors)) == (400, ["name"])
    assert Preset.objects.count() == 1


def test_nothing_of_another_club_is_kept_and_an_unknown_preset_fills_in_nothing() -> None:
    club, foreign = factories.club(), factories.season(factories.club())
    browser = organizer_of(club)

    statuses = [
        browser.post(f"/c/{club.slug}/office/presets/new/{query}", {"name": "X"}).status_code
        for query in (f"?season={foreign.pk}", "", "?season=x", "?stage=0")
    ]
    page = browser.get(f"/c/{club.slug}/office/seasons/new/?preset=own-99")

    assert set(statuses) <= {403, 404}
    assert (page.status_code, page.context["preset"]) == (200, None)
    assert Preset.objects.count() == 0


def test_a_new_event_and_a_stage_after_it_begin_from_a_preset() -> None:
    club = factories.club()
    factories.free_game(club)
    browser = organizer_of(club)
    new = f"/c/{club.slug}/office/events/new/"

    made = browser.post(new, {**fields(browser.get(new).content.decode()), "preset": "wins-first"})
    first = Stage.objects.get()
    added = f"/e/{first.event.slug}/stages/new/?preset=fours-by-strength"
    answer = browser.post(added, fields(browser.get(added).content.decode()))

    second = Stage.objects.get(number=2)
    assert (made.status_code, answer.status_code) == (302, 302)
    assert (first.scheme["key"], first.chain) == ("vtes36", ["wins", "points", "places", "lot"])
    assert (second.scheme["key"], second.chain) == (
        "pinburgh",
        ["points", "places", "opponents_average", "lot"],
    )


def test_an_event_without_a_preset_has_the_rules_of_its_season() -> None:
    club = factories.club()
    factories.free_game(club)
    factories.season(club, scheme={"key": "beaten"})
    browser = organizer_of(club)
    new = f"/c/{club.slug}/office/events/new/"
    season = str(Season.objects.get().pk)

    page = fields(browser.get(new).content.decode())
    days = {"day": Season.objects.get().starts_on.isoformat(), "season": season, "name": "Night"}
    made = browser.post(new, {**page, **days})

    assert (page["preset"], made.status_code) == ("", 302)
    assert Stage.objects.get().scheme["key"] == "beaten"


def test_a_preset_is_renamed_and_its_page_says_what_it_holds() -> None:
    club = factories.club()
    stage = {"scheme": {"key": "linear7"}, "chain": ["points", "wins"]}
    row = Preset.objects.create(club=club, name="Ours", stage=stage)
    browser = organizer_of(club)
    address = f"/c/{club.slug}/office/presets/{row.pk}/"

    listed = browser.get(f"/c/{club.slug}/office/presets/").content.decode()
    page = browser.get(address).content.decode()
    renamed = browser.post(address, {**fields(page), "name": "Our night"})

    row.refresh_from_db()
    assert f'href="{address}"' in listed
    assert "Points, Wins" in page
    assert (renamed.status_code, row.name, row.stage) == (302, "Our night", stage)


def test_of_two_who_rename_a_preset_the_second_sees_both_names() -> None:
    club = factories.club()
    stage = {"scheme": {"key": "linear7"}, "chain": ["points"]}
    row = Preset.objects.create(club=club, name="Ours", stage=stage)
    browser = organizer_of(club)
    address = f"/c/{club.slug}/office/presets/{row.pk}/"
    opened = fields(browser.get(address).content.decode())

    browser.post(address, {**opened, "name": "First"})
    late = browser.post(address, {**opened, "name": "Second"})
    again = browser.post(address, fields(late.content.decode()))

    row.refresh_from_db()
    assert late.status_code == 409
    assert late.context["differences"] == [("Name", "First", "Second")]
    assert (again.status_code, row.name) == (302, "Second")


def test_rules_take_the_place_of_a_presets_own_only_when_that_is_ticked() -> None:
    club = factories.club()
    season = factories.season(club, chain=["points", "matches"])
    old = {"scheme": {"key": "linear7"}, "chain": ["points"]}
    row = Preset.objects.create(club=club, name="Ours", stage=old)
    browser = organizer_of(club)
    address = f"/c/{club.slug}/office/presets/new/?season={season.pk}"
    opened = browser.get(address).content.decode()

    asked = browser.post(address, {**fields(opened), "name": "Ours"})
    question = fields(asked.content.decode())
    Preset.objects.update(version=2)
    late = browser.post(address, {**question, "replaces": "on"})
    other = Preset.objects.create(club=club, name="Others", stage=old, version=2)
    another = browser.post(
        address, {**fields(late.content.decode()), "replaces": "on", "name": "Others"}
    )
    kept = browser.post(address, {**fields(late.content.decode()), "replaces": "on"})

    row.refresh_from_db()
    asks = "Replace its rules with these"
    assert (asks in opened, asks in asked.content.decode()) == (False, True)
    assert [one.status_code for one in (asked, late, another, kept)] == [400, 409, 400, 302]
    other.refresh_from_db()
    assert (other.stage, other.version) == (old, 2)
    assert row.season is not None
    assert (row.version, row.season["chain"]) == (3, ["points", "matches"])


def test_nobody_elses_preset_is_shown_or_renamed() -> None:
    club, other = factories.club(), factories.club()
    row = Preset.objects.create(club=other, name="Theirs", stage={"chain": ["points"]})
    browser = organizer_of(club)

    statuses = [
        browser.get(f"/c/{club.slug}/office/presets/{row.pk}/").status_code,
        browser.post(f"/c/{club.slug}/office/presets/{row.pk}/", {"name": "Mine"}).status_code,
        browser.post(f"/c/{other.slug}/office/presets/{row.pk}/", {"name": "Mine"}).status_code,
    ]

    row.refresh_from_db()
    assert (statuses, row.name) == ([404, 404, 403], "Theirs")
