"""Sentences about files that people hand in."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

FILE_PHRASES = {
    "workbook_old": _(
        "This is an old Excel file, or one with a password. Save it as .xlsx without a password."
    ),
    "workbook_unreadable": _("This is no readable Excel file. Save it anew as .xlsx, or as CSV."),
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
}
