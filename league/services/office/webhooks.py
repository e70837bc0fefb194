"""The webhooks of a club: added, paused, given another secret, tested, removed.

A secret is returned once, to who made it; what is sent is sent by ``webhook_sending``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from league import journal, permissions
from league.channels import outward
from league.channels import webhooks as channel
from league.core import hooks
from league.core.actions import Action
from league.core.enums import DeliveryState, TroubleKind, WebhookRights
from league.core.errors import BadInput, NotFound, Refused
from league.core.facts import Fact
from league.models import Club, Delivery, Trouble, Webhook
from league.queries.office import webhooks as known

if TYPE_CHECKING:
    from league.core.actors import Actor

MOST: Final = 20
FORMER_LASTS: Final = timedelta(hours=24)
_PRESSES: Final = timedelta(minutes=1)


def add(
    *,
    by: Actor,
    club: Club,
    address: str,
    types: Sequence[str],
    rights: WebhookRights = WebhookRights.PUBLIC,
) -> tuple[Webhook, str]:
    """Tells a program from now on what happens in the club. Returns it and its secret.

    Args:
        types: kinds of the journal's lines.
        rights: what it may read of. Organizers' lines are given only by who may read them.

    Raises:
        BadInput: ``address_…`` for an address that can never be reached, ``bad_choice``,
            ``webhook_types_missing``, ``webhook_not_public``, ``webhook_address_taken``.
        Refused: ``webhooks_too_many``.
    """
    permissions.require(by, Action.MANAGE_CLUB, club)
    if rights == WebhookRights.ORGANIZERS:
        for action in (Action.SEE_JOURNAL, Action.SEE_UNANNOUNCED, Action.SEE_WITHHELD):
            permissions.require(by, action, club)
    chosen = _types(types, rights)
    try:
        target = outward.read(address.strip(), allow_private=settings.ALLOW_PRIVATE_ADDRESSES)
    except outward.NotReached as refusal:
        raise BadInput(f"address_{refusal.why.value}", field="address") from None
    secret = channel.new_secret()
    with transaction.atomic():
        row = journal.lock_club(club.pk)
        if row.webhooks.filter(removed_at__isnull=True).count() >= MOST:
            raise Refused("webhooks_too_many", most=MOST)
        if row.webhooks.filter(removed_at__isnull=True, address=target.url).exists():
            raise BadInput("webhook_address_taken", field="address")
        made = Webhook.objects.create(
            club=row, address=target.url, rights=rights, types=chosen, secret=secret
        )
        told(Fact.WEBHOOK_ADDED, by, made, rights=rights.value, types=len(chosen))
    return made, secret


def pause(*, by: Actor, webhook: Webhook) -> Webhook:
    """Sends nothing until it is resumed; what happens meanwhile is not sent later."""
    permissions.require(by, Action.MANAGE_CLUB, webhook.club)
    with transaction.atomic():
        row = held(webhook)
        if row.paused_at is not None:
            return row
        row.paused_at = timezone.now()
        row.save(update_fields=["paused_at"])
        told(Fact.WEBHOOK_CHANGED, by, row, paused=True)
    return row


def resume(*, by: Actor, webhook: Webhook) -> Webhook:
    """Sends again, also after the machine switched it off; what still waits goes out at once."""
    permissions.require(by, Action.MANAGE_CLUB, webhook.club)
    with transaction.atomic():
        row = held(webhook)
        if row.paused_at is None and row.off_at is None:
            return row
        row.paused_at = row.off_at = row.failing_since = row.again_at = None
        row.off_why = ""
        row.save(update_fields=["paused_at", "off_at", "off_why", "failing_since", "again_at"])
        Trouble.objects.filter(kind=TroubleKind.WEBHOOKS, subject=row.pk).delete()
        told(Fact.WEBHOOK_CHANGED, by, row, paused=False)
        journal.wake_webhook(row.pk)
    return row


def rotate(*, by: Actor, webhook: Webhook) -> tuple[Webhook, str]:
    """Another secret from now on; for a day the one before signs beside it. Returned once.

    Raises Refused ``webhook_just_rotated`` for a second press: the first one's day would end.
    """
    permissions.require(by, Action.MANAGE_CLUB, webhook.club)
    secret = channel.new_secret()
    with transaction.atomic():
        row = held(webhook)
        now = timezone.now()
        if row.former_until is not None and row.former_until > now + FORMER_LASTS - _PRESSES:
            raise Refused("webhook_just_rotated")
        row.former_secret, row.secret = row.secret, secret
        row.former_until = now + FORMER_LASTS
        row.save(update_fields=["secret", "former_secret", "former_until"])
        told(Fact.WEBHOOK_CHANGED, by, row, secret=True)
    return row, secret


def remove(*, by: Actor, webhook: Webhook) -> Webhook:
    """It is told nothing more, and its secrets are forgotten."""
    permissions.require(by, Action.MANAGE_CLUB, webhook.club)
    with transaction.atomic():
        row = held(webhook)
        row.removed_at = timezone.now()
        row.secret = row.former_secret = ""
        row.save(update_fields=["removed_at", "secret", "former_secret"])
        row.deliveries.filter(state=DeliveryState.WAITING).delete()
        Trouble.objects.filter(kind=TroubleKind.WEBHOOKS, subject=row.pk).delete()
        told(Fact.WEBHOOK_REMOVED, by, row)
    return row


def send_test(*, by: Actor, webhook: Webhook) -> Delivery:
    """Sends a line that says nothing, to see whether it arrives.

    Raises Refused ``webhook_rests`` while it is paused or switched off.
    """
    permissions.require(by, Action.MANAGE_CLUB, webhook.club)
    with transaction.atomic():
        row = held(webhook)
        _refuse_resting(row)
        Webhook.objects.filter(pk=row.pk).update(again_at=None)
        told(Fact.WEBHOOK_CHANGED, by, row, test=True)
        return journal.deliver([row.pk], timezone.now())[0]


def send_again(*, by: Actor, webhook: Webhook, delivery: Delivery) -> Delivery:
    """Sends one once more, under its number, whatever came of it before.

    Raises Refused ``webhook_rests`` while its webhook is paused or switched off.
    """
    permissions.require(by, Action.MANAGE_CLUB, webhook.club)
    with transaction.atomic():
        row = held(webhook)
        _refuse_resting(row)
        rows = Delivery.objects.filter(pk=delivery.pk, webhook=row)
        now = timezone.now()
        if not rows.update(state=DeliveryState.WAITING, next_at=now, created_at=now, tries=0):
            raise NotFound("not_found")
        Webhook.objects.filter(pk=row.pk).update(again_at=None)
        told(Fact.WEBHOOK_CHANGED, by, row, again=delivery.key)
        journal.wake_webhook(row.pk)
    delivery.refresh_from_db()
    return delivery


# --- steps --------------------------------------------------------------------------------


def _types(types: Sequence[str], rights: WebhookRights) -> list[str]:
    known = [fact.value for fact in Fact]
    wrong = sorted(set(types) - set(known))
    if wrong:
        raise BadInput("bad_choice", field="types", value=wrong[0][:40])
    if not types:
        raise BadInput("webhook_types_missing", field="types")
    secret = sorted(set(types) - hooks.PUBLIC)
    if rights == WebhookRights.PUBLIC and secret:
        raise BadInput("webhook_not_public", field="types", value=secret[0])
    return [kind for kind in known if kind in types]


def held(webhook: Webhook) -> Webhook:
    """The row under its club's lock; NotFound when either was removed meanwhile."""
    club = journal.lock_club(webhook.club_id)
    row = Webhook.objects.filter(pk=webhook.pk, removed_at__isnull=True).first()
    if row is None:
        raise NotFound("not_found")
    row.club = club
    return row


def _refuse_resting(webhook: Webhook) -> None:
    if webhook.paused_at is not None or webhook.off_at is not None:
        raise Refused("webhook_rests")


def told(fact: Fact, by: Actor, webhook: Webhook, **payload: str | int | bool) -> None:
    """The journal line of a change, and whether any webhook of the club listens after it."""
    rests = Q(removed_at__isnull=False) | Q(paused_at__isnull=False) | Q(off_at__isnull=False)
    listening = Webhook.objects.filter(club=webhook.club_id).exclude(rests).exists()
    Club.objects.filter(pk=webhook.club_id).update(has_webhooks=listening)
    journal.append(
        fact,
        by=by,
        club=webhook.club,
        payload={"webhook": webhook.pk, "name": known.host_of(webhook), **payload},
    )
