"""One person: data, memberships, an account."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league import permissions
from league.core.actions import Action
from league.core.enums import InvitationKind
from league.core.errors import BadInput, Conflict, LeagueError, NotAllowed, NotFound
from league.forms.faults import attach
from league.forms.people.people import EndForm, MembershipForm, ProfileForm
from league.queries.occasions import clubs as known_clubs
from league.queries.people import guest_evenings, player_history
from league.queries.people import players as known
from league.queries.seating import apart
from league.services.people import access, memberships, players
from league.times import wall_time
from league.web.actor import actor_of
from league.web.local_time import when
from league.web.office import office
from league.web.refusals import guarded
from league.web.rendering import page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from league.core.actors import Actor
    from league.models import Club, Event, Membership, Player
    from league.queries.people.guest_evenings import Turned
    from league.queries.seating.apart import KeptApart
    from league.web.local_time import When
    from league.web.paths import Crumb


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def edit(request: HttpRequest, player_id: int) -> HttpResponse:
    """One person: data, public name, memberships, account. Everybody their own, too."""
    actor = actor_of(request)
    player = known.by_id(viewer=actor, player_id=player_id)
    if player is None:
        raise NotFound("not_found")
    if player.pk != player_id:  # merged: the old number leads to the kept record
        return redirect("player_edit", player.pk)
    allowed = known.editable(viewer=actor, player=player)
    if not allowed:
        raise NotAllowed("not_allowed", action="edit_profile")
    start = {name: getattr(player, name) for name in known.ALL_FIELDS}
    boxes = allowed | ({"parents_word"} if known.speaks_for(actor, player) else set())
    form = _profile(player, boxes, request.POST if request.method == "POST" else None)
    status, theirs = 200, None
    if request.method == "POST":
        status = 400
        if form.is_valid():
            fields = {name: form.cleaned_data[name] for name in sorted(allowed)}
            try:
                players.change(
                    by=actor,
                    player=player,
                    expected_version=form.cleaned_data["version"],
                    parents_word=form.cleaned_data.get("parents_word", False),
                    **form.changes(),
                )
            except Conflict as error:
                status = error.status
                theirs = [
                    office.Theirs(label=form.fields[name].label, now=start[name], typed=typed)
                    for name, typed in fields.items()
                    if start[name] != typed
                ]
                posted = request.POST.copy()
                posted["version"] = str(player.version)
                form = ProfileForm(posted, allowed=boxes, initial=start)
                attach(form, error)
            except LeagueError as error:
                attach(form, error)
                status = error.status
            else:
                messages.success(request, _("Saved."))
                return redirect("player_edit", player.pk)
    return _person_page(request, actor, player, form, status=status, theirs=theirs)


@dataclass(frozen=True, slots=True)
class PersonPage:
    """One person: data, memberships, account."""

    player: Player
    form: ProfileForm
    theirs: list[office.Theirs] | None
    differences: list[tuple[str, str, str]] | None
    memberships: list[MembershipForms]
    may_join: list[Club]
    join_form: MembershipForm
    apart: tuple[KeptApart, ...]
    has_account: bool
    to_set_right: list[Club]
    former: tuple[str, ...]
    fresh: dict[str, str] | None
    crumbs: list[Crumb]


def _person_page(
    request: HttpRequest,
    actor: Actor,
    player: Player,
    form: ProfileForm,
    *,
    status: int,
    theirs: list[office.Theirs] | None = None,
    posted: _Posted | None = None,
) -> HttpResponse:
    own_clubs = known_clubs.managed(viewer=actor)
    rows = known.memberships(viewer=actor, player=player)
    joined = {row.club_id for row in rows if row.until is None}
    known_in = dict.fromkeys(row.club for row in rows)
    context = PersonPage(
        player=player,
        form=form,
        theirs=theirs,
        differences=posted.differences if posted else None,
        memberships=[
            _membership_forms(row, may_manage=row.club in own_clubs, posted=posted) for row in rows
        ],
        may_join=[club for club in own_clubs if club.pk not in joined],
        join_form=MembershipForm(initial={"kind": "member"}),
        apart=apart.of_player(
            viewer=actor,
            clubs=[club for club in own_clubs if club.pk in joined],
            player=player,
        ),
        has_account=known.has_account(player),
        to_set_right=permissions.clubs_with(actor, Action.MANAGE_CLUB, known_in),
        former=player_history.names_of(player) if known.manages(actor, player) else (),
        fresh=office.take_fresh(request) if request.method != "POST" else None,
        crumbs=_crumbs(rows, own_clubs, player),
    )
    response = page(request, "league/people/player_edit.html", context, status=status)
    response.headers["Cache-Control"] = "private, no-store"
    return response


@dataclass(frozen=True, slots=True)
class _Posted:
    """A form of one membership that came too late, and in what it differs from what stands."""

    row: Membership
    form: MembershipForm | EndForm
    differences: list[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class MembershipForms:
    """A membership, with the forms that change and end it."""

    row: Membership
    form: MembershipForm | None
    end: EndForm
    is_open: bool
    may_manage: bool


def _membership_forms(
    row: Membership, *, may_manage: bool, posted: _Posted | None
) -> MembershipForms:
    mine = posted.form if posted is not None and posted.row.pk == row.pk else None
    change = mine if isinstance(mine, MembershipForm) else _membership_form(row)
    start = {"version": row.version}
    end = mine if isinstance(mine, EndForm) else EndForm(prefix=f"e{row.pk}", initial=start)
    return MembershipForms(
        row=row,
        form=change if row.until is None and may_manage else None,
        end=end,
        is_open=mine is not None,
        may_manage=may_manage,
    )


def _membership_form(row: Membership) -> MembershipForm:
    return MembershipForm(prefix=f"m{row.pk}", initial=_as_stored(row))


def _as_stored(row: Membership) -> dict[str, object]:
    return {name: getattr(row, name) for name in ("kind", "member_no", "since", "version")}


def _came_late(
    request: HttpRequest, actor: Actor, row: Membership, form: MembershipForm | EndForm
) -> HttpResponse:
    """The person's page with what was typed beside what somebody else saved."""
    if isinstance(form, EndForm):
        last = form.cleaned_data["on"] or wall_time.today(row.club)
        found = [(str(form.fields["on"].label), "–", str(last))]
    else:
        found = form.differences(_as_stored(row))
    form.take_version(row.version)
    profile = _profile(row.player, known.editable(viewer=actor, player=row.player))
    posted = _Posted(row, form, found)
    return _person_page(request, actor, row.player, profile, status=409, posted=posted)


