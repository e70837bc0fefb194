"""Importing a season file into a club that exists: upload, look and decide, confirm."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.core.actions import Action
from league.core.errors import BadInput, BadInputs
from league.lists import season_file as files
from league.queries.people import players
from league.services.occasions import season_joins
from league.services.occasions.season_joins import NEW
from league.standings.texts import SCHEME_NAMES
from league.web import paths, sent_once
from league.web.actor import actor_of
from league.web.office.office import club_for
from league.web.records.import_bg_stats import MOST_OPTIONS, Option, Pick
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.uploads import carried, posted_file
from league.words import names
from league.words.labels import labelled
from league.words.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Club, Player
    from league.services.occasions.season_joins import PersonRow, Preview
    from league.web.paths import Crumb

PACKED_MOST = 29 * 1024 * 1024 // 10  # as a form carries it, below what a form may hold
_PERSON = "person-"


@dataclass(frozen=True, slots=True)
class Taken:
    """Something of the file, and what the club takes it for; empty: it is made."""

    name: str
    here: str


@dataclass(frozen=True, slots=True)
class SeasonJoinPage:
    """Where the file is chosen; once there is one, what it holds and what is to be decided."""

    club: Club
    crumbs: list[Crumb]
    troubles: tuple[str, ...] = ()
    fingerprint: str = ""
    trust: str = ""
    data: str = ""
    key: str = ""
    preview: Preview | None = None
    people: tuple[Pick, ...] = ()
    rulesets: tuple[Taken, ...] = ()
    schemes: tuple[Taken, ...] = ()
    is_ready: bool = False


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def into_club(request: HttpRequest, slug: str) -> HttpResponse:
    actor = actor_of(request)
    club = club_for(actor, slug, Action.MANAGE_SEASON)
    context = SeasonJoinPage(
        club=club,
        crumbs=[paths.to_club(club), paths.here(_("Import season file"))],
        trust=request.POST.get("trust", "")[:60],
    )
    if request.method != "POST":
        return _shown(request, context)
    data = b""
    try:
        data = _posted(request)
        if request.POST.get("step") == "run":
            return _run(request, actor, club, data, context.trust)
        found = season_joins.preview(
            by=actor, club=club, data=data, trust=context.trust, people=_chosen(request)
        )
    except BadInputs as error:
        # Somebody changed the club since it was looked at: show what is to be decided now.
        said = tuple(sentence(one) for one in error.errors)
        found = season_joins.preview(
            by=actor, club=club, data=data, trust=context.trust, people=_chosen(request)
        )
        return _shown(request, _filled(actor, replace(context, troubles=said), data, found), 400)
    except BadInput as error:
        fingerprint = str(error.params.get("fingerprint", ""))
        context = replace(
            context,
            troubles=(sentence(error),),
            fingerprint=fingerprint,
            data=carried(files.packed(data)) if fingerprint else "",
        )
        return _shown(request, context, 400)
    return _shown(request, _filled(actor, context, data, found))


def _shown(request: HttpRequest, context: SeasonJoinPage, status: int = 200) -> HttpResponse:
    return page(request, "league/occasions/season_join.html", context, status=status)


def _posted(request: HttpRequest) -> bytes:
    """The season file, which travels packed."""
    data = posted_file(request, upload_most=files.MOST_BYTES, carried_most=PACKED_MOST)
    if "file" not in request.FILES:
        return files.unpacked(data)
    if len(files.packed(data)) > PACKED_MOST:
        raise BadInput("file_too_large", field="file", most=PACKED_MOST // 1024)
    return data


def _chosen(request: HttpRequest) -> dict[str, str]:
    return {
        name.removeprefix(_PERSON): value[:20]
        for name, value in request.POST.items()
        if name.startswith(_PERSON) and isinstance(value, str) and value
    }


def _run(request: HttpRequest, actor: Actor, club: Club, data: bytes, trust: str) -> HttpResponse:
    people = _chosen(request)

    def do() -> dict[str, JSON]:
        taken = season_joins.run(by=actor, club=club, data=data, trust=trust, people=people)
        return {"slug": taken.season.slug, "is_new": taken.is_new}

    about = ("season_join", club.pk, {**people}, hashlib.sha256(data).hexdigest())
    done = sent_once.once(request, by=actor, about=about, do=do)
    said = _("The season is here, with the same standings.")
    known = _("This file was imported before. Nothing was changed.")
    messages.success(request, said if done["is_new"] else known)
    return redirect("season", club.slug, str(done["slug"]))


def _filled(actor: Actor, context: SeasonJoinPage, data: bytes, found: Preview) -> SeasonJoinPage:
    rulesets = (
        Taken(labelled(row.title, row.name), "" if row.ruleset is None else str(row.ruleset))
        for row in found.rulesets
    )
    troubles = [sentence(one) for one in found.faults if one.code != "season_person_open"]
    return replace(
        context,
        troubles=(*context.troubles, *troubles),
        data=carried(files.packed(data)),
        key=sent_once.fresh_key(),
        preview=found,
        people=_people(actor, context.club, found.people),
        rulesets=tuple(rulesets),
        schemes=tuple(Taken(_(SCHEME_NAMES[row.key]), row.name) for row in found.schemes),
        is_ready=not troubles,
    )


def _people(actor: Actor, club: Club, rows: Sequence[PersonRow]) -> tuple[Pick, ...]:
    """Everybody of the file, those who must be decided first."""
    known: list[Player] = list(players.known(club, actor).order_by("sort_key", "pk"))
    met = [one for row in rows for one in (*row.candidates, row.player) if one is not None]
    called = names.told_apart({one.pk: one for one in (*met, *known)}.values(), club)
    everybody = known if len(known) * len(rows) <= MOST_OPTIONS else []
    picks: list[Pick] = []
    for row in sorted(rows, key=lambda one: (not one.is_open, names.fold(one.name))):
        likely = [*([row.player] if row.player is not None else []), *row.candidates]
        offered = dict.fromkeys(one.pk for one in (*likely, *everybody))
        options = [(str(pk), called[pk]) for pk in offered]
        options.insert(0, (NEW, _("Add as a new person")))
        chosen = str(row.player.pk) if row.player is not None else NEW
        note = ""
        if row.is_open:
            note, chosen = _("Several people it could be. Who is it?"), ""
            options.insert(0, ("", _("Choose")))
        elif row.player is None and row.candidates:
            said = ", ".join(called[one.pk] for one in row.candidates)
            note = labelled(_("Nearly the same name"), said)
        name = f"{row.name} ({row.nickname})" if row.nickname else row.name
        picks.append(
            Pick(f"{_PERSON}{row.number}", name, row.matches, note, _options(options, chosen))
        )
    return tuple(picks)


def _options(options: Iterable[tuple[str, str]], chosen: str) -> list[Option]:
    return [Option(value, text, value == chosen) for value, text in options]
