"""Office pages of a club: settings, roles and invitations, tokens, the journal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from league import permissions
from league.core.actions import Action
from league.core.enums import EventState, Role
from league.core.errors import Conflict, LeagueError, NotAllowed, NotFound
from league.forms.faults import attach
from league.forms.people.people import ClubForm, InviteForm, TokenForm
from league.queries.occasions import removals
from league.queries.office import journal as lines
from league.queries.people import access as known
from league.services.occasions import clubs
from league.services.people import access, accounts
from league.web import rendering
from league.web.actor import actor_of
from league.web.local_time import titled, when
from league.web.office import office
from league.web.refusals import guarded
from league.words.dates import date_format

if TYPE_CHECKING:
    from django.core.paginator import Page
    from django.db.models import QuerySet

    from league.models import ApiToken, Club, Event, Grant, Invitation, JournalLine, Season
    from league.queries.office.journal import Line
    from league.web.paths import Crumb

PER_PAGE = 50
_SETTINGS = (
    *("name", "description", "visibility", "name_level", "time_zone", "language"),
    "rates_casual",
    "free_talk",
)


@dataclass(frozen=True, slots=True)
class FoundingPage:
    """The form of a new club."""

    form: ClubForm
    crumbs: list[Crumb]


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def new(request: HttpRequest) -> HttpResponse:
    """Founds a club; for site admins."""
    actor = actor_of(request)
    if not permissions.can(actor, Action.CREATE_CLUB, None):
        raise NotAllowed("not_allowed", action="create_club")
    start = {
        "visibility": "public",
        "name_level": "full",
        "time_zone": "Europe/Berlin",
        "language": request.LANGUAGE_CODE,
    }
    form = ClubForm(request.POST if request.method == "POST" else None, initial=start)
    status = 200
    if request.method == "POST":
        if form.is_valid():
            try:
                club = clubs.create(by=actor, **_settings(form))
            except LeagueError as error:
                attach(form, error)
            else:
                messages.success(request, _("Club created. Next, add its people."))
                return redirect("club_people", club.slug)
        status = 400
    context = FoundingPage(form=form, crumbs=[{"label": _("New club")}])
    return rendering.page(request, "league/office/club_new.html", context, status=status)


@dataclass(frozen=True, slots=True)
class SettingsPage(office.OfficePage):
    """The settings of a club, and what somebody else saved meanwhile."""

    form: ClubForm
    theirs: list[office.Theirs] | None
    may_remove: bool


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def settings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's settings; a stale form shows what stands now beside what was typed."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.MANAGE_CLUB)
    start = {name: getattr(club, name) for name in _SETTINGS} | {"version": club.version}
    form = ClubForm(request.POST if request.method == "POST" else None, initial=start)
    status, theirs = 200, None
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                clubs.change(
                    by=actor,
                    club=club,
                    expected_version=form.cleaned_data["version"] or 0,
                    **_settings(form),
                )
            except Conflict as error:
                theirs, status = _stands(form, start), error.status
                # Saving once more, after having seen both, is a decision.
                posted = request.POST.copy()
                posted["version"] = str(club.version)
                form = ClubForm(posted, initial=start)
                attach(form, error)
            except LeagueError as error:
                attach(form, error)
                status = error.status
            else:
                messages.success(request, _("The settings are saved."))
                return redirect("club_settings", club.slug)
    context = SettingsPage(
        **office.top(actor_of(request), club, "club_settings", _("Settings")),
        form=form,
        theirs=theirs,
        may_remove=removals.may_remove(actor, club),
    )
    return rendering.page(request, "league/office/club_settings.html", context, status=status)


def _settings(form: ClubForm) -> clubs.NewClub:
    data = form.cleaned_data
    return {
        "name": data["name"],
        "description": data["description"],
        "visibility": data["visibility"],
        "name_level": data["name_level"],
        "time_zone": data["time_zone"],
        "language": data["language"],
        "rates_casual": data["rates_casual"],
        "free_talk": data["free_talk"],
    }


def _stands(form: ClubForm, now: dict[str, object]) -> list[office.Theirs]:
    """Fields in which the stored settings differ from what was typed."""
    return [
        office.Theirs(
            label=form.fields[name].label,
            now=_read(now[name]),
            typed=_read(form.cleaned_data[name]),
        )
        for name in _SETTINGS
        if now[name] != form.cleaned_data[name]
    ]


def _read(value: object) -> object:
    """A tick box in words, everything else as it is."""
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    return value


@dataclass(frozen=True, slots=True)
class GrantLine:
    """A role that somebody has, and where."""

    row: Grant
    place: str
    may_reset: bool


@dataclass(frozen=True, slots=True)
class InvitationLine:
    """A link that was given out, and for what."""

    row: Invitation
    place: str


@dataclass(frozen=True, slots=True)
class RolesPage(office.OfficePage):
    """Who has which role in a club, and the form for one more."""

    form: InviteForm
    grants: list[GrantLine]
    invitations: list[InvitationLine]
    fresh: dict[str, str] | None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def roles(request: HttpRequest, slug: str) -> HttpResponse:
    """Who may do what in the club, and links that give a role."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.INVITE)
    places = dict(known.places(viewer=actor, club=club))
    form = InviteForm(
        request.POST if request.method == "POST" else None,
        roles=_roles(places),
        scopes=[(key, _place(scope)) for key, scope in _first_evenings(places)],
        initial={"days": access.INVITATION_DAYS, **_least(places)},
    )
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            data = form.cleaned_data
            try:
                _row, secret = access.invite(
                    by=actor,
                    role=data["role"],
                    scope=places[data["scope"]],
                    note=data["note"],
                    days=data["days"],
                )
            except LeagueError as error:
                attach(form, error)
                status = error.status
            else:
                _keep_link(request, secret)
                return redirect("club_roles", club.slug)
    grants = list(known.grants_of(viewer=actor, club=club))
    context = RolesPage(
        **office.top(actor_of(request), club, "club_roles", _("Roles")),
        form=form,
        grants=[
            GrantLine(
                row=grant,
                place=_place(known.scope_of(grant)),
                may_reset=grant.account_id != actor.account_id
                and known.may_reset(viewer=actor, account=grant.account),
            )
            for grant in grants
        ],
        invitations=[
            InvitationLine(row=row, place=_place(known.scope_of(row)))
            for row in known.invitations_of(viewer=actor, club=club)
        ],
        fresh=office.take_fresh(request) if request.method != "POST" else None,
    )
    return rendering.page(request, "league/office/roles.html", context, status=status)


