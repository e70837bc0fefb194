"""Print a recorded match in words, or what can be checked about it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue import get, sentences
from games.core.errors import GameError
from games.core.lines import from_lines
from games.core.package import GamePackage
from games.core.retelling import COMMITTED, WAS_CUT, WAS_LEFT, result, retold, seat_names
from games.core.sheet import path_name
from games.core.text import gettext_noop
from games.core.transcript import CUT, LEFT, ONE_STREAM, Transcript, opening, played, replay
from games.core.types import CHANCE, Audience, Seat, Viewer
from games.core.verification import verify
from games.core.words import Phrase, refusal, render

UNPROVED = gettext_noop("The draws can't be proven: the record has no commitment or no seed.")
BY_HAND = gettext_noop(
    "The draws were made at a real table and entered by hand: no seed made them."
)


class Command(BaseCommand):
    help = (
        "Prints a recorded match in words: everything, or what one seat could know. The whole "
        "record is checked; if it names its seed, so are the draws."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--until", metavar="N", help="only the first N lines")
        parser.add_argument(
            "--as-seat", metavar="S", help="what this seat could know; counted from 0 as in FILE"
        )
        parser.add_argument(
            "--verify", action="store_true", help="say what was checked, and not the match"
        )
        parser.add_argument("--language", choices=[code for code, _name in settings.LANGUAGES])

    # Any: Django hands the parsed options over as keywords of mixed types.
    def handle(self, *args: Any, **options: Any) -> None:
        language = options["language"] or translation.get_language() or settings.LANGUAGE_CODE
        with translation.override(language):
            try:
                record = _read(options["file"])
                package = get(record.header.game)
                viewer = _viewer(options["as_seat"], record.header.seats)
                until = _until(options["until"])
                if options["verify"]:
                    told = _checked(package, record)
                else:
                    told = _told(package, record, viewer, until)
                for line in told:
                    self.stdout.write(line)
            except GameError as error:
                raise CommandError(f"{options['file']}: {_sentence(error)}") from None


def _read(file: Path) -> Transcript:
    try:
        text = file.read_bytes().decode()
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from None
    except ValueError:
        raise CommandError(_("%(file)s: This file is not UTF-8 text.") % {"file": file}) from None
    return from_lines(text.split("\n"))


def _viewer(seat: str | None, seats: int) -> Viewer:
    if seat is None:
        return Audience.REFEREE
    if seat.isdecimal() and seat.isascii() and len(seat) < 4 and int(seat) < seats:
        return Seat(int(seat))
    raise CommandError(
        _("--as-seat: a number from 0 to %(last)s is expected.") % {"last": seats - 1}
    )


def _until(number: str | None) -> int | None:
    if number is None:
        return None
    if number.isdecimal() and number.isascii() and len(number) < 10:
        return int(number)
    raise CommandError(_("--until: a whole number is expected."))


def _told(
    package: GamePackage, record: Transcript, viewer: Viewer, until: int | None
) -> Iterator[str]:
    """The match line by line. Raises GameError before the first if anything is wrong with it."""
    names = seat_names(record.header.bots, record.header.names, _)

    def words(phrase: Phrase) -> str:
        return render(phrase, names, _)

    if until is None:
        proved = verify(package, record)
    else:
        opening(package, record)
        for _step in replay(package, record, until):
            pass
    yield from _title(package, names)
    for told in retold(package, record, viewer, until):
        for at, phrase in enumerate(told.phrases):
            yield f"{told.number if at == 0 else '':>5}  {words(phrase)}"
    yield ""
    footer = record.footer
    if until is not None or footer is None or footer.outcome is None:
        state = opening(package, record)
        for step in replay(package, record, until):
            state = step.after
        play = played(package)
        for phrase in play.describe(play.view(state, viewer)):
            yield words(phrase)
    else:
        rules = package.sheet
        decimals = rules.points_scale(rules.options_from_json(record.header.options))
        for phrase in result(footer.outcome, decimals):
            yield words(phrase)
    if until is not None:
        return
    yield ""
    yield from _ended(record)
    if proved:
        yield _("Every draw follows from the seed fixed before the match.")
    else:
        yield _(BY_HAND if record.header.is_by_hand else UNPROVED)


def _checked(package: GamePackage, record: Transcript) -> Iterator[str]:
    """What was checked, point by point. Raises GameError before the first if anything is wrong."""
    proved = verify(package, record)
    header, footer = record.header, record.footer
    names = seat_names(header.bots, header.names, _)
    draws = sum(line.actor is CHANCE for line in record.lines)
    decisions = len(record.lines) - draws
    yield from _title(package, names)
    if proved:
        yield _("The secret revealed at the end fits the commitment made before the match.")
        if header.contributions is None:
            yield _("The seed is the service's secret alone: no one else added to it.")
        else:
            yield _("The seed is made of this secret and of what each seat added.")
        yield ngettext(
            "%(count)s draw: it follows from the seed.",
            "%(count)s draws: each follows from the seed.",
            draws,
        ) % {"count": draws}
    elif header.is_by_hand:
        yield _(BY_HAND)
        yield ngettext(
            "%(count)s draw entered by hand: it is possible where it stands.",
            "%(count)s draws entered by hand: each is possible where it stands.",
            draws,
        ) % {"count": draws}
    else:
        yield _(UNPROVED)
        yield ngettext(
            "%(count)s draw: it is possible where it stands.",
            "%(count)s draws: each is possible where it stands.",
            draws,
        ) % {"count": draws}
    yield ngettext(
        "%(count)s decision: the rules allow it.",
        "%(count)s decisions: the rules allow each of them.",
        decisions,
    ) % {"count": decisions}
    yield from _ended(record)
    if footer is not None and footer.outcome is not None:
        yield _("The outcome is the one that the rules give.")
    if footer is not None and header.format != ONE_STREAM:
        yield _("Nothing in the record has changed since its last line was written.")
    if proved:
        yield ""
        yield _("Compare this with what you saw before the first draw:")
        yield _(COMMITTED) % {"commitment": header.commitment}
        for name, added in zip(names, header.contributions or (), strict=False):
            if added:
                yield _("%(who)s added: %(what)s") % {"who": name, "what": _readable(added)}
            else:
                yield _("%(who)s added nothing.") % {"who": name}


def _readable(added: bytes) -> str:
    """Words as they were typed, anything else in hex."""
    text = added.decode(errors="replace")
    return text if text.isprintable() and "\ufffd" not in text else added.hex()


def _title(package: GamePackage, names: list[str]) -> Iterator[str]:
    yield f"{_(package.title)} ({package.ruleset})"
    yield ", ".join(names)
    yield ""


def _ended(record: Transcript) -> Iterator[str]:
    footer = record.footer
    if footer is None:
        yield _("The match is not over.")
    elif footer.end == LEFT:
        yield _(WAS_LEFT)
    elif footer.end == CUT:
        yield _(WAS_CUT)


def _sentence(error: GameError) -> str:
    """What is wrong, with its line and its field, as far as known."""
    text = refusal(error, sentences()[error.code], _)
    if error.path:
        text = f"{path_name(error.path)}: {text}"
    if "line" in error.params:
        text = _("Line %(line)s: %(what)s") % {"line": error.params["line"], "what": text}
    return text
