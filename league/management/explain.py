"""What went wrong, for the person at the terminal."""

from __future__ import annotations

from league.errors import LeagueError

SENTENCES = {
    "backup_failed": "The copy failed: %(reason)s",
    "backup_missing": "There is no file %(path)s.",
    "backup_newer": "This backup comes from a newer version (it knows %(name)s). Upgrade first.",
    "backup_tool_missing": "%(tool)s is not installed; it comes with PostgreSQL's client tools.",
    "backup_unreadable": "%(path)s is not a backup of Stammtisch, or it is damaged.",
    "not_allowed": "This is not allowed.",
}


def explain(error: LeagueError) -> str:
    """The sentence for an error of a command; its bare code where there is none."""
    return SENTENCES.get(error.code, error.code) % error.params
