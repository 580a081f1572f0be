"""What a recipe can ask for. Names are relative to its parent; the process knows the path."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """Anything a recipe asks its process to do."""


@dataclass(frozen=True)
class Create(Command):
    """Create `prefix` under the parent with SEQUENCE and EPHEMERAL."""

    prefix: str


@dataclass(frozen=True)
class Claim(Command):
    """Create `name` under the parent, EPHEMERAL; answered by Taken where it exists."""

    name: str


@dataclass(frozen=True)
class MakeParent(Command):
    """Create the parent and what lies above it."""


@dataclass(frozen=True)
class List(Command):
    """Read children, acknowledgement, own znode (`name`), and the newest data version where
    `newest` is asked for, in one MultiRead; with a `watch` on the own znode.
    """

    name: str | None
    newest: bool = False
    watch: bool = True


@dataclass(frozen=True)
class ListWatching(Command):
    """Read the names of the children and nothing else, with a watch on their list."""


@dataclass(frozen=True)
class Read(Command):
    """Read the predecessor with a watch. getData, not exists: on a missing znode it fails and
    leaves no watch behind.
    """

    name: str


@dataclass(frozen=True)
class Delete(Command):
    """Delete the own znode; answered by Deleted also where it is gone already."""

    name: str


@dataclass(frozen=True)
class Acknowledge(Command):
    """Write the epoch to the acknowledgement znode, together with a check of the own znode.

    `version` is the acknowledgement's as read, None to create it.
    """

    name: str
    epoch: int
    version: int | None


@dataclass(frozen=True)
class Lead(Command):
    """Begin the leader's work; every write of it carries `epoch`."""

    epoch: int


@dataclass(frozen=True)
class StepDown(Command):
    """End the leader's work at once."""

    reason: str


@dataclass(frozen=True)
class WakeAt(Command):
    """Give a Tick at this time or soon after."""

    at: float


@dataclass(frozen=True)
class Leave(Command):
    """Close the session; the candidate is done."""
