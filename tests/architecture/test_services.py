"""Every way to change something names its actor first and refuses whoever may not.

A *verb* is a public function of a service module whose arguments are all given by name, the
actor first. The other public functions of that room are steps inside verbs; no door calls them.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from django.db import transaction

import league.services
from league.core import actors, enums
from league.core.actors import Actor
from league.core.enums import Role, Visibility
from league.core.errors import NotAllowed, NotFound
from league.core.openid import Vouched
from league.models import (
    Adjustment,
    ApiToken,
    Claim,
    Club,
    ClubGame,
    Delivery,
    Event,
    Grant,
    Invitation,
    JournalLine,
    Merge,
    NoticeAddress,
    Play,
    PlaySeat,
    PointsScheme,
    Preset,
    RatingScope,
    Season,
    Seating,
    Webhook,
)
from league.queries.seating.seating_wishes import Wishes
from league.services.occasions import removals
from league.services.people import access
from tests import factories as make
from tests.services import ROOT

# A verb returns whatever its service returns.
Verb = Callable[..., object]

# Verbs without an actor, each with its reason.
WITHOUT_ACTOR = {
    "access.setup_link": "run by the machine's owner while there is no account",
    "access.accept": "the link's secret is the right",
    "openid.sign_in": "what the server that people sign in by says of somebody is the right",
    "devices.give": "the link to a place, or the token of its browser, is the right",
    "devices.stop": "the link to a place, or the token of its browser, is the right",
    "devices.renew": "who knows the address that a browser had is that browser",
    "by_link.add": "the link to a place, or the token of its browser, is the right",
    **dict.fromkeys(
        (
            *("by_link.choose", "by_link.confirm", "by_link.remove", "by_link.send_test"),
            *("by_link.start_again", "by_link.stop"),
        ),
        "the link that came to the address is the right",
    ),
    "check_ins.arrive": "the door's code is the right",
    "check_ins.check_in": "the door's code is the right",
    "check_ins.take_back": "the door's code and the token of the same browser are the right",
    "check_ins.speak": "the token of the browser that checked in is the right",
    "sign_ups.sign_up": "whoever finds an event that takes names may enter theirs",
    "sign_ups.require_door_code": "the code that hangs at the door is the right",
    "sign_up_mail.confirm": "the link in the mail is the right",
    "accounts.open_own": "whoever has an address may have an account, where the settings say so",
    "sign_ups.leave": "the link that came with the place is the right",
    "sign_ups.come_back": "the link that came with the place is the right",
    "check_ins.go_home": "the token of the browser that checked in is the right",
    "links.find": "the link's code is the right",
    "links.claim": "the link's code is the right",
    "links.let_go": "the link's code and the device's cookie are the right",
    "links.follow": "the code and the device's cookie of the round before are the right",
    "links.actor_by_device": "the link's code and the device's cookie are the right",
}
# Verbs that refuse nobody, each with its reason.
OPEN_TO_ALL = {
    "plays.open_table": "everybody may open a table in the browser, a guest by their own key",
    "idempotency.once": "remembers an answer; what it runs asks for itself",
}
# Verbs about the own account: everybody who is signed in may, for themselves.
OWN_THINGS = {
    *("accounts.change_email", "accounts.set_language", "accounts.make_token"),
    *("openid.connect", "openid.disconnect", "pauses.end", "pauses.pause"),
}
# Steps whose arguments are given by name, each with the verb it belongs to.
INNER = {"seating_changes.free_seat": "rounds.mark"}
# Recomputing changes nothing that people decided; tasks carry ids, and the machine runs them.
RECOMPUTING = {
    "hand_ins.catch_up",
    "hand_ins.work",
    "plans.waiting",
    "plans.work",
    "ratings.catch_up",
    "ratings.check",
    "ratings.recompute",
    "ratings.recompute_all",
    "ratings.spread",
    "late_tables.tell",
    "picture_files.tidy",
    "reminders_ahead.tell",
    "running_out.look",
    "sending.catch_up",
    "sending.send_due",
    "standings.catch_up",
    "standings.check",
    "standings.recompute_all",
    "standings.recompute_season",
    "standings.recompute_stage",
    "standings.sweep",
    "troubles.attempt",
    "troubles.forget_gone",
    "troubles.tell",
    "troubles.unless_pausing",
    "waiting_list.catch_up",
    "webhook_sending.catch_up",
    "webhook_sending.work",
    "weeks.tell",
}
# Steps that doors may use: they read and write nothing.
READING_STEPS = {
    "demo.club",
    "idempotency.digest_of",
    "links.hashed",
    "links.held",
    "links.onward",
    "links.over",
    "links.over_at",
    "links.seat_held",
    "links.sitting",
    "region_tables.document",
    "region_tables.opened",
    "region_tables.spreadsheet",
    "region_tables.workbook",
    "rules.scheme_spec",
    "signing.public_key",  # made when it is first read
    "seasons.as_stored",
    "seating_preferences.refusal",
    "stages.as_stored",
}
# The machine's own doors: who calls them holds the data folder already.
OPERATORS = {"backups", "backup_postgresql", "backup_sqlite"}
DOORS = ("api", "league/web", "league/forms", "league/management", "league/tasks.py")


def modules() -> Iterator[str]:
    """Dotted names below the services: a room and a noun, or a step that every room may use."""
    for found in pkgutil.walk_packages(league.services.__path__, "league.services."):
        if not found.ispkg:
            yield found.name


def functions(module: str) -> dict[str, Verb]:
    room = importlib.import_module(module)
    noun = module.rsplit(".", 1)[1]
    return {
        f"{noun}.{name}": function
        for name, function in vars(room).items()
        if inspect.isfunction(function)
        and function.__module__ == room.__name__
        and not name.startswith("_")
    }


def is_verb(function: Verb) -> bool:
    by_name = {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD}
    parameters = inspect.signature(function).parameters.values()
    return bool(parameters) and all(each.kind in by_name for each in parameters)


NOT_VERBS = set(INNER) | RECOMPUTING | READING_STEPS


PACKAGES = {module.rsplit(".", 1)[0] for module in modules()}
ALL = {name: function for module in modules() for name, function in functions(module).items()}
VERBS = {
    name: function
    for name, function in ALL.items()
    if (is_verb(function) and name not in NOT_VERBS) or name in WITHOUT_ACTOR
}
ASKED = sorted(
    name
    for name in VERBS
    if name not in WITHOUT_ACTOR and name not in OPEN_TO_ALL and name.split(".")[0] not in OPERATORS
)


def test_the_room_is_full() -> None:
    assert len(ASKED) > 40
    assert len({module.rsplit(".", 1)[1] for module in modules()}) == len(list(modules()))
    assert set(WITHOUT_ACTOR) | set(OPEN_TO_ALL) | OWN_THINGS <= set(VERBS)


@pytest.mark.parametrize("name", sorted(set(VERBS) - set(WITHOUT_ACTOR)))
def test_the_actor_comes_first(name: str) -> None:
    first = next(iter(inspect.signature(VERBS[name]).parameters.values()))

    assert (first.name, first.annotation, first.default) == ("by", "Actor", inspect._empty)


@pytest.mark.parametrize("name", sorted(VERBS))
def test_a_verb_has_types_and_a_sentence(name: str) -> None:
    signature = inspect.signature(VERBS[name])
    untyped = [
        each.name for each in signature.parameters.values() if each.annotation is inspect._empty
    ]

    assert untyped == []
    assert signature.return_annotation is not inspect._empty
    assert (inspect.getdoc(VERBS[name]) or "").strip() != ""


def door_files() -> Iterator[Path]:
    for door in DOORS:
        path = ROOT / door
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path] * path.is_file()


def steps_called(path: Path) -> list[str]:
    """Steps of services that a file calls, as ``module.name``."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    rooms: dict[str, str] = {}
    found: list[str] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        if node.module in PACKAGES:
            rooms |= {alias.asname or alias.name: alias.name for alias in node.names}
        elif (node.module or "").startswith("league.services."):
            noun = (node.module or "").rsplit(".", 1)[1]
            found += [f"{noun}.{alias.name}" for alias in node.names]
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in rooms
        ):
            found.append(f"{rooms[node.value.id]}.{node.attr}")
    return [
        name
        for name in found
        if name in ALL
        and name not in VERBS
        and name not in READING_STEPS | RECOMPUTING
        and name.split(".")[0] not in OPERATORS
    ]


