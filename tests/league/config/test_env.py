"""What the environment says, in the kinds that the settings want."""

from __future__ import annotations

import os

import pytest

from league.config import env
from league.core.enums import Role
from league.core.openid import GroupRole


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


def test_groups_and_their_roles_are_read_whatever_signs_the_groups_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = "/boards:all:harbour:club_admin, Game hosts:dawn:organizer,it:*:site_admin,"
    monkeypatch.setenv("LEAGUE_ROLES", told)

    assert env.group_roles("LEAGUE_ROLES") == (
        GroupRole("/boards:all", "harbour", Role.CLUB_ADMIN),
        GroupRole("Game hosts", "dawn", Role.ORGANIZER),
        GroupRole("it", "", Role.SITE_ADMIN),
    )


@pytest.mark.parametrize(
    "told",
    ["hosts:organizer", "hosts:harbour:scorekeeper", "it:harbour:site_admin", "a:*:organizer"],
)
def test_a_role_that_no_group_can_give_is_refused_with_what_to_write(
    told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEAGUE_ROLES", told)

    with pytest.raises(env.BadVariable, match="write"):
        env.group_roles("LEAGUE_ROLES")
