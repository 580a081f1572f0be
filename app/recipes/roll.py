"""What a member asks of its group's two lists, and what it is told: the words of membership.

A group has two parents: `all_nodes`, which keeps whoever ever was a member, and `live_nodes`, which
holds an ephemeral znode of each that is one now. Names are relative to the group.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.recipes import commands as c
from app.recipes import inputs as i

ALL = "all_nodes"
LIVE = "live_nodes"
PARENTS = (ALL, LIVE)


def known_name(identity: str) -> str:
    """A node's entry that stays, relative to its group."""
    return f"{ALL}/{identity}"


def live_name(identity: str) -> str:
    """A node's ephemeral znode, relative to its group."""
    return f"{LIVE}/{identity}"


# -- commands ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Survey(c.Command):
    """Read both lists, each with a watch, and one's own two znodes, the live one with a watch."""

    identity: str


@dataclass(frozen=True)
class ReadList(c.Command):
    """Read one of the two lists again, with a watch."""

    parent: str


@dataclass(frozen=True)
class Register(c.Command):
    """Write this process's information into its entry in `all_nodes`.

    `version` is the entry's as read, None to create it.
    """

    identity: str
    version: int | None


# -- inputs -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """The live znode under one's own name as read: whose session owns it, and which process (its
    `incarnation`) has written it; None where its data says none.
    """

    owner: int
    incarnation: str | None


@dataclass(frozen=True)
class Entry:
    """One's entry in `all_nodes` as read."""

    version: int
    incarnation: str | None


@dataclass(frozen=True)
class Surveyed(i.Reply):
    """Both lists, None for a parent that is missing, and one's own znodes, None for a missing one.

    Read one after the other: only each list agrees with its own watch.
    """

    known: tuple[str, ...] | None
    live: tuple[str, ...] | None
    standing: Standing | None
    entry: Entry | None


@dataclass(frozen=True)
class ListRead(i.Reply):
    """One of the two lists, None where its parent is missing."""

    parent: str
    names: tuple[str, ...] | None


@dataclass(frozen=True)
class Registered(i.Reply):
    """The entry in `all_nodes` says what this process has to say."""


@dataclass(frozen=True)
class RegistrationRefused(i.Reply):
    """The entry is not as it was read; nothing was written."""
