"""A table in the terminal, people against bots: ``python -m games.table --help``."""

from __future__ import annotations

import argparse
import gettext
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from games import arguments
from games.arguments import BAD_INPUT, OneLineParser, Refused, whole
from games.catalogue import rules_text
from games.core.lines import to_lines
from games.core.recorder import Recorder, lowest
from games.core.retelling import COMMITTED, WAS_CUT, WAS_LEFT, result, seat_names, told
from games.core.rng import new_seed
from games.core.text import gettext_noop
from games.core.transcript import CUT, LEFT, Step, Transcript
from games.core.types import CHANCE, Audience, Seat, Viewer
from games.core.words import Phrase, Who, render

PROG = "python -m games.table"
LANGUAGES = ("en", "de", "fr")
CATALOGUES = Path(__file__).resolve().parents[1] / "league" / "locale"
PAGE = 20
WIPE = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and what can be scrolled back to."""

_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){16,64}")

_WELCOME = gettext_noop("%(game)s, players: %(names)s.")
_REVEALED = gettext_noop("Seed: %(seed)s")
_HAND_OVER = gettext_noop("%(who)s, press Enter when no one else sees the screen.")
_TURN = gettext_noop("%(who)s decides:")
_PROMPT = gettext_noop("Number, /text to search, v position, ? rules, q quit")
_MORE = gettext_noop("Shown: %(first)s to %(last)s of %(count)s. Enter shows more.")
_FOUND = gettext_noop("Choices with “%(text)s”: %(count)s")
_NOT_A_CHOICE = gettext_noop("Please type the number of a choice.")
_SECTIONS = gettext_noop("?3 shows section 3 of the rules, ?R7 shows rule 7:")
_NO_SUCH_RULE = gettext_noop("The rules have nothing under “%(text)s”.")
_SAVED = gettext_noop("The record is in %(file)s.")


class Left(Exception):
    """Somebody does not want to go on."""


class Table:
    """One match between the people at this terminal and bots.

    Whoever decides reads what that seat may know and nothing else. Several people hand the screen
    over: it is wiped before the next one looks.
    """

    def __init__(
        self,
        recorder: Recorder,
        people: Sequence[Seat],
        *,
        names: Sequence[str],
        translate: Callable[[str], str],
        rules: str,
        read: TextIO,
        write: TextIO,
    ) -> None:
        self._recorder = recorder
        self._people = people
        self._names = names
        self._translate = translate
        self._rules = rules
        self._in = read
        self._out = write
        # What each has not read yet; the public's part is for the end of a table of several.
        readers: list[Viewer] = [*people, Audience.PUBLIC]
        self._news: dict[Viewer, list[str]] = {reader: [] for reader in readers}
        self._looking: Seat | None = None if len(people) > 1 else people[0]

    def play(self) -> Transcript:
        """The whole match; the record of what was played of it."""
        recorder = self._recorder
        try:
            while actors := recorder.owing():
                bots = [actor for actor in actors if actor not in self._people]
                if CHANCE in actors:
                    self._hear(recorder.draw())
                elif bots:
                    self._hear(recorder.ask_bot(lowest(bots)))
                else:
                    seat = lowest(actors)
                    action = self._ask(seat)
                    self._hear(recorder.act(seat, action))
        except (Left, KeyboardInterrupt):
            self._say("")
            return recorder.left()
        if len(self._people) > 1:
            self._wipe()
            self._tell(Audience.PUBLIC)
        else:
            self._tell(self._people[0])
        return recorder.transcript()

    # --- telling

    def _say(self, text: str) -> None:
        self._out.write(text + "\n")

    def _words(self, phrase: Phrase) -> str:
        return render(phrase, self._names, self._translate)

    def _speak(self, text: str, /, **params: int | str | Who) -> None:
        self._say(self._words(Phrase(text, params)))

    def _hear(self, step: Step) -> None:
        for reader, news in self._news.items():
            news.extend(map(self._words, told(self._recorder.package, step, reader)))

    def _tell(self, reader: Viewer) -> None:
        for line in self._news[reader]:
            self._say(line)
        self._news[reader].clear()

    def _wipe(self) -> None:
        self._say(WIPE if self._out.isatty() else "\n" * 3)

    # --- asking

    def _line(self, prompt: str) -> str:
        self._out.write(prompt + "\n> ")
        self._out.flush()
        line = self._in.readline()
        if not line or line.strip().lower() == "q":
            raise Left
        return line.strip()

    def _ask(self, seat: Seat) -> Any:  # each game has its own actions
        recorder = self._recorder
        if self._looking != seat:
            self._wipe()
            self._line(self._words(Phrase(_HAND_OVER, {"who": Who(seat)})))
            self._wipe()
            self._looking = seat
            self._news[Audience.PUBLIC].clear()
        view = recorder.play.view(recorder.state, seat)
        legal = recorder.play.legal(recorder.state, seat)
        choices = [self._words(recorder.play.offer(view, action)) for action in legal]
        self._say("")
        self._tell(seat)
        self._position(view)
        self._speak(_TURN, who=Who(seat))
        shown = range(len(choices))  # those that fit the search
        at = self._page(choices, list(shown), 0)
        wanted = list(shown)
        while True:
            typed = self._line(self._translate(_PROMPT))
            if typed.isdecimal() and typed.isascii() and len(typed) < 6:
                if 1 <= int(typed) <= len(legal):
                    return legal[int(typed) - 1]
            elif typed == "" and len(legal) == 1:
                return legal[0]
            elif typed == "":
                at = self._page(choices, wanted, at if at < len(wanted) else 0)
                continue
            elif typed.startswith("/"):
                text = typed[1:].strip().casefold()
                wanted = [each for each in shown if text in choices[each].casefold()]
                self._speak(_FOUND, text=typed[1:].strip(), count=len(wanted))
                at = self._page(choices, wanted, 0)
                continue
            elif typed.startswith("?"):
                self._crib(typed[1:].strip())
                continue
            elif typed.lower() == "v":
                self._position(view)
                at = self._page(choices, wanted, 0)
                continue
            self._speak(_NOT_A_CHOICE)

    def _position(self, view: Any) -> None:  # each game has its own views
        for phrase in self._recorder.play.describe(view):
            self._say(self._words(phrase))

    def _page(self, choices: Sequence[str], wanted: Sequence[int], first: int) -> int:
        """Show one page of the choices; where the next one begins."""
        last = min(first + PAGE, len(wanted))
        for each in wanted[first:last]:
            self._say(f"{each + 1:>4}  {choices[each]}")
        if len(wanted) > PAGE:
            self._speak(_MORE, first=first + 1, last=last, count=len(wanted))
        return last

    def _crib(self, wanted: str) -> None:
        found = list(crib(self._rules, wanted))
        if not wanted:
            self._speak(_SECTIONS)
        elif not found:
            self._speak(_NO_SUCH_RULE, text=wanted)
        for line in found:
            self._say(line)


def crib(rules: str, wanted: str) -> Iterator[str]:
    """The headings of the rules, numbered; or the section or the rule with the wanted number."""
    sections: list[list[str]] = []
    for line in rules.splitlines():
        if line.startswith("## "):
            sections.append([line.removeprefix("## ")])
        elif sections:
            sections[-1].append(line.replace("**", "").replace("`", ""))
    if not wanted:
        yield from (f"{number:>4}  {lines[0]}" for number, lines in enumerate(sections, start=1))
    elif wanted.isdecimal() and wanted.isascii() and len(wanted) < 4:
        if 1 <= int(wanted) <= len(sections):
            yield from sections[int(wanted) - 1]
    else:
        # an entry goes on as long as its lines are indented
        inside = False
        for line in (line for lines in sections for line in lines[1:]):
            starts = re.match(r"- (R[0-9]+)\b", line)
            inside = starts[1] == wanted.upper() if starts else inside and line.startswith(" ")
            if inside:
                yield line


# ---------------------------------------------------------------- the command


def translator(language: str) -> Callable[[str], str]:
    """Looks sentences up in the service's catalogues, without the service."""
    if language == LANGUAGES[0]:
        return str
    return gettext.translation(
        "django", str(CATALOGUES), languages=[language], fallback=True
    ).gettext


