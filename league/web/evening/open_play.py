"""Open play in words: who could play next and why, who waits, who plays until about when."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from django.core.cache import cache
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.enums import StageMode
from league.core.errors import LeagueError
from league.core.facts import Fact
from league.queries.evening import open_play
from league.queries.evening import waiting_room as reading
from league.queries.occasions import events
from league.queries.seating import seating_fields
from league.services.seating import seatings
from league.web.evening.commands.open_play import step_back
from league.web.evening.commands.press import WayBack
from league.web.local_time import when
from league.words import names
from league.words.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from league.core.actors import Actor
    from league.models import Entry, Event, Stage
    from league.queries.evening.open_play import Free, Proposals
    from league.queries.evening.waiting_room import Room
    from league.seating.rolling import Option
    from league.seating.types import PlannedTable
    from league.web.evening.commands.register import Fields
    from league.web.local_time import When
    from league.words.names import Shown

# A table says so many of the pairs that meet again; the rest is a number.
MOST_PAIRS = 3
# What was done longer ago is history, not a slip; tables can still be taken back by hand.
RECENT = timedelta(minutes=15)
# An advice is as old as the minute it was worked out in.
AWAITED_S = 60


@dataclass(frozen=True, slots=True)
class NextTable:
    """A table that could start, and why just these people."""

    number: int
    game: str
    names: tuple[str, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to seat those who are free; ``proposed`` is how its form says it."""

    tables: tuple[NextTable, ...]
    notes: tuple[str, ...]
    proposed: str


@dataclass(frozen=True, slots=True)
class Wait:
    """The advice to wait, and why."""

    title: str
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proposed:
    """The context of ``league/evening/_proposals.html``."""

    options: tuple[Way, ...]
    wait: Wait | None = None
    hint: str = ""
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Somebody:
    """A name with the number of its entry, for buttons."""

    entry_id: int
    name: str


@dataclass(frozen=True, slots=True)
class FreeRow:
    """Somebody who waits since when, and how many matches they have had."""

    entry_id: int
    name: str
    since: When
    minutes: int
    matches: int


@dataclass(frozen=True, slots=True)
class RunningRow:
    """A table that plays, and until about when."""

    number: int
    game: str
    names: tuple[str, ...]
    since: When | None
    until: When | None
    is_late: bool


@dataclass(frozen=True, slots=True)
class RoomShown:
    """What ``league/evening/_room.html`` shows; ``awaited`` is a table for which the desk waits."""

    free: tuple[FreeRow, ...]
    running: tuple[RunningRow, ...]
    pausing: tuple[Somebody, ...]
    left: tuple[Somebody, ...]
    awaited: int | None = None


def minute_of(stage: Stage) -> str:
    """What waiting times make of a page's stamp: they grow by themselves, minute by minute."""
    if stage.mode != StageMode.OPEN_PLAY:
        return ""
    return f"-{int(timezone.now().timestamp()) // 60}"


def awaited(stage: Stage) -> int | None:
    """The table for which the desk is advised to wait, for the phones of those who are free.

    Worked out once a minute and change of the evening, however many phones ask.
    """
    sign = f"{events.position(stage.event)}{minute_of(stage)}"
    key = f"awaited:{stage.pk}:{hashlib.sha256(sign.encode()).hexdigest()}"
    found: int | None = cache.get(key)
    if found is None:
        found = open_play.awaited(stage) or 0
        cache.set(key, found, AWAITED_S)
    return found or None


def room(stage: Stage, shown: Mapping[int, Shown] | None = None) -> RoomShown:
    """Who waits since when, who plays until about when, who pauses, who has left.

    Args:
        shown: names by player as the audience sees them; left out, the organizers' own.
    """
    found = reading.room(stage)
    event = stage.event
    seated = _entries(event, [pk for row in found.running for pk in row.entries])
    if shown is None:
        shown = names.shown(
            [
                *(row.entry.player for row in found.free),
                *(row.player for row in (*found.pausing, *found.left, *seated.values())),
            ],
            event.club,
            full=True,
        )
    return _room(event, found, seated, shown)


