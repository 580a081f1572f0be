"""Leader election with a watch on the predecessor, as a pure state machine.

Rules beside those of a volunteer, by number; each names the failure it was learnt from.

3. Lead only after one MultiRead showed the own znode, its owner and no lower one (CURATOR-696).
6. A vanished predecessor is a reason to list again, not to lead.
13. A later epoch that was acknowledged forbids leading.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes.naming import in_order, predecessor_of
from app.recipes.phases import LEADING, PLACED, Intent, Phase
from app.recipes.volunteer import Commands, Volunteer


class PredecessorElection(Volunteer):
    """One candidate's side of an election in which each watches the next lower one."""

    transitions: ClassVar[Mapping[tuple[Phase, type[i.Input]], str]] = {
        **Volunteer.transitions,
        (Phase.LISTING, i.Children): "_listed",
        (Phase.WATCHING, i.NodeRead): "_predecessor_read",
        (Phase.ACKNOWLEDGING, i.Children): "_check_lead",
        (Phase.ACKNOWLEDGING, i.Acknowledged): "_acknowledged",
        (Phase.ACKNOWLEDGING, i.AcknowledgementRefused): "_refused",
        (Phase.LEADING, i.Children): "_check_lead",
        **{(phase, i.Resign): "_resign" for phase in LEADING},
        **{(phase, i.WatchFired): "_fired" for phase in PLACED},
    }

    # -- taking the place in the chain --------------------------------------------------------

    def _listed(self, given: i.Children) -> Commands:
        if not self._owns(given.own):
            return self._znode_gone()
        names = in_order(given.names or ())
        if self.name not in names:
            return self._list(Phase.LISTING, self.name)
        return self._take_place(given, predecessor_of(self.name, names))

    def _take_place(self, given: i.Children, predecessor: str | None) -> Commands:
        if predecessor is None:
            return self._lead(given)
        self.step = "watch predecessor"
        self._enter(Phase.WATCHING)
        return [c.Read(predecessor)]

    def _predecessor_read(self, given: i.NodeRead) -> Commands:
        if not given.exists:
            return self._list(Phase.LISTING, self.name)
        self.watched = given.name
        self._settle(Phase.WAITING)
        return []

    def _fired(self, given: i.WatchFired) -> Commands:
        if given.name == self.name:
            return self._own_fired(given)
        if given.name != self.watched:
            return []
        self.watched = None
        self.step = "notified"
        return self._list(Phase.LISTING, self.name)

    def _own_fired(self, given: i.WatchFired) -> Commands:
        """Rule 7. A change of data only uses up the watch: the read that re-arms it follows."""
        if given.event == "deleted":
            return self._znode_gone()
        return self._look() if self.phase in LEADING else self._resume()

    # -- leading ------------------------------------------------------------------------------

    def _lead(self, given: i.Children) -> Commands:
        """Rule 3: `given` showed the own znode, its owner and no lower one, all in one read."""
        assert given.own is not None
        if given.acknowledgement and (given.acknowledgement.epoch or 0) > given.own.czxid:
            return self._outdated(given.acknowledgement)
        self.epoch = given.own.czxid
        return [c.Lead(self.epoch), *self._acknowledge(given.acknowledgement)]

    def _outdated(self, acknowledgement: i.Acknowledgement) -> Commands:
        """A later epoch was acknowledged: this znode must not lead; a new one gets a later zxid."""
        self._intent = Intent.REQUEUE
        return self._back_off(f"epoch 0x{acknowledgement.epoch:x}, a later one, is acknowledged")

    def _acknowledge(self, read: i.Acknowledgement | None) -> Commands:
        assert self.name is not None
        assert self.epoch is not None
        self.step = "acknowledge"
        self._in_queue = True
        self._retry_at = None
        self._enter(Phase.ACKNOWLEDGING)
        return [c.Acknowledge(self.name, self.epoch, read.version if read else None)]

    def _acknowledged(self, given: i.Acknowledged) -> Commands:
        self.step = "lead"
        self._settle(Phase.LEADING)
        return []

    def _check_lead(self, given: i.Children) -> Commands:
        """A look while leading: is the znode still one's own, and the acknowledgement as meant?"""
        if not self._owns(given.own):
            return self._znode_gone()
        later = given.acknowledgement and (given.acknowledgement.epoch or 0) > (self.epoch or 0)
        if given.acknowledgement and later:
            return self._step_down("a later epoch is acknowledged") + self._outdated(
                given.acknowledgement
            )
        waiting = self.phase is Phase.ACKNOWLEDGING
        return self._acknowledge(given.acknowledgement) if waiting else []

    def _refused(self, given: i.AcknowledgementRefused) -> Commands:
        return self._look()

    def _step_down(self, reason: str) -> Commands:
        if self.phase not in LEADING:
            return []
        self.epoch = None
        return [c.StepDown(reason)]

    def _resign(self, given: i.Resign) -> Commands:
        self._intent = Intent.REQUEUE
        return self._step_down("it resigned") + self._withdraw()
