"""Signing in by a server of others (OpenID Connect): whose account it is, what its groups may do.

Accounts are joined by an address that both sides have verified, or by their person, signed in.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db import IntegrityError, transaction

from league.core import keys
from league.core.actors import BY_SERVER
from league.core.enums import ActorKind, Role
from league.core.errors import NotAllowed, Refused
from league.core.facts import Fact
from league.lists import person
from league.models import Account, Club, Grant
from league.queries.people import access as known
from league.services.people.access import log

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from league.core.actors import Actor
    from league.core.openid import Vouched

ISSUER_MOST, SUBJECT_MOST = 200, 191

logger = logging.getLogger(__name__)


def sign_in(*, vouched: Vouched, may_open: bool = False) -> tuple[Account, SocialAccount]:
    """The account of whom the server vouches for, with the roles that their groups have now.

    Args:
        may_open: somebody invited them, so that an account is made where the installation makes
            none by itself.

    Raises:
        Refused: ``openid_unverified``, ``openid_unconfirmed``, ``openid_other_person``,
            ``openid_no_account``.
    """
    try:
        return _sign_in(vouched, may_open=may_open)
    except IntegrityError:  # twice at once: the other one made the account, or joined it
        return _sign_in(vouched, may_open=may_open)


def connect(*, by: Actor, vouched: Vouched) -> Account:
    """The signed-in account is theirs of whom the server vouches for, under the same address.

    Raises:
        Refused: ``openid_unverified``, ``openid_other_address``, ``openid_taken``,
            ``openid_other_person``.
    """
    account = _own_account(by)
    _require_verified(vouched)
    if vouched.email != account.email.casefold():
        raise Refused("openid_other_address", email=account.email)
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)
        row = _rows(vouched).first()
        if row is not None and row.user_id != account.pk:
            raise Refused("openid_taken")
        if row is None:
            _join(account, vouched, by)
        _verify_address(account)
    return account


def disconnect(*, by: Actor) -> Account:
    """The signed-in account is entered by password or passkey from now on.

    Raises:
        Refused: ``openid_only_way`` where there is neither.
    """
    account = _own_account(by)
    has_password = settings.LEAGUE_PASSWORD_SIGN_IN and account.has_usable_password()
    passkeys = Authenticator.objects.filter(user_id=account.pk, type=Authenticator.Type.WEBAUTHN)
    if not has_password and not passkeys.exists():
        raise Refused("openid_only_way")
    with transaction.atomic():
        gone, _ = SocialAccount.objects.filter(user_id=account.pk).delete()
        if gone:
            log(Fact.ACCOUNT_CHANGED, by, None, account=account.pk, fields=["sign_in_server"])
    return account


def _own_account(by: Actor) -> Account:
    account = known.account_of(viewer=by) if by.kind == ActorKind.PERSON else None
    if account is None:
        raise NotAllowed("time_for_one_account")
    return account


def _require_verified(vouched: Vouched) -> None:
    if not vouched.is_verified or not person.is_email(vouched.email):
        raise Refused("openid_unverified")


@transaction.atomic
def _sign_in(vouched: Vouched, *, may_open: bool) -> tuple[Account, SocialAccount]:
    row = _rows(vouched).first()
    if row is None:
        row = _by_address(vouched, may_open=may_open)
    account = Account.objects.select_for_update().get(pk=row.user_id)
    if account.is_active:
        _follow_groups(account, vouched.groups)
    return account, row


def _by_address(vouched: Vouched, *, may_open: bool) -> SocialAccount:
    _require_verified(vouched)
    account = Account.objects.select_for_update().filter(email__iexact=vouched.email).first()
    if account is None:
        server = settings.LEAGUE_OPENID
        if not may_open and not (server is not None and server.opens_accounts):
            raise Refused("openid_no_account", email=vouched.email)
        account = Account.objects.create_user(vouched.email, None)
        log(Fact.ACCOUNT_MADE, BY_SERVER, None, account=account.pk)
        _verify_address(account)
    elif not _is_verified(account):
        # Somebody else may have made it with this address, and wait for its owner.
        raise Refused("openid_unconfirmed", email=vouched.email)
    return _join(account, vouched, BY_SERVER)


def _is_verified(account: Account) -> bool:
    rows = EmailAddress.objects.filter(user_id=account.pk, email__iexact=account.email)
    return bool(rows.filter(verified=True).exists())


def _verify_address(account: Account) -> None:
    EmailAddress.objects.update_or_create(
        user_id=account.pk, email=account.email, defaults={"verified": True, "primary": True}
    )


def _rows(vouched: Vouched) -> QuerySet[SocialAccount]:
    rows: QuerySet[SocialAccount] = SocialAccount.objects.filter(**_name(vouched))
    return rows


def _name(vouched: Vouched) -> dict[str, str]:
    """How the tables call somebody of a server; whatever is too long, by its hash."""
    issuer, subject = vouched.issuer, vouched.subject
    return {
        "provider": issuer if len(issuer) <= ISSUER_MOST else keys.digest(issuer),
        "uid": subject if len(subject) <= SUBJECT_MOST else keys.digest(subject),
    }


def _join(account: Account, vouched: Vouched, by: Actor) -> SocialAccount:
    name = _name(vouched)
    if SocialAccount.objects.filter(user_id=account.pk, provider=name["provider"]).exists():
        # The server gave the address to somebody else.
        raise Refused("openid_other_person", email=account.email)
    row: SocialAccount = SocialAccount.objects.create(user_id=account.pk, **name)
    log(Fact.ACCOUNT_CHANGED, by, None, account=account.pk, fields=["sign_in_server"])
    return row


# --- groups ----------------------------------------------------------------------------


def _follow_groups(account: Account, groups: frozenset[str]) -> None:
    """Gives the roles of ``groups`` and ends those of groups that are gone; others stay."""
    wanted = _wanted(groups)
    for grant in Grant.objects.filter(account=account, by_group=True).select_related("club"):
        if (grant.role, grant.club) in wanted or _is_last_site_admin(grant):
            continue
        grant.delete()
        log(Fact.GRANT_REVOKED, BY_SERVER, grant.club, account=account.pk, role=grant.role)
    for role, club in wanted:
        _, is_new = Grant.objects.get_or_create(
            account=account,
            role=role,
            club=club,
            season=None,
            event=None,
            defaults={"by_group": True},
        )
        if is_new:
            log(Fact.GRANT_GIVEN, BY_SERVER, club, account=account.pk, role=role.value)


def _wanted(groups: frozenset[str]) -> list[tuple[Role, Club | None]]:
    server = settings.LEAGUE_OPENID
    lines = [line for line in (server.roles if server else ()) if line.group in groups]
    slugs = {line.club for line in lines if line.club}
    clubs = {row.slug: row for row in Club.objects.filter(slug__in=slugs, removed_at__isnull=True)}
    for slug in sorted(slugs - clubs.keys()):
        logger.warning("LEAGUE_OIDC_ROLES: there is no club %r", slug)
    return list(
        dict.fromkeys(
            (line.role, clubs[line.club] if line.club else None)
            for line in lines
            if not line.club or line.club in clubs
        )
    )


def _is_last_site_admin(grant: Grant) -> bool:
    """Nobody would be left to look after the installation."""
    return grant.role == Role.SITE_ADMIN and Grant.objects.filter(role=Role.SITE_ADMIN).count() == 1
