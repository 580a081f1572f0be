"""A site: votes on each transaction, and carries out what is decided, and nothing else.

Rules beside those of `looking`, by number.

1. Whether a vote whose answer was lost has been cast, a read of the own znode tells.
13. A vote is written together with a check that nothing is decided yet: who was frozen, and votes
    after the decision, changes nothing.

Before a site votes "commit", its ledger is prepared, on its disk. From then on it is in doubt: it
neither commits nor aborts before it has read the decision. One that comes back goes by its ledger.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ....participation import inputs as i
from ....participation.participant import Anywhere, Commands, Table
from ....participation.phases import Phase
from .. import inputs as h
from .. import messages as m
from .. import znodes as z
from .looking import Looking


class Site(Looking):
    """One site of all transactions at a place. Phase CREATING: its own ledger is at work.

    prepared: the transaction that its ledger is prepared for, and its order's id.
    """

    def __init__(self, site: str) -> None:
        super().__init__()
        self.site = site
        self.prepared: tuple[str, str] | None = None
        self._last: str | None = None
        self._refused: str | None = None
        self._looks_at = ""
        self._is_recalled = self._is_in_doubt = False
        self._seen: tuple[z.TransactionZnode | None, z.VoteZnode | None] = (None, None)

    @classmethod
    def made_for(cls, name: str, settings: Mapping[str, Any]) -> Site:
        """Return the machine of `site`, the name in the settings that outlives its processes."""
        return cls(str(settings["site"]))

    def _belief(self) -> str:
        believed = super()._belief()
        return "in doubt" if self._is_in_doubt and believed in ("waiting", "joining") else believed

    def view(self) -> Mapping[str, Any]:
        """Return which site it is, and what its ledger is prepared for."""
        prepared = self.prepared[0] if self.prepared else None
        return {"site": {"site": self.site, "prepared": prepared}}

    # -- looking --------------------------------------------------------------------------------

    def _resume(self) -> Commands:
        """Take up what its ledger is prepared for first."""
        self.watched = None
        if not self._is_recalled:
            return self._to_ledger(m.Recall())
        return self._look_at(self.prepared[0]) if self.prepared else super()._resume()

    def _to_ledger(self, command: m.Recall | m.Prepare | m.CarryOut) -> Commands:
        self._enter(Phase.CREATING)
        return [command]

    def _go_by(self, latest: z.Latest) -> Commands:
        return self._look_at(latest.name) if latest.name else self._idle()

    def _idle(self) -> Commands:
        """Wait for the next transaction, once there is a watch that tells of it."""
        return self._rest("look", z.LATEST) if z.LATEST in self._armed else super()._resume()

    def _look_at(self, name: str) -> Commands:
        self._looks_at = name
        self._enter(Phase.CHECKING)
        unwatched = frozenset({*self._armed, z.below(name, self.site)})
        return [m.Inspect(name, (self.site,), unwatched, self._must_sync)]

    def _inspected(self, given: h.Inspected) -> Commands:
        if self._is_old(*([self._looks_at] if given.transaction else [])):
            return self._resume()
        self._must_sync = False
        self._seen = given.transaction, given.votes[self.site]
        return self._go_on()

    def _kept(self, given: h.LedgerKept) -> Commands:
        """Go by what its ledger says now; where this comes while it is cut off, a read tells later
        what is left to do (rule 1).
        """
        self._is_recalled = True
        self.prepared, self._last, self._refused = given.prepared, given.last, given.refused
        if self.phase is not Phase.CREATING:
            return []
        return self._go_on() if self._seen[0] else self._resume()

    def _go_on(self) -> Commands:
        """Go on by what it has seen, and by its ledger."""
        one, own = self._seen
        if self.prepared is not None:
            if one is None or one.deed.id != self.prepared[1]:
                return self._stranded(self.prepared[0])
        elif one is None or own is None or self.site not in one.deed.moves:
            return self._idle()
        return self._vote_on(one, own) if one.decision is None else self._obey(one, own)

    def _stranded(self, name: str) -> Commands:
        """Wait, for somebody has taken the transaction away: whatever it did could be wrong."""
        self.step = "in doubt"
        self._is_in_doubt = True
        return self._back_off(f"{name} is gone: nobody can say what was decided")

    # -- the vote, and the decision ---------------------------------------------------------------

    def _vote_on(self, one: z.TransactionZnode, own: z.VoteZnode | None) -> Commands:
        if own is None or own.vote is not None:
            self._is_in_doubt = self.prepared is not None
            return self._rest("in doubt" if self._is_in_doubt else "wait", one.name)
        self.step = "vote"
        if self.prepared is None and self._refused != one.deed.id:
            return self._to_ledger(m.Prepare(one.name, one.deed))
        self._enter(Phase.ASKING)
        vote = z.COMMIT if self.prepared else z.ABORT
        return [m.CastVote(one, self.site, vote, own.version)]

    def _obey(self, one: z.TransactionZnode, own: z.VoteZnode | None) -> Commands:
        assert one.decision is not None
        if self.prepared is not None:
            self.step = "carry out"
            self._is_in_doubt = False
            return self._to_ledger(m.CarryOut(one.name, one.decision))
        if own is None or own.done is not None:
            return self._idle()
        if own.vote == z.COMMIT and one.deed.id != self._last:
            idling = self._idle()
            self.error = f"the ledger knows nothing of {one.name}, for which it has voted"
            return idling
        return self._acknowledge(one, own, one.decision)

    def _acknowledge(self, one: z.TransactionZnode, own: z.VoteZnode, decision: str) -> Commands:
        """Say so in its own znode, so that the transaction can be cleared."""
        self.step = "acknowledge"
        self._enter(Phase.ASKING)
        return [m.AcknowledgeDecision(one.name, self.site, own, decision)]

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {**Looking.anywhere, h.LedgerKept: _kept}
    transitions: ClassVar[Table] = {
        **Looking.transitions,
        (Phase.CHECKING, h.Inspected): _inspected,
        (Phase.ASKING, i.Written): Looking._look_again,
        (Phase.ASKING, i.WriteRefused): Looking._look_again,
    }
