"""One demo club for many questions: looked at, and what stands against its removal."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client, override_settings

from league.core.enums import EventState, Role
from league.core.errors import Refused
from league.models import MatchRecord, Player
from league.queries.standings import standings
from league.services.office import demo
from league.words import names
from tests import factories
from tests.league.commands.test_demo import BY, counts

pytestmark = pytest.mark.django_db

ROLES_THERE = (
    "These accounts have a role in the demo club: ada@club.example. "
    "End those roles first, on the club's page “Roles”."
)
NO_OTHER_ADMIN = (
    "You are the only admin of this installation. Create a link for another one first: "
    "python3 manage.py setup_link --another"
)


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[demo.Demo]:
    """Made once: whatever a test does to it is taken back with its transaction."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield demo.seed(by=BY, password="copper-kettle-1907")
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _there(made: demo.Demo, tmp_path: Path) -> Iterator[None]:
    """The demo, and a folder for its sign-in."""
    with override_settings(DATA_DIR=tmp_path):
        yield


def test_the_demo_club_has_a_season_under_way_and_an_evening_to_call_the_roll_for(
    made: demo.Demo,
) -> None:
    played = made.season.events.filter(state=EventState.FINISHED)
    coming = made.season.events.filter(state=EventState.PLANNED)
    assert (played.count(), coming.count()) == (6, 1)
    assert (made.tonight.state, made.tonight.entries.count()) == (EventState.OPEN, 17)
    assert made.tonight.entries.filter(is_present=True).count() == 0
    assert made.club.memberships.count() == 24
    assert set(MatchRecord.objects.values_list("stage__event__state", "state").distinct()) == {
        ("finished", "confirmed")
    }
    assert set(MatchRecord.objects.values_list("ruleset__name", flat=True)) == {
        "Dice Devils",
        "Lantern Harbour",
    }


def test_every_evening_of_the_demo_lies_in_its_season(made: demo.Demo) -> None:
    shown = standings.payload(made.season, BY).payload

    assert [evening["event"] for evening in shown["evenings"]] == list(
        made.season.events.filter(state=EventState.FINISHED)
        .order_by("starts_at")
        .values_list("pk", flat=True)
    )


def test_two_people_of_one_name_are_told_apart_and_a_minor_shows_the_nickname(
    made: demo.Demo,
) -> None:
    people = Player.objects.filter(memberships__club=made.club)

    shown = {row.name for row in names.shown(people, made.club, full=False).values()}

    assert len(shown) == 24
    assert {name for name in shown if name.startswith("Jonas")} == {
        "Jonas Feldspat (Joni)",
        "Jonas Feldspat (Spatz)",
    }
    assert [name for name in shown if name.startswith(("Mila", "Milou"))] == ["Milou"]


def test_the_demo_is_made_once() -> None:
    before = counts()

    with pytest.raises(Refused) as caught:
        demo.seed(by=BY, password="another-kettle-1907")

    assert (caught.value.code, counts()) == ("demo_exists", before)


def test_without_a_yes_the_removal_only_says_what_would_go() -> None:
    before = counts()
    told = StringIO()

    call_command("remove_demo", stdout=told)

    assert counts() == before
    assert told.getvalue().splitlines()[1:] == ["Nothing was removed yet. Say --yes to do it."]


def test_a_demo_in_which_somebody_has_a_role_is_not_removed() -> None:
    home = demo.club()
    assert home is not None
    factories.grant(factories.account("ada@club.example"), Role.ORGANIZER, home)
    factories.grant(factories.account(), Role.SITE_ADMIN)
    before = counts()

    with pytest.raises(CommandError) as caught:
        call_command("remove_demo", "--yes", stdout=StringIO())

    assert str(caught.value) == ROLES_THERE
    assert counts() == before


def test_the_demo_is_not_removed_while_nobody_else_looks_after_the_installation() -> None:
    factories.grant(factories.account(), Role.CLUB_ADMIN, factories.club())

    with pytest.raises(CommandError) as caught:
        call_command("remove_demo", "--yes", stdout=StringIO())

    assert str(caught.value) == NO_OTHER_ADMIN


@pytest.mark.parametrize("words", [[], ["--yes"]])
def test_all_that_stands_against_the_removal_is_said_at_once(words: list[str]) -> None:
    factories.grant(factories.account("ada@club.example"), Role.ORGANIZER, demo.club())
    before = counts()

    with pytest.raises(CommandError) as caught:
        call_command("remove_demo", *words, stdout=StringIO())

    assert str(caught.value).splitlines() == [ROLES_THERE, NO_OTHER_ADMIN]
    assert counts() == before


def test_the_demo_goes_once_another_admin_was_made_by_the_command_it_names(client: Client) -> None:
    factories.grant(factories.account(), Role.CLUB_ADMIN, factories.club())
    told = StringIO()

    call_command("setup_link", "--another", stdout=told)
    client.post(
        urlsplit(told.getvalue().strip()).path,
        {"email": "edda@club.example", "password": "copper-kettle-1907"},
    )
    call_command("remove_demo", "--yes", stdout=StringIO())

    assert demo.club() is None
