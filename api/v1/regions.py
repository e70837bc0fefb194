"""One table over the season files of several clubs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.schema import Input, Output, operation
from api.v1.season_files import SeasonFaultOutput
from api.v1.standings import ColumnOutput
from league.lists import season_file as files
from league.queries import by_id
from league.services.occasions import region_tables
from league.standings.rules import rule_to_json
from league.words.sentences import sentence

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.services.occasions.region_tables import Region


class RegionInput(Input):
    files = serializers.ListField(
        child=serializers.DictField(),
        max_length=2 * region_tables.MOST,
        help_text="Two to twenty season files. Of several of one season the newest counts.",
    )
    trust = serializers.ListField(
        child=serializers.CharField(max_length=60),
        required=False,
        max_length=region_tables.MOST,
        help_text="Fingerprints of keys not known here: yes to these files.",
    )
    people = serializers.DictField(
        child=serializers.CharField(max_length=40),
        required=False,
        help_text="Who is who: by the `key` of somebody, that of somebody in another file, or "
        "`new`.",
    )
    rule = serializers.DictField(
        required=False,
        help_text='What counts, as in a season: `{"kind": "best_n", "n": 8, "unit": "matches"}`; '
        "else everything is added.",
    )
    chain = serializers.ListField(
        child=serializers.CharField(max_length=40),
        required=False,
        help_text="The tie-breaks in their order; else those of the first file.",
    )


class RegionFileOutput(Output):
    club = serializers.CharField(help_text="Its club.")
    season = serializers.CharField(help_text="Its season.")
    matches = serializers.IntegerField(help_text="Matches that count.")
    people = serializers.IntegerField(help_text="Everybody in it.")
    replaces = serializers.IntegerField(help_text="Older files of the season, which do not count.")


class RegionPersonOutput(Output):
    key = serializers.CharField(help_text="For `people`; a newer file keeps it.")
    name = serializers.CharField(help_text="In the file.")
    nickname = serializers.CharField(help_text="In the file; empty: none.")
    club = serializers.CharField(help_text="The file's club.")
    matches = serializers.IntegerField(help_text="Theirs in the file.")
    meant = serializers.CharField(
        allow_null=True,
        help_text="The `key` of somebody of a file before whom they are; null: somebody new.",
    )
    is_open = serializers.BooleanField(help_text="Has to be decided in `people` first.")
    candidates = serializers.ListField(
        child=serializers.CharField(), help_text="The `key` of each who it could be."
    )


class RegionRowOutput(Output):
    name = serializers.CharField(help_text="Told apart by club where two are equal.")
    clubs = serializers.CharField(help_text="Where they played.")
    rank = serializers.IntegerField(allow_null=True, help_text="Null: not ranked.")
    tied = serializers.BooleanField(help_text="Shares the rank.")
    values = serializers.DictField(help_text="By the key of the column, as in standings.")


class RegionOutput(Output):
    files = RegionFileOutput(many=True, help_text="The files that count.")
    people = RegionPersonOutput(many=True, help_text="Everybody of every file.")
    faults = SeasonFaultOutput(many=True, help_text="What has to be decided before there are rows.")
    rule = serializers.DictField(help_text="What counts.")
    chain = serializers.ListField(child=serializers.CharField(), help_text="The tie-breaks.")
    columns = ColumnOutput(many=True, help_text="What `values` holds.")
    rows = RegionRowOutput(many=True, help_text="The table.")


@operation(
    "club_regional_table",
    "One table over the season files of several clubs; stores nothing",
    answer=RegionOutput,
    sends=RegionInput,
    writes=True,
    has_key=False,
)
def table(request: Request, slug: str) -> Response:
    by = actor_of(request)
    club = by_id.club(by, slug)
    data = RegionInput.read(request)
    found = region_tables.table(
        by=by,
        club=club,
        data=[files.sent(one) for one in data["files"]],
        trust=data.get("trust", ()),
        people=data.get("people"),
        rule=data.get("rule"),
        chain=data.get("chain"),
    )
    return Response(
        {
            "files": [
                {
                    "club": row.club,
                    "season": row.season,
                    "matches": row.matches,
                    "people": row.people,
                    "replaces": row.replaces,
                }
                for row in found.files
            ],
            "people": [
                {
                    "key": row.key,
                    "name": row.name,
                    "nickname": row.nickname,
                    "club": row.club,
                    "matches": row.matches,
                    "meant": None if row.meant is None else row.meant.key,
                    "is_open": row.is_open,
                    "candidates": [one.key for one in row.candidates],
                }
                for row in found.people
            ],
            "faults": [
                {"field": one.field, "code": one.code, "message": sentence(one)}
                for one in found.faults
            ],
            "rule": rule_to_json(found.rule),
            "chain": list(found.chain),
            **_table(found),
        }
    )


def _table(found: Region) -> dict[str, JSON]:
    if found.table is None:
        return {"columns": [], "rows": []}
    rows: list[Any] = [  # Any: values of many kinds
        {
            "name": row["name"],
            "clubs": found.clubs[row["player"]],
            "rank": row["rank"],
            "tied": row["tied"],
            "values": row["values"],
        }
        for row in found.table["rows"]
    ]
    columns: list[Any] = [{**column} for column in found.table["columns"]]  # Any: typed dicts
    return {"columns": columns, "rows": rows}
