"""Closed sets of the domain, with the words that pages show."""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Visibility(TextChoices):
    """Who finds a club: everybody, everybody with the link, members only."""

    PUBLIC = "public", _("Public")
    UNLISTED = "unlisted", _("Unlisted: anyone with the link")
    MEMBERS = "members", _("Members only")


class NameLevel(TextChoices):
    """How much of a player's name the public sees."""

    FULL = "full", _("Full name")
    INITIAL = "initial", _("Given name and initial")
    NICKNAME = "nickname", _("Nickname")
    HIDDEN = "hidden", _("Hidden (“Player”)")


class PictureKind(TextChoices):
    """What an uploaded picture shows."""

    PLAYER = "player", _("Picture")
    LOGO = "logo", _("Logo")
    COVER = "cover", _("Cover picture")
    BOX = "box", _("Picture of the box")


class MembershipKind(TextChoices):
    MEMBER = "member", _("Member")
    GUEST = "guest", _("Guest")


class Role(TextChoices):
    SITE_ADMIN = "site_admin", _("Site admin")
    CLUB_ADMIN = "club_admin", _("Club admin")
    ORGANIZER = "organizer", _("Organizer")
    SCOREKEEPER = "scorekeeper", _("Scorekeeper")


class InvitationKind(TextChoices):
    ROLE = "role", _("Role")
    PLAYER = "player", _("Player account")
    RESET = "reset", _("New password")


class ClaimState(TextChoices):
    """What became of somebody's wish to be taken for a player."""

    ASKED = "asked", _("Waiting for an answer")
    APPROVED = "approved", _("Approved")
    DECLINED = "declined", _("Declined")


class SeasonState(TextChoices):
    PLANNED = "planned", _("Planned")
    RUNNING = "running", _("Running")
    FINISHED = "finished", _("Finished")


class EventKind(TextChoices):
    EVENING = "evening", _("Evening")
    TOURNAMENT = "tournament", _("Tournament")


class EventState(TextChoices):
    PLANNED = "planned", _("Planned")
    OPEN = "open", pgettext_lazy("state", "Open for sign-up")
    RUNNING = "running", _("Running")
    FINISHED = "finished", _("Finished")
    CANCELLED = "cancelled", _("Cancelled")


class AsksEmail(TextChoices):
    """Whether whoever signs up by name is asked for an e-mail address."""

    NO = "no", pgettext_lazy("e-mail address", "Don't ask")
    OPTIONAL = "optional", pgettext_lazy("e-mail address", "Optional")
    NEEDED = "needed", pgettext_lazy("e-mail address", "Needed, and to be confirmed")


class Confirmation(TextChoices):
    """Whose second look turns a reported sheet into a result."""

    OTHER_SEAT = "other_seat", _("Anyone else at the table")
    ALL_SEATS = "all_seats", _("All seats at the table")
    ORGANIZER = "organizer", _("Organizer only")
    NONE = "none", _("No second look")


class StageKind(TextChoices):
    MAIN = "main", _("Main stage")
    SEMI_FINAL = "semi_final", _("Semi-final")
    FINAL = "final", _("Final")


class StageMode(TextChoices):
    ROUNDS = "rounds", _("Rounds: tables start together")
    OPEN_PLAY = "open_play", _("Open play: tables form when people are free")
    FIXTURES = "fixtures", _("Fixtures: each table agrees on its own day")


class RoundState(TextChoices):
    DRAFT = "draft", _("Draft")
    PUBLISHED = "published", _("Published")
    CLOSED = "closed", _("Closed")


class EntryState(TextChoices):
    REGISTERED = "registered", _("Signed up")
    WAITING = "waiting", _("Waiting list")
    DROPPED = "dropped", _("Left the event")
    DISQUALIFIED = "disqualified", _("Disqualified")


class RoundEntryState(TextChoices):
    SEATED = "seated", _("Seated")
    BYE = "bye", _("Bye")
    REQUESTED_BYE = "requested_bye", _("Requested bye")
    SITS_OUT = "sits_out", _("Sits out")
    ABSENT = "absent", _("Absent")
    NO_SHOW = "no_show", _("No-show")


class PlanState(TextChoices):
    """Where the planning of all rounds stands."""

    WAITING = "waiting", _("Waiting")
    WORKING = "working", _("Searching")
    DONE = "done", _("Ready")
    FAILED = "failed", _("Not possible")


class SeatingState(TextChoices):
    DRAFT = "draft", _("Draft")
    PUBLISHED = "published", _("Published")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class RecordState(TextChoices):
    REPORTED = "reported", _("Reported")
    DISPUTED = "disputed", _("Disputed")
    CONFIRMED = "confirmed", _("Confirmed")
    SUPERSEDED = "superseded", _("Superseded")
    VOIDED = "voided", _("Voided")


# Of the version of a result that stands; the others were replaced or taken back.
STANDING_STATES = (RecordState.REPORTED, RecordState.DISPUTED, RecordState.CONFIRMED)


class Audience(TextChoices):
    """Which of a scope's two snapshots: the organizers' or what was last published."""

    LIVE = "live", _("Live")
    PUBLIC = "public", _("Public")


