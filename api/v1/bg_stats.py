"""Files of the app BG Stats: plays that come into a season, matches that go out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.idempotency import once
from api.schema import Output, operation
from api.v1.files_in import body
from league.core.errors import BadInput
from league.lists.whole_numbers import whole
from league.queries import by_id
from league.queries.records import bg_stats_out
from league.services.records import bg_stats_import
from league.services.records.bg_stats_import import Choices
from league.words.sentences import sentence

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.lists.line_notes import Note
    from league.services.records.bg_stats_import import GameRow, PersonRow

_TOLD = 200
_FILE: dict[str, Any] = {  # Any: as the tool has it
    "application/octet-stream": OpenApiTypes.BINARY,
    "application/json": OpenApiTypes.OBJECT,
}
_YES = {"type": "string", "enum": ["true", "false"], "default": "false"}
_MANY = {"type": "array", "items": {"type": "string"}}
HOW = (
    OpenApiParameter(
        "create_players", _YES, description="Makes guests of names that no one in the club has."
    ),
    OpenApiParameter("create_games", _YES, description="Adds missing games to the shelf."),
    OpenApiParameter(
        "person",
        _MANY,
        description="Who somebody of the file is: their `uuid`, a colon, and a player's number, "
        "`new` or `out`. Once for each.",
    ),
    OpenApiParameter(
        "game",
        _MANY,
        description="What a game of the file counts as: its `uuid`, a colon, and the number of a "
        "game of the club, `new` or `out`. Once for each.",
    ),
)
SKIP = OpenApiParameter(
    "skip_bad", _YES, description="Imports the good plays where others have faults."
)


class BgStatsPersonOutput(Output):
    uuid = serializers.CharField(help_text="Of the app; for `person`.")
    name = serializers.CharField(help_text="In the file.")
    plays = serializers.IntegerField(help_text="New plays of theirs.")
    player = serializers.IntegerField(
        allow_null=True,
        help_text="Whom the club takes them for; null for somebody new or left out.",
    )
    is_new = serializers.BooleanField(help_text="Would become a guest.")
    is_remembered = serializers.BooleanField(help_text="Decided by an earlier file.")
    candidates = serializers.ListField(
        child=serializers.IntegerField(), help_text="Players who it could be."
    )


class BgStatsGameOutput(Output):
    uuid = serializers.CharField(help_text="Of the app; for `game`.")
    name = serializers.CharField(help_text="In the file.")
    plays = serializers.IntegerField(help_text="New plays of it.")
    title = serializers.CharField(help_text="What it counts as; empty where it is left out.")
    is_new = serializers.BooleanField(help_text="Would be put on the shelf.")


class BgStatsFaultOutput(Output):
    record = serializers.CharField(help_text="The record of the file, counted from 1: `plays 17`.")
    field = serializers.CharField(help_text="The field; empty where it is about all of it.")
    code = serializers.CharField()
    message = serializers.CharField(help_text="In the language asked for.")


class BgStatsPreviewOutput(Output):
    matches = serializers.IntegerField(help_text="Plays that would be added.")
    recognised = serializers.IntegerField(help_text="Plays that are there already.")
    new_players = serializers.IntegerField(help_text="People who would become guests.")
    left_out = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="How many sound plays do not come, by reason: `outside` the season, `ignored` "
        "in the app, `alone` at the table, `large` (more than twelve), `game` or `person` left "
        "out, `no_result`, `probably_there` (a match of the club has the same day, game, people "
        "and result).",
    )
    faulty = serializers.IntegerField(help_text="Plays that something in `bad` keeps out.")
    kept = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="How many new plays bring something beside their result, by what it is: `place`, "
        "`comment`, `expansions`, `roles`, `minutes`, `begins`. Who sees full names sees it.",
    )
    lost = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="Of how many it cannot be kept, or not as a whole: too long, or unreadable.",
    )
    people = BgStatsPersonOutput(many=True, help_text="Everybody in plays that could come.")
    games = BgStatsGameOutput(many=True, help_text="Every game of plays that could come.")
    bad = BgStatsFaultOutput(many=True, help_text="What is wrong, the first of it.")


class BgStatsImportOutput(Output):
    matches = serializers.IntegerField(help_text="Plays that were added.")
    recognised = serializers.IntegerField(help_text="Plays that were there already.")
    skipped = serializers.IntegerField(help_text="Plays that were left out.")
    events = serializers.IntegerField(help_text="Evenings that were made.")
    players = serializers.IntegerField(help_text="Guests that were made.")


class BgStatsFileOutput(Output):
    about = serializers.CharField(help_text="Where the file comes from.")
    players = serializers.ListField(
        child=serializers.DictField(), help_text="`id`, `uuid` and `name`, as you may see it."
    )
    games = serializers.ListField(
        child=serializers.DictField(),
        help_text="`id`, `uuid`, `name`, `cooperative`, `highestWins`, `noPoints`; expansions have "
        "`isExpansion`.",
    )
    locations = serializers.ListField(
        child=serializers.DictField(), help_text="`id`, `uuid` and `name`."
    )
    plays = serializers.ListField(
        child=serializers.DictField(),
        help_text="`uuid`, `playDate` (by the clock on the wall), `gameRefId`, `locationRefId`, "
        "`comments`, `durationMin`, `expansionPlays`, and in `playerScores` each seat: "
        "`playerRefId`, `score`, `rank`, `winner`, `startPlayer`, `seatOrder`, `role`, `team`.",
    )


@operation(
    "club_bg_stats",
    "The club's confirmed matches as a file of the app BG Stats, as you may see them",
    answer=BgStatsFileOutput,
    parameters=(
        OpenApiParameter(
            "player", int, description="Leaves out the matches in which this player has no seat."
        ),
    ),
)
def of_club(request: Request, slug: str) -> Response:
    viewer = actor_of(request)
    club = by_id.club(viewer, slug)
    player = None
    if (asked := request.query_params.get("player")) is not None:
        player = by_id.player_of(viewer, club, whole(asked) or 0)
    return Response(bg_stats_out.of_club(viewer, club, player))


@operation(
    "season_bg_stats_preview",
    "What importing a file of BG Stats would do; stores nothing",
    answer=BgStatsPreviewOutput,
    sends=_FILE,
    writes=True,
    has_key=False,
    parameters=HOW,
)
def preview(request: Request, season_id: int) -> Response:
    by = actor_of(request)
    season = by_id.season(by, season_id)
    found = bg_stats_import.preview(
        by=by, season=season, data=body(request), choices=_choices(request)
    )
    return Response(
        {
            "matches": found.new,
            "recognised": found.recognised,
            "new_players": found.new_players,
            "left_out": dict(found.left_out),
            "faulty": found.faulty,
            "kept": dict(found.kept),
            "lost": dict(found.lost),
            "people": [_person(row) for row in found.people],
            "games": [_game(row) for row in found.games],
            "bad": [_fault(one) for one in found.bad[:_TOLD]],
        }
    )


@operation(
    "season_bg_stats_import",
    "Imports the plays of a file of BG Stats, as it is or zipped; all or nothing",
    answer=BgStatsImportOutput,
    status=201,
    sends=_FILE,
    writes=True,
    parameters=(*HOW, SKIP),
)
def run(request: Request, season_id: int) -> Response:
    by = actor_of(request)
    season = by_id.season(by, season_id)

    def do() -> dict[str, JSON]:
        done = bg_stats_import.run(
            by=by,
            season=season,
            data=body(request),
            choices=_choices(request),
            skip_bad=_is_yes(request, "skip_bad"),
        )
        return {
            "matches": done.matches,
            "recognised": done.recognised,
            "skipped": done.skipped,
            "events": done.evenings,
            "players": done.players,
        }

    return once(request, do, status=201)


def _is_yes(request: Request, name: str) -> bool:
    return bool(request.query_params.get(name, "") == "true")


def _choices(request: Request) -> Choices:
    return Choices(
        people=_chosen(request, "person"),
        games=_chosen(request, "game"),
        create_players=_is_yes(request, "create_players"),
        create_games=_is_yes(request, "create_games"),
    )


def _chosen(request: Request, name: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in request.query_params.getlist(name):
        uuid, colon, choice = text.partition(":")
        if not colon or not choice:
            raise BadInput("bad_choice", field=name, value=text[:40])
        found[uuid.lower()] = choice[:20]
    return found


def _person(row: PersonRow) -> dict[str, JSON]:
    return {
        "uuid": row.uuid,
        "name": row.name,
        "plays": row.plays,
        "player": None if row.player is None else row.player.pk,
        "is_new": row.is_new,
        "is_remembered": row.is_remembered,
        "candidates": [one.pk for one in row.candidates],
    }


def _game(row: GameRow) -> dict[str, JSON]:
    return {
        "uuid": row.key,
        "name": row.name,
        "plays": row.plays,
        "title": row.title,
        "is_new": row.is_new,
    }


def _fault(one: Note) -> dict[str, JSON]:
    return {
        "record": str(one.error.params.get("where", f"plays {one.line}")),
        "field": one.error.field,
        "code": one.error.code,
        "message": sentence(one.error),
    }
