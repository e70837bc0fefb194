"""Who is told what by which way out, and every message with what became of it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.core.notices import NoticeKind, NoticeState
from league.models.account import Account
from league.models.club import Club
from league.models.event import Entry, Event
from league.models.journal import JournalLine
from league.models.player import Player

_OWNERS = ("account", "player", "club", "entry")


def _one_owner() -> Q:
    found = Q()
    for owner in _OWNERS:
        found |= Q(**{f"{each}__isnull": each != owner for each in _OWNERS})
    return found


class NoticeAddress(models.Model):
    """Where messages go: an e-mail address, a browser, a chat, of exactly one owner.

    ``account`` is for accounts that are no player, ``entry`` for somebody without an account, of
    one event alone, ``club`` for a chat of the whole club. ``given_by`` is who acts for ``player``
    and gave their own address for them: it is told as long as they act. ``way`` is a key of
    ``league.channels.register``, ``address`` what that way needs (a secret: it is never shown),
    ``label`` what its owner calls it, ``site`` the address of this service as the owner reached it,
    for links. ``at_door``: given by who stood at the door of an event and tapped a name there, so
    no message to it leads to the place itself. ``wanted`` lists kinds. With a
    ``weekly_day`` (1: Monday) what can wait comes once a week, on that day at ``weekly_hour`` by
    the clock of the owner's club; without one all comes at once. Nothing but the question for
    it goes to an address that is not ``confirmed_at``, nothing to one that the other side says is
    ``gone_at``.
    """

    account = models.ForeignKey(
        Account, null=True, blank=True, on_delete=models.CASCADE, related_name="notice_addresses"
    )
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="notice_addresses"
    )
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="notice_addresses"
    )
    entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="notice_addresses"
    )
    given_by = models.ForeignKey(
        Account, null=True, blank=True, on_delete=models.CASCADE, related_name="given_addresses"
    )
    way = models.CharField(max_length=12)
    address = models.TextField(max_length=4000)
    fingerprint = models.CharField(max_length=64, db_index=True)
    label = models.CharField(max_length=120, blank=True, default="")
    language = models.CharField(max_length=8, default="en")
    site = models.CharField(max_length=200, blank=True, default="")
    at_door = models.BooleanField(default=False)
    wanted = models.JSONField(default=list)
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True)
    weekly_day = models.PositiveSmallIntegerField(null=True, blank=True)
    weekly_hour = models.PositiveSmallIntegerField(default=18)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    gone_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=_one_owner(), name="notice_address_one_owner"),
            models.CheckConstraint(
                condition=Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False),
                name="notice_address_quiet_whole",
            ),
            models.CheckConstraint(
                condition=(Q(weekly_day__isnull=True) | Q(weekly_day__range=(1, 7)))
                & Q(weekly_hour__lte=23),
                name="notice_address_weekly_known",
            ),
        ]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.way} {self.pk}"


class Notice(models.Model):
    """One message to one address, made in the transaction of its cause.

    ``key`` names the cause and whom it concerns: with ``fingerprint`` (of the address) it stands
    here once, so nobody is told twice of one thing. ``line`` is the line of the journal, where it
    was one; ``subject`` the numbers of what the words are about: they are found when it is sent.
    Whoever sends it takes it until ``due_at`` (``sending``); ``lost`` counts who never came back.
    ``reason`` is what the other side said at the last try. What is collected for the week's message
    becomes ``part_of`` it when that is made, and shares its end.
    """

    address = models.ForeignKey(NoticeAddress, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, choices=NoticeKind.choices)
    key = models.CharField(max_length=120)
    fingerprint = models.CharField(max_length=64)
    line = models.ForeignKey(
        JournalLine, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    subject = models.JSONField(default=dict)
    part_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="parts"
    )
    state = models.CharField(
        max_length=10, choices=NoticeState.choices, default=NoticeState.WAITING
    )
    due_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    lost = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=200, blank=True, default="")
    made_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["fingerprint", "key"], name="notice_once_per_cause")
        ]
        indexes = [models.Index(fields=["state", "due_at"], name="notice_by_due")]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