class CountingRule(TextChoices):
    SUM = "sum", _("Everything counts")
    BEST_N = "best_n", _("The best n count")
    DROP_WORST_K = "drop_worst_k", _("All but the worst count")
    AVERAGE = "average", _("Average per match")
    SHRUNK_AVERAGE = "shrunk_average", _("Average, as if they had played more")
    EVENING_PLACES = "evening_places", _("Points for the places of evenings")


class CountingUnit(TextChoices):
    MATCHES = "matches", _("Matches")
    EVENINGS = "evenings", _("Evenings")


class PeriodKind(TextChoices):
    """What a season is divided into besides its evenings."""

    NONE = "none", _("None")
    WEEK = "week", _("Weeks")
    MONTH = "month", _("Months")
    DAYS = "days", _("From chosen days")


class TokenKind(TextChoices):
    TOKEN = "token", _("Token")
    DEVICE = "device", _("Device")


class ActorKind(TextChoices):
    """What kind of actor stands behind a write; stored in journal and records."""

    ANONYMOUS = "anonymous", _("Visitor")
    PERSON = "person", _("Account")
    TOKEN = "token", _("Token")
    SEAT = "seat", _("Seat at the table")
    GUEST = "guest", pgettext_lazy("actor", "Guest")
    SYSTEM = "system", _("Service")


class PlayAccess(TextChoices):
    """Who finds a table in the browser."""

    LOBBY = "lobby", _("Everyone, in the lobby")
    LINK = "link", _("Anyone with the link")
    CLUB = "club", _("Members of the club")


class PlayPace(TextChoices):
    """How a match in the browser is played in time."""

    TOGETHER = "together", _("Together: everyone is there")
    TURNS = "turns", _("By turns: days for each decision")


class PlayState(TextChoices):
    """Where a match in the browser stands."""

    OPEN = "open", _("Waiting for players")
    RUNNING = "running", _("Running")
    OVER = "over", _("Finished")
    STOPPED = "stopped", _("Stopped")


class TalkPhrase(TextChoices):
    """What can be said at a table in the browser by one press; each reads it in their language."""

    HELLO = "hello", pgettext_lazy("table talk", "Hello!")
    GOOD_LUCK = "good_luck", pgettext_lazy("table talk", "Good luck!")
    NICE_MOVE = "nice_move", pgettext_lazy("table talk", "Nice move!")
    OUCH = "ouch", pgettext_lazy("table talk", "Ouch!")
    SORRY = "sorry", pgettext_lazy("table talk", "Sorry!")
    THANKS = "thanks", pgettext_lazy("table talk", "Thanks!")
    ONE_MOMENT = "one_moment", pgettext_lazy("table talk", "One moment, please")
    BACK_SOON = "back_soon", pgettext_lazy("table talk", "Back in five minutes")
    BACK = "back", pgettext_lazy("table talk", "I'm back")
    WHOSE_TURN = "whose_turn", pgettext_lazy("table talk", "Whose turn is it?")
    WELL_PLAYED = "well_played", pgettext_lazy("table talk", "Well played!")
    GOOD_MATCH = "good_match", pgettext_lazy("table talk", "Thanks, good match!")
    AGAIN = "again", pgettext_lazy("table talk", "Shall we play again?")


class TakeBackState(TextChoices):
    """What has become of a move that somebody wants to take back."""

    ASKED = "asked", _("Asked")
    DONE = "done", _("Undone")
    REFUSED = "refused", _("Refused")


class RatingKind(TextChoices):
    """Which matches are rated together."""

    CLUB_GAME = "club_game", _("A game in a club")
    GAME = "game", _("A game everywhere")
    ALL = "all", _("All games")


class WebhookRights(TextChoices):
    """With whose eyes what a webhook is sent is read."""

    PUBLIC = "public", _("What everyone can read")
    ORGANIZERS = "organizers", _("What the club's organizers can read")


class WebhookOff(TextChoices):
    """Why the machine switched a webhook off."""

    GONE = "gone", _("It answered that it no longer exists")
    FAILING = "failing", _("It failed for three days")


class DeliveryState(TextChoices):
    """How far what a webhook is sent has come."""

    WAITING = "waiting", _("Waiting")
    SENT = "sent", _("Sent")
    FAILED = "failed", _("Given up")
    KEPT_BACK = "kept_back", _("Not sent: it may not read this")


class TroubleKind(TextChoices):
    """What may fail to be computed."""

    STAGE = "stage", _("Standings of an event")
    SEASON = "season", _("Standings of a season")
    RATINGS = "ratings", _("Ratings")
    RECORDS = "records", _("Records of a club")
    PLAN = "plan", _("Plan of all rounds")
    MARKS = "marks", _("What is to be rated")
    WAITING_LISTS = "waiting_lists", _("Waiting lists")
    KEYS = "keys", _("Answers kept for repeated requests")
    ERASURES = "erasures", _("Erasing people who asked for it")
    PLAYS = "plays", _("Ending abandoned matches")
    GUESTS = "guests", _("Forgetting guests of past matches")
    HAND_INS = "hand_ins", _("Results of matches in the browser")
    CHANCES = "chances", _("Chances in matches that have ended")
    CLOCKS = "clocks", _("Clocks of matches in the browser")
    NOTICES = "notices", _("Messages")
    WEBHOOKS = "webhooks", _("Webhooks")
    BADGES = "badges", _("Badges")
