"""What somebody meets who sees the service for the first time: no page leaves them alone."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from league.core.enums import EventState, Role, StageKind
from tests import factories
from tests.league.web.office.test_office import signed_in
from tests.league.web.records.test_table_start import a_table as a_table_of
from tests.league.web.records.test_tables import a_table, phone, typed, url

pytestmark = pytest.mark.django_db


def more(html: str) -> str:
    """The opening tag of the part that is folded away."""
    found = re.search(r"<details[^>]*>(?=\s*<summary>\s*(?:<strong>)?More)", html)
    assert found is not None
    return found[0]


def test_a_new_service_says_where_its_first_account_comes_from() -> None:
    html = Client().get("/").content.decode()

    assert "No one has an account yet. Open the link the service printed" in html


def test_a_service_with_accounts_says_nothing_about_its_first_one() -> None:
    factories.account()

    assert "No one has an account yet" not in Client().get("/").content.decode()


def test_an_event_open_for_sign_up_tells_visitors_how_to_come() -> None:
    event = factories.event(state=EventState.OPEN)

    html = Client().get(f"/e/{event.slug}/").content.decode()

    assert f'href="/account/login/?next=/e/{event.slug}/"' in html
    assert "No account? The organizer can add you by name." in html


@pytest.mark.parametrize("state", sorted(set(EventState) - {EventState.OPEN}))
def test_an_event_that_is_not_open_asks_nobody_to_sign_up(state: EventState) -> None:
    event = factories.event(state=state)

    html = Client().get(f"/e/{event.slug}/").content.decode()

    assert "No account? The organizer" not in html


@pytest.mark.parametrize("limit", ["capacity", "last_entry_round"])
def test_a_limit_taken_over_from_the_last_evening_is_in_sight(limit: str) -> None:
    club = factories.club()
    last = factories.event(club)
    factories.stage(last)
    client, _ = signed_in(Role.ORGANIZER, club)
    address = f"/c/{club.slug}/office/events/new/"
    assert " open" not in more(client.get(address).content.decode())

    setattr(last, limit, 4)
    last.save()

    html = client.get(address).content.decode()
    assert re.search(rf'name="{limit}" value="4"', html)
    assert " open" in more(html)


@pytest.mark.parametrize(
    ("typed_in", "is_open"),
    [
        ({"name": "Ana Berg"}, False),
        ({"name": ""}, False),
        ({"name": "Zoe", "birth_year": "1700"}, True),
        ({"name": "Zoe", "email": "nowhere"}, True),
    ],
)
def test_adding_somebody_unfolds_further_fields_only_for_a_fault_in_them(
    typed_in: dict[str, str], is_open: bool
) -> None:
    club = factories.club()
    factories.member(club, "Anna Berg")
    client, _ = signed_in(Role.ORGANIZER, club)

    answer = client.post(
        f"/c/{club.slug}/office/people/", {"key": "k", "kind": "member", **typed_in}
    )

    assert answer.status_code >= 400
    assert (" open" in more(answer.content.decode())) is is_open


def test_a_phone_at_a_table_says_who_it_speaks_for() -> None:
    table = a_table("Ada Ahorn", "Ben Buche", "Cleo Zeder")

    html = phone(table, 2).get(url(table)).content.decode()

    assert "You are Ben Buche." in html
    assert "You are Ada Ahorn." not in html


def test_the_faults_of_a_sheet_get_the_focus_once_it_was_sent() -> None:
    table = a_table("Ada Ahorn", "Ben Buche", "Cleo Zeder")
    ada = phone(table, 1)

    opened = ada.get(url(table)).content.decode()
    sent = ada.post(url(table), {**typed(1, "x", 3), "action": "check"}).content.decode()

    assert "data-focus" not in opened
    assert re.search(r'<ul class="issues"[^>]* data-focus', sent)


def test_a_wrong_password_says_that_nobody_is_signed_in_and_speaks_of_no_saving() -> None:
    factories.account("ada@example.org", password="a sentence of mine")

    answer = Client().post("/account/login/", {"login": "ada@example.org", "password": "another"})

    html = answer.content.decode()
    assert "You are not signed in yet" in html
    assert "Nothing has been saved yet" not in html


def test_a_result_shows_points_only_where_the_game_has_them() -> None:
    with_points, without = a_table_of(entry_level="TOTAL"), a_table_of("teufel-teufel")
    totals = {f"seats.{seat}.total": str(12 - seat) for seat in range(4)}
    leaving = {f"seats.{seat}.left": left for seat, left in enumerate(("1", "2", "3", "stayed"))}
    leaving |= {"end": "last_one"}

    shown = [
        phone(table, 1).post(url(table), {**typed(), **sheet, "action": "check"}).content.decode()
        for table, sheet in ((with_points, totals), (without, leaving))
    ]

    assert all("Is this correct?" in html for html in shown)
    assert [">Points<" in html for html in shown] == [True, False]


def test_rounds_of_the_same_number_are_told_apart_by_their_stage() -> None:
    event = factories.event()
    entry = factories.entry(event, "Ada Ahorn")
    for kind in (StageKind.MAIN, StageKind.FINAL):
        stage = factories.stage(event, kind=kind)
        factories.table(factories.round_(stage), [entry])
    client, _ = signed_in(Role.ORGANIZER, event.club)

    html = client.get(f"/e/{event.slug}/results/").content.decode()

    tabs = re.findall(r"<bdi>([^<]+)</bdi> ·\s+Round 1\s*</span>\s*</a>", html)
    assert tabs == ["Final", "Main stage"]


def test_the_page_of_people_says_what_comes_next_until_there_is_an_event() -> None:
    club = factories.club()
    boss = signed_in(Role.CLUB_ADMIN, club)[0]
    path = f"/c/{club.slug}/office/people/"
    said = []

    for step in (
        lambda: None,
        lambda: factories.member(club),
        lambda: factories.free_game(club),
        lambda: factories.season(club),
        lambda: factories.event(club, state=EventState.FINISHED),
    ):
        step()
        page = boss.get(path).content.decode()
        said.append(re.findall(r'next: [^<]*<a href="([^"]*)"', page))

    office = f"/c/{club.slug}/office"
    ways = [[f"{office}/rules/"], [f"{office}/seasons/new/"], [f"{office}/events/new/"]]
    assert said == [[], *ways, []]


def test_what_a_new_event_takes_over_from_the_last_is_named_and_can_be_left_out() -> None:
    club = factories.club()
    last = factories.event(club, name="Big night 2026-03-01", place="Attic", capacity=9)
    factories.stage(last)
    boss = signed_in(Role.CLUB_ADMIN, club)[0]
    path = f"/c/{club.slug}/office/events/new/"

    page, plain = (boss.get(f"{path}{asked}").content.decode() for asked in ("", "?plain=1"))

    told = page.partition("Carried over from the last event, Big night")[2].partition("</ul>")[0]
    taken = dict(re.findall(r"<li>([^:<]+): <bdi>([^<]*)</bdi>", told))
    assert (taken["Place"], taken["Maximum number of players"]) == ("Attic", "9")
    assert ("Carried over from" in plain, "Attic" in plain) == (False, False)


def test_the_usual_settings_are_those_of_the_season_that_was_asked_for() -> None:
    club = factories.club()
    season, _ = factories.season(club), factories.season(club)
    factories.stage(factories.event(club, place="Attic"))
    boss = signed_in(Role.CLUB_ADMIN, club)[0]

    page = boss.get(f"/c/{club.slug}/office/events/new/?season={season.pk}").content.decode()

    assert f'href="?plain=1&amp;season={season.pk}"' in page