def test_doors_call_verbs_and_never_the_steps_inside_them() -> None:
    called = {str(path.relative_to(ROOT)): steps_called(path) for path in door_files()}

    found = [f"{path}: {name}" for path, names in called.items() for name in names]
    assert "\n".join(found) == ""


# --- refusing --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class World:
    """One thing of every kind in a club that only its members see, and a stranger."""

    things: dict[str, object]
    outsider: Actor


def world() -> World:
    club = make.club(visibility=Visibility.MEMBERS)
    season = make.season(club)
    event = make.event(season=season)
    stage = make.stage(event)
    round_ = make.round_(stage)
    player = make.member(club, "Ada Quill")
    entries = [make.entry(event, player), make.entry(event), make.entry(event)]
    table = make.table(round_, entries)
    record = make.played(table, [1, 2, 3], points=[3, 2, 1])
    seating = Seating.objects.get(round=round_)
    account = make.account()
    row = make.grant(account, Role.ORGANIZER, club)
    invitation, _ = access.invite(by=actors.system("test"), role=Role.ORGANIZER, scope=club)
    token = ApiToken.objects.create(
        kind="device", event=event, name="projector", secret_hash="x", scopes=["read"]
    )
    box = ClubGame.objects.create(club=club, game="free-form", title="Lanterns")
    scheme = PointsScheme.objects.create(club=club, name="Ours", spec={"key": "linear7"})
    adjustment = Adjustment.objects.create(
        stage=stage, player=player, points_num=1, reason="late", author="test"
    )
    play = Play.objects.create(
        code="table", game="dice-devils", edition=1, options={}, size=2, club=club,
        commitment="0" * 64,
        opened_at=datetime(2026, 11, 3, 18, 30, tzinfo=UTC),
        moved_at=datetime(2026, 11, 3, 18, 30, tzinfo=UTC),
    )  # fmt: skip
    PlaySeat.objects.create(play=play, number=0, account=account, name="Ada")
    webhook = Webhook.objects.create(club=club, address="https://club.example/", secret="whsec_")
    delivery = Delivery.objects.create(
        webhook=webhook,
        key="msg",
        created_at=datetime(2026, 11, 3, 18, 30, tzinfo=UTC),
        next_at=datetime(2026, 11, 3, 18, 30, tzinfo=UTC),
    )
    things: dict[str, object] = {
        "Webhook": webhook,
        "Delivery": delivery,
        "Club": club,
        "Season": season,
        "Event": event,
        "Stage": stage,
        "Round": round_,
        "Seating": seating,
        "Table": table,
        "Seat": table.seats.get(position=1),
        "Entry": entries[0],
        "Player": player,
        "Membership": player.memberships.get(),
        "MatchRecord": record,
        "Account": account,
        "Grant": Grant.objects.get(pk=row.pk),
        "Invitation": Invitation.objects.get(pk=invitation.pk),
        "ApiToken": token,
        "ClubGame": box,
        "Ruleset": stage.ruleset,
        "PointsScheme": scheme,
        "Preset": Preset.objects.create(club=club, name="Ours", stage={}),
        "Adjustment": adjustment,
        "Claim": Claim.objects.create(account=account, player=player, club=club),
        "Merge": Merge.objects.create(
            kept=player,
            gone=make.player("Ada Quil"),
            made_by="system:test",
            made_at=datetime(2026, 11, 3, 18, 30, tzinfo=UTC),
        ),
        "Play": play,
        "RatingScope": RatingScope.objects.create(
            kind="club_game", club_game=box, engine="plackett_luce"
        ),
        "JournalLine": removals.remove(
            by=actors.system("test"), thing=make.event(season=season, name="Made by mistake")
        ),
        "NoticeAddress": NoticeAddress.objects.create(
            club=club, way="mail", address="board@club.example"
        ),
        "Owner": club,
        "Scope": club,
        "Thing": event,
        "str": "text",
        "int": 1,
        "bool": False,
        "float": 8.5,
        "Settings": {},
        "bytes": b"name\nAda\n",
        "date": date(2026, 11, 3),
        "datetime": datetime(2026, 11, 3, 18, 30, tzinfo=UTC),
        "Fraction": Fraction(1),
        "Wishes": Wishes(),
        "Vouched": Vouched("https://id.example", "1", "ada@club.example", True, frozenset()),
        "JSON": {},
        "SpecJSON": {"key": "linear7"},
        "Mapping": {},
        "Sequence": (),
        "Collection": (),
        "Iterable": (),
        "list": [],
        "tuple": (),
    }
    return World(things, make.actor(Role.CLUB_ADMIN, make.club()))


