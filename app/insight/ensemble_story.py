"""What the story says of the servers: the quorum is lost or back, one of them has gone, or all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Part = str | dict[str, Any]
Story = list[Part]


def without_quorum(quorum: Mapping[str, Any], chain: Sequence[Mapping[str, Any]]) -> Story:
    """No majority serves, so no server answers clients, and no session can end or begin.

    quorum: `zookeeper.quorum` of the state document, lost.
    """
    return [_why(quorum), *_consequence(chain)]


def _why(quorum: Mapping[str, Any]) -> str:
    if quorum["answering"] >= quorum["needed"]:
        return (
            f"{quorum['answering']} of {quorum['of']} servers answer, and choose a leader among "
            "themselves; until they have, nobody may lead here. "
        )
    down = quorum["of"] - quorum["answering"]
    missing = quorum["needed"] - quorum["answering"]
    back = "one of them is" if missing == 1 else f"{missing} of them are"
    return (
        f"{down} of {quorum['of']} servers {'is' if down == 1 else 'are'} down: no quorum; "
        f"nobody may lead until {back} back. "
    )


def without_server(server: Mapping[str, Any], keeps: str, chain: Sequence[Any]) -> Story:
    """The only server, ours, is frozen or has ended: there is no ZooKeeper.

    server: what `away` gives. keeps: `zookeeper.keeps` of the state document.
    """
    ended = server["process"] == "stopped" or server["busy"]
    return [_absence(server), *_consequence(chain, _LOSSES.get(keeps) if ended else None)]


def _absence(server: Mapping[str, Any]) -> str:
    if server["busy"] == "restart":
        return "ZooKeeper is being restarted: nobody may lead until it answers again. "
    if server["busy"]:
        return "ZooKeeper is being stopped: nobody may lead until it runs again. "
    if server["process"] == "paused":
        return "ZooKeeper is frozen: nobody may lead until it answers again. "
    why = f", for {server['error']}" if server["error"] else ""
    return f"ZooKeeper is down{why}: nobody may lead until it runs again. "


_LOSSES = {
    "nothing": "Whoever led has stopped. All znodes and sessions ended with it: whoever stands "
    "here joins anew.",
    "znodes": "Whoever led has stopped. All sessions ended with it, and their znodes too: whoever "
    "stands here joins anew.",
}
_NO_LOSS = "Whoever led has stopped; no session ends meanwhile, and no znode goes."


def _consequence(chain: Sequence[Mapping[str, Any]], loss: str | None = None) -> Story:
    leading = [entry["candidate"] for entry in chain if entry["belief"] == "leading"]
    if leading and leading[0]:
        return [
            {"who": leading[0], "tone": "lead"},
            " has not noticed yet: it stops leading as soon as its connection breaks.",
        ]
    if not chain:
        return ["Nobody stands in this election."]
    return [loss or _NO_LOSS]


def moving() -> Story:
    """The ensemble serves; only the server of the dashboard's own session does not."""
    return [
        "The server that this dashboard was connected to does not answer any more; its session "
        "moves to another one, and the picture stands still until it has."
    ]


def back_again(quorum: Mapping[str, Any] | None, handoff: Mapping[str, Any] | None) -> Story:
    """The quorum is back, for as long as no later handoff is to be told of."""
    if quorum is None or not quorum["regained"]:
        return []
    if handoff is not None and handoff["at"]["fault"] > quorum["since"]:
        return []
    serving = f"{quorum['serving']} of {quorum['of']} servers serve"
    return ["The quorum came back ", {"ago": quorum["since"]}, f": {serving}. "]
