"""Three people of one name, sitting at tables: nowhere do two of them look alike."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.test import Client

from league.core.enums import NameLevel, Role
from league.models import Account, Membership, Player
from league.queries.evening import check_ins
from league.queries.people import account_actors, profiles
from league.services.people import memberships
from league.services.standings import standings
from league.words import names
from tests import factories
from tests.flows.visitors import Reader
from tests.practice.addresses import Site, site
from tests.practice.reading import read

pytestmark = pytest.mark.django_db
NAME = "Kim Quill"
ALONE = (  # pages of one person: their own name stands above them, and nobody else's
    "/edit/",
    "/record/",
    "/picture/",
    "/export.csv",  # a list with columns of its own for nickname and number
)


def three_of_a_name(level: NameLevel = NameLevel.FULL) -> tuple[Site, list[Player]]:
    """One with a nickname, one with a number in the club, one with neither."""
    of = site(name=NAME, level=level)
    kims = [of.person, of.others[0], of.others[4]]
    Player.objects.filter(pk__in=[row.pk for row in kims[1:]]).update(
        name=NAME, given="Kim", family="Quill", search_key="kim quill", sort_key="quill kim"
    )
    Player.objects.filter(pk=kims[0].pk).update(nickname="Idefix")
    Membership.objects.filter(player=kims[0]).update(member_no="")
    Membership.objects.filter(player=kims[1]).update(member_no="MN-2")
    standings.recompute_all()
    for row in kims:
        row.refresh_from_db()
    return of, kims


def clients(of: Site) -> dict[str, Client]:
    own = Client()
    own.force_login(Account.objects.get(player=of.person))
    return {"visitor": Client(), "organizer": of.owner(), "one of them": own}


def words(client: Client, path: str) -> str:
    answer = client.get(path)
    if answer.status_code != 200:
        return ""
    page = read(answer)
    return " ".join((Reader(page).words if "html" in answer["Content-Type"] else page).split())


def bare(page: str) -> list[str]:
    """Where the name stands without what tells its bearer from the others."""
    return re.findall(rf"[^.]{{0,20}}{NAME}(?! \()[^.]{{0,20}}", page)


@pytest.mark.gates
def test_no_page_for_anybody_shows_two_people_of_one_name_alike() -> None:
    of, kims = three_of_a_name()
    paths = [path for path in of.paths if not path.endswith(ALONE)]

    seen, alike = set(), []
    for who, client in clients(of).items():
        for path in paths:
            page = words(client, path)
            seen |= set(re.findall(rf"{NAME} \(([^)]+)\)", page))
            if path != f"/p/{of.person.pk}/":
                alike += [(who, path, found) for found in bare(page)]

    assert alike == []
    assert seen == {"Idefix", "MN-2", str(kims[2].pk)}


def test_an_opponent_of_the_same_name_is_told_from_whose_page_it_is() -> None:
    of, _kims = three_of_a_name()

    page = words(Client(), f"/p/{of.person.pk}/")

    assert len(bare(page)) == 2  # the title and the heading
    assert f"{NAME} (MN-2) 1 1 0" in page


@pytest.mark.parametrize("level", [NameLevel.INITIAL, NameLevel.NICKNAME, NameLevel.HIDDEN])
def test_whoever_hides_the_name_is_told_apart_by_a_number_that_says_nothing(
    level: NameLevel,
) -> None:
    of, kims = three_of_a_name(level)
    kims[0].nickname = ""

    shown = names.shown(kims, of.club, full=False)

    plain = {"initial": "Kim Q.", "nickname": "K.Q.", "hidden": "Player"}[level]
    assert {pk: row.name for pk, row in shown.items()} == {
        row.pk: f"{plain} ({row.pk})" for row in kims
    }


def test_who_says_the_whole_name_gets_no_hint_from_those_who_do_not() -> None:
    club = factories.club(name_level=NameLevel.FULL)
    open_, hidden = (factories.member(club, "Ada") for _ in range(2))
    Player.objects.filter(pk=hidden.pk).update(name_level=NameLevel.INITIAL, nickname="Secret")
    Membership.objects.filter(player=hidden).update(member_no="S-1")
    hidden.refresh_from_db()

    shown = names.shown([open_, hidden], club, full=False)
    known = names.shown([open_, hidden], club, full=True)

    assert [row.name for row in shown.values()] == [f"Ada ({open_.pk})", f"Ada ({hidden.pk})"]
    assert [row.name for row in known.values()] == [f"Ada ({open_.pk})", "Ada (Secret)"]


def test_no_organizer_reads_a_number_that_another_club_keeps_to_itself() -> None:
    here, there = factories.club(), factories.club(name_level=NameLevel.HIDDEN)
    kims = [factories.member(here, NAME) for _ in range(2)]
    Membership.objects.create(
        club=there, player=kims[0], since=date(2026, 1, 1), kind="member", member_no="SECRET-77"
    )
    boss = factories.actor(Role.CLUB_ADMIN, here)

    told = [face.name for face in profiles.public_faces(boss, kims).values()]

    assert told == [f"{NAME} ({kim.pk})" for kim in kims]


def test_a_hint_that_two_people_share_is_none() -> None:
    hints = {1: ("Bo", "7"), 2: ("bo", "8"), 3: ("", "1"), 4: ()}

    told = names.distinct(dict.fromkeys(hints, "Ada"), hints)

    assert told == {1: "Ada (7)", 2: "Ada (8)", 3: "Ada (3)", 4: "Ada (4)"}


def test_the_door_says_which_of_the_two_has_just_come_in() -> None:
    of, kims = three_of_a_name()
    entries = [of.event.entries.get(player=row) for row in kims]
    of.event.entries.filter(pk__in=[row.pk for row in entries]).update(is_present=False)
    path = f"/e/{of.event.slug}/here/{check_ins.code_of(of.event)}/"

    before = words(Client(), path)
    after = words(Client(), f"{path}?done={check_ins.undo_token(entries[1])}")

    assert bare(before) == bare(after) == []
    assert f"{NAME} (MN-2)" in after


def test_a_search_tells_them_apart_in_the_way_the_club_does() -> None:
    _of, kims = three_of_a_name()

    page = words(Client(), "/search/?q=kim")

    assert {f"{NAME} ({hint})" in page for hint in ("Idefix", "MN-2", kims[2].pk)} == {True}


def test_a_new_number_in_the_club_is_in_the_standings_as_soon_as_they_are_counted() -> None:
    of, kims = three_of_a_name()
    row = Membership.objects.get(player=kims[2])

    memberships.change(
        by=account_actors.person(of.admin),
        membership=row,
        expected_version=row.version,
        member_no="MN-3",
    )
    standings.catch_up()

    assert f"{NAME} (MN-3)" in words(Client(), f"/c/{of.club.slug}/s/{of.season.slug}/")
