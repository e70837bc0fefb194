"""What is said to people: a sentence for each error code, with named placeholders."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

PHRASES = {
    # general
    "bad_inputs": _("%(count)s things need another look; nothing was saved."),
    "changed_meanwhile": _("Somebody else saved in the meantime. Compare, then save again."),
    "not_allowed": _("You may not do this."),
    "not_found": _("There is nothing here, or it is not open to you."),
    # people
    "account_has_player": _("This account is already linked to a player."),
    "ambiguous_person": _("%(name)s could be any of these: %(candidates)s. Add the number."),
    "apart_already": _("%(name)s and %(other)s are kept apart already."),
    "apart_from_oneself": _("Choose somebody else."),
    "apart_not_kept": _("%(name)s and %(other)s are not kept apart."),
    "bad_birth_year": _("“%(value)s” is no birth year. Write four digits, such as 1984."),
    "bad_choice": _("“%(value)s” is not one of the choices."),
    "bad_column": _("The file has no column number %(value)s."),
    "bad_days": _("Choose between 1 and %(most)s days."),
    "bad_email": _("“%(value)s” is no e-mail address."),
    "bad_time_zone": _("“%(value)s” is no time zone. Write one such as Europe/Zurich."),
    "claim_decided": _("This has been decided already."),
    "claim_own": _("This is your page already."),
    "claim_too_many": _("Wait for the answers to what you have asked before."),
    "column_twice": _("Two columns are both read as “%(column)s”. Choose one of them."),
    "conflicts_with_line": _("Contradicts line %(other)s, which is the same person."),
    "count_fault": _(
        "This cannot be counted because of a fault in the program. The log of the service has more."
    ),
    "control_signs": _("This contains characters that cannot be shown (such as a NUL)."),
    "csv_unreadable": _("Line %(line)s cannot be read: a quotation mark is not closed or stray."),
    "device_needs_event": _("A device belongs to one event: choose it."),
    "email_taken": _("Sign in with this e-mail address first, then open the link again."),
    "empty_file": _("The file holds no rows."),
    "ends_before_start": _("The last day is before the first one."),
    "erase_has_roles": _("%(name)s has roles here. Take them away first."),
    "erase_other_club": _(
        "Another club knows this person. Only somebody who runs all of their clubs can do this."
    ),
    "minor_stays_unnamed": _(
        "Of somebody under age, only an organizer may show more of the name: a parent has to agree."
    ),
    "parents_word_missing": _("Tick that a parent has agreed."),
    "password_wrong": _("This is not your password."),
    "erase_unsure": _("Say that you are sure."),
    "file_and_text": _("Choose a file or paste names, not both at once."),
    "nothing_to_read": _("Choose a file, or paste names."),
    "file_too_large": _("The file is larger than %(most)s kB. Split it."),
    "invitation_not_pending": _("This link has already been used or withdrawn."),
    "invitation_over": _("This link is no longer valid. Ask for a new one."),
    "last_admin": _("This is the last one who can do this. Give the role to somebody else first."),
    "last_site_admin": _("This is the last site admin. Name another one first."),
    "link_needs_account": _("Choose an e-mail address and a password, or sign in first."),
    "membership_ended": _("This membership has already ended."),
    "membership_exists": _("%(name)s already belongs to the club."),
    "member_no_taken": _("The number %(value)s already belongs to %(name)s."),
    "merge_disqualified": _(
        "At %(event)s on %(day)s one of the two was disqualified. Take that back first, then merge."
    ),
    "merge_erased": _("The personal data of %(name)s was erased: that is final."),
    "merge_not_of_club": _("This player is not known in the club."),
    "merge_other_club": _(
        "Another club knows one of these two. Only somebody who runs both clubs can merge them."
    ),
    "merge_same_round": _(
        "Both took part in round %(round)s of %(event)s on %(day)s: they are two different people."
    ),
    "merge_same_table": _(
        "Both sat at table %(table)s in round %(round)s of %(event)s on %(day)s: they are two "
        "different people."
    ),
    "merge_undo_later_first": _("Take the later merge with %(name)s back first."),
    "merge_undone_already": _("This merge has been taken back already."),
    "merge_with_oneself": _("Choose two different records."),
    "name_missing": _("Enter a name."),
    "no_name_column": _("No column holds names. Choose the column below."),
    "not_a_player_of_club": _("This player is not known in the club."),
    "nul_character": _("Line %(line)s contains a NUL sign. Is this really a text file?"),
    "password_entirely_numeric": _("A password of digits alone is too easy to guess."),
    "cells_unread": _(
        "Only the first column is read. Say under “Which column holds what” what the others are."
    ),
    "name_turned": _("Read as family name, given name: %(name)s."),
    "password_refused": _("Choose another password."),
    "password_too_common": _("This password is on every list. Choose another one."),
    "password_too_short": _("Use at least %(least)s characters."),
    "password_too_similar": _("The password is too similar to the e-mail address."),
    "player_has_history": _(
        "%(name)s took part here, and no table loses a seat. Erase the personal data instead."
    ),
    "split_not_there": _("%(name)s did not sit at every one of these tables."),
    "split_nothing": _("Choose at least one result."),
    "split_same_round": _("%(name)s has a place of their own in round %(round)s."),
    "split_same_table": _("%(name)s sat at the same table in round %(round)s."),
    "player_has_account": _("This player already has an account."),
    "repeats_line": _("Repeats line %(other)s; it counts once."),
    "role_needs_scope": _(
        "This role is not for such a place: admins are for a club, scorekeepers for one event."
        " Choose another place."
    ),
    "row_too_long": _("This row has %(count)s cells, the first line only %(most)s."),
    "similar_player": _("There is already %(name)s. If this is somebody else, add anyway."),
    "spelled_differently": _("Known here as %(name)s; the stored name stays."),
    "time_for_one_account": _("Sign in as a person to do this."),
    "too_long": _("Use at most %(most)s characters."),
    "cell_too_long": _(
        "Line %(line)s has a cell of more than %(most)s signs. Is a quotation mark missing?"
    ),
    "too_many_columns": _(
        "Line %(line)s has more than %(most)s columns. Leave out those that are not needed."
    ),
    "too_many_lines": _("The file has more than %(most)s lines. Split it."),
    "too_many_rows": _("The file has more than %(most)s rows. Split it."),
    "undecodable": _(
        "Line %(line)s holds the byte %(byte)s, which does not exist in %(encoding)s. "
        "Choose the encoding of the file."
    ),
    "unknown_club": _("There is no club “%(value)s” in which you may add people."),
    "unknown_encoding": _("“%(value)s” is no encoding that can be read."),
    # occasions
    "best_n_needs_n": _("Say how many results count."),
    "cut_undecided": _(
        "%(names)s are level, with room for %(places)s of them. Say how they are parted, "
        "or let all go on."
    ),
    "cut_not_asked": _("Nobody is level across the line: nothing is to be decided."),
    "cut_too_few": _("Fewer than two would go on. Choose a larger number."),
    "byes_without_final": _(
        "Only a cut to a semi-final has a final after it to go straight into. Leave this empty."
    ),
    "cut_order": _("Name each of the players who are level once, the best first."),
    "last_stage": _("This is the only stage of the event."),
    "cooperative_lost_above_won": _(
        "A co-operative game that is lost must not be worth more than one that is won."
    ),
    "stage_in_use": _("Something was drawn or given in this stage already."),
    "order_without_play_off": _(
        "An order is told with “play_off” alone. Choose it, or leave the order out."
    ),
    "preset_name_taken": _("There is a preset “%(name)s” already. Choose another name."),
    "no_cut": _("Nobody was chosen to go on from here yet. Make the cut first."),
    "weights_zero_so_far": _(
        "All that has been played in this season so far has the weight 0: everybody stands at zero "
        "points until an evening with another weight has a result."
    ),
    "sizes_not_covered": _(
        "The scheme has no row for tables of %(sizes)s, which this stage may seat. Choose another"
        " scheme, or narrow the table sizes."
    ),
    "guests_without_rows": _(
        "Without the guests’ places a table may be scored as one of %(sizes)s, and the scheme has "
        "no row for that. Let guests hold their places, or add the rows."
    ),
    "results_rerank": _(
        "There are results already. Changing points or tie-breaks re-ranks everybody; the "
        "change is noted in the journal."
    ),
    "final_has_rounds": _("The first round is seated already. Withdraw it first."),
    "final_needs_source": _("Choose the stage or season that the players come from."),
    "not_going_on": _("%(name)s does not go on to this stage."),
    "one_source": _("Players come from a stage or from a season, not from both."),
    "source_not_before": _("Choose a stage of this event that comes before."),
    "stage_before_plays": _(
        "Rounds of the stage before are still being played: %(rounds)s. Close them first."
    ),
    "copies_out_of_range": _(
        "Between %(low)s and %(high)s copies, or none where there are plenty."
    ),
    "demo_exists": _("The demo club is there already."),
    "demo_has_real_accounts": _(
        "These accounts have a role in the demo club: %(accounts)s. "
        "End those roles first, on the club's page “Roles”."
    ),
    "demo_last_admin": _(
        "Nobody else may look after this installation. Make a link for another admin first: "
        "python3 manage.py setup_link --another"
    ),
    "demo_missing": _("There is no demo club here."),
    "club_has_results": _(
        "This club has results, and what has been played cannot be removed. Set it to "
        "“Members only” instead: then nobody else can find it."
    ),
    "event_ends_before_start": _("The end is before the start."),
    "event_has_results": _(
        "This event has results, and what has been played cannot be removed. Cancel it "
        "instead: then it counts nowhere, and every list folds it away."
    ),
    "event_outside_season": _(
        "%(day)s is not in the season %(season)s (%(first)s to %(last)s): "
        "choose another season or none."
    ),
    "event_step": _("An event does not go from “%(old)s” to “%(new)s”."),
    "event_too_long": _("An event lasts at most %(days)s days."),
    "game_title_taken": _("There is already a game “%(title)s” on the shelf."),
    "mode_fixed_by_rounds": _("There are rounds already: the kind of play stays as it is."),
    "no_periods": _("This season is not divided into periods."),
    "no_such_period": _("There is no period %(period)s: the periods go from 1 to %(last)s."),
    "number_out_of_range": _("Enter a number between %(low)s and %(high)s."),
    "open_tables": _(
        "Without a result yet (round/table): %(tables)s. Enter them, or finish all the same."
    ),
    "period_day": _("“%(value)s” is no day. Write one such as 2026-11-28."),
    "period_days_many": _("Enter at most %(most)s days."),
    "period_days_missing": _("Enter the days on which a new part begins."),
    "period_time": _("“%(value)s” is no time. Write one such as 20:30."),
    "rating_not_a_number": _("Enter a number."),
    "rating_not_yes_or_no": _("Enter yes or no."),
    "rating_out_of_range": _("Enter a number between %(low)s and %(high)s."),
    "rating_unknown_engine": _("There is no way of rating called “%(engine)s”."),
    "rating_unknown_setting": _("This way of rating has no such setting."),
    "ruleset_missing": _("Put a game on the club's shelf first."),
    "ruleset_name_taken": _("There is already a ruleset “%(name)s”."),
    "ruleset_of_other_club": _("Choose a ruleset of this club."),
    "ruleset_retired": _("The ruleset “%(name)s” is no longer in use: choose another one."),
    "scheme_name_taken": _("There is already a points scheme “%(name)s”."),
    "season_ends_before_start": _(
        "The last day is before the first one. Choose a later last day or an earlier first day."
    ),
    "season_of_other_club": _("Choose a season of this club."),
    "removed_above": _("The season %(name)s was removed too: bring it back first."),
    "season_has_results": _(
        "This season has results, and what has been played cannot be removed. Finish it "
        "instead, or cancel the events that should not count."
    ),
    "season_step": _("A season does not go from “%(old)s” to “%(new)s”."),
    "season_too_long": _("A season lasts ten years at most."),
    "sizes_reversed": _("The largest table is smaller than the smallest one."),
    "value_missing": _("Fill this in."),
    "weeks_out_of_range": _("Between %(low)s and %(high)s evenings at once."),
    # backups
    "backup_in_use": _("Stammtisch is using this database. Stop web, worker and beat first."),
    "backup_failed": _("The copy failed: %(reason)s"),
    "backup_missing": _("There is no file %(path)s."),
    "backup_newer": _("This backup comes from a newer version (it knows %(name)s). Upgrade first."),
    "backup_tool_missing": _("%(tool)s is missing; it comes with PostgreSQL's client tools."),
    "backup_unreadable": _("%(path)s is not a backup of Stammtisch, or it is damaged."),
    "database_damaged": _(
        "The database %(path)s is damaged. Put the newest backup in its place: "
        "python3 manage.py restore latest"
    ),
    "database_unwritable": _(
        "The database %(path)s cannot be opened for writing. Does it belong to this user?"
    ),
    "disk_failing": _(
        "The disk does not take what is written to %(path)s. Is it full, or failing?"
    ),
    "disk_full": _("The disk is full: nothing can be written to %(path)s. Make room there first."),
    # seating
    "already_disqualified": _("This player has already been disqualified."),
    "already_drawn": _("Round %(round)s has already been drawn."),
    "already_entered": _("%(name)s is already entered."),
    "already_playing": _("%(name)s still plays at table %(table)s."),
    "already_published": _("Round %(round)s is already published."),
    "copies_short": _("%(game)s: %(tables)s tables, but only %(copies)s copies."),
    "guest_becomes_member_on": _("A guest until now: a member from %(day)s on."),
    "evenings_turn": _("Evenings since %(day)s that count as a member’s from now on: %(count)s."),
    "since_stays": _("Belongs since %(day)s, and that stays. Change it on the person’s page."),
    "guest_becomes_member": _(
        "A guest until now: a member from today on. On the person's page an earlier day can be set."
    ),
    "event_full": _("All %(capacity)s places are taken."),
    "event_over": _("%(event)s is over. Open it again to change this."),
    "has_result": _("%(name)s has a result in round %(round)s. Void it first."),
    "late_entry_closed": _("Late players may join up to round %(round)s only."),
    "later_round_exists": _(
        "Round %(round)s came after it: only the latest round can be taken back."
    ),
    "mode_is_open_play": _("In open play tables form one by one: there are no rounds to draw."),
    "mode_is_rounds": _("This stage is played in rounds: draw the next one instead."),
    "as_of_round": _(
        "“%(text)s” is no moment. Write the number of a round, such as 2, or a time like "
        "2026-11-28T21:15."
    ),
    "as_of_day": _(
        "“%(text)s” is no moment. Write a day like 2026-11-28 or a time like 2026-11-28T21:15."
    ),
    "as_of_no_round": _("There is no round %(round)s: no round has been published here yet."),
    "as_of_no_such_round": _("There is no round %(round)s here. There are: %(known)s."),
    "no_such_stage": _("There is no stage %(stage)s here. There are: %(known)s."),
    "as_of_season_days": _("This season has no %(day)s: it goes from %(first)s to %(last)s."),
    "day_out_of_bounds": _("Choose a day between the years %(low)s and %(high)s."),
    "as_of_other_day": _("%(day)s comes after this season, which ends on %(last)s."),
    "as_of_to_come": _("“%(text)s” is still to come. Leave it out to see how it stands now."),
    "as_of_unpublished": _(
        "These standings are published by hand: what was known earlier is for the organizers."
    ),
    "nobody_of_that_name": _(
        "Nobody called %(name)s is expected. Try your full name, or go to the desk."
    ),
    "too_late_to_undo": _("That was a while ago. The desk can change it."),
    "name_of_several": _("%(count)s people are called %(name)s. Choose one of them in the list."),
    "not_a_draft": _("This seating is no draft any more. Reload the page."),
    "not_dropped": _("This player has not dropped out."),
    "not_in_round": _("%(name)s has no place in this round."),
    "clock_changed_meanwhile": _("Somebody else has just set the clock. Look at it, then decide."),
    "clock_length_missing": _("Say how many minutes the clock is to run."),
    "clock_not_started": _("The clock has not been started."),
    "not_playing_now": _("This round is not being played."),
    "nothing_to_remind_of": _("Nobody waits for table %(table)s any more: look at its result."),
    "not_free_now": _("%(name)s is no longer free: pausing or gone home."),
    "not_registered": _("This player is not taking part."),
    "not_waiting": _("This player is not on the waiting list."),
    "nothing_withdrawn": _("There is no withdrawn seating to bring back."),
    "registration_closed": _("Sign-up for %(event)s is not open."),
    "results_missing": _(
        "Without a confirmed result: table %(tables)s. Enter them, or go on without."
    ),
    "round_closed_already": _("Round %(round)s is already closed."),
    "round_exists": _("Round %(round)s has been seated in the meantime."),
    "ruleset_wrong_size": _(
        "%(game)s is for %(low)s to %(high)s players; table %(table)s has %(size)s."
    ),
    "preference_bad_preference": _("“%(part)s” cannot be read. Look at the example beside it."),
    "preference_preference_range": _("This must be between %(low)s and %(high)s."),
    "preference_room_twice": _("Table %(table)s stands in two rooms."),
    "seating_not_seated": _("%(count)s not seated: %(players)s. Draw again or give a bye."),
    "swap_with_oneself": _("Choose two different people to change places."),
    "table_has_people": _("Somebody sits at table %(table)s."),
    "table_has_record": _("Table %(table)s has a result. Void it first."),
    "too_few_free": _("Too few people are free, or no copy of a game is."),
    "withdraw_has_records": _(
        "Round %(round)s has results at table %(tables)s. Withdrawing it voids them; undo brings "
        "both back."
    ),
    # records
    "already_confirmed": _("This result is confirmed. If it is wrong, object to it."),
    "already_disputed": _("Somebody has already objected: %(reason)s"),
    "already_reported": _("Another seat has reported this table. Compare, then agree or object."),
    "confirmed_meanwhile": _(
        "This was confirmed in the meantime. Compare, then save again with a reason."
    ),
    "device_missing": _("This browser keeps no cookies, so it cannot take a seat."),
    "dispute_needs_organizer": _("Somebody objected to this sheet: the organizer decides."),
    "event_cancelled": _("This event was cancelled."),
    "event_finished": _("This event is over. Late results go to the organizer."),
    "key_reused": _("This form was sent before with other contents. Reload it first."),
    "key_unusable": _("The key of a request has at most %(most)s characters."),
    "link_revoked": _("The organizer has withdrawn this table's link."),
    "link_unknown": _("No table has this code. Read it once more from the card."),
    "not_voided": _("Only a voided version can be brought back."),
    "nothing_to_draw": _("Nothing is drawn at this table."),
    "nothing_to_follow": _("Your next table is not known yet."),
    "organizer_confirms": _("In this event the organizer confirms the results."),
    "own_report": _("You reported this sheet, so somebody else has to confirm it."),
    "reason_missing": _("Enter a reason."),
    "record_names_others": _("Others sit at this table than the record names. Void it first."),
    "round_closed": _("Round %(round)s is closed. Late results go to the organizer."),
    "seat_already_chosen": _("This device sits at seat %(position)s. The organizer can free it."),
    "seat_has_reported": _("This table has a result already. The organizer can free the seat."),
    "seat_taken": _("Another device has taken seat %(position)s. The organizer can free it."),
    "seat_unknown": _("This table has no seat %(position)s."),
    "seating_not_published": _("This seating is a draft: nobody plays by it yet."),
    "seating_withdrawn": _("This seating was withdrawn. Look up your new table."),
    "sent_in_parallel": _("The same form was just sent. Reload the page to see what it did."),
    "sheet_doubtful": _("Something looks unusual. Check it, or say why it is right."),
    "sheet_rejected": _("This sheet cannot be right yet: %(count)s things need another look."),
    "sheet_unreadable": _("This sheet cannot be read."),
    "start_is_over": _("This table has reported already: only the organizer can draw again."),
    "too_many_guesses": _("Too many wrong codes. Try again in %(minutes)s minutes."),
    # standings
    "bad_count": _("“%(value)s” is no whole number from 1 to %(most)s."),
    "bad_tiebreak": _("“%(value)s” is no whole number from 0 to %(most)s."),
    "tiebreak_unread": _("“%(title)s” has no tie-break of its own; this column is not read."),
    "places_needed": _(
        "Match %(match)s tells only who has won. “%(title)s” needs a place for every player."
    ),
    "place_follows_otherwise": _(
        "The points and the tie-break make this place %(expected)s, not %(place)s. "
        "Correct them, or leave the place empty for all."
    ),
    "whole_points_needed": _("“%(value)s” is no whole number; “%(title)s” counts whole points."),
    "bad_date": _("“%(value)s” is no date. Write it as 2026-11-03 or 3.11.2026."),
    "bad_number": _("“%(value)s” is no number."),
    "column_missing": _("No column holds “%(column)s”. Choose it below."),
    "day_outside_season": _("%(day)s is not in the season (%(first)s to %(last)s)."),
    "bad_membership_kind": _("“%(value)s” is no kind of membership. Write member or guest."),
    "stays_member": _("Is a member here and stays one. Change it on the person’s page."),
    "bad_yes_or_no": _("“%(value)s” is neither yes nor no. Write yes or no."),
    "game_from_file": _("Stored as %(title)s, as the file says."),
    "met_by_nickname": _("This is the nickname of %(name)s."),
    "game_needs_sheets": _("“%(title)s” has a score sheet of its own. Choose a free-form game."),
    "match_known_otherwise": _(
        "Match %(match)s is stored already and stands differently there; the stored result stays."
    ),
    "match_says_two_things": _("The rows of match %(match)s contradict each other."),
    "match_size_differs": _("Match %(match)s has %(found)s rows, but should have %(expected)s."),
    "match_too_large": _("Match %(match)s has %(size)s players; at most %(most)s are allowed."),
    "match_too_small": _("Match %(match)s has only one player."),
    "no_result_column": _("No column holds points or places. Choose one below."),
    "not_entered": _("%(name)s takes no part here."),
    "number_ambiguous": _(
        "“%(value)s” may be thousands or decimals. Write it without a thousands separator."
    ),
    "places_impossible": _("The places of match %(match)s do not fit together."),
    "places_missing": _("Match %(match)s has a place for some players and not for all."),
    "player_twice_in_match": _("%(name)s already stands on line %(other)s of this match."),
    "points_missing": _("Match %(match)s has points for some players and not for all."),
    "result_missing": _(
        "Match %(match)s has neither points nor places. If everybody won or lost together, say so "
        "in a column “won”."
    ),
    "too_many_decimals": _("Use at most %(most)s decimals."),
    "unknown_player": _("Nobody in the club is called %(name)s."),
    "value_zero": _("Zero changes nothing."),
}
