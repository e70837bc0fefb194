"""Who of a club resembles somebody."""

from __future__ import annotations

import pytest

from league.core.actors import ANONYMOUS
from league.core.enums import Role, Visibility
from league.queries.people import players
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("typed", ["Ottilie Vandermeer", "Otilie Vandermeer"])
def test_who_resembles_somebody_is_told_of_the_own_club_to_who_keeps_its_people(typed: str) -> None:
    club, other = factories.club(), factories.club(visibility=Visibility.MEMBERS)
    there = factories.member(club, "Ottilie Vandermeer")
    factories.member(other, "Ottilie Vandermeer")
    organizer, stranger = (factories.actor(Role.ORGANIZER, of) for of in (club, other))

    found = [
        [one.player for one in players.similar(viewer=viewer, club=club, name=typed)]
        for viewer in (organizer, stranger, ANONYMOUS)
    ]

    assert found == [[there], [], []]
