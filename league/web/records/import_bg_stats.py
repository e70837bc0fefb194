"""Importing plays from a file of BG Stats: upload, look and decide, confirm."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league import permissions
from league.core.actions import Action
from league.core.errors import BadInput, BadInputs
from league.forms.faults import attach
from league.forms.records.bg_stats import BgStatsForm
from league.lists import bg_stats_file
from league.lists.bg_stats_beside import Part
from league.queries.occasions import seasons
from league.queries.people import players
from league.services.records import bg_stats_import
from league.services.records.bg_stats_import import NEW, OUT, Choices
from league.web import paths, sent_once
from league.web.actor import actor_of
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.uploads import carried, posted_file
from league.words import names
from league.words.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from django_stubs_ext import StrPromise

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.lists.line_notes import Note
    from league.models import Player, Season
    from league.services.records.bg_stats_import import GameRow, PersonRow, Preview
    from league.web.paths import Crumb

ROWS_SHOWN = 200
PACKED_MOST = 29 * 1024 * 1024 // 10  # as a form carries it, below what a form may hold
MOST_OPTIONS = 6_000
_PERSON, _GAME = "person-", "game-"
_WHY: Mapping[bg_stats_import.Reason, StrPromise] = {
    bg_stats_import.Reason.OUTSIDE: gettext_lazy("Played outside the season"),
    bg_stats_import.Reason.IGNORED: gettext_lazy("Marked as ignored in the app"),
    bg_stats_import.Reason.ALONE: gettext_lazy("Fewer than two players"),
    bg_stats_import.Reason.LARGE: gettext_lazy("More than twelve players"),
    bg_stats_import.Reason.GAME: gettext_lazy("The game is left out"),
    bg_stats_import.Reason.PERSON: gettext_lazy("Someone at the table is left out"),
    bg_stats_import.Reason.NO_RESULT: gettext_lazy("Nothing says how it ended"),
    bg_stats_import.Reason.PROBABLY_THERE: gettext_lazy(
        "Probably here already: same day, game, people and result"
    ),
}


_BESIDE: Mapping[Part, StrPromise] = {
    Part.PLACE: pgettext_lazy("where it was played", "Places"),
    Part.COMMENT: gettext_lazy("Comments"),
    Part.EXPANSIONS: gettext_lazy("Expansions"),
    Part.ROLES: gettext_lazy("Roles"),
    Part.MINUTES: gettext_lazy("Playing times"),
    Part.BEGINS: gettext_lazy("Start players"),
}


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    text: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Pick:
    """Somebody or a game of the file, and whom or what the club may take it for."""

    field: str
    name: str
    plays: int
    note: str
    options: list[Option]


@dataclass(frozen=True, slots=True)
class LeftOut:
    why: StrPromise
    count: int


@dataclass(frozen=True, slots=True)
class Noted:
    """A part beside the results: how many plays bring it, and how many not as a whole."""

    what: StrPromise
    kept: int
    lost: int


@dataclass(frozen=True, slots=True)
class ImportBgStatsPage:
    """The form for a file; once there is one, what it holds and what is to be decided."""

    season: Season
    crumbs: list[Crumb]
    upload: BgStatsForm
    trouble: str = ""
    data: str = ""
    key: str = ""
    create_players: bool = False
    create_games: bool = False
    preview: Preview | None = None
    people: tuple[Pick, ...] = ()
    games: tuple[Pick, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    noted: tuple[Noted, ...] = ()
    bad: tuple[str, ...] = ()
    rows_shown: int = ROWS_SHOWN


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def season_import_bg_stats(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    actor = actor_of(request)
    season = seasons.get(actor, slug, season_slug)
    permissions.require(actor, Action.MANAGE_SEASON, season)
    crumbs = [
        paths.to_club(season.club),
        paths.to_season(season),
        paths.here(_("Import from BG Stats")),
    ]
    may_people = permissions.can(actor, Action.MANAGE_PEOPLE, season.club)
    may_games = permissions.can(actor, Action.MANAGE_CLUB, season.club)
    upload = BgStatsForm(
        *((request.POST, request.FILES) if "file" in request.FILES else ()),
        auto_id="upload_%s",
        may_add_people=may_people,
        may_add_games=may_games,
    )
    context = ImportBgStatsPage(season=season, crumbs=crumbs, upload=upload)
    if request.method != "POST":
        return page(request, "league/records/import_bg_stats.html", context)
    choices = Choices(
        people=_chosen(request, _PERSON),
        games=_chosen(request, _GAME),
        create_players=may_people and "create_players" in request.POST,
        create_games=may_games and "create_games" in request.POST,
    )
    try:
        posted = posted_file(
            request, upload_most=bg_stats_file.MOST_UNPACKED, carried_most=PACKED_MOST
        )
        data = bg_stats_file.packed(posted)
        if len(data) > PACKED_MOST:
            raise BadInput("file_too_large", field="file", most=PACKED_MOST // 1024)
        if request.POST.get("step") == "run":
            messages.success(request, _told(_run(request, actor, season, data, choices)))
            return redirect("season", season.club.slug, season.slug)
        found = bg_stats_import.preview(by=actor, season=season, data=data, choices=choices)
    except BadInputs:
        raise  # somebody changed the club between looking and storing: say so on its page
    except BadInput as error:
        return _refused(request, context, error, may_people=may_people, may_games=may_games)
    return page(
        request,
        "league/records/import_bg_stats.html",
        _filled(actor, context, data, choices, found),
    )


def _refused(
    request: HttpRequest,
    context: ImportBgStatsPage,
    error: BadInput,
    *,
    may_people: bool,
    may_games: bool,
) -> HttpResponse:
    form = BgStatsForm(
        request.POST,
        auto_id="upload_%s",
        may_add_people=may_people,
        may_add_games=may_games,
    )
    form.full_clean()
    if error.field in form.fields:
        attach(form, error)
        context = replace(context, upload=form)
    else:
        context = replace(context, trouble=sentence(error))
    return page(request, "league/records/import_bg_stats.html", context, status=400)


def _chosen(request: HttpRequest, start: str) -> dict[str, str]:
    return {
        name.removeprefix(start): value[:20]
        for name, value in request.POST.items()
        if name.startswith(start) and isinstance(value, str) and value
    }


def _run(
    request: HttpRequest, actor: Actor, season: Season, data: bytes, choices: Choices
) -> dict[str, int]:
    def do() -> dict[str, int]:
        done = bg_stats_import.run(
            by=actor, season=season, data=data, choices=choices, skip_bad=True
        )
        return {
            "matches": done.matches,
            "recognised": done.recognised,
            "skipped": done.skipped,
        }

    how: dict[str, JSON] = {
        "people": dict(choices.people),
        "games": dict(choices.games),
        "create": [choices.create_players, choices.create_games],
    }
    about = ("bg_stats", season.pk, how, hashlib.sha256(data).hexdigest())
    return sent_once.once(request, by=actor, about=about, do=do)


def _told(done: Mapping[str, int]) -> str:
    return _(
        "Matches imported: %(matches)s; already known: %(recognised)s; left out: %(skipped)s."
    ) % {name: done.get(name, 0) for name in ("matches", "recognised", "skipped")}


def _filled(
    actor: Actor, context: ImportBgStatsPage, data: bytes, choices: Choices, found: Preview
) -> ImportBgStatsPage:
    club = context.season.club
    left_out = [LeftOut(_WHY[why], count) for why, count in found.left_out.items()]
    if found.faulty:
        left_out.append(LeftOut(gettext_lazy("With a fault, see below"), found.faulty))
    return replace(
        context,
        data=carried(data),
        key=sent_once.fresh_key(),
        create_players=choices.create_players,
        create_games=choices.create_games,
        preview=found,
        people=_people(actor, context.season, found.people),
        games=_games(
            [(str(box.pk), box.title) for box in club.games.order_by("title", "pk")],
            found.games,
            may_add=permissions.can(actor, Action.MANAGE_CLUB, club),
        ),
        left_out=tuple(left_out),
        noted=tuple(
            Noted(_BESIDE[part], found.kept.get(part, 0), found.lost.get(part, 0))
            for part in Part
            if part in found.kept or part in found.lost
        ),
        bad=tuple(_said(one) for one in found.bad[:ROWS_SHOWN]),
    )


def _said(one: Note) -> str:
    text = sentence(one.error)
    is_named = "where" in one.error.params or "match" in one.error.params
    return text if is_named else f"plays {one.line}: {text}"


def _people(actor: Actor, season: Season, rows: Sequence[PersonRow]) -> tuple[Pick, ...]:
    may_add = permissions.can(actor, Action.MANAGE_PEOPLE, season.club)
    known: list[Player] = []
    if may_add:
        known = list(players.known(season.club, actor).order_by("sort_key", "pk"))
    met = {one.pk: one for row in rows for one in (*row.candidates, row.player) if one is not None}
    called = names.told_apart({**met, **{one.pk: one for one in known}}.values(), season.club)
    everybody = known if len(known) * len(rows) <= MOST_OPTIONS else []
    picks: list[Pick] = []
    for row in rows:
        likely = [*row.candidates, *([row.player] if row.player is not None else [])]
        offered = dict.fromkeys(one.pk for one in (*likely, *everybody))
        chosen = str(row.player.pk) if row.player is not None else NEW if row.is_new else OUT
        options = [(str(pk), called[pk]) for pk in offered]
        if may_add:
            options.append((NEW, _("Add as a new guest")))
        options.append((OUT, _("Leave out, with all their plays")))
        note = ""
        if row.is_remembered and not row.choice:
            note = _("as decided before")
        elif not row.choice and row.player is None and len(row.candidates) > 1:
            note = _("several people it could be")
        picks.append(
            Pick(f"{_PERSON}{row.uuid}", row.name, row.plays, note, _options(options, chosen))
        )
    return tuple(picks)


def _games(
    shelf: Sequence[tuple[str, str]], rows: Sequence[GameRow], *, may_add: bool
) -> tuple[Pick, ...]:
    picks: list[Pick] = []
    for row in rows:
        chosen = str(row.box.pk) if row.box is not None else NEW if row.is_new else OUT
        is_few = len(shelf) * len(rows) <= MOST_OPTIONS
        options = [one for one in shelf if is_few or one[0] == chosen]
        if may_add and (row.box is None or row.box.title != row.name):
            options.append((NEW, _("Put on the shelf")))
        options.append((OUT, _("Leave out")))
        picks.append(Pick(f"{_GAME}{row.key}", row.name, row.plays, "", _options(options, chosen)))
    return tuple(picks)


def _options(options: Iterable[tuple[str, str]], chosen: str) -> list[Option]:
    return [Option(value, text, value == chosen) for value, text in options]
