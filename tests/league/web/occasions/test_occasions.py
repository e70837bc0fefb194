"""Office pages of seasons and events."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.core.enums import EventState, Role, RoundState, SeasonState, Visibility
from league.models import Account, Club, Event, Season, Seat, Stage
from league.standings.tiebreaks import FULL_STAGE_CHAIN
from tests import factories

pytestmark = pytest.mark.django_db


def organizer_of(club: Club) -> Client:
    account = factories.account()
    factories.grant(account, Role.ORGANIZER, club)
    return signed_in(account)


def signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account)
    return client


def fields(html: str) -> dict[str, str]:
    """What a browser would send back of the page's last form with a version, untouched."""
    found: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", html):
        name = re.search(r' name="([^"]+)"', tag)
        value = re.search(r' value="([^"]*)"', tag)
        if name is None or name[1] in {"csrfmiddlewaretoken", "language", "next", "state"}:
            continue
        if 'type="checkbox"' in tag and " checked" not in tag:
            continue
        usual = "on" if 'type="checkbox"' in tag else ""
        found[name[1]] = value[1] if value else usual
    for select in re.findall(r"<select[^>]*>.*?</select>", html, re.DOTALL):
        name = re.search(r' name="([^"]+)"', select)
        chosen = re.search(r'<option value="([^"]*)" selected', select)
        first = re.search(r'<option value="([^"]*)"', select)
        assert name is not None
        found[name[1]] = chosen[1] if chosen else first[1] if first else ""
    for name, text in re.findall(r'<textarea name="([^"]+)"[^>]*>\s*(.*?)</textarea>', html, re.S):
        found[name] = text
    return found


def test_a_first_season_needs_a_name_and_two_days() -> None:
    club = factories.club()
    browser = organizer_of(club)
    address = f"/c/{club.slug}/office/seasons/new/"
    form = fields(browser.get(address).content.decode())

    answer = browser.post(
        address, {**form, "name": "Spring", "starts_on": "2026-01-01", "ends_on": "2026-06-30"}
    )

    season = Season.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        f"/c/{club.slug}/s/spring/settings/",
    )
    assert (season.name, season.ends_on, season.scheme["key"]) == (
        "Spring",
        date(2026, 6, 30),
        "linear7",
    )


def test_the_next_season_is_offered_like_the_last_one_and_after_it() -> None:
    club = factories.club()
    factories.season(
        club,
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 6, 30),
        scheme={"key": "podium"},
        chain=["average", "points"],
    )

    form = fields(organizer_of(club).get(f"/c/{club.slug}/office/seasons/new/").content.decode())

    assert (form["starts_on"], form["ends_on"], form["name"]) == ("2026-07-01", "2026-12-31", "")
    assert (form["scheme"], form["chain_0"], form["chain_1"]) == ("podium", "average", "points")


def test_a_wrong_season_comes_back_with_the_message_at_its_field() -> None:
    club = factories.club()
    browser = organizer_of(club)
    address = f"/c/{club.slug}/office/seasons/new/"
    form = fields(browser.get(address).content.decode())

    answer = browser.post(
        address, {**form, "name": "Spring", "starts_on": "2026-06-30", "ends_on": "2026-01-01"}
    )

    assert answer.status_code == 400
    assert answer.context["form"].errors == {
        "ends_on": [
            "The last day is before the first one. Choose a later last day or an earlier first day."
        ]
    }
    assert Season.objects.count() == 0


def test_saving_the_untouched_settings_of_a_season_changes_nothing() -> None:
    season = factories.season(
        scheme={"key": "custom", "rows": {"3": ["10", "6", "2"]}}, ruleset=None
    )
    browser = organizer_of(season.club)
    address = f"/c/{season.club.slug}/s/{season.slug}/settings/"
    before: dict[str, object] = dict(Season.objects.values().get())

    answer = browser.post(address, fields(browser.get(address).content.decode()))

    after: dict[str, object] = dict(Season.objects.values().get())
    same = {key: after[key] for key in after if key not in {"scheme", "version", "stale_at"}}
    assert answer.status_code == 302
    assert same == {key: before[key] for key in same}
    assert Season.objects.get().scheme["rows"] == {"3": ["10", "6", "2"]}


