"""Taking in a season that another installation gave away as a signed file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league import permissions
from league.core.actions import Action
from league.core.errors import BadInput
from league.lists import season_file as files
from league.services.occasions import season_files
from league.web import paths
from league.web.actor import actor_of
from league.web.refusals import guarded
from league.web.rendering import page
from league.words.sentences import sentence

if TYPE_CHECKING:
    from league.web.paths import Crumb


@dataclass(frozen=True, slots=True)
class SeasonImportPage:
    """Where the file is chosen; ``fingerprint`` is a key that nobody has said yes to yet."""

    message: str
    fingerprint: str
    crumbs: list[Crumb]


@guarded
@require_http_methods(["GET", "HEAD", "POST"])
def take_in(request: HttpRequest) -> HttpResponse:
    """The club and the season of a file, all or nothing."""
    actor = actor_of(request)
    permissions.require(actor, Action.CREATE_CLUB, None)
    message, fingerprint, status = "", "", 200
    if request.method == "POST":
        try:
            taken = season_files.take_in(
                by=actor, data=_posted(request), trust=request.POST.get("trust", "")
            )
        except BadInput as error:
            message, status = sentence(error), error.status
            fingerprint = str(error.params.get("fingerprint", ""))
        else:
            said = _("The season is here, with the same standings.")
            known = _("This file was imported before. Nothing was changed.")
            messages.success(request, said if taken.is_new else known)
            return redirect("season", taken.season.club.slug, taken.season.slug)
    context = SeasonImportPage(
        message=message,
        fingerprint=fingerprint,
        crumbs=[paths.here(_("Import season file"))],
    )
    return page(request, "league/occasions/season_import.html", context, status=status)


def _posted(request: HttpRequest) -> bytes:
    upload = request.FILES.get("file")
    if upload is None:
        raise BadInput("empty_file", field="file")
    return bytes(upload.read(files.MOST_BYTES + 1))
