"""What is said at a match in the browser: a sentence for each code, with named placeholders."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

PLAY_PHRASES = {
    "play_by_hand_no_clock": _("With real dice or cards there is no clock: choose “No clock”."),
    "play_by_hand_not_offered": _(
        "This game can't be played with real dice or cards here: some draws are secret."
    ),
    "play_by_hand_together": _("With real dice or cards, everyone is there: choose “Together”."),
    "play_clock_decides": _(
        "This table has a clock: a bot steps in by itself once a player's time has run out."
    ),
    "play_back_not_asked": _("No one is waiting for your answer about a move any more."),
    "play_back_not_now": _(
        "This move can't be undone: something has happened since that others know of, or this "
        "table allows no undo."
    ),
    "play_back_refused": _("%(name)s wants this move to stay. Play on."),
    "play_club_missing": _("Choose the club whose members can join."),
    "play_coach_alone": _("The coach only helps where no one else plays but bots."),
    "play_coach_busy": _("The coach is busy right now. Ask again in a moment."),
    "play_coach_counts": _("There is no coach where the result counts."),
    "play_coach_none": _("There is no coach for this game."),
    "play_days": _("Choose %(low)s to %(high)s days."),
    "play_game_has_none": _("This game can't be played in the browser."),
    "play_handed_in": _("The result of this match has been handed in already."),
    "play_draws_from_seed": _(
        "In this match the service draws. Open a table with real dice or cards to enter draws."
    ),
    "play_here_by_hand": _(
        "Several players can share a device only with real dice or cards. Turn that on."
    ),
    "play_host_decides": _("The player who opened this table decides that, or an organizer."),
    "play_host_only": _("Only the player who opened this table can do that."),
    "play_is_full": _("All seats at this table are taken."),
    "play_is_open": _("This match hasn't begun yet."),
    "play_is_over": _("This match has finished."),
    "play_is_running": _("This match has already begun."),
    "play_is_stopped": _("This match was stopped."),
    "play_kept_out": _("This match's result couldn't be handed in for the table."),
    "play_key_unusable": _("Choose a key of %(least)s to %(most)s characters."),
    "play_leave_yourself": _("This seat is yours: leave it yourself."),
    "play_left": _("This match ended without a result."),
    "play_members_only": _("Only members of the club can sit down at this table."),
    "play_moved_on": _("Something has happened since you looked. See what, then choose again."),
    "play_name_missing": _("Enter a name for the others to see."),
    "play_needs_a_key": _("To play as a guest, your browser needs to accept cookies."),
    "play_no_such_seat": _("This table has no such seat."),
    "play_no_such_remark": _("This remark is no longer here. Reload the page."),
    "play_not_at_this_device": _("Seat %(number)s doesn't decide on this device."),
    "play_not_away": _(
        "A bot can only step in once a player has been silent for %(seconds)s seconds."
    ),
    "play_not_for_this_table": _(
        "Table %(table)s can't play this game in the browser with its number of players."
    ),
    "play_not_here": _(
        "This table plays in the room. The organizer can let it play in the browser."
    ),
    "play_not_late": _("There is still time for that decision."),
    "play_not_over": _("You can look at this once the match has finished."),
    "play_not_seated": _("You don't have a seat at this table."),
    "play_not_your_turn": _("It isn't your turn."),
    "play_not_yours_to_enter": _(
        "The player whose draw it is enters it, or the player who opened this table."
    ),
    "play_nothing_to_correct": _(
        "This draw can't be corrected any more: someone has decided since, or it was another "
        "player's to enter."
    ),
    "play_nothing_to_enter": _("No draw is due right now. See what happened, then go on."),
    "play_of_a_table": _("This match belongs to a table of an evening and is played once."),
    "play_one_seat_each": _("You already have another seat at this table. One player per device."),
    "play_other_edition": _(
        "This match follows edition %(found)s of the rules; this version has edition %(expected)s."
    ),
    "play_other_people": _("The people at this table have changed since the match."),
    "play_other_rules": _("This table's game or rules have changed since the match."),
    "play_pause_days": _("No more days off than that right now: %(most)s at most."),
    "play_resigned": _("You have left this match; a bot plays on for you."),
    "play_seat_of_person": _("Someone is in seat %(number)s. You can free it instead."),
    "play_seat_taken": _("Someone else was faster and took seat %(number)s."),
    "play_seconds": _("Choose %(low)s to %(high)s seconds."),
    "play_seats_fixed": _(
        "This match belongs to a table of an evening: its seats are fixed, and it starts once "
        "everyone is here."
    ),
    "play_seats_free": _("Seats still free: %(count)s. Wait for players, or add bots."),
    "play_seen_unknown": _("This table hasn't come that far. Reload the page."),
    "play_sheet_refused": _("The table's score sheet doesn't take this result."),
    "play_stopped_unforeseen": _(
        "The match was stopped early, and this table's rules don't provide for that."
    ),
    "play_table_gone": _(
        "This match's table no longer exists: its round was withdrawn or drawn again."
    ),
    "play_table_has_record": _("This table already has a result."),
    "play_talk_empty": _("Enter something first, or choose a phrase."),
    "play_talk_enough": _(
        "You've said %(most)s things at this table, which is the limit. You can talk again in "
        "your next match."
    ),
    "play_talk_muted": _(
        "An organizer has muted your seat. Play on, and ask the club's organizers if you think "
        "that's wrong."
    ),
    "play_talk_over": _(
        "This match ended more than %(days)s days ago, so no one can say anything here any more. "
        "Start a new match to talk."
    ),
    "play_talk_phrases_only": _("You can't write freely at this table. Choose one of the phrases."),
    "play_talk_too_fast": _("That was a lot at once. Wait %(seconds)s s, then say it again."),
    "play_time_is_out": _("Your time for that decision has run out."),
    "play_too_many_bots": _("Keep a seat for yourself: at most %(most)s bots fit here."),
    "play_too_many_opened": _(
        "Too many tables were opened from here. Try again in %(minutes)s min."
    ),
    "play_unrated_away": _("Bots played on for all but one player."),
    "play_unrated_bot": _("A bot takes part."),
    "play_unrated_by_hand": _("The dice or cards are entered by hand."),
    "play_unrated_club": _("The club doesn't rate casual matches."),
    "play_unrated_end": _("The match was stopped early."),
    "play_unrated_people": _("Not everyone is signed in as a member of the club."),
    "play_unrated_rules": _("It isn't played by one of the club's rulesets."),
    "play_unrated_then": _("The club didn't rate casual matches yet when this table was opened."),
    "play_wrong_size": _("This game is for %(low)s to %(high)s players."),
}
