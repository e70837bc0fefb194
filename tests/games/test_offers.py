"""No offer is longer than a page, a bot or a record can bear, whatever a club's copy holds."""

from __future__ import annotations

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from games.catalogue import all_games
from games.core.errors import BadOptions
from games.core.package import GamePackage
from games.core.types import CHANCE
from games.dice_devils.devils import FEHLER, OBER, PUTZ, SATAN, SPIEL, SPRING
from games.dice_devils.play import PLAY
from games.dice_devils.play.state import Phase, position
from games.dice_devils.play.table import table_for
from tests.games.dice_devils.positions import rules
from tests.games.odd_options import odd_options
from tests.games.walks import play_of, walk
from tests.tiers import examples

LONGEST = 1_000
PLAYED = [package for package in all_games() if package.play is not None]


@pytest.mark.parametrize("package", PLAYED, ids=lambda package: package.key)
@settings(max_examples=examples(25))
@given(data=st.data(), seed=st.integers(0, 2**16))
def test_no_offer_is_longer_than_it_may_be_under_any_options(
    package: GamePackage, data: st.DataObject, seed: int
) -> None:
    try:
        options = package.sheet.options_from_json(data.draw(odd_options(package)))
    except BadOptions:
        reject()
    seats = data.draw(st.sampled_from(list(package.sheet.seats(options))))
    play = play_of(package)

    longest = max(
        len(play.legal(step.before, step.actor))
        for step in walk(package, seats, options, seed, 150)
        if step.actor is not CHANCE
    )

    assert 1 <= longest <= LONGEST


def test_the_most_exchanges_that_options_allow_are_few_enough() -> None:
    """DD R27, R35: a winner with 14 sorts before five losers with 13 each."""
    kinds = ("bed", "heater", "scarf", "earmuffs", "teacup", "nightcap")
    options = rules(
        item_types={key: [12, 1] for key in kinds},
        item_values_by_piece={key: [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2] for key in kinds},
        end_item_count=14,
    )
    box = table_for(6, options).box
    # equal pieces lie side by side, so nobody gets two of a sort
    held = [dict.fromkeys(box[seat::6][: 14 if seat == 0 else 13], 1) for seat in range(6)]

    state = position(
        (PUTZ, OBER, SPIEL, FEHLER, SPRING, SATAN),
        options=options,
        phase=Phase.ABILITY,
        open=("grill",),
        held=held,
        supply=(),
        claims=(0,) * 6,
        fights=(0,),
        winner=0,
    )

    (seat,) = PLAY.to_act(state)
    assert seat is not CHANCE
    assert len(PLAY.legal(state, seat)) == 14 * 13 * 5 + 1 <= LONGEST
