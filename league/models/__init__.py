"""The tables. Fields and constraints; the verbs are in ``league.services``."""

from league.models.access import ApiToken, Grant, IdempotencyKey, Invitation, TableLink
from league.models.account import Account, ActsFor
from league.models.apart import Apart
from league.models.bg_stats import BgStatsPlayer
from league.models.calendar import CalendarLink
from league.models.claim import Claim
from league.models.clock import Clock
from league.models.club import Club, ClubGame, Membership
from league.models.event import Adjustment, Entry, Event, Qualifier, Round, RoundEntry, Stage
from league.models.fixture import Fixture, FixtureAnswer, FixtureMoment
from league.models.journal import JournalLine
from league.models.merge import FormerName, Merge
from league.models.notice import Notice, NoticeAddress
from league.models.picture import Picture, PictureFile
from league.models.play import (
    Play,
    PlayAction,
    PlayChances,
    PlayPause,
    PlaySeat,
    PlaySecret,
    PlayTakeBack,
    PlayTalk,
)
from league.models.player import Player
from league.models.rating import RatedMatch, Rating, RatingMark, RatingScope, RulesetRating
from league.models.record import EarnedBadge, MatchRecord, RecordConfirmation, SeatScore
from league.models.rules import PointsScheme, Preset, Ruleset
from league.models.season import Season
from league.models.season_import import SeasonImport, TrustedKey
from league.models.seating import RoundsPlan, Seat, Seating, Table
from league.models.snapshot import Snapshot
from league.models.start import TableStart
from league.models.sums import SeasonState, SeasonSum
from league.models.trouble import Trouble
from league.models.webhook import Delivery, Webhook

__all__ = [
    "Account",
    "ActsFor",
    "Adjustment",
    "Apart",
    "ApiToken",
    "BgStatsPlayer",
    "CalendarLink",
    "Claim",
    "Clock",
    "Club",
    "ClubGame",
    "Delivery",
    "EarnedBadge",
    "Entry",
    "Event",
    "Fixture",
    "FixtureAnswer",
    "FixtureMoment",
    "FormerName",
    "Grant",
    "IdempotencyKey",
    "Invitation",
    "JournalLine",
    "MatchRecord",
    "Membership",
    "Merge",
    "Notice",
    "NoticeAddress",
    "Picture",
    "PictureFile",
    "Play",
    "PlayAction",
    "PlayChances",
    "PlayPause",
    "PlaySeat",
    "PlaySecret",
    "PlayTakeBack",
    "PlayTalk",
    "Player",
    "PointsScheme",
    "Preset",
    "Qualifier",
    "RatedMatch",
    "Rating",
    "RatingMark",
    "RatingScope",
    "RecordConfirmation",
    "Round",
    "RoundEntry",
    "RoundsPlan",
    "Ruleset",
    "RulesetRating",
    "Season",
    "SeasonImport",
    "SeasonState",
    "SeasonSum",
    "Seat",
    "SeatScore",
    "Seating",
    "Snapshot",
    "Stage",
    "Table",
    "TableLink",
    "TableStart",
    "Trouble",
    "TrustedKey",
    "Webhook",
]
