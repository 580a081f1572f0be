"""A shared lock: readers hold it together, a writer holds it alone; each can be asked for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Unpack

from kazoo.client import KazooClient

from ..participation import commands as c
from ..recipes.sharedlock import machine
from ..recipes.sharedlock.znodes import READ, WRITE, Mode
from .arguments import require
from .lock import AnyLock, Held
from .standing import Owner

if TYPE_CHECKING:
    from .arguments import ClientOptions

ROLES: dict[Mode, tuple[str, type[machine.SharedLock]]] = {
    READ: ("reader", machine.Reader),
    WRITE: ("writer", machine.Writer),
}
"""For each mode, what the znode calls its owner, and the machine."""

ASKED = "somebody asked for its place in the line"


class Revocable(Held):
    """One time of holding a shared lock.

    revoked: set once somebody asks for it; give it back soon. epoch: a writer's is greater than
    that of everybody who has held the lock before it.
    """

    def __init__(self, *of_held: Any) -> None:
        super().__init__(*of_held)
        self.revoked = threading.Event()


class SharedLock(AnyLock[Revocable]):
    """A lock that readers hold together and a writer holds alone; `Holder` and `RecipeClient` say
    what the other arguments mean.

    mode: "read" or "write". Somebody asks for the lock by writing `unlock` into a znode: where its
    owner still waits, `acquire` gives the place back, and raises Lost.
    """

    def __init__(
        self,
        hosts: str | KazooClient,
        path: str,
        identity: str | None = None,
        *,
        mode: Mode,
        lost: Callable[[Revocable, str], object] | None = None,
        **options: Unpack[ClientOptions],
    ) -> None:
        require(mode in (READ, WRITE), f"mode must be {READ!r} or {WRITE!r}, not {mode!r}")
        super().__init__(hosts, path, identity, *ROLES[mode], Revocable, lost, **options)
        self._is_asked = False

    # -- on the in-order thread -------------------------------------------------------------------

    def _told(self, command: c.Command) -> None:
        self._is_asked |= isinstance(command, machine.Revoked)
        super()._told(command)

    def _looked(self, owner: Owner) -> None:
        """Tell the holder that somebody asks. Where it still waits, give its place back at once:
        what the user asks for after that must not be taken for it.
        """
        is_asked, self._is_asked = self._is_asked, False
        if not is_asked:
            return
        with self._changed:
            held, waits = self._tenure, self._asked is self._wanted
            if held is not None:
                held.revoked.set()
            elif waits:
                self._want_no_longer(ASKED)
        if held is None and waits:
            owner.give(machine.GiveBack(time.monotonic()))
