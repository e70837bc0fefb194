"""Addresses and the trail of links above a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext

from league import permissions
from league.core.actions import Action

if TYPE_CHECKING:
    from django.http import HttpRequest

    from league.core.actors import Actor
    from league.models import Club, Event, Season

Crumb = dict[str, str]


@dataclass(frozen=True, slots=True)
class Tab:
    """A link to a neighbouring page, or the page itself."""

    label: str
    href: str
    current: bool


def at(name: str, *args: str | int) -> str:
    """The address of a page; empty where this installation has no such page."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


def here_with(request: HttpRequest, name: str, value: str = "") -> str:
    """This page asked for the same but for one thing; without a value, without that."""
    asked = request.GET.copy()
    asked.pop(name, None)
    if value:
        asked[name] = value
    return f"{request.path}?{asked.urlencode()}" if asked else request.path


def to_club(club: Club) -> Crumb:
    return {"label": club.name, "href": at("club", club.slug)}


def to_season(season: Season) -> Crumb:
    return {"label": season.name, "href": at("season", season.club.slug, season.slug)}


def to_event(event: Event) -> Crumb:
    return {"label": event.name, "href": at("event", event.slug)}


def to_desk(actor: Actor, event: Event) -> list[Crumb]:
    """The way back to an event and, for those who run it, to its desk."""
    found = [to_event(event)]
    if permissions.can(actor, Action.MANAGE_EVENT, event):
        found.append({"label": gettext("Desk"), "href": at("desk", event.slug)})
    return found


def to_shelf(club: Club) -> Crumb:
    return {"label": gettext("Games and rules"), "href": at("club_games", club.slug)}


def to_presets(club: Club) -> Crumb:
    return {"label": gettext("Presets"), "href": at("presets", club.slug)}


def here(label: str) -> Crumb:
    return {"label": label}
