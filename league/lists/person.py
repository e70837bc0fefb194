"""What a club may write down about a person, checked and cleaned; no tables."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Unpack

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from league.core.errors import BadInput, BadInputs, LeagueError
from league.core.person_fields import BY_NAME, FROM_START, PersonField, Sort
from league.words import names

if TYPE_CHECKING:
    from league.core.person_fields import Listed

OLDEST_BIRTH_YEAR = 1900
ADULT = 18
NAME_MOST, MEMBER_NO_MOST, EMAIL_MOST = (
    BY_NAME[name].most for name in ("name", "member_no", "email")
)

_ALLOWED_CONTROLS = "\t\n\r"
_YEAR = re.compile(r"[0-9]{4}")


@dataclass(frozen=True, slots=True)
class Person:
    """A person as typed in, cleaned: NFC, single spaces, no control signs."""

    name: str
    given: str = ""
    family: str = ""
    nickname: str = ""
    birth_year: int | None = None
    is_minor: bool = False
    email: str = ""
    member_no: str = ""

    @property
    def search_key(self) -> str:
        return search_key(self.name, self.nickname)

    @property
    def sort_key(self) -> str:
        return sort_key(self.name, self.given, self.family)


def checked(*, today: date, **written: Unpack[Listed]) -> Person:
    """The cleaned person; a missing ``name`` is made of given and family name.

    Who is certainly under age by the birth year counts as a minor.

    Raises:
        BadInputs: every fault, each with its field.
    """
    faults: list[LeagueError] = []
    found: dict[str, Any] = {}  # Any: each as its field is stored
    for field in sorted(FROM_START, key=lambda each: each.sort != Sort.TEXT):
        try:
            found[field.name] = read(field, written.get(field.name), today)
        except BadInput as fault:
            faults.append(fault)
    full = found.get("name") or f"{found.get('given', '')} {found.get('family', '')}".strip()
    if not full and {"name", "given", "family"} <= found.keys():
        faults.append(BadInput("name_missing", field="name"))
    if faults:
        raise BadInputs(faults)
    year = found["birth_year"]
    is_young = year is not None and today.year - year < ADULT
    return Person(**found | {"name": full, "is_minor": found["is_minor"] or is_young})


def read(field: PersonField, value: object, today: date) -> str | int | bool | None:
    """``value`` as ``field`` is stored: cleaned and checked."""
    match field.sort:
        case Sort.FLAG:
            return bool(value)
        case Sort.YEAR:
            return year_of(value, today)
    cleaned = text(str(value or ""), field.name, field.most)
    if field.sort == Sort.EMAIL and cleaned and not is_email(cleaned):
        raise BadInput("bad_email", field=field.name, value=cleaned[:80])
    return cleaned


def text(value: str, where: str, most: int) -> str:
    """``value`` cleaned; refuses control signs and what is too long, at field ``where``."""
    if has_control_signs(value):
        raise BadInput("control_signs", field=where)
    cleaned = names.clean(value)
    if len(cleaned) > most:
        raise BadInput("too_long", field=where, most=most)
    return cleaned


def prose(value: str, where: str, most: int) -> str:
    """Like ``text``, but keeps line breaks."""
    if has_control_signs(value):
        raise BadInput("control_signs", field=where)
    lines = unicodedata.normalize("NFC", value).replace("\r\n", "\n").replace("\r", "\n")
    if len(lines.strip()) > most:
        raise BadInput("too_long", field=where, most=most)
    return lines.strip()


def has_control_signs(value: str) -> bool:
    return any(
        unicodedata.category(sign) in {"Cc", "Cs"} and sign not in _ALLOWED_CONTROLS
        for sign in value
    )


def year_of(value: object, today: date) -> int | None:
    """A birth year of four digits that somebody alive may have, or nothing."""
    written = "" if value is None else str(value).strip()
    if not written:
        return None
    if not has_control_signs(written) and _YEAR.fullmatch(written):
        year = int(written)
        if OLDEST_BIRTH_YEAR <= year <= today.year:
            return year
    shown = names.clean(written)[:40]
    raise BadInput("bad_birth_year", field="birth_year", value=shown)


def is_email(value: str) -> bool:
    try:
        validate_email(value)
    except ValidationError:
        return False
    return True


def search_key(name: str, nickname: str) -> str:
    return names.fold(f"{name} {nickname}")[:320]


def sort_key(name: str, given: str, family: str) -> str:
    """Family name first; of a name in one piece the last word is taken for it."""
    if not family:
        words = (given or name).split(" ") if given == name else name.split(" ")
        family, given = words[-1], " ".join(words[:-1])
    return names.fold(f"{family} {given or name}" if family != name else family)[:220]


# --- likeness --------------------------------------------------------------------------


def is_same_name(one: str, other: str) -> bool:
    """Whether two spellings differ in accents, case, width or spaces alone."""
    return names.fold(one) == names.fold(other)


def is_near_name(one: str, other: str) -> bool:
    """Whether two names differ by one letter, by order, or by a middle name."""
    a, b = names.fold(one), names.fold(other)
    if a == b:
        return True
    first, second = a.split(" "), b.split(" ")
    if sorted(first) == sorted(second):
        return True
    if min(len(first), len(second)) >= 2 and (first[0], first[-1]) == (second[0], second[-1]):
        return True
    return differs_by_one(a, b)


def differs_by_one(a: str, b: str) -> bool:
    """One letter more, less or other; short names are too alike by nature."""
    if len(a) > len(b):
        a, b = b, a
    if len(a) < 5 or len(b) - len(a) > 1:
        return False
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a))
    return a[at:] == b[at + 1 :] if len(a) < len(b) else a[at + 1 :] == b[at + 1 :]


def years_agree(one: int | None, other: int | None) -> bool:
    """Whether two birth years may be one person's: equal, or one is unknown."""
    return one is None or other is None or one == other


def slugs(name: str, most: int, *, fallback: str) -> Iterator[str]:
    """Addresses for ``name``, the plain one first, then with numbers."""
    word = re.sub(r"[^a-z0-9]+", "-", names.fold(name)).strip("-")[: most - 6].strip("-")
    word = word or fallback
    yield word
    number = 2
    while True:
        yield f"{word}-{number}"
        number += 1