def _room(
    event: Event, found: Room, seated: Mapping[int, Entry], shown: Mapping[int, Shown]
) -> RoomShown:
    now = timezone.now()

    def named(entry: Entry) -> str:
        return shown[entry.player_id].name if entry.player_id in shown else "?"

    return RoomShown(
        free=tuple(
            FreeRow(
                entry_id=row.entry.pk,
                name=named(row.entry),
                since=when(row.at, event),
                minutes=_minutes(row.at, now),
                matches=row.matches,
            )
            for row in found.free
        ),
        running=tuple(
            RunningRow(
                number=row.table.number,
                game=row.table.ruleset.name,
                names=tuple(named(seated[pk]) for pk in row.entries if pk in seated),
                since=when(row.since, event) if row.since else None,
                until=when(row.until, event) if row.until else None,
                is_late=bool(row.until and row.until < now),
            )
            for row in found.running
        ),
        pausing=tuple(Somebody(row.pk, named(row)) for row in found.pausing),
        left=tuple(Somebody(row.pk, named(row)) for row in found.left),
    )


def proposals(actor: Actor, stage: Stage) -> Proposed:
    """The tables that could start now: the best way first, each with its reasons."""
    try:
        found = seatings.proposed(by=actor, stage=stage)
    except LeagueError as error:
        return Proposed((), refusal=sentence(error))
    free = {row.entry.pk: row for row in open_play.free(stage)}
    shown = names.shown((row.entry.player for row in free.values()), stage.event.club, full=True)
    named = {pk: shown[row.entry.player_id].name for pk, row in free.items()}
    games = {row.pk: row.name for row in seating_fields.rulesets_of(stage)}
    drawn = tuple(_option(option, found, free, named, games) for option in found.options)
    wait = _wait(found)
    return Proposed(drawn, wait=wait, hint="" if wait else _hint(found))


def _wait(found: Proposals) -> Wait | None:
    """The advice to wait, with its reasons."""
    advice, patience = found.advice, found.patience
    if advice is None or patience is None:
        return None
    if advice.why == "wait" and advice.minutes is not None:
        title = ngettext(
            "Better to wait about %(n)s minute: table %(table)s ends soon.",
            "Better to wait about %(n)s minutes: table %(table)s ends soon.",
            advice.minutes,
        ) % {"n": advice.minutes, "table": advice.table}
        why = [_("Mixed with that table, no one meets anyone again.")]
        if advice.again:
            seats = sum(len(table.players) for table in found.options[0].tables)
            why = [
                _(
                    "Mixed with that table, everyone meets %(then)s people again on "
                    "average, instead of %(now)s."
                )
                % {
                    "then": _each(advice.again, advice.seats),
                    "now": _each(len(found.options[0].met), seats),
                }
            ]
        why.append(
            ngettext(
                "No one waits longer than %(n)s minute for this.",
                "No one waits longer than %(n)s minutes for this.",
                patience.hold,
            )
            % {"n": patience.hold}
        )
        return Wait(title, tuple(why))
    return None


def _hint(found: Proposals) -> str:
    """Why to start."""
    advice, patience = found.advice, found.patience
    if advice is None or patience is None:
        return ""
    if advice.why == "waited_enough":
        return ngettext(
            "Start now: someone has already waited %(n)s minute.",
            "Start now: someone has already waited %(n)s minutes.",
            patience.waited,
        ) % {"n": patience.waited}
    if advice.why == "none_ends_soon":
        return _("Start now: no table ends soon enough to wait for.")
    if advice.why == "no_fresher":
        return _("Start now: waiting for the next table would hardly mix people better.")
    if advice.why == "end_unknown":
        return _("Or wait for table %(n)s: then fewer people meet again.") % {"n": advice.table}
    return ""


def _each(pairs: int, seats: int) -> str:
    """How many people of these pairs one person meets, to one decimal."""
    return number_format(round(Decimal(2 * pairs) / seats, 1).normalize(), use_l10n=True)


