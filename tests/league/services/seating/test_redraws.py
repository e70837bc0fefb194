"""Drawing a draft again: other companies, or a word that there are none as good."""

from __future__ import annotations

import pytest

from league.models import ClubGame, Event, JournalLine, Seating, Stage
from league.queries.seating import seating_plans
from league.seating.again import companies_of
from league.services.seating import seatings
from tests import factories
from tests.practice.evenings import Evening, evening, html, organizer

pytestmark = pytest.mark.django_db
NINE = [f"P{number}" for number in range(9)]
AS_GOOD = "Different people sit together now, and it's just as good."
NO_OTHER = "Nothing better was found, so the seating stays."


def companies(seating: Seating) -> frozenset[frozenset[int]]:
    return companies_of(seating_plans.planned(seating_plans.tables_of(seating)))


def news(seating: Seating) -> list[str]:
    return seating_plans.remark_sentences(seating.explanation)[:1]


def second_round_of_nine() -> tuple[Evening, Seating]:
    """Three tables of three after one round: twelve seatings repeat nobody."""
    of = evening(NINE, seats=(3, 3))
    of.play(NINE[:3], NINE[3:6], NINE[6:])
    return of, seatings.draw(by=of.by, stage=of.stage, seed=3)


def test_drawing_again_where_the_best_is_there_gives_other_companies_as_good() -> None:
    of, draft = second_round_of_nine()
    before, cost = companies(draft), draft.explanation["repeat_cost"]

    again = seatings.redraw(by=of.by, seating=draft)

    assert companies(again) != before
    assert (again.explanation["repeat_cost"], cost) == (0, 0)
    assert news(again) == [AS_GOOD]


def test_no_companies_come_twice_while_a_draft_is_drawn_again_and_again() -> None:
    of, draft = second_round_of_nine()
    had = [companies(draft)]

    for _ in range(6):
        draft = seatings.redraw(by=of.by, seating=draft)
        if news(draft) == [AS_GOOD]:
            had.append(companies(draft))

    assert len(set(had)) == len(had) > 2


def test_where_there_is_one_seating_only_it_stays_and_the_desk_says_so() -> None:
    of = evening(NINE[:4])
    draft = seatings.draw(by=of.by, stage=of.stage)
    seats = list(draft.seats.order_by("pk").values_list("pk", "entry", "position"))
    boss = organizer(of)
    desk = f"/e/{of.event.slug}/desk/"

    answer = boss.post(desk, {"do": f"redraw:{draft.pk}", "step": "seating"}, follow=True)

    draft.refresh_from_db()
    assert list(draft.seats.order_by("pk").values_list("pk", "entry", "position")) == seats
    assert f"Round 1 is drawn again. {NO_OTHER} No seating of this round can be better." in (
        answer.content.decode()
    )
    assert NO_OTHER in html(boss, f"{desk}?step=seating")


def test_a_draft_that_was_made_worse_by_hand_is_drawn_better_without_a_word() -> None:
    of, draft = second_round_of_nine()
    best = draft.explanation["repeat_cost"]
    table = of.table(draft, "P0")
    one = table.seats.exclude(entry=of.entries["P0"]).earliest("position").entry
    swapped = seatings.swap(by=of.by, seating=draft, entry_a=one, entry_b=of.entries["P1"])
    assert swapped.explanation["repeat_cost"] > best

    again = seatings.redraw(by=of.by, seating=swapped)

    assert (again.explanation["repeat_cost"], news(again)) == (
        best,
        ["No one meets anyone from this event again."],
    )


def test_somebody_who_has_come_meanwhile_is_seated_without_comparing() -> None:
    of = evening(NINE[:8])
    draft = seatings.draw(by=of.by, stage=of.stage)
    late = factories.entry(of.event, factories.member(of.club, "Late"))

    again = seatings.redraw(by=of.by, seating=draft)

    assert again.seats.filter(entry=late).exists()
    assert news(again) != [NO_OTHER]


def test_drawing_a_published_round_again_leaves_the_event_as_it_is() -> None:
    of = evening(NINE)
    of.event.state = "planned"
    of.event.save()
    seatings.draw_and_publish(by=of.by, stage=of.stage)
    version = Event.objects.get(pk=of.event.pk).version
    told = JournalLine.objects.filter(kind="event_state_changed").count()

    again = seatings.draw_again(by=of.by, round_=of.stage.rounds.get())

    event = Event.objects.get(pk=of.event.pk)
    assert (again.state, event.state, event.version) == ("published", "running", version)
    assert JournalLine.objects.filter(kind="event_state_changed").count() == told


def test_another_way_of_drawing_is_taken_even_where_it_is_no_better() -> None:
    of, draft = second_round_of_nine()
    other = "snake" if draft.method != "snake" else "balanced"

    again = seatings.redraw(by=of.by, seating=draft, method=other)

    assert again.method == other


@pytest.mark.parametrize("change", ["copies", "tables", "bye"])
def test_a_draft_that_could_not_be_drawn_any_more_is_never_kept(change: str) -> None:
    of = evening([f"P{number}" for number in range(12)], seats=(3, 6))
    draft = seatings.draw(by=of.by, stage=of.stage, sizes=[4, 4, 4])
    asks = of.event.entries.order_by("pk")[0]
    match change:
        case "copies":
            ClubGame.objects.update(copies=2)
        case "tables":
            Stage.objects.update(max_tables=2)
        case "bye":
            of.event.entries.filter(pk=asks.pk).update(wants_bye=True)

    again = seatings.redraw(by=of.by, seating=draft)

    tables = [table for table in again.tables.all() if table.seats.exists()]
    seated = again.seats.filter(table__isnull=False).values_list("entry", flat=True)
    assert len(tables) == 2 if change != "bye" else asks.pk not in seated
    seatings.publish(by=of.by, seating=again)
