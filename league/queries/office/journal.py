"""The journal in words, for a club's organizers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from league import permissions
from league.core.actions import Action
from league.core.enums import (
    EntryState,
    EventState,
    InvitationKind,
    MembershipKind,
    RecordState,
    Role,
)
from league.models import Account, Entry, Event, FormerName, JournalLine, Player, Season, Stage
from league.queries.occasions import removals
from league.queries.office import rule_changes
from league.queries.people import actor_names
from league.words import names
from league.words.fact_phrases import CONSENT, DETAILS, FACTS

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from league.core.actors import Actor
    from league.models import Club

_CODES = (Role, EntryState, EventState, InvitationKind, MembershipKind, RecordState)
_SENTENCES = {fact.value: words for fact, words in FACTS.items()}
_WORDS = {code: label for enum in _CODES for code, label in enum.choices} | CONSENT


@dataclass(frozen=True, slots=True)
class Line:
    """One line as people read it."""

    id: int
    seq: int | None
    at: datetime
    actor: str
    sentence: str
    details: tuple[tuple[str, str], ...]
    event: Event | None


def of_club(*, viewer: Actor, club: Club) -> QuerySet[JournalLine]:
    """The club's lines, newest first; none for those who may not read them."""
    if not permissions.can(viewer, Action.SEE_JOURNAL, club):
        return JournalLine.objects.none()
    return _with_places(JournalLine.objects.filter(club=club)).order_by("-seq")


def of_event(*, viewer: Actor, event: Event) -> QuerySet[JournalLine]:
    """The event's lines, newest first; none for those who may not read them."""
    if not permissions.can(viewer, Action.SEE_JOURNAL, event):
        return JournalLine.objects.none()
    return _with_places(JournalLine.objects.filter(event=event)).order_by("-id")


def _with_places(rows: QuerySet[JournalLine]) -> QuerySet[JournalLine]:
    return rows.select_related("club", "event__club")


def removal(*, viewer: Actor, club: Club, line_id: int) -> JournalLine | None:
    """The line by which a season or an event of the club was removed, for who may take it back."""
    line = JournalLine.objects.filter(club=club, pk=line_id).first()
    return line if line is not None and removals.undoable(viewer, [line]) else None


def in_words(rows: Iterable[JournalLine]) -> tuple[Line, ...]:
    """Lines as sentences. Names are read now, so that a line never keeps an old one."""
    lines = list(rows)
    acted = actor_names.Known(row.actor_key for row in lines)
    known = _Names(lines, acted.people)
    actors = acted.names(known.people)
    return tuple(
        Line(
            id=row.pk,
            seq=row.seq,
            at=row.at,
            actor=actors[row.actor_key],
            sentence=_sentence(row.kind),
            details=(
                *(
                    (str(label), text)
                    for key, label in DETAILS.items()
                    if not (key == "entry" and "player" in row.payload)  # the same person
                    and (text := known.words(key, row.payload.get(key)))
                ),
                *rule_changes.told(row.payload.get("changed")),
            ),
            event=row.event,
        )
        for row in lines
    )


def _sentence(kind: str) -> str:
    return str(_SENTENCES.get(kind, kind))


class _Names:
    """What the ids in a page's payloads stand for: one query per kind of thing."""

    def __init__(self, rows: Sequence[JournalLine], acted: set[int]) -> None:
        def ids(key: str) -> set[int]:
            values = (row.payload.get(key) for row in rows)
            return {value for value in values if type(value) is int}

        entries = dict(Entry.objects.filter(pk__in=ids("entry")).values_list("pk", "player"))
        people = ids("player") | ids("other") | set(entries.values()) | acted
        club = next((row.club for row in rows if row.club is not None), None)
        named = {row.pk: row for row in Player.objects.filter(pk__in=people)}
        if (
            club is not None
        ):  # told apart from everybody of their name there, not on this page alone
            alike = {row.search_key for row in named.values()}
            rows_of_club = Player.objects.filter(search_key__in=alike, memberships__club=club)
            named |= {row.pk: row for row in rows_of_club}
        self.people = told = names.told_apart(named.values(), club)
        self._known: dict[str, dict[int, str]] = {
            "player": told,
            "other": told,
            "former": _pairs(FormerName.objects.filter(pk__in=ids("former")), "name"),
            "entry": {pk: told[player] for pk, player in entries.items()},
            "account": _pairs(Account.objects.filter(pk__in=ids("account")), "email"),
            "season": _pairs(Season.objects.filter(pk__in=ids("season")), "name"),
            "stage": {stage.pk: str(stage) for stage in Stage.objects.filter(pk__in=ids("stage"))},
        }

    # A payload is JSON of any shape: other owners' facts, and those of earlier releases.
    def words(self, key: str, value: object) -> str:
        if key in self._known and type(value) is int:
            return self._known[key].get(value, "")
        if isinstance(value, bool) or value is None:
            return ""
        if isinstance(value, list):
            return ", ".join(str(each) for each in value if isinstance(each, str | int))
        if key in {"role", "state", "kind", "consent"}:
            return str(_WORDS.get(str(value), value))
        return str(value) if isinstance(value, str | int) else ""


# The rows are of five kinds of thing, of which only the id and one field are read.
def _pairs(rows: QuerySet[Any], field: str) -> dict[int, str]:
    return {pk: str(name) for pk, name in rows.values_list("pk", field)}
