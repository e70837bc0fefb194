"""Root addresses: pages, the API, and one that says the service is alive."""

from __future__ import annotations

from allauth.account import views as library
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import include, path

from league.queries.storage import LOW_BYTES, free_bytes
from league.web.people import account, openid, passkeys

handler400 = "league.web.errors.bad_request"
handler403 = "league.web.errors.forbidden"
handler404 = "league.web.errors.not_found"
handler500 = "league.config.failures.server_error"


def healthz(request: HttpRequest) -> HttpResponse:
    """Alive; a second line warns of a disk that is nearly full. It asks no database."""
    try:
        is_low = free_bytes(str(settings.DATA_DIR)) < LOW_BYTES
    except OSError:  # alive all the same
        is_low = False
    warning = "warning: little room left on the disk\n" if is_low else ""
    return HttpResponse(f"ok\n{warning}", content_type="text/plain")


def absent(request: HttpRequest) -> HttpResponse:
    """An address that a library brings along and that is nobody's here."""
    raise Http404


urlpatterns = [
    path("healthz/", healthz),
    path("api/", include("api.urls")),
    path("account/logout/", account.sign_out, name="account_logout"),
    # The address of an account is its name in the journal: nobody changes it unseen.
    path("account/email/", absent),
    path("account/2fa/webauthn/", passkeys.on_one_page, name="mfa_list_webauthn"),
    path("account/2fa/webauthn/add/", passkeys.AddPasskey.as_view(), name="mfa_add_webauthn"),
    path(
        "account/2fa/webauthn/reauthenticate/",
        passkeys.UsePasskeyOnceMore.as_view(),
        name="mfa_reauthenticate_webauthn",
    ),
    # Of the library's addresses for signing in by a server of others we have these two alone.
    path("account/oidc/login/", openid.begin, name="openid_connect_login"),
    path("account/oidc/login/callback/", openid.back, name="openid_connect_callback"),
    path("account/password/set/", absent),
    path(
        "account/password/change/",
        openid.by_passwords(library.password_change),
        name="account_change_password",
    ),
    path(
        "account/password/reset/",
        openid.by_passwords(library.password_reset),
        name="account_reset_password",
    ),
    path("account/", include("allauth.account.urls")),
    path("account/2fa/", include("allauth.mfa.urls")),
    path("i18n/setlang/", account.set_language, name="set_language"),
    path("", include("league.web.urls")),
]