def test_the_second_of_two_savers_sees_both_versions_and_may_decide() -> None:
    season = factories.season(name="Spring")
    address = f"/c/{season.club.slug}/s/{season.slug}/settings/"
    one, two = organizer_of(season.club), organizer_of(season.club)
    form_one = fields(one.get(address).content.decode())
    form_two = fields(two.get(address).content.decode())
    one.post(address, {**form_one, "name": "Spring of 2026"})

    refused = two.post(address, {**form_two, "name": "Frühling"})
    stored = Season.objects.get().name
    decided = two.post(address, fields(refused.content.decode()))

    assert refused.status_code == 409
    assert refused.context["differences"] == [("Name", "Spring of 2026", "Frühling")]
    assert stored == "Spring of 2026"
    assert (decided.status_code, Season.objects.get().name) == (302, "Frühling")


def test_a_season_is_finished_and_goes_on_by_one_button_each() -> None:
    season = factories.season()
    browser = organizer_of(season.club)
    address = f"/c/{season.club.slug}/s/{season.slug}/state/"

    states = []
    for step in ("finished", "running", "nonsense"):
        status = browser.post(address, {"state": step}).status_code
        states.append((status, Season.objects.get().state))

    assert states == [
        (302, SeasonState.FINISHED),
        (302, SeasonState.RUNNING),
        (400, SeasonState.RUNNING),
    ]


def test_a_new_evening_needs_four_fields_and_the_rest_is_filled_in() -> None:
    club = factories.club(time_zone="Europe/Berlin")
    game = factories.free_game(club)
    season = factories.season(club, ruleset=game)
    browser = organizer_of(club)
    address = f"/c/{club.slug}/office/events/new/"
    form = fields(browser.get(address).content.decode())

    answer = browser.post(
        address, {**form, "name": "Tuesday", "day": "2026-11-03", "begins": "19:30"}
    )

    event = Event.objects.get()
    assert answer.headers["Location"] == "/e/tuesday-2026-11-03/settings/"
    assert (event.starts_at, event.season) == (
        datetime(2026, 11, 3, 18, 30, tzinfo=UTC),
        season,
    )
    assert event.stages.get().ruleset == game


def test_an_evening_of_today_leads_on_to_its_desk() -> None:
    club = factories.club(time_zone="Europe/Berlin")
    factories.free_game(club)
    browser = organizer_of(club)
    address = f"/c/{club.slug}/office/events/new/"

    with time_machine.travel(datetime(2026, 11, 3, 23, 30, tzinfo=UTC), tick=False):
        form = fields(browser.get(address).content.decode())
        answer = browser.post(address, {**form, "name": "Tonight", "begins": "19:30"})

    # half past midnight in the room: the fourth of November
    assert (form["day"], answer.headers["Location"]) == (
        "2026-11-04",
        "/e/tonight-2026-11-04/desk/",
    )


def test_the_organizer_of_a_season_makes_evenings_of_that_season_alone() -> None:
    club = factories.club()
    factories.free_game(club)
    season, other = factories.season(club), factories.season(club)
    account = factories.account()
    factories.grant(account, Role.ORGANIZER, season)
    browser = signed_in(account)
    address = f"/c/{club.slug}/office/events/new/"
    form = {
        **fields(browser.get(address).content.decode()),
        "name": "Tuesday",
        "day": "2026-11-03",
        "begins": "19:30",
    }

    statuses = [
        browser.post(address, {**form, "key": str(pk), "season": str(pk)}).status_code
        for pk in (season.pk, other.pk, "")
    ]

    assert statuses == [302, 400, 403]
    assert list(Event.objects.values_list("season", flat=True)) == [season.pk]


def test_a_form_sent_twice_makes_one_event() -> None:
    club = factories.club()
    factories.free_game(club)
    browser = organizer_of(club)
    address = f"/c/{club.slug}/office/events/new/"
    form = {
        **fields(browser.get(address).content.decode()),
        "name": "Tuesday",
        "day": "2026-11-03",
        "begins": "19:30",
    }

    answers = [browser.post(address, form) for _ in range(2)]

    assert [answer.headers["Location"] for answer in answers] == [
        "/e/tuesday-2026-11-03/settings/"
    ] * 2
    assert Event.objects.count() == 1


