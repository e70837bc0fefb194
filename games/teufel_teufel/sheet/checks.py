"""Everything that can be wrong with a sheet of Teufel, Teufel!."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.sheet import Issue, Level
from games.core.types import Path
from games.teufel_teufel.options import EntryLevel, TeufelOptions
from games.teufel_teufel.scoring import letters_part
from games.teufel_teufel.sheet.filled import TeufelRow, TeufelSheet
from games.teufel_teufel.words import End


def check(sheet: TeufelSheet, *, final: bool) -> tuple[Issue, ...]:
    """Every problem of the sheet at once."""
    seats, options = len(sheet.rows), sheet.options
    if seats not in options.seats:
        # what follows knows no such table
        sizes = {"least": options.seats[0], "most": options.seats[-1], "found": seats}
        return (Issue("teufel_teufel.wrong_seat_count", ("seats",), params=sizes),)
    order = tuple(_order(sheet, final=final))
    return (
        *_entry(sheet),
        *(_missing(sheet) if final else ()),
        *order,
        # the number of those who left says nothing while their order cannot be true
        *(() if order else _end(sheet)),
        *_players(sheet),
        *_devils(sheet),
        *_hidden_cards(sheet),
        *_rounds(sheet),
    )


def most_devils(options: TeufelOptions) -> int:
    """How many devils can be in discs at once: none where no card gives one."""
    return options.devils if options.cards.devil else 0


def _entry(sheet: TeufelSheet) -> Iterator[Issue]:
    if sheet.level is EntryLevel.ORDER and sheet.options.entry_level is EntryLevel.FULL:
        yield Issue("teufel_teufel.level_too_short", ("level",))
    seats = len(sheet.rows)
    if sheet.first_player is not None and not 1 <= sheet.first_player <= seats:
        yield Issue("teufel_teufel.no_such_seat", ("first_player",), params={"most": seats})
    colours = [row.colour for row in sheet.rows]
    for seat, colour in enumerate(colours):
        if colour is not None and colour in colours[:seat]:
            yield Issue("teufel_teufel.colour_twice", ("seats", seat, "colour"))


def _missing(sheet: TeufelSheet) -> Iterator[Issue]:
    if sheet.end is None:
        yield Issue("teufel_teufel.end_missing", ("end",))
    for seat, row in enumerate(sheet.rows):
        if row.left is None:
            yield Issue("teufel_teufel.left_missing", ("seats", seat, "left"))
    if letters_part(sheet.leavers, len(sheet.rows), sheet.options):
        for seat, row in enumerate(sheet.rows):
            if row.has_stayed and row.letters is None:
                yield Issue("teufel_teufel.letters_needed", ("seats", seat, "letters"))


def _order(sheet: TeufelSheet, *, final: bool) -> Iterator[Issue]:
    """Who left when: possible places, nobody level, no place without a player (R46)."""
    most = len(sheet.rows) - 1
    known: dict[int, int] = {}
    for seat, row in enumerate(sheet.rows):
        if not isinstance(row.left, int):
            continue
        path: Path = ("seats", seat, "left")
        if not 1 <= row.left <= most:
            yield Issue("teufel_teufel.left_impossible", path, params={"most": most})
        elif row.left in known:
            yield Issue("teufel_teufel.left_twice", path, params={"place": row.left})
        else:
            known[row.left] = seat
    unfinished = any(row.left is None for row in sheet.rows)
    if unfinished or sheet.leavers != len(known):
        # an empty box may be the missing one, and a wrong one is named already
        return
    for place in sorted(known):
        if place > 1 and place - 1 not in known:
            path = ("seats", known[place], "left")
            yield Issue("teufel_teufel.left_gap", path, params={"place": place - 1})
            return


def _end(sheet: TeufelSheet) -> Iterator[Issue]:
    """How many have left against how the match ended (R40-R42)."""
    seats, leavers = len(sheet.rows), sheet.leavers
    complete = all(row.left is not None for row in sheet.rows)
    path: Path = ("end",)
    params = {"most": seats - 2, "expected": seats - 1, "found": leavers}
    if sheet.end is End.LAST_ONE and complete and leavers != seats - 1:
        yield Issue("teufel_teufel.not_all_but_one", path, params=params)
    elif sheet.end is End.DAY_BREAK and leavers > seats - 2:
        yield Issue("teufel_teufel.no_day_break", path, params=params)
    elif sheet.end is End.STOPPED and leavers > seats - 2:
        yield Issue("teufel_teufel.not_stopped", path, params=params)
    if sheet.end is End.STOPPED and not sheet.options.early_end_allowed:
        yield Issue("teufel_teufel.early_end_unforeseen", path, Level.WARNING)
    if complete and not leavers and sheet.end in {End.DAY_BREAK, End.STOPPED}:
        yield Issue("teufel_teufel.nobody_left", ("seats",), Level.WARNING)


def _players(sheet: TeufelSheet) -> Iterator[Issue]:
    for seat, row in enumerate(sheet.rows):
        path: Path = ("seats", seat)
        yield from _letters(row, (*path, "letters"), sheet.options)
        if row.has_left and row.devil:
            yield Issue("teufel_teufel.leaver_with_devil", (*path, "devil"))
        yield from _turns(row, (*path, "turns"), sheet)


def _letters(row: TeufelRow, path: Path, options: TeufelOptions) -> Iterator[Issue]:
    full, letters = len(options.letters), row.letters
    if letters is None:
        return
    if not 0 <= letters <= full:
        yield Issue("teufel_teufel.letters_impossible", path, params={"most": full})
    elif row.has_left and letters < full:
        params = {"expected": full, "found": letters}
        yield Issue("teufel_teufel.leaver_without_letters", path, params=params)
    elif row.has_stayed and letters == full and not row.devil:
        yield Issue("teufel_teufel.must_have_left", path, params={"found": letters})


def _turns(row: TeufelRow, path: Path, sheet: TeufelSheet) -> Iterator[Issue]:
    """A turn brings one letter at most (R5, R44), and a round one turn."""
    if row.turns is None:
        return
    least = _letters_shown(row, sheet.options)
    if row.turns < 0:
        yield Issue("teufel_teufel.negative", path)
    elif row.turns < least:
        params = {"least": least, "found": row.turns}
        yield Issue("teufel_teufel.too_few_turns", path, params=params)
    elif sheet.rounds is not None and row.turns > sheet.rounds >= 0:
        params = {"most": sheet.rounds, "found": row.turns}
        yield Issue("teufel_teufel.more_turns_than_rounds", path, params=params)


def _letters_shown(row: TeufelRow, options: TeufelOptions) -> int:
    """How many letters this player must have collected, as far as the sheet tells."""
    full = len(options.letters)
    if row.has_left:
        return full
    return min(row.letters or 0, full)


def _devils(sheet: TeufelSheet) -> Iterator[Issue]:
    """All devils come from the devil field (R24)."""
    most = most_devils(sheet.options)
    found = sum(row.devil for row in sheet.rows)
    if found > most:
        params = {"most": most, "found": found}
        yield Issue("teufel_teufel.too_many_devils", ("seats",), params=params)


def _hidden_cards(sheet: TeufelSheet) -> Iterator[Issue]:
    """What still lies hidden at the end: nothing at day-break, something before (R41)."""
    hidden, total = sheet.hidden_cards, sheet.options.cards.total
    path: Path = ("hidden_cards",)
    if hidden is None:
        return
    if not 0 <= hidden <= total:
        yield Issue("teufel_teufel.hidden_impossible", path, params={"most": total})
    elif sheet.end is End.DAY_BREAK and hidden:
        yield Issue("teufel_teufel.hidden_at_day_break", path, params={"found": hidden})
    elif sheet.end is End.STOPPED and not hidden:
        yield Issue("teufel_teufel.day_has_broken", path)


def _rounds(sheet: TeufelSheet) -> Iterator[Issue]:
    rounds = sheet.rounds
    if rounds is None:
        return
    least = max((_letters_shown(row, sheet.options) for row in sheet.rows), default=0)
    if rounds < 0:
        yield Issue("teufel_teufel.negative", ("rounds",))
    elif rounds < least:
        params = {"least": least, "found": rounds}
        yield Issue("teufel_teufel.too_few_rounds", ("rounds",), params=params)
