"""The way from a table's page to its match in the browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core import signing

from league.core.enums import PlayState
from league.core.errors import Refused
from league.queries.play import table_plays
from league.queries.records import records as reading
from league.web import sent_once
from league.words.play_clocks import clock_words
from league.words.sentences import sentence

if TYPE_CHECKING:
    from league.models import Seat, Table
    from league.queries.play.table_plays import TablePlay
    from league.web.records.at_table import AtTable

SALT = "league.seat-plays"


@dataclass(frozen=True, slots=True)
class PlayHere:
    """What a table's page says of its match in the browser.

    Attributes:
        token: what the form sends to sit down; empty where there is nothing to sit down at.
        why: why the result of a match that is over is not the table's.
        offers_real: whether the match may be opened with real dice or cards.
        clock: that of a match which has not begun, in words; empty for none.
    """

    token: str
    key: str
    play: TablePlay | None
    why: str
    offers_real: bool
    clock: str


def of_table(here: AtTable) -> PlayHere | None:
    """For who sits at the table; None where nothing is, or may be, played in the browser."""
    if here.seat is None:
        return None
    table = here.table
    play = table_plays.newest(table)
    is_offered = (
        table_plays.may_play_here(table)
        and (play is None or not play.is_on_its_way)
        and reading.current(table) is None
        and table_plays.is_playable(table, len(here.row.seats))
    )
    goes_on = play is not None and play.is_going_on
    if not is_offered and play is None:
        return None
    return PlayHere(
        token=token_of(here.seat) if is_offered or goes_on else "",
        key=sent_once.fresh_key(),
        play=play,
        why=said(play.kept_out, table) if play is not None else "",
        offers_real=is_offered and not goes_on and bool(here.rules.package.by_hand),
        clock=_clock(table, play),
    )


def _clock(table: Table, play: TablePlay | None) -> str:
    if play is not None and (play.state != PlayState.OPEN or play.by_hand):
        return ""
    stage = table.seating.round.stage
    return clock_words(stage.play_reserve, stage.play_increment)


def said(code: str, table: Table | None) -> str:
    """What keeps a result from its table, or kept it out, in words; empty for nothing."""
    if not code:
        return ""
    if table is None:
        return sentence(Refused("play_table_gone"))
    error = Refused(table_plays.kept_out_by(code))  # an earlier version may have stored others
    error.params = {"round": table.seating.round.number, "table": table.number}
    return sentence(error)


def token_of(seat: Seat) -> str:
    """Proof that this browser was shown the page of this seat."""
    return signing.dumps([seat.pk, seat.claim], salt=SALT)


def read_token(text: str) -> tuple[int, str] | None:
    """The seat and the device that held it then; None for what is no token of ours."""
    try:
        seat, claim = signing.loads(text, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return int(seat), str(claim)