def test_a_club_without_games_is_shown_the_way_to_the_shelf() -> None:
    club = factories.club()

    page = organizer_of(club).get(f"/c/{club.slug}/office/events/new/")

    assert page.context["has_games"] is False
    assert f'href="/c/{club.slug}/office/rules/"' in page.content.decode()


def test_an_evening_that_ends_after_midnight_keeps_its_end_when_saved_again() -> None:
    event = factories.event(
        factories.club(time_zone="Europe/Berlin"),
        starts_at=datetime(2026, 11, 3, 18, 30, tzinfo=UTC),
        ends_at=datetime(2026, 11, 3, 23, 30, tzinfo=UTC),
    )
    browser = organizer_of(event.club)
    address = f"/e/{event.slug}/settings/"
    form = fields(browser.get(address).content.decode())

    answer = browser.post(address, {**form, "place": "Back room"})

    event.refresh_from_db()
    assert (form["begins"], form["ends"], form["last_day"]) == ("19:30", "00:30", "")
    assert answer.status_code == 302
    assert (event.place, event.ends_at) == (
        "Back room",
        datetime(2026, 11, 3, 23, 30, tzinfo=UTC),
    )


def test_two_directors_of_one_event_see_both_versions() -> None:
    event = factories.event(place="")
    browser = organizer_of(event.club)
    address = f"/e/{event.slug}/settings/"
    form = fields(browser.get(address).content.decode())
    browser.post(address, {**form, "place": "Front room"})

    answer = browser.post(address, {**form, "place": "Back room"})

    event.refresh_from_db()
    assert (answer.status_code, event.place) == (409, "Front room")
    assert answer.context["differences"] == [("Place", "Front room", "Back room")]


def test_finishing_with_open_tables_asks_once_and_names_them() -> None:
    stage = factories.stage()
    people = [factories.entry(stage.event) for _ in range(3)]
    factories.table(factories.round_(stage), people)
    browser = organizer_of(stage.event.club)
    address = f"/e/{stage.event.slug}/state/"

    asked = browser.post(address, {"state": "finished"})
    state_when_asked = Event.objects.get().state
    done = browser.post(address, {"state": "finished", "accept_open_tables": "yes"})

    assert (asked.status_code, state_when_asked) == (409, EventState.RUNNING)
    assert asked.context["sentence"] == (
        "Still without a result (round/table): 1/1. Enter them, or finish anyway."
    )
    assert (done.status_code, Event.objects.get().state) == (302, EventState.FINISHED)


def test_a_weekly_series_is_added_by_the_page() -> None:
    stage = factories.stage(
        factories.event(
            factories.club(time_zone="Europe/Berlin"),
            name="Club night",
            starts_at=datetime(2025, 10, 18, 17, 0, tzinfo=UTC),
        )
    )
    browser = organizer_of(stage.event.club)

    answer = browser.post(f"/e/{stage.event.slug}/copy/", {"weeks": "2"})

    assert answer.status_code == 302
    assert list(Event.objects.order_by("starts_at").values_list("starts_at", flat=True)) == [
        datetime(2025, 10, 18, 17, 0, tzinfo=UTC),
        datetime(2025, 10, 25, 17, 0, tzinfo=UTC),
        datetime(2025, 11, 1, 18, 0, tzinfo=UTC),
    ]


def test_the_last_event_is_copied_to_the_day_that_is_asked_for() -> None:
    stage = factories.stage(factories.event(factories.club(time_zone="Europe/Berlin")))
    browser = organizer_of(stage.event.club)
    address = f"/e/{stage.event.slug}/copy/"
    key = fields(browser.get(address).content.decode())["key"]

    answers = [
        browser.post(address, {"key": key, "day": "2026-12-24", "begins": "18:00"})
        for _ in range(2)
    ]

    copied = Event.objects.exclude(pk=stage.event.pk).get()
    assert [answer.status_code for answer in answers] == [302, 302]
    assert copied.starts_at == datetime(2026, 12, 24, 17, 0, tzinfo=UTC)


