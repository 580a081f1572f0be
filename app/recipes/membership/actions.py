"""The actions of groups: start nodes, restart one under its own name, forget one."""

from __future__ import annotations

import uuid
from typing import Annotated, Any

from ...actions.action import Action, ActionAnswer
from ...actions.fields import TEXT, TEXTS, Path, SessionTimeout, Some, Zxid, object_of
from ...actions.signature import Bounded, FieldName
from ...errors import Conflict, Forbidden, NotFound
from ...readmodels.document import CandidateState
from ...zookeeper import operations as o
from ..nodes import NodesService
from .events import GroupFollowed, NodeForgotten
from .model import GroupModel
from .state import Group, NodeState
from .znodes import ALL, known_name

_Group = Annotated[Path, "above all_nodes and live_nodes"]
_OPENED = object_of(path=TEXT, candidates=TEXTS)


class Groups(NodesService[Group]):
    """The groups that are followed, by the path above their two lists."""

    model = GroupModel
    entries = ALL

    def follow(self, path: str, by: str) -> None:
        self._check(path)
        self._open(path, GroupFollowed(path, by=by))

    @Action(
        "POST", "/groups", 201, "Follow a group and start nodes in it",
        _OPENED, others={202: _OPENED},
    )  # fmt: skip
    def open(
        self,
        path: _Group = "/",
        count: Annotated[Some, "new nodes; 0 to follow the group only"] = 3,
        session_timeout: SessionTimeout = 4.0,
        *,
        by: str,
    ) -> ActionAnswer:
        """Follow the group at `path`, and start `count` new nodes, if any: they join in their own
        time.
        """
        started = self.start(path, count, session_timeout, by)
        return ActionAnswer({"path": path, "candidates": started}, 201 if count else 202)

    def _settings(self, path: str, node: str) -> dict[str, Any]:
        return {"over": None}

    @Action(
        "POST", "/groups/nodes/{node}/restart", 201,
        "Start a process that takes up the name of a node that is down",
        object_of(path=TEXT, node=TEXT, candidate=TEXT), gives="candidate",
    )  # fmt: skip
    def restart(
        self,
        node: str,
        path: _Group = "/",
        session_timeout: SessionTimeout = 4.0,
        replace: Annotated[
            bool, "delete the live znode that its last process has left behind"
        ] = False,
        *,
        by: str,
    ) -> str:
        """Start a process that takes up `node`'s name; return the process's name.

        replace: it is told which process was the node's last, if that has ended for certain, and
        may delete the live znode that it has left behind; otherwise it waits until that goes.
        """
        self._require_connection()
        with self._changing:
            self._require_node(path, node)
            last = self._last_process(path, node)
            over = last["settings"]["incarnation"] if last and replace else None
            return self._run(path, node, str(uuid.uuid4()), session_timeout, by, over=over)

    def _last_process(self, path: str, node: str) -> CandidateState | None:
        """Return the node's last process. Raise Conflict where it has not ended."""
        runs = self._known(path)["runs"]
        ended = [self._require_ended(node, name, "node") for name in runs if runs[name] == node]
        return next(filter(None, reversed(ended)), None)

    @Action(
        "DELETE", "/groups/nodes", 202, "Forget a node that is down",
        object_of(path=TEXT, id=TEXT),
    )  # fmt: skip
    def forget(
        self,
        *,
        path: _Group = "/",
        node: Annotated[str, FieldName("id"), Bounded(minLength=1, maxLength=1_000)],
        mzxid: Annotated[
            Zxid | None,
            "the entry's last write, as it was seen; null: as the state has it",
        ] = None,
        by: str,
    ) -> None:
        """Delete a node's entry in `all_nodes`. Raise Conflict where it is not down.

        mzxid: the entry's last write as the caller has seen it; None: as the state shows it.
        Raise Conflict (`stale`) where somebody has written it since.
        """
        self._require_connection()
        found: NodeState = self._require_node(path, node)
        self._last_process(path, node)
        if found["live"]:
            raise Conflict(f"{node} is live: only a node that is down can be forgotten", field="id")
        seen = found["entry"]["mzxid"] if mzxid is None and found["entry"] else mzxid
        entry = f"{path.rstrip('/')}/{known_name(node)}"
        try:
            stat = self._mirror.lane.read(o.Exists(entry))
            if seen is not None and stat.mzxid != seen:
                raise Conflict(f"{entry} was changed since it was read.", code="stale")
            self._mirror.lane.ask(o.Delete(entry, stat.version))
        except (NotFound, Conflict, Forbidden) as refusal:
            refusal.field = "id"
            raise
        self._journal.append(NodeForgotten(path, node=node, by=by))
