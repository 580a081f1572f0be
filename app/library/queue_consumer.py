"""A consumer of a queue of work."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Unpack

from ..participation import commands as c
from ..participation.phases import Phase
from ..recipes.queue.machine import Complete, Consumer, Done
from .holder import Hold, Holder, Lost
from .standing import Owner

if TYPE_CHECKING:
    from .arguments import ClientOptions


class Item(Hold):
    """An item in this consumer's hands.

    name: of its znode. data: what it asks for. times: how often it has been given out by now.
    """

    def __init__(
        self,
        machine: Consumer,
        znode: str,
        deadline: Callable[[], float],
        ended: Callable[[Item], None],
        finish: Callable[[Item], None],
    ) -> None:
        super().__init__(znode, deadline, ended)
        assert machine.item is not None
        self.name, self.data, self.times = machine.item, machine.content, machine.version
        self.is_done: bool | None = None
        self._finish = finish

    def finish(self) -> None:
        """Take it out of the queue: what it asks for is done. Waits for ZooKeeper's answer. Raise
        Lost where it may be in other hands, or where the session was over before the answer came.
        """
        if not self.is_done:
            self._finish(self)


class QueueConsumer(Holder[Item]):
    """Takes one item after the other; `Holder` and `RecipeClient` say what the arguments mean.

    `for item in QueueConsumer(…):` waits for each item, and takes it out of the queue when the
    block has come to its end. An item whose block raises something, or is left by `break`, goes
    back into the queue, and the loop leaves cleanly. `stop()` ends the loop once the block that is
    at work has come to its end. An item may be given out again after it was lost.
    """

    def __init__(
        self,
        hosts: str,
        path: str,
        identity: str | None = None,
        *,
        lost: Callable[[Item, str], object] | None = None,
        **options: Unpack[ClientOptions],
    ) -> None:
        super().__init__(hosts, path, identity, "queue", Consumer, lost, **options)
        self._finishing: Item | None = None
        self._shown: Item | None = None
        self._at_work: Item | None = None

    def __enter__(self) -> QueueConsumer:
        self.start()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._at_work = None
        super().__exit__(*raised)

    def __iter__(self) -> Iterator[Item]:
        try:
            self._begin()
            while (item := self._next()) is not None:
                yield item
                with suppress(Lost):
                    item.finish()
        finally:
            self._leave()

    def _next(self) -> Item | None:
        """Wait for an item that has not been given to the loop; None once it was stopped. Nothing
        is given to the loop after a `stop()`, and nothing that was given is taken by it.
        """
        self._at_work, before = None, self._shown
        try:
            self._await(lambda: self._stopped or self._tenure not in (None, before))
        except Lost:
            return None
        self._shown = self._at_work = self._tenure
        return None if self._stopped else self._shown

    def _leave(self) -> None:
        self._at_work = None
        super()._leave()

    def _finish_item(self, item: Item) -> None:
        item.is_done = None
        self._post(lambda owner: self._complete(owner, item))
        self._await(lambda: item.is_done is not None)
        if not item.is_done:
            raise Lost(item.reason or "the item is no longer its own")

    # -- on the in-order thread -------------------------------------------------------------------

    def _complete(self, owner: Owner, item: Item) -> None:
        """Complete an item, also one that was given to it again after a short disconnect."""
        self._finishing = item
        if owner.recipe.phase is Phase.HOLDING and _is_of(item, owner):
            owner.give(Complete(time.monotonic(), item.name))
            owner.leave_if_asked()
        else:
            self._settle(done=False)

    def _settle(self, *, done: bool) -> None:
        item, self._finishing = self._finishing, None
        if item is None:
            return
        with self._changed:
            if done:
                self._let_go("it is done")
            item.is_done = done
            self._changed.notify_all()

    def _tenure_of(self, owner: Owner, epoch: int, deadline: Callable[[], float]) -> Item:
        machine = _machine_of(owner)
        znode = owner.path_of(machine.name or "")
        return Item(machine, znode, deadline, self._over, self._finish_item)

    def _told(self, command: c.Command) -> None:
        if isinstance(command, Done):
            self._settle(done=True)

    def _ends(self, reason: str) -> None:
        super()._ends(reason)
        self._settle(done=False)

    def _looked(self, owner: Owner) -> None:
        """Notice that an item was lost with its session while its end was under way."""
        finishing = self._finishing
        if finishing is not None and _machine_of(owner).item != finishing.name:
            self._ends("its session is over")

    # -- from any thread --------------------------------------------------------------------------

    def _may_leave(self) -> bool:
        """Let the block that is at work come to its end: else its item would be done twice."""
        item, owner = self._at_work, self._owner
        if item is None or item is self._finishing or item.is_done:
            return True
        return owner is None or not _is_of(item, owner)


def _is_of(item: Item, owner: Owner) -> bool:
    """Tell whether its machine has this item still, as it was given out."""
    machine = _machine_of(owner)
    return (item.name, item.times) == (machine.item, machine.version)


def _machine_of(owner: Owner) -> Consumer:
    assert isinstance(owner.recipe, Consumer)
    return owner.recipe
