"""Occasions: events, their stages and rounds, who takes part, what was adjusted."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from league.core.enums import (
    AsksEmail,
    Confirmation,
    EntryState,
    EventKind,
    EventState,
    RoundEntryState,
    RoundState,
    StageKind,
    StageMode,
)
from league.models.club import Club
from league.models.player import Player
from league.models.rules import Ruleset
from league.models.season import Season


class Event(models.Model):
    """One occasion: an evening of a season or a tournament.

    ``time_zone`` is empty where the club's holds. ``last_entry_round`` is the last round
    that a late player may still join (empty: no limit). ``offer_hours`` is for how long a place
    that comes free is offered to the first in line (empty: they have it at once). ``by_name``:
    anybody may sign up by name, without an account. ``fee`` says in a few words what taking part
    costs, with ``needs_code`` whoever does so needs the code at the club's door, and ``asks_email``
    says whether they are asked for an address. Until it ``is_announced`` an event exists for those
    alone who may organize it. One with ``removed_at`` exists for nobody, and counts as a cancelled
    one does.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.PROTECT, related_name="events"
    )
    slug = models.SlugField(max_length=80, unique=True)
    kind = models.CharField(max_length=12, choices=EventKind.choices, default=EventKind.EVENING)
    name = models.CharField(max_length=120)
    place = models.CharField(max_length=200, blank=True, default="")
    notes = models.TextField(blank=True, default="", max_length=4000)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)
    time_zone = models.CharField(max_length=64, blank=True, default="")
    state = models.CharField(max_length=10, choices=EventState.choices, default=EventState.PLANNED)
    confirmation = models.CharField(
        max_length=12, choices=Confirmation.choices, default=Confirmation.OTHER_SEAT
    )
    capacity = models.PositiveSmallIntegerField(null=True, blank=True)
    offer_hours = models.PositiveSmallIntegerField(null=True, blank=True)
    last_entry_round = models.PositiveSmallIntegerField(null=True, blank=True)
    by_name = models.BooleanField(default=False)
    needs_code = models.BooleanField(default=False)
    asks_email = models.CharField(max_length=8, choices=AsksEmail.choices, default=AsksEmail.NO)
    fee = models.CharField(max_length=80, blank=True, default="")
    rank_guests = models.BooleanField(default=False)
    is_announced = models.BooleanField(default=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gte=F("starts_at")),
                name="event_ends_after_start",
            ),
            models.CheckConstraint(
                condition=Q(removed_at__isnull=True) | Q(state=EventState.CANCELLED),
                name="event_removed_is_cancelled",
            ),
        ]
        indexes = [
            models.Index(fields=["club", "-starts_at"], name="event_by_club_time"),
            models.Index(fields=["season", "starts_at"], name="event_by_season_time"),
            models.Index(fields=["state", "starts_at"], name="event_by_state_time"),
        ]
        ordering = ["-starts_at", "-id"]

    def __str__(self) -> str:
        return self.name


