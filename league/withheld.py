"""What is kept back: events that are not announced, and results of withheld rounds.

For rows that are loaded already `permissions.told_at` says the same: change both. Which roles see
what is kept back stands in `league.core.actions`.
"""

from __future__ import annotations

from django.db.models import Q

from league.core.actions import ROLE_ACTIONS, Action, is_within_scopes
from league.core.actors import ANONYMOUS, Actor
from league.core.enums import ActorKind, MembershipKind, Role
from league.models import Entry, Seat


def announced(viewer: Actor, path: str = "") -> Q:
    """Rows whose event exists for ``viewer``; ``path`` leads to the event.

    What is not announced exists for those who may organize it, and for nobody else; what was
    removed for nobody at all.
    """
    return _known_of(viewer, path) & Q(**{f"{path}removed_at__isnull": True})


def _known_of(viewer: Actor, path: str) -> Q:
    return or_led(viewer, Action.SEE_UNANNOUNCED, path, Q(**{f"{path}is_announced": True}))


def met(viewer: Actor) -> Q:
    """Memberships of whom ``viewer`` may know of: a guest of a secret event alone is secret too.

    Who is also at an event that ``viewer`` knows of is found by that.
    """
    secret = Entry.objects.exclude(_known_of(viewer, "event__"))
    return ~Q(kind=MembershipKind.GUEST, player__in=secret.values("player"))


def told(viewer: Actor, path: str = "") -> Q:
    """Records whose results exist for ``viewer``; ``path`` leads to the record.

    Those of a withheld round are there for its staff and for the table itself.
    """
    published = _published(viewer, f"{path}table__seating__round__")
    at_table = at_tables(viewer, f"{path}table__")
    return published if at_table is None or not published else published | at_table


def told_rounds(viewer: Actor, path: str = "") -> Q:
    """The same for what hangs on a round itself, such as byes; ``path`` leads to the round."""
    return _published(viewer, path)


def kept_back() -> Q:
    """Rounds of which the public knows no result."""
    return ~told_rounds(ANONYMOUS)


def _published(viewer: Actor, path: str) -> Q:
    event = f"{path}stage__event__"
    public = Q(**{f"{path}is_withheld": False, f"{event}is_announced": True})
    return or_led(viewer, Action.SEE_WITHHELD, event, public)


def or_led(viewer: Actor, action: Action, path: str, public: Q) -> Q:
    """``public``, and rows of events in which a role of the viewer's has ``action``."""
    led = _led(viewer, action, path)
    if led is None:
        return public
    return public | led if led else Q()


def _led(viewer: Actor, action: Action, path: str) -> Q | None:
    """Events in which a role of the viewer's has ``action``: all with an empty Q, or None."""
    if viewer.is_system:
        return Q()
    if not is_within_scopes(viewer, action):
        return None
    found: Q | None = None
    for grant in viewer.grants:
        if action not in ROLE_ACTIONS[grant.role]:
            continue
        if grant.role == Role.SITE_ADMIN:
            found = Q()
            break
        if grant.event_id is not None:
            mine = Q(**{f"{path}pk": grant.event_id})
        elif grant.season_id is not None:
            mine = Q(**{f"{path}season": grant.season_id})
        else:
            mine = Q(**{f"{path}club": grant.club_id})
        found = mine if found is None else found | mine
    if found is not None and viewer.is_bound:
        found &= Q(**{f"{path}pk": viewer.event_id})
    return found


def at_tables(viewer: Actor, path: str) -> Q | None:
    """The tables at which the viewer sits."""
    if viewer.kind == ActorKind.SEAT:
        return None if viewer.seat_id is None else Q(**{f"{path}pk": viewer.table_id})
    if viewer.player_id is None:
        return None
    players = {viewer.player_id, *viewer.players}
    seats = Seat.objects.filter(entry__player__in=players, table__isnull=False)
    return Q(**{f"{path}pk__in": seats.values("table")})
