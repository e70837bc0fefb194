"""Sign-in rules for allauth, and the pages of the own account."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from smtplib import SMTPException
from typing import TYPE_CHECKING, Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.views import logout as allauth_logout
from allauth.core import context, ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from league.core.enums import InvitationKind, Role
from league.core.errors import Gone, LeagueError, NotFound
from league.forms.faults import attach
from league.forms.people.people import AcceptForm, LanguageForm, TokenForm
from league.lists.whole_numbers import whole
from league.queries.people import access as known
from league.queries.people import claims, viewer
from league.services.people import access, accounts
from league.web.actor import SPEAKS_FOR, actor_of
from league.web.local_time import when
from league.web.office import office
from league.web.people import known_devices, openid, openid_out
from league.web.redirects import is_own, safe_next
from league.web.refusals import guarded
from league.web.rendering import page

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.forms import BaseForm

    from league.models import Account, ApiToken, Club, Event, Invitation, Player, Season
    from league.queries.people.claims import Asked
    from league.web.local_time import When

log = logging.getLogger(__name__)
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


class InvitedOnly(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    """Accounts come from invitations; everybody makes one where the installation says so."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": gettext_lazy("This account is closed."),
        "email_password_mismatch": gettext_lazy("The e-mail address or the password is wrong."),
        "enter_current_password": gettext_lazy("This is not your current password."),
        "incorrect_password": gettext_lazy("The password is wrong."),
        "invalid_password_reset": gettext_lazy("This link has expired or was already used."),
        "too_many_login_attempts": gettext_lazy(
            "Too many wrong passwords. Try again in a few minutes."
        ),
        "passwords_off": gettext_lazy("Passwords are turned off here. Sign in another way."),
        "rate_limited": gettext_lazy("Too many tries. Wait a moment, then try again."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.LEAGUE_OPEN_ACCOUNTS)

    def save_user(
        self, request: HttpRequest, user: Account, form: BaseForm, commit: bool = True
    ) -> Account:
        """Whoever makes their own account has no right in it until it is joined to a player."""
        made: Account = super().save_user(request, user, form, commit=False)
        return accounts.open_own(account=made) if commit else made

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail server that does not answer is no fault of the page: it says so and goes on."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException):
            log.exception("no mail could be sent (%s)", template_prefix)
            sorry = _("The mail server doesn't answer, so no e-mail was sent. Try again later.")
            messages.error(self.request, sorry)

    def is_safe_url(self, url: str) -> bool:
        return is_own(context.request, url)

    # The library types credentials and the options of a sign-in freely.
    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords count for one account from one place: a known browser, else an address.

        Whoever guesses somewhere else locks out nobody but whoever comes from there.
        """
        login = str(credentials.get("email", "")).lower()
        device = known_devices.name_for(request, known.account_id_of(email=login))
        return f"{login}:{device or self.get_client_ip(request)}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuses further guesses, also those from many addresses at once."""
        if not settings.LEAGUE_PASSWORD_SIGN_IN:
            raise self.validation_error("passwords_off")
        super().pre_authenticate(request, **credentials)
        login = str(credentials.get("email", "")).lower()
        is_known = known_devices.name_for(request, known.account_id_of(email=login))
        if not is_known and not self._count_anywhere(request, login, dry_run=True):
            raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        self._count_anywhere(request, str(credentials.get("email", "")).lower())

    def _count_anywhere(self, request: HttpRequest, login: str, *, dry_run: bool = False) -> bool:
        return bool(
            ratelimit.consume(request, action="login_failed_anywhere", key=login, dry_run=dry_run)
        )

    def is_reauthentication_required(self, *, app: str) -> bool:
        """Not for a while after the server said who this is, whatever else they could show."""
        asks = bool(super().is_reauthentication_required(app=app))
        return asks and not openid.was_just_asked(context.request)

    def get_reauthentication_methods(self, user: Account) -> list[dict[str, str]]:
        ways: list[dict[str, str]] = super().get_reauthentication_methods(user)
        return [*ways, openid.ask_again()] if known.is_by_server(user.pk) else ways

    def post_login(self, request: HttpRequest, user: Account, **options: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **options)
        openid.keep_token(request, options.get("signal_kwargs"))
        known_devices.remember(request, response, user.pk)
        return response


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Ends the session, and that at the server by which it began; a link cannot."""
    token = openid_out.token_of(request)
    response: HttpResponse = allauth_logout(request)
    return openid_out.there_too(request, token, response)


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Keeps the language in this browser and, for the signed-in, in the account."""
    response = redirect(safe_next(request, reverse("own_account") if _is_person(request) else "/"))
    language = request.POST.get("language", "")
    if language in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=60 * 60 * 24 * 365,
            samesite="Lax",
            secure=settings.SECURE,
        )
        if _is_person(request):
            accounts.set_language(by=actor_of(request), language=language)
    return response


