"""Signing in by a server of others (OpenID Connect): to it, back from it, and what it said."""

from __future__ import annotations

import logging
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import jwt
from allauth.account.internal.flows.login import get_authentication_records
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.adapter import get_adapter as get_social_adapter
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialLogin
from allauth.socialaccount.providers.base.constants import AuthError, AuthProcess
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from requests import RequestException

from league.core.enums import InvitationKind
from league.core.errors import LeagueError, Refused, Unreachable
from league.core.openid import Vouched
from league.queries.people import access as known
from league.services.people import openid
from league.web.actor import actor_of
from league.web.redirects import safe_next
from league.web.refusals import guarded
from league.web.rendering import page
from league.words.sentences import sentence

if TYPE_CHECKING:
    from requests import Session

    from games.core.types import JSON
    from league.core.openid import Server

PROVIDER = "openid_connect"
NEEDED = ("issuer", "authorization_endpoint", "token_endpoint", "jwks_uri")
# Signatures by the server's private key alone: nothing that whoever knows a public key can make.
SIGNED = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
CLOCKS_APART = 60  # seconds
ID_TOKEN = "openid_id_token"  # in the session: what signing out shows to the server
FRESH = 300  # seconds for which a sign-in is proof enough to change how one signs in

logger = logging.getLogger(__name__)


def configured() -> Server:
    """The server of the environment; without one there are no pages for it."""
    server: Server | None = settings.LEAGUE_OPENID
    if server is None:
        raise Http404
    return server


def label() -> str:
    """What people call the server; empty where there is none."""
    server: Server | None = settings.LEAGUE_OPENID
    return server.label if server else ""