def arguments(function: Verb, things: dict[str, object]) -> dict[str, object]:
    """A value for every argument that has no default, by the first word of its type."""
    found: dict[str, object] = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name == "by" or parameter.kind is inspect.Parameter.VAR_KEYWORD:
            continue
        if parameter.default is not inspect._empty:
            continue
        first = str(parameter.annotation).strip("\"'").split("|")[0].split("[")[0].strip()
        if first not in things and (choices := getattr(enums, first, None)) is not None:
            found[parameter.name] = list(choices)[-1]
            continue
        if first.endswith("Fields"):
            found[parameter.name] = {}
            continue
        if first not in things:
            pytest.fail(f"say in world() what stands for {first} ({parameter.name})")
        found[parameter.name] = things[first]
    return found


@pytest.mark.django_db
def test_a_stranger_and_a_visitor_change_nothing() -> None:
    there = world()
    before = JournalLine.objects.count()
    told = {}

    for name in ASKED:
        given = arguments(VERBS[name], there.things)
        who = {"visitor": actors.ANONYMOUS}
        if name not in OWN_THINGS:
            who["stranger"] = there.outsider
        for label, actor in who.items():
            with transaction.atomic():
                try:
                    VERBS[name](by=actor, **given)
                    told[name, label] = "done"
                except (NotAllowed, NotFound):
                    written = JournalLine.objects.count() - before
                    told[name, label] = f"refused, {written} written"
                transaction.set_rollback(True)

    assert len(ASKED) > 100
    assert told == dict.fromkeys(told, "refused, 0 written")


