"""Who has which role, which links are open, whom a token stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from league import permissions
from league.core import actors, keys
from league.core.actions import Action
from league.core.enums import InvitationKind, Role
from league.models import Account, ApiToken, Club, Event, Grant, Invitation, Membership, Season
from league.queries.people import account_actors

if TYPE_CHECKING:
    from league.core.actors import Actor

SETUP = "set-up"  # who made the first link of an installation


def has_accounts() -> bool:
    return Account.objects.exists()


def actor_by_token(secret: str) -> Actor | None:
    """The actor behind a token; ``None`` for an unknown, withdrawn or expired one."""
    now = timezone.now()
    row = (
        ApiToken.objects.filter(secret_hash=keys.digest(secret), revoked_at__isnull=True)
        .filter(Q(expires_at__isnull=True) | Q(expires_at__gt=now))
        .select_related("account")
        .first()
    )
    if row is None or (row.account is not None and not row.account.is_active):
        return None
    return account_actors.token(row)


def invitation_by_secret(secret: str) -> Invitation | None:
    """The invitation behind a link, open or over; see ``is_open``."""
    return (
        Invitation.objects.filter(secret_hash=keys.digest(secret))
        .select_related("club", "season__club", "event__club", "player", "account")
        .first()
    )


def is_setup(invitation: Invitation) -> bool:
    """Whether this is the link that makes the first account of an installation."""
    return invitation.created_by == actors.system(SETUP).key


def is_open(invitation: Invitation) -> bool:
    """Whether the link still does something: unused, not withdrawn, in time.

    The set-up link ends when the installation has an account, however it came; any other when
    its maker no longer has the right that it hands on.
    """
    if invitation.accepted_at is not None or invitation.revoked_at is not None:
        return False
    if is_setup(invitation) and has_accounts():
        return False
    return invitation.expires_at > timezone.now() and _maker_may(invitation)


def _maker_may(invitation: Invitation) -> bool:
    """Whether whoever made the link could make it now; the service always can."""
    if invitation.maker_id is None:
        return True
    maker = account_actors.person(invitation.maker)
    scope = scope_of(invitation)
    match invitation.kind:
        case InvitationKind.RESET:
            account = invitation.account
            return account is not None and may_reset(viewer=maker, account=account)
        case InvitationKind.PLAYER:
            return all(
                permissions.can(maker, action, scope)
                for action in (Action.MANAGE_PEOPLE, Action.INVITE)
            )
    return permissions.can(maker, giving(scope), scope)


def giving(scope: Club | Season | Event | None) -> Action:
    """What one must be allowed to give a role on ``scope``.

    Roles on a whole club are its admins' to give; below, organizers may share their work.
    """
    if scope is None:
        return Action.CREATE_CLUB
    return Action.MANAGE_CLUB if isinstance(scope, Club) else Action.INVITE


def club_of(row: Invitation | Grant) -> Club | None:
    """The club in which a right holds, whatever its scope."""
    if row.club is not None:
        return row.club
    if row.season is not None:
        return row.season.club
    return row.event.club if row.event is not None else None


def scope_of(row: Invitation | Grant) -> Club | Season | Event | None:
    return row.club or row.season or row.event


def _of_club(club: Club) -> Q:
    return Q(club=club) | Q(season__club=club) | Q(event__club=club)


def grants_of(*, viewer: Actor, club: Club) -> QuerySet[Grant]:
    """Every role in the club, its seasons and events, for its admins."""
    if not permissions.can(viewer, Action.MANAGE_CLUB, club):
        return Grant.objects.none()
    return (
        Grant.objects.filter(_of_club(club))
        .select_related("account__player", "club", "season__club", "event__club")
        .order_by("role", "account__email", "id")
    )


def invitations_of(*, viewer: Actor, club: Club) -> QuerySet[Invitation]:
    """Open invitations of the club: all for its admins, for others those they may give."""
    if not permissions.can(viewer, Action.INVITE, club):
        return Invitation.objects.none()
    rows = Invitation.objects.filter(
        _of_club(club),
        accepted_at__isnull=True,
        revoked_at__isnull=True,
        expires_at__gt=timezone.now(),
    ).exclude(kind=InvitationKind.RESET)
    if not permissions.can(viewer, Action.MANAGE_CLUB, club):
        rows = rows.filter(created_by=viewer.key)
    return rows.select_related("club", "season__club", "event__club", "player")


def tokens_of(*, viewer: Actor, club: Club | None = None) -> QuerySet[ApiToken]:
    """The viewer's own living tokens; with ``club`` also the devices of its events."""
    own = Q(account_id=viewer.account_id) if viewer.account_id is not None else Q(pk__in=[])
    if club is not None and permissions.can(viewer, Action.MANAGE_EVENT, club):
        own |= Q(event__club=club, account__isnull=True)
    return ApiToken.objects.filter(own, revoked_at__isnull=True).select_related("event__club")


