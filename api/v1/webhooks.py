"""The webhooks of a club: what a program is told of its own accord, and what it was told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import pagination
from api.authentication import actor_of
from api.idempotency import once
from api.schema import PAGED, Input, Output, operation, page_of
from api.v1 import shapes
from league import permissions
from league.core.actions import Action
from league.core.enums import DeliveryState, WebhookOff, WebhookRights
from league.core.facts import Fact
from league.queries import by_id
from league.queries.office import webhooks as known
from league.services.office import webhooks

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Delivery, Webhook

_KINDS = [fact.value for fact in Fact]


class WebhookOutput(Output):
    id = serializers.IntegerField()
    address = serializers.CharField(help_text="Where messages are sent.")
    rights = serializers.ChoiceField(
        choices=WebhookRights.values, help_text="With whose eyes it reads."
    )
    types = serializers.ListField(
        child=serializers.CharField(), help_text="Kinds of the journal's lines that it is sent."
    )
    created_at = serializers.DateTimeField()
    paused_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when it is paused; null: it is not."
    )
    off_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when it is switched off; null: it is not."
    )
    off_why = serializers.ChoiceField(
        choices=["", *WebhookOff.values], help_text="Why it was switched off."
    )
    failing_since = serializers.DateTimeField(
        allow_null=True, help_text="Since when nothing arrives; null: all is well."
    )
    former_until = serializers.DateTimeField(
        allow_null=True, help_text="Until when the secret before this one signs too."
    )


class NewWebhookOutput(WebhookOutput):
    secret = serializers.CharField(help_text="Checks the signatures. Shown once.")


class DeliveryOutput(Output):
    id = serializers.IntegerField()
    key = serializers.CharField(help_text="The `webhook-id`, the same at every try.")
    kind = serializers.CharField(help_text="The `type` of the message; `test` for a test.")
    position = serializers.IntegerField(
        allow_null=True, help_text="The line's position in the journal; null for a test."
    )
    state = serializers.ChoiceField(choices=DeliveryState.values)
    created_at = serializers.DateTimeField()
    tries = serializers.IntegerField(help_text="How often it was sent.")
    tried_at = serializers.DateTimeField(allow_null=True, help_text="When it was sent last.")
    answered = serializers.IntegerField(
        allow_null=True, help_text="The status of the last answer; null: there was none."
    )
    reason = serializers.CharField(help_text="Why there was no answer; else empty.")
    took_ms = serializers.IntegerField(
        allow_null=True, help_text="How many milliseconds the last try took."
    )
    next_at = serializers.DateTimeField(
        allow_null=True, help_text="When it is sent next; null: no more."
    )


class WebhookInput(Input):
    address = serializers.CharField(
        max_length=2000, help_text="Where messages are to be sent; starts with `https://`."
    )
    types = serializers.ListField(
        child=serializers.ChoiceField(choices=_KINDS),
        max_length=len(_KINDS),
        help_text="Kinds of the journal's lines that it is to be sent.",
    )
    rights = serializers.ChoiceField(
        choices=WebhookRights.values,
        default=WebhookRights.PUBLIC.value,
        help_text="With whose eyes it reads.",
    )


class WebhookPatch(Input):
    paused = serializers.BooleanField(help_text="`false` also brings back what was switched off.")


@operation("club_webhooks", "The webhooks of a club", answer=page_of(WebhookOutput), also=(403,))
def of_club(request: Request, slug: str) -> Response:
    viewer = actor_of(request)
    club = by_id.club(viewer, slug)
    permissions.require(viewer, Action.MANAGE_CLUB, club)
    rows = known.of_club(viewer=viewer, club=club)
    return Response({"results": [_shape(row) for row in rows], "next": None})


@operation(
    "webhook_add",
    "Adds a webhook; its secret is shown once",
    answer=NewWebhookOutput,
    status=201,
    sends=WebhookInput,
    writes=True,
    has_key=False,
)
def add(request: Request, slug: str) -> Response:
    # No idempotency here: the secret would have to be kept. A second one of an address is refused.
    by = actor_of(request)
    club = by_id.club(by, slug)
    permissions.require(by, Action.MANAGE_CLUB, club)
    data = WebhookInput.read(request)
    row, secret = webhooks.add(
        by=by,
        club=club,
        address=data["address"],
        types=data["types"],
        rights=WebhookRights(data["rights"]),
    )
    return Response({**_shape(row), "secret": secret}, status=201)


@operation("webhook", "One webhook", answer=WebhookOutput, also=(403,))
def one(request: Request, slug: str, webhook_id: int) -> Response:
    return Response(_shape(_row(actor_of(request), slug, webhook_id)))


@operation(
    "webhook_change",
    "Pauses a webhook, or resumes it",
    answer=WebhookOutput,
    sends=WebhookPatch,
    writes=True,
)
def change(request: Request, slug: str, webhook_id: int) -> Response:
    by = actor_of(request)
    row = _row(by, slug, webhook_id)
    data = WebhookPatch.read(request)

    def do() -> dict[str, JSON]:
        if data["paused"]:
            return _shape(webhooks.pause(by=by, webhook=row))
        return _shape(webhooks.resume(by=by, webhook=row))

    return once(request, do)


@operation("webhook_remove", "Removes a webhook", status=204, writes=True, has_key=False)
def remove(request: Request, slug: str, webhook_id: int) -> Response:
    by = actor_of(request)
    webhooks.remove(by=by, webhook=_row(by, slug, webhook_id))
    return Response(status=204)


@operation(
    "webhook_rotate",
    "Replaces the secret, which is shown once; the one before signs too for 24 hours",
    answer=NewWebhookOutput,
    writes=True,
    has_key=False,
)
def rotate(request: Request, slug: str, webhook_id: int) -> Response:
    by = actor_of(request)
    row, secret = webhooks.rotate(by=by, webhook=_row(by, slug, webhook_id))
    return Response({**_shape(row), "secret": secret})


@operation(
    "webhook_test",
    "Sends a message that says nothing, to see whether it arrives",
    answer=DeliveryOutput,
    status=201,
    writes=True,
)
def test(request: Request, slug: str, webhook_id: int) -> Response:
    by = actor_of(request)
    row = _row(by, slug, webhook_id)
    return once(request, lambda: _sent(webhooks.send_test(by=by, webhook=row)), status=201)


@operation(
    "webhook_deliveries",
    "What a webhook was sent and what came of it, the newest first",
    answer=page_of(DeliveryOutput),
    parameters=PAGED,
    also=(403,),
)
def deliveries(request: Request, slug: str, webhook_id: int) -> Response:
    viewer = actor_of(request)
    rows = known.deliveries_of(viewer=viewer, webhook=_row(viewer, slug, webhook_id))
    return pagination.of_rows(request, rows, keys=["-id"], shape=_sent)


@operation(
    "webhook_again",
    "Sends one message once more, under its `webhook-id`",
    answer=DeliveryOutput,
    writes=True,
)
def again(request: Request, slug: str, webhook_id: int, delivery_id: int) -> Response:
    by = actor_of(request)
    row = _row(by, slug, webhook_id)
    delivery = known.delivery(viewer=by, webhook=row, pk=delivery_id)

    def do() -> dict[str, JSON]:
        return _sent(webhooks.send_again(by=by, webhook=row, delivery=delivery))

    return once(request, do)


def _row(viewer: Actor, slug: str, pk: int) -> Webhook:
    club = by_id.club(viewer, slug)
    permissions.require(viewer, Action.MANAGE_CLUB, club)
    return known.get(viewer=viewer, club=club, pk=pk)


def _shape(row: Webhook) -> dict[str, JSON]:
    return {
        "id": row.pk,
        "address": row.address,
        "rights": row.rights,
        "types": list(row.types),
        "created_at": shapes.moment(row.created_at),
        "paused_at": shapes.moment(row.paused_at),
        "off_at": shapes.moment(row.off_at),
        "off_why": row.off_why,
        "failing_since": shapes.moment(row.failing_since),
        "former_until": shapes.moment(known.former_until(row)),
    }


def _sent(row: Delivery) -> dict[str, JSON]:
    is_waiting = row.state == DeliveryState.WAITING
    return {
        "id": row.pk,
        "key": row.key,
        "kind": known.TEST if row.line is None else row.line.kind,
        "position": None if row.line is None else row.line.seq,
        "state": row.state,
        "created_at": shapes.moment(row.created_at),
        "tries": row.tries,
        "tried_at": shapes.moment(row.tried_at),
        "answered": row.answered,
        "reason": row.reason,
        "took_ms": row.took_ms,
        "next_at": shapes.moment(row.next_at) if is_waiting else None,
    }