def _is_person(request: HttpRequest) -> bool:
    return actor_of(request).account_id is not None


@dataclass(frozen=True, slots=True)
class AccountPage:
    """The own account: language, name, keys, and whom it acts for."""

    account: Account | None
    acted_for: tuple[Player, ...]
    asked: tuple[Asked, ...]
    decides: tuple[Club, ...]
    language_form: LanguageForm
    tokens: QuerySet[ApiToken]
    is_site_admin: bool
    is_by_server: bool
    form: TokenForm
    fresh: dict[str, str] | None


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def own_account(request: HttpRequest) -> HttpResponse:
    """The own account: language, public name, password, tokens."""
    actor = actor_of(request)
    form = TokenForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        if form.is_valid():
            try:
                _token, secret = accounts.make_token(
                    by=actor,
                    name=form.cleaned_data["name"],
                    scopes=form.cleaned_data["scopes"] or ["read"],
                    days=form.cleaned_data["days"],
                )
            except LeagueError as error:
                attach(form, error)
            else:
                office.keep_fresh(request, _("Your new token. You only see it this once:"), secret)
                return redirect("own_account")
        status = 400
    account = known.account_of(viewer=actor)
    is_linked = account is not None and account.player_id is not None
    return page(
        request,
        "account/own.html",
        AccountPage(
            account=account,
            acted_for=viewer.acted_for(actor),
            asked=() if is_linked else claims.asked_by(actor),
            decides=() if is_linked else claims.decided_by(actor, viewer.clubs(actor)),
            language_form=LanguageForm(initial={"language": translation.get_language()}),
            tokens=known.tokens_of(viewer=actor),
            is_site_admin=actor.is_site_admin,
            is_by_server=account is not None and known.is_by_server(account.pk),
            form=form,
            fresh=office.take_fresh(request) if request.method != "POST" else None,
        ),
        status=status,
    )


