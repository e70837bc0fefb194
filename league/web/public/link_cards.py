"""What a link to a public page shows in a chat or on another site: title, a few facts, a picture.

Those who fetch it are nobody in particular, so a page gives it to visitors alone; and only where
everybody finds the page: of a club that is not listed a link tells the service's name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.template.defaultfilters import truncatechars
from django.urls import reverse
from django.utils import formats, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.enums import ActorKind, EventState, Visibility
from league.queries.occasions import events as occasions
from league.queries.play import past
from league.queries.play.transcripts import ENDED
from league.queries.public import pages
from league.templatetags.league import number_shown, rank_shown, status_look
from league.web.actor import actor_of
from league.web.local_time import when
from league.web.office.office import absolute
from league.web.standings import ranking
from league.words.dates import date_format
from league.words.labels import labelled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from django.http import HttpRequest

    from league.core.actors import Actor
    from league.models import Club, Event, Play, Season
    from league.queries.play.past import Past
    from league.queries.standings.standing_payload import StandingPayload

LOCALES = {"en": "en_GB", "de": "de_DE", "fr": "fr_FR"}
NAMED = 3  # of a standing or a match, in words
LONGEST = 200


@dataclass(frozen=True, slots=True)
class LinkCard:
    """What stands in the head of a page; all addresses are whole."""

    title: str
    sentence: str
    address: str
    picture: str
    locale: str
    kind: str = "website"


def is_for_all(*clubs: Club | None) -> bool:
    """Whether everybody finds what belongs to these clubs, or to none."""
    return all(club is None or club.visibility == Visibility.PUBLIC for club in clubs)


def of_site(request: HttpRequest) -> LinkCard | None:
    return _card(request, None, "home", (), lambda: ("Stammtisch", [about()]))


def of_club(request: HttpRequest, club: Club) -> LinkCard | None:
    def words() -> tuple[str, list[str]]:
        coming = coming_to(club, actor_of(request))
        return club.name, next_evening(coming) or [" ".join(club.description.split()) or about()]

    return _card(request, club, "club", (club.slug,), words)


def of_season(request: HttpRequest, season: Season, payload: StandingPayload) -> LinkCard | None:
    def words() -> tuple[str, list[str]]:
        return f"{season.name} · {season.club.name}", leaders(payload) or [span(season)]

    return _card(request, season.club, "season", (season.club.slug, season.slug), words)


def of_event(
    request: HttpRequest, event: Event, page: str = "event", *, signed_up: int | None = None
) -> LinkCard | None:
    """The event's, also for another ``page`` of it; ``signed_up`` is counted where nobody has."""

    def words() -> tuple[str, list[str]]:
        name = labelled(_("Standings"), event.name) if page == "event_standings" else event.name
        return f"{name} · {event.club.name}", event_facts(event, signed_up)

    return _card(request, event.club, page, (event.slug,), words, picture="event")


def of_player(
    request: HttpRequest, player_id: int, name: str, facts: Callable[[], list[str]]
) -> LinkCard | None:
    """For somebody whose whole name is public in listed clubs; ``facts`` in the reader's words."""
    return _card(request, None, "player", (player_id,), lambda: (name, facts()), kind="profile")


def of_play(request: HttpRequest, play: Play, page: str = "play_table") -> LinkCard | None:
    """A match in the browser that is over."""
    if not is_told(play):
        return None

    def words() -> tuple[str, list[str]]:
        shown = past.told(play=play)
        return shown.title, [_seat_words(*seat) for seat in seats(shown)]

    club = club_of(play)
    return _card(request, club, page, (play.code,), words, picture="play")


def _card(
    request: HttpRequest,
    club: Club | None,
    page: str,
    args: tuple[str | int, ...],
    words: Callable[[], tuple[str, Iterable[str]]],
    *,
    picture: str = "",
    kind: str = "website",
) -> LinkCard | None:
    if actor_of(request).kind != ActorKind.ANONYMOUS or not is_for_all(club):
        return None
    language = language_of(request, club)
    with translation.override(language):
        title, facts = words()
        shown = reverse(f"{picture or page}_card", args=args)
        return LinkCard(
            title=title,
            sentence=truncatechars(" · ".join(facts), LONGEST),
            address=absolute(request, reverse(page, args=args)),
            picture=f"{absolute(request, shown)}?lang={language}",
            locale=LOCALES.get(language, language),
            kind=kind,
        )


def language_of(request: HttpRequest, club: Club | None) -> str:
    """The reader's; of those who say none, the club's."""
    cookie = settings.LANGUAGE_COOKIE_NAME
    if club is not None and not (
        request.headers.get("Accept-Language") or cookie in request.COOKIES
    ):
        return club.language
    return translation.get_language() or "en"


# --- the facts, for words and pictures ----------------------------------------------------------


def about() -> str:
    return _("Stammtisch: tables, results and standings of board-game clubs")


def event_facts(event: Event, signed_up: int | None = None) -> list[str]:
    """When and where it is, how many have a place; and that it is off."""
    count = pages.sign_ups([event]).get(event.pk, 0) if signed_up is None else signed_up
    off = str(status_look(event.state).word) if event.state == EventState.CANCELLED else ""
    people = ngettext("%(n)s player", "%(n)s players", count) % {"n": count} if count else ""
    return [fact for fact in (off, moment(event), event.place, people) if fact]


def moment(event: Event) -> str:
    """Day and hour by the clock of the room."""
    at = when(event.starts_at, event).wall
    day = f"{date_format(at, 'D')} {date_format(at, 'DATE_FORMAT')}"
    return f"{day}, {formats.date_format(at, 'TIME_FORMAT')}"


def coming_to(club: Club, viewer: Actor) -> list[Event]:
    """What is on in a club now, else what comes next."""
    live = occasions.live(viewer, club=club)[:1]
    return list(live) or list(occasions.upcoming(viewer, club=club)[:1])


def next_evening(coming: Sequence[Event]) -> list[str]:
    if not coming:
        return []
    first = coming[0]
    place = [first.place] if first.place else []
    return [labelled(_("Next evening"), first.name), moment(first), *place]


def span(season: Season) -> str:
    first, last = (date_format(day, "DATE_FORMAT") for day in (season.starts_on, season.ends_on))
    return f"{first} – {last}"


def leaders(payload: StandingPayload) -> list[str]:
    """Who is in front, with place and points."""
    if not ranking.is_played(payload):
        return []
    return [
        f"{rank_shown(row['rank'], row['tied'])} {row['name']} "
        f"({number_shown(row['values']['points'])})"
        for row in ranking.first_ranks(payload["rows"], NAMED)[:NAMED]
    ]


def seats(shown: Past) -> list[tuple[str, str, str]]:
    """Place, name and points of each seat, the winner first."""
    places = [seat.place for seat in shown.seats]
    return [
        (
            "" if seat.place is None else rank_shown(seat.place, places.count(seat.place) > 1),
            seat.name,
            "" if seat.points is None else number_shown(seat.points),
        )
        for seat in shown.seats
    ]


def _seat_words(place: str, name: str, points: str) -> str:
    return " ".join(word for word in (place, name, f"({points})" if points else "") if word)


def club_of(play: Play) -> Club | None:
    return play.event.club if play.event is not None else play.club


def is_told(play: Play) -> bool:
    """Whether a match that exists for visitors is over, in no club or in one that all find."""
    return play.state in ENDED and is_for_all(play.club, club_of(play))
