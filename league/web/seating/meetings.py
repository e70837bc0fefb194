"""Who met whom, as a picture: a square for each pair, or how many pairs met how often."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.queries.seating.fairness import MOST_IN_MATRIX
from league.web.charts import Chart, Frame, GridLine, Mark, Word, box, isolated, number, short

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.queries.seating.fairness import Fairness
    from league.seating.ledger import Ledger

LEFT, TOP, BELOW, LETTERS = 132, 22, 34, 14
LARGEST, READABLE = 24, 17  # a square at most; and at least, where a number stands in it
# Up to so many people share a field of that width; the class says how small it may be shown.
FIELDS: Final = ((12, 240, "few"), (24, 432, "some"), (MOST_IN_MATRIX, 840, "many"))
TONES: Final = 5
DIGIT = 7  # how wide a digit of the legend is at most
BARS, BAR = 12, 26


@dataclass(frozen=True, slots=True)
class MetRow:
    """How often somebody met each of the others, in the order of the rows; None: themselves."""

    number: int
    name: str
    cells: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class TimesRow:
    """So many pairs met so often."""

    times: str
    pairs: int


@dataclass(frozen=True, slots=True)
class Meetings:
    """A verdict, its picture, and the same as a table: of people, or of how often pairs met."""

    verdict: str
    chart: Chart
    rows: tuple[MetRow, ...]
    times: tuple[TimesRow, ...]


def meetings(found: Fairness, own: int | None) -> Meetings | None:
    """Who met whom; None for fewer than two people."""
    if not found.book.pairs:
        return None
    verdict = _verdict(found.book)
    if len(found.rows) > MOST_IN_MATRIX:
        times = _times(found.book)
        return Meetings(verdict, _bars(times, verdict), (), times)
    rows = _rows(found)
    mine = next((at for at, row in enumerate(found.rows) if row.player_id == own), None)
    return Meetings(verdict, _heat_map(rows, found.book.most_met, mine, verdict), rows, ())


def _verdict(book: Ledger) -> str:
    if book.most_met <= 1:
        most = _("No one met anyone twice")
    elif book.most_met == 2:
        most = _("No one met anyone more than twice")
    else:
        most = ngettext(
            "No one met anyone more than %(n)s time",
            "No one met anyone more than %(n)s times",
            book.most_met,
        ) % {"n": book.most_met}
    missing = book.pairs - book.pairs_met
    if not missing:
        return _("%(most)s; everyone has met everyone.") % {"most": most}
    return ngettext(
        "%(most)s; %(n)s of %(all)s pairs has not met.",
        "%(most)s; %(n)s of %(all)s pairs have not met.",
        missing,
    ) % {"most": most, "n": missing, "all": book.pairs}


def _rows(found: Fairness) -> tuple[MetRow, ...]:
    order = [row.player_id for row in found.rows]
    return tuple(
        MetRow(
            number=at,
            name=row.name,
            cells=tuple(
                None if other == row.player_id else found.book.met[row.player_id].get(other, 0)
                for other in order
            ),
        )
        for at, row in enumerate(found.rows, start=1)
    )


def _tone(times: int, most: int) -> int:
    """How dark a square is: 0 for nobody met, 5 at most."""
    return times if most <= TONES else -(-TONES * times // most)


def _heat_map(rows: Sequence[MetRow], most: int, mine: int | None, words: str) -> Chart:
    """A square for each two: the darker, the more often; people are numbered along the diagonal."""
    field, size = next((field, size) for last, field, size in FIELDS if len(rows) <= last)
    side = min(LARGEST, field / len(rows))
    foot = TOP + side * len(rows)
    frame = Frame(LEFT + field + 8, round(foot + BELOW), LEFT, LEFT + field, TOP, round(foot))
    paths: dict[int, list[str]] = {}
    told: dict[int, list[Word]] = {}
    for y, row in enumerate(rows):
        for x, times in enumerate(row.cells):
            if times is None:
                continue
            left, top = LEFT + side * x, TOP + side * y
            tone = _tone(times, most)
            paths.setdefault(tone, []).append(box(left, top, side - 1, side - 1))
            if times and side >= READABLE:
                at = number(left + (side - 1) / 2), number(top + side / 2 + 3.5)
                told.setdefault(tone, []).append(Word(*at, str(times)))
    squares = tuple(
        Mark(f"heat-{tone}", "".join(path), words=tuple(told.get(tone, ())))
        for tone, path in sorted(paths.items())
    )
    return Chart(
        look=f"heat {size}",
        frame=frame,
        words=words,
        marks=(_people(rows, side, mine), *squares, *_legend(most, frame.width, foot + BELOW - 18)),
    )


def _people(rows: Sequence[MetRow], side: float, mine: int | None) -> Mark:
    """Names on the left; numbers beside them, above, and where somebody would meet themselves."""
    words: list[Word] = []
    for at, row in enumerate(rows):
        look = "mine" if at == mine else ""
        middle = side * at + side / 2
        beside, across = number(TOP + middle + 3.5), number(LEFT + middle - 0.5)
        name = isolated(short(row.name, LETTERS))
        words += [
            Word(str(LEFT - 24), beside, name, "end", look or "name"),
            Word(str(LEFT - 5), beside, str(row.number), "end", look),
            Word(across, str(TOP - 6), str(row.number), look=look),
            Word(across, beside, str(row.number), look=look),
        ]
    return Mark("who", words=tuple(words))


def _legend(most: int, right: float, top: float) -> tuple[Mark, ...]:
    """Each tone with the numbers it stands for; where these are long, further to the left."""
    tones: dict[int, list[int]] = {}
    for times in range(most + 1):
        tones.setdefault(_tone(times, most), []).append(times)
    spans = {tone: _span(found) for tone, found in sorted(tones.items())}
    step = max(44, 22 + DIGIT * max(map(len, spans.values())))
    left = max(4, min(LEFT, right - step * len(spans)))
    return tuple(
        Mark(
            f"heat-{tone} legend",
            box(left + step * at, top, 12, 12),
            words=(Word(number(left + step * at + 16), number(top + 10), told, "start"),),
        )
        for at, (tone, told) in enumerate(spans.items())
    )


def _span(found: Sequence[int]) -> str:
    return str(found[0]) if found[0] == found[-1] else f"{found[0]}–{found[-1]}"


def _times(book: Ledger) -> tuple[TimesRow, ...]:
    """How many pairs met how often, in at most so many rows; those who never met stand alone."""
    pairs = book.pairs_by_times()
    step = max(1, -(-max(pairs) // (BARS - 1)))
    found = [TimesRow("0", pairs[0])] if 0 in pairs else []
    for first in range(1, max(pairs) + 1, step):
        among = range(first, min(first + step, max(pairs) + 1))
        found.append(TimesRow(_span(among), sum(pairs.get(times, 0) for times in among)))
    return tuple(found)


def _bars(rows: Sequence[TimesRow], words: str) -> Chart:
    """A bar for each number of meetings, as long as many pairs had it."""
    bottom = TOP + BAR * len(rows)
    frame = Frame(480, bottom + 8, 84, 400, TOP, bottom)
    most = max(row.pairs for row in rows)

    def middle(at: int) -> float:
        return TOP + BAR * at + BAR / 2

    return Chart(
        look="bars",
        frame=frame,
        words=words,
        grid=tuple(
            GridLine(number(middle(at)), f"{row.times}×", quiet=True) for at, row in enumerate(rows)
        ),
        marks=tuple(
            Mark(
                "bar",
                box(frame.left, middle(at) - 9, frame.x(row.pairs, most) - frame.left, 18),
                words=(
                    Word(
                        number(frame.x(row.pairs, most) + 6),
                        number(middle(at) + 5),
                        str(row.pairs),
                        "start",
                    ),
                ),
            )
            for at, row in enumerate(rows)
        ),
    )
