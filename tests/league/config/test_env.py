"""What the environment says, in the kinds that the settings want."""

from __future__ import annotations

import os

import pytest

from league.config import env


@pytest.mark.parametrize(
    ("told", "found"),
    [
        (None, ["/usual"]),
        ("", []),
        (" ", []),
        ("/one", ["/one"]),
        (os.pathsep.join(("/one", " /two with space ", "")), ["/one", "/two with space"]),
    ],
)
def test_folders_are_listed_as_path_lists_them_and_nothing_means_none(
    told: str | None, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LEAGUE_FOLDERS", raising=False)
    if told is not None:
        monkeypatch.setenv("LEAGUE_FOLDERS", told)

    assert env.folders("LEAGUE_FOLDERS", ["/usual"]) == found