def test_a_copy_beyond_the_season_is_refused_until_another_season_or_none_is_chosen() -> None:
    club = factories.club()
    season = factories.season(club, starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31))
    stage = factories.stage(factories.event(season=season))
    browser = organizer_of(club)
    address = f"/e/{stage.event.slug}/copy/"
    form = {"key": "one", "day": "2027-01-05", "begins": "19:30"}

    refused = browser.post(address, {**form, "season": str(season.pk)})
    made = browser.post(address, {**form, "season": ""})

    assert (refused.status_code, list(refused.context["form"].errors)) == (400, ["season"])
    assert made.status_code == 302
    assert Event.objects.exclude(pk=stage.event.pk).get().season is None


def test_saving_the_untouched_settings_of_a_stage_changes_nothing_but_the_spelling() -> None:
    stage = factories.stage()
    browser = organizer_of(stage.event.club)
    address = f"/e/{stage.event.slug}/stages/1/"
    before: dict[str, object] = dict(Stage.objects.values().get())

    answer = browser.post(address, fields(browser.get(address).content.decode()))

    after: dict[str, object] = dict(Stage.objects.values().get())
    same = {key: after[key] for key in after if key not in {"scheme", "version", "stale_at"}}
    assert answer.status_code == 302
    assert same == {key: before[key] for key in same}
    assert after["scheme"] == {"key": "linear7", "ties": "share", "drawn": None}


def test_a_scheme_is_previewed_before_it_is_saved() -> None:
    stage = factories.stage()
    browser = organizer_of(stage.event.club)
    address = f"/e/{stage.event.slug}/stages/1/"
    form = fields(browser.get(address).content.decode())

    page = browser.post(address, {**form, "scheme": "podium", "preview": "yes"})

    stage.refresh_from_db()
    assert (page.status_code, stage.scheme) == (200, {"key": "linear7"})
    assert [row.points for row in page.context["examples"]][:2] == [
        ["5", "3"],
        ["5", "3", "1"],
    ]


def test_the_preview_says_who_moves_and_a_scheme_that_cannot_score_is_marked() -> None:
    stage = factories.stage()
    rows = [factories.entry(stage.event, name) for name in ("Ada", "Bo", "Cy")]
    for places in ([1, 2, 3], [3, 2, 1], [3, 2, 1]):
        factories.played(factories.table(factories.round_(stage), rows), places)
    browser = organizer_of(stage.event.club)
    address = f"/e/{stage.event.slug}/stages/1/"
    form = fields(browser.get(address).content.decode())

    page = browser.post(address, {**form, "chain_0": "average", "preview": "yes"})
    refused = browser.post(address, {**form, "scheme": "game_points", "preview": "yes"})

    assert (page.status_code, page.context["moves"]) == (200, ())
    assert refused.status_code == 400
    assert list(refused.context["form"].errors) == ["scheme"]


def test_a_fixed_bye_without_a_number_is_marked_at_the_bye() -> None:
    stage = factories.stage()
    browser = organizer_of(stage.event.club)
    address = f"/e/{stage.event.slug}/stages/1/"
    form = fields(browser.get(address).content.decode())

    page = browser.post(address, {**form, "bye": "fixed", "bye_points": "many"})

    assert page.status_code == 400
    assert page.context["form"].errors == {"bye": ["Enter a number such as 4, 5.5 or 16/3."]}


@pytest.mark.parametrize("path", ["settings/", "copy/", "stages/1/", "stages/new/"])
def test_visitors_are_asked_to_sign_in_and_strangers_are_turned_away(path: str) -> None:
    stage = factories.stage()
    address = f"/e/{stage.event.slug}/{path}"
    stranger = organizer_of(factories.club())

    visitor = Client().get(address)

    assert (visitor.status_code, visitor.headers["Location"]) == (
        302,
        f"/account/login/?next={address}",
    )
    assert (stranger.get(address).status_code, stranger.post(address).status_code) == (403, 403)
    assert organizer_of(stage.event.club).get(address).status_code == 200


