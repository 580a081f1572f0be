"""Hold what the user of a recipe has for a while: waited for, used, and given back or lost."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, TypeVar, Unpack

from ..participation import commands as c
from ..participation import inputs as i
from ..participation.participant import Participant
from .arguments import check_functions
from .callbacks import CallbackThread
from .client import RecipeClient
from .standing import LEAVES_WITHIN, Owner, StandingProcedure, UserWork
from .term import Tenure

if TYPE_CHECKING:
    from .arguments import ClientOptions
    from .shared_session import SharedSession

STOPPED = "it was stopped"


class Lost(Exception):
    """The error that what was held is, or may be, somebody else's; or the object was stopped."""


class Hold(Tenure):
    """A hold that a `Holder` gives its user, until it is given back or lost."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.znode} {self.reason or 'held'}>"

    def is_held(self) -> bool:
        """Tell whether it is held still; it looks at the session's clock itself, so it is right in
        the first instruction after a freeze. Ask before each step of the work.
        """
        return not self.is_over


AnyHold = TypeVar("AnyHold", bound=Hold)


class Holder(RecipeClient, Generic[AnyHold]):
    """Waits for what its recipe gives, on the user's thread, and says when that is lost.

    identity: None takes the machine's name and the process's id. lost(held, reason): it is lost, or
    may be: the connection is, the session ran out by its own clock, somebody deleted the znode.
    Called at once, on a thread of its own, also while the user is busy; not where the user gives it
    back.
    """

    def __init__(
        self,
        hosts: str,
        path: str,
        identity: str | None,
        recipe: str,
        machine: type[Participant],
        lost: Callable[[AnyHold, str], object] | None,
        settings: Mapping[str, Any] | None = None,
        shared: SharedSession | None = None,
        **options: Unpack[ClientOptions],
    ) -> None:
        if identity is None:
            identity = f"{socket.gethostname()}-{os.getpid()}"
        check_functions(lost=lost)
        procedure = StandingProcedure(recipe, machine, self._make_work, settings or {})
        super().__init__(hosts, path, identity, procedure, shared=shared, **options)
        self._lost = lost
        shared = self._shared
        self._teller = shared.lost if shared else CallbackThread(f"{self._name}: lost")
        self._changed = threading.Condition()
        self._tenure: AnyHold | None = None
        self._owner: Owner | None = None
        self._has_left = self._is_used = False

    def is_held(self) -> bool:
        """Tell whether the user has it, by the session's clock."""
        tenure = self._tenure
        return tenure is not None and tenure.is_held()

    def __exit__(self, *raised: Any) -> None:
        self._is_used = True
        super().__exit__(*raised)

    # -- on the user's threads --------------------------------------------------------------------

    def _begin(self) -> None:
        """Take part, from the first wish on. Raise RuntimeError after a block that has ended."""
        if self._thread is None:
            self.start()
        elif self._is_used:
            raise self._has_already("left")
        self._await(lambda: self._owner is not None)

    def _give(self, make: Callable[[float], i.Input]) -> None:
        """Tell the machine something, in order."""
        self._post(lambda owner: owner.give(make(time.monotonic())))

    def _post(self, function: Callable[[Owner], object]) -> None:
        owner = self._owner
        if owner is not None:
            owner.post(lambda: function(owner))

    def _await(self, is_so: Callable[[], object], timeout: float | None = None) -> bool:
        """Wait until it is so; tell whether it is within `timeout` seconds. Raise what ended the
        part in the recipe meanwhile, and Lost where that was `stop()`.
        """
        with self._changed:
            self._changed.wait_for(lambda: is_so() or self._has_left, timeout)
            if is_so():
                return True
        if self._has_left:
            who = type(self).__name__
            raise self._error or Lost(f"{STOPPED}: create another {who} to begin again")
        return False

    @contextmanager
    def _entering(self) -> Iterator[None]:
        """Leave nothing behind where the way into a `with` block is interrupted."""
        try:
            yield
        except BaseException:
            self._leave()
            raise

    def _leave(self) -> None:
        """Stop, and wait until it has left. One that has is not touched: a loop over a queue may be
        collected as garbage together with it.
        """
        self._is_used = True
        if not self._has_left:
            self.stop()
        if self._thread is not None:
            self._thread.join()

    def _let_go(self, reason: str) -> None:
        """End what the user gives back, without telling it of a loss."""
        tenure, self._tenure = self._tenure, None
        if tenure is not None:
            tenure.end(reason)

    def _finish(self) -> None:
        with self._changed:
            self._has_left = True
            self._changed.notify_all()
        self._teller.await_idle(LEAVES_WITHIN)
        self._teller.close()

    # -- on the in-order thread -------------------------------------------------------------------

    def _make_work(self, owner: Owner) -> UserWork:
        with self._changed:
            self._owner = owner
            self._changed.notify_all()
        return _Work(owner, self)

    def _tenure_of(self, owner: Owner, epoch: int, deadline: Callable[[], float]) -> AnyHold:
        """Return what the machine has just given, under this number."""
        raise NotImplementedError

    def _begins(self, owner: Owner, epoch: int) -> None:
        recipe = owner.recipe
        tenure = self._tenure_of(owner, epoch, lambda: recipe.deadline)
        owner.tell("holding", {"znode": tenure.znode, "number": epoch})
        with self._changed:
            self._tenure = tenure
            self._changed.notify_all()

    def _ends(self, reason: str) -> None:
        if self._tenure is not None:
            self._tenure.end(reason)

    def _told(self, command: c.Command) -> None:
        """Take a command of the machine's that is for nobody else."""

    def _looked(self, owner: Owner) -> None:
        """Follow what the machine has made of an input."""

    # -- from any thread --------------------------------------------------------------------------

    def _may_leave(self) -> bool:
        """Tell whether it may leave as soon as it was asked to."""
        return True

    def _over(self, tenure: AnyHold) -> None:
        """Tell the user that it has ended."""
        reason, lost = tenure.reason or "", self._lost
        is_lost = tenure is self._tenure and not (self._owner and self._owner.is_leaving)
        with self._changed:
            self._changed.notify_all()
        self._tell("over", {"znode": tenure.znode, "reason": reason})
        if is_lost and lost is not None:
            self._teller.do(lambda: lost(tenure, reason))


class _Work(UserWork):
    """Hands on what the machine says."""

    def __init__(self, owner: Owner, holder: Holder[Any]) -> None:
        super().__init__(owner)
        self._holder = holder

    def begin(self, epoch: int) -> None:
        self._holder._begins(self.owner, epoch)

    def end(self, reason: str) -> None:
        self._holder._ends(reason)

    def told(self, command: c.Command) -> None:
        self._holder._told(command)

    def may_leave(self) -> bool:
        return self._holder._may_leave()

    def changed(self) -> None:
        self._holder._looked(self.owner)

    def close(self) -> None:
        self._holder._ends(STOPPED)
