"""Where to go next, never to another site."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def is_own(request: HttpRequest, url: str) -> bool:
    """Whether ``url`` is a path here or an address of this site."""
    hosts = {request.get_host()}
    if settings.LEAGUE_URL:
        hosts.add(urlsplit(settings.LEAGUE_URL).netloc)
    return url_has_allowed_host_and_scheme(url, hosts, require_https=request.is_secure())


def safe_next(request: HttpRequest, default: str = "/") -> str:
    """The ``next`` that the form or the address asks for, else ``default``."""
    url = request.POST.get("next") or request.GET.get("next") or ""
    return url if is_own(request, url) else default
