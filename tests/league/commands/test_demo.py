"""The demo club: made, looked at, removed."""

from __future__ import annotations

import random
import stat
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db.models import Model
from django.test import Client, override_settings

from games.dice_devils.sheet.rules import DiceDevilsRules
from league.core.actors import system
from league.core.enums import EventState, Role
from league.core.errors import Refused
from league.models import (
    Account,
    Club,
    Event,
    MatchRecord,
    Membership,
    Player,
    Preset,
    Ruleset,
    Season,
    Table,
    TableLink,
)
from league.queries.people import account_actors
from league.queries.standings import standings
from league.server import sign_in
from league.services.evening import entries
from league.services.office import demo
from league.services.people import accounts
from league.services.play import plays
from league.services.records import links
from league.services.seating import seatings
from league.services.standings import adjustments, ratings
from league.services.standings import standings as recompute
from league.words import names
from tests import factories

pytestmark = pytest.mark.django_db

BY = system("test")
ROLES_THERE = (
    "These accounts have a role in the demo club: ada@club.example. "
    "End those roles first, on the club's page “Roles”."
)
NO_OTHER_ADMIN = (
    "You are the only admin of this installation. Create a link for another one first: "
    "python3 manage.py setup_link --another"
)


@pytest.fixture
def data_folder(tmp_path: Path) -> Iterator[Path]:
    with override_settings(DATA_DIR=tmp_path):
        yield tmp_path


def counts() -> dict[str, int]:
    """Rows of every table of the league."""
    found: dict[str, int] = {}
    for model in apps.get_app_config("league").get_models(include_auto_created=True):
        assert issubclass(model, Model)
        found[model.__name__] = model._default_manager.count()
    return found


def play_on() -> None:
    """What somebody who tries the demo leaves behind in it."""
    tonight = Event.objects.get(state=EventState.OPEN)
    organizer = account_actors.person(Account.objects.get(email=demo.EMAIL))
    entries.set_present(by=organizer, event=tonight, entries="all", present=True)
    entries.add_guest(by=organizer, event=tonight, name="Somebody Else")
    seating = seatings.draw(by=organizer, stage=tonight.stages.get(), seed=1)
    seatings.publish(by=organizer, seating=seating, expected_version=seating.version)
    table = Table.objects.filter(seating=seating).order_by("number")[0]
    code = TableLink.objects.get(table=table).code
    links.claim(code=code, position=1, device="phone")
    assert tonight.season is not None
    adjustments.make(
        by=organizer,
        scope=tonight.season,
        player=tonight.entries.all()[0].player,
        points=Fraction(-1, 2),
        reason="Late",
    )
    accounts.make_token(by=organizer, name="Board", scopes=["read"], days=7, event=tonight)


def test_the_demo_club_has_a_season_under_way_and_an_evening_to_call_the_roll_for() -> None:
    made = demo.seed(by=BY, password="copper-kettle-1907")

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


def test_every_evening_of_the_demo_lies_in_its_season() -> None:
    made = demo.seed(by=BY, password="copper-kettle-1907")

    shown = standings.payload(made.season, BY).payload

    assert [evening["event"] for evening in shown["evenings"]] == list(
        made.season.events.filter(state=EventState.FINISHED)
        .order_by("starts_at")
        .values_list("pk", flat=True)
    )


def test_two_people_of_one_name_are_told_apart_and_a_minor_shows_the_nickname() -> None:
    made = demo.seed(by=BY, password="copper-kettle-1907")
    people = Player.objects.filter(memberships__club=made.club)

    shown = {row.name for row in names.shown(people, made.club, full=False).values()}

    assert len(shown) == 24
    assert {name for name in shown if name.startswith("Jonas")} == {
        "Jonas Feldspat (Joni)",
        "Jonas Feldspat (Spatz)",
    }
    assert [name for name in shown if name.startswith(("Mila", "Milou"))] == ["Milou"]


def test_the_demo_is_made_once() -> None:
    demo.seed(by=BY, password="copper-kettle-1907")
    before = counts()

    with pytest.raises(Refused) as caught:
        demo.seed(by=BY, password="another-kettle-1907")

    assert (caught.value.code, counts()) == ("demo_exists", before)


def test_the_command_keeps_a_sign_in_that_works_and_asks_nothing_the_second_time(
    data_folder: Path,
) -> None:
    call_command("seed_demo", verbosity=0)
    kept = sign_in.kept()
    told = StringIO()
    call_command("seed_demo", stdout=told)

    assert kept is not None
    assert stat.S_IMODE((data_folder / sign_in.FILE).stat().st_mode) == 0o600
    assert told.getvalue() == "The demo club is already there; nothing was changed.\n"
    assert Club.objects.count() == 1
    assert Client().login(email=kept.email, password=kept.password)
    season = Season.objects.get()
    assert not standings.due_seasons()
    assert recompute.check(season.club) == ()


