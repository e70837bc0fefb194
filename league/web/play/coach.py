"""What a bot would do in the viewer's place: below the choices of an open page, or as a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import catalogue
from games.core.coach import Verdict
from league.core.errors import NotAllowed, Refused, TooMany
from league.queries.play import coach as reading
from league.queries.play import plays
from league.web import sent_once
from league.web.device import private
from league.web.play import guest
from league.web.play.choice_groups import sent
from league.web.refusals import guarded
from league.web.rendering import page
from league.words.sentences import sentence

if TYPE_CHECKING:
    from league.models import Play
    from league.queries.play.coach import AdviceShown, AdvisedShown


@dataclass(frozen=True, slots=True)
class AdvisedLine:
    """A button with one of the best choices, and what it promises."""

    value: str
    words: str
    chance: str
    spread: str


@dataclass(frozen=True, slots=True)
class CoachPart:
    """What the coach says: the best choices and why; ``message`` in their place is a refusal."""

    choices: tuple[AdvisedLine, ...]
    why: str
    trials: int
    message: str = ""


@dataclass(frozen=True, slots=True)
class CoachFragment:
    """The part alone, for a page that is open."""

    said: CoachPart


@dataclass(frozen=True, slots=True)
class CoachPage:
    """The same as a page, from which a press leads back to the table."""

    said: CoachPart
    code: str
    title: str
    key: str
    seq: int
    taken_back: int


@require_safe
@guarded
def coach(request: HttpRequest, code: str) -> HttpResponse:
    """The advice for whoever asks and is to decide."""
    viewer = guest.player_of(request)
    play = plays.by_code(viewer=viewer, code=code)
    if not request.headers.get("HX-Request"):
        found = reading.shown(viewer=viewer, play=play)
        return private(page(request, "league/play/coach.html", _page_of(play, found)))
    try:
        part = _part(reading.shown(viewer=viewer, play=play))
    except (NotAllowed, Refused, TooMany) as error:
        part = CoachPart((), "", 0, message=sentence(error))
    return private(page(request, "league/play/_coach.html", CoachFragment(part)))


def _page_of(play: Play, found: AdviceShown) -> CoachPage:
    return CoachPage(
        said=_part(found),
        code=play.code,
        title=_(catalogue.get(play.game).title),
        key=sent_once.fresh_key(),
        seq=found.seq,
        taken_back=found.taken_back,
    )


def _part(found: AdviceShown) -> CoachPart:
    lines = tuple(_line(one) for one in found.choices)
    return CoachPart(lines, _why(found), found.trials)


def _line(one: AdvisedShown) -> AdvisedLine:
    """In whole percents; what may be off never looks like nothing."""
    percent = (one.chance + 5) // 10
    return AdvisedLine(
        value=sent(one.action),
        words=one.words,
        chance=_("%(number)s%%") % {"number": percent},
        spread=_("± %(number)s") % {"number": max(1, (one.spread + 5) // 10)},
    )


def _why(found: AdviceShown) -> str:
    """What the chances say, no more than so many trials can tell."""
    match found.verdict:
        case Verdict.ONLY if found.legal > 1:
            return _("A bot would not consider anything else.")
        case Verdict.ONLY:
            return _("It's your only choice.")
        case Verdict.WON:
            return _("With any of these, you have as good as won.")
        case Verdict.LOST:
            return _("As good as lost: none of these turned it around in any trial.")
        case Verdict.CLEAR:
            return _("The first one is clearly best.")
        case Verdict.WORSE:
            return _("Between the first two there is hardly any difference; the third is worse.")
        case Verdict.ALIKE:
            return _("It hardly makes a difference which of these you choose.")
    return _("They may well differ, but so few trials can't tell which is best.")
