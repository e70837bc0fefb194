"""The backups of the installation, for its admins: made, listed, downloaded."""

from __future__ import annotations

from typing import cast

from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from league.services.office import backups
from league.web.actor import actor_of
from league.web.refusals import guarded


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def page(request: HttpRequest) -> HttpResponse:
    """The list; a press downloads one of it, or a new one."""
    actor = actor_of(request)
    if request.method == "POST":
        return download(request)
    return render(request, "league/office/backups.html", {"kept": backups.listed(by=actor)})


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
