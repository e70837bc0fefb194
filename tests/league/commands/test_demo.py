"""The demo club: made, looked at, removed."""

from __future__ import annotations

import random
import stat
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db.models import Model
from django.test import Client, override_settings

from games.dice_devils.sheet.rules import DiceDevilsRules
from league.core.actors import system
from league.core.enums import EventState, Role
from league.models import (
    Account,
    Club,
    Event,
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
from tests import factories

pytestmark = pytest.mark.django_db

BY = system("test")


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
