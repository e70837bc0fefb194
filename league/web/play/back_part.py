"""Moves that are taken back, on the page of a match: the press, the question, what happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games import catalogue
from league.core.enums import PlayState
from league.queries.play.plays import LineShown

if TYPE_CHECKING:
    from league.queries.play.plays import Shown
    from league.queries.play.take_backs import TakenBack


@dataclass(frozen=True, slots=True)
class BackPart:
    """What a table says about taking moves back.

    Attributes:
        question: what somebody wants, or was refused a moment ago; empty where nothing is asked.
        number: of the question, for an answer.
        answers: whether the viewer may say yes or no; with ``is_own`` they may call it off.
        can_ask: whether the viewer's last move can be taken back.
        must_ask: whether others have to agree to that first.
        can_correct: whether the viewer can enter the last draw of a real table anew.
        rules: which moves can be, for somebody who plays; empty where none can.
    """

    question: str
    number: int
    answers: bool
    is_own: bool
    can_ask: bool
    must_ask: bool
    can_correct: bool
    rules: str


def back_part(shown: Shown) -> BackPart:
    asked = shown.asked_back
    play = catalogue.get(shown.game).play
    return BackPart(
        question=_question(shown),
        number=0 if asked is None else asked.number,
        answers="grant_back" in shown.may,
        is_own="refuse_back" in shown.may and "grant_back" not in shown.may,
        can_ask="take_back" in shown.may,
        must_ask=shown.asks_back,
        can_correct="correct_draw" in shown.may,
        rules="" if play is None else _rules(shown, play.taken_back, play.taken_back_alone),
    )


def _rules(shown: Shown, usual: str, alone: str) -> str:
    """Which moves can be taken back, for who plays: among people, or against bots alone."""
    if not shown.takes_back or shown.mine is None or shown.state != PlayState.RUNNING:
        return ""
    is_alone = all(seat.bot for seat in shown.seats if seat.number != shown.mine)
    text = (is_alone and alone) or usual
    return _(text) if text else ""


def _question(shown: Shown) -> str:
    asked = shown.asked_back
    if asked is None:
        return ""
    names = [seat.name for seat in shown.seats]
    if asked.refused_by is not None:
        if asked.refused_by == asked.seat:
            return ""
        return _("%(name)s wants this move to stay.") % {"name": names[asked.refused_by]}
    if shown.mine in asked.awaited:
        return _("%(name)s wants to undo a move.") % {"name": names[asked.seat]}
    waits = {
        "name": names[asked.seat],
        "names": ", ".join(names[number] for number in asked.awaited),
    }
    if shown.mine == asked.seat:
        return _("You want to undo a move. Waiting for %(names)s.") % waits
    return _("%(name)s wants to undo a move. Waiting for %(names)s.") % waits


def with_backs(shown: Shown) -> tuple[LineShown, ...]:
    """What happened, oldest first, with a line where somebody took a move back."""
    lines = [line for line in shown.lines if line.words]
    backs = list(shown.backs)
    if shown.earlier and lines:
        backs = [back for back in backs if back.at >= lines[0].at]
    found: list[LineShown] = []
    for line in lines:
        while backs and backs[0].at < line.at:
            found.append(_line(shown, backs.pop(0)))
        found.append(line)
    return (*found, *(_line(shown, back) for back in backs))


def _line(shown: Shown, back: TakenBack) -> LineShown:
    name = {"name": shown.seats[back.seat].name}
    done = _("%(name)s corrected a draw.") if shown.by_hand else _("%(name)s undid a move.")
    words = done % name
    return LineShown(seq=back.seq, seat=None, line=None, words=(words,), at=back.at)
