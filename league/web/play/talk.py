"""Presses of the table talk: saying, hiding, reporting, muting."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from league.core.errors import BadInput, NotAllowed, NotFound, Refused, TooMany
from league.lists.whole_numbers import whole
from league.queries.play import plays as reading
from league.services.play import talk
from league.web import sent_once
from league.web.device import private
from league.web.play import guest
from league.web.play.by_clock import by_clock
from league.web.play.table_page import page_of, part_of
from league.web.refusals import guarded
from league.web.rendering import page
from league.words.sentences import sentence

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Play
    from league.web.play.talk_part import TalkPart


@dataclass(frozen=True, slots=True)
class TalkFragment:
    """The talk alone, for a page that is open."""

    talk: TalkPart


@require_POST
@guarded
def press(request: HttpRequest, code: str) -> HttpResponse:
    """Does what was pressed; the talk as it stands then."""
    by = guest.player_of(request)
    play = reading.by_code(viewer=by, code=code)
    message, status = "", 200
    try:
        _do(request, by, play)
    except (BadInput, NotAllowed, Refused, TooMany) as error:
        message, status = sentence(error), 409 if error.status == 409 else 422
    except NotFound as error:
        if error.code == "not_found":
            raise
        message, status = sentence(error), 422
    return private(_answer(request, play, message, status))


def _answer(request: HttpRequest, play: Play, message: str, status: int) -> HttpResponse:
    is_open = bool(request.headers.get("HX-Request"))
    if not is_open and not message:
        return HttpResponseRedirect(reverse("play_table", args=[play.code]) + "#talk")
    part = part_of(request, play)
    said = replace(part.talk, message=message)
    if is_open:
        with by_clock(play):
            return page(request, "league/play/_talk_said.html", TalkFragment(said), status=status)
    context = page_of(request, play, replace(part, talk=said))
    with by_clock(play):
        return page(request, "league/play/table.html", context, status=status)


def _do(request: HttpRequest, by: Actor, play: Play) -> None:
    verb, _, about = request.POST.get("do", "").partition(":")
    number = whole(about, low=0)
    match verb:
        case "say":
            _say(request, by, play)
        case "hide" | "show":
            talk.hide(by=by, play=play, hidden=verb == "hide")
        case "report" if number is not None:
            talk.report(by=by, play=play, number=number)
        case "mute" | "unmute" if number is not None:
            talk.mute(by=by, play=play, number=number, muted=verb == "mute")
        case _:
            raise BadInput("bad_choice", field="do", value=verb[:20])


def _say(request: HttpRequest, by: Actor, play: Play) -> None:
    phrase, words = request.POST.get("phrase", ""), request.POST.get("words", "")

    def do() -> dict[str, int]:
        return {"number": talk.say(by=by, play=play, phrase=phrase, words=words).number}

    sent_once.once(request, by=by, about=("say", play.pk, phrase, words), do=do)
