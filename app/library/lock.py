"""A distributed lock."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from kazoo.client import KazooClient

from ..participation import commands as c
from ..recipes.lock.machine import Acquire, Confirm, Confirmed, DistributedLock, GaveUp, Release
from .arguments import check_seconds, check_shared
from .holder import Hold, Holder, Lost
from .shared_session import session_of
from .standing import Owner

if TYPE_CHECKING:
    from .arguments import ClientOptions


RELEASED = "it was released"


class Held(Hold):
    """One time of holding a lock.

    epoch: the fencing token, the czxid of the znode that holds, greater in each later holder than
    in all before it: write it with everything, and let the store refuse a lower one.
    """

    def __init__(
        self,
        epoch: int,
        znode: str,
        deadline: Callable[[], float],
        ended: Callable[[Any], None],
        confirm: Callable[[Held], None],
    ) -> None:
        super().__init__(znode, deadline, ended)
        self.epoch = epoch
        self._confirm = confirm

    def confirm(self) -> None:
        """Have a quorum see that the znode stands, right before a write. Raise Lost where the lock
        is lost, or may be.
        """
        self._confirm(self)


AnyHeld = TypeVar("AnyHeld", bound=Held)


class AnyLock(Holder[AnyHeld]):
    """The base of all locks. `with` acquires, releases and leaves. One object is for one thread at
    a time. hosts: may be a `KazooClient` of the program's own, whose session all locks on it then
    share, with its threads; `on_news` is the one option beside it. gives: what its user holds.
    """

    def __init__(
        self,
        hosts: str | KazooClient,
        path: str,
        identity: str | None,
        recipe: str,
        machine: type[DistributedLock],
        gives: type[AnyHeld],
        lost: Callable[[AnyHeld, str], object] | None,
        **options: Unpack[ClientOptions],
    ) -> None:
        shared = None
        if isinstance(hosts, KazooClient):
            check_shared(options)
            shared = session_of(hosts)
            hosts = shared.hosts
        super().__init__(hosts, path, identity, recipe, machine, lost, shared=shared, **options)
        self._gives = gives
        self._wanted: object | None = None
        self._asked: object | None = None
        self._gave_up: object | None = None
        self._unwanted_for = ""
        self._is_confirmed = False
        self._confirming = threading.Lock()

    def acquire(self, timeout: float | None = None) -> AnyHeld | None:
        """Wait for the lock; None where `timeout` seconds have passed. Raise RuntimeError where it
        is acquired already, Lost where another thread releases or stops it, and what ended the
        session for good.
        """
        if timeout is not None:
            check_seconds("timeout", timeout)
        if self._wanted is not None and (self._tenure is None or self.is_held()):
            who = type(self).__name__
            raise RuntimeError(
                f"this {who} is acquired already: each thread needs a {who} of its own"
            )
        self._begin()
        self.release()
        wish = self._wanted = object()
        self._post(lambda owner: self._ask(owner, wish, timeout))
        try:
            self._await(lambda: self._tenure or self._gave_up is wish or self._wanted is not wish)
        except BaseException:
            self.release()
            raise
        with self._changed:
            if self._wanted is not wish:
                raise Lost(self._unwanted_for)
            if self._tenure is None:
                self._wanted = None
            return self._tenure

    def release(self) -> None:
        """Give the lock back, or the place in the queue; nothing where neither is there."""
        self._want_no_longer(RELEASED)
        self._give(Release)

    def _want_no_longer(self, reason: str) -> None:
        with self._changed:
            self._wanted, self._unwanted_for = None, reason
            self._let_go(reason)
            self._changed.notify_all()

    def __enter__(self) -> AnyHeld:
        with self._entering():
            held = self.acquire()
        assert held is not None
        return held

    def _confirm(self, held: Held) -> None:
        """Ask one question at a time: an answer must not be taken for that to a later one."""
        with self._confirming:
            self._is_confirmed = False
            self._give(Confirm)
            self._await(lambda: self._is_confirmed or held.is_over)
        if not held.is_held():
            raise Lost(held.reason)

    # -- on the in-order thread -------------------------------------------------------------------

    def _ask(self, owner: Owner, wish: object, timeout: float | None) -> None:
        self._asked = wish
        owner.give(Acquire(time.monotonic(), timeout))

    def _begins(self, owner: Owner, epoch: int) -> None:
        """Take the lock, unless the wish for it was taken back: then a Release is under way."""
        with self._changed:
            if self._asked is self._wanted:
                super()._begins(owner, epoch)

    def _withdraw(self, owner: Owner, lost: AnyHeld) -> None:
        """Release, unless the user has asked for the lock again by now."""
        if self._tenure is lost:
            owner.give(Release(time.monotonic()))

    def _tenure_of(self, owner: Owner, epoch: int, deadline: Callable[[], float]) -> AnyHeld:
        znode = owner.path_of(owner.recipe.name or "")
        return self._gives(epoch, znode, deadline, self._over, self._confirm)

    def _told(self, command: c.Command) -> None:
        with self._changed:
            if isinstance(command, GaveUp):
                self._gave_up = self._asked
            elif isinstance(command, Confirmed):
                self._is_confirmed = True
            self._changed.notify_all()

    # -- from any thread --------------------------------------------------------------------------

    def _over(self, held: AnyHeld) -> None:
        """Take the wish back where the lock is lost: the machine would queue for it again, or has
        not seen the loss, and the user does not hold it any longer.
        """
        is_lost = held is self._tenure
        super()._over(held)
        if is_lost:
            self._post(lambda owner: self._withdraw(owner, held))


class Lock(AnyLock[Held]):
    """A lock that one process at a time holds; `Holder` and `RecipeClient` say what the arguments
    mean.
    """

    def __init__(
        self,
        hosts: str | KazooClient,
        path: str,
        identity: str | None = None,
        *,
        lost: Callable[[Held, str], object] | None = None,
        **options: Unpack[ClientOptions],
    ) -> None:
        super().__init__(hosts, path, identity, "lock", DistributedLock, Held, lost, **options)
