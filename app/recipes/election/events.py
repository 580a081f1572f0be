"""The events of candidates' data, and of what stands beside an election, each with its line in
words.
"""

from __future__ import annotations

from ...participation.naming import label_of
from ...readmodels.event import UNSAID, CandidateEvent, PlaceEvent, Unsaid
from ...readmodels.wording import Line, asked_by, by_server, hexed, who


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