def test_an_event_of_a_members_club_is_not_there_for_a_stranger() -> None:
    event = factories.event(factories.club(visibility=Visibility.MEMBERS))
    stranger = organizer_of(factories.club())

    statuses = [
        stranger.get(f"/e/{event.slug}/settings/").status_code,
        stranger.post(f"/e/{event.slug}/state/", {"state": "finished"}).status_code,
        organizer_of(event.club).get(f"/e/{event.slug}/settings/").status_code,
    ]

    assert statuses == [404, 404, 200]


def test_the_settings_page_asks_as_often_for_three_stages_as_for_one() -> None:
    event = factories.event()
    factories.stage(event)
    browser = organizer_of(event.club)
    browser.get(f"/e/{event.slug}/settings/")
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            browser.get(f"/e/{event.slug}/settings/")
        counts.append(len(asked))
        factories.stage(event)
        factories.stage(event)

    assert counts[0] == counts[1]


def test_an_event_of_the_season_may_be_made_by_the_organizer_of_that_season() -> None:
    season = factories.season()
    account = factories.account()
    factories.grant(account, Role.ORGANIZER, season)
    original = factories.stage(factories.event(season=season)).event

    answer = signed_in(account).post(f"/e/{original.slug}/copy/", {"weeks": "1"})

    assert answer.status_code == 302
    assert season.events.count() == 2


def test_a_final_is_added_with_points_of_its_own_and_played_at_the_desk() -> None:
    stage = factories.stage()
    people = [factories.entry(stage.event) for _ in range(8)]
    factories.played(factories.table(factories.round_(stage), people[:4]), [1, 2, 3, 4])
    browser = organizer_of(stage.event.club)
    address = f"/e/{stage.event.slug}/stages/new/"
    form = fields(browser.get(address).content.decode())

    asked = {**form, "kind": "final", "scheme": "podium", "method": "swiss"}
    asked |= {"chain_0": "wins", "chain_1": "points"}
    added = [browser.post(address, asked).headers["Location"] for _ in range(2)]

    assert added == [f"/e/{stage.event.slug}/settings/"] * 2
    final = stage.event.stages.get(number=2)
    assert (final.kind, final.name, final.method, final.chain[:2]) == (
        "final",
        "",
        "swiss",
        ["wins", "points"],
    )
    assert final.scheme["key"] == "podium"
    assert final.ruleset == stage.ruleset

    desk = f"/e/{stage.event.slug}/desk/"
    tabs = browser.get(desk).content.decode()
    drawn = browser.post(desk, {"do": "next", "stage": "2"})
    shown = browser.get(f"{desk}?stage=2&step=play").content.decode()

    assert f'href="{desk}?stage=2&amp;step=' in tabs
    assert drawn.headers["Location"].startswith(f"{desk}?step=play&stage=2")
    assert list(final.rounds.values_list("number", "state")) == [(1, RoundState.PUBLISHED)]
    assert list(stage.rounds.values_list("state", flat=True)) == [RoundState.CLOSED]
    assert "Round 1" in shown
    seated = Seat.objects.filter(seating__round__stage=final).values_list("entry", flat=True)
    assert sorted(seated) == [row.pk for row in people]


def test_a_final_is_not_drawn_while_a_table_before_it_is_playing() -> None:
    stage = factories.stage()
    people = [factories.entry(stage.event) for _ in range(8)]
    factories.table(factories.round_(stage), people[:4])
    final = factories.stage(stage.event, kind="final", ruleset=stage.ruleset)
    browser = organizer_of(stage.event.club)
    desk = f"/e/{stage.event.slug}/desk/"

    refused = browser.post(desk, {"do": "next", "stage": "2"})
    none = final.rounds.count()
    browser.post(desk, {"do": "next", "stage": "2", "accept": "yes"})

    assert refused.status_code == 409
    assert "No confirmed result yet: table 1." in refused.content.decode()
    assert none == 0
    assert list(stage.rounds.values_list("state", flat=True)) == [RoundState.CLOSED]
    assert list(final.rounds.values_list("state", flat=True)) == [RoundState.PUBLISHED]


def test_a_stage_with_a_fault_is_not_added_and_says_where() -> None:
    stage = factories.stage()
    browser = organizer_of(stage.event.club)
    address = f"/e/{stage.event.slug}/stages/new/"
    form = fields(browser.get(address).content.decode())

    answer = browser.post(address, {**form, "size_min": "5", "size_max": "3"})

    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == ["size_max"]
    assert stage.event.stages.count() == 1


