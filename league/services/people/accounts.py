"""The own account: its language, its address, whom it acts for, and its tokens.

A token's secret is returned once, to the one who made it, and stored as a hash."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from league import permissions
from league.core import actors, keys
from league.core.actions import Action
from league.core.actors import Actor
from league.core.enums import ActorKind, TokenKind
from league.core.errors import BadInput, NotAllowed, NotFound, Refused
from league.core.facts import Fact
from league.lists import person
from league.models import Account, ActsFor, ApiToken, Event, JournalLine, NoticeAddress, Player
from league.queries.people import access as known
from league.services.people.access import log

TOKEN_DAYS_MOST = 730
DAYS_TO_CONFIRM = 3
# The journal names the page, for nobody signed in.
OWN_PAGE = actors.system("page for new accounts")

TOKEN_NAME_MOST = 120
SCOPES = ("read", "records", "organize", "clubs")


def stop_acting(*, by: Actor, player: Player) -> Player:
    """The signed-in account acts for ``player`` no more; a new link gives it back."""
    if by.kind != ActorKind.PERSON or by.account_id is None:
        raise NotAllowed("not_allowed")
    with transaction.atomic():
        gone, _ = ActsFor.objects.filter(account=by.account_id, player=player).delete()
        if not gone:
            raise NotFound("not_found")
        NoticeAddress.objects.filter(given_by=by.account_id, player=player).delete()
        log(Fact.ACCOUNT_CHANGED, by, None, account=by.account_id, acts_no_more_for=player.pk)
    return player


def open_own(*, account: Account) -> Account:
    """Keeps an account that somebody makes where everybody may: it has no right.

    Nobody signs in to it before its address is confirmed.
    """
    with transaction.atomic():
        account.email = account.email.casefold()
        account.save()
        log(Fact.ACCOUNT_MADE, OWN_PAGE, None, account=account.pk)
    return account


def forget_unconfirmed(*, by: Actor) -> int:
    """Deletes accounts that people made and whose address nobody has confirmed for days; how many.

    Else anybody could keep an address from its owner. For the service itself.
    """
    if not by.is_system:
        raise NotAllowed("not_allowed")
    waiting = EmailAddress.objects.filter(verified=False)
    rows = Account.objects.filter(
        pk__in=waiting.values("user"),
        last_login__isnull=True,
        player__isnull=True,
        grants__isnull=True,
        created_at__lt=timezone.now() - timedelta(days=DAYS_TO_CONFIRM),
    )
    late = {account.pk: account for account in rows}
    if not late:
        return 0
    made = JournalLine.objects.filter(
        kind=Fact.ACCOUNT_MADE, actor_key=OWN_PAGE.key, payload__account__in=[*late]
    )
    found = set(made.values_list("payload__account", flat=True))
    for pk in found:
        late[pk].delete()
    return len(found)


def set_language(*, by: Actor, language: str) -> Account:
    """Keeps the language that the signed-in person reads."""
    account = _own_account(by)
    if language not in dict(settings.LANGUAGES):
        raise BadInput("bad_choice", field="language", value=language[:40])
    with transaction.atomic():
        account.language = language
        account.save(update_fields=["language"])
        log(Fact.ACCOUNT_CHANGED, by, None, account=account.pk, fields=["language"])
    return account


def change_email(*, by: Actor, email: str, password: str) -> Account:
    """Signs the person in under another address from now on; the password says it is them.

    Raises:
        BadInput: ``password_wrong``, ``bad_email``.
        Refused: ``email_taken``.
    """
    account = _own_account(by)
    address = person.text(email, "email", person.EMAIL_MOST).casefold()
    if not account.check_password(password):
        raise BadInput("password_wrong", field="password")
    if not person.is_email(address):
        raise BadInput("bad_email", field="email", value=address[:80])
    if Account.objects.filter(email__iexact=address).exclude(pk=account.pk).exists():
        raise Refused("email_taken", field="email")
    with transaction.atomic():
        account.email = address
        account.save(update_fields=["email"])
        EmailAddress.objects.filter(user_id=account.pk).delete()  # confirmed anew at sign-in
        log(Fact.ACCOUNT_CHANGED, by, None, account=account.pk, fields=["email"])
    return account


def _own_account(by: Actor) -> Account:
    account = known.account_of(viewer=by) if by.kind == ActorKind.PERSON else None
    if account is None:
        raise NotAllowed("time_for_one_account")
    return account


def make_token(
    *,
    by: Actor,
    name: str,
    scopes: Iterable[str] = ("read",),
    days: int | None = None,
    event: Event | None = None,
    device: bool = False,
) -> tuple[ApiToken, str]:
    """Makes a token for the signed-in person, or a read-only device of ``event``.

    Returns the token and its secret, which is not kept.

    Args:
        scopes: some of ``read``, ``records``, ``organize``, ``clubs``; a device reads.
        days: how long it lasts; without an end when empty.
        event: the only event that the token knows.
    """
    if event is not None and device:
        permissions.require(by, Action.MANAGE_EVENT, event)
    account = _own_account(by)
    if device and event is None:
        raise BadInput("device_needs_event", field="event")
    if event is not None and not permissions.can_see(by, event):
        raise NotFound("not_found")
    chosen = sorted(set(scopes)) if not device else ["read"]
    if not chosen or not set(chosen) <= set(SCOPES):
        raise BadInput("bad_choice", field="scopes", value=", ".join(chosen)[:40])
    if days is not None and not 1 <= days <= TOKEN_DAYS_MOST:
        raise BadInput("bad_days", field="days", most=TOKEN_DAYS_MOST)
    label = person.text(name, "name", TOKEN_NAME_MOST)
    if not label:
        raise BadInput("name_missing", field="name")
    secret = keys.new()
    with transaction.atomic():
        row = ApiToken.objects.create(
            kind=TokenKind.DEVICE if device else TokenKind.TOKEN,
            account=None if device else account,
            event=event,
            name=label,
            secret_hash=keys.digest(secret),
            scopes=chosen,
            expires_at=timezone.now() + timedelta(days=days) if days is not None else None,
        )
        log(Fact.TOKEN_MADE, by, event, token=row.pk, name=label, scopes=list(chosen))
    return row, secret


def revoke_token(*, by: Actor, token: ApiToken) -> ApiToken:
    """Ends a token: one's own, or a device of an event that one organizes."""
    is_own = by.kind == ActorKind.PERSON and by.account_id == token.account_id
    if token.account_id is None:
        permissions.require(by, Action.MANAGE_EVENT, token.event)
    elif not (is_own or (by.is_site_admin and permissions.can(by, Action.CREATE_CLUB, None))):
        raise NotFound("not_found")
    with transaction.atomic():
        now = timezone.now()
        if ApiToken.objects.filter(pk=token.pk, revoked_at__isnull=True).update(revoked_at=now):
            log(Fact.TOKEN_REVOKED, by, token.event, token=token.pk, name=token.name)
    token.refresh_from_db()
    return token
