"""What the page of a match shows: whose turn it is, the position, the choices, what happened."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games import catalogue
from games.core.levels import SMART
from league.after_commit import live
from league.core.enums import PlayState
from league.queries.play import coach, talk
from league.queries.play import plays as reading
from league.queries.play.transcripts import ENDED
from league.queries.records.table_starts import CribText, crib_text
from league.web import sent_once
from league.web.office.office import absolute, is_local
from league.web.play import (
    boards,
    guest,
    of_rating,
    of_table,
    real_table,
    seat_clocks,
    talk_part,
)
from league.web.play.back_part import back_part, with_backs
from league.web.play.bot_words import Measured, bot_words, measured
from league.web.play.choice_groups import FEW, ChoiceGroup, grouped
from league.web.play.first_match import help_of
from league.web.public import link_cards
from league.words.play_clocks import clock_words

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from django.http import HttpRequest

    from league.core.actors import Actor
    from league.models import Play
    from league.queries.play.paces import Deadline
    from league.queries.play.plays import Glance, LineShown, Shown
    from league.queries.play.real_table import BoxShown
    from league.queries.play.seats import SeatShown
    from league.queries.play.talk import Talk
    from league.web.play.back_part import BackPart
    from league.web.play.boards.scene import Drawn
    from league.web.play.first_match import Help
    from league.web.play.of_rating import OfRating
    from league.web.play.of_table import OfTable
    from league.web.play.seat_clocks import ClockLine
    from league.web.play.talk_part import TalkPart
    from league.web.public.link_cards import LinkCard

# Of so many of the last actions a page tells what happened; the replay tells everything.
TOLD = 60
# So many lines are new to somebody who was not there.
NEWEST = 6


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of a position: sentences, or a drawing of signs that stand in columns."""

    is_drawing: bool
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat in the list of players; ``bot`` in words, and whether the viewer may press there.

    ``stood_in`` says how well the bot plays that decided once, as the seat's time had run out.
    """

    seat: SeatShown
    bot: str
    is_away: bool
    has_press: bool
    clock: ClockLine | None
    stood_in: str


@dataclass(frozen=True, slots=True)
class TablePart:
    """All of a table that changes while somebody looks.

    Attributes:
        headline: whose turn it is, or how it ended, in a few words.
        waits_for: whose choices a shared device shows; empty where they are the viewer's own.
        to_pass: who has to decide behind their hand at this device, by number and name.
        since: since when somebody is waited for.
        until: by turns, the time that the viewer's own decision has.
        clock: the viewer's own, while it runs; ``table_clock`` is that of the table, in words.
        stood_in: how well the bot plays that decided for the viewer as time had run out; with
            ``is_away`` it plays on.
        my_turns: how many tables wait for the viewer, this one counted.
        link: the whole address of the table, to hand on.
        help: for whoever plays this game for the first time.
        board: the position to look at and to press on; None for a game that has only words.
        news: what happened since the viewer's last decision, in the order of time.
        earlier: what happened before that, likewise.
        choices: None where the viewer owes nothing, and where they are ``apart``.
        apart: there are many, the board offers each of them, and their list has its own address.
        back: what there is to say and to press about taking moves back.
        choices_id: the same as long as the choices are the same, so that they may stay as they are.
        has_coach: whether the viewer may ask what a bot would do.
        guest_days: after so many days the name of a guest is forgotten; 0 for an account.
        name_days: the same for names of people at a shared device.
        bots: names of bots to seat, the best first, with their words.
        measured: how well they play at such a table; empty where none can be seated.
        draw: the boxes of a real draw that is due, each with what was chosen when it was refused.
    """

    shown: Shown
    link: str
    headline: str
    is_mine: bool
    waits_for: str
    to_pass: tuple[tuple[int, str], ...]
    since: datetime | None
    until: Deadline | None
    clock: ClockLine | None
    table_clock: str
    stood_in: str
    is_away: bool
    my_turns: int
    seats: tuple[SeatLine, ...]
    help: Help | None
    board: Drawn | None
    position: tuple[Block, ...]
    news: tuple[LineShown, ...]
    earlier: tuple[LineShown, ...]
    choices: ChoiceGroup | None
    apart: bool
    choices_id: str
    has_coach: bool
    bots: tuple[tuple[str, str], ...]
    measured: tuple[Measured, ...]
    free: int
    key: str
    stamp: str
    stream: str
    message: str
    usual_name: str
    typed_name: str
    wants_stop: bool
    is_over: bool
    guest_days: int
    name_days: int
    of_table: OfTable | None
    rating: OfRating | None
    back: BackPart
    talk: TalkPart
    draw: tuple[tuple[BoxShown, str], ...]

    @property
    def ends_alone(self) -> bool:
        """Whether the viewer's word ends the match: all others are bots."""
        return sum(seat.is_person for seat in self.shown.seats) == 1

    @property
    def looking(self) -> str:
        """What an address says of who looks: on a shared device that lasts until they hide it."""
        real = self.shown.real
        return f"&as={real.looks}" if real.is_shared and real.looks is not None else ""


