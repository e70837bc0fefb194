"""The pictures of links, each at an address beside its page: ``?lang=`` for their words.

Always what visitors see, whoever looks, asked of the queries that the page asks; where a page has
no card there is no picture. What was drawn is kept under what it says; only so many a minute are
drawn anew, one after the other.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections import deque
from typing import TYPE_CHECKING

from django.core.cache.backends.locmem import LocMemCache
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from league.core.actors import ANONYMOUS
from league.core.enums import EventState
from league.core.errors import NotFound, TooMany
from league.documents.face import PLAIN
from league.documents.link_cards import CardLine, LinkPicture, drawn
from league.queries import by_id
from league.queries.occasions import events as occasions
from league.queries.occasions import seasons
from league.queries.people import profiles
from league.queries.play import past
from league.queries.play import plays as reading
from league.queries.public import pages
from league.queries.standings import endings
from league.queries.standings import standings as standing
from league.templatetags.league import number_shown, rank_shown
from league.web import tagged
from league.web.club_face import on_paper
from league.web.device import private
from league.web.people import player as player_page
from league.web.public import embed, evening, event_standings, link_cards, podium
from league.web.refusals import guarded
from league.web.standings import ranking
from league.web.standings.moments import played_words
from league.words.dates import date_format

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from league.models import Club, Event
    from league.queries.standings.endings import FinalRow
    from league.queries.standings.standing_payload import StandingPayload
    from league.web.public.podium import Podium

TOP, MOST = 5, 8  # ranks in a list, and lines that fit where some are shared
SEATS = 8
KEPT_S, MINUTE = 60, 60
DRAWN_A_MINUTE = 100

# In this process alone, as what it is: some fifty kilobytes each.
_kept = LocMemCache("link pictures", {"TIMEOUT": 24 * 3600, "OPTIONS": {"MAX_ENTRIES": 100}})
_pen = threading.Lock()
_drawn_at: deque[float] = deque()  # the last ones, by the clock of the process


@require_safe
@guarded
def picture(request: HttpRequest, /, of: str, **names: str | int) -> HttpResponse:
    """The picture of a page, in one of our languages."""
    language = embed.asked_language(request) or translation.get_language() or "en"
    with translation.override(language):
        said = OF[of](**names)
        png = _png(said, language)
    answer = tagged.answer(request, png, "image/png")
    answer.headers["Content-Language"] = language
    if of == "play":
        return private(answer)
    answer.headers["Cache-Control"] = f"private, max-age={KEPT_S}"
    return answer


def _png(said: LinkPicture, language: str) -> bytes:
    key = hashlib.sha256(repr((said, language)).encode()).hexdigest()
    if (found := _kept.get(key)) is not None:
        return bytes(found)
    with _pen:
        if (found := _kept.get(key)) is None:
            _no_more_than_a_minute_bears()
            found = drawn(said, language)
            _kept.set(key, found)
    return bytes(found)


def _no_more_than_a_minute_bears() -> None:
    """Counts one more; for whoever holds the pen."""
    now = time.monotonic()
    while _drawn_at and _drawn_at[0] <= now - MINUTE:
        _drawn_at.popleft()
    if len(_drawn_at) >= DRAWN_A_MINUTE:
        raise TooMany("too_many_pictures")
    _drawn_at.append(now)


def forget() -> None:
    """Keeps no picture of those that were drawn, and counts anew."""
    _kept.clear()
    _drawn_at.clear()


# --- what each says -----------------------------------------------------------------------------


def _of_site() -> LinkPicture:
    return LinkPicture(over="", title="Stammtisch", facts=(link_cards.about(),))


def _of_club(slug: str) -> LinkPicture:
    row = by_id.club(ANONYMOUS, slug)
    _found_by_all(row)
    coming = link_cards.coming_to(row, ANONYMOUS)
    return LinkPicture(
        over="",
        title=row.name,
        facts=tuple(link_cards.next_evening(coming)),
        face=on_paper(row),
    )


def _of_season(slug: str, season_slug: str) -> LinkPicture:
    row = seasons.get(ANONYMOUS, slug, season_slug)
    _found_by_all(row.club)
    shown = standing.payload(row, ANONYMOUS)
    if (won := podium.of_season(row, shown)) is not None:
        return _won(won, row.club, row.name, (link_cards.span(row),))
    lines, more = _ranked(shown.payload)
    return LinkPicture(
        over=row.club.name,
        face=on_paper(row.club),
        title=row.name,
        facts=(link_cards.span(row),),
        heading=_("Standings") if lines else "",
        lines=lines,
        more=more,
    )


def _of_event(slug: str) -> LinkPicture:
    row = occasions.get(ANONYMOUS, slug)
    _found_by_all(row.club)
    ranked = endings.final_ranking(row, ANONYMOUS)
    if (won := podium.of_event(ANONYMOUS, row, ranked)) is not None:
        return _won(won, row.club, row.name, tuple(link_cards.event_facts(row)))
    heading, lines, more = _event_lines(row, ranked)
    return LinkPicture(
        over=row.club.name,
        face=on_paper(row.club),
        title=row.name,
        facts=(*link_cards.event_facts(row), *_at_tables(row)),
        heading=heading,
        lines=lines,
        more=more,
    )


def _won(won: Podium, club: Club, title: str, facts: tuple[str, ...]) -> LinkPicture:
    """The podium of what is over."""
    lines = []
    for step in won.steps:
        names = ", ".join(one.name for one in step.people)
        lines.append(CardLine(str(step.rank), f"{names}, …" if step.others else names))
    return LinkPicture(
        over=club.name,
        face=on_paper(club),
        title=title,
        facts=facts,
        heading=_("Podium"),
        lines=tuple(lines),
        is_podium=True,
    )


def _at_tables(row: Event) -> list[str]:
    """The round that is on, and at how many tables."""
    view = pages.event_view(ANONYMOUS, row) if row.state == EventState.RUNNING else None
    if view is None or view.current is None or not view.current.tables:
        return []
    count = len(view.current.tables)
    tables = ngettext("%(n)s table", "%(n)s tables", count) % {"n": count}
    return [f"{evening.round_title(view, view.current)} · {tables}"]


def _event_lines(row: Event, ranked: Sequence[FinalRow]) -> tuple[str, tuple[CardLine, ...], str]:
    """Who leads: in the final ranking, else in the last stage that has a result."""
    final = event_standings.final_table(ANONYMOUS, row, ranked)
    if final is not None:
        shown = [CardLine(rank_shown(one.rank, one.tied), one.name) for one in final.rows]
        return final.caption, *_few(shown, TOP)
    for stage in reversed(standing.stages_of(ANONYMOUS, row)):
        shown_now = standing.payload(stage, ANONYMOUS)
        lines, more = _ranked(shown_now.payload)
        if lines:
            return played_words(stage, shown_now), lines, more
    return "", (), ""


def _ranked(payload: StandingPayload) -> tuple[tuple[CardLine, ...], str]:
    if not ranking.is_played(payload):
        return (), ""
    return _few(
        [
            CardLine(
                rank_shown(row["rank"], row["tied"]),
                row["name"],
                number_shown(row["values"]["points"]),
            )
            for row in ranking.first_ranks(payload["rows"], TOP)
        ],
        MOST,
    )


def _few(lines: Sequence[CardLine], most: int) -> tuple[tuple[CardLine, ...], str]:
    """As many as fit, and how many more there are."""
    left = len(lines) - most
    more = ngettext("and %(n)s more", "and %(n)s more", left) % {"n": left} if left > 0 else ""
    return tuple(lines[:most]), more


def _of_player(player_id: int) -> LinkPicture:
    if not 0 < player_id < 2**63:
        raise NotFound("not_found")
    found = profiles.profile(ANONYMOUS, player_id)
    if found is None or not player_page.is_listed(found):
        raise NotFound("not_found")
    lines = [line for club in found.clubs for line in _in_season(club, player_id)][:TOP]
    return LinkPicture(
        over=found.face.club,
        face=on_paper(found.clubs[0]) if len(found.clubs) == 1 else PLAIN,
        title=found.face.name,
        facts=tuple(player_page.facts(found)),
        heading=_("Standings") if lines else "",
        lines=tuple(lines),
    )


def _in_season(club: Club, player_id: int) -> list[CardLine]:
    """Where somebody stands in the running season of a club."""
    running = seasons.running(ANONYMOUS, club)
    if running is None:
        return []
    payload = standing.payload(running, ANONYMOUS).payload
    return [
        CardLine(
            rank_shown(row["rank"], row["tied"]),
            running.name,
            number_shown(row["values"]["points"]),
        )
        for row in payload["rows"]
        if row["player"] == player_id and row["rank"] is not None
    ]


def _of_play(code: str) -> LinkPicture:
    row = reading.by_code(viewer=ANONYMOUS, code=code)
    if not link_cards.is_told(row):
        raise NotFound("not_found")
    shown, club = past.told(play=row), link_cards.club_of(row)
    lines, more = _few([CardLine(*seat) for seat in link_cards.seats(shown)], SEATS)
    day = date_format(shown.ended_at, "DATE_FORMAT") if shown.ended_at else ""
    where = [row.event.name] if row.event is not None else []
    return LinkPicture(
        over=club.name if club is not None else "",
        face=on_paper(club) if club is not None else PLAIN,
        title=shown.title,
        facts=tuple(fact for fact in (*where, day) if fact),
        heading=_("Players"),
        lines=lines,
        more=more,
    )


def _found_by_all(club: Club) -> None:
    if not link_cards.is_for_all(club):
        raise NotFound("not_found")


OF: dict[str, Callable[..., LinkPicture]] = {
    "site": _of_site,
    "club": _of_club,
    "season": _of_season,
    "event": _of_event,
    "player": _of_player,
    "play": _of_play,
}
