"""The lab: a season counted in another way, side by side, and tables for an unsure number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.core.errors import BadInput, BadInputs
from league.forms.faults import attach
from league.forms.standings.lab import ListForm, OutlookForm, TrialForm
from league.forms.standings.standings import COLUMN_WORDS
from league.lists.whole_numbers import whole
from league.queries.occasions import seasons as read
from league.queries.office import rules as shelf
from league.queries.standings import trials
from league.seating.outlook import outlook
from league.services.occasions import seasons
from league.services.office import rules
from league.standings.exact import shown
from league.standings.payload import rank_text
from league.standings.points import scheme_from_json
from league.web import paths
from league.web.actor import actor_of
from league.web.refusals import guarded
from league.web.rendering import page
from league.web.uploads import UPLOAD_MOST, carried, posted_file
from league.words.labels import labelled
from league.words.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Collection
    from fractions import Fraction

    from league.core.actors import Actor
    from league.models import Season
    from league.queries.standings.trials import Tried
    from league.seating.outlook import Prospect, Tables
    from league.standings.trial import Trial, Way
    from league.web.paths import Crumb

ROWS_SHOWN = 300


@dataclass(frozen=True, slots=True)
class Worth:
    """What a seat is worth before and after."""

    size: int
    place: int | None
    seats: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody before and after; ``risen`` in ranks."""

    name: str
    before: str
    after: str
    risen: int | None
    before_points: str
    after_points: str


@dataclass(frozen=True, slots=True)
class Compared:
    """A season beside itself under other rules."""

    trial: Trial
    worths: tuple[Worth, ...]
    rows: tuple[Moved, ...]
    hidden: int


@dataclass(frozen=True, slots=True)
class LabPage:
    """The seasons to choose from; of the chosen one the form, and what it makes of it."""

    seasons: tuple[Season, ...]
    season: Season | None
    form: TrialForm | None
    tried: Compared | None
    crumbs: list[Crumb]


@require_safe
@guarded
def lab(request: HttpRequest) -> HttpResponse:
    """A season beside itself under other rules; the address holds everything that was chosen."""
    actor = actor_of(request)
    trials.require_organizer(actor)
    season = _season(actor, request.GET.get("season", ""))
    form, tried = None, None
    if season is not None:
        is_asked = "counting" in request.GET
        form = _form(actor, season, request.GET if is_asked else None, own=True)
        if is_asked and form.is_valid():
            try:
                tried = _shown(trials.of_season(actor, season, _way(season, form)))
            except (BadInput, BadInputs) as error:
                _attach(form, error)
    context = LabPage(
        seasons=trials.seasons(actor),
        season=season,
        form=form,
        tried=tried,
        crumbs=[paths.here(_("Scoring lab"))],
    )
    status = 400 if form is not None and form.errors else 200
    return page(request, "league/standings/lab.html", context, status=status)


@dataclass(frozen=True, slots=True)
class _Fault:
    line: object
    column: str
    text: str


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """A list from outside and the form for it, what is wrong in it, and what comes of it."""

    form: TrialForm
    handed: ListForm
    columns: Collection[str]
    data: str
    bad: tuple[_Fault, ...]
    tried: Compared | None
    crumbs: list[Crumb]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def results(request: HttpRequest) -> HttpResponse:
    """The same for a list from outside, which travels in the form and is not stored."""
    actor = actor_of(request)
    trials.require_organizer(actor)
    season = trials.blank()
    is_asked = request.method == "POST"
    form = _form(actor, season, request.POST if is_asked else None, own=False)
    handed = ListForm()
    data, tried = "", None
    bad: tuple[_Fault, ...] = ()
    if is_asked:
        handed = ListForm(request.POST, request.FILES)
        handed.full_clean()
        handed.errors.pop("file", None)  # an empty one is told below
        try:
            sent = _handed_in(request)
            data = carried(sent)
            if form.is_valid():
                tried = _shown(trials.of_list(actor, sent, _way(season, form)))
        except BadInputs as error:
            bad = tuple(_fault(part) for part in error.errors if isinstance(part, BadInput))
        except BadInput as error:
            if error.field in {"file", "encoding", "delimiter"}:
                attach(handed, error)
            else:
                _attach(form, error)
    context = ResultsPage(
        form=form,
        handed=handed,
        columns=COLUMN_WORDS.values(),
        data=data,
        bad=bad,
        tried=tried,
        crumbs=[
            {"label": _("Scoring lab"), "href": paths.at("lab")},
            paths.here(_("Results from elsewhere")),
        ],
    )
    status = 400 if is_asked and (tried is None or handed.errors) else 200
    return page(request, "league/standings/results.html", context, status=status)


@dataclass(frozen=True, slots=True)
class Nearby:
    """The tables of a few people more or less."""

    heads: int
    tables: str


@dataclass(frozen=True, slots=True)
class ProspectShown:
    """The tables for so many people, and what holds whoever comes."""

    heads: int
    best: str
    steady: str
    is_same: bool
    span: tuple[int, int] | None
    nearby: tuple[Nearby, ...]
    holds: bool
    missing: str


