"""What is said to programs: a sentence for each code of a request that cannot be answered."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

API_PHRASES = {
    "bad_cursor": _("This cursor belongs to another list. Begin without one."),
    "bad_token": _("This token is unknown, withdrawn or over."),
    "bad_value": _("This value cannot be read."),
    "body_too_large": _("The request holds more than can be read at once."),
    "csrf_failed": _("Sent from another site, or without this site's token: nothing was changed."),
    "if_match_missing": _("Say in If-Match which version this was made from (“0”: none yet)."),
    "if_match_unreadable": _("If-Match holds a version number, such as “3”."),
    "json_unreadable": _("The body is no JSON that can be read here."),
    "method_not_allowed": _("This address does not know this method."),
    "not_acceptable": _("None of the formats asked for can be answered here."),
    "one_change_at_a_time": _("Send exactly one change at a time."),
    "request_unreadable": _("This request cannot be read."),
    "database_away": _(
        "The database does not answer at the moment. Ask again in a few seconds, "
        "and look first whether what you sent was saved."
    ),
    "no_room_left": _(
        "The disk is full: nothing was saved, but everything that was there before is "
        "safe. Send it again once there is room."
    ),
    "server_error": _("Something went wrong here. It was noted, and nothing was saved."),
    "standings_moved_on": _("A new result has come in. Begin again with the first page."),
    "too_many_requests": _("Too many requests. Try again in a minute."),
    "too_small": _("This number is too small."),
    "unknown_entry": _("This entry does not belong to the event."),
    "unknown_field": _("There is no such field."),
    "unknown_table": _("This table does not belong to the seating."),
    "unsupported_media_type": _("Send JSON (Content-Type: application/json)."),
}