def _roles(places: dict[str, Club | Season | Event]) -> list[Role]:
    """What can be given at one of the places at least."""
    roles = [Role.CLUB_ADMIN] if "club" in places else []
    roles += [Role.ORGANIZER] if places else []
    return roles + ([Role.SCOREKEEPER] if any(map(known.event_of, places.values())) else [])


def _least(places: dict[str, Club | Season | Event]) -> dict[str, str]:
    """What is asked for most and gives least: help at the evening that is nearest."""
    over, now = {EventState.FINISHED, EventState.CANCELLED}, timezone.now()
    evenings = {key: event for key, scope in places.items() if (event := known.event_of(scope))}
    if not evenings:
        return {"role": Role.ORGANIZER}
    nearest = min(
        evenings,
        key=lambda key: (evenings[key].state in over, abs(evenings[key].starts_at - now)),
    )
    return {"role": Role.SCOREKEEPER, "scope": nearest}


def _first_evenings(
    places: dict[str, Club | Season | Event],
) -> list[tuple[str, Club | Season | Event]]:
    """Evenings before seasons and the club: most links are for one evening."""
    return sorted(places.items(), key=lambda place: known.event_of(place[1]) is None)


def _place(scope: Club | Season | Event | None) -> str:
    """A place by its name; evenings of one name are told apart by their day."""
    if event := known.event_of(scope):
        day = date_format(when(event.starts_at, event).wall, "DATE_FORMAT")
        return f"{event.name}, {day}"
    return scope.name if scope is not None else _("everything")


