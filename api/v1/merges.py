"""Two records of one person made one: what would follow, doing it, and taking it back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import conditional
from api.authentication import actor_of
from api.idempotency import once
from api.schema import IF_MATCH, Input, IssueOutput, Output, operation, page_of
from api.v1 import shapes
from api.v1.entries import LARGEST_ID
from league import permissions
from league.core.actions import Action
from league.core.enums import MembershipKind
from league.core.errors import BadInput, NotFound
from league.queries import by_id
from league.queries.people import merges as known
from league.queries.people import players
from league.services.people import merges

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Club, Merge, Player
    from league.queries.people.merges import Likely, Preview


class MergedOutput(Output):
    player = serializers.IntegerField()
    name = serializers.CharField(help_text="Told apart where both bear one name.")


class MergedMembershipOutput(Output):
    club = serializers.CharField(help_text="Its slug.")
    kind = serializers.ChoiceField(choices=MembershipKind.values)
    since = serializers.DateField()
    until = serializers.DateField(allow_null=True)


class FollowsOutput(Output):
    entries = serializers.IntegerField(help_text="How many follow.")
    matches = serializers.IntegerField(help_text="Confirmed ones that follow.")
    adjustments = serializers.IntegerField(help_text="Penalties and bonuses that follow.")
    memberships = MergedMembershipOutput(many=True)
    combined = serializers.ListField(
        child=serializers.CharField(), help_text="Events in which both are entered."
    )
    standings = serializers.ListField(
        child=serializers.CharField(), help_text="Seasons and events whose standings change."
    )
    account = serializers.ChoiceField(
        choices=["", "follows", "loses"],
        help_text="Whether the account of `gone` follows, or belongs to no one from then on.",
    )
    taken = serializers.ListField(
        child=serializers.CharField(), help_text="Fields of `gone` that fill empty ones of `kept`."
    )


class MergePreviewOutput(Output):
    version = serializers.IntegerField(
        help_text="For `If-Match`: another one as soon as anything said here is another."
    )
    kept = MergedOutput()
    gone = MergedOutput()
    follows = FollowsOutput(allow_null=True, help_text="Empty where they cannot be made one.")
    refusals = IssueOutput(many=True, help_text="Why they cannot be made one; empty: they can.")


class MergeOutput(Output):
    id = serializers.IntegerField()
    kept = serializers.IntegerField()
    gone = serializers.IntegerField(help_text="A number that leads to `kept` from now on.")
    made_at = serializers.DateTimeField()
    undone_at = serializers.DateTimeField(allow_null=True)


class LikelyOutput(Output):
    first = MergedOutput(help_text="One of them.")
    second = MergedOutput(help_text="The other, whom a merge may make the same person.")
    is_same_name = serializers.BooleanField(help_text="Else the names are nearly the same.")


class MergeInput(Input):
    kept = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    gone = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)


@operation(
    "club_merges",
    "Recent merges of a club's people, for its admins",
    answer=page_of(MergeOutput),
    also=(403,),
)
def of_club(request: Request, slug: str) -> Response:
    by, club = _admin(request, slug)
    rows = [_shape(one.merge) for one in known.of_club(viewer=by, club=club)]
    return Response({"results": rows, "next": None})


@operation(
    "merges_likely",
    "Pairs of the club's people who may be one person, the likeliest first; never two who met",
    answer=page_of(LikelyOutput),
    also=(403,),
)
def likely(request: Request, slug: str) -> Response:
    by = actor_of(request)
    club = by_id.club(by, slug)
    permissions.require(by, Action.MANAGE_PEOPLE, club)
    rows = [_likely(one) for one in known.likely(viewer=by, club=club)]
    return Response({"results": rows, "next": None})


@operation(
    "merge_preview",
    "What merging two records would do; nothing is stored",
    answer=MergePreviewOutput,
    sends=MergeInput,
    writes=True,
    has_key=False,
)
def preview(request: Request, slug: str) -> Response:
    by, club = _admin(request, slug)
    kept, gone = _both(by, request)
    found = known.preview(viewer=by, club=club, kept=kept, gone=gone)
    if found is None:
        raise NotFound("not_found")
    return conditional.versioned(Response(_previewed(found)), found.version)


@operation(
    "merge_make",
    "Merges two records of one person, as previewed",
    answer=MergeOutput,
    status=201,
    sends=MergeInput,
    writes=True,
    also=(428,),
    parameters=(IF_MATCH,),
)
def make(request: Request, slug: str) -> Response:
    by, club = _admin(request, slug)
    version = conditional.expected_version(request)
    kept, gone = _both(by, request)

    def do() -> dict[str, JSON]:
        row = merges.merge(by=by, club=club, kept=kept, gone=gone, expected_version=version)
        return _shape(row)

    return once(request, do, status=201)


@operation(
    "merge_undo",
    "Undoes a merge; what has happened since stays",
    status=204,
    writes=True,
    has_key=False,
)
def undo(request: Request, slug: str, merge_id: int) -> Response:
    by, club = _admin(request, slug)
    row = known.by_id(viewer=by, club=club, merge_id=merge_id)
    if row is None:
        raise NotFound("not_found")
    merges.undo(by=by, merge=row)
    return Response(status=204)


def _admin(request: Request, slug: str) -> tuple[Actor, Club]:
    by = actor_of(request)
    club = by_id.club(by, slug)
    permissions.require(by, Action.MERGE_PEOPLE, club)
    return by, club


def _both(by: Actor, request: Request) -> tuple[Player, Player]:
    data: dict[str, Any] = MergeInput.read(request)  # numbers, as the framework read them
    return _named(by, data, "kept"), _named(by, data, "gone")


def _named(by: Actor, data: dict[str, Any], field: str) -> Player:  # see _both
    player = players.by_id(viewer=by, player_id=data[field])
    if player is None:
        raise BadInput("bad_choice", field=field, value=str(data[field]))
    return player


def _likely(one: Likely) -> dict[str, JSON]:
    first, second = one.both
    return {
        "first": {"player": first.row.pk, "name": first.name},
        "second": {"player": second.row.pk, "name": second.name},
        "is_same_name": one.is_same_name,
    }


def _previewed(found: Preview) -> dict[str, JSON]:
    return {
        "version": found.version,
        "kept": {"player": found.kept.pk, "name": found.kept_name},
        "gone": {"player": found.gone.pk, "name": found.gone_name},
        "follows": None if found.refusals else _follows(found),
        "refusals": [{**shapes.remark(one), "level": "error"} for one in found.refusals],
    }


def _follows(found: Preview) -> dict[str, JSON]:
    return {
        "entries": found.entries,
        "matches": found.matches,
        "adjustments": found.adjustments,
        "memberships": [
            {
                "club": row.club.slug,
                "kind": row.kind,
                "since": row.since.isoformat(),
                "until": row.until.isoformat() if row.until else None,
            }
            for row in found.memberships
        ],
        "combined": list(found.combined),
        "standings": list(found.standings),
        "account": found.account,
        "taken": list(found.taken),
    }


def _shape(row: Merge) -> dict[str, JSON]:
    return {
        "id": row.pk,
        "kept": row.kept_id,
        "gone": row.gone_id,
        "made_at": shapes.moment(row.made_at),
        "undone_at": shapes.moment(row.undone_at),
    }