def account_of(*, viewer: Actor) -> Account | None:
    """The viewer's own account."""
    if viewer.account_id is None:
        return None
    return Account.objects.filter(pk=viewer.account_id).select_related("player").first()


def account_id_of(*, email: str) -> int | None:
    """Whose address this is; for counting guesses alone, never told to anybody."""
    return Account.objects.filter(email__iexact=email).values_list("pk", flat=True).first()


def is_by_server(account_id: int | None) -> bool:
    """Whether the account can be entered by the server that people sign in by."""
    if settings.LEAGUE_OPENID is None or account_id is None:
        return False
    return bool(SocialAccount.objects.filter(user_id=account_id).exists())


def may_reset(*, viewer: Actor, account: Account) -> bool:
    """Whether the viewer may make a new-password link for ``account``.

    A club admin may for people who have nothing to say or lose outside the admin's clubs;
    otherwise the link would be a way to another club's rights.
    """
    if viewer.is_site_admin:
        return permissions.can(viewer, Action.MANAGE_CLUB, None)
    own = {
        grant.club_id
        for grant in viewer.grants
        if grant.role == Role.CLUB_ADMIN and grant.club_id is not None
    }
    clubs: set[int] = set()
    for grant in Grant.objects.filter(account=account).select_related("season", "event"):
        club = club_of(grant)
        if club is None:
            return False
        clubs.add(club.pk)
    if account.player_id is not None:
        clubs.update(
            Membership.objects.filter(player=account.player_id).values_list("club_id", flat=True)
        )
    if not clubs or not clubs <= own:
        return False
    return all(
        permissions.can(viewer, Action.MANAGE_CLUB, club)
        for club in Club.objects.filter(pk__in=clubs)
    )


def token(*, viewer: Actor, token_id: int) -> ApiToken | None:
    """A living token that the viewer may end: one's own, or a device of one's events."""
    row = (
        ApiToken.objects.filter(pk=token_id, revoked_at__isnull=True)
        .select_related("event__club")
        .first()
    )
    if row is None:
        return None
    if row.account_id is None:
        return row if permissions.can(viewer, Action.MANAGE_EVENT, row.event) else None
    return row if row.account_id == viewer.account_id else None


def grant(*, viewer: Actor, club: Club, grant_id: int) -> Grant | None:
    return grants_of(viewer=viewer, club=club).filter(pk=grant_id).first()


def invitation(*, viewer: Actor, club: Club, invitation_id: int) -> Invitation | None:
    return invitations_of(viewer=viewer, club=club).filter(pk=invitation_id).first()


def places(*, viewer: Actor, club: Club) -> tuple[tuple[str, Club | Season | Event], ...]:
    """Where the viewer may give roles, as (key, scope): the club, its seasons, newest events."""
    found: list[tuple[str, Club | Season | Event]] = []
    if permissions.can(viewer, Action.MANAGE_CLUB, club):
        found.append(("club", club))
    seasons = Season.objects.filter(club=club, removed_at__isnull=True)
    for season in seasons.select_related("club"):
        if permissions.can(viewer, Action.INVITE, season):
            found.append((f"season:{season.pk}", season))
    events = Event.objects.filter(club=club, removed_at__isnull=True)
    for event in events.select_related("club", "season")[:30]:
        if permissions.can(viewer, Action.INVITE, event):
            found.append((f"event:{event.pk}", event))
    return tuple(found)


def event_of(scope: Club | Season | Event | None) -> Event | None:
    """``scope`` where it is an event."""
    return scope if isinstance(scope, Event) else None
