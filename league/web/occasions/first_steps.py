"""The way of a new club to its first evening: what is done, and what comes next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from league import permissions
from league.core.actions import Action
from league.queries.occasions import first_steps
from league.times import wall_time
from league.web import paths
from league.words.dates import date_format

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.core.actors import Actor
    from league.models import Club, Event
    from league.queries.occasions.first_steps import Come


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the way; ``state`` is ``done``, ``current`` or ``todo``."""

    label: str
    state: str
    href: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Next:
    """What comes next, and another way on, if there is one."""

    title: str
    text: str
    label: str
    href: str
    other: str = ""
    other_href: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """The steps, with the next one in words; on its own page ``next`` is what follows it."""

    steps: list[Step]
    next: Next


PEOPLE, SEASON, EVENING, DESK = "people", "season", "evening", "desk"


def way(actor: Actor, club: Club, *, at: str = "") -> Way | None:
    """The way of a club that has not played yet, for those who organize it.

    Args:
        at: the step whose page this is: what comes after it is shown once it is done.
    """
    come = first_steps.of_club(actor, club)
    if come is None:
        return None
    done = _done(come)
    ahead = [one for one in (PEOPLE, SEASON, EVENING, DESK) if one not in done]
    if come.event is not None:
        ahead = [DESK]
    then = _next(actor, club, come, ahead[0])
    if then is None or ahead[0] == at:
        return None
    return Way(steps=_steps(club, come, done, ahead[0]), next=then)


def _done(come: Come) -> set[str]:
    reached = ((PEOPLE, come.people), (SEASON, come.season), (EVENING, come.event))
    return {name for name, has in reached if has}


def _steps(club: Club, come: Come, done: set[str], current: str) -> list[Step]:
    season, event = come.season, come.event
    told = ngettext("%(count)d person", "%(count)d people", come.people)
    rows: Sequence[tuple[str, str, str, str]] = (
        (
            PEOPLE,
            _("People"),
            paths.at("club_people", club.slug),
            told % {"count": come.people} if come.people else "",
        ),
        (
            SEASON,
            _("Season"),
            paths.at("season_settings", club.slug, season.slug) if season else "",
            season.name if season else "",
        ),
        (
            EVENING,
            _("Evening"),
            paths.at("event_settings", event.slug) if event else "",
            event.name if event else "",
        ),
        (DESK, _("Desk"), "", ""),
    )
    return [
        Step(label=_("Club"), state="done", href=paths.at("club", club.slug)),
        *(
            Step(
                label=label,
                state="current" if name == current else "done" if name in done else "todo",
                href=href,
                note=note,
            )
            for name, label, href, note in rows
        ),
    ]


def _next(actor: Actor, club: Club, come: Come, step: str) -> Next | None:
    if step == DESK:
        return _to_desk(come.event) if come.event else None
    if step == PEOPLE:
        if not permissions.can(actor, Action.MANAGE_PEOPLE, club):
            return None
        return Next(
            title=_("Add the people of your club"),
            text=_("Names are enough, one by one or as a list."),
            label=_("Add people"),
            href=paths.at("club_people", club.slug),
            other=_("Import a list"),
            other_href=paths.at("club_import_players", club.slug),
        )
    if not come.has_games:
        if not permissions.can(actor, Action.MANAGE_CLUB, club):
            return None
        return Next(
            title=_("Choose what the club plays"),
            text=_("Every evening needs a game."),
            label=_("To the games"),
            href=paths.at("club_games", club.slug),
        )
    evening = paths.at("event_new", club.slug)
    if step == SEASON and permissions.can(actor, Action.MANAGE_SEASON, club):
        return Next(
            title=_("Create the season"),
            text=_("It adds up the points of all its evenings."),
            label=_("New season"),
            href=paths.at("season_new", club.slug),
            other=_("No league? Go straight to the first evening"),
            other_href=evening,
        )
    return Next(
        title=_("Create the first evening"),
        text=_("A name, a day and a game: the rest can wait."),
        label=pgettext("button", "New evening"),
        href=evening,
    )


def _to_desk(event: Event) -> Next:
    day = wall_time.day_of(event.starts_at, wall_time.zone_of(event))
    to_desk = paths.at("desk", event.slug)
    if day <= wall_time.today(event.club):
        return Next(
            title=_("Open the desk"),
            text=_("Check people in there, draw the tables, enter results."),
            label=_("To the desk"),
            href=to_desk,
        )
    return Next(
        title=_("On %(day)s: open the desk") % {"day": date_format(day, "MONTH_DAY_FORMAT")},
        text=_("Check people in there, draw the tables, enter results."),
        label=_("To the desk"),
        href=to_desk,
        other=_("Until then: open sign-up"),
        other_href=f"{paths.at('event_settings', event.slug)}#state",
    )
