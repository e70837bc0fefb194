"""One match in the browser: its page, the part of it that changes, and every press."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from league.core.errors import BadInput, Conflict, NotAllowed, Refused, TooMany
from league.lists.whole_numbers import whole
from league.queries.play import past
from league.queries.play import plays as reading
from league.services.play import (
    overdue,
    play_endings,
    play_seats,
    plays,
    presses,
    real_table,
    running_out,
)
from league.web import sent_once
from league.web.device import address_of, private
from league.web.play import first_match, guest
from league.web.play.by_clock import by_clock
from league.web.play.choice_groups import read
from league.web.play.real_table import entered
from league.web.play.table_page import TablePart, look_at, page_of, part_of
from league.web.public import link_cards
from league.web.refusals import guarded
from league.web.rendering import page
from league.words.sentences import sentence

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Play
    from league.queries.play.past import Past
    from league.web.public.link_cards import LinkCard


@dataclass(frozen=True, slots=True)
class TableFragment:
    """The part alone, for a page that is open."""

    part: TablePart


@dataclass(frozen=True, slots=True)
class PastPage:
    """A match that ended under an older edition of its rules."""

    past: Past
    link_card: LinkCard | None


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def table(request: HttpRequest, code: str) -> HttpResponse:
    """A table, seen from one's own seat or from outside."""
    if request.method == "POST":
        return private(_pressed(request, code))
    viewer = guest.player_of(request)
    play = _found(viewer, code)
    if past.is_of_the_past(play):
        told = PastPage(past.told(play=play), link_cards.of_play(request, play))
        return private(page(request, "league/play/past.html", told))
    look = look_at(viewer, play)
    if "seen" in request.GET and request.GET["seen"] == look.stamp:
        return private(HttpResponse(status=204))
    seat = whole(request.GET.get("as", ""), low=0)
    return private(_shown(request, play, part_of(request, play, look=look, seat=seat)))


def _found(viewer: Actor, code: str) -> Play:
    """The play as it stands now that time may have run out."""
    play = reading.by_code(viewer=viewer, code=code)
    return reading.by_code(viewer=viewer, code=code) if running_out.look(play) else play


def _shown(request: HttpRequest, play: Play, part: TablePart, status: int = 200) -> HttpResponse:
    """The part alone for a page that is open, else the whole."""
    if request.headers.get("HX-Request"):
        part = replace(part, talk=replace(part.talk, out_of_band=True))
        with by_clock(play):
            return page(request, "league/play/_fresh.html", TableFragment(part), status=status)
    context = page_of(request, play, part)
    with by_clock(play):
        return page(request, "league/play/table.html", context, status=status)


def _pressed(request: HttpRequest, code: str) -> HttpResponse:
    """What was pressed, and the table as it stands then."""
    by, key = guest.player_of(request), ""
    play = _found(by, code)
    verb, _, about = request.POST.get("do", "act").partition(":")
    if verb == "close_help":
        return _without_help(request, play)
    if verb == "look":  # changes nothing, and leaves no address that could be opened by mistake
        return _shown(request, play, part_of(request, play, seat=whole(about, low=0)))
    if verb == "sit":
        by, key = guest.sitting_down(request)
    try:
        went = _did(request, by, play, verb, whole(about, low=0))
    except (BadInput, Conflict, NotAllowed, Refused, TooMany) as error:
        play = reading.by_code(viewer=by, code=code)
        part = part_of(request, play, message=sentence(error))
        return _shown(request, play, part, 409 if error.status == 409 else 422)
    response = _answer(request, went, stays=went.code == play.code and not key)
    guest.remember(response, key)
    return response


def _without_help(request: HttpRequest, play: Play) -> HttpResponse:
    """The same table for somebody who knows the game."""
    if request.headers.get("HX-Request"):
        response = _shown(request, play, replace(part_of(request, play), help=None))
    else:
        response = HttpResponseRedirect(reverse("play_table", args=[play.code]))
    first_match.close(request, response, play.game)
    return response


def _answer(request: HttpRequest, play: Play, *, stays: bool) -> HttpResponse:
    address = reverse("play_table", args=[play.code])
    if not request.headers.get("HX-Request"):
        return HttpResponseRedirect(address)
    if not stays:  # another table, or somebody who is known only from the next request on
        response = HttpResponse(status=200)
        response.headers["HX-Redirect"] = address
        return response
    return _shown(request, play, part_of(request, play))


def _did(request: HttpRequest, by: Actor, play: Play, verb: str, number: int | None) -> Play:
    """The play that the press leads to."""
    match verb:
        case "act":
            _acted(request, by, play)
        case "sit":
            post = request.POST
            name, contribution = post.get("name", ""), post.get("contribution", "")
            play_seats.sit(by=by, play=play, name=name, contribution=contribution, number=number)
        case _ if verb in presses.BACKWARDS:
            seen, back = _known(request)
            presses.BACKWARDS[verb](by=by, play=play, seen=seen, back=back)
        case "enter":
            entered(request, by, play)
        case "seat_here":
            name = request.POST.get("name", "")
            real_table.seat_here(by=by, play=play, name=name, number=number)
        case _ if verb in presses.ALONE:
            presses.ALONE[verb](by=by, play=play)
        case _ if verb in presses.NUMBERED and number is not None:
            presses.NUMBERED[verb](by=by, play=play, number=number)
        case "add_bot":
            bot = request.POST.get("bot", "")
            play_seats.add_bot(by=by, play=play, bot=bot, number=number)
        case "begin":
            added = request.POST.get("contribution", "")
            plays.begin(by=by, play=play, contribution=added)
        case "give_time" if number is not None:
            days = whole(request.POST.get("days", ""), low=0) or 0
            overdue.give_time(by=by, play=play, number=number, days=days)
        case "agree_to_stop":
            agreed = request.POST.get("agreed") != "false"
            play_endings.agree_to_stop(by=by, play=play, agreed=agreed)
        case "again":
            return play_endings.again(by=by, play=play, address=address_of(request))
        case _:
            raise BadInput("bad_choice", field="do", value=verb[:20])
    return reading.by_code(viewer=by, code=play.code)


def _acted(request: HttpRequest, by: Actor, play: Play) -> None:
    seen, back = _known(request)
    action = _pressed_action(request)
    seat = whole(request.POST.get("seat", ""), low=0)

    def do() -> dict[str, int]:
        went = plays.act(by=by, play=play, seen=seen, back=back, action=action, seat=seat)
        return {"seq": went.seq}

    sent_once.once(request, by=by, about=("act", play.pk, seen, back, action, seat), do=do)


def _known(request: HttpRequest) -> tuple[int, int]:
    """What the page knew of: the last action, and the last move taken back."""
    seen, back = (whole(request.POST.get(name, ""), low=0) or 0 for name in ("seen", "back"))
    return seen, back


def _pressed_action(request: HttpRequest) -> JSON:
    """The action of a button; where a board asks in two halves, both of them together."""
    if "rest" not in request.POST:
        return read(request.POST.get("action", ""))
    half, rest = (read(request.POST.get(name, "")) for name in ("half", "rest"))
    if not (isinstance(half, dict) and isinstance(rest, dict)):
        raise BadInput("bad_choice", field="half", value=str(half)[:20])
    return {**half, **rest}
