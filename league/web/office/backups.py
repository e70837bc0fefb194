"""The backups of the installation, for its admins: made, listed, downloaded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from django.http import FileResponse, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from league.services.office import backups
from league.web import rendering
from league.web.actor import actor_of
from league.web.refusals import guarded

if TYPE_CHECKING:
    from league.services.office.backups import Listed


@dataclass(frozen=True, slots=True)
class BackupsPage:
    """The copies of everything that this installation keeps."""

    kept: tuple[Listed, ...]


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def page(request: HttpRequest) -> HttpResponse:
    """The list; a press downloads one of it, or a new one."""
    actor = actor_of(request)
    if request.method == "POST":
        return download(request)
    return rendering.page(
        request, "league/office/backups.html", BackupsPage(kept=backups.listed(by=actor))
    )


def download(request: HttpRequest) -> HttpResponse:
    """The chosen file in pieces, never as a whole in memory and in nobody's cache."""
    path = backups.hand_out(by=actor_of(request), name=request.POST.get("name", ""))
    response = FileResponse(
        path.open("rb"),
        as_attachment=True,
        filename=path.name,
        content_type="application/octet-stream",
    )
    response.headers["Cache-Control"] = "private, no-store"
    return cast("HttpResponse", response)  # Django has no common type for a page and a stream
