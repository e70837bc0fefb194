"""What is said to people: a sentence for each error code, with named placeholders."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

PHRASES = {
    # general
    "bad_inputs": _("Things to fix: %(count)s. Nothing was saved."),
    "changed_meanwhile": _("Someone else saved first. Compare, then save again."),
    "not_allowed": _("You don't have permission to do this."),
    "not_found": _("There's nothing here, or you don't have access to it."),
    # people
    "account_has_player": _("This account is already linked to a player."),
    "ambiguous_person": _("%(name)s could be any of these: %(candidates)s. Add the number."),
    "apart_already": _("%(name)s and %(other)s are already kept apart."),
    "apart_from_oneself": _("Choose someone else."),
    "apart_not_kept": _("%(name)s and %(other)s are not kept apart."),
    "bad_birth_year": _("“%(value)s” is not a birth year. Enter four digits, such as 1984."),
    "bad_choice": _("“%(value)s” is not one of the choices."),
    "bad_column": _("The file has no column number %(value)s."),
    "bad_days": _("Choose between 1 and %(most)s days."),
    "bad_email": _("“%(value)s” is not an e-mail address."),
    "accent_unreadable": _("“%(value)s” is not a colour. Enter one such as #1d6f5c."),
    "accent_too_light": _(
        "Text in %(value)s would be too pale to read on a light page. %(better)s would work."
    ),
    "bad_time_zone": _("“%(value)s” is not a time zone. Enter one such as Europe/Zurich."),
    "claim_decided": _("This has been decided already."),
    "claim_own": _("This is already your page."),
    "claim_too_many": _("Wait for an answer to your earlier requests."),
    "column_twice": _("Two columns are read as “%(column)s”. Choose one of them."),
    "conflicts_with_line": _("Contradicts line %(other)s, which is the same person."),
    "count_fault": _("This can't be counted because of a bug. The service's log has the details."),
    "control_signs": _("This contains characters that cannot be shown (such as a NUL)."),
    "csv_unreadable": _("Line %(line)s can't be read: it has a stray or unclosed quotation mark."),
    "device_needs_event": _("A device belongs to one event: choose it."),
    "email_taken": _("Sign in with this e-mail address first, then open the link again."),
    "empty_file": _("The file has no rows."),
    "ends_before_start": _("The last day is before the first one."),
    "erase_has_roles": _("%(name)s has roles here. Remove them first."),
    "erase_other_club": _(
        "This person also belongs to another club. Only someone who runs all of their "
        "clubs can do this."
    ),
    "minor_stays_unnamed": _(
        "For someone under 18, only an organizer can show more of the name, with a "
        "parent's consent."
    ),
    "parents_word_missing": _("Confirm that a parent has agreed."),
    "password_wrong": _("That's not your password."),
    "erase_unsure": _("Tick that you are sure."),
    "file_and_text": _("Choose a file or paste names, not both at once."),
    "nothing_to_read": _("Choose a file, or paste names."),
    "file_too_large": _("The file is larger than %(most)s kB. Split it."),
    "invitation_not_pending": _("This link has already been used or withdrawn."),
    "invitation_over": _("This link is no longer valid. Ask for a new one."),
    "last_admin": _("They are the last one who can do this. Give the role to someone else first."),
    "last_site_admin": _("This is the last site admin. Name another one first."),
    "link_needs_account": _("Choose an e-mail address and a password, or sign in first."),
    "membership_ended": _("This membership has already ended."),
    "membership_exists": _("%(name)s already belongs to the club."),
    "member_no_taken": _("The number %(value)s already belongs to %(name)s."),
    "merge_disqualified": _(
        "At %(event)s on %(day)s one of the two was disqualified. Undo that first, then merge."
    ),
    "merge_erased": _("The personal data of %(name)s was erased: that is final."),
    "merge_not_of_club": _("This player is not known in the club."),
    "merge_other_club": _(
        "One of these two also belongs to another club. Only someone who runs both clubs "
        "can merge them."
    ),
    "merge_same_round": _(
        "Both took part in round %(round)s of %(event)s on %(day)s: they are two different people."
    ),
    "merge_same_table": _(
        "Both sat at table %(table)s in round %(round)s of %(event)s on %(day)s: they are two "
        "different people."
    ),
    "merge_undo_later_first": _("Undo the later merge with %(name)s first."),
    "merge_undone_already": _("This merge has already been undone."),
    "merge_with_oneself": _("Choose two different records."),
    "name_missing": _("Enter a name."),
    "no_name_column": _("No column holds names. Choose the column below."),
    "not_a_player_of_club": _("This player is not known in the club."),
    "nul_character": _("Line %(line)s contains a NUL character. Is this really a text file?"),
    "password_entirely_numeric": _("A password of only digits is too easy to guess."),
    "cells_unread": _(
        "Only the first column is read. Say under “Which column holds what” what the others are."
    ),
    "name_turned": _("Read as family name, given name: %(name)s."),
    "password_refused": _("Choose another password."),
    "password_too_common": _("This password is too common. Choose another one."),
    "password_too_short": _("Use at least %(least)s characters."),
    "password_too_similar": _("The password is too similar to the e-mail address."),
    "player_has_history": _(
        "%(name)s has played here, and their results have to stay. Erase the personal data instead."
    ),
    "split_not_there": _("%(name)s didn't sit at all of these tables."),
    "split_nothing": _("Choose at least one result."),
    "split_same_round": _("%(name)s has their own seat in round %(round)s."),
    "split_same_table": _("%(name)s sat at the same table in round %(round)s."),
    "player_has_account": _("This player already has an account."),
    "repeats_line": _("Repeats line %(other)s; it counts once."),
    "role_needs_scope": _(
        "Admins are for a club, scorekeepers for one event: choose that under “Where”."
    ),
    "row_too_long": _("This row has %(count)s cells, but the first line only %(most)s."),
    "similar_player": _("There is already %(name)s. If this is someone else, add anyway."),
    "spelled_differently": _("Known here as %(name)s; the stored name stays."),
    "time_for_one_account": _("Sign in as a person to do this."),
    "too_long": _("Use at most %(most)s characters."),
    "cell_too_long": _(
        "Line %(line)s has a cell of more than %(most)s characters. Is a quotation mark missing?"
    ),
    "too_many_columns": _(
        "Line %(line)s has more than %(most)s columns. Leave out those that are not needed."
    ),
    "too_many_lines": _("The file has more than %(most)s lines. Split it."),
    "too_many_rows": _("The file has more than %(most)s rows. Split it."),
    "undecodable": _(
        "Line %(line)s contains the byte %(byte)s, which doesn't exist in %(encoding)s. "
        "Choose the file's encoding."
    ),
    "unknown_club": _("There's no club “%(value)s” where you can add people."),
    "unknown_encoding": _("“%(value)s” is not a known encoding."),
    # occasions
    "best_n_needs_n": _("Enter how many results count."),
    "cut_undecided": _(
        "%(names)s are tied, with room for %(places)s of them. Choose how to decide, or "
        "let all of them advance."
    ),
    "cut_not_asked": _("No one is tied at the cut: there's nothing to decide."),
    "cut_too_few": _("Fewer than two would advance. Choose a larger number."),
    "byes_without_final": _("This is only for a cut to a semi-final. Leave it empty."),
    "cut_order": _("Name each of the tied players once, best first."),
    "last_stage": _("This is the only stage of the event."),
    "cooperative_lost_above_won": _(
        "Losing a co-operative game must not be worth more than winning it."
    ),
    "stage_in_use": _("This stage already has a draw, a penalty or a bonus."),
    "order_without_play_off": _(
        "An order only goes with “play_off”. Choose that, or leave the order out."
    ),
    "preset_name_taken": _("There is already a preset “%(name)s”. Choose another name."),
    "no_cut": _("No one has advanced from here yet. Apply the cut first."),
    "weights_zero_so_far": _(
        "Everything played in this season so far has the weight 0, so everyone has zero "
        "points until a weighted evening has results."
    ),
    "sizes_not_covered": _(
        "The scheme has no points for tables of %(sizes)s, which this stage may use. "
        "Choose another scheme, or limit the table sizes."
    ),
    "guests_without_rows": _(
        "Without its guests a table may be scored as one of %(sizes)s, which the scheme "
        "has no points for. Let guests keep their places, or add points for that size."
    ),
    "results_rerank": _(
        "There are results already. Changing points or tie-breaks re-ranks everyone; the "
        "change is noted in the journal."
    ),
    "final_has_rounds": _("The first round already has a seating. Withdraw it first."),
    "final_needs_source": _("Choose the stage or season that the players come from."),
    "not_going_on": _("%(name)s hasn't advanced to this stage."),
    "one_source": _("Players come from a stage or from a season, not from both."),
    "source_not_before": _("Choose an earlier stage of this event."),
    "stage_before_plays": _(
        "Rounds of the stage before are still in play: %(rounds)s. Close them first."
    ),
    "minutes_out_of_range": _("Enter %(low)s to %(high)s minutes, or leave it empty."),
    "copies_out_of_range": _(
        "Enter %(low)s to %(high)s copies, or leave it empty if there are plenty."
    ),
    "demo_exists": _("The demo club is already there."),
    "demo_has_real_accounts": _(
        "These accounts have a role in the demo club: %(accounts)s. "
        "End those roles first, on the club's page “Roles”."
    ),
    "demo_last_admin": _(
        "You are the only admin of this installation. Create a link for another one "
        "first: python3 manage.py setup_link --another"
    ),
    "demo_missing": _("There's no demo club here."),
    "club_has_results": _(
        "This club has results, and what has been played cannot be removed. Set it to "
        "“Members only” instead: then no one else can find it."
    ),
    "event_ends_before_start": _("The end is before the start."),
    "event_has_results": _(
        "This event has results, and what has been played cannot be removed. Cancel it "
        "instead: it then no longer counts, and lists fold it away."
    ),
    "event_outside_season": _(
        "%(day)s is outside the season %(season)s (%(first)s to %(last)s): choose another "
        "season or none."
    ),
    "event_step": _("An event can't go from “%(old)s” to “%(new)s”."),
    "event_too_long": _("An event lasts at most %(days)s days."),
    "game_title_taken": _("There is already a game “%(title)s” on the shelf."),
    "mode_fixed_by_rounds": _("There are already rounds, so the kind of play can't change."),
    "no_periods": _("This season is not divided into periods."),
    "no_such_period": _("There is no period %(period)s: the periods go from 1 to %(last)s."),
    "number_out_of_range": _("Enter a number between %(low)s and %(high)s."),
    "open_tables": _(
        "Still without a result (round/table): %(tables)s. Enter them, or finish anyway."
    ),
    "period_day": _("“%(value)s” is not a date. Enter one such as 2026-11-28."),
    "period_days_many": _("Enter at most %(most)s days."),
    "period_days_missing": _("Enter the days on which a new part begins."),
    "period_time": _("“%(value)s” is not a time. Enter one such as 20:30."),
    "rating_not_a_number": _("Enter a number."),
    "rating_not_yes_or_no": _("Enter yes or no."),
    "rating_out_of_range": _("Enter a number between %(low)s and %(high)s."),
    "rating_unknown_engine": _("There is no rating method called “%(engine)s”."),
    "rating_unknown_setting": _("This rating method has no such setting."),
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
    "season_step": _("A season can't go from “%(old)s” to “%(new)s”."),
    "season_too_long": _("A season lasts ten years at most."),
    "sizes_reversed": _("The largest table is smaller than the smallest one."),
    "value_missing": _("Fill this in."),
    "weeks_out_of_range": _("Add %(low)s to %(high)s evenings at a time."),
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
    "disk_failing": _("Writing to %(path)s failed. Is the disk full, or failing?"),
    "disk_full": _("The disk is full: nothing can be written to %(path)s. Make room there first."),
    # seating
    "already_disqualified": _("This player has already been disqualified."),
    "already_drawn": _("Round %(round)s has already been drawn."),
    "already_entered": _("%(name)s is already entered."),
    "already_playing": _("%(name)s still plays at table %(table)s."),
    "already_published": _("Round %(round)s is already published."),
    "copies_short": _("%(game)s: %(tables)s tables; copies to play with: only %(copies)s."),
    "guest_becomes_member_on": _("Was a guest: a member from %(day)s on."),
    "evenings_turn": _("Evenings since %(day)s that count as a member's from now on: %(count)s."),
    "since_stays": _("Here since %(day)s, and that stays. Change it on the person's page."),
    "guest_becomes_member": _(
        "Was a guest: a member from today on. You can set an earlier day on the person's page."
    ),
    "event_full": _("All %(capacity)s places are taken."),
    "event_over": _("%(event)s is over. Reopen it to change this."),
    "has_result": _("%(name)s has a result in round %(round)s. Void it first."),
    "leaves_too_late": _("The latest they can leave is before round %(next)s."),
    "late_entry_closed": _("Late players can only join up to round %(round)s."),
    "later_round_exists": _(
        "Round %(round)s came after it. Only the latest round can be withdrawn."
    ),
    "mode_is_open_play": _("In open play tables form one by one: there are no rounds to draw."),
    "due_in_the_past": _("This day is over. Choose today or a later one, or leave it empty."),
    "fixtures_begun": _(
        "Something has happened at these tables already: %(tables)s. Draw the others again instead."
    ),
    "fixtures_matches": _("Enter how many matches everyone plays, from 1 to %(most)s."),
    "fixtures_over": _("The fixtures are closed. Reopen them first."),
    "match_arranged": _("This match has a date already. Lift it before you propose others."),
    "match_not_arranged": _("This match has no date yet."),
    "moment_after_due": _("This is after the last day for this match, %(day)s."),
    "moment_in_the_past": _("This time is over. Choose a later one."),
    "moments_missing": _("Propose at least one time."),
    "moments_too_many": _("No more than %(most)s times can be proposed at once."),
    "no_game_offered": _("No game of this stage can be played at tables of these sizes."),
    "not_a_fixture": _("This table belongs to no fixtures."),
    "only_seats_answer": _("Only those who sit at this table say which times suit them."),
    "mode_is_fixtures": _("This stage is played by fixtures: its tables are all drawn at once."),
    "mode_is_rounds": _("This stage is played in rounds: draw the next one instead."),
    "as_of_round": _(
        "“%(text)s” is not a point in time. Enter the number of a round, such as 2, or a "
        "time like 2026-11-28T21:15."
    ),
    "as_of_day": _(
        "“%(text)s” is not a point in time. Enter a day like 2026-11-28 or a time like "
        "2026-11-28T21:15."
    ),
    "as_of_no_round": _("There is no round %(round)s: no round has been published here yet."),
    "as_of_no_such_round": _("There is no round %(round)s here. There are: %(known)s."),
    "no_such_stage": _("There is no stage %(stage)s here. There are: %(known)s."),
    "as_of_season_days": _("%(day)s is outside this season: it runs from %(first)s to %(last)s."),
    "day_out_of_bounds": _("Choose a day between the years %(low)s and %(high)s."),
    "as_of_other_day": _("%(day)s comes after this season, which ends on %(last)s."),
    "as_of_to_come": _("“%(text)s” is in the future. Leave it out to see the current standings."),
    "as_of_unpublished": _(
        "These standings are published by hand, so only organizers see earlier ones."
    ),
    "nobody_of_that_name": _("%(name)s isn't on the list. Try your full name, or go to the desk."),
    "too_late_to_undo": _("That was a while ago. The desk can change it."),
    "name_of_several": _("%(count)s people are called %(name)s. Choose one of them in the list."),
    "not_a_draft": _("This seating is no longer a draft. Reload the page."),
    "not_dropped": _("This player hasn't left the event."),
    "not_in_round": _("%(name)s has no place in this round."),
    "clock_changed_meanwhile": _("Someone else has just set the clock. Look at it, then decide."),
    "clock_length_missing": _("Enter how many minutes the clock should run."),
    "clock_not_started": _("The clock hasn't been started."),
    "not_playing_now": _("This round isn't in play."),
    "nothing_to_remind_of": _("No one is waiting for table %(table)s any more: see its result."),
    "not_free_now": _("%(name)s is no longer free: on a break or gone home."),
    "already_seated": _("%(player)s already has a seat in this round, at table %(table)s."),
    "not_registered": _("This player is not taking part."),
    "box_filled": _("One box must stay empty, so nothing was saved. Empty it and send again."),
    "sent_too_soon": _(
        "This was sent faster than people type, so nothing was saved. Send it once more."
    ),
    "sign_ups_too_many": _(
        "Too many people have signed up from your network. Try again in %(minutes)s minutes."
    ),
    "place_not_to_join": _("This place can't be linked to your account. Ask an organizer."),
    "email_missing": _("Enter your e-mail address."),
    "door_code_wrong": _(
        "That's not the code at the door. You find it on the poster in the club's rooms."
    ),
    "door_code_guesses": _("Too many wrong codes. Try again in %(minutes)s minutes."),
    "not_waiting": _("This player is not on the waiting list."),
    "nothing_withdrawn": _("There's no withdrawn seating to bring back."),
    "registration_closed": _("Sign-up for %(event)s is not open."),
    "results_missing": _(
        "No confirmed result yet: table %(tables)s. "
        "Enter it, or close without it: then it doesn't count."
    ),
    "open_play_ended": _("Open play has ended. Resume it to form more tables."),
    "round_closed_already": _("Round %(round)s is already closed."),
    "round_exists": _("Someone else has drawn round %(round)s in the meantime."),
    "ruleset_wrong_size": _(
        "%(game)s is for %(low)s to %(high)s players; table %(table)s has %(size)s."
    ),
    "preference_bad_preference": _("We can't read “%(part)s”. See the example next to it."),
    "preference_preference_range": _("This must be between %(low)s and %(high)s."),
    "preference_room_twice": _("Table %(table)s is in two rooms."),
    "seating_not_seated": _("%(count)s not seated: %(players)s. Draw again or give a bye."),
    "swap_with_oneself": _("Choose two different people to swap."),
    "table_has_people": _("Someone is sitting at table %(table)s."),
    "table_has_record": _("Table %(table)s has a result. Void it first."),
    "too_few_free": _("Not enough people or copies of a game are free."),
    "withdraw_has_records": _(
        "Round %(round)s has results at table %(tables)s. Withdrawing it voids them; undo brings "
        "both back."
    ),
    # records
    "already_confirmed": _("This result is confirmed. If it is wrong, object to it."),
    "already_disputed": _("Someone has already objected: %(reason)s"),
    "already_reported": _("Another seat has reported this table. Compare, then agree or object."),
    "confirmed_meanwhile": _(
        "This was confirmed in the meantime. Compare, then save again with a reason."
    ),
    "device_missing": _("This browser doesn't keep cookies, so it can't take a seat."),
    "dispute_needs_organizer": _("Someone objected to this sheet: the organizer decides."),
    "event_cancelled": _("This event was cancelled."),
    "event_finished": _("This event is over. Late results go to the organizer."),
    "key_reused": _("This form was already sent with other contents. Reload it first."),
    "key_unusable": _("The key of a request has at most %(most)s characters."),
    "link_revoked": _("The organizer has withdrawn this table's link."),
    "link_unknown": _("No table has this code. Check it on the card."),
    "not_voided": _("Only a voided version can be brought back."),
    "nothing_to_draw": _("Nothing is drawn at this table."),
    "nothing_to_follow": _("Your next table isn't known yet."),
    "organizer_confirms": _("In this event the organizer confirms the results."),
    "own_report": _("You entered this, so someone else has to confirm it."),
    "reason_missing": _("Enter a reason."),
    "record_names_others": _(
        "The people at this table are not those in the result. Void the result first."
    ),
    "round_closed": _("Round %(round)s is closed. Late results go to the organizer."),
    "seat_already_chosen": _("This device has seat %(position)s. The organizer can free it."),
    "seat_has_reported": _("This table has a result already. The organizer can free the seat."),
    "seat_taken": _("Another device took seat %(position)s. The organizer can free it."),
    "seat_unknown": _("This table has no seat %(position)s."),
    "seating_not_published": _("This seating is a draft and not in play yet."),
    "seating_withdrawn": _("This seating was withdrawn. Look up your new table."),
    "sent_in_parallel": _("The same form was just sent. Reload the page to see what it did."),
    "sheet_doubtful": _("Something looks unusual. Check it, or say why it's correct."),
    "sheet_rejected": _("This sheet can't be correct yet. Things to fix: %(count)s."),
    "sheet_unreadable": _("This sheet cannot be read."),
    "start_is_over": _("This table has already reported, so only the organizer can draw again."),
    "too_many_guesses": _("Too many wrong codes. Try again in %(minutes)s min."),
    "pictures_away": _("Pictures can't be stored or read at the moment. Try again in a minute."),
    "too_many_pictures": _("Too many pictures at once. Ask again in a minute."),
    # standings
    "bad_count": _("“%(value)s” is not a whole number from 1 to %(most)s."),
    "bad_tiebreak": _("“%(value)s” is not a whole number from 0 to %(most)s."),
    "tiebreak_unread": _("“%(title)s” has no tie-break of its own; this column is not read."),
    "places_needed": _(
        "Match %(match)s only says who won. “%(title)s” needs a place for every player."
    ),
    "place_follows_otherwise": _(
        "By points and tie-break this is place %(expected)s, not %(place)s. Correct them, "
        "or leave the place empty for everyone."
    ),
    "whole_points_needed": _("“%(value)s” is not a whole number; “%(title)s” counts whole points."),
    "bad_date": _("“%(value)s” is not a date. Enter it as 2026-11-03 or 3.11.2026."),
    "bad_number": _("“%(value)s” is not a number."),
    "column_missing": _("No column holds “%(column)s”. Choose it below."),
    "day_outside_season": _("%(day)s is outside the season (%(first)s to %(last)s)."),
    "bad_membership_kind": _("“%(value)s” is not a kind of membership. Enter member or guest."),
    "stays_member": _("Is already a member and stays one. Change it on the person's page."),
    "bad_yes_or_no": _("“%(value)s” is neither yes nor no. Enter yes or no."),
    "game_from_file": _("Stored as %(title)s, as the file says."),
    "met_by_nickname": _("This is the nickname of %(name)s."),
    "game_needs_sheets": _("“%(title)s” has its own score sheet. Choose a game without one."),
    "match_known_otherwise": _(
        "Match %(match)s is already stored with a different result; the stored one stays."
    ),
    "match_says_two_things": _("The rows of match %(match)s contradict each other."),
    "match_size_differs": _("Match %(match)s should have %(expected)s rows; found: %(found)s."),
    "match_too_large": _("Match %(match)s has %(size)s players; at most %(most)s are allowed."),
    "match_too_small": _("Match %(match)s has only one player."),
    "no_result_column": _("No column holds points or places. Choose one below."),
    "not_entered": _("%(name)s isn't taking part here."),
    "number_ambiguous": _(
        "“%(value)s” could be thousands or decimals. Enter it without a thousands separator."
    ),
    "places_impossible": _("The places of match %(match)s don't fit together."),
    "places_missing": _("Match %(match)s has a place for some players but not for all."),
    "player_twice_in_match": _("%(name)s is already on line %(other)s of this match."),
    "points_missing": _("Match %(match)s has points for some players but not for all."),
    "result_missing": _(
        "Match %(match)s has neither points nor places. If everyone won or lost together, "
        "add a column “won”."
    ),
    "too_many_decimals": _("Use at most %(most)s decimals."),
    "unknown_player": _("No one in the club is called %(name)s."),
    "value_zero": _("Zero changes nothing."),
}
