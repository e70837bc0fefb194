"""One table of who may do what: the actions of a role and of a token's scope."""

from __future__ import annotations

from enum import Enum, auto

from league.core.actors import Actor
from league.core.enums import ActorKind, Role


class Action(Enum):
    SEE_NAMES = auto()  # full names and contact data of a club's people
    CREATE_CLUB = auto()
    MANAGE_CLUB = auto()  # settings, roles, rulesets, schemes, tokens
    MANAGE_PEOPLE = auto()  # players, memberships, imports
    MERGE_PEOPLE = auto()  # two records of one person, and back
    MANAGE_SEASON = auto()
    CREATE_EVENT = auto()
    MANAGE_EVENT = auto()  # settings, stages, states, seating, adjustments
    INVITE = auto()
    CALL_ROLL = auto()
    ENTER_SELF = auto()  # register or withdraw the own entry
    SUBMIT_RECORD = auto()
    CONFIRM_RECORD = auto()
    DISPUTE_RECORD = auto()
    CORRECT_RECORD = auto()  # correct, void, confirm with errors
    EDIT_PROFILE = auto()
    SEE_JOURNAL = auto()
    SEE_WITHHELD = auto()  # results that are kept back from the public
    SEE_UNANNOUNCED = auto()  # events that nobody else knows of yet
    PLAY = auto()  # a match in the browser


_ORGANIZER = frozenset(
    {
        Action.SEE_NAMES,
        Action.MANAGE_PEOPLE,
        Action.MANAGE_SEASON,
        Action.CREATE_EVENT,
        Action.MANAGE_EVENT,
        Action.INVITE,
        Action.CALL_ROLL,
        Action.SUBMIT_RECORD,
        Action.CONFIRM_RECORD,
        Action.DISPUTE_RECORD,
        Action.CORRECT_RECORD,
        Action.SEE_JOURNAL,
        Action.SEE_WITHHELD,
        Action.SEE_UNANNOUNCED,
    }
)


ROLE_ACTIONS: dict[Role, frozenset[Action]] = {
    Role.SITE_ADMIN: frozenset(Action),
    Role.CLUB_ADMIN: _ORGANIZER | {Action.MANAGE_CLUB, Action.MERGE_PEOPLE, Action.EDIT_PROFILE},
    Role.ORGANIZER: _ORGANIZER,
    Role.SCOREKEEPER: frozenset(
        {
            Action.SUBMIT_RECORD,
            Action.CONFIRM_RECORD,
            Action.DISPUTE_RECORD,
            Action.SEE_NAMES,
            Action.SEE_WITHHELD,
        }
    ),
}


# What a token's scopes allow at most; a token may read what its account may see.
SCOPE_ACTIONS: dict[str, frozenset[Action]] = {
    "read": frozenset(
        {
            Action.SEE_NAMES,
            Action.SEE_JOURNAL,
            Action.SEE_WITHHELD,
            Action.SEE_UNANNOUNCED,
        }
    ),
    "records": frozenset(
        {
            Action.SEE_WITHHELD,
            Action.SEE_UNANNOUNCED,
            Action.SUBMIT_RECORD,
            Action.CONFIRM_RECORD,
            Action.DISPUTE_RECORD,
            Action.CORRECT_RECORD,
            Action.PLAY,
        }
    ),
    "organize": frozenset(Action) - {Action.CREATE_CLUB, Action.MANAGE_CLUB, Action.INVITE},
    # Never INVITE: a secret that got away must not let others in.
    "clubs": frozenset({Action.CREATE_CLUB, Action.MANAGE_CLUB}),
}


# What the seats of a table may do with that table's sheet.
SEAT_ACTIONS = frozenset({Action.SUBMIT_RECORD, Action.CONFIRM_RECORD, Action.DISPUTE_RECORD})


def is_within_scopes(actor: Actor, action: Action) -> bool:
    """Whether ``actor`` is no token, or one with a scope that allows ``action``."""
    return actor.kind != ActorKind.TOKEN or any(
        action in SCOPE_ACTIONS.get(scope, frozenset()) for scope in actor.scopes
    )
