"""Plays inputs to whoever watches or provides one znode, in the manner of a script."""

from __future__ import annotations

from app.participation import commands as c
from app.participation import inputs as i
from app.participation import watching as w
from app.recipes.configuration.machine import Configuration
from app.recipes.naming.machine import Lookup, Move, NameFound, Provider, find_name
from tests.participation.playbook import SESSION, Event, Recipe, Script

OTHERS = 0x2000
MINE = "incarnation-1"
COUNT = 6


def value(text: str, mzxid: int, version: int = 0, owner: int = 0) -> w.Value:
    """A znode as read; created by the change that wrote it, where its version is 0."""
    return w.Value(text, mzxid, mzxid - version, version, owner)


class Play(Script[Recipe]):
    """One participant and the time; every method gives one input and returns the commands."""

    own = "shop"
    event: Event = "changed"
    readdressed = Script.written
    overtaken = Script.refused

    def seen(self, found: w.Value) -> list[c.Command]:
        return self.give(w.Seen(self.at, self.generation, found))

    def found(self, value: w.Value, count: int | None = COUNT) -> list[c.Command]:
        """The name, and how many registrations there had been."""
        return self.give(NameFound(self.at, self.generation, value, count))

    def missing(self) -> list[c.Command]:
        return self.give(w.Missing(self.at, self.generation))

    def absent(self) -> list[c.Command]:
        return self.give(w.Absent(self.at, self.generation))

    def present(self) -> list[c.Command]:
        return self.give(w.Present(self.at, self.generation))

    def told(self, event: Event = "changed", generation: int | None = None) -> list[c.Command]:
        """The watch on its one znode has fired."""
        name = getattr(self.recipe, "shown", None) or getattr(self.recipe, "target", "")
        return self.fired(str(name), event, generation)

    def reply_lost(self) -> list[c.Command]:
        return self.give(i.CreateReplyLost(self.at, self.generation))

    def move(self, address: str) -> list[c.Command]:
        return self.give(Move(self.at, address))


LOOK = [w.look(w.SELF)]
LOOK_UP = [w.look("shop")]
FIND = [find_name("shop")]


def reading() -> Play[Configuration]:
    """A subscriber that reads for the first time."""
    play = Play(Configuration.made_for("c1", {"znode": "config"}))
    play.restored()
    return play


def subscribed() -> Play[Configuration]:
    """One that has read `limit=10`, written by change 10 over version 6."""
    play = reading()
    play.seen(value("limit=10", 10, 7))
    return play


def client() -> Play[Lookup]:
    """One that looks `shop` up for the first time."""
    play = Play(Lookup.made_for("c1", {"name": "shop"}))
    play.restored()
    return play


def registering() -> Play[Provider]:
    """A provider whose name is being created."""
    play = Play(Provider.made_for("c1", {"name": "shop", "incarnation": MINE}))
    play.move("host:1")
    play.restored()
    play.missing()
    return play


def own(address: str = "host:1", version: int = 0) -> w.Value:
    """The name as the provider has registered it."""
    return value(f'{{"address": "{address}", "incarnation": "{MINE}"}}', 20, version, SESSION)


def registered() -> Play[Provider]:
    """A provider that is found under its name."""
    play = registering()
    play.created()
    play.found(own())
    return play
