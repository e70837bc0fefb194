"""The projector: slides, freshness, and screens that belong to nobody."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from league.core.enums import EventState, Role, RoundEntryState, RoundState, StageKind, Visibility
from league.models import Event, RoundEntry
from league.services.people import accounts
from league.services.standings import standings
from league.web.public import boards
from tests import factories
from tests.flows.visitors import Reader

pytestmark = pytest.mark.django_db
HX = {"HX-Request": "true"}


def played_event(visibility: Visibility = Visibility.PUBLIC) -> Event:
    event = factories.event(factories.club("Tin Owl", visibility=visibility), name="First Night")
    stage = factories.stage(event)
    people = [factories.entry(event, name) for name in ("Ada Quill", "Bruno Salt", "Cleo Marsh")]
    table = factories.table(factories.round_(stage), people)
    factories.played(table, [2, 1, 3], points=[20, 30, 10])
    standings.recompute_stage(stage.pk)
    return event


def slides(page: str) -> list[str]:
    return [part.split('"')[0] for part in page.split('data-key="')[1:]]


def test_a_board_shows_all_its_slides_in_order(client: Client) -> None:
    event = played_event()

    page = client.get(f"/e/{event.slug}/board/").content.decode()

    assert slides(page) == ["seating", "names", "results", "standings", "next"]


def test_the_board_says_whose_standings_it_shows_where_there_is_a_final(client: Client) -> None:
    event = played_event()
    alone = client.get(f"/e/{event.slug}/board/?slides=standings").content.decode()
    final = factories.stage(event, number=2, kind=StageKind.FINAL)
    people = list(event.entries.all())
    factories.played(factories.table(factories.round_(final), people), [1, 2, 3])
    standings.recompute_stage(final.pk)

    both = client.get(f"/e/{event.slug}/board/?slides=standings").content.decode()

    assert "<h2>Standings <" in alone
    assert "<h2>Standings: Final <" in both


def test_nobody_is_ranked_on_the_board_before_the_first_result(client: Client) -> None:
    event = factories.event(factories.club(), name="First Night")
    stage = factories.stage(event)
    people = [factories.entry(event, name) for name in ("Ada Quill", "Bruno Salt", "Cleo Marsh")]
    round_ = factories.round_(stage)
    table = factories.table(round_, people)
    late = factories.entry(event, "Dov Late")
    RoundEntry.objects.create(round=round_, entry=late, state=RoundEntryState.ABSENT)
    standings.recompute_stage(stage.pk)

    before = client.get(f"/e/{event.slug}/board/").content.decode()
    page = Reader(client.get(f"/e/{event.slug}/").content.decode())
    factories.played(table, [2, 1, 3])
    standings.recompute_stage(stage.pk)
    factories.round_(stage, number=2)
    after = client.get(f"/e/{event.slug}/board/").content.decode()

    assert slides(before) == ["seating", "names"]
    assert (page.tables, "No result yet." in page.words) == ([], True)
    assert "after 1 round" in Reader(after).words


def test_the_standings_say_nowhere_that_a_round_is_in_them_of_which_a_table_still_plays(
    client: Client,
) -> None:
    event = factories.event(factories.club(), name="First Night", state=EventState.RUNNING)
    stage = factories.stage(event)
    people = [factories.entry(event, f"Player {letter}") for letter in "ABCDEF"]
    first = factories.round_(stage, state=RoundState.CLOSED)
    second = factories.round_(stage, number=2)
    of_first = [factories.table(first, people[at : at + 3]) for at in (0, 3)]
    of_second = [factories.table(second, people[at : at + 3]) for at in (0, 3)]
    for table in (*of_first, of_second[0]):
        factories.played(table, [1, 2, 3])
    standings.recompute_stage(stage.pk)
    why = f"/e/{event.slug}/stages/1/standings/{people[0].player_id}/?as_of=2"
    pages = [
        *(f"/e/{event.slug}/{page}" for page in ("standings/", "standings/?as_of=2", "board/")),
        why,
    ]

    def said() -> list[list[str]]:
        told = re.compile(
            r"after (?:parts? of round|\d+ round|round)s?(?: \d+)?(?: and [a-z ]+\d+)?"
        )
        words = [Reader(client.get(page).content.decode()).words for page in pages]
        return [sorted({*told.findall(text)}) for text in words]

    partly = said()
    factories.played(of_second[1], [1, 2, 3])
    standings.recompute_stage(stage.pk)
    wholly = said()

    assert partly == [["after 1 round and part of round 2"]] * 4
    assert wholly == [
        ["after 2 rounds"],
        ["after 2 rounds", "after round 2"],
        ["after 2 rounds"],
        ["after round 2"],
    ]


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("standings,names", ["standings", "names"]),
        ("names,names", ["names"]),
        ("none", ["seating", "names", "results", "standings", "next"]),
        ("welcome,next", ["welcome", "next"]),
        ("results, standings", ["results", "standings"]),
    ],
)
def test_the_address_chooses_and_orders_the_slides(
    client: Client, asked: str, shown: list[str]
) -> None:
    event = played_event()

    page = client.get(f"/e/{event.slug}/board/", {"slides": asked}).content.decode()

    assert slides(page) == shown


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("", ["podium", "standings", "results"]),
        ("?slides=seating,standings", ["seating", "standings"]),
    ],
)
def test_after_the_end_who_won_comes_first_and_the_old_seating_only_when_asked_for(
    client: Client, asked: str, shown: list[str]
) -> None:
    event = played_event()
    Event.objects.update(state=EventState.FINISHED)

    page = client.get(f"/e/{event.slug}/board/{asked}").content.decode()

    assert slides(page) == shown


@pytest.mark.parametrize(
    ("asked", "seconds"), [("20", 20), ("1", 3), ("99999", 12), ("999", 120), ("x", 12), ("²", 12)]
)
def test_the_address_says_how_long_a_slide_stays(client: Client, asked: str, seconds: int) -> None:
    event = played_event()

    page = client.get(f"/e/{event.slug}/board/", {"seconds": asked}).content.decode()

    assert f'data-seconds="{seconds}"' in page


def test_the_winner_stands_first_in_the_results(client: Client) -> None:
    event = played_event()

    page = client.get(f"/e/{event.slug}/board/?slides=results").content.decode()

    names = [part.split("</bdi>")[0] for part in page.split("<bdi>")[1:]]
    assert names == ["Bruno Salt", "Ada Quill", "Cleo Marsh"]


def test_a_board_that_has_seen_everything_gets_no_bytes(client: Client) -> None:
    event = played_event()
    path = f"/e/{event.slug}/board/"

    first = client.get(path, headers=HX)
    again = client.get(path, headers={**HX, "If-None-Match": first.headers["ETag"]})
    factories.played(
        factories.table(factories.round_(event.stages.get()), list(event.entries.all())), [1, 2, 3]
    )
    fresh = client.get(path, headers={**HX, "If-None-Match": first.headers["ETag"]})

    assert (first.status_code, again.status_code, fresh.status_code) == (200, 304, 200)
    assert again.content == b""
    assert "HX-Request" in fresh.headers["Vary"]


def test_before_the_first_round_the_board_welcomes(client: Client) -> None:
    event = factories.event(name="First Night")
    factories.stage(event)
    factories.entry(event)

    page = client.get(f"/e/{event.slug}/board/").content.decode()

    assert slides(page) == ["welcome"]
    assert "1 of 1 player here" in page


def test_the_board_tells_of_the_next_round_only_when_every_table_has_a_result(
    client: Client,
) -> None:
    event = played_event()
    event.entries.update(is_present=True)
    factories.table(event.stages.get().rounds.get(), [factories.entry(event) for _ in range(3)])

    page = client.get(f"/e/{event.slug}/board/?slides=next,names").content.decode()

    assert slides(page) == ["names"]


def test_after_the_end_the_board_invites_to_the_next_evening(client: Client) -> None:
    event = played_event()
    Event.objects.filter(pk=event.pk).update(state=EventState.FINISHED)
    for state, name, days in (("planned", "Third Night", 14), ("open", "Second Night", 7)):
        coming = factories.event(event.club, name=name, state=EventState(state))
        Event.objects.filter(pk=coming.pk).update(starts_at=timezone.now() + timedelta(days=days))

    page = client.get(f"/e/{event.slug}/board/?slides=next").content.decode()

    assert slides(page) == ["next"]
    assert "Second Night" in page
    assert "Third Night" not in page
    assert "Sign up here" in page


@pytest.mark.parametrize(("host", "codes"), [("club.example", 1), ("localhost", 0)])
def test_the_code_on_the_board_leads_to_where_phones_can_go(
    client: Client, host: str, codes: int
) -> None:
    event = played_event()

    with override_settings(ALLOWED_HOSTS=["club.example", "localhost"]):
        page = client.get(f"/e/{event.slug}/board/?slides=welcome", headers={"Host": host})

    assert page.content.decode().count('<img class="qr"') == codes


# --- a screen's own right -------------------------------------------------------------------


def device_of(event: Event, *, device: bool = True) -> str:
    admin = factories.actor(Role.CLUB_ADMIN, event.club)
    _row, secret = accounts.make_token(by=admin, name="Screen", event=event, device=device)
    return secret


def test_a_screen_gets_in_by_its_token_which_leaves_the_address(client: Client) -> None:
    event = played_event(Visibility.MEMBERS)
    path = f"/e/{event.slug}/board/"
    secret = device_of(event)

    before = client.get(path)
    admitted = client.get(path, {"device": secret, "slides": "names"})
    after = client.get(admitted.headers["Location"])
    elsewhere = client.get(f"/e/{event.slug}/")

    assert before.status_code == 404
    assert (admitted.status_code, admitted.headers["Location"]) == (302, f"{path}?slides=names")
    assert admitted.headers["Cache-Control"] == "no-store"
    assert after.status_code == 200
    assert slides(after.content.decode()) == ["names"]
    assert secret not in after.content.decode()
    assert elsewhere.status_code == 404


def test_a_screen_that_was_withdrawn_sees_nothing_more(client: Client) -> None:
    event = played_event(Visibility.MEMBERS)
    admin = factories.actor(Role.CLUB_ADMIN, event.club)
    row, secret = accounts.make_token(by=admin, name="Screen", event=event, device=True)
    path = f"/e/{event.slug}/board/"
    client.get(path, {"device": secret})

    accounts.revoke_token(by=admin, token=row)

    assert client.get(path).status_code == 404
    assert client.get(path, {"device": secret}).status_code == 410


def test_only_a_screen_of_this_event_gets_in(client: Client) -> None:
    event, other = played_event(Visibility.MEMBERS), factories.event()
    path = f"/e/{event.slug}/board/"

    answers = [
        client.get(path, {"device": secret}).status_code
        for secret in (device_of(other), device_of(event, device=False), "made-up", "")
    ]

    assert answers == [410, 410, 410, 410]
    assert boards.cookie_name(event.slug) not in client.cookies


def test_a_cookie_that_we_did_not_sign_is_no_right(client: Client) -> None:
    event = played_event(Visibility.MEMBERS)
    client.cookies[boards.cookie_name(event.slug)] = device_of(event)

    assert client.get(f"/e/{event.slug}/board/").status_code == 404
