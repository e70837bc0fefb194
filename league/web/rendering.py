"""Pages of what they show: a frozen dataclass each, whose fields are what its template reads."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone

from league.times import wall_time

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
    from django.utils.safestring import SafeString

    from league.models import Club, Event


def names(context: DataclassInstance) -> dict[str, object]:
    """What a template can read: the fields of its context, as they are."""
    return {one.name: getattr(context, one.name) for one in fields(context)}


def page(
    request: HttpRequest, template: str, context: DataclassInstance, *, status: int = 200
) -> HttpResponse:
    """Renders ``template`` with the fields of its context."""
    return render(request, template, names(context), status=status)


def part(
    template: str, context: DataclassInstance, request: HttpRequest | None = None
) -> SafeString:
    """A part of a page, or a page that knows of no ``request``, as text."""
    return render_to_string(template, names(context), request)


def in_zone(
    request: HttpRequest,
    of: Club | Event,
    template: str,
    context: DataclassInstance,
    *,
    status: int = 200,
) -> HttpResponse:
    """The same with times in the zone of an event or a club: pages show the clock of the room."""
    with timezone.override(wall_time.zone_of(of)):
        return page(request, template, context, status=status)