@require_POST
@login_required
@guarded
def token_revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Ends a token at once."""
    actor = actor_of(request)
    token = known.token(viewer=actor, token_id=token_id)
    if token is None:
        raise NotFound("not_found")
    accounts.revoke_token(by=actor, token=token)
    messages.success(request, _("Token “%(name)s” revoked.") % {"name": token.name})
    return redirect(safe_next(request, reverse("own_account")))


@dataclass(frozen=True, slots=True)
class InvitationPage:
    """What a link of an invitation offers to whom."""

    invitation: Invitation
    club: Club | None
    scope: Club | Season | Event | None
    evening: When | None
    is_setup: bool
    is_reset: bool
    signed_in: Account | None
    acts_for: bool
    is_other: bool
    by_password: bool
    form: AcceptForm


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """A link that gives a role, an account to a player, or a new password; used by POST alone."""
    found = known.invitation_by_secret(secret)
    if found is None:
        return _no_invitation(request, status=404)
    if not known.is_open(found):
        return _no_invitation(request, status=410)
    is_reset = found.kind == InvitationKind.RESET
    signed_in = None if is_reset else known.account_of(viewer=actor_of(request))
    form = AcceptForm(
        request.POST if request.method == "POST" and signed_in is None else None,
        with_email=not is_reset,
    )
    status = 200
    if request.method == "POST" and (signed_in is not None or form.is_valid()):
        try:
            account = access.accept(
                secret=secret,
                email=form.cleaned_data.get("email", "") if form.is_bound else "",
                password=form.cleaned_data.get("password", "") if form.is_bound else "",
                account=signed_in,
                acts_for=request.POST.get("acts_for") == "yes",
            )
        except Gone:
            return _no_invitation(request, status=410)
        except LeagueError as error:
            if signed_in is not None:
                raise
            attach(form, error)
            status = error.status
        else:
            if is_reset:
                messages.success(request, _("Your new password is active. Sign in with it."))
                return redirect("account_login")
            if signed_in is None:
                login(request, account, backend=BACKEND)
            if found.player_id is not None:
                request.session[SPEAKS_FOR] = found.player_id
            messages.success(request, _("Welcome! You are signed in as %s.") % account.email)
            landed = redirect(_landing(found))
            known_devices.remember(request, landed, account.pk)
            return landed
    elif request.method == "POST":
        status = 400
    response = page(
        request,
        "account/invitation.html",
        InvitationPage(
            invitation=found,
            club=known.club_of(found),
            scope=known.scope_of(found),
            evening=when(found.event.starts_at, found.event) if found.event else None,
            is_setup=known.is_setup(found),
            is_reset=is_reset,
            signed_in=signed_in,
            acts_for=request.POST.get("acts_for") == "yes",
            is_other=signed_in is not None and signed_in.player_id not in {None, found.player_id},
            by_password=settings.LEAGUE_PASSWORD_SIGN_IN or found.maker_id is None,
            form=form,
        ),
        status=status,
    )
    # The link is told to nobody outside; "no-referrer" would make browsers send this very form
    # with the origin "null", which the check against forged requests refuses.
    response.headers["Referrer-Policy"] = "same-origin"
    return response


@dataclass(frozen=True, slots=True)
class NoInvitation:
    """A link that invites nobody: it never did, or no longer does (``is_over``)."""

    is_over: bool


def _no_invitation(request: HttpRequest, *, status: int) -> HttpResponse:
    context = NoInvitation(is_over=status == Gone.status)
    response = page(request, "account/no_invitation.html", context, status=status)
    response.headers["Referrer-Policy"] = "same-origin"
    return response


@require_POST
@login_required
@guarded
def speak_for(request: HttpRequest) -> HttpResponse:
    """From now on this device speaks for another player of the account."""
    chosen = whole(request.POST.get("player", ""))
    if chosen is None or chosen not in actor_of(request).players:
        raise NotFound("not_found")
    request.session[SPEAKS_FOR] = chosen
    return redirect(safe_next(request, reverse("own_account")))


@require_POST
@login_required
@guarded
def stop_acting(request: HttpRequest, player_id: int) -> HttpResponse:
    """The account acts for this player no more."""
    actor = actor_of(request)
    player = next((row for row in viewer.acted_for(actor) if row.pk == player_id), None)
    if player is None:
        raise NotFound("not_found")
    accounts.stop_acting(by=actor, player=player)
    messages.success(request, _("You no longer act for %(name)s.") % {"name": player.name})
    return redirect("own_account")


def _landing(invitation: Invitation) -> str:
    """Where what one was invited to begins."""
    club = known.club_of(invitation)
    if invitation.event is not None:
        is_scorekeeper = invitation.role == Role.SCOREKEEPER
        return reverse("results" if is_scorekeeper else "desk", args=[invitation.event.slug])
    if club is not None and invitation.role:
        return reverse("club_people", args=[club.slug])
    if invitation.role and club is None:
        return reverse("club_new")
    return reverse("own_account")
