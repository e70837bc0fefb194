"""Root addresses: pages, the API, and one that says the service is alive."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

handler400 = "league.web.errors.bad_request"
handler403 = "league.web.errors.forbidden"
handler404 = "league.web.errors.not_found"
handler500 = "league.web.errors.server_error"


def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n", content_type="text/plain")


urlpatterns = [
    path("healthz/", healthz),
    path("api/", include("api.urls")),
    path("account/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("league.urls")),
]