@dataclass(frozen=True, slots=True)
class Look:
    """As much of a table as tells whether there is something new to see."""

    seen: Glance
    place: OfTable | None
    heard: Talk
    clock: str

    @property
    def stamp(self) -> str:
        """Another one as soon as there is something else to see."""
        seen = self.seen
        facts = (
            seen.state,
            seen.seq,
            seen.taken_back,
            seen.asked_back,
            seen.seats,
            seen.away,
            seen.rematch,
            sorted(seen.may),
            seen.waiting,
            self.place,
            self.heard,
            self.clock,
        )
        return _digest(repr(facts))


@dataclass(frozen=True, slots=True)
class TablePage:
    """The page around it: the rules in brief, the way to invite others."""

    part: TablePart
    crib: tuple[CribText, ...]
    game_key: str
    address: str
    qr: str
    is_local: bool
    link_card: LinkCard | None


def page_of(request: HttpRequest, play: Play, part: TablePart) -> TablePage:
    return TablePage(
        part=part,
        crib=_crib(play),
        game_key=play.game,
        address=part.link,
        qr=segno.make(part.link, micro=False).svg_data_uri(scale=6, border=2, light="#fff"),
        is_local=is_local(request),
        link_card=link_cards.of_play(request, play),
    )


def part_of(
    request: HttpRequest,
    play: Play,
    *,
    message: str = "",
    all_listed: bool = False,
    look: Look | None = None,
    seat: int | None = None,
) -> TablePart:
    """The part as whoever asks may know it; ``all_listed``: with all choices, however many.

    ``look`` is what ``look_at`` found a moment ago, ``seat`` who looks where several decide at the
    device that asks.
    """
    viewer = guest.player_of(request)
    look = look or look_at(viewer, play)
    since = max(0, play.seq - TOLD)
    shown = reading.shown(viewer=viewer, play=play, since=since, seen=look.seen, seat=seat)
    real = shown.real
    news, earlier = _happened(shown)
    names = [seat.name for seat in shown.seats]
    board = boards.drawn(
        shown.game, shown.sight, choices=shown.choices, names=names, mine=real.looks
    )
    is_offered = board is not None and board.offers_all
    apart = is_offered and len(shown.choices) > FEW and not all_listed
    owing = [seat for seat in shown.seats if seat.owes]
    enters = real.asked is not None and real.asked.may_enter
    is_mine = enters or any(seat.is_mine or seat.number in real.held for seat in owing)
    key = sent_once.fresh_key()
    own = None if shown.mine is None else shown.seats[shown.mine]
    return TablePart(
        shown=shown,
        link=absolute(request, reverse("play_table", args=[play.code])),
        headline=_headline(shown, owing, is_mine=is_mine),
        is_mine=is_mine,
        waits_for=names[real.acting] if real.is_shared and real.acting is not None else "",
        to_pass=tuple((number, names[number]) for number in real.closed),
        since=min((seat.owes_since for seat in owing if seat.owes_since), default=None),
        until=next((seat.until for seat in owing if seat.is_mine), None),
        clock=seat_clocks.line_of(own) if own is not None and own.owes else None,
        table_clock=seat_clocks.table_clock(shown),
        stood_in=bot_words(SMART) if own is not None and own.ran_out else "",
        is_away=own is not None and bool(own.bot),
        my_turns=shown.waiting + is_mine,
        seats=tuple(_seat_line(shown, seat) for seat in shown.seats),
        help=help_of(request, shown, board),
        board=board,
        position=blocks(shown.description),
        news=news,
        earlier=earlier,
        choices=grouped(shown.choices) if shown.choices and not apart else None,
        apart=apart,
        choices_id=_choices_id(shown, key if message else ""),
        has_coach=is_mine and not coach.obstacle(play, shown.seats, shown.mine),
        bots=tuple((name, bot_words(name)) for name in reversed(shown.bots)),
        measured=measured(catalogue.get(play.game), play.size) if "add_bot" in shown.may else (),
        free=sum(seat.is_free for seat in shown.seats),
        key=key,
        stamp=look.stamp,
        stream=live.address(live.of_play(play.code)),
        message=message,
        usual_name=reading.usual_name(viewer),
        typed_name=request.POST.get("name", ""),
        wants_stop=any(seat.is_mine and seat.wants_stop for seat in shown.seats),
        is_over=shown.state in ENDED,
        name_days=settings.PLAY_GUEST_DAYS,
        guest_days=0 if viewer.account_id is not None else settings.PLAY_GUEST_DAYS,
        of_table=look.place,
        rating=of_rating.of_play(viewer, play, names),
        talk=talk_part.part(look.heard, shown),
        back=back_part(shown),
        draw=real_table.boxes(request, shown),
    )


