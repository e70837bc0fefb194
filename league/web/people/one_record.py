"""One person's record in the office: results of somebody else taken out, data erased, deleted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.core.actions import Action
from league.core.errors import BadInput, LeagueError, NotFound
from league.lists.whole_numbers import chosen, whole
from league.queries import by_id
from league.queries.people import players as known
from league.queries.people import rosters
from league.queries.records import played_tables
from league.services.people import erasure, splits
from league.web.actor import actor_of
from league.web.local_time import when
from league.web.office import office
from league.web.refusals import guarded
from league.web.rendering import page
from league.words.sentences import sentence

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Club, Player
    from league.queries.people.rosters import PersonInClub
    from league.queries.records.played_tables import AtTable
    from league.web.local_time import When


@dataclass(frozen=True, slots=True)
class Sat:
    """What the person did at one table; ``is_ticked`` as the refused form had it."""

    row: AtTable
    when: When
    is_ticked: bool


@dataclass(frozen=True, slots=True)
class RecordPage(office.OfficePage):
    """One person in the office: every table they sat at, and the end of their data."""

    player: Player
    rows: list[Sat]
    others: list[PersonInClub]
    picked: int | None
    is_erased: bool
    error: str


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def record(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """What the person did at every table, to be given to somebody else; and the end of their data.

    ``do``: ``split``, ``erase`` or ``delete``; the last two need ``sure``.
    """
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.MANAGE_CLUB)
    player = by_id.player_of(actor, club, player_id)
    status, error = 200, ""
    if request.method == "POST":
        try:
            return _do(request, actor, club, player)
        except LeagueError as refused:
            status, error = refused.status, sentence(refused)
    rows = played_tables.of_player(viewer=actor, club=club, player=player)
    ticked = {whole(text) for text in request.POST.getlist("table")}
    others = sorted(rosters.of_club(actor, club), key=lambda row: (row.sort_key, row.player_id))
    context = RecordPage(
        **office.top(actor, club, "club_same_person", player.name),
        player=player,
        rows=[
            Sat(row=row, when=when(row.at, row.event), is_ticked=row.table_id in ticked)
            for row in rows
        ],
        others=[row for row in others if row.player_id != player.pk],
        picked=whole(request.POST.get("to", "")),
        is_erased=player.erased_at is not None,
        error=error,
    )
    response = page(request, "league/people/one_record.html", context, status=status)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _do(request: HttpRequest, actor: Actor, club: Club, player: Player) -> HttpResponse:
    what, name = request.POST.get("do", ""), player.name
    if what == "split":
        to = known.by_id(viewer=actor, player_id=chosen(request.POST, "to"))
        if to is None:
            raise NotFound("not_a_player_of_club")
        tables = [chosen({"table": text}, "table") for text in request.POST.getlist("table")]
        splits.split(by=actor, club=club, player=player, to=to, tables=tables)
        messages.success(
            request,
            _("Results moved from %(name)s to %(other)s.") % {"name": name, "other": to.name},
        )
        return redirect("player_record", club.slug, to.pk)
    if what not in {"erase", "delete"}:
        raise BadInput("bad_choice", field="do", value=what[:40])
    if "sure" not in request.POST:
        raise BadInput("erase_unsure", field="sure")
    if what == "erase":
        erasure.erase(by=actor, player=player)
        messages.success(request, _("Personal data erased. Every result stays."))
        return redirect("player_record", club.slug, player.pk)
    erasure.delete(by=actor, player=player)
    messages.success(request, _("%(name)s is deleted.") % {"name": name})
    return redirect("club_people", club.slug)
