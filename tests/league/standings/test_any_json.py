from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from league.standings import texts
from league.standings.errors import StandingsError
from league.standings.points import SCHEMES, scheme_from_json
from league.standings.rules import RULE_KINDS, SeasonRule, rule_from_json
from league.standings.tiebreaks import CRITERIA, chain_from_json
from league.standings.types import JSON

KEYS = [
    "key",
    "ties",
    "drawn",
    "points",
    "rows",
    "factor",
    "cap",
    "win",
    "base",
    "unit",
    "pot",
    "bonus",
    "full_size",
    "places",
    "scheme",
    "shared",
    "playing",
    "zero_sum",
    "kind",
    "n",
    "unit",
    "minimum",
    "guest_minimum",
    "bye",
    "late",
    "bye_limit",
    "usual_size",
    "shared_win",
    "guests_hold_places",
    "filler_points",
    "2",
    "3",
    "4",
]
WORDS = [
    *(scheme.key for scheme in SCHEMES),
    *(criterion.key for criterion in CRITERIA),
    *RULE_KINDS,
    *[
        "share",
        "full",
        "low",
        "share_up",
        "mean",
        "zero",
        "fixed",
        "matches",
        "evenings",
        "1/2",
        "5.5",
        "-3",
        "1/0",
        "1e3",
    ],
]
leaves = st.none() | st.booleans() | st.integers() | st.sampled_from(WORDS) | st.text(max_size=5)
anything: st.SearchStrategy[JSON] = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), inner, max_size=5)
    ),
    max_leaves=12,
)


def told(read: Callable[[], object]) -> str | None:
    """The whole sentence of the error that reading ended in, or None."""
    try:
        read()
    except StandingsError as error:
        return texts.ERROR_TEXTS[error.code] % error.params
    return None


@given(anything)
def test_a_scheme_is_read_completely_or_refused_with_a_sentence(spec: JSON) -> None:
    if told(lambda: scheme_from_json(spec)) is None:
        scheme = scheme_from_json(spec)
        assert scheme_from_json(scheme.to_json()) == scheme


@given(
    st.fixed_dictionaries(
        {"key": st.sampled_from([s.key for s in SCHEMES])},
        optional=dict.fromkeys(KEYS[1:18], anything),
    )
)
def test_nearly_right_schemes_are_read_completely_or_refused(spec: dict[str, JSON]) -> None:
    if told(lambda: scheme_from_json(spec)) is None:
        scheme = scheme_from_json(spec)
        assert scheme_from_json(scheme.to_json()) == scheme


@given(anything)
def test_rules_and_chains_never_fail_in_any_other_way(spec: JSON) -> None:
    if told(lambda: rule_from_json(spec)) is None:
        assert isinstance(rule_from_json(spec), SeasonRule)
    if told(lambda: chain_from_json(spec)) is None:
        assert isinstance(spec, list)
        assert chain_from_json(spec) == tuple(spec)
