"""Matches in the browser at the tables of an evening, for scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers

from api.schema import Output
from league.core.enums import PlayState

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.queries.play.table_plays import TablePlay


class TablePlayOutput(Output):
    code = serializers.CharField(help_text="The match: `/plays/<code>/`.")
    state = serializers.ChoiceField(choices=PlayState.values)
    here = serializers.IntegerField(help_text="How many have come to their seats.")
    size = serializers.IntegerField()
    length = serializers.IntegerField(help_text="How far it has come, as its game counts.")
    owing = serializers.ListField(child=serializers.CharField(), help_text="Who is to decide.")
    by_hand = serializers.BooleanField(help_text="Whether with real dice or cards.")
    record = serializers.IntegerField(allow_null=True, help_text="The version it handed in.")
    kept_out = serializers.CharField(help_text="What keeps its result out, by a code; else empty.")


def shape(play: TablePlay | None) -> dict[str, JSON] | None:
    """A table's match as the table tells it."""
    if play is None:
        return None
    return {
        "code": play.code,
        "state": play.state.value,
        "here": play.here,
        "size": play.size,
        "length": play.length,
        "owing": list(play.owing),
        "by_hand": play.by_hand,
        "record": play.record_id,
        "kept_out": play.kept_out,
    }
