"""What a leader proposes, and what a quorum has agreed on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from app.sandbox.core.messages import Message, ServerRequest
from app.sandbox.core.sessions import Session
from app.sandbox.core.tree import Tree
from tests.simulation.replica import Transaction, copied, repeated

if TYPE_CHECKING:
    from tests.simulation.connections import Port
    from tests.simulation.ensemble.peer import Peer


class Asker:
    """Who waits for a proposal: the server's end of a connection, its server and its request."""

    def __init__(self, peer: Peer, port: Port, request: ServerRequest | None = None) -> None:
        self.peer, self.port, self.request = peer, port, request


@dataclass(eq=False)
class Proposal:
    """One transaction of the log. A failed one changes nothing, and uses up a zxid all the same
    (PrepRequestProcessor: ErrorTxn).

    opens, closes: the session that begins or ends with it. is_due: it ends because its time has
    come. refused: by its session, before anybody looked at the request. acks: who has it logged.
    """

    transaction: Transaction
    opens: Session | None = None
    closes: Session | None = None
    is_due: bool = False
    refused: bool = False
    asker: Asker | None = None
    answers: Sequence[Message] = ()
    acks: set[Peer] = field(default_factory=set)

    @property
    def zxid(self) -> int:
        """Its place in the log."""
        return self.transaction.zxid


class Committed:
    """What is true: the tree, the sessions and the log that a quorum has agreed on.

    zxid: of the last transaction.
    """

    def __init__(self, tree: Tree, zxid: int) -> None:
        self.tree, self.zxid = copied(tree), zxid
        self.sessions: dict[int, Session] = {}
        self.log: list[Proposal] = []

    def add(self, proposal: Proposal) -> None:
        """Make a transaction true."""
        self.log.append(proposal)
        self.zxid = proposal.zxid
        for _ in repeated(self.tree, proposal.transaction):
            pass
        if proposal.opens is not None:
            session = proposal.opens
            self.sessions[session.id] = replace(session, expires_at=0, link=None)
        if proposal.closes is not None:
            self.sessions.pop(proposal.closes.id, None)
