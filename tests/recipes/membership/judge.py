"""What is judged of a group's members and of their two lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.participation import commands as c
from app.participation.phases import Phase
from app.recipes.membership.znodes import ALL, PARENTS, known_name, live_name
from app.sandbox.core.messages import ServerRequest
from app.zookeeper.wire.codes import Op
from tests.simulation import truth
from tests.simulation.judge import Judge, Violation
from tests.simulation.judge_announced import AnnouncedJudge
from tests.simulation.judge_requests import evicts_nobody, is_bound, writes_in

if TYPE_CHECKING:
    from app.recipes.membership.machine import Membership
    from tests.simulation.process import Process


class MembershipJudge(AnnouncedJudge):
    """Of a group. Processes of one node bear its name, and marks behind it."""

    only_one = "one_live"
    invariants = (
        *Judge.invariants, "one_live", "live_is_own", "lists_are_true", "evicts_nobody",
        "goes_by_its_entry", "leaves_nothing",
    )  # fmt: skip

    def believes(self, process: Process) -> bool:
        return bool(process.recipe.belief == "live")

    def asked(self, process: Process, request: ServerRequest) -> None:
        super().asked(process, request)
        evicts_nobody(self._world, process, request, Op.DELETE)
        self._goes_by_its_entry(process, request)

    def _goes_by_its_entry(self, process: Process, request: ServerRequest) -> None:
        """What comes to the live znode of a node, and what goes from it, goes by the entry as it
        was read: an ephemeral znode that is made again has version 0 like the one before.
        """
        scene = self._world.server.scene
        live, entry = scene.of(live_name(process.node)), scene.of(known_name(process.node))
        if process.recipe._entry is None or not any(
            op in (Op.CREATE, Op.DELETE) and one.path == live for op, one in writes_in(request)
        ):
            return
        self.judged("goes_by_its_entry")
        if not is_bound(request, entry):
            detail = f"{process.name} changes {live}, whoever has registered since"
            raise Violation("goes_by_its_entry", detail)

    def commanded(self, process: Process, command: c.Command) -> None:
        super().commanded(process, command)
        if isinstance(command, c.Leave):
            self._leaves(process)

    def _leaves(self, process: Process) -> None:
        """Of three servers one that is late may hide its znode, and somebody who has changed its
        entry may be a later process of its node: then the znode goes with the session.
        """
        nodes, scene = self._world.server.core.tree.nodes, self._world.server.scene
        entry = nodes.get(scene.of(known_name(process.node)))
        is_sure = entry is None or entry.version == process.recipe._entry
        if process.plan.servers > 1 or not is_sure:
            return
        self.judged("leaves_nothing")
        left = nodes.get(scene.of(live_name(process.node)))
        if left is not None and left.owner in process.sessions:
            raise Violation("leaves_nothing", f"{process.name} leaves its live znode behind")

    def stake(self, process: Process) -> object:
        """Of one node at most one process is a member."""
        return process.node

    def informed(self, process: Process) -> None:
        if not self.believes(process) or process.is_looking:
            return
        self.judged("live_is_own")
        if not self._is_member(process):
            detail = f"{process.name} holds itself for a member, and has no live znode"
            raise Violation("live_is_own", detail)
        self.judged("lists_are_true")
        wrong = ignorance(process, process.recipe)
        if wrong is not None:
            raise Violation("lists_are_true", wrong)

    def trouble(self, process: Process) -> str | None:
        if any(self._is_member(twin) for twin in self._twins(process)):
            return self._trouble_of_twin(process)
        if not self.believes(process) or not process.is_linked:
            return f"{process.name} is {process.recipe.belief}, and should be live"
        if not self._is_member(process):
            return f"{process.name} has no live znode"
        return ignorance(process, process.recipe) or self._unlisted(process)

    # -- what is true -------------------------------------------------------------------------

    def _is_member(self, process: Process) -> bool:
        mine = (process.node, process.recipe.session)
        return any((place.name, place.owner) == mine for place in self.places)

    def _twins(self, process: Process) -> list[Process]:
        living = self._world.living
        return [one for one in living if one.node == process.node and one is not process]

    def _trouble_of_twin(self, process: Process) -> str | None:
        waits = process.recipe.phase is Phase.WAITING and not self.believes(process)
        if not waits or not process.is_linked:
            return f"{process.name} is {process.recipe.belief}, and should wait for its twin's end"
        watched = truth.watches(self._world.server, process, process.node)
        return None if watched else f"{process.name} does not watch its twin's live znode"

    def _unlisted(self, process: Process) -> str | None:
        """Its entry says which of its node's processes is the member."""
        path = self._world.server.scene.of(known_name(process.node))
        entry = self._world.server.core.tree.nodes.get(path)
        told = f'"incarnation": "{process.name}"'.encode()
        listed = entry is not None and told in (entry.data or b"")
        return None if listed else f"{process.name} is not in {ALL}"


def ignorance(process: Process, member: Membership) -> str | None:
    """What a member does not know of the lists, or would not hear of."""
    server = process.server
    for parent in PARENTS:
        path = server.scene.of(parent)
        true = {name for name, _ in server.children(path)}
        believed = set(member.lists.get(parent, ()))
        if believed != true:
            return f"{process.name} takes {sorted(believed)} for {parent}, not {sorted(true)}"
        if not truth.watches_children(server, process, path):
            return f"{process.name} has no watch on {parent}"
    own = server.scene.of(live_name(process.node))
    watched = truth.watches_path(server, process, own)
    return None if watched else f"{process.name} has no watch on its own live znode"