def test_a_stage_with_the_longest_default_chain_keeps_it_when_its_settings_are_saved() -> None:
    stage = factories.stage(chain=list(FULL_STAGE_CHAIN))
    browser = organizer_of(stage.event.club)
    address = f"/e/{stage.event.slug}/stages/{stage.number}/"

    form = fields(browser.get(address).content.decode())
    answer = browser.post(address, form)

    assert answer.status_code == 302
    stage.refresh_from_db()
    assert stage.chain == list(FULL_STAGE_CHAIN)


@pytest.mark.parametrize("state", [EventState.PLANNED, EventState.OPEN, EventState.RUNNING])
def test_an_event_that_was_cancelled_by_mistake_is_again_what_it_was(state: EventState) -> None:
    event = factories.event(state=state)
    account = factories.account()
    factories.grant(account, Role.ORGANIZER, event.club)
    client = Client()
    client.force_login(account)

    client.post(f"/e/{event.slug}/state/", {"state": "cancelled"})
    page = client.get(f"/e/{event.slug}/settings/").content.decode()
    offered = re.findall(r'name="state" value="(\w+)"', page)
    client.post(f"/e/{event.slug}/state/", {"state": offered[0]})

    event.refresh_from_db()
    assert "Undo cancellation" in page
    assert offered == [state.value]
    assert event.state == state


def test_a_new_evening_begins_in_the_season_whose_page_led_to_it() -> None:
    club = factories.club()
    factories.free_game(club)
    for name in ("Summer", "Winter"):
        factories.season(club, name=name)
    client = organizer_of(club)
    season = Season.objects.order_by("pk")[0]

    page = client.get(f"/c/{club.slug}/s/{season.slug}/").content.decode()
    asked = f"/c/{club.slug}/office/events/new/?season={season.pk}"
    form = fields(client.get(asked).content.decode())

    assert f'<a href="{asked}">New evening</a>' in page
    assert form["season"] == str(season.pk)


def test_what_a_new_event_takes_over_from_the_last_one_is_told_with_its_value() -> None:
    club = factories.club()
    client = organizer_of(club)
    factories.stage(factories.event(club, capacity=12, offer_hours=48), size_preferred=5)

    page = client.get(f"/c/{club.slug}/office/events/new/").content.decode()

    told = re.findall(r"<li>([^<]+): <bdi>([^<]+)</bdi></li>", page)
    assert ("Maximum number of players", "12") in told
    assert ("Hours to accept a free place", "48") in told
    assert ("Preferred table size", "5") in told


def test_what_comes_along_to_a_copy_is_told_for_every_stage() -> None:
    club = factories.club()
    client = organizer_of(club)
    event = factories.event(club, place="Back room")
    game = factories.free_game(club, name="Kettle")
    factories.stage(event, ruleset=game, method="swiss", max_tables=3, scheme={"key": "papa"})
    factories.stage(event, ruleset=game, name="Final", round_minutes=45)

    page = client.get(f"/e/{event.slug}/copy/").content.decode()

    told = re.findall(r"<li>([^<]+): <bdi>([^<]+)</bdi></li>", page)
    assert ("Place", "Back room") in told
    assert ("Seating", "By standings: similar scores meet") in told
    assert ("Tables in the room", "3") in told
    assert ("Minutes per round", "45") in told
    assert [words for label, words in told if label == "Points scheme"] == [
        "Four, two, one",
        "Seven to one",
    ]


def test_a_second_game_and_one_of_the_clubs_own_are_one_press_from_where_events_are_made() -> None:
    club = factories.club()
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)
    client = signed_in(account)
    event = factories.event(club)
    factories.stage(event)
    shelf = f"/c/{club.slug}/office/rules/"

    links = {
        path: set(re.findall(r'href="([^"]+)"', client.get(path).content.decode()))
        for path in (f"/c/{club.slug}/office/events/new/", f"/e/{event.slug}/settings/", shelf)
    }

    new, settings, office = links.values()
    assert f"{shelf}#add" in new
    assert {f"{shelf}#add", f"/e/{event.slug}/stages/1/"} <= settings
    assert "#add" in office
