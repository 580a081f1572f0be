"""The events of groups, each with its line in words."""

from __future__ import annotations

from ...readmodels.event import PlaceEvent
from ...readmodels.wording import Line, asked_by, who


class GroupFollowed(PlaceEvent, kind="group.followed"):
    """Somebody has opened the group."""

    by: str

    def line(self) -> Line:
        return [f"the group at {self.subject} opened{asked_by(self.by)}"]


class NodeForgotten(PlaceEvent, kind="group.forgotten", tone="lost"):
    """Somebody has deleted the entry of a node that is down."""

    node: str
    by: str

    def line(self) -> Line:
        return [who(self.node), f" is forgotten in {self.subject}{asked_by(self.by)}"]