# What goes on although a club was removed: rights end and people leave; another club is made.
BEYOND_CLUBS = {
    "access.reset_link",
    "access.revoke_grant",
    "access.revoke_invitation",
    "accounts.revoke_token",
    "clubs.create",
    "erasure.erase",
}


def written(there: World) -> set[str]:
    """The verbs that leave a line; what else becomes of their random arguments does not matter."""
    found, before = set(), JournalLine.objects.count()
    for name in ASKED:
        with transaction.atomic():
            with contextlib.suppress(Exception):
                VERBS[name](by=actors.system("test"), **arguments(VERBS[name], there.things))
                if JournalLine.objects.count() > before:
                    found.add(name)
            transaction.set_rollback(True)
    return found


@pytest.mark.django_db
def test_nothing_is_written_in_what_was_removed_since_it_was_read() -> None:
    """Whoever read a thing before its club was removed finds out under the lock."""
    there = world()
    usual = written(there)
    gone = datetime(2026, 11, 3, 20, 0, tzinfo=UTC)
    Club.objects.update(removed_at=gone)
    Season.objects.update(removed_at=gone)
    Event.objects.update(removed_at=gone, state=enums.EventState.CANCELLED)

    told = written(there)

    assert told == BEYOND_CLUBS
    assert len(usual - told) > 30