def _parser() -> OneLineParser:
    parser = OneLineParser(prog=PROG, description=__doc__)
    parser.add_argument("game", metavar="GAME", help="one of: " + ", ".join(arguments.playable()))
    parser.add_argument("--seats", metavar="N", help="players at the table (4 where possible)")
    parser.add_argument("--bots", metavar="N", help="how many of them are bots (all but one)")
    parser.add_argument("--strength", metavar="BOT", default="smart", help="which bots (smart)")
    parser.add_argument(
        "--seed", metavar="HEX", help="of the draws; a new one each time without it"
    )
    parser.add_argument("--options", metavar="FILE", help="house rules as JSON")
    parser.add_argument("--language", metavar="|".join(LANGUAGES), default="en")
    parser.add_argument("--save", metavar="FILE", help="where to keep the record of the match")
    return parser


def _recorder(given: argparse.Namespace, translate: Callable[[str], str]) -> Recorder:
    """The match the arguments ask for; people sit on the first seats. Raises Refused."""
    package = arguments.game(given.game)
    options = arguments.options(package, given.options)
    seats = arguments.seats(package, options, given.seats)
    many = seats - 1 if given.bots is None else whole("--bots", given.bots, 0, seats - 1)
    if given.strength not in package.bots:
        known = ", ".join(package.bots)
        raise Refused("--strength", f"“{given.strength[:40]}” is none of these bots: {known}.")
    if given.seed is not None and _HEX.fullmatch(given.seed) is None:
        raise Refused("--seed", "32 to 128 digits 0 to 9 and a to f, in pairs, are expected.")
    if given.save is not None and not Path(given.save).resolve().parent.is_dir():
        raise Refused("--save", f"There is no folder for {given.save}.")
    bots = [None] * (seats - many) + [given.strength] * many
    return Recorder(
        package,
        seats=seats,
        options=options,
        secret=new_seed() if given.seed is None else bytes.fromhex(given.seed),
        bots=bots,
        names=seat_names(bots, None, translate),
    )


