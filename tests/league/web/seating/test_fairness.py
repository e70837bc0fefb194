"""Pages of the fairness ledger, of wishes, of plans of all rounds, and of seating preferences."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from league.core.enums import Role, Visibility
from league.models import Entry, RoundsPlan, Seating, Stage
from league.services.seating import plans
from tests import factories
from tests.league.services.seating.test_seatings import exactly, play, round_of
from tests.league.web.evening.test_desk import organizer, press

pytestmark = pytest.mark.django_db


def text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def test_an_event_shows_everybody_what_the_seating_gave_to_whom(client: Client) -> None:
    stage, people, by = exactly(4, 4, 9)
    for _ in range(2):
        play(by, round_of(by, stage))

    page = client.get(f"/e/{stage.event.slug}/fairness/").content.decode()

    words = text(page)
    assert "2 rounds with a seating." in words
    assert len(re.findall(r"\d of [36]\b", words)) == 9
    assert "Sat out" in words
    assert "Proven minimum" in words
    assert f'href="/p/{people[0].player_id}/"' in page


def test_the_event_and_the_season_lead_to_their_ledgers(client: Client) -> None:
    season = factories.season()
    event = factories.event(season=season)
    stage = factories.stage(event)
    factories.table(factories.round_(stage), [factories.entry(event) for _ in range(4)])

    ledger = f"/e/{event.slug}/fairness/"
    assert ledger in client.get(f"/e/{event.slug}/").content.decode()
    found = client.get(f"/c/{season.club.slug}/s/{season.slug}/fairness/")
    assert found.status_code == 200
    words = text(found.content.decode())
    assert "No one met anyone twice; everyone has met everyone." in words
    assert "1 round with a seating." in words


def test_an_event_without_a_seating_has_an_empty_ledger(client: Client) -> None:
    stage = factories.stage()

    page = client.get(f"/e/{stage.event.slug}/fairness/")

    assert page.status_code == 200
    assert "Nothing to show yet" in page.content.decode()


def test_a_hidden_club_hides_its_ledgers(client: Client) -> None:
    season = factories.season(factories.club(visibility=Visibility.MEMBERS))
    event = factories.event(season=season)
    factories.stage(event)

    answers = [
        client.get(path).status_code
        for path in (
            f"/e/{event.slug}/fairness/",
            f"/c/{season.club.slug}/s/{season.slug}/fairness/",
        )
    ]

    assert answers == [404, 404]


def test_the_desk_says_why_a_seating_is_as_it_is(client: Client) -> None:
    stage, _, by = exactly(4, 4, 8)
    play(by, round_of(by, stage))
    organizer(client, stage.event)

    page = press(client, stage.event, "draw", number="2", stage="1")

    words = text(page)
    assert "Repeats: 4. With 8 players at these tables, 4 or more are unavoidable." in words
    assert words.count("With 8 players, at least 4 are unavoidable.") == 2
    assert "Meeting again in this event 4000" in words
    assert "every seating of this round has at least 4 repeats" in words
    assert "One pair that meets again costs 1000." in words
    assert f"Drawn with the number {Seating.objects.latest('pk').seed}" in words


def test_the_effect_of_sitting_out_is_said_before_it_is_done(client: Client) -> None:
    stage, _, by = exactly(3, 4, 8)
    play(by, round_of(by, stage))
    organizer(client, stage.event)
    press(client, stage.event, "draw", number="2", stage="1")
    seat = Seating.objects.latest("pk").seats.filter(table__number=1).first()
    assert seat is not None

    page = client.get(
        f"/e/{stage.event.slug}/desk/?step=seating&stage=1&pick={seat.entry_id}"
    ).content.decode()

    words = text(page)
    assert "Without them at the table: Worse: Table 1 has 3 players" in words
    assert "Fixed: Met in this event already:" in words


def test_all_rounds_are_planned_and_drawn_from_the_desk(client: Client) -> None:
    stage, _, _ = exactly(4, 4, 16)
    organizer(client, stage.event)

    page = press(client, stage.event, "plan_rounds", count="4", stage="1", step="roll")
    drawn = press(client, stage.event, "draw", number="1", stage="1")

    assert "4 rounds planned." in page
    assert "Rounds 1 to 4 are planned" in text(page)
    assert Seating.objects.get().method == "fixed"
    assert "no one meets again tonight" in text(drawn)
    again = press(client, stage.event, "drop_plan", stage="1", step="roll")
    assert "Plan the seating" in again
    assert not RoundsPlan.objects.filter(is_current=True).exists()


@pytest.mark.parametrize(
    ("count", "word"), [("0", "40"), ("", "40"), ("41", "40"), ("x", "40"), ("-3", "40")]
)
def test_a_number_of_rounds_that_is_none_is_refused(client: Client, count: str, word: str) -> None:
    stage, _, _ = exactly(4, 4, 8)
    organizer(client, stage.event)

    answer = client.post(
        f"/e/{stage.event.slug}/desk/", {"do": "plan_rounds", "count": count, "step": "roll"}
    )

    assert answer.status_code == 400
    assert word in text(answer.content.decode())
    assert not RoundsPlan.objects.exists()


def test_a_search_shows_how_far_it_is_and_can_be_stopped_or_given_up(client: Client) -> None:
    stage, _, _ = exactly(4, 4, 80)
    organizer(client, stage.event)
    page = press(client, stage.event, "plan_rounds", count="4", stage="1", step="roll")
    row = RoundsPlan.objects.get()
    RoundsPlan.objects.update(progress=[[10, 0, 9000], [400, 1200, 3000]])
    desk = f"/e/{stage.event.slug}/desk/?step=roll"

    searching = text(client.get(desk).content.decode())
    press(client, stage.event, "stop_plan", stage="1", step="roll")
    stopping = text(client.get(desk).content.decode())
    plans.work(row.pk)
    ready = text(client.get(f"{desk}&part=live").content.decode())

    assert "Looking for a plan for 4 rounds." in text(page)
    assert "2 improvements so far, after 1200 swaps." in searching
    assert "Stopping" in stopping
    assert "The plan of all rounds is ready." in ready
    assert RoundsPlan.objects.get().wants_stop


def test_wishes_are_noted_on_a_page_and_shown_again(client: Client) -> None:
    stage, people, _ = exactly(4, 4, 8)
    other = factories.free_game(stage.event.club, name="Tin Lanterns", seats=[4, 4])
    stage.rulesets.add(other)
    organizer(client, stage.event)
    address = f"/e/{stage.event.slug}/entries/{people[0].pk}/wishes/"

    first = client.get(address)
    saved = client.post(
        address,
        {
            "team": "Reed",
            "part": "filler",
            "wants": [str(other.pk)],
            "tables": "1-2",
            "near": [str(people[3].pk)],
            "step_free": "on",
        },
    )
    page = client.get(address).content.decode()

    assert first.status_code == 200
    assert (saved.status_code, saved["Location"].split("?")[0]) == (
        302,
        f"/e/{stage.event.slug}/desk/",
    )
    assert Entry.objects.get(pk=people[0].pk).wishes == {
        "wants": [other.pk],
        "tables": [1, 2],
        "near": [people[3].pk],
        "step_free": True,
        "part": "filler",
        "team": "Reed",
    }
    assert 'value="Reed"' in page
    assert 'value="1-2"' in page


@pytest.mark.parametrize("tables", ["a", "1-", "0", "1-9999", "501", "1,,x"])
def test_tables_that_cannot_be_read_are_marked_at_their_field(client: Client, tables: str) -> None:
    stage, people, _ = exactly(4, 4, 8)
    organizer(client, stage.event)

    answer = client.post(
        f"/e/{stage.event.slug}/entries/{people[0].pk}/wishes/",
        {"part": "player", "tables": tables},
    )

    assert answer.status_code == 400
    assert 'aria-invalid="true"' in answer.content.decode()


def test_only_the_roll_callers_see_and_write_wishes(client: Client) -> None:
    stage, people, _ = exactly(4, 4, 4)
    address = f"/e/{stage.event.slug}/entries/{people[0].pk}/wishes/"
    stranger = factories.account()
    factories.grant(stranger, Role.ORGANIZER, factories.club())
    client.force_login(stranger)

    assert [client.get(address).status_code, client.post(address, {}).status_code] == [403, 403]


def stage_fields(page: str) -> dict[str, str]:
    """What the form of a stage would send as it stands."""
    found = dict(re.findall(r'<input[^>]*name="([a-z_0-9]+)"[^>]*value="([^"]*)"', page))
    for name, body in re.findall(r'<select name="([a-z_0-9]+)".*?>(.*?)</select>', page, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', body)
        found[name] = chosen.group(1) if chosen else ""
    return {name: value for name, value in found.items() if name != "csrfmiddlewaretoken"}


def test_a_stage_keeps_its_seating_preferences(client: Client) -> None:
    stage, _, _ = exactly(4, 4, 8)
    organizer(client, stage.event)
    address = f"/e/{stage.event.slug}/stages/{stage.number}/"
    page = client.get(address)
    fields = stage_fields(page.content.decode())

    answer = client.post(
        address,
        {
            **fields,
            "method": "balanced",
            "seating_fading": "50",
            "seating_clubs": "hard",
            "seating_bye_limit": "2",
            "seating_rooms": "Hall: 1-3\nLibrary: 4",
            "seating_step_free": "1, 3",
        },
    )
    wrong = client.post(address, {**fields, "seating_rooms": "Hall 1-3", "seating_season": "200"})

    assert answer.status_code == 302, text(answer.content.decode())
    stage = Stage.objects.get(pk=stage.pk)
    assert stage.method == "balanced"
    assert stage.seating == {
        "fading": 50,
        "clubs": "hard",
        "bye_limit": 2,
        "rooms": {"Hall": [1, 2, 3], "Library": [4]},
        "step_free": [1, 3],
    }
    assert wrong.status_code == 400
    assert wrong.content.decode().count('aria-invalid="true"') == 2
