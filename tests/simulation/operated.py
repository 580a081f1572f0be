"""What an operator does to ZooKeeper, whatever servers it has."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from app.sandbox.core.sessions import Session
from app.zookeeper.handler import ELECTING
from app.zookeeper.wire.codes import Code, Op, Permission
from app.zookeeper.wire.records import Acl, CreateRequest, Id, SetAclRequest
from tests.simulation.plan import LONGEST_TIMEOUT, Plan

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.sandbox.core.tree import Znode
    from tests.simulation.process import Process
    from tests.simulation.world import World

OPERATOR = "127.0.0.1"
MOST_PROCESSES = 32
AGAIN = 0.1
"""Seconds after which an operator tries once more what no majority agreed on."""
HISTORY_TAKES = ELECTING + LONGEST_TIMEOUT + 2.0


class Operated(ABC):
    """Znodes, ACLs, sessions and histories, as an operator has them in hand.

    core: what is true, with its `tree`, `zxid` and `sessions`.
    """

    core: Any

    def __init__(self, world: World, plan: Plan) -> None:
        self.world = world
        self.scene = world.part.scene
        self._hidden: set[str] = set()
        self._places: dict[Process, int] = {}
        self._is_another = False

    @property
    @abstractmethod
    def is_down(self) -> bool:
        """Whether an operator would be refused."""

    @abstractmethod
    def operate(self, op: Op, body: object) -> int:
        """Carry out somebody else's request; its error code."""

    @abstractmethod
    def restore(self, past: Any, how: str) -> None:
        """Go down, and come back as it was."""

    @abstractmethod
    def end_session(self, session: Session) -> None:
        """Close somebody else's session."""

    # -- an operator --------------------------------------------------------------------------

    def permit(self, path: str, permissions: int) -> int:
        """Set an ACL for everybody; its error code."""
        return self.operate(Op.SET_ACL, SetAclRequest(path, _for_all(permissions), -1))

    def hides(self, path: str) -> bool:
        """Whether somebody is kept from reading this znode."""
        return path in self._hidden

    def hide(self, path: str, process: Process) -> bool:
        """Keep this process, and no other, from reading a znode; whether that was possible. News of
        it is kept from it too, of which no client can know: so an operator who changes or deletes
        the znode shows it first.
        """
        own = self.address_of(process)
        everybody = (OPERATOR, *(_address(place) for place in range(MOST_PROCESSES)))
        acl = [Acl(Permission.ALL, Id("ip", one)) for one in everybody if one != own]
        self._hidden.add(path)
        return self.operate(Op.SET_ACL, SetAclRequest(path, acl, -1)) == 0

    def show(self, path: str) -> None:
        """Let everybody read it again; as often as it takes until it is agreed on."""
        self._hidden.discard(path)
        if self.permit(path, Permission.ALL) == Code.CONNECTION_LOSS:
            self.world.after(AGAIN, lambda: self.show(path))

    def show_before(self, op: Op, body: Any) -> None:
        """Let everybody read what an operator is about to change."""
        if op in (Op.DELETE, Op.SET_DATA) and body.path in self._hidden:
            self.show(body.path)

    def address_of(self, process: Process) -> str:
        """Each process has an address of its own, which ACLs can mean."""
        return _address(self._places.setdefault(process, len(self._places)))

    def make(self, path: str, data: bytes = b"") -> None:
        """Create a znode that stays."""
        self.operate(Op.CREATE, CreateRequest(path, data, _for_all(Permission.ALL), 0))

    def children(self, path: str) -> Iterable[tuple[str, Znode]]:
        """Names and znodes below `path`; nothing where it is not there."""
        nodes = self.core.tree.nodes
        znode = nodes.get(path)
        return () if znode is None else ((name, nodes[f"{path}/{name}"]) for name in znode.children)

    # -- another history ----------------------------------------------------------------------

    @property
    def patience(self) -> float:
        """Seconds more until order is back, where clients have to find out that the session that
        they had was in another history: they ask when it is over by their own clock, and an
        ensemble would have elected a leader; and then they ask twice.
        """
        return HISTORY_TAKES if self._is_another else 0.0

    def forget_history(self) -> None:
        """What comes next is no continuation of what was."""
        self._is_another = True
        self.world.judge.forget_history()


def _address(place: int) -> str:
    return f"10.0.0.{place}"


def _for_all(permissions: int) -> list[Acl]:
    return [Acl(int(permissions), Id("world", "anyone"))]
