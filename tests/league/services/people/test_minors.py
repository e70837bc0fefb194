"""What the public sees of somebody under age is widened by an organizer, with a parent's word."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from league.core.actors import Actor
from league.core.enums import NameLevel, Role
from league.core.errors import LeagueError
from league.lists import person
from league.models import Account, Club, JournalLine, Player
from league.queries.office import journal
from league.queries.people import account_actors
from league.services.people import players
from tests import factories as make

pytestmark = pytest.mark.django_db


def a_minor(club: Club, name_level: str = "") -> tuple[Player, Actor]:
    player = make.member(club, "Kim Lee", nickname="Sparrow", is_minor=True, name_level=name_level)
    return player, account_actors.person(make.account("kim@club.example", player=player))


def refused(by: Actor, player: Player, **fields: object) -> tuple[str, str]:
    before = Player.objects.values().get(pk=player.pk)
    with pytest.raises(LeagueError) as caught:
        players.change(by=by, player=player, expected_version=player.version, **fields)  # type: ignore[arg-type]
    assert Player.objects.values().get(pk=player.pk) == before
    return caught.value.code, caught.value.field


@pytest.mark.parametrize("level", [NameLevel.FULL, NameLevel.INITIAL])
@pytest.mark.parametrize("chosen", ["", NameLevel.NICKNAME, NameLevel.HIDDEN])
def test_a_minor_never_shows_more_of_the_own_name(chosen: str, level: NameLevel) -> None:
    player, own = a_minor(make.club(name_level=NameLevel.FULL), name_level=chosen)

    assert refused(own, player, name_level=level) == ("minor_stays_unnamed", "name_level")
    assert refused(own, player, name_level=level, parents_word=True) == (
        "minor_stays_unnamed",
        "name_level",
    )


@pytest.mark.parametrize(("age", "is_minor"), [(17, True), (18, False), (19, False)])
def test_a_birth_year_makes_a_minor_of_who_is_under_age_on_every_day_of_this_year(
    age: int, is_minor: bool
) -> None:
    found = person.checked(today=date(2026, 6, 1), name="Kim Lee", birth_year=2026 - age)

    assert found.is_minor is is_minor


def test_a_minor_takes_no_nickname_that_tells_the_name() -> None:
    player, own = a_minor(make.club())

    assert refused(own, player, nickname="kim léé") == ("minor_stays_unnamed", "nickname")


def test_a_minor_who_organizes_is_still_a_minor() -> None:
    club = make.club()
    player, _ = a_minor(club)
    account = Account.objects.get(player=player)
    make.grant(account, Role.CLUB_ADMIN, club)
    own = account_actors.person(account)

    assert refused(own, player, name_level=NameLevel.FULL, parents_word=True) == (
        "minor_stays_unnamed",
        "name_level",
    )


def test_a_minor_may_hide_the_own_name_and_take_another_nickname() -> None:
    player, own = a_minor(make.club())

    changed = players.change(
        by=own, player=player, expected_version=1, name_level=NameLevel.HIDDEN, nickname="Wren"
    )

    assert (changed.name_level, changed.nickname) == (NameLevel.HIDDEN, "Wren")


@pytest.mark.parametrize("role", [Role.ORGANIZER, Role.CLUB_ADMIN])
def test_an_organizer_shows_more_with_a_parents_word_which_the_journal_keeps(role: Role) -> None:
    club = make.club()
    player, _ = a_minor(club)
    by = make.actor(role, club)
    unasked = refused(by, player, name_level=NameLevel.INITIAL)

    players.change(
        by=by, player=player, expected_version=1, name_level=NameLevel.INITIAL, parents_word=True
    )

    assert unasked == ("parents_word_missing", "parents_word")
    line = JournalLine.objects.get()
    assert line.payload == {"player": player.pk, "fields": ["name_level"], "consent": "parent"}
    told = journal.in_words([line])[0].details
    assert told == (("player", "Kim Lee"), ("fields", "name_level"), ("agreed by", "a parent"))


def test_the_own_page_of_a_minor_says_who_may_and_the_organizers_asks_for_the_word() -> None:
    club = make.club()
    player, _ = a_minor(club)
    child, organizer = Client(), Client()
    child.force_login(Account.objects.get(player=player))
    account = make.account()
    make.grant(account, Role.ORGANIZER, club)
    organizer.force_login(account)
    address = f"/p/{player.pk}/edit/"
    fields = {"version": "1", "nickname": "Sparrow", "name_level": "full", "name": "Kim Lee"}

    alone = child.post(address, fields | {"parents_word": "on"})
    unasked = organizer.post(address, fields | {"is_minor": "on"})
    agreed = organizer.post(address, fields | {"is_minor": "on", "parents_word": "on"})

    assert [answer.status_code for answer in (alone, unasked, agreed)] == [409, 400, 302]
    assert "only an organizer can show more of the name" in alone.content.decode()
    assert "Confirm that a parent has agreed." in unasked.content.decode()
    assert Player.objects.get(pk=player.pk).name_level == NameLevel.FULL
