"""What is judged of a name service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.participation.phases import Phase
from app.recipes.naming.machine import REGISTRATIONS, Lookup, Provider
from app.recipes.naming.znodes import address_in
from app.sandbox.core.messages import ServerRequest
from app.zookeeper.wire.codes import Op
from tests.recipes.configuration.judge import ignorance
from tests.simulation import truth
from tests.simulation.judge import Judge, Violation
from tests.simulation.judge_announced import AnnouncedJudge
from tests.simulation.judge_requests import evicts_nobody, is_bound, writes_in

if TYPE_CHECKING:
    from tests.simulation.process import Process


class NamingJudge(AnnouncedJudge):
    """Of providers, some of which want the same name, and of the clients of those names."""

    only_one = "one_registered"
    invariants = (
        *Judge.invariants,
        "one_registered",
        "name_is_own",
        "newest_value",
        "evicts_nobody",
        "goes_by_the_count",
    )

    def believes(self, process: Process) -> bool:
        return bool(process.recipe.belief == "registered")

    def asked(self, process: Process, request: ServerRequest) -> None:
        super().asked(process, request)
        evicts_nobody(self._world, process, request, Op.DELETE, Op.SET_DATA)
        if isinstance(process.recipe, Provider):
            self._goes_by_the_count(process, request)

    def _goes_by_the_count(self, process: Process, request: ServerRequest) -> None:
        """A registration is counted, and what goes from a name goes by the count as it was read: an
        ephemeral znode that is made again has version 0 like the one before.
        """
        server, writes = self._world.server, writes_in(request)
        count, name = f"{server.scene.path}{REGISTRATIONS}", server.scene.of(process.recipe.target)
        kinds = {op for op, one in writes if getattr(one, "path", None) == name}
        if not kinds & {Op.CREATE, Op.DELETE, Op.SET_DATA} or count not in server.core.tree.nodes:
            return
        self.judged("goes_by_the_count")
        is_counted = any(op == Op.SET_DATA and one.path == count for op, one in writes)
        if not (is_counted if Op.CREATE in kinds else is_bound(request, count)):
            detail = f"{process.name} changes {name}, whoever has registered since"
            raise Violation("goes_by_the_count", detail)

    def stake(self, process: Process) -> object:
        """A name has at most one provider."""
        return process.recipe.target

    def informed(self, process: Process) -> None:
        if process.recipe.phase is not Phase.WAITING or process.is_looking:
            return
        is_client = isinstance(process.recipe, Lookup)
        invariant = "newest_value" if is_client else "name_is_own"
        self.judged(invariant)
        wrong = self._wrong(process)
        if wrong is not None:
            raise Violation(invariant, wrong)

    def _leaks(self) -> None:
        """Clients wait for a name that there is not; nobody else does."""
        self.judged("no_leak")
        for path, links in truth.watches_on_nothing(self._world.server).items():
            sessions = [link.session for link in links if link.session is not None]
            if any(session.id in self._of_providers() for session in sessions):
                raise Violation("no_leak", f"a provider watches {path}, which is not there")

    def _of_providers(self) -> set[int]:
        providers = [one for one in self._world.processes if isinstance(one.recipe, Provider)]
        return {session for one in providers for session in one.sessions}

    def trouble(self, process: Process) -> str | None:
        if process.recipe.phase is not Phase.WAITING or not process.is_linked:
            return f"{process.name} is {process.recipe.phase.value}, and should watch"
        return self._wrong(process)

    # -- what is true -------------------------------------------------------------------------

    def _wrong(self, process: Process) -> str | None:
        path = self._world.server.scene.of(process.recipe.target)
        if isinstance(process.recipe, Lookup):
            return ignorance(process, path)
        return self._wrong_provider(process, path)

    def _wrong_provider(self, process: Process, path: str) -> str | None:
        server, recipe = self._world.server, process.recipe
        znode = server.core.tree.nodes.get(path)
        if znode is None:
            return f"{process.name} waits, and {path} is not there"
        if not truth.watches_path(server, process, path):
            return f"{process.name} has no watch on {path}"
        is_own = znode.owner == recipe.session
        if self.believes(process) != is_own:
            return f"{process.name} is {recipe.belief}, {path} belongs to 0x{znode.owner:x}"
        if is_own and address_in((znode.data or b"").decode()) != recipe.address:
            return f"{process.name} is at {recipe.address}, {path} says {znode.data!r}"
        return None
