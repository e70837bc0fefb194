"""Roles, invitations by link, new passwords.

A link's secret is returned once, to the one who made it, and stored as a hash.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from league import journal, permissions
from league.core import actors, keys
from league.core.actions import Action
from league.core.actors import Actor
from league.core.enums import InvitationKind, Role
from league.core.errors import BadInput, BadInputs, Gone, NotAllowed, NotFound, Refused
from league.core.facts import Fact
from league.lists import person
from league.models import Account, ActsFor, Club, Event, Grant, Invitation, Player, Season
from league.queries.people import access as known
from league.queries.people import account_actors

Scope = Club | Season | Event

INVITATION_DAYS, INVITATION_DAYS_MOST = 14, 90
RESET_DAYS = 2
NOTE_MOST = 200


# --- roles -----------------------------------------------------------------------------


def grant(*, by: Actor, account: Account, role: str, scope: Scope | None = None) -> Grant:
    """Gives ``account`` a role on ``scope``; a role it has already stays one."""
    chosen = _require_may_give(by, role, scope)
    with transaction.atomic():
        row, is_new = _give(account, chosen, scope)
        if is_new or row.by_group:
            _by_hand(row)
            log(Fact.GRANT_GIVEN, by, scope, account=account.pk, role=chosen.value)
    return row


def revoke_grant(*, by: Actor, grant: Grant) -> Grant:
    """Takes a role away.

    Raises:
        Refused: ``last_site_admin``; ``last_admin`` where a club's last admin would leave.
    """
    scope = known.scope_of(grant)
    _require_may_give(by, grant.role, scope)
    with transaction.atomic():
        # One at a time: two admins who remove each other must not both succeed.
        peers = Grant.objects.select_for_update().filter(role=grant.role, **_columns(scope))
        rows = list(peers)
        if grant.pk not in {row.pk for row in rows}:
            raise NotFound("not_found")
        if len(rows) == 1 and grant.role == Role.SITE_ADMIN:
            raise Refused("last_site_admin")
        if len(rows) == 1 and grant.role == Role.CLUB_ADMIN and not by.is_site_admin:
            raise Refused("last_admin")
        Grant.objects.filter(pk=grant.pk).delete()
        log(Fact.GRANT_REVOKED, by, scope, account=grant.account_id, role=grant.role)
    return grant


def _require_may_give(by: Actor, role: str, scope: Scope | None) -> Role:
    if scope is None and not by.is_site_admin:
        raise NotAllowed("not_allowed", action="invite")
    permissions.require(by, known.giving(scope), scope)
    if role not in Role.values:
        raise BadInput("bad_choice", field="role", value=role[:40])
    chosen = Role(role)
    fits = {
        Role.SITE_ADMIN: scope is None,
        Role.CLUB_ADMIN: isinstance(scope, Club),
        Role.ORGANIZER: scope is not None,
        Role.SCOREKEEPER: isinstance(scope, Event),
    }
    if not fits[chosen]:
        raise BadInput("role_needs_scope", field="role")
    return chosen


# --- links -----------------------------------------------------------------------------


def setup_link() -> str | None:
    """The path of a one-time link to the first site admin's account.

    ``None`` once there is an account. A new link withdraws the one before.
    """
    if known.has_accounts():
        return None
    by = actors.system(known.SETUP)
    with transaction.atomic():
        now = timezone.now()
        Invitation.objects.filter(
            created_by=by.key, accepted_at__isnull=True, revoked_at__isnull=True
        ).update(revoked_at=now)
        _, secret = _make(
            by, InvitationKind.ROLE, days=INVITATION_DAYS, role=Role.SITE_ADMIN, scope=None
        )
    return reverse("invitation", args=[secret])


def invite(
    *,
    by: Actor,
    kind: str = InvitationKind.ROLE,
    role: str = "",
    scope: Scope | None = None,
    player: Player | None = None,
    note: str = "",
    days: int = INVITATION_DAYS,
) -> tuple[Invitation, str]:
    """Makes a link that gives a role on ``scope``, or an account to ``player`` of a club.

    Returns the invitation and the secret of its address, which is not kept.
    """
    if kind == InvitationKind.ROLE:
        chosen: Role | None = _require_may_give(by, role, scope)
    elif kind == InvitationKind.PLAYER:
        chosen = None
        if player is None or not isinstance(scope, Club):
            raise BadInput("not_a_player_of_club", field="player")
        permissions.require(by, Action.MANAGE_PEOPLE, scope)
        permissions.require(by, Action.INVITE, scope)
        if not player.memberships.filter(club=scope).exists():
            raise NotFound("not_a_player_of_club")
    else:
        raise BadInput("bad_choice", field="kind", value=str(kind)[:40])
    if not 1 <= days <= INVITATION_DAYS_MOST:
        raise BadInput("bad_days", field="days", most=INVITATION_DAYS_MOST)
    with transaction.atomic():
        if player is not None and Account.objects.filter(player=player).exists():
            raise Refused("player_has_account", field="player")
        row, secret = _make(
            by,
            InvitationKind(kind),
            days=days,
            role=chosen,
            scope=scope,
            player=player,
            note=person.text(note, "note", NOTE_MOST),
        )
        log(
            Fact.INVITATION_MADE,
            by,
            scope,
            invitation=row.pk,
            kind=row.kind,
            role=row.role,
            player=row.player_id,
        )
    return row, secret


def reset_link(*, by: Actor, account: Account) -> tuple[Invitation, str]:
    """Makes a link with which ``account`` sets a new password; older ones end.

    Raises:
        NotAllowed: unless ``queries.access.may_reset`` says so.
    """
    if not known.may_reset(viewer=by, account=account):
        raise NotAllowed("not_allowed", action="reset_link")
    _require_passwords()
    with transaction.atomic():
        Invitation.objects.filter(
            account=account, accepted_at__isnull=True, revoked_at__isnull=True
        ).update(revoked_at=timezone.now())
        row, secret = _make(by, InvitationKind.RESET, days=RESET_DAYS, account=account)
        log(Fact.INVITATION_MADE, by, None, invitation=row.pk, kind=row.kind, account=account.pk)
    return row, secret


def revoke_invitation(*, by: Actor, invitation: Invitation) -> Invitation:
    """Withdraws a link that nobody has used.

    Raises:
        Refused: ``invitation_not_pending``.
    """
    scope = known.scope_of(invitation)
    if invitation.kind == InvitationKind.ROLE:
        _require_may_give(by, invitation.role, scope)
    elif invitation.kind == InvitationKind.PLAYER:
        permissions.require(by, Action.INVITE, scope)
    elif invitation.account is None or not known.may_reset(viewer=by, account=invitation.account):
        raise NotFound("not_found")
    with transaction.atomic():
        now = timezone.now()
        open_ = Invitation.objects.filter(
            pk=invitation.pk, accepted_at__isnull=True, revoked_at__isnull=True
        )
        if not open_.update(revoked_at=now):
            raise Refused("invitation_not_pending")
        log(Fact.INVITATION_REVOKED, by, scope, invitation=invitation.pk, kind=invitation.kind)
    invitation.refresh_from_db()
    return invitation


def accept(
    *,
    secret: str,
    email: str = "",
    password: str = "",
    account: Account | None = None,
    acts_for: bool = False,
) -> Account:
    """Uses a link once: as the signed-in ``account``, or with a new account.

    Args:
        acts_for: the account is not the invited player but acts for them, as a parent does; so
            does an account that is a player already.

    Raises:
        NotFound: an unknown link.
        Gone: ``invitation_over`` for a used, withdrawn or late one, or one whose maker has lost
            the right to give it.
        BadInputs: faults of e-mail address and password.
        Refused: ``email_taken``, ``player_has_account``.
    """
    found = known.invitation_by_secret(secret)
    if found is None:
        raise NotFound("not_found")
    with transaction.atomic():
        invitation = Invitation.objects.select_for_update().get(pk=found.pk)
        if not known.is_open(invitation):
            raise Gone("invitation_over")
        if invitation.kind == InvitationKind.RESET:
            owner = invitation.account
            if owner is None:
                raise Gone("invitation_over")
            _require_passwords()
            account = _with_password(owner, password)
        else:
            if account is None and invitation.maker_id is not None:
                _require_passwords()
            account = account or _new_account(email, password)
            if invitation.player_id is not None:
                _link(account, invitation.player_id, acts_for=acts_for)
        invitation.accepted_at = timezone.now()
        if invitation.account_id is None:
            invitation.account = account
        invitation.save(update_fields=["accepted_at", "account"])
        scope = known.scope_of(invitation)
        if invitation.kind == InvitationKind.ROLE:
            _by_hand(_give(account, Role(invitation.role), scope)[0])
        log(
            Fact.INVITATION_ACCEPTED,
            account_actors.person(account),
            scope,
            invitation=invitation.pk,
            kind=invitation.kind,
            role=invitation.role,
            account=account.pk,
            player=invitation.player_id,
        )
    return account


def _require_passwords() -> None:
    """Links of the terminal work without them: a way back in for whoever owns the machine."""
    if not settings.LEAGUE_PASSWORD_SIGN_IN:
        raise Refused("passwords_off")


def _new_account(email: str, password: str) -> Account:
    address = person.text(email, "email", person.EMAIL_MOST).casefold()
    if not address:
        raise BadInputs([BadInput("link_needs_account", field="email")])
    if not person.is_email(address):
        raise BadInputs([BadInput("bad_email", field="email", value=address[:80])])
    if Account.objects.filter(email__iexact=address).exists():
        raise Refused("email_taken", field="email")
    _check_password(password, Account(email=address))
    try:
        with transaction.atomic():
            return Account.objects.create_user(address, password)
    except IntegrityError:
        raise Refused("email_taken", field="email") from None


def _with_password(account: Account, password: str) -> Account:
    _check_password(password, account)
    account.set_password(password)
    account.save(update_fields=["password"])
    return account


_PASSWORD_CODES = {
    "password_too_short": "password_too_short",
    "password_too_common": "password_too_common",
    "password_entirely_numeric": "password_entirely_numeric",
    "password_too_similar": "password_too_similar",
}


def _check_password(password: str, account: Account) -> None:
    try:
        validate_password(password, account)
    except ValidationError as fault:
        raise BadInputs(
            [
                BadInput(
                    _PASSWORD_CODES.get(each.code or "", "password_refused"),
                    field="password",
                    least=int((each.params or {}).get("min_length", 0)),
                )
                for each in fault.error_list
            ]
        ) from None


def _link(account: Account, player_id: int, *, acts_for: bool) -> None:
    if account.player_id == player_id:
        return
    if Account.objects.filter(player=player_id).exists():
        raise Refused("player_has_account")
    if acts_for or account.player_id is not None:
        ActsFor.objects.get_or_create(account=account, player_id=player_id)
        return
    account.player_id = player_id
    account.save(update_fields=["player"])


def _make(
    by: Actor,
    kind: InvitationKind,
    *,
    days: int,
    role: Role | None = None,
    scope: Scope | None = None,
    player: Player | None = None,
    account: Account | None = None,
    note: str = "",
) -> tuple[Invitation, str]:
    secret = keys.new()
    row = Invitation.objects.create(
        kind=kind,
        secret_hash=keys.digest(secret),
        role=role or "",
        player=player,
        account=account,
        note=note,
        created_by=by.key,
        maker_id=by.account_id,
        expires_at=timezone.now() + timedelta(days=days),
        **{name: value for name, value in _columns(scope).items() if value is not None},
    )
    return row, secret


# --- shared ----------------------------------------------------------------------------


def _give(account: Account, role: Role, scope: Scope | None) -> tuple[Grant, bool]:
    return Grant.objects.get_or_create(
        account=account,
        role=role,
        club=scope if isinstance(scope, Club) else None,
        season=scope if isinstance(scope, Season) else None,
        event=scope if isinstance(scope, Event) else None,
    )


def _by_hand(grant: Grant) -> None:
    """From now on the role stays, whatever groups the server that people sign in by names."""
    if grant.by_group:
        grant.by_group = False
        grant.save(update_fields=["by_group"])


def _columns(scope: Scope | None) -> dict[str, Scope | None]:
    return {
        "club": scope if isinstance(scope, Club) else None,
        "season": scope if isinstance(scope, Season) else None,
        "event": scope if isinstance(scope, Event) else None,
    }


def log(
    fact: Fact, by: Actor, scope: Scope | None, **payload: int | str | list[str] | None
) -> None:
    """A line about who may what, in the journal that the scope belongs to."""
    event = scope if isinstance(scope, Event) else None
    club = scope if isinstance(scope, Club) else scope.club if scope is not None else None
    journal.append(fact, by=by, club=club, event=event, payload=dict(payload))
