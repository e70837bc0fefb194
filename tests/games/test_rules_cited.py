"""Every numbered rule has a test that cites it, and every citation leads to a rule.

A rule is an entry ``- **R17** …`` of a game's RULES.md. It is cited as ``DD R17``, several as
``DD R17, R18 and R20`` or ``DD R17-R20``, with the prefix of the game's package. A rule is the same
in every language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from games.catalogue import all_games, rules_text
from games.core.package import GamePackage
from tests.services import ROOT

RULE = re.compile(r"^- \*\*(R[0-9]+)\*\*", re.MULTILINE)
MORE = r"(?:(?:, | and |, and |/|-|–| to )R[0-9]+)*"
SETTING = "`([a-z_]+)`"
TRANSLATED = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
NUMBERED = [package for package in all_games() if package.prefix]
GAMES = pytest.mark.parametrize("package", NUMBERED, ids=lambda package: package.key)


def _folder(package: GamePackage) -> str:
    return package.key.replace("-", "_")


def _rules(package: GamePackage) -> list[str]:
    return RULE.findall(rules_text(package.key))


def cited(prefix: str, text: str) -> Iterator[str]:
    """The rules a text cites; what is cited by another letter than R is given as it stands."""
    unbroken = re.sub(r"\s+(?:#\s*)?", " ", text)  # a citation may stand at the end of a line
    for found in re.finditer(rf"\b{prefix} (R[0-9]+{MORE}|[A-Z][0-9]+)", unbroken):
        last = None
        for link, letter, number in re.findall(
            r"(^|, and |, | and |/|-|–| to )([A-Z])([0-9]+)", found[1]
        ):
            if link in ("-", "–", " to ") and last is not None:
                yield from (f"R{each}" for each in range(last + 1, int(number)))
            last = int(number)
            yield f"{letter}{number}"


def _cited_below(prefix: str, *folders: Path) -> dict[str, list[str]]:
    """The citations of all Python files in the folders, with the files where they stand."""
    found: dict[str, list[str]] = {}
    for folder in folders:
        for file in sorted(folder.rglob("*.py")):
            for rule in cited(prefix, file.read_text(encoding="utf-8")):
                found.setdefault(rule, []).append(str(file.relative_to(ROOT)))
    return found


@GAMES
def test_rules_are_numbered_from_one_without_a_gap(package: GamePackage) -> None:
    rules = _rules(package)

    assert len(rules) > 20
    assert rules == [f"R{number}" for number in range(1, len(rules) + 1)]


@GAMES
def test_every_rule_has_a_test_that_cites_it(package: GamePackage) -> None:
    tests = _cited_below(package.prefix, ROOT / "tests" / "games" / _folder(package))

    assert [rule for rule in _rules(package) if rule not in tests] == []


@GAMES
def test_every_citation_leads_to_a_rule(package: GamePackage) -> None:
    rules = _rules(package)
    everywhere = _cited_below(
        package.prefix, *(ROOT / name for name in ("games", "league", "api", "tests/games"))
    )

    lost = {rule: files for rule, files in everywhere.items() if rule not in rules}

    assert lost == {}


@GAMES
@pytest.mark.parametrize("language", TRANSLATED)
def test_a_rule_has_the_same_numbers_and_settings_in_every_language(
    package: GamePackage, language: str
) -> None:
    english = _facts(rules_text(package.key))

    told = _facts(rules_text(package.key, language))

    assert list(told) == list(english)
    assert {rule: facts for rule, facts in told.items() if facts != english[rule]} == {}


@GAMES
@pytest.mark.parametrize("language", TRANSLATED)
def test_the_rules_have_the_same_sections_and_settings_in_every_language(
    package: GamePackage, language: str
) -> None:
    def shape(text: str) -> tuple[int, list[str]]:
        return text.count("\n## "), sorted(re.findall(SETTING, text))

    assert shape(rules_text(package.key, language)) == shape(rules_text(package.key))


def _facts(text: str) -> dict[str, tuple[list[str], list[str]]]:
    """What each rule says in digits, and the settings it names; in whatever order."""
    found = {}
    for entry in re.findall(r"^- \*\*(?:R[0-9]+)\*\*.*(?:\n  .*)*", text, re.MULTILINE):
        unparted = re.sub(r"(?<=[0-9])[,.\u202f](?=[0-9]{3}\b)", "", entry)
        number, *digits = re.findall(r"[0-9]+", unparted)
        found[f"R{number}"] = (sorted(digits), sorted(re.findall(SETTING, entry)))
    return found


def test_prefixes_differ() -> None:
    prefixes = [package.prefix for package in NUMBERED]

    assert len(set(prefixes)) == len(prefixes) > 0


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("see XY R7.", ["R7"]),
        ("XY R7, R9 and R12: the", ["R7", "R9", "R12"]),
        ("(XY R7-R10)", ["R7", "R8", "R9", "R10"]),
        ("XY R7–R9, R12", ["R7", "R8", "R9", "R12"]),
        ("at the end XY\n    # R7", ["R7"]),
        ("XY M3 and XY R4", ["M3", "R4"]),
        ("XYZ R7, XY-07, XYR7, R7", []),
        ('rule="XY R7", code=R8', ["R7"]),
    ],
)
def test_citations_are_found_in_running_text(text: str, rules: list[str]) -> None:
    assert list(cited("XY", text)) == rules
