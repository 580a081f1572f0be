"""A group with real nodes, and what is asked of it."""

from __future__ import annotations

from typing import Any

from tests.processes.rooms import TIMEOUT, Rooms

GROUP = "/group"


class GroupRooms(Rooms):
    """Rooms in which a group's verdicts are watched too."""

    # -- what is ------------------------------------------------------------------------------

    @property
    def group(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["groups"][GROUP]
        return found

    def node(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = self.group["nodes"][name]
        return found

    def standing(self, name: str) -> str:
        """What the lists are worth for a node; "unknown" where it is in neither."""
        return str((self.group["nodes"].get(name) or {"standing": "unknown"})["standing"])

    def process(self, name: str) -> dict[str, Any]:
        """The process that runs a node."""
        return self.candidate(self.node(name)["candidate"])

    def changes(self, name: str) -> list[str]:
        """What has happened to a node, in order."""
        return [change["what"] for change in self.group["changes"] if change["node"] == name]

    def is_agreed(self, live: list[str]) -> bool:
        """Exactly these are live, each by its own session, and each of them knows it."""
        nodes = self.group["nodes"]
        if [name for name, node in nodes.items() if node["live"]] != live:
            return False
        agreed = (
            node["standing"] == "live" and node["belief"] == "live"
            for node in nodes.values()
            if node["live"]
        )
        lists = [self.group["lists"].get(nodes[name]["candidate"], {}).get("live") for name in live]
        return all(agreed) and all(sorted(one or []) == sorted(live) for one in lists)

    def candidate_of(self, name: str) -> str:
        """Of a node."""
        return str(self.node(name)["candidate"]) if name in self.group["nodes"] else name

    def shown(self) -> list[str]:
        keys = ("standing", "live", "belief", "process", "candidate", "session", "read")
        nodes = self.group["nodes"].items()
        return [f"{name}: { {key: node[key] for key in keys} }" for name, node in nodes]

    # -- what is awaited ----------------------------------------------------------------------

    def await_live(self, *names: str) -> None:
        self.await_(lambda: self.is_agreed(list(names)))

    def await_standing(self, name: str, standing: str) -> None:
        self.await_(lambda: self.standing(name) == standing)

    # -- what is done -------------------------------------------------------------------------

    def begin(self, count: int, timeout: float = TIMEOUT) -> None:
        """Start nodes, and wait until all are live, and know it."""
        before = list(self.state["groups"].get(GROUP, {"nodes": {}})["nodes"])
        self.control.groups.start(GROUP, count, timeout, "test")
        self.await_live(*before, *[f"n{len(before) + one}" for one in range(1, count + 1)])

    def restart(self, name: str, timeout: float = TIMEOUT, *, replace: bool = False) -> str:
        """Restart a node, once its process has ended; the name of the new one."""
        self.await_(lambda: self.process(name)["process"] == "exited")
        return self.control.groups.restart(name, GROUP, timeout, replace=replace, by="test")
