"""Who one is here, and one's own tokens."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.schema import Input, Output, operation, page_of
from api.v1 import shapes
from api.v1.entries import LARGEST_ID
from league.core.enums import ActorKind, Role, TokenKind
from league.core.errors import NotFound
from league.queries import by_id
from league.queries.people import access as known
from league.services.people import accounts

SCOPES = ("clubs", "organize", "read", "records")


class RoleOutput(Output):
    role = serializers.ChoiceField(choices=Role.values)
    club = serializers.IntegerField(allow_null=True)
    season = serializers.IntegerField(allow_null=True)
    event = serializers.IntegerField(allow_null=True)


class MeOutput(Output):
    kind = serializers.ChoiceField(choices=ActorKind.values)
    player = serializers.IntegerField(allow_null=True)
    event = serializers.IntegerField(allow_null=True, help_text="The only event a token knows.")
    scopes = serializers.ListField(child=serializers.CharField())
    roles = RoleOutput(many=True)


class TokenOutput(Output):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=TokenKind.values)
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    event = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()
    last_used_on = serializers.DateField(allow_null=True)
    expires_at = serializers.DateTimeField(allow_null=True)


class NewTokenOutput(TokenOutput):
    secret = serializers.CharField(help_text="Shown once, and not kept.")


class TokenInput(Input):
    name = serializers.CharField(max_length=120)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=SCOPES), default=["read"], max_length=len(SCOPES)
    )
    days = serializers.IntegerField(required=False, min_value=1, max_value=100_000)
    event = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    device = serializers.BooleanField(default=False, help_text="A read-only board of the event.")


@operation("me", "Who asks", answer=MeOutput)
def me(request: Request) -> Response:
    actor = actor_of(request)
    is_visitor = actor.kind == ActorKind.ANONYMOUS
    return Response(
        {
            "kind": actor.kind.value,
            "player": actor.player_id,
            "event": actor.event_id,
            "scopes": ["read"] if is_visitor else sorted(actor.scopes),
            "roles": [
                {
                    "role": grant.role.value,
                    "club": grant.club_id,
                    "season": grant.season_id,
                    "event": grant.event_id,
                }
                for grant in actor.grants
            ],
        }
    )


@operation("tokens", "One's own tokens", answer=page_of(TokenOutput))
def tokens(request: Request) -> Response:
    rows = known.tokens_of(viewer=actor_of(request)).order_by("-id")
    return Response({"results": [shapes.token(row) for row in rows], "next": None})


@operation(
    "token_make",
    "Creates a token; its secret is shown once",
    answer=NewTokenOutput,
    status=201,
    sends=TokenInput,
    writes=True,
    has_key=False,
)
def make_token(request: Request) -> Response:
    # No idempotency here: the secret would have to be kept for the repeat.
    by = actor_of(request)
    data = TokenInput.read(request)
    pk = data.get("event")
    row, secret = accounts.make_token(
        by=by,
        name=data["name"],
        scopes=data["scopes"],
        days=data.get("days"),
        event=None if pk is None else by_id.event(by, pk),
        device=data["device"],
    )
    return Response({**shapes.token(row), "secret": secret}, status=201)


@operation("token_revoke", "Ends a token", status=204, writes=True, has_key=False)
def revoke_token(request: Request, token_id: int) -> Response:
    by = actor_of(request)
    row = known.token(viewer=by, token_id=token_id)
    if row is None:
        raise NotFound("not_found")
    accounts.revoke_token(by=by, token=row)
    return Response(status=204)
