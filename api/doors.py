"""What every address of the API does before and after its view."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import conditional
from api.authentication import Session, Token
from api.parsers import StrictJSON, check_text
from api.throttling import PerActor

View = Callable[..., HttpResponseBase]
EXPOSED = "ETag, Retry-After, As-Of, Is-Current, Computed-At, Not-Counted-Since"


class Door(APIView):
    """One address: who asks, how often, in which shape; tags and open reading on the way out.

    Reading is open to scripts of other sites, but never with this browser's cookies: such a
    script sees what a visitor sees.
    """

    authentication_classes = [Token, Session]
    # Who may do what is asked by the services, who may see what by the queries.
    permission_classes = [AllowAny]
    throttle_classes = [PerActor]
    parser_classes = [StrictJSON]
    renderer_classes = [JSONRenderer]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:  # the framework's
        super().initial(request, *args, **kwargs)
        for name, values in request.query_params.lists():
            for text in (name, *values):
                check_text(text, name if name.isidentifier() else "")

    def finalize_response(  # type: ignore[override]  # a 304 is no answer of the framework
        self,
        request: Request,
        response: HttpResponseBase,
        *args: Any,  # the framework's
        **kwargs: Any,  # the framework's
    ) -> HttpResponseBase:
        done: HttpResponseBase = super().finalize_response(
            request,
            response,  # type: ignore[arg-type]  # the framework takes any answer
            *args,
            **kwargs,
        )
        if request.method in {"GET", "HEAD"}:
            has_own_tag = done.has_header("ETag") and not hasattr(done, "version")
            if isinstance(done, Response) and done.status_code == 200 and not has_own_tag:
                done = conditional.tagged(request, done)
            done.headers["Access-Control-Allow-Origin"] = "*"
            done.headers["Access-Control-Expose-Headers"] = EXPOSED
        patch_vary_headers(done, ["Accept", "Accept-Language", "Authorization", "Cookie"])
        return done

    def options(  # type: ignore[override]  # the framework would describe forms here
        self,
        request: Request,
        *args: Any,  # the framework's
        **kwargs: Any,  # the framework's
    ) -> HttpResponse:
        """What this address knows, and to whom a browser may show it."""
        response = HttpResponse(status=204)
        response.headers["Allow"] = ", ".join(self.allowed_methods)
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Allow-Methods"] = "GET, HEAD, OPTIONS"
        response.headers["Access-Control-Allow-Headers"] = "If-None-Match, Accept-Language"
        response.headers["Access-Control-Max-Age"] = "86400"
        return response


def resource(
    name: str,
    *,
    get: View | None = None,
    post: View | None = None,
    patch: View | None = None,
    delete: View | None = None,
    renderers: tuple[type[BaseRenderer], ...] = (JSONRenderer,),
    parsers: tuple[type[BaseParser], ...] = (StrictJSON,),
) -> Callable[..., HttpResponseBase]:
    """The view of one address, put together from one function per method."""
    functions = {"get": get, "post": post, "patch": patch, "delete": delete}
    members: dict[str, Any] = {  # methods and attributes of a class
        method: _bound(function) for method, function in functions.items() if function
    }
    members["renderer_classes"] = list(renderers)
    members["parser_classes"] = list(parsers)
    members["__doc__"] = Door.__doc__
    return type(name, (Door,), members).as_view()  # type: ignore[attr-defined,no-any-return]


def _bound(function: View) -> View:
    @functools.wraps(function)
    def method(self: Door, request: Request, **kwargs: int | str) -> HttpResponseBase:
        return function(request, **kwargs)

    return method
