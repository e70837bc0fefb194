"""Name tags as PDF for everybody who has a place in an event; names as everybody sees them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from league.core.enums import EntryState
from league.core.errors import BadInput
from league.documents.name_tags import PER_PAGE, name_tags
from league.lists.whole_numbers import asked
from league.queries.occasions import events as known
from league.queries.public import pages
from league.web.actor import actor_of
from league.web.club_face import on_paper
from league.web.office.office import paper_of, pdf_answer
from league.web.public import wall_pages
from league.web.refusals import guarded


@require_safe
@guarded
def of_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Tags by name; ``?per=10`` for smaller ones."""
    event = known.get(actor_of(request), slug)
    view = pages.event_view(wall_pages.wall_viewer(event), event, public_names=True)
    names = [
        view.shown[entry.player_id].name
        for entry in view.entries
        if entry.state == EntryState.REGISTERED
    ]
    if not names:
        return redirect("event_paper", slug)
    document = name_tags(
        names,
        club=event.club.name,
        title=event.name,
        per_page=_per_page(request),
        lang=get_language() or "en",
        paper=paper_of(request),
        face=on_paper(event.club),
    )
    return pdf_answer(document, f"{slug}-name-tags.pdf")


def _per_page(request: HttpRequest) -> int:
    usual, *_ = PER_PAGE
    found = asked(request.GET, "per", low=min(PER_PAGE), high=max(PER_PAGE), usual=usual)
    if found not in PER_PAGE:
        raise BadInput("unknown_choice", field="per", choice=str(found))
    return found
