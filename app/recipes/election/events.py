"""The events of elections, of the leader's work and of candidates' data, each with its line in
words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...participation.naming import label_of
from ...readmodels.event import UNSAID, CandidateEvent, PlaceEvent, Unsaid
from ...readmodels.wording import Line, asked_by, by_server, hexed, plural, who
from .state import Mark
from .znodes import ACKNOWLEDGED, VERSION, as_acknowledgement, as_version

if TYPE_CHECKING:
    from ...zookeeper.members import Beside


class ElectionFollowed(PlaceEvent, kind="election.followed"):
    """An election is shown from now on. named: the command line names it."""

    strategy: str
    by: str
    named: bool = False

    def line(self) -> Line:
        return [f"following {self.subject}, strategy {self.strategy}"]


class MemberMarked(PlaceEvent, kind="election.marked", tone="dead"):
    """Somebody says that a member, by its name, is ended at this moment. what: is done to it."""

    member: str
    znode: str
    session: str | None
    what: str
    by: str

    def line(self) -> Line:
        at = f" {self.what}, at {self.subject}{asked_by(self.by)}"
        return ["somebody marked: ", who(self.member), at]


class LeadershipPassed(PlaceEvent, kind="election.passed", tone="lead"):
    """Leadership, or the lock, has passed to a client that is not ours: as in `last_handoff`, and
    the `shape`. Ours tell it themselves (`acknowledgement.read`).
    """

    from_name: str
    from_znode: str
    to_name: str | None
    to_znode: str | None
    fault: str | None
    by: str | None
    mark: Mark | None
    found_gone: bool
    heard_ms: float | None
    shape: str

    def line(self) -> Line:
        what = {"election": "leadership", "lock": "the lock"}.get(self.shape, "lock or leadership")
        how = "was found to have passed" if self.found_gone else "passed"
        why = "; nobody here saw why"
        if self.mark:
            why = f"; somebody had marked it: {self.mark['what']}"
        begin = f"{what} of {self.subject} {how} from "
        why = "" if self.fault else why
        return [begin, who(self.from_name), " to ", who(self.to_name), why]


class HoldersChanged(PlaceEvent, kind="election.held"):
    """Others hold what several may hold together, and nobody leads.

    went: names of those that held it and are gone; came: of those that waited and hold it now;
    eight of each at most, of so many: `went_of`, `came_of`. holders: how many hold it now.
    found_gone: a list told it. Who has just come is told by `member.read`.
    """

    went: Sequence[str]
    came: Sequence[str]
    went_of: int
    came_of: int
    holders: int
    shape: str
    found_gone: bool

    def line(self) -> Line:
        what = f"{'a lease of ' if self.shape == 'semaphore' else ''}{self.subject}"
        line: Line = ["found: "] if self.found_gone else []
        if self.went_of:
            verb = "holds" if self.went_of == 1 else "hold"
            line += [*_several(self.went, self.went_of), f" no longer {verb} {what}"]
        if self.went_of and self.came_of:
            line.append("; ")
        if self.came_of:
            verb = "holds" if self.came_of == 1 else "hold"
            it = "it" if self.went_of else what
            line += [*_several(self.came, self.came_of), f" {verb} {it} now"]
        elif self.went_of and self.holders:
            still = "holds" if self.holders == 1 else "hold"
            line.append(f"; {plural(self.holders, 'other')} still {still} it")
        return line


def _several(names: Sequence[str], of: int) -> Line:
    line: Line = []
    for name in names:
        line += [", ", who(name)] if line else [who(name)]
    return [*line, f" and {plural(of - len(names), 'other')}"] if of > len(names) else line


class AcknowledgementRead(PlaceEvent, kind="acknowledgement.read", tone="lead"):
    """What the leader's acknowledgement says; nothing, where there is none. believed: its epoch may
    be true. found: it was there before; else the dashboard was told just now of the write.
    """

    znode: str | None = None
    epoch: int | Unsaid | None = UNSAID
    candidate: str | Unsaid | None = UNSAID
    believed: bool | Unsaid = UNSAID
    mtime: int | None = None
    found: bool = False

    def line(self) -> Line:
        candidate = None if self.candidate is UNSAID else self.candidate
        name = candidate or label_of(self.znode or "")
        if not name:
            return ["no leader is acknowledged"]
        epoch = None if self.epoch is UNSAID else self.epoch
        line: Line = [who(name), f" acknowledged as leader, epoch {hexed(epoch)}"]
        return ["found: ", *line, *by_server("written", self.mtime)] if self.found else line


class VersionRead(PlaceEvent, kind="version.read"):
    """Which is the newest version of the candidates' data. found: it was there before."""

    newest: int | None
    mtime: int | None = None
    found: bool = False

    def line(self) -> Line:
        if self.newest is None:
            return [f"no newest data version in {self.subject}-version"]
        now = "" if self.found else "now "
        line: Line = [f"the newest data of {self.subject} is {now}version {self.newest}"]
        return line + (by_server("written", self.mtime) if self.found else [])


