"""The events of shared locks, each with its line in words."""

from __future__ import annotations

from ...readmodels.event import CandidateEvent, PlaceEvent
from ...readmodels.guarded import GuardOpened, GuardSwitched
from ...readmodels.wording import Line, asked_by, who, znode


class SharedLockOpened(GuardOpened, kind="shared_lock.opened"):
    """Somebody has opened the shared lock."""

    thing = "shared lock"


class SharedLockSwitched(GuardSwitched, kind="shared_lock.switched", tone="frozen"):
    """Somebody has taken the shared lock away from its clients, or given it back."""

    thing = "shared lock"


class LockRevoking(PlaceEvent, kind="shared_lock.revoking", tone="wait"):
    """Somebody asks the owner of a znode to give back what it has."""

    znode: str
    by: str

    def line(self) -> Line:
        asked = f" was asked to give back{asked_by(self.by)}"
        return ["the owner of ", znode(self.znode), asked]


class LockUnrevoked(PlaceEvent, kind="shared_lock.unrevoked", tone="dead"):
    """Tell that the request to give back could not be written."""

    znode: str
    by: str

    def line(self) -> Line:
        return ["the owner of ", znode(self.znode), " could not be asked"]


class ClientRevoked(CandidateEvent, kind="candidate.revoked", tone="wait"):
    """A client has read `unlock` in its znode, and gives back."""

    def line(self) -> Line:
        return [who(self.subject), " has read unlock in its znode, and gives back"]


class FileRead(CandidateEvent, kind="candidate.read"):
    """A reader has finished. first, last: what the file said when it began and when it ended."""

    file: str
    first: int
    last: int

    def line(self) -> Line:
        if self.first == self.last:
            return [who(self.subject), f" has read {self.first}"]
        torn = f" at the beginning and {self.last} at the end: torn"
        return [who(self.subject), f" has read {self.first}{torn}"]
