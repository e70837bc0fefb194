"""Pictures: pages that take one in, and the pictures themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.core.actions import Action
from league.core.enums import PictureKind
from league.core.errors import LeagueError, NotAllowed, NotFound
from league.forms.faults import attach
from league.forms.office.pictures import PictureForm
from league.pictures.encoding import MEDIA
from league.queries.office import pictures as read
from league.queries.office import rules as shelf
from league.queries.people import players as known
from league.services.office import pictures
from league.web import discs, paths
from league.web.actor import actor_of
from league.web.office import office
from league.web.refusals import guarded
from league.web.rendering import page

if TYPE_CHECKING:
    from league.services.office.pictures import Owner
    from league.web.paths import Crumb

FOR_EVER = "private, max-age=31536000, immutable"


@require_safe
@guarded
def file(request: HttpRequest, picture: str, size: str) -> HttpResponse:
    """A picture in one size: each upload has an address of its own, which may be kept for ever."""
    answer = HttpResponse(read.file(actor_of(request), picture, size), content_type=MEDIA)
    answer.headers["Cache-Control"] = FOR_EVER
    return answer


@dataclass(frozen=True, slots=True)
class PicturePage:
    """Where a picture is chosen, replaced or removed."""

    title: str
    of: str
    form: PictureForm
    picture: str
    is_face: bool
    crumbs: list[Crumb]


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def of_player(request: HttpRequest, player_id: int) -> HttpResponse:
    """The picture of a person: by themselves, or by who keeps their data."""
    actor = actor_of(request)
    player = known.by_id(viewer=actor, player_id=player_id)
    if player is None:
        raise NotFound("not_found")
    if not known.editable(viewer=actor, player=player):
        raise NotAllowed("not_allowed", action="edit_profile")
    back = paths.at("player_edit", player.pk)
    crumbs = [{"label": player.name, "href": back}, paths.here(_("Picture"))]
    key = read.of_player(actor, player)
    return _page(request, player, PictureKind.PLAYER, key, player.name, crumbs)


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def of_club(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """A club's logo or cover."""
    club = office.club_or_404(request, slug, Action.MANAGE_CLUB)
    if kind not in {PictureKind.LOGO, PictureKind.COVER}:
        raise NotFound("not_found")
    chosen = PictureKind(kind)
    look = {"label": _("Look and contact"), "href": paths.at("club_face", club.slug)}
    crumbs = [paths.to_club(club), look, paths.here(str(chosen.label))]
    key = read.of_club(club).get(kind, "")
    return _page(request, club, chosen, key, club.name, crumbs)


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def of_game(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The picture of a box on the club's shelf."""
    club = office.club_or_404(request, slug, Action.MANAGE_CLUB)
    box = shelf.club_game(actor_of(request), club, pk)
    back = {"label": box.title, "href": paths.at("club_game", club.slug, box.pk)}
    crumbs = [paths.to_club(club), paths.to_shelf(club), back, paths.here(_("Picture of the box"))]
    key = read.of_boxes([box.pk]).get(box.pk, "")
    return _page(request, box, PictureKind.BOX, key, box.title, crumbs)


def _page(
    request: HttpRequest, of: Owner, kind: PictureKind, key: str, name: str, crumbs: list[Crumb]
) -> HttpResponse:
    """Takes a picture in, removes it (``do=remove``), or asks for one; then the page before."""
    actor = actor_of(request)
    status, back = 200, crumbs[-2]["href"]
    form = PictureForm()
    if request.POST.get("do") == "remove":
        pictures.take_away(by=actor, of=of, kind=kind)
        messages.success(request, _("Picture removed."))
        return redirect(back)
    if request.method == "POST":
        form, status = PictureForm(request.POST, request.FILES), 400
        if form.is_valid():
            try:
                pictures.put(by=actor, of=of, kind=kind, data=form.read())
            except LeagueError as error:
                attach(form, error)
                status = error.status
            else:
                messages.success(request, _("Picture saved."))
                return redirect(back)
    context = PicturePage(
        title=str(kind.label),
        of=name,
        form=form,
        picture=discs.address(key, "large"),
        is_face=kind == PictureKind.PLAYER,
        crumbs=crumbs,
    )
    response = page(request, "league/office/picture.html", context, status=status)
    response.headers["Cache-Control"] = "private, no-store"
    return response
