"""Table talk on the page of a match: what was said, and what the viewer may do about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.core.enums import TalkPhrase
from league.services.play.talk import LONGEST
from league.web import sent_once

if TYPE_CHECKING:
    from datetime import datetime

    from django_stubs_ext import StrPromise

    from league.queries.play.plays import Shown
    from league.queries.play.talk import Remark, Talk

# So many remarks are open to view, the newest first; those before lie folded.
OPEN = 8


@dataclass(frozen=True, slots=True)
class RemarkLine:
    """One remark, and who said it."""

    remark: Remark
    name: str


@dataclass(frozen=True, slots=True)
class MutePress:
    """What an organizer can do about what a seat says."""

    number: int
    name: str
    is_muted: bool


@dataclass(frozen=True, slots=True)
class TalkPart:
    """The talk of a table.

    Attributes:
        code: the play's.
        news, earlier: what was said, the newest first.
        said: what somebody else has said since the viewer last decided or said something.
        phrases: code and words of each phrase.
        message: why the last press was refused.
        out_of_band: whether it comes beside the answer to another press.
    """

    code: str
    talk: Talk
    news: tuple[RemarkLine, ...]
    earlier: tuple[RemarkLine, ...]
    said: RemarkLine | None
    presses: tuple[MutePress, ...]
    phrases: tuple[tuple[str, str | StrPromise], ...]
    longest: int
    key: str
    message: str = ""
    out_of_band: bool = False


def part(found: Talk, shown: Shown) -> TalkPart:
    """The talk as the viewer hears it at a table that is ``shown`` to them."""
    names = [seat.name for seat in shown.seats]
    lines = tuple(RemarkLine(row, names[row.seat]) for row in reversed(found.remarks))
    may_mute = "mute" in found.may
    return TalkPart(
        code=shown.code,
        talk=found,
        news=lines[:OPEN],
        earlier=lines[OPEN:],
        said=_new_to(shown, lines),
        presses=tuple(
            MutePress(seat.number, seat.name, seat.number in found.muted)
            for seat in shown.seats
            if may_mute and seat.is_person and not seat.is_mine
        ),
        phrases=tuple(TalkPhrase.choices),
        longest=LONGEST,
        key=sent_once.fresh_key(),
    )


def _new_to(shown: Shown, lines: tuple[RemarkLine, ...]) -> RemarkLine | None:
    """The newest remark, if it is another's and came after all that the viewer did."""
    if not lines or shown.mine is None:
        return None
    own: list[datetime] = [line.at for line in shown.lines if line.seat == shown.mine]
    newest = lines[0].remark
    is_new = not newest.is_mine and all(at < newest.at for at in own)
    return lines[0] if is_new else None
