"""The register of the desk's commands: every button, what it does, and how it is taken back.

A form spells a command as a word and numbers, ``here:12``; the address of the page that answers
spells what was done by it in the same way, ``?did=left&ids=12-345``. Both are functions here, and
their parameters are those numbers: ``leave(12)`` is a command, ``left(12, 345)`` what it did.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec

from league.core.errors import BadInput
from league.lists.whole_numbers import whole
from league.queries.evening import desk as reading
from league.queries.evening import entries as people
from league.queries.seating import seatings

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.utils.functional import _StrPromise

    from league.core.actors import Actor
    from league.models import Entry, Event, Player, Round, Seating, Stage, Table
    from league.queries.evening.desk import Desk

    Text = str | _StrPromise
    # What a button sends beside itself, by the names of its fields.
    Fields = Mapping[str, "int | str | Command"]

P = ParamSpec("P")
Numbers = tuple[Any, ...]  # of rows, steps and versions; None for no version


@dataclass(frozen=True, slots=True)
class Call:
    """One press of a button: by whom, where, and what the form says besides the button."""

    request: HttpRequest
    by: Actor
    event: Event

    def text(self, name: str) -> str:
        return self.request.POST.get(name, "")

    def ticked(self, name: str) -> list[int]:
        return [found for text in self.request.POST.getlist(name) if (found := whole(text))]

    @property
    def accepts(self) -> bool:
        return self.text("accept") == "yes"

    def entry(self, pk: int) -> Entry:
        return people.entry(self.by, self.event, pk)

    def player(self, pk: int) -> Player:
        return people.candidate(self.by, self.event, pk)

    def round(self, pk: int) -> Round:
        return seatings.round_(self.by, self.event, pk)

    def seating(self, pk: int) -> Seating:
        return seatings.seating(self.by, self.event, pk)

    def table(self, pk: int) -> Table:
        return seatings.table(self.by, self.event, pk)

    def stage(self) -> Stage:
        return reading.stage_of(self.by, self.event, whole(self.text("stage")))


@dataclass(frozen=True, eq=False)
class _Word:
    """A word that is spelled with numbers: the parameters of its function but for the first.

    The last of them may have usual values. Of two words the first says that the first parameter is
    true, and the second that it is not.
    """

    words: tuple[str, ...]
    function: Callable[..., Any]

    @cached_property
    def signature(self) -> Signature:
        return signature(self.function)

    @property
    def parameters(self) -> list[Parameter]:
        return list(self.signature.parameters.values())[1:]

    def bound(self, args: Numbers, kwargs: Mapping[str, Any]) -> Numbers:
        """All numbers, the usual ones too."""
        found = self.signature.bind(None, *args, **kwargs)
        found.apply_defaults()
        return found.args[1:]

    def values(self, word: str, ids: Numbers) -> Numbers | None:
        """What these numbers mean; None where they are too few or too many."""
        flag = (word == self.words[0],) if len(self.words) > 1 else ()
        usual = tuple(one.default for one in self.parameters[len(flag) + len(ids) :])
        found = (*flag, *ids, *usual)
        return None if Parameter.empty in usual or len(found) > len(self.parameters) else found

    def spelled(self, values: Numbers) -> tuple[str, list[str]]:
        """The word and the numbers that mean this, without the usual ones at the end."""
        word, said = self.words[0], list(zip(self.parameters, values, strict=True))
        if len(self.words) > 1:
            word, said = self.words[0 if values[0] else 1], said[1:]
        while said and said[-1][0].default == said[-1][1]:
            said.pop()
        return word, [str(value) for _, value in said]


@dataclass(frozen=True, eq=False)
class Button(_Word, Generic[P]):
    """One button of the desk. Called with the rows it is about it is a command.

    ``then``: the step at which the desk goes on. ``is_once``: sent again under the same key it
    counts once. ``takes_a_place``: it needs a place of the event for one person, and can make room
    for them. ``can_wait``: where all places are taken, the waiting list will do.
    """

    then: str
    is_once: bool
    takes_a_place: bool
    can_wait: bool

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Command:
        return Command(self, self.bound(args, kwargs))


@dataclass(frozen=True, slots=True)
class Command:
    """What one press does; written, it is what the form sends."""

    button: Button[...]
    values: Numbers

    def __str__(self) -> str:
        word, ids = self.button.spelled(self.values)
        return ":".join([word, *ids])

    def do(self, call: Call) -> Done | None:
        """What was done; None where the page itself shows it, and how to take it back."""
        done: Done | None = self.button.function(call, *self.values)
        return done


@dataclass(frozen=True, eq=False)
class Outcome(_Word, Generic[P]):
    """A kind of what can be done. Called with the rows it is about, it is what was done."""

    back: Callable[..., Command] | None
    label: Text

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Done:
        return Done(self, self.bound(args, kwargs))


@dataclass(frozen=True, slots=True)
class Done:
    """What was done, as the address of a page says it."""

    outcome: Outcome[...]
    values: Numbers

    @property
    def word(self) -> str:
        return self.outcome.words[0]

    @property
    def ids(self) -> str:
        return "-".join(self.outcome.spelled(self.values)[1])

    def said(self, desk: Desk) -> str:
        """The sentence; empty where the address, which anybody can write, fits the desk no more."""
        return str(self.outcome.function(desk, *self.values))

    def undo(self) -> Command | None:
        """The command that takes it back; None where nothing needs to be."""
        back = self.outcome.back
        if back is None:
            return None
        wanted = (
            back.parameters if isinstance(back, Button) else signature(back).parameters.values()
        )
        names = [one.name for one in wanted]
        known = zip(self.outcome.parameters, self.values, strict=True)
        return back(**{one.name: value for one, value in known if one.name in names})


BUTTONS: dict[str, Button[...]] = {}
OUTCOMES: dict[str, Outcome[...]] = {}


def command(
    *words: str,
    then: str,
    is_once: bool = False,
    takes_a_place: bool = False,
    can_wait: bool = False,
) -> Callable[[Callable[Concatenate[Call, P], Done | None]], Button[P]]:
    """Puts a button into the register: under a word, or under two that set a flag and clear it."""

    def register(do: Callable[Concatenate[Call, P], Done | None]) -> Button[P]:
        button = Button[P](words, do, then, is_once, takes_a_place, can_wait)
        for word in words:
            assert BUTTONS.setdefault(word, button) is button, word
        return button

    return register


def outcome(
    word: str, *, back: Callable[..., Command] | None = None, label: Text = ""
) -> Callable[[Callable[Concatenate[Desk, P], str]], Outcome[P]]:
    """Puts into the register what can be done: its sentence, and the button that takes it back.

    ``back`` gets what it names of the parameters. ``label`` is what the button says, if not "Undo".
    """

    def register(said: Callable[Concatenate[Desk, P], str]) -> Outcome[P]:
        found = Outcome[P]((word,), said, back, label)
        assert OUTCOMES.setdefault(word, found) is found, word
        return found

    return register


def read_command(text: str) -> Command:
    """The command that a form spells.

    Raises:
        BadInput: ``unknown_choice`` where no button is spelled like this.
    """
    word, *rest = text.split(":")
    ids = tuple(found for part in rest if (found := whole(part, low=0)) is not None)
    button = BUTTONS.get(word)
    values = button.values(word, ids) if button and len(ids) == len(rest) else None
    if button is None or values is None:
        raise BadInput("unknown_choice", field="do", choice=word[:40])
    return Command(button, values)


def read_done(word: str, ids: Numbers) -> Done | None:
    """What is said to be done; None where nothing is spelled like this."""
    found = OUTCOMES.get(word)
    values = found.values(word, ids) if found else None
    return Done(found, values) if found and values is not None else None


def told(text: Text, **values: str | int | None) -> str:
    """The sentence with these words in it; empty where the desk does not know one of them."""
    return "" if None in values.values() else str(text) % values


def name_of(desk: Desk, entry: int) -> str | None:
    """Who takes part, or did before they left."""
    rows = (*desk.roll.rows, *desk.roll.gone)
    return next((row.name for row in rows if row.entry_id == entry), None)


def number_of(desk: Desk, table: int) -> int | None:
    """The number of a table of the round on show."""
    return next((row.number for row in desk.tables if row.table_id == table), None)
