"""Elections: which are followed, and by which strategy."""

from __future__ import annotations

from typing import Annotated

from ....actions.action import Action
from ....actions.fields import TEXT, Place, object_of
from ....actions.service import Context, Service
from ....actions.signature import Bounded, OrLeftOut
from ....errors import Conflict
from ....zookeeper.members import Children
from ..events import BESIDE, ElectionFollowed
from ..model.model import ElectionModel
from ..model.strategies import STRATEGIES

Strategy = Annotated[str, Bounded(enum=[*STRATEGIES])]


class Elections(Service):
    """The elections that are followed. All candidates of one must follow one strategy, or two would
    lead.

    home: the path of the election that is used where none is named.
    """

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.home = context.settings.election

    @Action("POST", "/elections", 202, "Follow an election of the tree", object_of(path=TEXT))
    def follow(self, path: Place, strategy: OrLeftOut[Strategy] = None, *, by: str) -> None:
        """Show the election at `path`, whether it has candidates or not."""
        self._follow(path, by, strategy)

    def begin(self) -> None:
        """Follow the election at `home`."""
        named = self._context.settings.names_election
        self._follow(self.home, "the command line", None, named=named)

    def _follow(self, path: str, by: str, strategy: str | None, *, named: bool = False) -> None:
        strategy = self.strategy_for(path, strategy)
        if self._has_ours(path):
            self.require_strategy(path, strategy)
        self.ensure_followed(path, strategy, by, named=named)

    def strategy_for(self, path: str, strategy: str | None, field: str = "path") -> str:
        """Return the requested strategy, or without one the election's own.

        Raise BadRequest, Forbidden or Conflict where no election can be at `path`.
        """
        self._require_place("election", path, ("elections",), field)
        return strategy or self.strategy_at(path)

    def require_strategy(self, path: str, strategy: str) -> None:
        """Raise Conflict if candidates follow another strategy in the election."""
        other = self.other_than(strategy, path)
        if other is not None:
            raise Conflict(
                f"{path} follows the strategy {other}, and has candidates: "
                f"stop them first, or choose another path for {strategy}",
                field="strategy",
            )

    def ensure_followed(self, path: str, strategy: str, by: str, *, named: bool = False) -> None:
        """Show the election, unless it is already shown. named: the command line names it."""
        known = ElectionModel.of(self._state).get(path)
        if known is None or not known.get("asked_for", True) or known["strategy"] != strategy:
            followed = ElectionFollowed(path, strategy=strategy, by=by, named=named)
            self._journal.append(followed)
            children: Children = "every" if strategy == "single" else "numbered"
            self._mirror.follow(path, children=children, beside=BESIDE)

    def strategy_at(self, path: str) -> str:
        """Return the strategy that is followed there, or that of a new election."""
        known = ElectionModel.of(self._state).get(path)
        return known["strategy"] if known else "predecessor"

    def other_than(self, strategy: str, path: str) -> str | None:
        """Return the strategy of the candidates there, if it is another one."""
        other = self.strategy_at(path)
        return other if other != strategy and self._is_stood_in(path) else None

    def _has_ours(self, path: str) -> bool:
        """Tell whether a living candidate of this dashboard is at `path`."""
        candidates = self._state["candidates"].values()
        return any(one["path"] == path and one["process"] != "exited" for one in candidates)

    def _is_stood_in(self, path: str) -> bool:
        election = ElectionModel.of(self._state).get(path)
        return bool(election and election["chain"]) or self._has_ours(path)
