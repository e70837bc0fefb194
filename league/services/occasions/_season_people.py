"""Who the people of a season file are in a club that exists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import translation
from django.utils.translation import gettext

from league.core.enums import NameLevel
from league.core.errors import BadInput, LeagueError
from league.lists import namesakes
from league.models import Player
from league.queries.people import player_history, players
from league.words import names

if TYPE_CHECKING:
    from league.models import Club
    from league.services.occasions._season_fields import Told

NEW = "new"


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody of the file: ``player`` is whom the club takes them for.

    ``is_open``: somebody has to say who it is; without that, and without ``player``, they are new.
    """

    number: int
    name: str
    nickname: str
    matches: int
    player: Player | None
    is_open: bool
    candidates: tuple[Player, ...]


def rows(club: Club, told: Told, choices: Mapping[str, str]) -> tuple[PersonRow, ...]:
    """Everybody of the file, with whom they are taken for.

    Args:
        choices: by the number in the file: the number of one of the club's people, or ``new``.

    Raises:
        BadInput: at ``people``, for a choice that cannot be.
    """
    everybody = {row.pk: row for row in players.known(club).order_by("sort_key", "pk")}
    known = _register(club, everybody.values())
    written = sorted(told["players"], key=lambda one: int(one["player"]))
    among = namesakes.counted([str(one["name"]) for one in written])
    matches = matches_of(told)
    numbers = {str(one["player"]) for one in written}
    for chosen, choice in choices.items():
        is_one = choice.isdecimal() and len(choice) < 19 and int(choice) in everybody
        if chosen not in numbers or not (choice == NEW or is_one):
            raise BadInput("season_file_choice", field="people", number=chosen, choice=choice)
    found: list[PersonRow] = []
    for one in written:
        number, name = int(one["player"]), str(one["name"])
        nickname = str(one.get("nickname", ""))
        meant: namesakes.Found[Player] = namesakes.Found((), (), (), is_shared=False)
        if not is_hidden(name, told):
            meant = known.find(name, among, is_short=is_short(name, told))
        choice = choices.get(str(number), "")
        player = meant.clear if choice == "" else everybody.get(int(choice) if choice != NEW else 0)
        is_open = choice == "" and meant.is_open
        found.append(
            PersonRow(number, name, nickname, matches[number], player, is_open, meant.candidates)
        )
    return tuple(found)


def faults(found: Iterable[PersonRow]) -> list[LeagueError]:
    """What has to be decided before anything is stored."""
    wrong: list[LeagueError] = []
    taken: dict[int, PersonRow] = {}
    for row in found:
        if row.is_open:
            wrong.append(
                BadInput("season_person_open", field="people", name=row.name, number=row.number)
            )
        if row.player is None:
            continue
        other = taken.setdefault(row.player.pk, row)
        if other is not row:
            wrong.append(
                BadInput(
                    "season_person_twice",
                    field="people",
                    name=row.name,
                    number=row.number,
                    other=other.name,
                    player=row.player.name,
                )
            )
    return wrong


def _register(club: Club, people: Iterable[Player]) -> namesakes.Register[Player]:
    """The club's people by the names they have and had, and by what they are called."""
    known: namesakes.Register[Player] = namesakes.Register()
    with translation.override(club.language):
        hidden = gettext("Player")
        for row in people:
            public = names.public_name(row, club)
            known.add(row, [row.name], [row.nickname, public if public != hidden else ""])
    for name, some in player_history.by_name(club).items():
        for row in some:
            known.add(row, (), [name])
    return known


def is_hidden(name: str, told: Told) -> bool:
    """Whether the public file only says that somebody played."""
    with translation.override(str(told["club"]["language"])):
        word = gettext("Player")
    return told["audience"] == "public" and (name == word or name.startswith(f"{word} ("))


def is_short(name: str, told: Told) -> bool:
    """Whether the public file may say less than the whole name: ``Ada B.``, a nickname."""
    is_whole = told["club"]["name_level"] == NameLevel.FULL and not name.endswith((".", ")"))
    return told["audience"] == "public" and not is_whole


def matches_of(told: Told) -> Counter[int]:
    tables = (
        table
        for event in told["events"]
        for stage in event["stages"]
        for one in stage["rounds"]
        for table in one["tables"]
    )
    return Counter(int(seat["player"]) for table in tables for seat in table["seats"])
