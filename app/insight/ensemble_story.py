"""What the story says of the servers: the quorum is lost or back, one of them has gone, or all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.insight.handoff import began
from app.insight.servers import away
from app.insight.story_parts import Story, in_words, named

Data = Mapping[str, Any]


def out_of_reach(
    zookeeper: Data, cannot: str, unaware: Story, seen: Story, *, anybody: bool = True
) -> Story | None:
    """ZooKeeper serves nobody, and what that means to those who need it; None where it serves.

    zookeeper: that part of the state document. cannot: what nobody can do until it serves again.
    unaware: of those who have not noticed yet (`not_noticed`); seen: what is true where there are
    none. anybody: whether there is somebody at all.
    """
    only, quorum = away(zookeeper["servers"]), zookeeper["quorum"]
    if only:
        loss = _loss(only, zookeeper["keeps"])
        return [_absence(only, cannot), *(unaware or [*seen, loss if anybody else ""])]
    if quorum and quorum["lost"] and not _is_served(zookeeper):
        return [_why(quorum, cannot), *(unaware or [*seen, _NO_LOSS if anybody else ""])]
    if zookeeper["state"] == "connected":
        return None
    if quorum and quorum["serving"]:
        return moving()
    if quorum:
        return [_unheard(quorum, cannot), *(unaware or seen)]
    return [_silent(cannot), *(unaware or seen)]


def _silent(cannot: str) -> str:
    """Others may have another way to it than the dashboard."""
    return f"ZooKeeper does not answer the dashboard: unless it answers others, {cannot}. "


def not_noticed(names: Sequence[str], stops: str) -> Story:
    """Of those who go on, for they do not know yet. stops: "leading", "work"."""
    if not names:
        return []
    how = "has not noticed yet: it stops" if len(names) == 1 else "have not noticed yet: each stops"
    return [*named(names, "lead"), f" {how} {stops} as soon as its connection breaks."]


def cut_off(number: int) -> str:
    """The beginning of what was seen last, where so many processes are at work."""
    whose = "Its only process is" if number == 1 else f"Its {in_words(number)} processes are"
    return f"{whose} cut off. When ZooKeeper was last heard, "


def _is_served(zookeeper: Data) -> bool:
    """Whether the dashboard's session proves that there is a quorum, which the servers, asked once
    a second, have not told yet.
    """
    connected = zookeeper["state"] == "connected"
    return connected and bool(zookeeper["since"] > zookeeper["quorum"]["since"])


def _why(quorum: Data, cannot: str) -> str:
    """No majority serves, so no server answers clients, and no session can end or begin."""
    if quorum["answering"] >= quorum["needed"]:
        return (
            f"{quorum['answering']} of {quorum['of']} servers answer, and choose a leader among "
            f"themselves; until they have, {cannot} here. "
        )
    down, missing = quorum["down"], quorum["down"] + quorum["needed"] - quorum["of"]
    if missing < 1:
        return _unheard(quorum, cannot)
    back = "one of them is" if missing == 1 else f"{missing} of them are"
    return (
        f"{down} of {quorum['of']} servers {'is' if down == 1 else 'are'} down: no quorum; "
        f"{cannot} until {back} back. "
    )


def _unheard(quorum: Data, cannot: str) -> str:
    """Enough of them may be up, and too few say so."""
    number, of = quorum["answering"], quorum["of"]
    answering = f"Only {number} of {of} servers {'answers' if number == 1 else 'answer'}"
    return (
        f"{answering if number else f'No server of {of} answers'}: whether they make a quorum is "
        f"not known; {cannot} until they do. "
    )


def _absence(server: Data, cannot: str) -> str:
    """The only server, ours, is frozen or has ended: there is no ZooKeeper."""
    if server["busy"] == "restart":
        return f"ZooKeeper is being restarted: {cannot} until it answers again. "
    if server["busy"]:
        return f"ZooKeeper is being stopped: {cannot} until it runs again. "
    if server["process"] == "paused":
        return f"ZooKeeper is frozen: {cannot} until it answers again. "
    why = f", for {server['error']}" if server["error"] else ""
    return f"ZooKeeper is down{why}: {cannot} until it runs again. "


_LOSSES = {
    "nothing": "All znodes and sessions ended with it: whoever is here joins anew.",
    "znodes": "All sessions ended with it, and their znodes too: whoever is here joins anew.",
}
_NO_LOSS = "No session ends meanwhile, and no znode goes."


def _loss(server: Data, keeps: str) -> str:
    """keeps: `zookeeper.keeps` of the state document."""
    ended = server["process"] == "stopped" or server["busy"]
    return _LOSSES.get(keeps, _NO_LOSS) if ended else _NO_LOSS


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
    if handoff is not None and began(handoff) > quorum["since"]:
        return []
    serving = f"{quorum['serving']} of {quorum['of']} servers serve"
    return ["The quorum came back ", {"ago": quorum["since"]}, f": {serving}. "]