def _crib(play: Play) -> tuple[CribText, ...]:
    package = catalogue.get(play.game)
    options = package.sheet.options_from_json(play.options)
    return crib_text(package, play.size, options)


def _seat_line(shown: Shown, seat: SeatShown) -> SeatLine:
    is_away = seat.number in shown.away
    fills = seat.is_free and "add_bot" in shown.may
    frees = bool(seat.bot) and "remove_bot" in shown.may
    freed = seat.is_person and not seat.is_mine and "free_seat" in shown.may
    has_press = is_away or fills or frees or freed
    return SeatLine(
        seat,
        bot_words(seat.bot),
        is_away,
        has_press=has_press,
        clock=seat_clocks.line_of(seat),
        stood_in=bot_words(SMART) if seat.ran_out and not seat.bot else "",
    )


def headline_of(shown: Shown) -> str:
    """Whose turn it is, or how it ended, for those who only look on."""
    return _headline(shown, [seat for seat in shown.seats if seat.owes], is_mine=False)


def _headline(shown: Shown, owing: list[SeatShown], *, is_mine: bool) -> str:
    match shown.state:
        case PlayState.OPEN:
            return _waiting_room(shown)
        case PlayState.OVER | PlayState.STOPPED:
            return _result(shown)
    real = shown.real
    if real.asked is not None:
        return real.asked.question
    if real.is_shared and is_mine:
        now = [seat.name for seat in owing if seat.number in real.held]
        return _("Your turn: %(names)s") % {"names": ", ".join(now)}
    if is_mine:
        return _("It's your turn")
    names = [seat.name for seat in owing]
    return _("Waiting for %(names)s") % {"names": ", ".join(names)} if names else _("Just a moment")


def _waiting_room(shown: Shown) -> str:
    if any(seat.is_free for seat in shown.seats):
        return _("Waiting for players")
    away = [seat.name for seat in shown.seats if not seat.is_here]
    if away:
        return _("Waiting for %(names)s") % {"names": ", ".join(away)}
    if "begin" in shown.may:
        return _("Everyone is here")
    host = next((seat.name for seat in shown.seats if seat.is_host), "")
    return _("%(name)s can begin") % {"name": host}


def _result(shown: Shown) -> str:
    if shown.seats[0].place is None:
        return _("The match was left")
    first = [seat for seat in shown.seats if seat.place == 1]
    if len(first) == len(shown.seats):
        return _("No one won")
    if len(first) > 1:
        return _("%(names)s win together") % {"names": ", ".join(seat.name for seat in first)}
    if first[0].is_mine:
        return _("You won")
    return _("%(name)s won") % {"name": first[0].name}


def _happened(shown: Shown) -> tuple[tuple[LineShown, ...], tuple[LineShown, ...]]:
    """What is new since one's own last decision, and what was before: in the order of time, as
    the sentences of each line are.
    """
    lines = with_backs(shown)
    own = [
        at for at, line in enumerate(lines) if shown.mine is not None and line.seat == shown.mine
    ]
    first = own[-1] if own else max(0, len(lines) - NEWEST)
    return lines[first:], lines[:first]


def blocks(lines: Iterable[str]) -> tuple[Block, ...]:
    """Lines with columns of spaces are a drawing; neighbours of a kind stand together."""
    found: list[tuple[bool, list[str]]] = []
    for line in lines:
        is_drawing = "  " in line
        if not found or found[-1][0] != is_drawing:
            found.append((is_drawing, []))
        found[-1][1].append(line)
    return tuple(Block(is_drawing, tuple(group)) for is_drawing, group in found)


def _choices_id(shown: Shown, salt: str) -> str:
    """Others may decide at the same moment: what somebody chooses from stays under their hand."""
    acting = shown.real.acting
    if acting is None:
        return "choices"
    since = shown.seats[acting].owes_since
    return f"choices-{_digest(repr((acting, since, shown.choices, salt)))}"


def look_at(viewer: Actor, play: Play) -> Look:
    """A look that asks for neither the position nor the choices."""
    seen = reading.glance(viewer=viewer, play=play)
    return Look(
        seen=seen,
        place=of_table.of_play(viewer, play, seen.mine),
        heard=talk.at_table(viewer=viewer, play=play),
        clock=clock_words(play.reserve, play.increment),
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