def last_done(stage: Stage, shown: Mapping[int, str]) -> WayBack | None:
    """The way back from the latest thing done, while it is recent.

    Args:
        shown: names by entry.
    """
    done = open_play.last_done(stage)
    if done is None or timezone.now() - done.at > RECENT:
        return None
    if done.table is not None:
        if done.table.record_version:
            return None
        people = done.table.seats.count()
        text = ngettext(
            "Table %(n)s formed, for %(count)d person.",
            "Table %(n)s formed, for %(count)d people.",
            people,
        ) % {"n": done.table.number, "count": people}
    else:
        told = ", ".join(shown.get(pk, "?") for pk in done.entries[:MOST_PAIRS])
        if len(done.entries) > MOST_PAIRS:
            told += " …"
        if done.kind == Fact.ENTRY_DROPPED:
            text = _("Gone home: %(names)s.") % {"names": told}
        elif done.present:
            text = _("Free again: %(names)s.") % {"names": told}
        else:
            text = _("On a break: %(names)s.") % {"names": told}
    fields: Fields = {"stage": stage.number, "step": "play", "do": step_back(done.line)}
    return WayBack(text, fields, _("Undo"))


def _option(
    option: Option,
    found: Proposals,
    free: Mapping[int, Free],
    named: Mapping[int, str],
    games: Mapping[int, str],
) -> Way:
    stay = [named[pk] for pk in option.left if pk not in option.blocked and pk in named]
    notes = []
    if stay:
        notes.append(_("Still waiting: %(names)s.") % {"names": ", ".join(stay)})
    notes += [
        _("%(name)s cannot sit there: kept apart from someone, or plays no game that is free.")
        % {"name": named[pk]}
        for pk in option.blocked
        if pk in named
    ]
    return Way(
        tables=tuple(
            NextTable(
                number=table.number,
                game=games.get(table.ruleset, ""),
                names=tuple(named.get(pk, "?") for pk in table.players),
                reasons=tuple(_reasons(table, found, free, named, games)),
            )
            for table in option.tables
        ),
        notes=tuple(notes),
        proposed=",".join(
            f"{table.ruleset}:{'-'.join(str(pk) for pk in table.players)}"
            for table in option.tables
        ),
    )


def _reasons(
    table: PlannedTable,
    found: Proposals,
    free: Mapping[int, Free],
    named: Mapping[int, str],
    games: Mapping[int, str],
) -> list[str]:
    said = []
    turns = [row for pk, row in free.items() if pk in table.players]
    if turns:
        first = turns[0]
        said.append(
            _("First in line: %(name)s, %(waited)s, %(played)s.")
            % {
                "name": named[first.entry.pk],
                "waited": _waited(_minutes(first.at, timezone.now())),
                "played": played(first.matches),
            }
        )
    said.append(_company(table.players, found, named))
    if found.sizes_forced:
        said.append(_("This number of people fits no other table sizes."))
    if len(found.games) == 1 < len(games):
        said.append(_("Only %(game)s has a free copy.") % {"game": games.get(found.games[0], "")})
    return said


def _company(players: Sequence[int], found: Proposals, named: Mapping[int, str]) -> str:
    again = [
        (named.get(a, "?"), named.get(b, "?"))
        for at, a in enumerate(players)
        for b in players[at + 1 :]
        if found.met.get((min(a, b), max(a, b)), 0)
    ]
    if not again:
        return _("No one there has met yet.")
    told = _("; ").join(_("%(a)s and %(b)s") % {"a": a, "b": b} for a, b in again[:MOST_PAIRS])
    more = len(again) - MOST_PAIRS
    if more > 0:
        return ngettext(
            "Meeting again: %(pairs)s and %(n)s more pair.",
            "Meeting again: %(pairs)s and %(n)s more pairs.",
            more,
        ) % {"pairs": told, "n": more}
    return _("Meeting again: %(pairs)s.") % {"pairs": told}


def _waited(minutes: int) -> str:
    return ngettext("%(n)s minute waiting", "%(n)s minutes waiting", minutes) % {"n": minutes}


def played(matches: int) -> str:
    return ngettext("%(n)s match so far", "%(n)s matches so far", matches) % {"n": matches}


def _minutes(since: datetime, now: datetime) -> int:
    return max(0, int((now - since).total_seconds()) // 60)


def _entries(event: Event, ids: Iterable[int]) -> dict[int, Entry]:
    return event.entries.select_related("player").in_bulk(list(ids))