class _VersionSet(CandidateEvent):
    """An event of the data of a candidate: its version, and the newest one."""

    version: int
    newest: int
    by: str

    @property
    def versions(self) -> str:
        """Return both in words."""
        if self.version == self.newest:
            return f"its data is version {self.version}, the newest"
        return f"its data is version {self.version}, and {self.newest} is the newest"


class CandidateBehind(_VersionSet, kind="candidate.behind"):
    """Its data will be behind."""

    def line(self) -> Line:
        return [who(self.subject), f" is set behind{asked_by(self.by)}: {self.versions}"]


class CandidateUpdated(_VersionSet, kind="candidate.updated"):
    """Its data will be the newest again."""

    def line(self) -> Line:
        return [who(self.subject), f" catches up{asked_by(self.by)}: {self.versions}"]


def of_holder(holder: str | None) -> Line:
    """Say whose epoch it was; nothing where nobody is known."""
    return [" of ", who(holder)] if holder else []


class StoreEvent(PlaceEvent):
    """An event of the store that leaders write to.

    number: what was written; None of a leader that asks for the count. seen: the latest epoch until
    then; holder: who brought it.
    """

    candidate: str
    epoch: int
    number: int | None
    seen: int
    holder: str | None
    count: int

    def did(self) -> str:
        """Return what it did."""
        asked = self.number is None
        what = "asked for the count" if asked else f"wrote number {self.number}"
        return f" {what} with epoch {hexed(self.epoch)}"


class WorkBegun(StoreEvent, kind="work.begun", tone="lead"):
    """A leader has asked for the count."""

    def line(self) -> Line:
        return [who(self.candidate, "somebody"), f" begins to work, after number {self.count}"]


class WorkWritten(StoreEvent, kind="work.written", told=False):
    """A number was accepted; four a second, and so in no list of what happened: a snapshot's
    `recent` leaves them out.
    """


class WorkRefused(StoreEvent, kind="work.refused", tone="dead"):
    """It was not taken, for a later epoch was seen."""

    def line(self) -> Line:
        did = f"{self.did()}; the store had seen epoch {hexed(self.seen)}"
        return [who(self.candidate, "somebody"), did, *of_holder(self.holder), ": refused"]


class WorkDamaged(StoreEvent, kind="work.damaged", tone="dead"):
    """A number was taken without fencing, though it had been handed out."""

    def line(self) -> Line:
        did = f"{self.did()}, which was handed out before: damage"
        return [who(self.candidate, "somebody"), did]


class FencingTurned(PlaceEvent, kind="work.fencing", tone="frozen"):
    """Writes of an earlier epoch are refused from now on, or taken."""

    on: bool
    by: str

    def line(self) -> Line:
        on = "on" if self.on else "off"
        return [f"fencing of {self.subject} turned {on}{asked_by(self.by)}"]


class WorkReset(PlaceEvent, kind="work.reset"):
    """What was accepted, refused and damaged is counted from zero again."""

    by: str

    def line(self) -> Line:
        return [f"the count of writes of {self.subject} restarts"]


class StoreRebased(PlaceEvent, kind="work.rebased", tone="frozen"):
    """A person let the store begin this ensemble's history with its leader; what it had seen before
    counts no longer.
    """

    epoch: int
    seen: int
    holder: str | None
    by: str

    def line(self) -> Line:
        begins = f"the store of {self.subject} begins this history with epoch {hexed(self.epoch)}"
        seen = f", having seen {hexed(self.seen)}"
        return [f"{begins}{seen}", *of_holder(self.holder), asked_by(self.by)]


BESIDE: Beside = {
    ACKNOWLEDGED: (AcknowledgementRead, as_acknowledgement),
    VERSION: (VersionRead, as_version),
}
"""What the dashboard reads beside an election that it follows."""
