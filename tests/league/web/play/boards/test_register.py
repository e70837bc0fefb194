"""Which games have a board, and what a page shows of one that has none."""

from __future__ import annotations

import pytest

from league.web.play import boards
from tests.league.web.play.test_tables import press, seated

pytestmark = pytest.mark.django_db


def test_a_game_without_a_board_keeps_the_words_and_every_button(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(boards.DRAWN_BY, "the-devil-with-it", raising=False)
    address, (ada, _) = seated("Ada", "Bo", game="the-devil-with-it")
    press(ada, address, "begin")

    page = ada.get(address).content.decode()

    assert ('class="lines"' in page, page.count('<button name="action"') > 1) == (True, True)
    assert ('class="play-board"' in page, 'id="as-list"' in page) == (False, False)
