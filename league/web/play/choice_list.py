"""All that a player may do now as a list: asked for where the board shows them as well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.lists.whole_numbers import whole
from league.queries.play import plays as reading
from league.web.device import private
from league.web.play import guest
from league.web.play.table_page import part_of
from league.web.refusals import guarded
from league.web.rendering import page

if TYPE_CHECKING:
    from league.web.play.choice_groups import ChoiceGroup
    from league.web.play.table_page import TablePart


@dataclass(frozen=True, slots=True)
class ChoiceList:
    """The list for a page that is open; ``id`` is the part of it in which choices are found."""

    choices: ChoiceGroup
    id: str
    takes_focus: bool


@dataclass(frozen=True, slots=True)
class ChoicesPage:
    """The list as a page, from which a press leads back to the table."""

    part: TablePart
    choices: ChoiceGroup


@require_safe
@guarded
def choice_list(request: HttpRequest, code: str) -> HttpResponse:
    """The choices of whoever asks; who has none is sent to the table."""
    play = reading.by_code(viewer=guest.player_of(request), code=code)
    seat = whole(request.GET.get("as", ""), low=0)
    part = part_of(request, play, all_listed=True, seat=seat)
    if part.choices is None:
        return private(HttpResponseRedirect(reverse("play_table", args=[play.code])))
    if request.headers.get("HX-Request"):
        found = ChoiceList(part.choices, part.choices_id, takes_focus=True)
        return private(page(request, "league/play/_choice_groups.html", found))
    return private(page(request, "league/play/choices.html", ChoicesPage(part, part.choices)))
