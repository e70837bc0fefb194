"""The two kinds of installation at which matches are measured, and how their processes die."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.bench.memory import memory_of_group_mb

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from tests.installation import Installation, Running
    from tests.services import Server

KINDS = ("one process", "two web processes")


@dataclass
class House:
    """``serve`` alone; or two web processes, streams and worker on PostgreSQL and Redis."""

    installation: Installation
    is_larger: bool
    processes: dict[str, Running] = field(default_factory=dict)
    stores: dict[str, Server] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self._starts:
            self.start(name)

    @property
    def _starts(self) -> dict[str, Callable[[], Running]]:
        of = self.installation
        if not self.is_larger:
            return {"web": lambda: of.serve("--empty")}
        return {"web": of.web, "other web": of.web, "live": of.live, "worker": of.worker}

    @property
    def kind(self) -> str:
        return KINDS[self.is_larger]

    @property
    def doors(self) -> list[str]:
        """Where people come in: those of one table by different ones."""
        return [running.url for name, running in self.processes.items() if "web" in name]

    @property
    def streams(self) -> str:
        return self.processes["live" if self.is_larger else "web"].url

    def start(self, name: str) -> None:
        self.processes[name] = self._starts[name]()

    def kill(self, chance: Random) -> str:
        """Ends the processes of one name as a power cut would."""
        name = chance.choice([*self.processes])
        self.processes[name].kill()
        return name

    def upset(self, chance: Random) -> str:
        """As ``kill``, and begins it again; or restarts one of ``stores`` as an operator does.

        A broker comes back with nothing in it, a database with all that was committed.
        """
        if self.stores and chance.random() < 1 / 3:
            name = chance.choice([*self.stores])
            self.stores[name].halt()
            time.sleep(chance.uniform(0, 2))
            self.stores[name].resume()
            return name
        name = self.kill(chance)
        self.start(name)
        return name

    def memory_mb(self) -> float:
        return sum(memory_of_group_mb(running.process.pid) for running in self.processes.values())