def _keep_link(request: HttpRequest, secret: str) -> None:
    link = office.absolute(request, reverse("invitation", args=[secret]))
    office.keep_fresh(request, _("Share this link. You only see it this once:"), link)


@require_POST
@guarded
def grant_revoke(request: HttpRequest, slug: str, grant_id: int) -> HttpResponse:
    """Takes a role away."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.MANAGE_CLUB)
    grant = known.grant(viewer=actor, club=club, grant_id=grant_id)
    if grant is None:
        raise NotFound("not_found")
    access.revoke_grant(by=actor, grant=grant)
    messages.success(request, _("%(who)s no longer has this role.") % {"who": grant.account.email})
    return redirect("club_roles", club.slug)


@require_POST
@guarded
def grant_reset(request: HttpRequest, slug: str, grant_id: int) -> HttpResponse:
    """Makes a new-password link for somebody with a role in the club."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.MANAGE_CLUB)
    grant = known.grant(viewer=actor, club=club, grant_id=grant_id)
    if grant is None:
        raise NotFound("not_found")
    _row, secret = access.reset_link(by=actor, account=grant.account)
    _keep_link(request, secret)
    return redirect("club_roles", club.slug)


@require_POST
@guarded
def invitation_revoke(request: HttpRequest, slug: str, invitation_id: int) -> HttpResponse:
    """Withdraws a link that nobody has used."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.INVITE)
    row = known.invitation(viewer=actor, club=club, invitation_id=invitation_id)
    if row is None:
        raise NotFound("not_found")
    access.revoke_invitation(by=actor, invitation=row)
    messages.success(request, _("The link no longer works."))
    return redirect("club_roles", club.slug)


@dataclass(frozen=True, slots=True)
class TokensPage(office.OfficePage):
    """The keys of programs and devices to a club."""

    form: TokenForm
    tokens: QuerySet[ApiToken]
    fresh: dict[str, str] | None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def tokens(request: HttpRequest, slug: str) -> HttpResponse:
    """Tokens of one's own and devices of the club's events."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.MANAGE_EVENT)
    events = {
        key: scope for key, scope in known.places(viewer=actor, club=club) if key[:6] == "event:"
    }
    form = TokenForm(
        request.POST if request.method == "POST" else None,
        events=[(key, _place(scope)) for key, scope in events.items()],
    )
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            data = form.cleaned_data
            try:
                _row, secret = accounts.make_token(
                    by=actor,
                    name=data["name"],
                    scopes=data["scopes"] or ["read"],
                    days=data["days"],
                    event=known.event_of(events.get(data.get("event", ""))),
                    device=data.get("device", False),
                )
            except LeagueError as error:
                attach(form, error)
                status = error.status
            else:
                office.keep_fresh(request, _("The new token. You only see it this once:"), secret)
                return redirect("club_tokens", club.slug)
    context = TokensPage(
        **office.top(actor_of(request), club, "club_tokens", _("Tokens")),
        form=form,
        tokens=known.tokens_of(viewer=actor, club=club),
        fresh=office.take_fresh(request) if request.method != "POST" else None,
    )
    return rendering.page(request, "league/office/tokens.html", context, status=status)


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """A line of the journal, and the evening it is about."""

    line: Line
    event: str


@dataclass(frozen=True, slots=True)
class JournalPage(office.OfficePage):
    """What was decided in a club, newest first."""

    page: Page[JournalLine]
    lines: list[JournalEntry]
    undoable: frozenset[int]


@require_GET
@guarded
def journal(request: HttpRequest, slug: str) -> HttpResponse:
    """What was decided in the club, by whom, newest first."""
    club = office.club_or_404(request, slug, Action.SEE_JOURNAL)
    rows = lines.of_club(viewer=actor_of(request), club=club)
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    context = JournalPage(
        **office.top(actor_of(request), club, "club_journal", _("Journal")),
        page=page,
        lines=[
            JournalEntry(line=line, event=titled(line.event) if line.event is not None else "")
            for line in lines.in_words(page.object_list)
        ],
        undoable=removals.undoable(actor_of(request), page.object_list),
    )
    return rendering.page(request, "league/office/journal.html", context)
