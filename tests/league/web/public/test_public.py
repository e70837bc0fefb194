"""The public pages: what everybody finds there, and what nobody does."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.core.enums import (
    EntryState,
    EventState,
    NameLevel,
    Role,
    RoundEntryState,
    RoundState,
    SeatingState,
    Visibility,
)
from league.models import (
    Club,
    Entry,
    Event,
    Player,
    RoundEntry,
    Season,
    Seat,
    Seating,
    Stage,
    Table,
)
from league.services.evening import dropouts, entries
from league.services.standings import standings
from league.web import context, fragment_cache
from tests import factories
from tests.markup import tight

pytestmark = pytest.mark.django_db
SCRIPT = "</script><img src=x onerror=alert(1)>"


@dataclass
class Evening:
    """A played evening of a season: everything that the pages show."""

    club: Club
    season: Season
    event: Event
    stage: Stage
    entries: list[Entry]

    @property
    def paths(self) -> list[str]:
        event = f"/e/{self.event.slug}/"
        return [
            f"/c/{self.club.slug}/",
            f"/c/{self.club.slug}/s/{self.season.slug}/",
            event,
            f"{event}?round=1",
            f"{event}seating/",
            f"{event}seating/?by=name",
            f"{event}standings/",
            f"{event}board/",
            *(f"/p/{entry.player_id}/?club={self.club.slug}" for entry in self.entries[:2]),
        ]


def evening(
    names: list[str] | None = None,
    *,
    club: Club | None = None,
    rounds: int = 1,
    name: str = "First Night",
) -> Evening:
    """An evening with one table per round at which everybody ends in the order of seats."""
    club = club or factories.club("Tin Owl")
    season = factories.season(club)
    event = factories.event(club, season=season, name=name)
    stage = factories.stage(event)
    people = [
        factories.entry(event, factories.member(club, each))
        for each in names or ["Ada Quill", "Bruno Salt", "Cleo Marsh", "Dora Flint"]
    ]
    for _ in range(rounds):
        table = factories.table(factories.round_(stage), people)
        factories.played(table, range(1, len(people) + 1))
    standings.recompute_stage(stage.pk)
    standings.recompute_season(season.pk)
    return Evening(club, season, event, stage, people)


def signed_in(
    role: Role | None = None,
    on: Club | Event | None = None,
    *,
    email: str = "",
    player: Player | None = None,
) -> Client:
    account = factories.account(email, player=player)
    if role is not None:
        factories.grant(account, role, on)
    client = Client()
    client.force_login(account)
    return client


def html(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, path
    return answer.content.decode()


# --- what is hidden -----------------------------------------------------------------------


def test_a_hidden_name_is_on_no_public_page_and_organizers_see_it(client: Client) -> None:
    night = evening()
    shy = night.entries[1].player
    shy.name_level = NameLevel.HIDDEN
    shy.save(update_fields=["name_level"])
    standings.recompute_stage(night.stage.pk, force=True)
    standings.recompute_season(night.season.pk, force=True)

    pages = {path: html(client, path) for path in [*night.paths, "/search/?q=Bruno"]}
    organizer = signed_in(Role.ORGANIZER, night.club)

    assert [path for path, page in pages.items() if "Bruno Salt" in page] == []
    assert [path for path, page in pages.items() if "Ada Quill" in page] == night.paths
    assert "<bdi>Player</bdi>" in pages[f"/e/{night.event.slug}/seating/"]
    assert "Bruno Salt" in html(organizer, f"/e/{night.event.slug}/")
    assert "Bruno Salt" in html(organizer, "/search/?q=Bruno")


def test_what_hangs_on_a_wall_hides_names_whoever_prints_it() -> None:
    night = evening()
    shy = night.entries[1].player
    shy.name_level = NameLevel.HIDDEN
    shy.save(update_fields=["name_level"])
    standings.recompute_stage(night.stage.pk, force=True)
    organizer = signed_in(Role.ORGANIZER, night.club)

    walls = [f"/e/{night.event.slug}/{page}/" for page in ("seating", "standings", "board")]

    assert [path for path in walls if "Bruno Salt" in html(organizer, path)] == []


def test_nobody_is_found_by_a_name_that_is_hidden(client: Client) -> None:
    night = evening()
    shy = night.entries[1].player
    shy.name_level = NameLevel.HIDDEN
    shy.save(update_fields=["name_level"])

    page = html(client, f"/e/{night.event.slug}/?name=bruno")

    assert "“bruno” has no seat in this round." in page


def draft(night: Evening, names: list[str]) -> None:
    round_ = factories.round_(night.stage, state=RoundState.DRAFT)
    seating = Seating.objects.create(round=round_, method="random", state=SeatingState.DRAFT)
    table = Table.objects.create(seating=seating, number=77, ruleset=night.stage.ruleset)
    for position, name in enumerate(names, start=1):
        entry = factories.entry(night.event, name, is_present=False)
        Seat.objects.create(seating=seating, table=table, entry=entry, position=position)


def test_a_draft_is_on_no_public_page_for_nobody(client: Client) -> None:
    night = evening()
    draft(night, ["Edda Öhm", "Falk Reed"])
    organizer = signed_in(Role.ORGANIZER, night.club)
    shown = [path for path in night.paths if path.startswith("/e/")]

    pages = [html(each, path) for path in shown for each in (client, organizer)]

    assert [page for page in pages if "Round 2" in page or ">77<" in page] == []


def test_a_club_for_members_does_not_exist_for_others(client: Client) -> None:
    night = evening(club=factories.club("Tin Owl", visibility=Visibility.MEMBERS))
    member = signed_in(player=night.entries[0].player)

    stranger = {path: client.get(path).status_code for path in night.paths}
    inside = {path: member.get(path).status_code for path in night.paths}

    assert stranger == dict.fromkeys(night.paths, 404)
    assert inside == dict.fromkeys(night.paths, 200)
    assert "Tin Owl" not in html(client, "/")
    assert "Tin Owl" in html(member, "/")


def test_a_club_that_only_its_link_finds_is_in_no_list(client: Client) -> None:
    night = evening(club=factories.club("Tin Owl", visibility=Visibility.UNLISTED))
    player = night.entries[0].player_id

    listed = [html(client, path) for path in ("/", "/search/?q=owl", "/search/?q=ada")]
    with_link = [client.get(path).status_code for path in night.paths]

    assert ["Tin Owl" in page or "Ada Quill" in page for page in listed] == [False] * 3
    assert with_link == [200] * len(night.paths)
    assert client.get(f"/p/{player}/").status_code == 404
    assert f"/p/{player}/?club={night.club.slug}" in html(client, f"/e/{night.event.slug}/")


def test_a_name_that_is_a_script_is_shown_as_text_everywhere(client: Client) -> None:
    club = factories.club(f'"><svg/onload=alert(1)> {SCRIPT}', description="{{7*7}} <b>bold</b>")
    night = evening([SCRIPT, "{{7*7}}", "{% now 'Y' %}"], club=club, name=f"{{{{7*7}}}} {SCRIPT}")
    night.event.notes = SCRIPT
    night.event.place = SCRIPT
    night.event.save()
    paths = [*night.paths, "/", "/search/?q=img", f"/e/{night.event.slug}/?name=img"]

    pages = {path: html(client, path) for path in paths}

    assert [path for path, page in pages.items() if "<img src=x" in page] == []
    assert [path for path, page in pages.items() if "<svg/onload" in page] == []
    assert [path for path, page in pages.items() if "&lt;img src=x" not in page] == []
    assert "{{7*7}}" in pages[f"/e/{night.event.slug}/"]


def test_what_an_organizer_sees_stays_with_the_organizer(client: Client) -> None:
    night = evening()
    organizer = signed_in(Role.ORGANIZER, night.club, email="boss@club.example")
    path = f"/e/{night.event.slug}/"

    theirs = organizer.get(path)
    public = client.get(path)

    assert theirs.headers["Cache-Control"] == "private, no-cache"
    assert public.headers["Cache-Control"] == "private, no-cache"
    assert "Cookie" in theirs.headers["Vary"]
    assert f"{path}settings/" in theirs.content.decode()
    assert f"{path}settings/" not in public.content.decode()
    assert "boss@club.example" not in public.content.decode()


# --- ranks --------------------------------------------------------------------------------


def ranks(page: str) -> list[str]:
    cells = page.split('<td class="rank">')[1:]
    return [cell.split("<")[0] for cell in cells]


def test_shared_ranks_are_the_same_on_every_page(client: Client) -> None:
    club = factories.club("Tin Owl")
    season = factories.season(club)
    event = factories.event(club, season=season)
    stage = factories.stage(event)
    people = [factories.entry(event, factories.member(club)) for _ in range(4)]
    factories.played(factories.table(factories.round_(stage), people), [1, 2, 2, 4])
    standings.recompute_stage(stage.pk)
    standings.recompute_season(season.pk)
    paths = [
        f"/e/{event.slug}/",
        f"/e/{event.slug}/standings/",
        f"/e/{event.slug}/board/?slides=standings",
        f"/c/{club.slug}/",
    ]

    shown = [ranks(html(client, path)) for path in paths]

    assert shown == [["1", "2=", "2=", "4"]] * len(paths)
    assert ranks(html(client, f"/c/{club.slug}/s/{season.slug}/")) == ["1", "2=", "2=", "4"] * 2


def test_who_is_below_the_minimum_has_a_dash_and_says_how_far(client: Client) -> None:
    night = evening()
    night.season.min_matches = 3
    night.season.save(update_fields=["min_matches"])
    standings.recompute_season(night.season.pk, force=True)

    page = html(client, f"/c/{night.club.slug}/s/{night.season.slug}/")

    assert ranks(page) == ["–"] * 8
    assert page.count("1 of 3") == 8


def test_movement_is_told_from_the_second_round_on(client: Client) -> None:
    night = evening()
    first = html(client, f"/e/{night.event.slug}/")
    table = factories.table(factories.round_(night.stage), night.entries)
    factories.played(table, [4, 3, 2, 1])
    standings.recompute_stage(night.stage.pk)

    second = html(client, f"/e/{night.event.slug}/")

    assert 'class="move"' not in first
    assert second.count('class="move"') == 5


# --- an event -----------------------------------------------------------------------------


def test_typing_a_part_of_a_name_finds_the_table(client: Client) -> None:
    night = evening(["Ada Quill", "Zoé Öhm", "Cleo Marsh"])

    page = html(client, f"/e/{night.event.slug}/?name=" + unicodedata.normalize("NFD", "zoé"))

    place = page.split('class="your-table"')[1].split("</h2>")[0]
    assert '<p class="number">1</p>' in place
    assert "<bdi>Zoé Öhm</bdi>" in place


def test_a_signed_in_player_sees_the_own_table_at_once() -> None:
    night = evening()
    member = signed_in(player=night.entries[2].player)

    page = html(member, f"/e/{night.event.slug}/")

    place = page.split('class="your-table"')[1]
    assert '<p class="number">1</p>' in place
    assert "Seat 3" in place


def test_the_list_by_name_has_everybody_in_the_order_of_the_language(client: Client) -> None:
    event = factories.event()
    stage = factories.stage(event)
    names = ["Zacarías", "Álvaro", "Érico", "Brenda", "Öberg", "Oz"]
    people = [factories.entry(event, factories.player(name)) for name in names]
    round_ = factories.round_(stage)
    factories.table(round_, people[:4])
    RoundEntry.objects.create(round=round_, entry=people[4], state=RoundEntryState.BYE)
    RoundEntry.objects.create(round=round_, entry=people[5], state=RoundEntryState.ABSENT)

    page = html(client, f"/e/{event.slug}/seating/?by=name")

    rows = page.split("<tbody>")[1].split("</tbody>")[0].split("<tr>")[1:]
    assert [row.split("<bdi>")[1].split("</bdi>")[0] for row in rows] == [
        *("Álvaro", "Brenda", "Érico", "Öberg", "Oz", "Zacarías")
    ]
    assert ["Bye" in row for row in rows] == [False, False, False, True, False, False]
    assert ["Absent" in row for row in rows] == [False, False, False, False, True, False]


def test_byes_come_after_the_last_table(client: Client) -> None:
    night = evening()
    late = factories.entry(night.event, "Edda Öhm")
    round_ = night.stage.rounds.get()
    RoundEntry.objects.create(round=round_, entry=late, state=RoundEntryState.BYE)

    page = html(client, f"/e/{night.event.slug}/seating/?by=table")

    assert page.index("Edda Öhm") > page.rindex("</article>")


def test_the_running_page_asks_again_and_hears_nothing_while_nothing_changed(
    client: Client,
) -> None:
    night = evening()
    path = f"/e/{night.event.slug}/"
    stamp = html(client, path).split("stamp=")[1].split('"')[0]
    fragment = {"HX-Request": "true"}

    same = client.get(path, {"stamp": stamp}, headers=fragment)
    factories.played(factories.table(factories.round_(night.stage), night.entries), [4, 3, 2, 1])
    standings.recompute_stage(night.stage.pk)
    changed = client.get(path, {"stamp": stamp}, headers=fragment)

    assert same.status_code == 204
    assert changed.status_code == 200
    assert changed.content.lstrip().startswith(b'<div id="event-live"')
    assert "HX-Request" in changed.headers["Vary"]


def test_when_an_evening_is_over_the_standings_come_before_the_tables(client: Client) -> None:
    night = evening()
    address = f"/e/{night.event.slug}/"

    during = client.get(address).content.decode()
    night.event.state = EventState.FINISHED
    night.event.save()
    after = client.get(address).content.decode()

    def order(page: str) -> list[str]:
        found = {"find": "find-me", "tables": "table-card", "standings": "<caption"}
        return sorted(
            (key for key in found if found[key] in page), key=lambda k: page.index(found[k])
        )

    assert order(during) == ["find", "tables", "standings"]
    assert order(after) == ["standings", "tables"]


def test_an_event_that_is_over_asks_for_nothing(client: Client) -> None:
    night = evening()
    night.event.state = EventState.FINISHED
    night.event.save(update_fields=["state"])

    assert "hx-get" not in html(client, f"/e/{night.event.slug}/")


@pytest.mark.parametrize("round_", ["1", "2", "99", "x", "²", "-1", "9" * 30])
def test_any_round_in_the_address_shows_a_round(client: Client, round_: str) -> None:
    night = evening(rounds=2)

    page = html(client, f"/e/{night.event.slug}/?round={round_}")

    shown = "Round 1" if round_ == "1" else "Round 2"
    assert f"<h2>{shown}</h2>" in page


def test_a_player_signs_up_off_and_up_again() -> None:
    event = factories.event(state=EventState.OPEN)
    factories.stage(event)
    player = factories.member(event.club, "Ada Quill")
    member = signed_in(player=player)
    path = f"/e/{event.slug}/enter/"

    states = []
    for action in ("enter", "enter", "leave", "leave", "enter"):
        answer = member.post(path, {"action": action})
        assert answer.status_code == 302
        states.append(Entry.objects.get(event=event, player=player).state)

    assert states == ["registered", "registered", "dropped", "dropped", "registered"]


def test_a_full_event_says_that_there_is_a_waiting_list() -> None:
    event = factories.event(state=EventState.OPEN, capacity=1)
    factories.stage(event)
    factories.entry(event)
    member = signed_in(player=factories.member(event.club, "Ada Quill"))

    member.post(f"/e/{event.slug}/enter/", {"action": "enter"})

    assert "You are no. 1 on the waiting list." in html(member, f"/e/{event.slug}/")
    assert Entry.objects.get(event=event, player__name="Ada Quill").state == EntryState.WAITING


def test_a_visitor_signs_nobody_up(client: Client) -> None:
    event = factories.event(state=EventState.OPEN)
    factories.stage(event)

    answer = client.post(f"/e/{event.slug}/enter/", {"action": "enter"})

    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/account/login/")
    assert event.entries.count() == 0


def test_the_club_page_offers_the_next_evening_with_one_button() -> None:
    event = factories.event(state=EventState.OPEN, starts_at=timezone.now() + timedelta(days=1))
    factories.stage(event)
    member = signed_in(player=factories.member(event.club, "Ada Quill"))

    page = html(member, f"/c/{event.club.slug}/")

    assert f'action="/e/{event.slug}/enter/"' in page
    assert "Sign me up" in page


def test_whoever_runs_todays_evening_gets_to_the_desk_from_the_first_page(client: Client) -> None:
    event = factories.event(state=EventState.OPEN, starts_at=timezone.now())
    over = factories.event(event.club, state=EventState.FINISHED, starts_at=timezone.now())
    organizer = signed_in(Role.ORGANIZER, event.club)

    pages = [
        html(each, path) for each in (organizer, client) for path in ("/", f"/c/{event.club.slug}/")
    ]

    assert [f"/e/{event.slug}/desk/" in page for page in pages] == [True, True, False, False]
    assert [f"/e/{over.slug}/desk/" in page for page in pages] == [False] * 4


# --- nothing there yet --------------------------------------------------------------------


def test_a_new_club_has_pages_without_gaps(client: Client) -> None:
    club = factories.club("Tin Owl")
    season = factories.season(club)
    event = factories.event(club, season=season, state=EventState.PLANNED)
    bare = factories.event(club, state=EventState.PLANNED)
    factories.stage(event)
    player = factories.member(club, "Ada Quill")
    paths = [
        *("/", "/search/", "/search/?q=zzz", f"/c/{club.slug}/"),
        f"/c/{club.slug}/s/{season.slug}/",
        *(f"/e/{event.slug}/{page}" for page in ("", "seating/", "standings/", "board/")),
        *(f"/e/{bare.slug}/{page}" for page in ("", "seating/", "board/")),
        f"/p/{player.pk}/",
    ]

    pages = {path: html(client, path) for path in paths}

    odd = ("None", "NaN", "nan%", "0 %", "Infinity")
    assert [(path, word) for path, page in pages.items() for word in odd if word in page] == []
    assert pages[f"/p/{player.pk}/"].count('<dd class="num">–</dd>') == 5


def test_an_installation_without_a_club_says_what_comes(client: Client) -> None:
    assert "No evenings yet" in html(client, "/")


@pytest.mark.parametrize(
    "path", ["/c/none/", "/c/none/s/none/", "/e/none/", "/e/none/board/", "/p/1/", f"/p/{10**30}/"]
)
def test_what_is_not_there_is_404(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


# --- search -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    ["Zoé", "Zoe\u0301", "ZOÉ", "zoe", "Ｚｏｅ", "zoe öhm", " zoé\u00a0", "öhm zoe", "oehm"],
)
def test_any_spelling_of_an_accent_finds_the_player(client: Client, typed: str) -> None:
    factories.member(factories.club(), "Zoé Öhm")

    page = client.get("/search/", {"q": typed}).content.decode()

    assert "<bdi>Zoé Öhm</bdi>" in page


def test_search_finds_clubs_and_events_too(client: Client) -> None:
    club = factories.club("Grüner Bär")
    factories.event(club, name="Frühlingsturnier")

    page = html(client, "/search/?q=fruhling")
    clubs = html(client, "/search/?q=baer") + html(client, "/search/?q=bar")

    assert "Frühlingsturnier" in page
    assert "Grüner Bär" in clubs


@pytest.mark.parametrize("typed", ["", "a", "\x00", "\x00" * 50, "%", "_" * 3, "x" * 5000])
def test_search_bears_whatever_is_typed(client: Client, typed: str) -> None:
    factories.member(factories.club(), "Zoé Öhm")

    answer = client.get("/search/", {"q": typed})

    assert answer.status_code == 200
    assert "Zoé Öhm" not in answer.content.decode()


def test_a_name_shown_in_part_is_found_by_that_part_alone(client: Client) -> None:
    factories.member(factories.club(), "Zoé Öhm", name_level=NameLevel.INITIAL)

    given = html(client, "/search/?q=zoe")
    family = html(client, "/search/?q=ohm")

    assert "<bdi>Zoé Ö.</bdi>" in given
    assert "Zoé" not in family


@pytest.mark.parametrize("typed", ["Brumo", "Bruo", "Brunno", "Burno", "bruno slat"])
def test_one_wrong_letter_still_finds_the_player(client: Client, typed: str) -> None:
    factories.member(factories.club(), "Bruno Salt")

    page = client.get("/search/", {"q": typed}).content.decode()

    assert "<bdi>Bruno Salt</bdi>" in page


def test_one_wrong_letter_still_finds_clubs_and_events(client: Client) -> None:
    factories.event(factories.club("Grüner Bär"), name="Frühlingsturnier")

    assert "Frühlingsturnier" in html(client, "/search/?q=fruhlinksturnier")
    assert "Grüner Bär" in html(client, "/search/?q=gruener+baar")


def test_a_wrong_letter_finds_nobody_by_a_hidden_part_of_the_name(client: Client) -> None:
    club = factories.club()
    factories.member(club, "Bruno Salter", name_level=NameLevel.INITIAL)
    factories.member(club, "Carla Salter", name_level=NameLevel.HIDDEN)

    pages = [html(client, f"/search/?q={typed}") for typed in ("saltar", "carlo", "salter")]

    assert [page for page in pages if "<bdi>Bruno" in page or "<bdi>Carla" in page] == []


# --- queries ------------------------------------------------------------------------------


def test_the_number_of_queries_does_not_grow(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    few = evening(rounds=1)
    many = evening([f"Player No. {n}" for n in range(6)], rounds=4)
    for name in ("Two", "Three"):
        factories.event(many.club, season=many.season, name=name)

    for small, large in zip(few.paths, many.paths, strict=True):
        counts = [queries(client, path) for path in (small, large)]

        # Movement needs one earlier round: that is asked once and then kept.
        assert counts[0] == counts[1], small
    with django_assert_max_num_queries(6):
        client.get(f"/c/{many.club.slug}/s/{many.season.slug}/")


def queries(client: Client, path: str) -> int:
    from django.db import connection  # app ready

    client.get(path)
    fragment_cache.forget()
    with CaptureQueriesContext(connection) as found:
        client.get(path)
    return len(found)


# --- the navigation -----------------------------------------------------------------------


def test_the_navigation_of_a_visitor_asks_the_database_nothing(
    django_assert_num_queries: DjangoAssertNumQueries, rf: RequestFactory
) -> None:
    from django.contrib.auth.models import AnonymousUser  # app ready

    request = rf.get("/")
    request.user = AnonymousUser()

    with django_assert_num_queries(0):
        shown = context.navigation(request)

    assert shown == [
        context.NavLink(label="Home", href="/", current="page"),
        context.NavLink(label="Play", href="/play/", current=""),
        context.NavLink(label="Games", href="/games/", current=""),
    ]


def test_the_navigation_of_a_player_has_at_most_three_clubs(rf: RequestFactory) -> None:
    clubs = [factories.club(name) for name in ("Alder", "Birch", "Cedar", "Dogwood")]
    player = factories.member(clubs[0], "Ada Quill")
    for club in clubs[1:]:
        club.memberships.create(player=player, since=datetime(2026, 1, 1, tzinfo=UTC).date())
    request = rf.get(f"/c/{clubs[1].slug}/office/people/")
    request.user = factories.account(player=player)
    request.session = SessionStore()

    shown = context.navigation(request)

    assert [(entry.label, entry.current) for entry in shown] == [
        ("Home", ""),
        ("Alder", ""),
        ("Birch", "true"),
        ("Cedar", ""),
        ("My page", ""),
        ("Play", ""),
        ("Account", ""),
        ("Games", ""),
    ]


def test_leaving_and_returning_keeps_the_one_entry() -> None:
    event = factories.event(state=EventState.OPEN)
    player = factories.member(event.club)
    by = factories.actor(Role.ORGANIZER, event.club)
    first = entries.register(by=by, event=event, player=player)
    dropouts.drop(by=by, entry=first)

    again = entries.register(by=by, event=event, player=player)

    assert (again.pk, again.state, again.dropped_round) == (first.pk, "registered", None)


# --- links --------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["visitor", "member", "organizer"])
def test_no_link_of_a_public_page_leads_nowhere(who: str) -> None:
    night = evening(rounds=2)
    client = {
        "visitor": lambda: Client(),
        "member": lambda: signed_in(player=night.entries[0].player),
        "organizer": lambda: signed_in(Role.CLUB_ADMIN, night.club),
    }[who]()

    links = {
        link.replace("&amp;", "&")
        for path in [*night.paths, "/", "/search/?q=ada"]
        for link in re.findall(r'href="(/[^"#]*)"', html(client, path))
        if not link.startswith("/static/")
    }
    answers = {link: client.get(link).status_code for link in links}

    assert {link: status for link, status in answers.items() if status != 200} == {}


def test_points_and_place_at_a_table_are_told_apart(client: Client) -> None:
    night = evening()
    factories.played(
        factories.table(factories.round_(night.stage), night.entries[:2]), [2, 1], points=[6, 9]
    )

    page = tight(html(client, f"/e/{night.event.slug}/"))

    place = '<b class="num place"><span class="visually-hidden">Place </span>'
    assert page.count('<span class="num soft">6 pts</span>' + place + "2nd</b>") == 1
    assert page.count('<span class="num soft">9 pts</span>' + place + "1st</b>") == 1


def test_no_number_in_a_standing_is_explained_by_itself(client: Client) -> None:
    night = evening()

    page = html(client, f"/e/{night.event.slug}/")

    assert "<tbody data-rows>" in page
    assert re.findall(r'<td class="[^"]*" title="([^"]*)">\1</td>', page) == []


def test_a_visitor_of_the_club_is_led_to_sign_up_for_the_next_open_evening(client: Client) -> None:
    club = factories.club()
    soon = timezone.now() + timedelta(days=3)
    factories.event(club, name="Later", state=EventState.PLANNED, starts_at=soon)
    assert "Sign in to sign up" not in client.get(f"/c/{club.slug}/").content.decode()

    factories.event(club, name="Open", state=EventState.OPEN, starts_at=soon + timedelta(days=1))
    page = client.get(f"/c/{club.slug}/").content.decode()

    assert f'href="/account/login/?next=/c/{club.slug}/"' in page
    assert "Sign in to sign up" in page
