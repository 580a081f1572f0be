"""Tell what happened to the servers: the quorum is lost or back, or servers have gone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .scenes import People, joined, written
from .servers import away
from .story_parts import in_words, sentence
from .zookeeper import Quorum, Server, Story, Telling, Zookeeper


def out_of_reach(
    zookeeper: Zookeeper, cannot: str, unaware: Story, seen: Story, *, anybody: bool = True
) -> Telling:
    """Tell that ZooKeeper serves nobody, or that there is no chroot, and what that means here, or
    that nothing was read yet; nothing where all is well.

    zookeeper: that part of the state document. cannot: what nobody can do until it serves again.
    unaware: the sentence about those who have not noticed yet (`not_noticed`); seen: what is true
    if there are none. anybody: whether there is a process at all.
    """
    only, quorum = away(zookeeper["servers"]), zookeeper["quorum"]
    if only:
        loss = _loss(only, zookeeper["keeps"]) if anybody else ""
        return Telling([_absence(only, cannot)], unaware or joined(seen, [loss]))
    if quorum and quorum["lost"] and not _is_served(zookeeper, quorum):
        why = _why(quorum, cannot, _struck(zookeeper["servers"]))
        return Telling([why], unaware or joined(seen, [_NO_LOSS if anybody else ""]))
    if zookeeper["state"] == "connected":
        if reason := zookeeper["reason"]:
            return Telling([sentence(reason)], [f"Until then, {cannot}."])
        is_unread = zookeeper["mirror"] == "loading" and not anybody
        return Telling(["Handoff is still reading what is in ZooKeeper."] if is_unread else [], [])
    if quorum and quorum["serving"]:
        return MOVING
    if quorum:
        return Telling([_unheard(quorum, cannot)], unaware or seen)
    # The dashboard gets no answer; others may have another way to ZooKeeper.
    silent = f"ZooKeeper does not answer the dashboard: unless it answers others, {cannot}."
    return Telling([silent], unaware or seen)


MOVING = Telling(
    ["The server that this dashboard was connected to no longer answers."],
    ["Its session moves to another one, and the picture does not change until it has."],
)
"""Only the server of the dashboard's own session does not serve."""


def not_noticed(names: Sequence[str], stops: str) -> Story:
    """Tell of those who go on because they do not know yet. stops: "leading", "its work"."""
    goes_on = (
        "{names} {names:has|have} not noticed yet: {names:it|each} stops {stops} as "
        "soon as its connection breaks."
    )
    return written(goes_on, {"names": People(names, "lead"), "stops": stops}) if names else []


def cut_off(number: int) -> str:
    """Tell that processes are cut off; what was seen last comes next."""
    whose = "Its only process is" if number == 1 else f"Its {in_words(number)} processes are"
    return f"{whose} cut off."


def _is_served(zookeeper: Zookeeper, quorum: Quorum) -> bool:
    """Tell whether the dashboard's own session proves a quorum that the servers, asked once a
    second, have not reported yet.
    """
    return zookeeper["state"] == "connected" and (zookeeper["since"] or 0.0) > quorum["since"]


def _struck(servers: Iterable[Server]) -> str:
    """Return what those that are not up are: down, frozen, or some the one and some the other."""
    frozen = {server["process"] == "paused" for server in servers if server["up"] is False}
    if frozen == {True}:
        return "frozen"
    return "down or frozen" if True in frozen else "down"


def _why(quorum: Quorum, cannot: str, struck: str) -> str:
    """Tell that no majority serves, so no client is answered, and no session can end or begin.
    struck: what the servers that are not up are.
    """
    if quorum["answering"] >= quorum["needed"]:
        return (
            f"{quorum['answering']} of {quorum['of']} servers answer, and choose a leader among "
            f"themselves; until they have, {cannot} here."
        )
    down, missing = quorum["down"], quorum["down"] + quorum["needed"] - quorum["of"]
    if missing < 1:
        return _unheard(quorum, cannot)
    back = "one of them is" if missing == 1 else f"{missing} of them are"
    return (
        f"{down} of {quorum['of']} servers {'is' if down == 1 else 'are'} {struck}: no quorum; "
        f"{cannot} until {back} back."
    )


def _unheard(quorum: Quorum, cannot: str) -> str:
    """Tell that too few servers answer to know of a quorum; enough may be up."""
    number, of = quorum["answering"], quorum["of"]
    answering = f"Only {number} of {of} servers {'answers' if number == 1 else 'answer'}"
    return (
        f"{answering if number else f'No server of {of} answers'}: whether they make a quorum is "
        f"not known; {cannot} until they do."
    )


def _absence(server: Server, cannot: str) -> str:
    """Tell that our only server is frozen or has ended: there is no ZooKeeper."""
    if server["busy"] == "restart":
        return f"ZooKeeper is being restarted: {cannot} until it answers again."
    if server["busy"]:
        return f"ZooKeeper is being stopped: {cannot} until it runs again."
    if server["process"] == "paused":
        return f"ZooKeeper is frozen: {cannot} until it answers again."
    why = f", for {server['error']}" if server["error"] else ""
    return f"ZooKeeper is down{why}: {cannot} until it runs again."


_LOSSES = {
    "nothing": "All znodes and sessions ended with it: every process here joins again.",
    "znodes": "All sessions ended with it, and their znodes too: every process here joins again.",
}
_NO_LOSS = "Meanwhile no session ends, and no ephemeral znode is deleted."


def _loss(server: Server, keeps: str | None) -> str:
    """Tell what is lost. keeps: `zookeeper.keeps` of the state document."""
    ended = server["process"] == "stopped" or server["busy"]
    return _LOSSES.get(keeps or "", _NO_LOSS) if ended else _NO_LOSS
