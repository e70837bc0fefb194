"""The shelf and the schemes as viewers see them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from league.core.enums import Role, Visibility
from league.core.errors import NotFound
from league.models import PointsScheme
from league.queries.office import rules as read
from league.standings.types import JSON
from tests import factories

pytestmark = pytest.mark.django_db


def test_choices_leave_out_what_is_retired_and_what_others_play() -> None:
    club = factories.club()
    current = factories.free_game(club, name="Harbour Lights")
    old = factories.free_game(club, name="Old Game")
    old.is_retired = True
    old.save()
    boxed_up = factories.free_game(club, name="Boxed Up")
    boxed_up.club_game.is_retired = True
    boxed_up.club_game.save()
    factories.free_game(factories.club(), name="Elsewhere")

    assert list(read.choices(factories.actor(), club)) == [current]


def test_the_shelf_shows_earlier_versions_apart() -> None:
    club = factories.club()
    first = factories.free_game(club)
    first.is_retired = True
    first.save()
    second = factories.free_game(club, name=first.name)

    (box,) = read.shelf(factories.actor(), club)

    assert (box.rulesets, box.retired) == ((second,), (first,))


def test_what_a_members_club_plays_is_hidden_from_strangers() -> None:
    club = factories.club(visibility=Visibility.MEMBERS)
    ruleset = factories.free_game(club)
    scheme = PointsScheme.objects.create(club=club, name="Ours", spec={"key": "linear7"})
    stranger, admin = factories.actor(), factories.actor(Role.CLUB_ADMIN, club)

    attempts: tuple[Callable[[], object], ...] = (
        lambda: read.shelf(stranger, club),
        lambda: read.ruleset(stranger, club, ruleset.pk),
        lambda: read.club_game(stranger, club, ruleset.club_game_id),
        lambda: read.scheme(stranger, club, scheme.pk),
    )
    for attempt in attempts:
        with pytest.raises(NotFound):
            attempt()

    assert list(read.choices(stranger, club)) == []
    assert list(read.schemes(stranger, club)) == []
    assert read.ruleset(admin, club, ruleset.pk) == ruleset
    assert list(read.schemes(admin, club)) == [scheme]


def test_one_clubs_ruleset_is_not_found_under_anothers_address() -> None:
    ruleset = factories.free_game(factories.club())

    with pytest.raises(NotFound):
        read.ruleset(factories.actor(), factories.club(), ruleset.pk)


def test_the_grand_prix_scheme_says_which_sizes_it_lacks() -> None:
    spec: dict[str, JSON] = {
        "key": "custom",
        "rows": {"3": ["10", "6", "2"], "4": ["11", "7", "4", "2"]},
    }

    assert read.missing_sizes(spec, 2, 5) == (2, 5)
