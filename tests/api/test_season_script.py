"""The script beside the API's document comes to the same standings as the service, or says so."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import api
from league.models import MatchRecord, Season, SeatScore, Stage
from league.queries.standings import season_file
from league.services.standings import standings
from league.standings.points import SCHEMES, scheme_from_json
from league.standings.tiebreaks.registry import CRITERIA
from tests import factories

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = pytest.mark.django_db
SCRIPT = Path(api.__file__).parent / "examples" / "recompute_season.py"
LINES_MOST = 300


@pytest.fixture
def season() -> Season:
    return factories.colourful()


def verdict(season: Season, tmp_path: Path, change: Any = None) -> tuple[int, str]:
    """How the script ends on the season's file, and what it says."""
    standings.recompute_all(season.club)
    season.refresh_from_db()
    told: Mapping[str, Any] = season_file.of_season(season, full=False)
    told = json.loads(json.dumps(told))
    if change is not None:
        change(told)
    sealed = {"format": "stammtisch-season", "version": 1, "season": told}
    file = tmp_path / "season.json"
    file.write_text(json.dumps(sealed), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-I", str(SCRIPT), str(file)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ran.stderr == ""
    return ran.returncode, ran.stdout


def test_the_script_is_short_and_agrees_with_the_service(season: Season, tmp_path: Path) -> None:
    assert len(SCRIPT.read_text(encoding="utf-8").splitlines()) <= LINES_MOST
    assert verdict(season, tmp_path) == (0, "5 rows in the file, 5 recomputed, 0 different\n")


def test_it_names_the_row_that_differs(season: Season, tmp_path: Path) -> None:
    def beautify(told: Any) -> None:  # Any: JSON
        told["standings"]["rows"][0]["values"]["points"]["exact"] = "99"

    code, said = verdict(season, tmp_path, beautify)

    assert code == 1
    assert "points 99" in said
    assert "1 different" in said


# Settings that a scheme needs before it can be used at all.
NEEDED = {
    "custom": {"rows": {str(n): list(range(n, 0, -1)) for n in (2, 3, 4)}},
    "raw_bonus": {"bonus": {"2": [5, -5], "3": [15, 0, -15], "4": [15, 5, -5, -15]}},
}
RULES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("sum", {}),
    ("best_n", {"counting_n": 2}),
    ("drop_worst_k", {"counting_more": {"k": 1, "judged": "before"}, "counting_unit": "evenings"}),
    ("average", {"counting_more": {"k": 1}}),
    ("shrunk_average", {"counting_n": 2}),
)
UNKNOWN = {"seat_adjusted"}


def test_it_agrees_under_every_scheme_rule_and_tie_break_that_it_knows(
    season: Season, tmp_path: Path
) -> None:
    chain = [one.key for one in CRITERIA if one.key not in UNKNOWN]
    specs: list[Any] = [{"key": one.key, **NEEDED.get(one.key, {})} for one in SCHEMES]  # Any: JSON
    # What a scheme pays by place is in the file, whatever it is called: those for any size do.
    known = [spec for spec in specs if scheme_from_json(spec).covers(2)]
    assert len(known) >= 12
    for at, spec in enumerate(known):
        kind, fields = RULES[at % len(RULES)]
        Stage.objects.filter(event__season=season).update(scheme=spec)
        turned = chain[at % len(chain) :] + chain[: at % len(chain)]
        fields = {"counting_n": None, "counting_more": {}, "counting_unit": "matches", **fields}
        Season.objects.filter(pk=season.pk).update(
            scheme=spec, counting=kind, chain=turned, rank_guests=bool(at % 2), **fields
        )
        season.refresh_from_db()

        code, said = verdict(season, tmp_path)
        assert (spec, said.count("recomputed: "), code) == (spec, 0, 0), said


def test_it_pronounces_on_nothing_that_it_does_not_know(season: Season, tmp_path: Path) -> None:
    Season.objects.filter(pk=season.pk).update(chain=["points", *UNKNOWN])
    season.refresh_from_db()

    assert verdict(season, tmp_path) == (2, "No verdict: seat_adjusted is not known here.\n")


SCORING: tuple[dict[str, Any], ...] = (
    {"guests_hold_places": False, "shared_win": "share", "full_size": 4},
    {"dropped": "zero", "opponents_floor": "33", "requested_bye": {"kind": "own_average"}},
    {"cooperative_won": "9", "cooperative_lost": "2", "weight": "1/3"},
)


def test_it_agrees_on_sides_draws_guests_and_people_who_left(
    season: Season, tmp_path: Path
) -> None:
    first, second, third, *_ = MatchRecord.objects.order_by("pk")
    SeatScore.objects.filter(record=first, position__lte=2).update(side=1, place=1)
    SeatScore.objects.filter(record=first, position=3).update(side=2, place=2)
    second.outcome |= {"drawn": True}
    second.save()
    third.outcome |= {"low_tie": True}
    third.save()
    last = MatchRecord.objects.latest("pk")
    SeatScore.objects.filter(record=last).update(side=1, place=1)
    chain = [one.key for one in CRITERIA if one.key not in UNKNOWN]
    for at, scoring in enumerate(SCORING):
        Stage.objects.filter(event__season=season).update(scoring=scoring)
        Season.objects.filter(pk=season.pk).update(chain=chain, rank_guests=at == 1)
        season.refresh_from_db()

        code, said = verdict(season, tmp_path)
        assert (scoring, code) == (scoring, 0), said
