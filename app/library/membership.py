"""Membership in a group."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING, Unpack

from ..recipes.membership.machine import Membership as MembershipMachine
from .arguments import check_functions, check_node
from .callbacks import CallbackThread
from .holder import Hold, Holder
from .standing import LEAVES_WITHIN, Owner

if TYPE_CHECKING:
    from .arguments import ClientOptions

Names = tuple[str, ...]


class Membership(Holder[Hold]):
    """One live member of a group; `Holder` and `RecipeClient` say what the arguments mean.

    identity: what this node is called, in each of its processes. on_change(members): hears the
    names of the live members each time that they change; one call after the other, on a thread of
    its own.

    `with Membership(…) as group:` begins when this node is live. Another process of the same
    identity has to end first, and its session with it.
    """

    def __init__(
        self,
        hosts: str,
        path: str,
        identity: str,
        *,
        on_change: Callable[[Names], object] | None = None,
        lost: Callable[[Hold, str], object] | None = None,
        **options: Unpack[ClientOptions],
    ) -> None:
        check_functions(on_change=on_change)
        check_node(identity)
        settings = {"incarnation": uuid.uuid4().hex}
        super().__init__(
            hosts, path, identity, "membership", MembershipMachine, lost, settings, **options
        )
        self._on_change = on_change
        self._changes = CallbackThread(f"{self._name}: on_change")
        self._members: Names = ()
        self._known: Names = ()

    @property
    def members(self) -> Names:
        """Return the names of the live members as read last: old while ZooKeeper is away."""
        return self._members

    @property
    def known(self) -> Names:
        """Return the names of all present and former members, as read last."""
        return self._known

    def __enter__(self) -> Membership:
        with self._entering():
            self._begin()
            self._await(lambda: self._tenure is not None)
        return self

    def _finish(self) -> None:
        super()._finish()
        self._changes.await_idle(LEAVES_WITHIN)
        self._changes.close()

    # -- on the in-order thread -------------------------------------------------------------------

    def _tenure_of(self, owner: Owner, epoch: int, deadline: Callable[[], float]) -> Hold:
        return Hold(owner.path_of(owner.recipe.name or ""), deadline, self._over)

    def _looked(self, owner: Owner) -> None:
        """Go by what the machine believes: membership gives nothing that it would say Begin of."""
        is_live, was_live = owner.recipe.belief == "live", self.is_held()
        self._learn(owner)
        if is_live and not was_live:
            self._begins(owner, 0)
        elif was_live and not is_live:
            self._ends("it may not count as live any longer")

    def _learn(self, owner: Owner) -> None:
        group = owner.recipe.view()["group"]
        members, self._known = tuple(group["live"]), tuple(group["known"])
        if members == self._members:
            return
        self._members = members
        owner.tell("members", {"members": list(members)})
        on_change = self._on_change
        if on_change is not None:
            self._changes.do(lambda: on_change(members))
