"""A match that is over: to look at step by step, to take away, and to check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.catalogue import get
from league.lists.whole_numbers import whole
from league.queries.play import chances, replays, transcripts
from league.queries.play import plays as reading
from league.web.device import private
from league.web.play import boards, guest
from league.web.play.chances_chart import ChancesChart, chart_of
from league.web.play.table_page import Block, blocks
from league.web.public import link_cards
from league.web.refusals import guarded
from league.web.rendering import page

if TYPE_CHECKING:
    from league.models import Play
    from league.queries.play.replays import Moment
    from league.web.play.boards.scene import Drawn
    from league.web.public.link_cards import LinkCard


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Somebody with whose eyes the match can be seen."""

    value: str
    words: str
    current: bool


@dataclass(frozen=True, slots=True)
class Way:
    """A link to another step; without ``href`` there is none that way."""

    name: str
    icon: str
    words: str
    href: str


@dataclass(frozen=True, slots=True)
class MomentPart:
    """One step of the match and the ways to others."""

    moment: Moment
    board: Drawn | None
    position: tuple[Block, ...]
    ways: tuple[Way, ...]
    link: str


@dataclass(frozen=True, slots=True)
class ReplayPage(MomentPart):
    """The page around it: with whose eyes, the slider, how the draws are checked."""

    code: str
    title: str
    knowledge: tuple[Knowledge, ...]
    by_hand: bool
    commitment: str
    seed: str
    brought: tuple[tuple[str, str], ...]
    chart: ChancesChart
    link_card: LinkCard | None


@require_safe
@guarded
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """The match after any of its steps, with the eyes of anybody who sat there."""
    play = reading.by_code(viewer=guest.player_of(request), code=code)
    seen_by = request.GET.get("as", "")
    wanted = whole(request.GET.get("at", ""), low=0)
    at = play.seq if wanted is None else wanted
    seat = whole(seen_by, low=0)
    moment = replays.moment(play=play, at=at, seat=seat)
    mine = seat if seat is not None and seat < play.size else None
    part = MomentPart(
        moment=moment,
        board=boards.drawn(play.game, moment.sight, names=moment.names, mine=mine),
        position=blocks(moment.description),
        ways=_ways(play, moment, seen_by),
        link=_link(play, moment.at, seen_by),
    )
    if request.headers.get("HX-Request"):
        return private(page(request, "league/play/_moment.html", part))
    context = ReplayPage(
        moment=part.moment,
        board=part.board,
        position=part.position,
        ways=part.ways,
        link=part.link,
        code=play.code,
        title=_(get(play.game).title),
        knowledge=_knowledge(moment, seen_by),
        by_hand=play.by_hand,
        commitment=play.commitment,
        seed=play.seed,
        brought=tuple(
            (name, seat.contribution)
            for name, seat in zip(moment.names, play.seats.all(), strict=True)
            if seat.contribution
        ),
        chart=chart_of(play, chances.shown(play=play), moment.at),
        link_card=link_cards.of_play(request, play, "play_replay"),
    )
    return private(page(request, "league/play/replay.html", context))


@require_safe
@guarded
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The record as text, one JSON object per line; during the match what one may know of it."""
    viewer = guest.player_of(request)
    play = reading.by_code(viewer=viewer, code=code)
    text = "".join(f"{line}\n" for line in transcripts.lines(viewer=viewer, play=play))
    response = HttpResponse(text, content_type="application/jsonl; charset=utf-8")
    name = f"{play.game}-{play.code}.jsonl"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return private(response)


def _link(play: Play, at: int, seen_by: str) -> str:
    asked = {"at": str(at)} | ({"as": seen_by} if seen_by else {})
    return f"{reverse('play_replay', args=[play.code])}?{urlencode(asked)}"


def _ways(play: Play, moment: Moment, seen_by: str) -> tuple[Way, ...]:
    """To the beginning, back, on, to the end; and from decision to decision."""
    at, last = moment.at, moment.last

    def way(name: str, icon: str, words: str, to: int | None) -> Way:
        return Way(name, icon, words, "" if to is None else _link(play, to, seen_by))

    return (
        way("first", "", _("To the start"), 0 if at > 0 else None),
        way("decision-before", "", _("Previous decision"), moment.decision_before),
        way("back", "chevron-left", _("Step back"), at - 1 if at > 0 else None),
        way("on", "chevron-right", _("Step on"), at + 1 if at < last else None),
        way("decision-after", "", _("Next decision"), moment.decision_after),
        way("last", "", _("To the end"), last if at < last else None),
    )


def _knowledge(moment: Moment, seen_by: str) -> tuple[Knowledge, ...]:
    chosen = whole(seen_by, low=0)
    seats = [
        Knowledge(str(number), name, current=chosen == number)
        for number, name in enumerate(moment.names)
    ]
    nobody = not any(seat.current for seat in seats)
    return (Knowledge("", _("Everything"), current=nobody), *seats)
