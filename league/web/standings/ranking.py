"""From the payload of a standing to the one component that shows rankings everywhere."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext

from league.core.enums import Visibility
from league.standings.texts import NOTE_TEXTS, STATE_TEXTS, UNRANKED_TEXTS
from league.standings.tiebreaks import BY_KEY
from league.templatetags.league import exact_words, number_shown
from league.web.ranked_table import Cell, Column, RankedTable, Row
from league.words.labels import labelled
from league.words.ordinals import ordinal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.models import Club, Season, Stage
    from league.queries.standings.standing_payload import EveningPayload, StandingPayload
    from league.standings.payload import ColumnPayload, Number, RowPayload

Link = Callable[[int], str]
DASH = "–"
BEST_SHOWN = 3  # results of the criterion that compares them one by one
PLACES_SHOWN = 3  # places of the criterion that counts them, in a table; the title has all


def table(
    payload: StandingPayload,
    *,
    caption: str,
    url: Link | None = None,
    why: Link | None = None,
    own: int | None = None,
    before: Mapping[int, int | None] | None = None,
    most: int | None = None,
    criteria: int | None = None,
    plain: bool = False,
) -> RankedTable:
    """A standing as a ranked table; ranks and order are the payload's.

    Args:
        url: the page of a player; none for paper and projector.
        why: the page that explains a row; its numbers lead there.
        own: the viewer's player.
        before: ranks of an earlier standing, for the movement.
        most: only so many rows, and those who share the last rank.
        criteria: only so many columns of the chain, for narrow places.
        plain: without titles on cells, for paper.
    """
    columns = [column for column in payload["columns"] if column["kind"] not in {"rank", "name"}]
    if criteria is not None:
        columns = [c for c in columns if c["criterion"] is None or c["criterion"] <= criteria]
    columns = [c for c in columns if not _is_idle(c, payload)]
    return RankedTable(
        caption,
        tuple(
            Column(
                gettext(column["label"]),
                title="" if plain else _sentence(column["key"]),
                main=column["criterion"] == 1,
            )
            for column in columns
        ),
        tuple(
            replace(
                _row(row, url, own),
                cells=tuple(
                    _opened(_cell(row, column, plain=plain), column, _page(row, why))
                    for column in columns
                ),
                move=_move(row, before) if before is not None else None,
            )
            for row in first_ranks(payload["rows"], most)
        ),
        moves=before is not None,
    )


def with_line(
    shown: RankedTable, payload: StandingPayload, above: Collection[int], text: str
) -> RankedTable:
    """The same table with a line, and ``text`` at it, below the last of these players."""
    last = max(
        (at for at, row in enumerate(payload["rows"]) if row["player"] in above), default=None
    )
    return replace(
        shown,
        rows=tuple(
            replace(row, cut=True, cut_text=text) if at == last else row
            for at, row in enumerate(shown.rows)
        ),
    )


def _sentence(key: str) -> str:
    """What a column compares; nothing where another release knew its key."""
    return gettext(BY_KEY[key].sentence) if key in BY_KEY else ""


def _is_idle(column: ColumnPayload, payload: StandingPayload) -> bool:
    """Whether a tie-break of the chain decided nothing and says nothing."""
    if column["key"] != "head_to_head":
        return False
    return all(row["values"].get(column["key"]) is None for row in payload["rows"])


def first_ranks(rows: Sequence[RowPayload], most: int | None) -> list[RowPayload]:
    """The first ``most`` ranked rows and those who share the last rank; all rows without it."""
    if most is None:
        return list(rows)
    ranked = [row for row in rows if row["rank"] is not None]
    return [
        row for at, row in enumerate(ranked) if at < most or row["rank"] == ranked[most - 1]["rank"]
    ]


def _row(row: RowPayload, url: Link | None, own: int | None) -> Row:
    return Row(
        rank=row["rank"],
        tied=row["tied"],
        name=row["name"],
        cells=(),
        url=url(row["player"]) if url else "",
        mark=mark_of(row),
        out=row["rank"] is None or row["state"] != "registered",
        mine=own is not None and row["player"] == own,
    )


def _move(row: RowPayload, before: Mapping[int, int | None]) -> int | None:
    """Ranks risen since ``before``; 0 without a rank now, None without one then."""
    earlier, now = before.get(row["player"]), row["rank"]
    if now is None:
        return 0
    return earlier - now if earlier is not None else None


def _page(row: RowPayload, why: Link | None) -> str:
    return why(row["player"]) if why else ""


def mark_of(row: RowPayload) -> str:
    """A word beside the name: why somebody is not ranked, or that they have left."""
    if row["unranked"] is not None and row["unranked"] != "no_match":
        text = UNRANKED_TEXTS.get(row["unranked"], "")
        if text:
            return gettext(text) % {"have": row["have"], "need": row["need"]}
    if row["state"] != "registered":
        return gettext(STATE_TEXTS.get(row["state"], ""))
    return ""


def _cell(row: RowPayload, column: ColumnPayload, *, plain: bool) -> Cell:
    value = row["values"].get(column["key"])
    if value is None:
        return Cell(DASH)
    if isinstance(value, int):
        return Cell(str(value))
    if isinstance(value, list):
        return Cell(list_words(value, PLACES_SHOWN), "" if plain else list_words(value))
    text, exact = number_shown(value), exact_words(value)
    title = exact
    if column["key"] == "points":
        title = gettext("; ").join([part for part in (exact, *_adjusted(row)) if part])
        if row["adjustments"]:
            text += "*"
    return Cell(text, "" if plain else title)


def _opened(cell: Cell, column: ColumnPayload, page: str) -> Cell:
    """The cell with the address that explains it; values of the chain have their own place."""
    if not page or cell.text == DASH:
        return cell
    return replace(cell, href=f"{page}#{column['key']}" if column["criterion"] else page)


def list_words(values: list[int] | list[Number], most: int | None = None) -> str:
    """How often which place, the best first and none that was never taken; or the best results."""
    counts = [value for value in values if isinstance(value, int)]
    taken = [f"{n}× {ordinal(place)}" for place, n in enumerate(counts, start=1) if n][:most]
    results = [value for value in values if not isinstance(value, int)]
    shown = [number_shown(result) for result in results[:BEST_SHOWN]]
    return " · ".join(taken or shown) or DASH


def _adjusted(row: RowPayload) -> list[str]:
    return [
        labelled(number_shown(entry["points"]), entry["text"])
        for entry in row["adjustments"]
        if entry["text"]
    ]


def is_played(payload: StandingPayload) -> bool:
    """Whether a result is in the table; who is absent or has a bye is in it before that."""
    return any(row["values"]["matches"] for row in payload["rows"])


@dataclass(frozen=True, slots=True)
class Note:
    """A penalty or bonus below the table."""

    name: str
    points: str
    reason: str


def notes(payload: StandingPayload) -> list[Note]:
    """Penalties and bonuses below the table, for those who cannot hover."""
    return [
        Note(row["name"], number_shown(entry["points"]), entry["text"])
        for row in payload["rows"]
        for entry in row["adjustments"]
        if entry["text"]
    ]


def ranks(payload: StandingPayload) -> dict[int, int | None]:
    return {row["player"]: row["rank"] for row in payload["rows"]}


# --- the matrix of a season -----------------------------------------------------------------


def matrix(
    payload: StandingPayload,
    *,
    caption: str,
    days: Mapping[int, str],
    url: Link,
    why: Link,
    own: int | None = None,
) -> RankedTable:
    """Player by evening: what each evening gave, struck through where it does not count.

    Args:
        days: heading per event.
        why: the page that explains a row; each number leads to its evening there.
    """
    evenings = payload["evenings"]
    names = {column["key"]: gettext(column["label"]) for column in payload["columns"]}
    headings = {one["event"]: days.get(one["event"], one["day"]) for one in evenings}
    rows = []
    for row in payload["rows"]:
        total = row["values"].get("points")
        assert total is None or isinstance(total, Mapping)
        given = (
            _evening_cell(evening, row, headings[evening["event"]], why(row["player"]))
            for evening in evenings
        )
        rows.append(replace(_row(row, url, own), cells=(Cell(number_shown(total)), *given)))
    return RankedTable(
        caption,
        (
            Column(names.get("points", gettext("Points")), main=True),
            *(Column(headings[evening["event"]], title=evening["name"]) for evening in evenings),
        ),
        tuple(rows),
        roams=True,
    )


def _evening_cell(evening: EveningPayload, row: RowPayload, day: str, page: str) -> Cell:
    points = evening["points"].get(str(row["player"]))
    if points is None:
        return Cell(DASH)
    number: Number = {"exact": points["exact"], "shown": points["shown"]}
    text, title = number_shown(number), exact_words(number)
    label = gettext("%(name)s, %(evening)s, points: %(points)s. Why?")
    if not points["counted"]:
        title = gettext(NOTE_TEXTS["dropped_result"])
        label = gettext("%(name)s, %(evening)s, points: %(points)s, not counted. Why?")
    where = gettext("%(event)s, %(day)s") % {"event": evening["name"], "day": day}
    return Cell(
        text,
        title,
        struck=not points["counted"],
        href=f"{page}#{evening_anchor(evening['event'])}",
        label=label % {"name": row["name"], "evening": where, "points": text},
    )


def evening_anchor(event: int) -> str:
    """Where the page that explains a row of a season tells of this event."""
    return f"evening-{event}"


def season_why(season: Season, tail: str = "") -> Link:
    """Addresses of the pages that explain the rows of a season; ``tail`` is their query."""
    where = (season.club.slug, season.slug)
    return lambda player: reverse("season_why", args=[*where, player]) + tail


def stage_why(stage: Stage, tail: str = "") -> Link:
    """Addresses of the pages that explain the rows of a stage."""
    where = (stage.event.slug, stage.number)
    return lambda player: reverse("stage_why", args=[*where, player]) + tail


def players_of(club: Club | None) -> Link:
    """Addresses of players as they are met in ``club``; None: wherever."""
    if club is None or club.visibility != Visibility.UNLISTED:
        return player_url()
    return player_url(club.slug)


def player_url(club_slug: str = "") -> Link:
    """Addresses of players; those met in a club that only its link finds carry that link."""
    tail = f"?club={club_slug}" if club_slug else ""
    return lambda player: reverse("player", args=[player]) + tail
