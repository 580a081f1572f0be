"""A double barrier: enter together, leave together."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Unpack

from ..participation import commands as c
from ..participation.phases import Phase
from ..recipes.barrier.machine import Depart, DoubleBarrier, Enter, Out
from .arguments import check_seconds, require
from .holder import Hold, Holder, Lost
from .standing import Owner

if TYPE_CHECKING:
    from .arguments import ClientOptions


class Round(Hold):
    """One time of being inside. number: of the round, from 1."""

    def __init__(
        self, number: int, znode: str, deadline: Callable[[], float], ended: Callable[[Round], None]
    ) -> None:
        super().__init__(znode, deadline, ended)
        self.number = number


class Barrier(Holder[Round]):
    """A barrier that `size` processes pass together; `Holder` and `RecipeClient` say what the
    arguments mean.

    `with Barrier(…) as round:` begins when all are there, and ends when all have come to the end of
    theirs; a block that raises leaves at once. A process whose session is lost inside is out: the
    others do not wait for it, and its `leave` raises Lost.
    """

    def __init__(
        self,
        hosts: str,
        path: str,
        identity: str | None = None,
        *,
        size: int,
        lost: Callable[[Round, str], object] | None = None,
        **options: Unpack[ClientOptions],
    ) -> None:
        is_number = isinstance(size, int) and not isinstance(size, bool) and size > 0
        require(is_number, f"size must be how many pass it together, not {size!r}")
        settings = {"size": size}
        super().__init__(hosts, path, identity, "barrier", DoubleBarrier, lost, settings, **options)
        self._number: int | None = None
        self._departs = self._fell_out = False

    def enter(self, timeout: float | None = None) -> Round:
        """Wait until `size` are there. Raise TimeoutError where they are not within `timeout`
        seconds, and has left for good then: nobody waits for one who does not wait.
        """
        if timeout is not None:
            check_seconds("timeout", timeout)
        if self._number is not None:
            raise RuntimeError("this Barrier is already inside")
        self._begin()
        self._give(Enter)
        with self._entering():
            if not self._await(lambda: self._tenure is not None, timeout):
                raise TimeoutError(f"not all came within {timeout:g} s")
        assert self._tenure is not None
        return self._tenure

    def leave(self) -> None:
        """Wait until all who are inside leave. Raise Lost where this one is not inside."""
        if self._number is None:
            raise Lost("it is not inside")
        self._departs = True
        self._let_go("it left")
        self._post(self._looked)
        self._await(lambda: self._number is None or self._fell_out)
        if self._fell_out:
            raise Lost("it fell out of the round with its session")

    def __enter__(self) -> Round:
        return self.enter()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Leave; raise what `leave` raises, unless the block has raised something."""
        try:
            if error is None:
                self.leave()
        finally:
            super().__exit__(kind, error, traceback)

    # -- on the in-order thread -------------------------------------------------------------------

    def _tenure_of(self, owner: Owner, epoch: int, deadline: Callable[[], float]) -> Round:
        return Round(epoch, owner.path_of(owner.recipe.name or ""), deadline, self._over)

    def _begins(self, owner: Owner, epoch: int) -> None:
        """Begin a round, or go on inside it after a moment without a connection."""
        self._number = epoch
        if not self._departs:
            super()._begins(owner, epoch)

    def _told(self, command: c.Command) -> None:
        if isinstance(command, Out):
            with self._changed:
                self._number, self._departs = None, False
                self._changed.notify_all()

    def _looked(self, owner: Owner) -> None:
        """Stop where the session was lost inside: the machine would take part in the next round,
        and nobody here waits for that. Depart as soon as that is possible.
        """
        machine = owner.recipe
        assert isinstance(machine, DoubleBarrier)
        if self._number is not None and not machine.members:
            with self._changed:
                self._fell_out = True
                self._changed.notify_all()
            self.stop()
        elif self._departs and machine.phase is Phase.HOLDING:
            owner.give(Depart(time.monotonic()))
