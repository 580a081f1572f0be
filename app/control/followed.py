"""Which strategy an election follows, and whether anybody stands in it."""

from __future__ import annotations

from app.control.part import Part


class Followed(Part):
    """All who stand in an election must follow one strategy, or two would lead."""

    def strategy_at(self, path: str) -> str:
        """The one that is followed there; that of an election which nobody knows yet."""
        known = self._state["elections"].get(path)
        return str(known["strategy"]) if known else "predecessor"

    def other_than(self, strategy: str, path: str) -> str | None:
        """The strategy of those who stand there, where it is another one."""
        other = self.strategy_at(path)
        return other if other != strategy and self._is_stood_in(path) else None

    def has_ours(self, path: str) -> bool:
        """Whether a living candidate of this dashboard is at `path`."""
        candidates = self._state["candidates"].values()
        return any(one["path"] == path and one["process"] != "exited" for one in candidates)

    def _is_stood_in(self, path: str) -> bool:
        election = self._state["elections"].get(path)
        return bool(election and election["chain"]) or self.has_ours(path)