def main(
    words: Sequence[str] | None = None, *, read: TextIO | None = None, write: TextIO | None = None
) -> int:
    """The command; its exit code: 2 for an argument that cannot be used."""
    read, write = read or sys.stdin, write or sys.stdout
    given = _parser().parse_args(words)
    try:
        if given.language not in LANGUAGES:
            raise Refused("--language", f"one of {', '.join(LANGUAGES)} is expected.")
        translate = translator(given.language)
        recorder = _recorder(given, translate)
    except Refused as refused:
        sys.stderr.write(f"{PROG}: {refused}\n")
        return BAD_INPUT
    package, record = recorder.package, recorder.transcript()
    names = record.header.names or ()

    def say(text: str, /, **params: int | str) -> None:
        write.write(render(Phrase(text, params), names, translate) + "\n")

    say(_WELCOME, game=translate(package.title), names=", ".join(names))
    say(COMMITTED, commitment=record.header.commitment or "")
    people = [Seat(seat) for seat, bot in enumerate(record.header.bots) if bot is None]
    table = Table(
        recorder,
        people,
        names=names,
        translate=translate,
        rules=rules_text(package.key, given.language) or rules_text(package.key),
        read=read,
        write=write,
    )
    record = table.play()
    footer = record.footer
    assert footer is not None
    if footer.end == LEFT:
        say(WAS_LEFT)
    elif footer.outcome is not None:
        if footer.end == CUT:
            say(WAS_CUT)
        rules = package.sheet
        decimals = rules.points_scale(rules.options_from_json(record.header.options))
        write.write("\n")
        for phrase in result(footer.outcome, decimals):
            write.write(render(phrase, names, translate) + "\n")
    assert recorder.secret is not None
    say(_REVEALED, seed=recorder.secret.hex())
    if given.save is not None:
        try:
            Path(given.save).write_text(
                "".join(f"{line}\n" for line in to_lines(record)), encoding="utf-8"
            )
        except OSError as error:
            sys.stderr.write(f"{PROG}: --save: {given.save}: {error.strerror}.\n")
            return BAD_INPUT
        say(_SAVED, file=given.save)
    return 0


if __name__ == "__main__":
    sys.exit(main())
