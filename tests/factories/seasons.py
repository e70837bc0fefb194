"""A season with a bit of everything that counts."""

from __future__ import annotations

from datetime import UTC, date, datetime

from league.core.actors import system
from league.core.enums import EntryState, EventState, NameLevel, RoundEntryState, StageMode
from league.core.facts import Fact
from league.journal import append
from league.models import Adjustment, Club, RoundEntry, Season
from tests.factories import occasions, people, tables


def colourful(club: Club | None = None) -> Season:
    """Two evenings and an open one: a hidden name, a guest, a bye, who came late, left, was sent
    away, a penalty, weights, and the best three results.
    """
    of = club or people.club("Tavern Nights", slug="tavern", name_level=NameLevel.INITIAL)
    season = occasions.season(
        of,
        slug="autumn",
        name="Autumn",
        starts_on=date(2026, 9, 1),
        ends_on=date(2026, 11, 30),
        counting="best_n",
        counting_n=3,
        min_matches=1,
        counting_more={"attendance": "1/2"},
        chain=["points", "wins", "places", "opponents_average"],
    )
    who = {
        "ada": people.player("Ada Berg", given="Ada", family="Berg"),
        "bo": people.player("Bo Lind", name_level=NameLevel.HIDDEN),
        "cy": people.player("Cy Holm", name_level=NameLevel.FULL),
        "dee": people.player("Dee Falk", nickname="Dice", name_level=NameLevel.NICKNAME),
        "eve": people.player("Eve Roth"),
        "guest": people.player("Gus Tell"),
    }
    first = occasions.event(
        of,
        season=season,
        slug="tavern-1",
        starts_at=datetime(2026, 9, 8, 17, 30, tzinfo=UTC),
        state=EventState.FINISHED,
    )
    stage = occasions.stage(first, scoring={"weight": "3/2", "bye_limit": 1})
    ins = {name: occasions.entry(first, row) for name, row in who.items() if name != "guest"}
    ins["guest"] = occasions.entry(first, who["guest"], is_guest=True)
    late = ins["eve"]
    late.joined_round = 2
    late.save()
    one = occasions.round_(stage)
    tables.played(
        tables.table(one, [ins["ada"], ins["bo"], ins["guest"]]), [1, 2, 3], points=[30, 20, 10]
    )
    tables.played(tables.table(one, [ins["cy"], ins["dee"]]), [1, 1], points=[12, 12])
    two = occasions.round_(stage)
    tables.played(
        tables.table(two, [ins["dee"], ins["ada"], ins["eve"], ins["bo"]]),
        [1, 2, 2, 4],
        points=[9, 7, 7, 1],
    )
    RoundEntry.objects.create(round=two, entry=ins["cy"], state=RoundEntryState.BYE)
    ins["bo"].state, ins["bo"].dropped_round = EntryState.DROPPED, 2
    ins["bo"].save()

    second = occasions.event(
        of,
        season=season,
        slug="tavern-2",
        starts_at=datetime(2026, 10, 6, 17, 30, tzinfo=UTC),
        state=EventState.FINISHED,
    )
    open_stage = occasions.stage(
        second, mode=StageMode.OPEN_PLAY, scheme={"key": "podium", "points": ["5", "3", "1"]}
    )
    again = {name: occasions.entry(second, who[name]) for name in ("cy", "dee", "ada", "eve")}
    again["eve"].state, again["eve"].keeps_results = EntryState.DISQUALIFIED, False
    again["eve"].save()
    rolling = occasions.round_(open_stage, is_rolling=True)
    for hour, names in ((18, ("cy", "dee", "ada")), (19, ("ada", "eve", "cy"))):
        tables.played(
            tables.table(
                rolling,
                [again[name] for name in names],
                played_at=datetime(2026, 10, 6, hour, tzinfo=UTC),
            ),
            [1, 2, 3],
            points=[5, 4, 3],
        )
    line = append(
        Fact.ADJUSTMENT_MADE,
        by=system("factory"),
        club=of,
        payload={"season": season.pk},
        stale_seasons=[season.pk],
    )
    Adjustment.objects.create(
        season=season,
        player=who["dee"],
        points_num=-3,
        points_den=2,
        reason="Late again",
        author=system("factory").key,
        from_seq=line.seq or 0,
    )
    season.refresh_from_db()
    return season
