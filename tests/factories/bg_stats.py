"""Files as the app BG Stats exports them, with invented people."""

from __future__ import annotations

import io
import json
import uuid
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

File = dict[str, Any]  # as JSON has it


def id_of(name: str) -> str:
    """The app's id of a person, a game or a play that is called so in a test."""
    return str(uuid.uuid5(uuid.NAMESPACE_DNS, f"{name}.example"))


def file(people: Sequence[str], games: Sequence[Mapping[str, Any]]) -> File:
    """A file without plays; of a game its ``name`` and what differs from the usual."""
    usual = {"cooperative": False, "highestWins": True, "noPoints": False, "usesTeams": False}
    return {
        "about": "export",
        "players": [
            {"id": number, "uuid": id_of(name), "name": name, "isAnonymous": False}
            for number, name in enumerate(people, start=1)
        ],
        "games": [
            {"id": number, "uuid": id_of(game["name"]), **usual, **game}
            for number, game in enumerate(games, start=1)
        ],
        "locations": [{"id": 1, "uuid": id_of("place"), "name": "Club room"}],
        "plays": [],
    }


def add(
    told: File,
    name: str,
    *scores: Mapping[str, Any],
    game: int = 1,
    at: str = "2026-03-03 20:15:00",
    **fields: Any,
) -> None:
    """Adds a play; its first score is that of the first player, unless it says otherwise."""
    usual = {"score": "", "rank": 0, "winner": False, "startPlayer": False, "seatOrder": 0}
    told["plays"].append(
        {
            "uuid": id_of(name),
            "playDate": at,
            "gameRefId": game,
            "locationRefId": 1,
            "ignored": False,
            "playerScores": [
                {"playerRefId": number, **usual, **score}
                for number, score in enumerate(scores, start=1)
            ],
            **fields,
        }
    )


def data(told: File) -> bytes:
    return json.dumps(told).encode()


def zipped(content: bytes, name: str = "BGStatsExport.json") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as box:
        box.writestr(name, content)
    return out.getvalue()


def damaged(method: int) -> bytes:
    """A zip whose contents are packed so, and broken."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as box:
        box.writestr("BGStatsExport.json", b'{"plays": []}' * 200)
    whole = bytearray(out.getvalue())
    begins = 30 + len("BGStatsExport.json")
    whole[begins + 4 : begins + 30] = b"\xff" * 26
    return bytes(whole)
