"""Documents point at what is there."""

from __future__ import annotations

import re
import subprocess

from django.test import Client

from tests.services import ROOT

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def documents() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return listed.stdout.splitlines()


def test_every_link_between_documents_leads_somewhere() -> None:
    links = [
        (name, target)
        for name in documents()
        for target in LINK.findall((ROOT / name).read_text(encoding="utf-8"))
        if "://" not in target
    ]

    assert len(links) > 10
    assert [(name, target) for name, target in links if not leads_somewhere(name, target)] == []


def leads_somewhere(name: str, target: str) -> bool:
    """To a file beside the document, or, from the root, to an address that the service answers."""
    if target.startswith("/"):
        return Client().get(target).status_code == 200
    return ((ROOT / name).parent / target).exists()


def test_every_room_says_what_it_holds() -> None:
    rooms = ("api", "deploy/docs", "games", "league", "templates", "tests")

    assert [room for room in rooms if not (ROOT / room / "README.md").is_file()] == []


def test_the_pictures_of_the_readme_are_there_small_and_in_both_themes() -> None:
    shown = re.findall(r'(?:src|srcset)="([^"]+\.webp)"', (ROOT / "README.md").read_text())

    assert len(shown) == 10
    assert [name for name in shown if not 0 < (ROOT / name).stat().st_size <= 60_000] == []
    assert {name.replace("-dark", "-light") for name in shown if "-dark" in name} == {
        name for name in shown if "-light" in name
    }