def test_without_a_yes_the_removal_only_says_what_would_go(data_folder: Path) -> None:
    call_command("seed_demo", verbosity=0)
    before = counts()
    told = StringIO()

    call_command("remove_demo", stdout=told)

    assert counts() == before
    assert told.getvalue().splitlines()[1:] == ["Nothing was removed yet. Say --yes to do it."]


def test_the_removal_leaves_exactly_what_was_there_before(data_folder: Path) -> None:
    stage = factories.stage(factories.event(season=factories.season()))
    rows = [factories.entry(stage.event) for _ in range(3)]
    factories.played(factories.table(factories.round_(stage), rows), [1, 2, 3])
    factories.grant(factories.account(), Role.SITE_ADMIN)
    ratings.catch_up()
    before = counts()
    call_command("seed_demo", verbosity=0)
    play_on()
    club = demo.club()
    assert club is not None
    Preset.objects.create(club=club, name="Ours", stage={})
    host = account_actors.person(Account.objects.get(email=demo.EMAIL))
    ruleset = Ruleset.objects.get(club=club, club_game__game="dice-devils")
    plays.open_table(by=host, ruleset=ruleset, size=3, name="Ada")
    shared = Player.objects.filter(memberships__club=demo.club())[0]
    Membership.objects.create(club=stage.event.club, player=shared, since=date(2026, 1, 1))

    call_command("remove_demo", "--yes", stdout=StringIO())

    assert ratings.check() == ()
    assert counts() == {
        **before,
        "Player": before["Player"] + 1,
        "Membership": before["Membership"] + 1,
        # the installation's own: the role it gave the organizer, and the removal
        "JournalLine": before["JournalLine"] + 2,
    }
    assert not (data_folder / sign_in.FILE).exists()
    assert Event.objects.get() == stage.event


def test_a_demo_in_which_somebody_has_a_role_is_not_removed(data_folder: Path) -> None:
    call_command("seed_demo", verbosity=0)
    home = demo.club()
    assert home is not None
    factories.grant(factories.account("ada@club.example"), Role.ORGANIZER, home)
    factories.grant(factories.account(), Role.SITE_ADMIN)
    before = counts()

    with pytest.raises(CommandError) as caught:
        call_command("remove_demo", "--yes", stdout=StringIO())

    assert str(caught.value) == ROLES_THERE
    assert counts() == before


def test_the_demo_is_not_removed_while_nobody_else_looks_after_the_installation(
    data_folder: Path,
) -> None:
    call_command("seed_demo", verbosity=0)
    factories.grant(factories.account(), Role.CLUB_ADMIN, factories.club())

    with pytest.raises(CommandError) as caught:
        call_command("remove_demo", "--yes", stdout=StringIO())

    assert str(caught.value) == NO_OTHER_ADMIN


@pytest.mark.parametrize("words", [[], ["--yes"]])
def test_all_that_stands_against_the_removal_is_said_at_once(
    data_folder: Path, words: list[str]
) -> None:
    call_command("seed_demo", verbosity=0)
    factories.grant(factories.account("ada@club.example"), Role.ORGANIZER, demo.club())
    before = counts()

    with pytest.raises(CommandError) as caught:
        call_command("remove_demo", *words, stdout=StringIO())

    assert str(caught.value).splitlines() == [ROLES_THERE, NO_OTHER_ADMIN]
    assert counts() == before


def test_the_demo_goes_once_another_admin_was_made_by_the_command_it_names(
    data_folder: Path, client: Client
) -> None:
    call_command("seed_demo", verbosity=0)
    factories.grant(factories.account(), Role.CLUB_ADMIN, factories.club())
    told = StringIO()

    call_command("setup_link", "--another", stdout=told)
    client.post(
        urlsplit(told.getvalue().strip()).path,
        {"email": "edda@club.example", "password": "copper-kettle-1907"},
    )
    call_command("remove_demo", "--yes", stdout=StringIO())

    assert demo.club() is None


def test_the_folder_of_the_sign_in_is_made_where_there_is_none(tmp_path: Path) -> None:
    with override_settings(DATA_DIR=tmp_path / "not" / "yet"):
        call_command("seed_demo", verbosity=0)

        kept = sign_in.kept()

    assert kept is not None
    assert stat.S_IMODE((tmp_path / "not" / "yet").stat().st_mode) == 0o700


def test_where_there_is_no_demo_the_removal_says_so(data_folder: Path) -> None:
    with pytest.raises(CommandError) as caught:
        call_command("remove_demo", "--yes", stdout=StringIO())

    assert str(caught.value) == "There's no demo club here."


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_demo_never_writes_a_sheet_that_the_game_refuses(seats: int) -> None:
    rules = DiceDevilsRules()
    options = rules.default_options()
    refused = []

    for seed in range(200):
        draw = random.Random(seed)
        fortunes = [draw.randint(-3, 3) for _ in range(seats)]
        sheet = rules.parse(demo.devils_sheet(fortunes, draw), seats=seats, options=options)
        refused += [(seed, issue.code) for issue in rules.check(sheet)]

    assert refused == []