class ByServer(DefaultSocialAccountAdapter):  # type: ignore[misc]  # the library has no types
    """The library's hooks: one server, that of the environment; faults in our words."""

    # The library gives further names that the one server does not need.
    def list_apps(self, request: HttpRequest, **names: Any) -> list[SocialApp]:
        server: Server | None = settings.LEAGUE_OPENID
        if server is None:
            return []
        return [
            SocialApp(
                provider=PROVIDER,
                provider_id="server",
                name=server.label,
                client_id=server.client_id,
                secret=server.secret,
                settings={
                    "server_url": server.address,
                    "scope": list(server.scopes),
                    "oauth_pkce_enabled": True,
                },
            )
        ]

    def get_requests_session(self) -> Session:
        session: Session = super().get_requests_session()
        session.max_redirects = 0  # to no address but those of the server's own description
        return session

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Whose account it is; the library then asks for a second factor and opens the session."""
        vouched: Vouched = sociallogin.vouched
        if sociallogin.state.get("process") == AuthProcess.CONNECT:
            openid.connect(by=actor_of(request), vouched=vouched)
            messages.success(request, _("Connected. You can now sign in with it."))
            raise ImmediateHttpResponse(redirect("own_account"))
        sociallogin.user, sociallogin.account = openid.sign_in(
            vouched=vouched, may_open=_is_invited(sociallogin.state.get("next") or "")
        )
        # The state lasts through a second factor. The session does not: it is emptied where
        # somebody else was signed in.
        sociallogin.state[ID_TOKEN] = sociallogin.id_token

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: object,
        error: str | None = None,
        exception: Exception | None = None,
        extra_context: dict[str, JSON] | None = None,
    ) -> None:
        if error == AuthError.CANCELLED:
            messages.info(request, _("You did not sign in."))
            raise ImmediateHttpResponse(redirect("account_login"))
        raise _fault(exception)


def _fault(exception: Exception | None) -> LeagueError:
    logger.warning("signing in by %s: %r", label(), exception or "no such request, or an error")
    if isinstance(exception, RequestException):
        return Unreachable("openid_unreachable", server=label())
    return Refused("openid_failed", server=label())


class _ThisServer(OpenIDConnectOAuth2Adapter):  # type: ignore[misc]  # the same
    """The talk with the server; what it says counts only with its signature and our nonce."""

    nonce = ""

    @property
    def openid_config(self) -> dict[str, JSON]:
        try:
            config: dict[str, JSON] = super().openid_config
            lacking = [name for name in NEEDED if not isinstance(config.get(name), str)]
        except (TypeError, ValueError, AttributeError) as fault:
            raise OAuth2Error("its description is none") from fault
        if lacking:
            raise OAuth2Error(f"its description lacks {lacking}")
        told = configured().address.partition("/.well-known/")[0]
        if str(config["issuer"]).rstrip("/") != told:
            raise OAuth2Error(f"it calls itself {config['issuer']!r}, not {told!r}")
        return config

    # The library hands the answer of the server over as a free keyword.
    def complete_login(
        self, request: HttpRequest, app: SocialApp, token: object, **kwargs: Any
    ) -> SocialLogin:
        id_token = str(kwargs["response"].get("id_token", ""))
        claims = self._verified(app, id_token)
        if not self.nonce or not secrets.compare_digest(str(claims.get("nonce")), self.nonce):
            raise OAuth2Error("another nonce")
        login = SocialLogin(
            account=SocialAccount(provider=PROVIDER, uid=""), provider=self.get_provider()
        )
        login.vouched = self._vouched(claims, self._more(claims, str(token.token)))  # type: ignore[attr-defined]
        login.id_token = id_token
        return login

    def _verified(self, app: SocialApp, id_token: str) -> dict[str, JSON]:
        """What the signed token says, if it is of this server, for us, and of now."""
        with get_social_adapter().get_requests_session() as session:
            answer = session.get(self.openid_config["jwks_uri"])
            answer.raise_for_status()
            told = answer.json()
        try:
            keys = jwt.PyJWKSet.from_dict(told).keys
            kid = jwt.get_unverified_header(id_token).get("kid")
            fitting = [key for key in keys if kid is None or key.key_id == kid]
            if not fitting:
                raise OAuth2Error("signed by an unknown key")
            claims: dict[str, JSON] = jwt.decode(
                id_token,
                fitting[0],
                algorithms=SIGNED,
                audience=app.client_id,
                issuer=str(self.openid_config["issuer"]),
                leeway=CLOCKS_APART,
                options={"require": ["exp", "iat", "sub", "aud", "iss"]},
            )
        except (jwt.PyJWTError, TypeError, ValueError, AttributeError) as fault:
            raise OAuth2Error(f"{type(fault).__name__}: {fault}") from fault
        if claims.get("azp", app.client_id) != app.client_id:
            raise OAuth2Error("meant for somebody else")
        return claims

    def _more(self, claims: dict[str, JSON], access_token: str) -> dict[str, JSON]:
        """What the server tells apart from the token; nothing of anybody else."""
        if not isinstance(self.openid_config.get("userinfo_endpoint"), str):
            return {}
        told = self._fetch_user_info(access_token)
        if not isinstance(told, dict) or told.get("sub") != claims["sub"]:
            raise OAuth2Error("it told of somebody else")
        return told

    def _vouched(self, claims: dict[str, JSON], more: dict[str, JSON]) -> Vouched:
        # The address and whether it is verified come from one and the same answer.
        source = more if "email" in more else claims
        verified = source.get("email_verified")
        name = configured().groups_claim
        groups = more.get(name, claims.get(name))
        groups = [groups] if isinstance(groups, str) else groups
        return Vouched(
            issuer=str(claims["iss"]),
            subject=str(claims["sub"]),
            email=str(source.get("email") or "").strip().casefold(),
            is_verified=verified is True or verified == "true",
            groups=frozenset(map(str, groups if isinstance(groups, list) else ())),
        )

    def get_callback_url(self, request: HttpRequest, app: SocialApp) -> str:
        return request.build_absolute_uri(reverse("openid_connect_callback"))


class _Back(OAuth2CallbackView):  # type: ignore[misc]  # the same
    def _get_state(
        self, request: HttpRequest, provider: object
    ) -> tuple[dict[str, JSON] | None, HttpResponse | None]:
        state, response = super()._get_state(request, provider)
        self.adapter.nonce = str((state or {}).get("nonce") or "")
        return state, response


@dataclass(frozen=True, slots=True)
class RefusedPage:
    """Why nobody was signed in."""

    reason: str
    is_connecting: bool


def _refused(request: HttpRequest, error: LeagueError) -> HttpResponse:
    return page(
        request,
        "account/sign_in_refused.html",
        RefusedPage(sentence(error), request.user.is_authenticated),
        status=error.status,
    )


def this_server(request: HttpRequest) -> _ThisServer:
    configured()
    return _ThisServer(request, "server")


@require_safe
@never_cache
def begin(request: HttpRequest) -> HttpResponse:
    """To the server; who is signed in already shows there anew who they are."""
    server = this_server(request)
    provider = server.get_provider()
    provider.oauth2_adapter_class = _ThisServer
    nonce = secrets.token_urlsafe(24)
    known_here = request.user.is_authenticated
    connects = known_here and request.GET.get("process") == AuthProcess.CONNECT
    try:
        response: HttpResponse = provider.redirect(
            request,
            AuthProcess.CONNECT if connects else AuthProcess.LOGIN,
            safe_next(request),
            auth_params={"nonce": nonce, **({"prompt": "login"} if known_here else {})},
            nonce=nonce,
        )
    except (RequestException, OAuth2Error) as fault:
        return _refused(request, _fault(fault))
    except LeagueError as error:
        return _refused(request, error)
    return response


@require_safe
@never_cache
def back(request: HttpRequest) -> HttpResponse:
    """Back from the server, with its word in the address."""
    server = this_server(request)
    try:
        response: HttpResponse = _Back.adapter_view(server)(request)
    except LeagueError as error:
        return _refused(request, error)
    return response


@require_POST
@login_required
@guarded
def disconnect(request: HttpRequest) -> HttpResponse:
    """The own account is no longer entered by the server."""
    try:
        openid.disconnect(by=actor_of(request))
    except Refused as error:
        messages.error(request, sentence(error))
    else:
        messages.success(request, _("Disconnected."))
    return redirect("own_account")


def _is_invited(next_url: str) -> bool:
    """Whether one comes from the link of an invitation that still holds."""
    try:
        found = resolve(next_url)
    except Resolver404:
        return False
    if found.url_name != "invitation":
        return False
    link = known.invitation_by_secret(found.kwargs["secret"])
    return link is not None and link.kind != InvitationKind.RESET and known.is_open(link)


def keep_token(request: HttpRequest, signal: dict[str, Any] | None) -> None:
    """Keeps what signing out shows to the server, once the session is that of the new login."""
    login: SocialLogin | None = (signal or {}).get("sociallogin")
    if login is not None:
        request.session[ID_TOKEN] = login.state[ID_TOKEN]


def was_just_asked(request: HttpRequest) -> bool:
    """Whether the server said a moment ago who this is."""
    records = get_authentication_records(request, request.user)
    return bool(records) and (
        records[-1].get("method") == "socialaccount" and time.time() - records[-1]["at"] < FRESH
    )


def ask_again() -> dict[str, str]:
    """The way to show the server anew who one is, for the library's list of such ways."""
    return {
        "id": "openid",
        "description": _("Sign in with %(server)s") % {"server": label()},
        "url": reverse("openid_connect_login"),
    }


def by_passwords(view: Any) -> Any:
    """A page of the library about passwords; where there are none, there is no such page."""

    # The library's addresses hand over what they find in them.
    def answer(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if not settings.LEAGUE_PASSWORD_SIGN_IN:
            raise Http404
        response: HttpResponse = view(request, **kwargs)
        return response

    return answer
