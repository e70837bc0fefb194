"""Sentences about files that people hand in."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

PICTURE_PHRASES = {
    "picture_missing": _("Choose a picture."),
    "picture_too_heavy": _("The file has more than %(most)s MB. Save it smaller."),
    "picture_vector": _("SVG files are not taken in. Save the picture as PNG."),
    "picture_unreadable": _("This is no picture in JPEG, PNG or WebP. Save it as one of these."),
    "picture_animated": _("The picture moves. Save a single frame as PNG or JPEG."),
    "picture_too_large": _(
        "The picture has more than %(most)s megapixels. Save it with fewer pixels."
    ),
    "picture_too_small": _(
        "Both sides of the picture need at least %(least)s pixels. Choose a larger one."
    ),
    "picture_print_colours": _(
        "The colours of this picture are for print (CMYK). Save it with RGB colours."
    ),
    "picture_depth": _("The picture has 16 bits per colour. Save it with 8 bits."),
    "picture_damaged": _("The picture is damaged or incomplete. Save or copy it again."),
}
FILE_PHRASES = {
    **PICTURE_PHRASES,
    "workbook_old": _(
        "This is an old Excel file, or one with a password. Save it as .xlsx without a password."
    ),
    "workbook_unreadable": _("This Excel file can't be read. Save it again as .xlsx, or as CSV."),
    "workbook_too_large": _(
        "Unpacked, the workbook has more than %(most)s MB. Save the sheet alone, or as CSV."
    ),
    "too_many_sheets": _("The workbook has more than %(most)s sheets. Save one of them alone."),
    "several_sheets": _(
        "Several sheets have something in them: %(sheets)s. Delete or hide all but one."
    ),
    "too_many_cells": _("Sheet “%(sheet)s” has more than %(most)s filled cells. Split it."),
    "sheet_too_wide": _(
        "Sheet “%(sheet)s” has something in cell %(cell)s, after column %(most)s. Empty it."
    ),
    "sheet_too_long": _(
        "Sheet “%(sheet)s” has something in cell %(cell)s, below row %(most)s. Empty it."
    ),
    "cell_error": _(
        "Cell %(cell)s of sheet “%(sheet)s” holds an error instead of a value. Correct it."
    ),
    "cell_uncomputed": _(
        "Cell %(cell)s of sheet “%(sheet)s” holds a formula without a value. Open the file in "
        "your spreadsheet program and save it again."
    ),
    "sheet_cell_too_long": _(
        "Cell %(cell)s of sheet “%(sheet)s” has more than %(most)s characters."
    ),
    "json_list_unreadable": _("This is not a list in JSON as “Download” makes it."),
    "json_row_unreadable": _("Row %(line)s holds something else than texts and numbers by column."),
    "unknown_column": _("Row %(line)s has a value for “%(column)s”, which is none of the columns."),
    "table_and_bye": _("This row has a table and a bye. Only one of them can be true."),
    "row_without_table": _("This row has no table, no bye and no penalty."),
    "match_not_final": _(
        "This result is “%(state)s”, not confirmed. Leave the table out until it is."
    ),
    "event_played_here": _(
        "Event %(event)s is already in this season, and this table is not one of its results. "
        "Enter it there, or give the event another name in the file."
    ),
    "event_says_two_things": _("Event %(event)s is called “%(other)s” further up."),
    "player_twice_in_round": _("%(name)s is already on line %(other)s of round %(round)s."),
    "seat_twice": _("Seat %(seat)s of this table is already taken on line %(other)s."),
    "seat_gap": _("Table %(match)s has no row for seat %(seat)s."),
    "round_gap": _("Round %(round)s of stage %(stage)s is missing. Number rounds from 1."),
    "unknown_word": _("“%(value)s” is not one of: %(allowed)s."),
    "not_in_round": _("%(name)s has neither a table nor a bye in round %(round)s."),
    "league_points_otherwise": _(
        "The file gives %(found)s league points here; by this season's scoring it is %(expected)s."
    ),
    "season_file_changed": _(
        "The signature doesn't match: the file was changed after it was signed. Get it again from "
        "the people it came from."
    ),
    "season_file_club_there": _(
        "There is already a club at “%(club)s”. To import the file into it, open its page “New "
        "season”."
    ),
    "season_file_differs": _(
        "The standings worked out from this file differ from those written in it, so nothing was "
        "imported. Ask the people it came from."
    ),
    "season_file_event_there": _(
        "There is already an event at “%(slug)s”, so nothing was imported. Each address exists "
        "once."
    ),
    "season_file_key_unknown": _(
        "The file is signed with a key that is not known here: %(fingerprint)s. Compare it with "
        "the key of the installation it comes from, then say that you trust it."
    ),
    "season_file_unfit": _(
        "The signature matches, but the file contains something that can't be part of a season. "
        "Nothing was imported."
    ),
    "season_file_choice": _(
        "“%(choice)s” can't be chosen for person %(number)s of the file. Choose a person of the "
        "club, or “new”."
    ),
    "season_file_list": _(
        "The file isn't built like a season: %(where)s is missing or of another kind. Nothing was "
        "imported. Get a new file from the people it came from."
    ),
    "season_file_played_here": _(
        "%(event)s of %(day)s is already in this club, so its results would count twice. Nothing "
        "was imported. Enter what is new in the season that is there."
    ),
    "season_file_reference": _(
        "The file isn't whole: at %(where)s, %(name)s is “%(value)s”, and nothing in “%(of)s” has "
        "this number. Nothing was imported. Get a new file from the people it came from."
    ),
    "season_file_rules": _(
        "%(game)s with the rules “%(ruleset)s” isn't among this club's games. Ask someone who "
        "manages the club to import the file, or to add them first."
    ),
    "season_file_value": _(
        "The file isn't a season: “%(value)s” can't be the value of “%(name)s”. Nothing was "
        "imported."
    ),
    "season_person_open": _(
        "Several people could be %(name)s (person %(number)s of the file). Choose one of them, or "
        "a new person."
    ),
    "season_person_twice": _(
        "%(name)s (person %(number)s of the file) and %(other)s would both be %(player)s. Choose "
        "anew for one of them."
    ),
    "season_file_removed": _(
        "This file was imported before. Its season, %(season)s of %(club)s, has been removed "
        "since. Bring it back in the club's journal, or the whole club under “Removed clubs”."
    ),
    "season_file_newer": _(
        "The file has version %(version)s of the format; this installation reads up to "
        "%(known)s. Update Stammtisch, then import it again."
    ),
    "season_file_too_large": _("Season files may have up to %(megabytes)s MB."),
    "season_file_unreadable": _(
        "This is not a season file. Download one from the season's page, under “Season file”."
    ),
    # several season files together
    "region_choice": _(
        "“%(choice)s” can't be chosen for %(name)s. Choose someone from one of the earlier files, "
        "or “new”."
    ),
    "region_document": _(
        "This regional table is from another version. Choose the season files themselves."
    ),
    "region_files": _(
        "A regional table needs %(least)s to %(most)s season files of different seasons; there "
        "are %(count)s."
    ),
    "region_game": _(
        "%(club)s counts the points of another game than %(first)s, so they can't be added up. "
        "Leave this file out, or count places of evenings."
    ),
    "region_person_open": _(
        "Several people could be %(name)s of %(club)s. Choose one of them, or a new person."
    ),
    "region_person_twice": _(
        "%(name)s and %(other)s of one file would both be %(person)s. Choose anew for one of them."
    ),
    "region_scheme": _(
        "%(club)s gives points by another scheme than %(first)s, so they can't be added up. Leave "
        "this file out, or count places of evenings."
    ),
    "region_too_large": _(
        "Together the files are too large for this page (more than %(megabytes)s MB). Leave one "
        "out."
    ),
    # files of BG Stats
    "bg_stats_choice": _(
        "“%(name)s” can't be matched to that choice. Look at the file again and choose anew."
    ),
    "bg_stats_date": _(
        "%(where)s: %(name)s is “%(value)s”, not a date and time such as 2026-11-03 19:30:00."
    ),
    "bg_stats_flag": _("%(where)s: %(name)s is “%(value)s”, neither true nor false."),
    "bg_stats_list_missing": _(
        "This is not a file of BG Stats: the list “%(name)s” is missing. In the app, export all "
        "data as a file."
    ),
    "bg_stats_missing": _("%(where)s: %(name)s is missing."),
    "bg_stats_record": _("%(where)s is not a record of BG Stats."),
    "bg_stats_reference": _(
        "%(where)s: %(name)s is “%(value)s”, and nothing in %(rows)s has this id."
    ),
    "bg_stats_score": _("%(where)s: %(name)s is “%(value)s”, not a number or a sum."),
    "bg_stats_seat_twice": _("%(where)s: %(name)s would sit at this table twice."),
    "bg_stats_text": _("%(where)s: %(name)s is “%(value)s”, not a text of at most %(most)s signs."),
    "bg_stats_too_deep": _("This isn't how a BG Stats file is built."),
    "bg_stats_too_large": _("This file holds more than %(most)s MB."),
    "bg_stats_too_many": _("This file has more than %(most)s records in “%(name)s”."),
    "bg_stats_twice": _("%(where)s has the same %(name)s as %(other)s."),
    "bg_stats_unreadable": _(
        "This is not a file of BG Stats. Choose the file that the app exported, as it is or zipped."
    ),
    "bg_stats_uuid": _("%(where)s: %(name)s is “%(value)s”, not an id of the app."),
    "bg_stats_whole": _(
        "%(where)s: %(name)s is “%(value)s”, not a whole number from 0 to %(most)s."
    ),
    "bg_stats_zip_unreadable": _(
        "This zip file cannot be opened. Choose the file that the app exported, or the .json file "
        "in it."
    ),
    "bg_stats_zip_without": _(
        "A zip file of BG Stats holds one .json file; this one holds %(count)s."
    ),
}
