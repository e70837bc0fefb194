"""The ids by which files of BG Stats know plays and people: the app's own, or ours."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Final

from league.models import BgStatsPlayer, MatchRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from league.models import Club

MARK: Final = "bgs:"
"""Between the season's part of a record's key and the app's id of the play."""


def own(club: Club, kind: str, key: int | str) -> str:
    """The id of a table, a player, a game or a place in files that this club hands out."""
    name = f"stammtisch:{club.pk}:{club.created_at.isoformat()}:{kind}:{key}"
    return str(uuid.uuid5(uuid.NAMESPACE_OID, name))


def plays_from_app(club: Club) -> dict[int, str]:
    """By table, of plays that came from the app: its ids."""
    rows = MatchRecord.objects.filter(
        version=1, stage__event__club=club, reporter_key__contains=f":{MARK}"
    ).exclude(reporter_key="")
    told = rows.values_list("table_id", "reporter_key")
    return {table: key.partition(f":{MARK}")[2] for table, key in told if key[:7] == "import:"}


def plays_of(club: Club) -> dict[str, int]:
    """The tables of all plays that the club has, by id: those from the app, and its own."""
    tables = MatchRecord.objects.filter(version=1, stage__event__club=club)
    ours = {own(club, "table", table): table for table in tables.values_list("table_id", flat=True)}
    return ours | {key: table for table, key in plays_from_app(club).items()}


def people_of(club: Club, numbers: Iterable[int]) -> Mapping[str, int]:
    """By id, whom the club means: as it was decided once, or as its own files say."""
    told = dict(BgStatsPlayer.objects.filter(club=club).values_list("uuid", "player_id"))
    return {own(club, "player", number): number for number in numbers} | told
