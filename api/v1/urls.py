"""Addresses of version 1."""

from __future__ import annotations

from django.urls import path

from api import converters  # noqa: F401  (makes `<id:…>` known)
from api.doors import resource
from api.renderers import Csv, StoredJSON
from api.v1 import (
    access,
    chat_urls,
    clocks,
    clubs,
    cuts,
    entries,
    events,
    fairness,
    file_urls,
    lab,
    memberships,
    merges,
    notice_urls,
    open_play,
    periods,
    picture_urls,
    plans,
    play_talk,
    play_urls,
    plays,
    presets,
    ratings,
    reasons,
    records,
    rolls,
    round_steps,
    rounds,
    rulesets,
    season_files,
    season_guests,
    seasons,
    seating_steps,
    shelf_urls,
    stage_settings,
    stages,
    standings,
    step_urls,
    webhook_urls,
)

TABULAR = (StoredJSON, Csv)

app_name = "v1"
urlpatterns = [
    path("me/", resource("Me", get=access.me), name="me"),
    path("tokens/", resource("Tokens", get=access.tokens, post=access.make_token), name="tokens"),
    path("tokens/<id:token_id>/", resource("Token", delete=access.revoke_token), name="token"),
    path("clubs/", resource("Clubs", get=clubs.listed, post=clubs.make), name="clubs"),
    path("clubs/<slug:slug>/", resource("Club", get=clubs.one, patch=clubs.change), name="club"),
    path(
        "clubs/<slug:slug>/talk-reports/",
        resource("ClubTalkReports", get=play_talk.reports),
        name="club_talk_reports",
    ),
    path(
        "clubs/<slug:slug>/players/",
        resource("ClubPlayers", get=clubs.players, post=clubs.add_player),
        name="club_players",
    ),
    path(
        "clubs/<slug:slug>/memberships/",
        resource("ClubMemberships", get=memberships.of_club, post=memberships.start),
        name="club_memberships",
    ),
    path(
        "clubs/<slug:slug>/memberships/preview/",
        resource("MembershipPreview", post=memberships.preview),
        name="membership_preview",
    ),
    path(
        "clubs/<slug:slug>/memberships/<id:membership_id>/",
        resource("Membership", get=memberships.one, patch=memberships.change),
        name="membership",
    ),
    path(
        "clubs/<slug:slug>/memberships/<id:membership_id>/end/",
        resource("MembershipEnd", post=memberships.end),
        name="membership_end",
    ),
    path(
        "clubs/<slug:slug>/ratings/",
        resource("ClubRatings", get=ratings.of_club),
        name="club_ratings",
    ),
    path("lab/standings/", resource("LabStandings", post=lab.standings), name="lab_standings"),
    path("ratings/", resource("Ratings", get=ratings.everywhere), name="ratings"),
    path("ratings/<id:scope_id>/", resource("RatingList", get=ratings.one), name="rating_list"),
    path(
        "ratings/<id:scope_id>/settings/",
        resource("RatingSettings", get=ratings.settings, patch=ratings.change_settings),
        name="rating_settings",
    ),
    path(
        "ratings/<id:scope_id>/players/<id:player_id>/",
        resource("RatingHistory", get=ratings.history),
        name="rating_history",
    ),
    path(
        "clubs/<slug:slug>/seasons/",
        resource("ClubSeasons", get=seasons.of_club, post=seasons.make),
        name="club_seasons",
    ),
    path(
        "clubs/<slug:slug>/presets/",
        resource("ClubPresets", get=presets.of_club, post=presets.keep),
        name="club_presets",
    ),
    path(
        "clubs/<slug:slug>/presets/<id:preset_id>/",
        resource("ClubPreset", get=presets.one, patch=presets.change, delete=presets.remove),
        name="club_preset",
    ),
    path(
        "clubs/<slug:slug>/events/",
        resource("ClubEvents", get=events.of_club, post=events.make),
        name="club_events",
    ),
    path(
        "clubs/<slug:slug>/merges/",
        resource("ClubMerges", get=merges.of_club, post=merges.make),
        name="club_merges",
    ),
    path(
        "clubs/<slug:slug>/merges/likely/",
        resource("MergesLikely", get=merges.likely),
        name="merges_likely",
    ),
    path(
        "clubs/<slug:slug>/merges/preview/",
        resource("MergePreview", post=merges.preview),
        name="merge_preview",
    ),
    path(
        "clubs/<slug:slug>/merges/<id:merge_id>/",
        resource("ClubMerge", delete=merges.undo),
        name="club_merge",
    ),
    path(
        "players/<id:player_id>/",
        resource("Player", get=clubs.player, patch=clubs.change_player),
        name="player",
    ),
    path(
        "seasons/<id:season_id>/",
        resource("Season", get=seasons.one, patch=seasons.change, delete=seasons.remove),
        name="season",
    ),
    path(
        "seasons/<id:season_id>/preview/",
        resource("SeasonPreview", post=seasons.preview),
        name="season_preview",
    ),
    path(
        "season-imports/",
        resource("SeasonImports", post=season_files.take_in),
        name="season_imports",
    ),
    path(
        "seasons/<id:season_id>/file/",
        resource("SeasonFile", get=season_files.one),
        name="season_file",
    ),
    path(
        "seasons/<id:season_id>/standings/",
        resource("SeasonStandings", get=standings.of_season, renderers=TABULAR),
        name="season_standings",
    ),
    path(
        "seasons/<id:season_id>/standings/rows/",
        resource("SeasonStandingRows", get=standings.rows_of_season),
        name="season_standings_rows",
    ),
    path(
        "seasons/<id:season_id>/standings/moves/",
        resource("SeasonStandingMoves", get=reasons.moves_of_season),
        name="season_standing_moves",
    ),
    path(
        "seasons/<id:season_id>/standings/players/<id:player_id>/",
        resource("SeasonStandingRow", get=reasons.of_season),
        name="season_standing_row",
    ),
    path(
        "stages/<id:stage_id>/",
        resource("Stage", get=stages.one, patch=stages.change, delete=stage_settings.remove),
        name="stage",
    ),
    path(
        "stages/<id:stage_id>/preview/",
        resource("StagePreview", post=stages.preview),
        name="stage_preview",
    ),
    path(
        "stages/<id:stage_id>/cut/",
        resource("StageCut", get=cuts.one, post=cuts.make, delete=cuts.undo),
        name="stage_cut",
    ),
    path(
        "stages/<id:stage_id>/cut/decline/",
        resource("StageCutDecline", post=cuts.decline),
        name="stage_cut_decline",
    ),
    path(
        "stages/<id:stage_id>/cut/accept/",
        resource("StageCutAccept", post=cuts.accept),
        name="stage_cut_accept",
    ),
    path(
        "stages/<id:stage_id>/standings/",
        resource("StageStandings", get=standings.of_stage, renderers=TABULAR),
        name="stage_standings",
    ),
    path(
        "stages/<id:stage_id>/standings/rows/",
        resource("StageStandingRows", get=standings.rows_of_stage),
        name="stage_standings_rows",
    ),
    path(
        "stages/<id:stage_id>/standings/moves/",
        resource("StageStandingMoves", get=reasons.moves_of_stage),
        name="stage_standing_moves",
    ),
    path(
        "stages/<id:stage_id>/standings/players/<id:player_id>/",
        resource("StageStandingRow", get=reasons.of_stage),
        name="stage_standing_row",
    ),
    path(
        "stages/<id:stage_id>/seatings/",
        resource("StageSeatings", post=rounds.draw),
        name="stage_seatings",
    ),
    path(
        "stages/<id:stage_id>/plan/",
        resource("StagePlan", get=plans.one, post=plans.make, delete=plans.drop),
        name="stage_plan",
    ),
    path(
        "stages/<id:stage_id>/plan/stop/",
        resource("StagePlanStop", post=plans.stop),
        name="stage_plan_stop",
    ),
    path(
        "stages/<id:stage_id>/room/",
        resource("StageRoom", get=open_play.of_stage, post=open_play.presence),
        name="stage_room",
    ),
    path(
        "stages/<id:stage_id>/proposals/",
        resource("StageProposals", get=open_play.proposals, post=open_play.form),
        name="stage_proposals",
    ),
    path(
        "seasons/<id:season_id>/fairness/",
        resource("SeasonFairness", get=fairness.of_season),
        name="season_fairness",
    ),
    path(
        "seasons/<id:season_id>/periods/",
        resource("SeasonPeriods", get=periods.of_season),
        name="season_periods",
    ),
    path(
        "seasons/<id:season_id>/guests/",
        resource("SeasonGuests", get=season_guests.of_season),
        name="season_guests",
    ),
    path(
        "events/<id:event_id>/",
        resource("Event", get=events.one, patch=events.change, delete=events.remove),
        name="event",
    ),
    path(
        "events/<id:event_id>/state/",
        resource("EventState", post=events.set_state),
        name="event_state",
    ),
    path(
        "events/<id:event_id>/copies/",
        resource("EventCopies", post=events.copy),
        name="event_copies",
    ),
    path(
        "events/<id:event_id>/stages/",
        resource("EventStages", post=stage_settings.make),
        name="event_stages",
    ),
    path("events/<id:event_id>/roll/", resource("EventRoll", post=rolls.call), name="event_roll"),
    path(
        "events/<id:event_id>/guests/",
        resource("EventGuests", post=rolls.add_guest),
        name="event_guests",
    ),
    path(
        "events/<id:event_id>/fairness/",
        resource("EventFairness", get=fairness.of_event),
        name="event_fairness",
    ),
    path(
        "events/<id:event_id>/entries/",
        resource("EventEntries", get=entries.of_event, post=entries.register),
        name="event_entries",
    ),
    path(
        "events/<id:event_id>/rounds/",
        resource("EventRounds", get=rounds.of_event),
        name="event_rounds",
    ),
    path(
        "entries/<id:entry_id>/",
        resource("Entry", get=entries.one, patch=entries.change),
        name="entry",
    ),
    path(
        "entries/<id:entry_id>/drop/",
        resource("EntryDrop", post=entries.drop),
        name="entry_drop",
    ),
    path(
        "entries/<id:entry_id>/disqualify/",
        resource("EntryDisqualify", post=entries.disqualify),
        name="entry_disqualify",
    ),
    path(
        "entries/<id:entry_id>/reinstate/",
        resource("EntryReinstate", post=entries.reinstate),
        name="entry_reinstate",
    ),
    path(
        "entries/<id:entry_id>/promote/",
        resource("EntryPromote", post=rolls.promote),
        name="entry_promote",
    ),
    path("rounds/<id:round_id>/", resource("Round", get=rounds.one), name="round"),
    path(
        "rounds/<id:round_id>/close/", resource("RoundClose", post=rounds.close), name="round_close"
    ),
    path(
        "rounds/<id:round_id>/reopen/",
        resource("RoundReopen", post=rounds.reopen),
        name="round_reopen",
    ),
    path(
        "rounds/<id:round_id>/withhold/",
        resource("RoundWithhold", post=rounds.withhold),
        name="round_withhold",
    ),
    path(
        "rounds/<id:round_id>/publish-results/",
        resource("RoundPublishResults", post=rounds.publish_results),
        name="round_publish_results",
    ),
    path(
        "rounds/<id:round_id>/clock/",
        resource("RoundClock", get=clocks.of_round, post=clocks.set_round),
        name="round_clock",
    ),
    path(
        "seatings/<id:seating_id>/",
        resource("Seating", get=rounds.seating, patch=rounds.change, delete=seating_steps.discard),
        name="seating",
    ),
    path(
        "seatings/<id:seating_id>/publish/",
        resource("SeatingPublish", post=rounds.publish),
        name="seating_publish",
    ),
    path(
        "seatings/<id:seating_id>/withdraw/",
        resource("SeatingWithdraw", post=rounds.withdraw),
        name="seating_withdraw",
    ),
    path(
        "tables/<id:table_id>/",
        resource(
            "Table",
            get=rounds.table,
            patch=round_steps.change_table,
            delete=round_steps.remove_table,
        ),
        name="table",
    ),
    path(
        "tables/<id:table_id>/sheet/",
        resource("TableSheet", get=rulesets.of_table),
        name="table_sheet",
    ),
    path(
        "tables/<id:table_id>/clock/",
        resource("TableClock", get=clocks.of_table, post=clocks.set_table),
        name="table_clock",
    ),
    path(
        "tables/<id:table_id>/play/",
        resource("TablePlay", post=plays.at_table),
        name="table_play",
    ),
    path(
        "tables/<id:table_id>/records/",
        resource("TableRecords", get=records.of_table, post=records.report),
        name="table_records",
    ),
    path("records/<id:record_id>/", resource("Record", get=records.one), name="record"),
    path(
        "records/<id:record_id>/confirm/",
        resource("RecordConfirm", post=records.confirm),
        name="record_confirm",
    ),
    path(
        "records/<id:record_id>/dispute/",
        resource("RecordDispute", post=records.dispute),
        name="record_dispute",
    ),
    path(
        "records/<id:record_id>/correct/",
        resource("RecordCorrect", post=records.correct),
        name="record_correct",
    ),
    path(
        "records/<id:record_id>/void/",
        resource("RecordVoid", post=records.void),
        name="record_void",
    ),
    path(
        "records/<id:record_id>/restore/",
        resource("RecordRestore", post=records.restore),
        name="record_restore",
    ),
    *file_urls.urlpatterns,
    *notice_urls.urlpatterns,
    *picture_urls.urlpatterns,
    *play_urls.urlpatterns,
    *shelf_urls.urlpatterns,
    *step_urls.urlpatterns,
    *webhook_urls.urlpatterns,
    *chat_urls.urlpatterns,
]
