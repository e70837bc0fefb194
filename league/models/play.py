"""A match played in the browser: its table, its seats, and the chain of actions that it is."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from league.core.enums import PlayAccess, PlayPace, PlayState, TakeBackState, TalkPhrase
from league.models.account import Account
from league.models.club import Club
from league.models.event import Event
from league.models.player import Player
from league.models.record import MatchRecord
from league.models.rules import Ruleset
from league.models.seating import Table


class Play(models.Model):
    """One digital match. Nobody ever stores a state: it follows from the actions.

    ``code`` is all of its address. ``commitment`` binds the service to its bytes before anybody
    sits down; ``seed`` is what they were (hex), told when the play has ended. ``host`` is the
    number of the seat that opened it, ``seq`` that of the last action, ``length`` how far it has
    come as its game counts. ``outcome`` and ``end`` are those of the transcript. By turns, ``days``
    are what each decision may take; together, ``reserve`` is what all of a seat's may take, and
    ``increment`` what each of them adds to it, in seconds, or there is no clock. Where draws are
    entered ``by_hand``, people have real dice or cards before them: no seed is drawn, and nothing
    is committed to. With ``takes_back`` a decision may be taken back; ``backs_asked`` is the number
    of the last PlayTakeBack, ``taken_back`` that of the last one that was done: where it is
    another, so may be the actions.

    A match of an ``event`` is that of one of its tables, as long as that is there. ``record`` is
    the version that its end handed in; ``kept_out`` says by a code why it handed in none.

    Any other match ``is_rated`` if it was opened to count for the ratings of its club, as long as
    nothing stands in the way; what did, its end keeps as ``kept_out``.
    """

    code = models.CharField(max_length=24, unique=True)
    game = models.CharField(max_length=60)
    edition = models.PositiveSmallIntegerField()
    options = models.JSONField()
    size = models.PositiveSmallIntegerField()
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.PROTECT)
    ruleset = models.ForeignKey(
        Ruleset, null=True, blank=True, on_delete=models.PROTECT, related_name="plays"
    )
    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.CASCADE, related_name="plays"
    )
    table = models.ForeignKey(
        Table, null=True, blank=True, on_delete=models.SET_NULL, related_name="plays"
    )
    record = models.OneToOneField(
        MatchRecord, null=True, blank=True, on_delete=models.SET_NULL, related_name="play"
    )
    kept_out = models.CharField(max_length=60, blank=True, default="")
    is_rated = models.BooleanField(default=False)
    host = models.PositiveSmallIntegerField(default=0)
    access = models.CharField(max_length=8, choices=PlayAccess.choices, default=PlayAccess.LOBBY)
    pace = models.CharField(max_length=8, choices=PlayPace.choices, default=PlayPace.TOGETHER)
    days = models.PositiveSmallIntegerField(null=True, blank=True)
    reserve = models.PositiveSmallIntegerField(null=True, blank=True)
    increment = models.PositiveSmallIntegerField(null=True, blank=True)
    state = models.CharField(max_length=8, choices=PlayState.choices, default=PlayState.OPEN)
    seq = models.PositiveIntegerField(default=0)
    length = models.PositiveIntegerField(default=0)
    by_hand = models.BooleanField(default=False)
    takes_back = models.BooleanField(default=True)
    taken_back = models.PositiveIntegerField(default=0)
    backs_asked = models.PositiveIntegerField(default=0)
    commitment = models.CharField(max_length=64, blank=True)
    seed = models.CharField(max_length=128, blank=True, default="")
    end = models.CharField(max_length=8, blank=True, default="")
    outcome = models.JSONField(null=True, blank=True)
    earlier = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    opened_at = models.DateTimeField()
    began_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["over", "stopped"]) | Q(seed=""),
                name="play_seed_told_at_its_end",
            ),
            models.CheckConstraint(
                condition=Q(by_hand=False) & ~Q(commitment="")
                | Q(by_hand=True, commitment="", seed="", pace=PlayPace.TOGETHER),
                name="play_by_hand_has_no_seed",
            ),
            models.CheckConstraint(condition=Q(size__gte=1), name="play_has_seats"),
            models.CheckConstraint(
                condition=Q(pace=PlayPace.TOGETHER, days__isnull=True)
                | Q(pace=PlayPace.TURNS, days__gte=1),
                name="play_days_by_turns",
            ),
            models.CheckConstraint(
                condition=Q(reserve__isnull=True, increment__isnull=True)
                | Q(pace=PlayPace.TOGETHER, reserve__gte=1, increment__gte=1),
                name="play_clock_together",
            ),
            models.CheckConstraint(
                condition=~Q(access=PlayAccess.CLUB) | Q(club__isnull=False),
                name="play_of_members_has_club",
            ),
            models.CheckConstraint(
                condition=Q(table__isnull=True) | Q(event__isnull=False),
                name="play_table_of_its_event",
            ),
            models.CheckConstraint(
                condition=Q(is_rated=False)
                | Q(club__isnull=False, ruleset__isnull=False, event__isnull=True),
                name="play_rated_by_its_club",
            ),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(table__isnull=False, state__in=["open", "running"]),
                name="play_table_once_at_a_time",
            ),
        ]
        indexes = [models.Index(fields=["state", "access", "-opened_at"], name="play_lobby")]
        ordering = ["-opened_at", "-id"]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"


class PlaySecret(models.Model):
    """What the service drew for one play, kept where no query for viewers comes by."""

    play = models.OneToOneField(Play, on_delete=models.CASCADE, related_name="secret")
    drawn = models.CharField(max_length=64)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"secret of {self.play_id}"


class PlaySeat(models.Model):
    """One seat of a play, counted from 0 as the rules do.

    A person holds it by ``account``, or as a guest by the hash of a key that only their browser
    has, until it is forgotten. At a table of an event it is ``player``'s from the start, who comes
    at ``joined_at``; in a match that is rated it is noted at the end for whom it counts. With real
    dice somebody may sit ``at_host``: the host's device decides for them. ``bot`` decides for a
    seat: alone, or in the place of a person who is away or resigned. A seat with neither, nor a
    name of who sat there, is free. ``contribution`` is what the seat adds to the seed, in hex.
    ``owes_since`` is set while it is to decide, with ``more_days`` that were given for this one
    decision. With a clock, ``reserve_left`` is what was left of it at ``owes_since``, or is left
    while it stands; ``ran_out`` says that a bot made the last decision because nothing was. What an
    ``is_muted`` seat says is told to nobody; one that ``hides_talk`` is told nothing.
    """

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    account = models.ForeignKey(
        Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="play_seats"
    )
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="play_seats"
    )
    guest = models.CharField(max_length=64, blank=True, default="")
    at_host = models.BooleanField(default=False)
    bot = models.CharField(max_length=20, blank=True, default="")
    name = models.CharField(max_length=60, blank=True, default="")
    contribution = models.CharField(max_length=128, blank=True, default="")
    joined_at = models.DateTimeField(null=True, blank=True)
    owes_since = models.DateTimeField(null=True, blank=True)
    more_days = models.PositiveSmallIntegerField(default=0)
    reserve_left = models.DurationField(null=True, blank=True)
    ran_out = models.BooleanField(default=False)
    has_resigned = models.BooleanField(default=False)
    wants_stop = models.BooleanField(default=False)
    is_muted = models.BooleanField(default=False)
    hides_talk = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["play", "number"], name="play_seat_number_once"),
            models.UniqueConstraint(
                fields=["play", "account"],
                condition=Q(account__isnull=False),
                name="play_seat_account_once",
            ),
            models.UniqueConstraint(
                fields=["play", "guest"], condition=~Q(guest=""), name="play_seat_guest_once"
            ),
            models.CheckConstraint(
                condition=Q(account__isnull=True) | Q(guest=""), name="play_seat_one_person"
            ),
            models.CheckConstraint(
                condition=Q(at_host=False) | Q(account__isnull=True, guest=""),
                name="play_seat_one_device",
            ),
        ]
        indexes = [models.Index(fields=["guest"], name="play_seat_guest")]
        ordering = ["play_id", "number"]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.play_id}"

    @property
    def is_person(self) -> bool:
        """Whether somebody sits here, a bot in their place or not."""
        has_device = self.account_id is not None or bool(self.guest) or self.at_host
        return has_device or self.player_id is not None

    @property
    def is_here(self) -> bool:
        """Whether nobody has to come here any more."""
        return self.joined_at is not None or not self.is_person

    @property
    def is_free(self) -> bool:
        return not (self.is_person or self.bot or self.name)


class PlayAction(models.Model):
    """One decision or draw, in the order in which they happened, from 1 without gaps.

    What was taken back is deleted, and what others had decided beside it moves up.

    ``seat`` is who decided; none for a draw. ``bot`` names the one that decided in its place,
    ``drawn`` are the numbers behind a draw, by name; of one made on a real table, ``entered_by`` is
    the seat that typed it in.
    """

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="actions")
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    bot = models.CharField(max_length=20, blank=True, default="")
    action = models.JSONField()
    drawn = models.JSONField(null=True, blank=True)
    entered_by = models.PositiveSmallIntegerField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["play", "seq"], name="play_action_seq_once"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="play_action_seq_from_1"),
            models.CheckConstraint(
                condition=Q(entered_by__isnull=True) | Q(seat__isnull=True, drawn__isnull=True),
                name="play_action_entered_is_a_draw",
            ),
        ]
        ordering = ["play_id", "seq"]

    def __str__(self) -> str:
        return f"{self.seq} of {self.play_id}"


class PlayTalk(models.Model):
    """One thing said at a play's table: a ``phrase``, or what an ``account`` has ``written``.

    ``seat`` is the number of who said it; none once they have left the table before the start,
    which only what was reported outlives. ``settled_at`` is when an organizer had seen to the
    report. None of it belongs to the record.
    """

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="talk")
    number = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    account = models.ForeignKey(
        Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="play_talk"
    )
    phrase = models.CharField(max_length=20, choices=TalkPhrase.choices, blank=True, default="")
    written = models.CharField(max_length=200, blank=True, default="")
    at = models.DateTimeField()
    reported_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["play", "number"], name="play_talk_number_once"),
            models.CheckConstraint(
                condition=Q(phrase="") & ~Q(written="") | ~Q(phrase="") & Q(written=""),
                name="play_talk_phrase_or_written",
            ),
            models.CheckConstraint(
                condition=Q(settled_at__isnull=True) | Q(reported_at__isnull=False),
                name="play_talk_settled_if_reported",
            ),
        ]
        indexes = [
            models.Index(
                fields=["reported_at"],
                condition=Q(reported_at__isnull=False, settled_at__isnull=True),
                name="play_talk_reported",
            )
        ]
        ordering = ["play_id", "number"]

    def __str__(self) -> str:
        return f"remark {self.number} at {self.play_id}"


class PlayTakeBack(models.Model):
    """A seat wants to take back its last decision; ``number`` counts from 1 in its play.

    The decision was action ``seq`` of ``newest``; any further one ends what is still asked.
    ``granted`` are the seats that have agreed. Once it is done the action is no more, and nothing
    says what it was; ``beside`` are the seats whose own decision was the same with it and without.
    ``refused_by`` is the seat that said no, its own where it thought better of it.
    """

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="take_backs")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField()
    newest = models.PositiveIntegerField()
    state = models.CharField(
        max_length=8, choices=TakeBackState.choices, default=TakeBackState.ASKED
    )
    granted = models.JSONField(default=list)
    beside = models.JSONField(default=list)
    refused_by = models.PositiveSmallIntegerField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["play", "number"], name="play_take_back_once"),
            models.CheckConstraint(
                condition=Q(seq__gte=1, newest__gte=F("seq")), name="play_take_back_of_an_action"
            ),
            models.CheckConstraint(
                condition=Q(state=TakeBackState.REFUSED, refused_by__isnull=False)
                | (~Q(state=TakeBackState.REFUSED) & Q(refused_by__isnull=True)),
                name="play_take_back_refused_by",
            ),
        ]
        ordering = ["play_id", "number"]

    def __str__(self) -> str:
        return f"take-back {self.number} of {self.play_id}"


class PlayPause(models.Model):
    """Days off of somebody who plays by turns: no clock of theirs runs from ``since`` to ``until``.

    Of an account, or of a guest as in PlaySeat.
    """

    account = models.ForeignKey(
        Account, null=True, blank=True, on_delete=models.CASCADE, related_name="play_pauses"
    )
    guest = models.CharField(max_length=64, blank=True, default="")
    since = models.DateTimeField()
    until = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(until__gt=F("since")), name="play_pause_has_days"),
            models.CheckConstraint(
                condition=Q(account__isnull=False, guest="")
                | (Q(account__isnull=True) & ~Q(guest="")),
                name="play_pause_one_person",
            ),
        ]
        indexes = [models.Index(fields=["guest"], name="play_pause_guest")]
        ordering = ["since", "id"]

    def __str__(self) -> str:
        return f"pause {self.pk}"


class PlayChances(models.Model):
    """How likely each seat was to win, step by step; the row of a play is who works it out.

    ``steps`` are ``[seq, trials, [share of each seat in thousandths]]``, in order, of the steps
    that there was time for; ``bot`` played them out. Without ``finished_at`` somebody is at it.
    """

    play = models.OneToOneField(Play, on_delete=models.CASCADE, related_name="chances")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    bot = models.CharField(max_length=20, blank=True, default="")
    steps = models.JSONField(default=list)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"chances of {self.play_id}"
