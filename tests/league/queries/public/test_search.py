"""Who is found by whom, typed right or nearly."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from league.core.actors import ANONYMOUS, Actor
from league.core.enums import EventState, NameLevel, Visibility
from league.models import Club, Event
from league.queries.people import account_actors
from league.queries.public import search
from tests import factories

pytestmark = pytest.mark.django_db
RIGHT, NEARLY = "Ottilie Vandermeer", "Otilie Vandermeyer"
GONE = datetime(2026, 11, 3, 19, 0, tzinfo=UTC)


def at_home(**fields: object) -> Club:
    """A club with a person and an evening of that very name."""
    club = factories.club("Ottilie Vandermeer Club", **fields)
    event = factories.event(club, name="Evening for Ottilie Vandermeer")
    factories.entry(event, factories.member(club, RIGHT, name_level=NameLevel.FULL))
    return club


def found(viewer: Actor, words: str) -> dict[str, set[int]]:
    """The clubs to which what was found belongs, by its kind."""
    result = search.everywhere(viewer, words)
    people = {row.player_id for row in result.players}
    of_people = Club.objects.filter(memberships__player__in=people)
    return {
        "players": set(of_people.values_list("pk", flat=True)),
        "clubs": {row.pk for row in result.clubs},
        "events": {row.club_id for row in result.events},
    }


def only(club: Club) -> dict[str, set[int]]:
    return {kind: {club.pk} for kind in ("players", "clubs", "events")}


@pytest.mark.parametrize("words", [RIGHT, NEARLY])
def test_a_visitor_finds_nobody_of_a_club_that_is_hidden_however_it_is_typed(words: str) -> None:
    open_ = at_home()
    at_home(visibility=Visibility.MEMBERS)
    at_home(visibility=Visibility.UNLISTED)
    gone = at_home()
    Club.objects.filter(pk=gone.pk).update(removed_at=GONE)
    Event.objects.filter(club=gone).update(removed_at=GONE, state=EventState.CANCELLED)

    assert found(ANONYMOUS, words) == only(open_)


@pytest.mark.parametrize("words", [RIGHT, NEARLY])
def test_a_member_finds_the_people_of_a_club_that_others_do_not_see(words: str) -> None:
    hidden = at_home(visibility=Visibility.MEMBERS)
    member = factories.account(player=factories.member(hidden, "Bo Lind"))

    assert found(account_actors.person(member), words) == only(hidden)


def test_a_hidden_name_is_not_found_by_a_letter_more_or_less() -> None:
    club = factories.club()
    factories.member(club, RIGHT, nickname="Otter", name_level=NameLevel.NICKNAME)

    assert [search.everywhere(ANONYMOUS, words).players for words in (RIGHT, NEARLY)] == [(), ()]