@dataclass(frozen=True, slots=True)
class TablesPage:
    """How many may come, and the tables for each number; None while the question is not one."""

    form: OutlookForm
    prospects: tuple[ProspectShown, ...] | None
    crumbs: list[Crumb]


@require_safe
@guarded
def tables(request: HttpRequest) -> HttpResponse:
    """Which tables to have ready when it is not sure how many will come."""
    trials.require_organizer(actor_of(request))
    is_asked = "heads" in request.GET
    first = {"heads": "14-18", "preferred": 4, "low_1": 3, "high_1": 5}
    form = OutlookForm(request.GET if is_asked else first)
    prospects = None
    if form.is_valid():
        found = outlook(
            form.cleaned_data["heads"],
            form.games(),
            preferred=form.cleaned_data["preferred"],
            max_tables=form.cleaned_data["max_tables"],
        )
        prospects = tuple(_prospect(form, one) for one in found)
    context = TablesPage(
        form=form,
        prospects=prospects,
        crumbs=[
            {"label": _("Scoring lab"), "href": paths.at("lab")},
            paths.here(_("Table planner")),
        ],
    )
    status = 400 if form.errors else 200
    return page(request, "league/standings/tables.html", context, status=status)


def _season(actor: Actor, number: str) -> Season | None:
    if not number:
        return None
    pk = whole(number)
    if pk is None or pk not in {row.pk for row in trials.seasons(actor)}:
        raise BadInput("unknown_choice", field="season", choice=number[:40])
    return read.by_id(actor, pk)


def _form(actor: Actor, season: Season, data: QueryDict | None, *, own: bool) -> TrialForm:
    start = TrialForm.kept_of(season)
    form = TrialForm(
        data,
        rulesets=(),
        schemes=shelf.schemes(actor, season.club) if own else (),
        kept=start,
        own=own,
    )
    form.initial = {**start, "scheme": "" if own else form.scheme_key(season.scheme)}
    return form


def _way(season: Season, form: TrialForm) -> Way:
    spec = form.scheme_spec()
    scheme = None if spec is None else scheme_from_json(rules.scheme_spec(spec))
    return trials.other_way(season, seasons.as_stored(season, form.fields_of()), scheme)


def _attach(form: TrialForm, error: BadInput | BadInputs) -> None:
    parts = error.errors if isinstance(error, BadInputs) else (error,)
    for part in parts:
        attach(form, part, {part.field: form.place_of(part.field)})


def _handed_in(request: HttpRequest) -> bytes:
    """What was pasted, uploaded, or came along from the page before, in this order."""
    text = request.POST.get("text", "").strip()
    if not text or "file" in request.FILES:
        return posted_file(request)
    data = text.encode()
    if len(data) > UPLOAD_MOST:
        raise BadInput("file_too_large", field="file", most=UPLOAD_MOST // 1024)
    return data


# --- as the pages show it -------------------------------------------------------------------


def _fault(error: BadInput) -> _Fault:
    words = str(COLUMN_WORDS.get(error.field) or "")
    return _Fault(error.params.get("line", ""), words, sentence(error))


def _points(value: Fraction | None) -> str:
    return "–" if value is None else number_format(shown(value))


def _shown(found: Tried) -> Compared:
    trial = found.trial
    return Compared(
        trial=trial,
        worths=tuple(
            Worth(
                size=one.size,
                place=one.place,
                seats=one.seats,
                before=_points(one.before),
                after=_points(one.after),
            )
            for one in trial.worths
        ),
        rows=tuple(
            Moved(
                name=found.names.get(one.player, "?"),
                before=rank_text(one.before, one.before_tied),
                after=rank_text(one.after, one.after_tied),
                risen=one.risen,
                before_points=_points(one.before_points),
                after_points=_points(one.after_points),
            )
            for one in trial.placings[:ROWS_SHOWN]
        ),
        hidden=max(0, len(trial.placings) - ROWS_SHOWN),
    )


def _prospect(form: OutlookForm, one: Prospect) -> ProspectShown:
    steady, best = one.steady, one.best
    return ProspectShown(
        heads=one.heads,
        best=_tables(form, best),
        steady=_tables(form, steady),
        is_same=steady is not None and best is not None and steady.split == best.split,
        span=None if steady is None else (steady.fewest, steady.most),
        nearby=tuple(
            Nearby(heads=near.heads, tables=_tables(form, near.tables)) for near in one.nearby
        ),
        holds=one.holds,
        missing=", ".join(str(number) for number in one.missing),
    )


def _tables(form: OutlookForm, found: Tables | None) -> str:
    """``5 + 4 + 4``, with the games where there are several."""
    if found is None:
        return ""
    several = len(form.games()) > 1
    parts: dict[int, list[str]] = {}
    for size, ruleset in zip(found.split.sizes, found.split.rulesets, strict=True):
        parts.setdefault(ruleset, []).append(str(size))
    return " · ".join(
        labelled(form.name_of(ruleset), " + ".join(sizes)) if several else " + ".join(sizes)
        for ruleset, sizes in sorted(parts.items())
    )