def _profile(player: Player, allowed: frozenset[str], data: QueryDict | None = None) -> ProfileForm:
    start = {name: getattr(player, name) for name in known.ALL_FIELDS}
    return ProfileForm(data, allowed=allowed, initial=start | {"version": player.version})


def _crumbs(
    rows: Iterable[Membership], own_clubs: Iterable[Club], player: Player
) -> list[dict[str, str]]:
    """Back to the list of the club through which the viewer knows the person."""
    managed = set(own_clubs)
    for row in rows:
        if row.club in managed:
            href = reverse("club_people", args=[row.club.slug])
            return [{"label": row.club.name, "href": href}, {"label": player.name}]
    return [{"label": player.name}]


@require_POST
@guarded
def join(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Starts a membership of a known person."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.MANAGE_PEOPLE)
    player = _player(actor, player_id)
    form = MembershipForm(request.POST)
    if not form.is_valid():
        raise BadInput("bad_choice", field="kind", value=request.POST.get("kind", "")[:40])
    data = form.cleaned_data
    after = guest_evenings.asked(club, kind=data["kind"], since=data["since"], of=None)
    turned = guest_evenings.turned(club, player, after)
    if turned and not request.POST.get("sure"):
        return _what_follows(request, player, turned)
    memberships.start(
        by=actor,
        club=club,
        player=player,
        kind=data["kind"],
        member_no=data["member_no"],
        since=data["since"],
    )
    messages.success(
        request, _("%(name)s belongs to %(club)s.") % {"name": player.name, "club": club.name}
    )
    return redirect("player_edit", player.pk)


@require_POST
@guarded
def membership(request: HttpRequest, slug: str, membership_id: int) -> HttpResponse:
    """Corrects a membership, or (``action=end``) ends it."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.MANAGE_PEOPLE)
    row = known.membership(viewer=actor, club=club, membership_id=membership_id)
    if row is None:
        raise NotFound("not_found")
    if request.POST.get("action") == "end":
        end = EndForm(request.POST, prefix=f"e{row.pk}")
        if not end.is_valid():
            raise BadInput("ends_before_start", field="on")
        try:
            memberships.end(
                by=actor,
                membership=row,
                expected_version=end.cleaned_data["version"] or 0,
                on=end.cleaned_data["on"],
            )
        except Conflict:
            return _came_late(request, actor, row, end)
        messages.success(
            request,
            _("%(name)s has left %(club)s. Results stay.")
            % {"name": row.player.name, "club": club.name},
        )
    else:
        form = MembershipForm(request.POST, prefix=f"m{row.pk}")
        if not form.is_valid():
            raise BadInput("bad_choice", field="kind", value="")
        data = form.cleaned_data
        after = guest_evenings.asked(club, kind=data["kind"], since=data["since"], of=row)
        turned = guest_evenings.turned(club, row.player, after, of=row) if not row.until else ()
        if turned and not request.POST.get("sure"):
            return _what_follows(request, row.player, turned)
        try:
            memberships.change(
                by=actor,
                membership=row,
                expected_version=data["version"] or 0,
                kind=data["kind"],
                member_no=data["member_no"],
                since=data["since"],
            )
        except Conflict:
            return _came_late(request, actor, row, form)
        messages.success(request, _("Saved."))
    return redirect("player_edit", row.player_id)


@dataclass(frozen=True, slots=True)
class TurnedEvening:
    """An evening that would enter or leave the table."""

    row: Turned
    event: Event
    when: When


@dataclass(frozen=True, slots=True)
class GuestEveningsPage:
    """Which evenings enter or leave the table by a change of membership."""

    player: Player
    turned: list[TurnedEvening]
    fields: list[tuple[str, str | list[object]]]
    address: str
    crumbs: list[Crumb]


def _what_follows(request: HttpRequest, player: Player, turned: Sequence[Turned]) -> HttpResponse:
    """Which evenings enter or leave the table by a change of membership, before it is made."""
    context = GuestEveningsPage(
        player=player,
        turned=[
            TurnedEvening(row=one, event=one.event, when=when(one.event.starts_at, one.event))
            for one in turned
        ],
        fields=[
            (name, value)
            for name, value in request.POST.items()
            if name not in {"csrfmiddlewaretoken", "sure"}
        ],
        address=request.path,
        crumbs=[
            {"label": player.name, "href": reverse("player_edit", args=[player.pk])},
            {"label": _("What changes")},
        ],
    )
    response = page(request, "league/people/guest_evenings.html", context)
    response.headers["Cache-Control"] = "private, no-store"
    return response


@require_POST
@guarded
def invite(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Makes a link with which a player gets an account."""
    actor = actor_of(request)
    club = office.club_or_404(request, slug, Action.INVITE)
    player = _player(actor, player_id)
    _row, secret = access.invite(
        by=actor, kind=InvitationKind.PLAYER, scope=club, player=player, note=player.name
    )
    link = office.absolute(request, reverse("invitation", args=[secret]))
    office.keep_fresh(request, _("Share this link. You only see it this once:"), link)
    return redirect("player_edit", player.pk)


def _player(actor: Actor, player_id: int) -> Player:
    player = known.by_id(viewer=actor, player_id=player_id)
    if player is None:
        raise NotFound("not_found")
    return player
