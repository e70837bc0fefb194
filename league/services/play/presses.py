"""The verbs of one shape that a door may be asked for, by the names in ``Shown.may``."""

from __future__ import annotations

from collections.abc import Callable

from league.services.play import overdue, play_endings, play_seats, take_backs

# Of which nothing more is to be told.
ALONE: dict[str, Callable[..., object]] = {
    "leave": play_seats.leave,
    "resign": play_endings.resign,
    "come_back": play_endings.come_back,
    "stop": overdue.stop,
}
# About another seat, by its number.
ABOUT_SEATS: dict[str, Callable[..., object]] = {
    "remove_bot": play_seats.remove_bot,
    "free_seat": play_seats.free_seat,
    "take_over": play_endings.take_over,
}
# About a move that somebody wants to take back, by the number of what was asked.
ANSWERS: dict[str, Callable[..., object]] = {
    "grant_back": take_backs.grant_back,
    "refuse_back": take_backs.refuse_back,
}
# From what the page knew of: the last action, the last that was taken back.
BACKWARDS: dict[str, Callable[..., object]] = {
    "take_back": take_backs.take_back,
    "correct_draw": take_backs.correct_draw,
}
NUMBERED = {**ABOUT_SEATS, **ANSWERS}
