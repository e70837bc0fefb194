"""Who is the same person in the season files of several clubs."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from league.core.errors import BadInput, LeagueError
from league.lists import namesakes
from league.services.occasions._season_people import NEW, is_hidden, is_short, matches_of
from league.standings.types import PlayerId
from league.words import names

if TYPE_CHECKING:
    from league.lists.season_file import SeasonFile
    from league.services.occasions._season_fields import Told


@dataclass(frozen=True, slots=True)
class Somebody:
    """A person of the region, as the first file names them."""

    key: str
    number: PlayerId
    name: str
    club: str


@dataclass(frozen=True, slots=True)
class RegionPerson:
    """Somebody of a file: ``meant`` is whom of the files before they are; else they are new.

    ``is_open``: somebody has to say who it is.
    """

    key: str
    name: str
    nickname: str
    club: str
    matches: int
    meant: Somebody | None
    is_open: bool
    candidates: tuple[Somebody, ...]


@dataclass(slots=True)
class People:
    """Everybody of the files, the first first."""

    choices: Mapping[str, str]
    everybody: dict[str, Somebody] = field(default_factory=dict)
    rows: list[RegionPerson] = field(default_factory=list)
    faults: list[LeagueError] = field(default_factory=list)
    clubs: dict[PlayerId, list[str]] = field(default_factory=dict)
    _meant: dict[str, Somebody] = field(default_factory=dict)
    _known: namesakes.Register[Somebody] = field(default_factory=namesakes.Register)

    def of(self, file: SeasonFile) -> dict[int, PlayerId]:
        """Who the numbers of a further file are."""
        told: Told = file.season
        club = str(told["club"]["name"])
        written = sorted(told["players"], key=lambda one: int(one["player"]))
        among = namesakes.counted([str(one["name"]) for one in written])
        played = matches_of(told)
        found: dict[int, PlayerId] = {}
        taken: dict[PlayerId, str] = {}
        new: list[tuple[Somebody, Told]] = []
        for one, key in zip(written, keys(file), strict=True):
            row = self._row(one, key, club, among, told, played)
            self.rows.append(row)
            who = row.meant
            if row.is_open:
                self.faults.append(
                    BadInput("region_person_open", field="people", name=row.name, club=club)
                )
            if who is None:
                who = Somebody(key, PlayerId(len(self.everybody) + 1), row.name, club)
                self.everybody[key] = who
                new.append((who, one))
            self._meant[key] = who
            other = taken.setdefault(who.number, row.name)
            if len(taken) <= len(found):
                self.faults.append(
                    BadInput(
                        "region_person_twice",
                        field="people",
                        name=row.name,
                        other=other,
                        person=who.name,
                    )
                )
            found[one["player"]] = who.number
            if club not in (clubs := self.clubs.setdefault(who.number, [])):
                clubs.append(club)
        # People of one file are never taken for each other.
        for who, one in new:
            if not is_hidden(who.name, told):
                called = [str(one.get("nickname", ""))]
                if is_short(who.name, told):
                    self._known.add(who, (), [who.name, *called])
                else:
                    self._known.add(who, [who.name], called)
        return found

    def _row(
        self,
        one: Told,
        key: str,
        club: str,
        among: Counter[str],
        told: Told,
        played: Counter[int],
    ) -> RegionPerson:
        name, choice = str(one["name"]), self.choices.get(key, "")
        meant: namesakes.Found[Somebody] = namesakes.Found((), (), (), is_shared=False)
        if not is_hidden(name, told):
            meant = self._known.find(name, among, is_short=is_short(name, told))
        if choice not in ("", NEW) and choice not in self._meant:
            raise BadInput("region_choice", field="people", name=name, choice=choice)
        return RegionPerson(
            key=key,
            name=name,
            nickname=str(one.get("nickname", "")),
            club=club,
            matches=played[int(one["player"])],
            meant=meant.clear if choice == "" else self._meant.get(choice),
            is_open=choice == "" and meant.is_open,
            candidates=meant.candidates,
        )


def in_order(
    choices: Mapping[str, str], before: Mapping[str, str], kept: Sequence[SeasonFile]
) -> dict[str, str]:
    """The choices, each of somebody of a file before, whichever of the two was asked about.

    Args:
        before: decisions about files of an earlier day, whose people may be called otherwise now.

    Raises:
        BadInput: for a choice of or about nobody of the files.
    """
    order = {key: at for at, key in enumerate(key for file in kept for key in keys(file))}
    for key, choice in choices.items():
        if key not in order or (choice != NEW and choice not in order):
            raise BadInput("region_choice", field="people", name=key, choice=choice)
    every = {
        key: choice
        for key, choice in before.items()
        if key in order and (choice == NEW or choice in order)
    } | dict(choices)
    found: dict[str, str] = {}
    turned: dict[str, str] = {}
    for key in sorted(every, key=lambda one: order[one]):
        choice = every[key]
        if choice != NEW and order[choice] > order[key]:
            first = turned.setdefault(choice, key)
            found[key] = NEW if first == key else first
        else:
            found[key] = choice
    return {**found, **turned}


def origin(file: SeasonFile) -> str:
    """Which season of which club on which installation; the same for its newer files."""
    told: Told = file.season
    text = "\n".join((file.key, str(told["club"]["slug"]), str(told["season"]["slug"])))
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def keys(file: SeasonFile) -> Sequence[str]:
    """What everybody of the file is called in a choice.

    A newer file keeps it, unless others of the name came or went: who is first of them may be
    another now.
    """
    told: Told = file.season
    times: Counter[str] = Counter()
    found: list[str] = []
    home = origin(file)
    among = namesakes.counted([str(one["name"]) for one in told["players"]])
    for one in sorted(told["players"], key=lambda each: int(each["player"])):
        name = names.fold(str(one["name"]))
        times[name] += 1
        digest = hashlib.sha256(f"{name}\n{times[name]}\n{among[name]}".encode()).hexdigest()
        found.append(f"{home}-{digest[:10]}")
    return found
