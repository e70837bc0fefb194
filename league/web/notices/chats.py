"""A club's chats: which, of what they are told, and what did not arrive."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.core.actions import Action
from league.core.errors import LeagueError
from league.forms.faults import attach
from league.forms.notices.chats import ChatForm
from league.lists.whole_numbers import chosen
from league.queries.notices import chats as known
from league.queries.notices import mine
from league.services.notices import chats as service
from league.web import rendering
from league.web.actor import actor_of
from league.web.notices import card_presses, cards
from league.web.office import office
from league.web.office.office import OfficePage
from league.web.refusals import guarded
from league.words.notice_reasons import in_words

if TYPE_CHECKING:
    from league.models import Club
    from league.web.notices.cards import Card, SentLine


@dataclass(frozen=True, slots=True)
class ClubChatsPage(OfficePage):
    """Every chat with its choices, one more by ``form``, and what was sent."""

    cards: tuple[Card, ...]
    form: ChatForm
    sent: tuple[SentLine, ...]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """``do``: ``add``, or for a chat's ``address``: ``save``, ``test``, ``remove``."""
    club = office.club_or_404(request, slug, Action.MANAGE_CLUB)
    actor = actor_of(request)
    form, refused, status = ChatForm(), None, 200
    if request.method == "POST":
        status = 400
        if request.POST.get("do") == "add":
            form = ChatForm(request.POST)
            is_done = form.is_valid() and _added(request, club, form)
        else:
            refused = _pressed(request, club)
            is_done = refused is None
        if is_done:
            return redirect("club_chats", club.slug)
    rows = mine.of_club(actor, club)
    shown = [cards.card(row, cards.form_of(row, mine.kinds_of(row))) for row in rows]
    context = ClubChatsPage(
        **office.top(actor, club, "club_chats", _("Chats")),
        cards=tuple(refused if refused and refused.pk == one.pk else one for one in shown),
        form=form,
        sent=tuple(replace(line, reason=in_words(line.reason)) for line in cards.lines(rows)),
    )
    return rendering.in_zone(request, club, "league/notices/chats.html", context, status=status)


def _added(request: HttpRequest, club: Club, form: ChatForm) -> bool:
    try:
        service.add(
            by=actor_of(request),
            club=club,
            address=form.cleaned_data["address"],
            label=form.cleaned_data["label"],
            site=office.absolute(request, "/"),
        )
    except LeagueError as error:
        attach(form, error)
        return False
    messages.success(request, _("Chat added. Send a test to see whether messages arrive."))
    return True


def _pressed(request: HttpRequest, club: Club) -> Card | None:
    actor = actor_of(request)
    row = known.one_of(actor, club, chosen(request.POST, "address") or 0)
    return card_presses.pressed(request, actor, row, mine.kinds_of(row))
