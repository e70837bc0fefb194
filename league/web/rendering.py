"""Pages of an event show the clock of its room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from league.times import wall_time

if TYPE_CHECKING:
    from league.models import Event


def in_zone(
    request: HttpRequest,
    event: Event,
    template: str,
    context: Mapping[str, object],
    *,
    status: int = 200,
) -> HttpResponse:
    """Renders ``template`` with times in the zone of ``event``."""
    with timezone.override(wall_time.zone_of(event)):
        return render(request, template, dict(context), status=status)
