"""Addresses of what is done to drafts, rounds, tables and standings, and of the journal."""

from __future__ import annotations

from django.urls import URLPattern, path

from api import converters  # noqa: F401  (makes `<id:…>` known)
from api.doors import resource
from api.v1 import (
    before_play,
    fixtures,
    journal,
    record_lists,
    round_steps,
    seasons,
    seating_steps,
    standing_steps,
    who_is_who,
)

urlpatterns: list[URLPattern] = [
    path(
        "clubs/<slug:slug>/journal/",
        resource("ClubJournal", get=journal.of_club),
        name="club_journal",
    ),
    path(
        "clubs/<slug:slug>/journal/<id:line_id>/restore/",
        resource("JournalRestore", post=journal.restore),
        name="journal_restore",
    ),
    path(
        "events/<id:event_id>/journal/",
        resource("EventJournal", get=journal.of_event),
        name="event_journal",
    ),
    path(
        "clubs/<slug:slug>/apart/",
        resource("ClubApart", get=who_is_who.kept_apart, post=who_is_who.keep_apart),
        name="club_apart",
    ),
    path(
        "clubs/<slug:slug>/apart/<id:pair_id>/",
        resource("ClubApartPair", delete=who_is_who.lift),
        name="club_apart_pair",
    ),
    path(
        "clubs/<slug:slug>/splits/",
        resource("ClubSplits", post=who_is_who.split),
        name="club_splits",
    ),
    path(
        "entries/<id:entry_id>/wishes/",
        resource("EntryWishes", get=before_play.wished, patch=before_play.set_wishes),
        name="entry_wishes",
    ),
    path(
        "stages/<id:stage_id>/fixtures/",
        resource(
            "StageFixtures", get=fixtures.of_stage, post=fixtures.draw, delete=fixtures.withdraw
        ),
        name="stage_fixtures",
    ),
    path(
        "stages/<id:stage_id>/fixtures/preview/",
        resource("StageFixturesPreview", post=fixtures.preview),
        name="stage_fixtures_preview",
    ),
    path(
        "stages/<id:stage_id>/fixtures/due/",
        resource("StageFixturesDue", post=fixtures.set_due),
        name="stage_fixtures_due",
    ),
    path(
        "tables/<id:table_id>/fixture/",
        resource("TableFixture", get=fixtures.of_table, post=fixtures.propose),
        name="table_fixture",
    ),
    path(
        "tables/<id:table_id>/fixture/answers/",
        resource("TableFixtureAnswers", post=fixtures.answer),
        name="table_fixture_answers",
    ),
    path(
        "tables/<id:table_id>/appointment/",
        resource("TableAppointment", post=fixtures.fix, delete=fixtures.lift),
        name="table_appointment",
    ),
    path(
        "tables/<id:table_id>/start/",
        resource("TableStart", get=before_play.start, post=before_play.draw),
        name="table_start",
    ),
    path(
        "clubs/<slug:slug>/records/",
        resource("ClubRecords", get=record_lists.of_club),
        name="club_records",
    ),
    path(
        "seasons/<id:season_id>/records/",
        resource("SeasonRecords", get=record_lists.of_season),
        name="season_records",
    ),
    path(
        "events/<id:event_id>/records/",
        resource("EventRecords", get=record_lists.of_event),
        name="event_records",
    ),
    path(
        "clubs/<slug:slug>/changes/",
        resource("ClubChanges", get=record_lists.club_changes),
        name="club_changes",
    ),
    path(
        "events/<id:event_id>/changes/",
        resource("EventChanges", get=record_lists.event_changes),
        name="event_changes",
    ),
    path(
        "seasons/<id:season_id>/state/",
        resource("SeasonState", post=seasons.set_state),
        name="season_state",
    ),
    path(
        "seasons/<id:season_id>/standings/publishing/",
        resource("SeasonPublishing", post=standing_steps.publish_season),
        name="season_publishing",
    ),
    path(
        "stages/<id:stage_id>/standings/publishing/",
        resource("StagePublishing", post=standing_steps.publish_stage),
        name="stage_publishing",
    ),
    path(
        "seasons/<id:season_id>/adjustments/",
        resource(
            "SeasonAdjustments",
            get=standing_steps.of_season,
            post=standing_steps.adjust_season,
        ),
        name="season_adjustments",
    ),
    path(
        "seasons/<id:season_id>/adjustments/<id:adjustment_id>/",
        resource("SeasonAdjustment", delete=standing_steps.revoke_in_season),
        name="season_adjustment",
    ),
    path(
        "stages/<id:stage_id>/adjustments/",
        resource("StageAdjustments", get=standing_steps.of_stage, post=standing_steps.adjust_stage),
        name="stage_adjustments",
    ),
    path(
        "stages/<id:stage_id>/adjustments/<id:adjustment_id>/",
        resource("StageAdjustment", delete=standing_steps.revoke_in_stage),
        name="stage_adjustment",
    ),
    path(
        "rounds/<id:round_id>/marks/",
        resource("RoundMarks", post=round_steps.mark),
        name="round_marks",
    ),
    path(
        "rounds/<id:round_id>/restore/",
        resource("RoundRestore", post=round_steps.restore),
        name="round_restore",
    ),
    path(
        "rounds/<id:round_id>/draw-again/",
        resource("RoundDrawAgain", post=round_steps.draw_again),
        name="round_draw_again",
    ),
    path(
        "seatings/<id:seating_id>/redraw/",
        resource("SeatingRedraw", post=seating_steps.redraw),
        name="seating_redraw",
    ),
    path(
        "seatings/<id:seating_id>/lock/",
        resource("SeatingLock", post=seating_steps.lock),
        name="seating_lock",
    ),
    path(
        "seatings/<id:seating_id>/late/",
        resource("SeatingLate", post=seating_steps.late),
        name="seating_late",
    ),
    path(
        "seatings/<id:seating_id>/tables/",
        resource("SeatingTables", post=seating_steps.add_table),
        name="seating_tables",
    ),
    path(
        "tables/<id:table_id>/reminder/",
        resource("TableReminder", post=round_steps.remind, delete=round_steps.forget),
        name="table_reminder",
    ),
]