class Stage(models.Model):
    """Part of an event with one seating method, one points scheme, one tie-break chain.

    ``bye``, ``late``, ``no_show`` are value rules such as ``{"kind": "mean"}`` or
    ``{"kind": "fixed", "points": "3"}``. ``rulesets`` may be offered besides the default.
    ``seating`` holds the preferences of ``league.seating.preferences`` that are not the usual,
    ``scoring`` those of ``league.queries.standings.stage_scoring``. ``lots`` are drawings of
    lots as they were recorded: entries, best first, with seed, day and who drew.
    What a final takes over comes from ``source`` (a stage of the event before) or from
    ``source_season``. ``round_minutes`` is how long a round usually plays, ``clock_starts``
    whether its clock starts when it is published. ``plays_here``: any of its tables may play in the
    browser; ``play_reserve`` and ``play_increment`` are the clock of those that do, as ``Play``
    has them.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    kind = models.CharField(max_length=12, choices=StageKind.choices, default=StageKind.MAIN)
    name = models.CharField(max_length=120, blank=True, default="")
    mode = models.CharField(max_length=10, choices=StageMode.choices, default=StageMode.ROUNDS)
    method = models.CharField(max_length=20, default="random")
    scheme = models.JSONField()
    chain = models.JSONField()
    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="+")
    rulesets = models.ManyToManyField(Ruleset, blank=True, related_name="+")
    size_preferred = models.PositiveSmallIntegerField(default=4)
    size_min = models.PositiveSmallIntegerField(null=True, blank=True)
    size_max = models.PositiveSmallIntegerField(null=True, blank=True)
    max_tables = models.PositiveSmallIntegerField(null=True, blank=True)
    seating = models.JSONField(default=dict, blank=True)
    scoring = models.JSONField(default=dict, blank=True)
    lots = models.JSONField(default=list, blank=True)
    source = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="next_stages"
    )
    source_season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.SET_NULL, related_name="finals"
    )
    bye = models.JSONField()
    late = models.JSONField()
    no_show = models.JSONField()
    auto_publish = models.BooleanField(default=True)
    round_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    clock_starts = models.BooleanField(default=False)
    plays_here = models.BooleanField(default=False)
    play_reserve = models.PositiveSmallIntegerField(null=True, blank=True)
    play_increment = models.PositiveSmallIntegerField(null=True, blank=True)
    stale_at = models.BigIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="stage_number_once"),
            models.CheckConstraint(
                condition=Q(play_reserve__isnull=True, play_increment__isnull=True)
                | Q(play_reserve__gte=1, play_increment__gte=1),
                name="stage_play_clock_whole",
            ),
        ]
        ordering = ["event_id", "number"]

    def __str__(self) -> str:
        return self.name or self.get_kind_display()


class Round(models.Model):
    """Tables that start together; a stage of open play has one rolling round.

    While it ``is_withheld`` its results are there for the staff and for each table itself.
    """

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    is_rolling = models.BooleanField(default=False)
    is_withheld = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=RoundState.choices, default=RoundState.DRAFT)
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_once"),
            models.UniqueConstraint(
                fields=["stage"], condition=Q(is_rolling=True), name="round_rolling_once"
            ),
        ]
        ordering = ["stage_id", "number"]

    def __str__(self) -> str:
        return f"{self.stage_id}/{self.number}"


class Entry(models.Model):
    """A player in an event. ``is_present`` and ``wants_bye`` speak of the next round.

    ``wishes`` says what a draw should heed: games, places, company, as ``services.wishes`` reads.
    ``queue_number`` is the turn on the waiting list, kept by who has moved up from it; until
    ``offered_until`` a free place is kept for this entry, and until ``held_until`` the place counts
    although the address that was given is not confirmed.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    state = models.CharField(
        max_length=14, choices=EntryState.choices, default=EntryState.REGISTERED
    )
    queue_number = models.PositiveIntegerField(null=True, blank=True)
    offered_until = models.DateTimeField(null=True, blank=True)
    held_until = models.DateTimeField(null=True, blank=True)
    is_guest = models.BooleanField(default=False)
    is_filler = models.BooleanField(default=False)  # makes up the numbers, no rank
    keeps_results = models.BooleanField(default=True)  # false: disqualified, results void
    joined_round = models.PositiveSmallIntegerField(default=1)
    dropped_round = models.PositiveSmallIntegerField(null=True, blank=True)
    is_present = models.BooleanField(default=False)
    wants_bye = models.BooleanField(default=False)
    wishes = models.JSONField(default=dict, blank=True)
    fee_paid = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entry_player_once"),
            models.CheckConstraint(
                condition=Q(is_filler=False) | Q(is_guest=True), name="entry_filler_is_guest"
            ),
        ]
        indexes = [models.Index(fields=["player", "event"], name="entry_by_player")]
        ordering = ["event_id", "id"]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.event_id}"


class Qualifier(models.Model):
    """Who goes on to a stage, and by what (``league.standings.cut``).

    Who ``declined`` keeps the rank and does not play; ``replaces`` names whose place it is.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="qualifiers")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="qualified")
    rank = models.PositiveIntegerField(null=True, blank=True)
    how = models.CharField(max_length=12)
    declined = models.BooleanField(default=False)
    replaces = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stage", "entry"], name="qualifier_once")]
        ordering = ["stage_id", "rank", "id"]

    def __str__(self) -> str:
        return f"{self.entry_id} in {self.stage_id}: {self.how}"


class RoundEntry(models.Model):
    """An entry in one published timed round. Values are computed from the stage's rules,
    unless one is written here.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="round_entries")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="round_entries")
    state = models.CharField(max_length=14, choices=RoundEntryState.choices)
    value_num = models.BigIntegerField(null=True, blank=True)
    value_den = models.BigIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="round_entry_once"),
            models.CheckConstraint(condition=Q(value_den__gt=0), name="round_entry_den_positive"),
        ]
        ordering = ["round_id", "id"]

    def __str__(self) -> str:
        return f"{self.entry_id} in {self.round_id}: {self.state}"


class Adjustment(models.Model):
    """A penalty or bonus in league points, on a stage or on a season, revocable."""

    stage = models.ForeignKey(
        Stage, null=True, blank=True, on_delete=models.PROTECT, related_name="adjustments"
    )
    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.PROTECT, related_name="adjustments"
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="adjustments")
    points_num = models.BigIntegerField()
    points_den = models.BigIntegerField(default=1)
    reason = models.CharField(max_length=400)
    author = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    from_seq = models.BigIntegerField(default=0)
    to_seq = models.BigIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(stage__isnull=True) ^ Q(season__isnull=True),
                name="adjustment_has_one_scope",
            ),
            models.CheckConstraint(condition=Q(points_den__gt=0), name="adjustment_den_positive"),
        ]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.points_num}/{self.points_den} for {self.player_id}"
