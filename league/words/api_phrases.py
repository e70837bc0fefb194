"""What is said to programs: a sentence for each code of a request that cannot be answered."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

API_PHRASES = {
    "bad_cursor": _("This cursor belongs to another list. Start without one."),
    "bad_token": _("This token is unknown, revoked or expired."),
    "bad_value": _("This value cannot be read."),
    "body_too_large": _("The request is too large."),
    "csrf_failed": _("Sent from another site, or without this site's token: nothing was changed."),
    "if_match_missing": _("Name the version this was made from in If-Match (“0”: none yet)."),
    "if_match_unreadable": _("If-Match needs a version number, such as “3”."),
    "json_unreadable": _("The body is not valid JSON."),
    "method_not_allowed": _("This address doesn't support this method."),
    "not_acceptable": _("None of the requested formats is available here."),
    "one_change_at_a_time": _("Send exactly one change at a time."),
    "request_unreadable": _("This request cannot be read."),
    "database_away": _(
        "The database isn't answering right now. Try again in a few seconds, but first "
        "check whether what you sent was saved."
    ),
    "no_room_left": _(
        "The disk is full: nothing was saved, but everything that was there before is "
        "safe. Send it again once there is room."
    ),
    "server_error": _("Something went wrong here. It was logged, and nothing was saved."),
    "standings_moved_on": _("A new result has come in. Start again from the first page."),
    "too_many_requests": _("Too many requests. Try again in a minute."),
    "too_small": _("This number is too small."),
    "unknown_entry": _("This entry does not belong to the event."),
    "unknown_field": _("There is no such field."),
    "unknown_table": _("This table does not belong to the seating."),
    "unsupported_media_type": _("Send JSON (Content-Type: application/json)."),
}
