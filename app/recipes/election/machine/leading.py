"""The leader's part in every election: the lead, its epoch, its acknowledgement.

Rules beside those of a volunteer, by number.

3. Lead only after a read showed the own znode and its owner (CURATOR-696).
13. A later epoch that was acknowledged forbids leading.

A rule of eligibility: a candidate with older data than the newest neither volunteers nor leads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from ....participation import commands as c
from ....participation import inputs as i
from ....participation.participant import Anywhere, Commands, Table
from ....participation.phases import HELD, Intent, Phase
from ....participation.volunteer import Volunteer
from .. import messages as m


class Leading(Volunteer):
    """One candidate's side of an election; a strategy says how it comes to lead."""

    orders: ClassVar[Mapping[str, Callable[..., i.Input]]] = {
        **Volunteer.orders,
        "resign": m.Resign,
        "data": m.Data,
    }

    def __init__(self) -> None:
        super().__init__()
        self.leader: str | None = None
        self.data: int | None = None
        self.newest: int | None = None

    def view(self) -> Mapping[str, Any]:
        """Return who leads, as far as it has to know, and the versions of its data."""
        data = {"version": self.data, "newest": self.newest}
        return {"leader": self.leader, "data": None if self.data is None else data}

    def _listing(self, name: str | None, *, watch: bool = True, sync: bool = False) -> c.List:
        return m.ListCandidates(name, watch, sync, newest=self.data is not None)

    def _forget_znode(self) -> None:
        super()._forget_znode()
        self.leader = None

    # -- eligibility --------------------------------------------------------------------------

    @property
    def _is_behind(self) -> bool:
        return self.data is not None and self.newest is not None and self.data < self.newest

    def _volunteer(self) -> Commands:
        if self.data is None:
            return self._create()
        return self._list(Phase.ASKING, None)

    def _asked(self, given: i.Children) -> Commands:
        """Look for the znode of a create that was late (rule 1)."""
        if self._may_have_more and self._found(given):
            return self._seek()
        self.newest = given.beside.newest
        return self._sit_out() if self._is_behind else self._create()

    def _sit_out(self) -> Commands:
        self.step = "sit out"
        return self._give_back(Intent.REST, "its data is behind")

    def _data_told(self, given: m.Data) -> Commands:
        self.data, self.newest = given.version, given.newest
        if self._intent is Intent.LEAVE:
            return []
        if self._is_behind:
            return self._sit_out()
        if self._intent is not Intent.REST:
            return []
        self._intent = Intent.STAY
        return self._resume() if self.phase is Phase.RESTING else []

    # -- leading ------------------------------------------------------------------------------

    def _lead(self, given: i.Children) -> Commands:
        """Lead: `given` showed the own znode and its owner, and no znode before it."""
        assert given.own is not None
        self.newest = given.beside.newest
        if self._is_behind:
            return self._sit_out()
        later = self._later(given.beside.acknowledgement, given.own.czxid)
        if later is not None:
            return self._outdated(later)
        self.epoch = given.own.czxid
        return [c.Begin(self.epoch), *self._acknowledge(given.beside.acknowledgement)]

    def _lead_at_once(self, own: i.Own) -> Commands:
        """Lead after reading only the list; the acknowledgement is read while leading."""
        self.epoch = own.czxid
        self.step = "acknowledge"
        self._in_queue = True
        self._retry_at = None
        return [c.Begin(self.epoch), *self._list(Phase.WRITING, self.name)]

    def _later(self, read: m.Acknowledgement | None, epoch: int) -> int | None:
        """Return a later epoch that was acknowledged. An epoch of another ensemble is not believed:
        no new znode would ever get a later zxid.
        """
        if read is None or read.epoch is None or read.epoch <= epoch:
            return None
        if read.is_genuine:
            return read.epoch
        self.error = (
            f"the acknowledged epoch 0x{read.epoch:x} is not believed: it is later than the change "
            f"that wrote it (0x{read.mzxid:x}), so it was copied from another ensemble"
        )
        return None

    def _outdated(self, later: int) -> Commands:
        """Give up this znode, which must not lead; a new one gets a later zxid."""
        self._intent, self.step = Intent.REQUEUE, None
        return self._back_off(f"epoch 0x{later:x}, a later one, is acknowledged")

    def _acknowledge(self, read: m.Acknowledgement | None) -> Commands:
        assert self.name is not None
        assert self.epoch is not None
        self.step = "acknowledge"
        self._in_queue = True
        self._retry_at = None
        self._enter(Phase.WRITING)
        return [m.Acknowledge(self.name, self.epoch, read.version if read else None)]

    def _acknowledged(self, given: i.Written) -> Commands:
        self.step = "lead"
        self._settle(Phase.HOLDING)
        return []

    def _check_lead(self, given: i.Children) -> Commands:
        """Check while leading: is the znode still its own, and the acknowledgement as expected?"""
        if not self._owns(given.own):
            return self._not_own(given.own)
        later = self._later(given.beside.acknowledgement, self.epoch or 0)
        if later is not None:
            return self._end("a later epoch is acknowledged") + self._outdated(later)
        waiting = self.phase is Phase.WRITING
        return self._acknowledge(given.beside.acknowledgement) if waiting else []

    def _refused(self, given: i.WriteRefused) -> Commands:
        return self._look()

    def _resign(self, given: m.Resign) -> Commands:
        self.step = None
        return self._give_back(Intent.REQUEUE, "it resigned")

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {**Volunteer.anywhere, m.Data: _data_told}
    transitions: ClassVar[Table] = {
        **Volunteer.transitions,
        (Phase.ASKING, i.Children): _asked,
        (Phase.WRITING, i.Children): _check_lead,
        (Phase.WRITING, i.Written): _acknowledged,
        (Phase.WRITING, i.WriteRefused): _refused,
        (Phase.HOLDING, i.Children): _check_lead,
        **dict.fromkeys(((phase, m.Resign) for phase in HELD), _resign),
    }
