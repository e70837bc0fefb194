"""Whatever a page can press, a token can do: both doors' calls of services, beside each other."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

from league.web.evening import commands
from league.web.evening.commands.register import BUTTONS
from tests.architecture.test_services import VERBS
from tests.services import ROOT

WEB, API = ROOT / "league" / "web", ROOT / "api"

# What pages do and the API does not, each with its reason.
_LINK = "a table's own link, or the door's code, is the right: there is no account to have a token"
_INVITE = "a secret that got away must not let others in, or shut out who is in"
_OWN = "one's own account is changed by its person alone"
_UNDO = "takes back a press; a program sends the opposite"
_TWO_CALLS = "a program calls what this is made of"
_FILES = "the whole house in a file: who is signed in at its own door fetches it"
EXEMPT = {
    **dict.fromkeys(
        (
            *("check_ins.arrive", "check_ins.check_in", "check_ins.go_home", "check_ins.speak"),
            *("check_ins.take_back", "links.actor_by_device", "links.claim", "links.find"),
            *("links.follow", "links.let_go", "hand_ins.use_result"),
            *("sign_ups.come_back", "sign_ups.leave", "sign_ups.sign_up"),
            *("own_places.join", "own_places.part"),
            *("sign_ups.require_door_code", "sign_up_mail.confirm"),
            *("by_link.add", "by_link.choose", "by_link.confirm", "by_link.remove"),
            *("by_link.send_test", "by_link.start_again", "by_link.stop"),
            *("devices.give", "devices.renew", "devices.stop"),
        ),
        _LINK,
    ),
    **dict.fromkeys(
        (
            *("access.accept", "access.invite", "access.reset_link", "access.revoke_grant"),
            *("access.revoke_invitation", "links.release", "links.renew", "links.revoke"),
            *("claims.approve", "claims.decline"),
            "clubs.renew_door",
        ),
        _INVITE,
    ),
    **dict.fromkeys(
        (
            "accounts.open_own",
            *("accounts.change_email", "accounts.set_language", "accounts.stop_acting"),
            *("calendars.end", "calendars.renew", "claims.ask", "own_data.ask_erasure"),
            *("own_data.withdraw_erasure", "openid.connect", "openid.disconnect", "openid.sign_in"),
        ),
        _OWN,
    ),
    **dict.fromkeys(("drafts.put_back", "entry_steps.take_back", "rolls.take_back"), _UNDO),
    **dict.fromkeys(("open_play.step_back", "plans.take_up"), _UNDO),
    **dict.fromkeys(
        (
            *("events.announce", "events.make_room", "events.series", "records.submit_many"),
            *("open_play.form_table", "open_play.form_tables", "seating_changes.give_bye"),
            "seatings.draw_and_publish",
        ),
        _TWO_CALLS,
    ),
    **dict.fromkeys(
        (*("backups.hand_out", "backups.listed"),),
        _FILES,
    ),
    **dict.fromkeys(
        ("erasure.delete", "erasure.erase"), "cannot be taken back: a person reads what goes"
    ),
}


def called(folder: Path) -> set[str]:
    """The verbs that the files of a folder name, as ``noun.verb`` of where they are written."""
    return {name for path in folder.rglob("*.py") for name in _named(path)} & set(VERBS)


def _named(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    modules: dict[str, str] = {}  # how the file calls a module of services, and its whole name
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("league.services"):
            for one in node.names:
                modules[one.asname or one.name] = f"{node.module}.{one.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = modules.get(node.value.id)
            if module is None:
                continue
            found = getattr(importlib.import_module(module), node.attr, None)
            if callable(found):
                yield f"{found.__module__.rsplit('.', 1)[1]}.{found.__name__}"


def test_a_token_can_do_whatever_a_page_can_but_for_what_is_listed_with_a_reason() -> None:
    lacking = called(WEB) - called(API)

    assert lacking == set(EXEMPT)


def test_every_button_of_the_desk_calls_a_verb_that_the_walk_sees() -> None:
    files = [Path(module.__file__ or "") for module in vars(commands).values() if _is_file(module)]
    seen = {name for path in files for name in _named(path)} & set(VERBS)

    assert len(BUTTONS) > len(seen) > len(BUTTONS) // 2


def _is_file(thing: object) -> bool:
    return str(getattr(thing, "__file__", "")).endswith(".py")
