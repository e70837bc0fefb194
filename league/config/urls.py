"""Root addresses: pages, the API, and one that says the service is alive."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import include, path

from league.web.people import account, passkeys

handler400 = "league.web.errors.bad_request"
handler403 = "league.web.errors.forbidden"
handler404 = "league.web.errors.not_found"
handler500 = "league.config.failures.server_error"


def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n", content_type="text/plain")


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
    path("account/", include("allauth.urls")),
    path("i18n/setlang/", account.set_language, name="set_language"),
    path("", include("league.web.urls")),
]
