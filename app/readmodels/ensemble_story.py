"""Tell what happened to the servers: the quorum is lost or back, or servers have gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from .scenes import NOTHING, People, Places, Scenes, in_words, joined, sentence, written
from .zookeeper import Quorum, Server, Story, Telling, Zookeeper

AWAY, LOST, UNANSWERED, UNREAD = (Scenes() for _ in range(4))
_NO_LOSS = "Meanwhile no session ends, and no ephemeral znode is deleted."
_LOSSES = {
    "nothing": "All znodes and sessions ended with it: every process here joins again.",
    "znodes": "All sessions ended with it, and their znodes too: every process here joins again.",
}
_AWAY = {
    "restart": ("being restarted", "answers"),
    "stop": ("being stopped", "runs"),
    "paused": ("frozen", "answers"),
    "stopped": ("down", "runs"),
}
"""What is done to our only server, or what its process is -> the words for that, and for what it
does again afterwards.
"""


class ServersSeen(NamedTuple):
    """The part of the state that a scene looks at: see `out_of_reach`. loss: what is lost with the
    servers, if anybody has anything.
    """

    zookeeper: Zookeeper
    cannot: str
    seen: Story
    unaware: Story
    anybody: bool
    loss: str = ""

    def places(self, **more: Any) -> Places:
        """Return the places of a sentence, with those that all sentences have."""
        aware = self.unaware or joined(self.seen, [self.loss if self.anybody else ""])
        return {"cannot": self.cannot, "aware": aware, **more}


def away(servers: Sequence[Server]) -> Server | None:
    """Return the only server, if it is ours and is frozen, has ended or soon will."""
    only = servers[0] if len(servers) == 1 else None
    if only is None or (only["process"] in ("running", None) and only["busy"] is None):
        return None
    return only


def out_of_reach(
    zookeeper: Zookeeper, cannot: str, seen: Story, *, anybody: bool, unaware: Story | None = None
) -> Telling:
    """Tell that ZooKeeper serves nobody, that there is no chroot, or that nothing was read yet, and
    what that means here. Return nothing where all is well.

    zookeeper: that part of the state document. cannot: what nobody can do until it serves again.
    unaware: the sentence about those who have not noticed yet (`not_noticed`); seen: what is true
    if there are none. anybody: whether there is a process at all.
    """
    told = ServersSeen(zookeeper, cannot, seen, unaware or [], anybody)
    only = away(zookeeper["servers"])
    if only:
        ended = only["process"] == "stopped" or only["busy"]
        loss = _LOSSES.get(zookeeper["keeps"] or "", _NO_LOSS) if ended else _NO_LOSS
        return AWAY.told(told._replace(loss=loss), only)
    quorum = zookeeper["quorum"]
    if quorum and quorum["lost"] and not _is_served(zookeeper, quorum):
        return LOST.told(told._replace(loss=_NO_LOSS), quorum)
    if zookeeper["state"] not in ("connecting", "connected"):
        return UNANSWERED.told(told, quorum)
    is_read = zookeeper["mirror"] != "loading" and not zookeeper["reason"]
    return NOTHING if is_read else UNREAD.told(told)


def _is_served(zookeeper: Zookeeper, quorum: Quorum) -> bool:
    """Tell whether the dashboard's own session proves a quorum that the servers, asked once a
    second, have not reported yet.
    """
    return zookeeper["state"] == "connected" and (zookeeper["since"] or 0.0) > quorum["since"]


@AWAY("ZooKeeper is {away}: {cannot} until it {does} again.", "{aware}")
def our_only_server_is_away(told: ServersSeen, only: Server) -> Places:
    """Tell it without the reason, which may be long: the banner and the server's card have that."""
    what, does = _AWAY[only["busy"] or only["process"] or ""]
    return told.places(away=what, does=does)


@LOST(
    "{answering} of {of} servers answer, and choose a leader among themselves; "
    "until they have, {cannot} here.",
    "{aware}",
)
def they_choose_a_leader(told: ServersSeen, quorum: Quorum) -> Places | None:
    return told.places(**quorum) if quorum["answering"] >= quorum["needed"] else None


@LOST(
    "{down} of {of} servers {down:is|are} {struck}: no quorum; {cannot} until {back} back.",
    "{aware}",
)
def too_many_are_down(told: ServersSeen, quorum: Quorum) -> Places | None:
    """Tell that there is no majority: no client is answered, and no session can end or begin."""
    missing = quorum["down"] + quorum["needed"] - quorum["of"]
    if missing < 1:
        return None
    servers = told.zookeeper["servers"]
    frozen = {server["process"] == "paused" for server in servers if server["up"] is False}
    struck = "frozen" if frozen == {True} else "down or frozen" if True in frozen else "down"
    back = "one of them is" if missing == 1 else f"{missing} of them are"
    return told.places(**quorum, struck=struck, back=back)


@UNANSWERED(
    "The server that this dashboard was connected to no longer answers.",
    "Its session moves to another one, and the picture does not change until it has.",
)
def its_session_moves(told: ServersSeen, quorum: Quorum | None) -> bool:
    """Tell that the server of the dashboard's own session does not serve, while others do."""
    return bool(quorum and quorum["serving"])


_UNKNOWN = "whether they make a quorum is not known; {cannot} until they do."
_NONE = "No server of {of} answers: " + _UNKNOWN
_FEW = "Only {answering} of {of} servers {answering:answers|answer}: " + _UNKNOWN


@LOST(_NONE, "{aware}")
@UNANSWERED(_NONE, "{aware}")
def none_answers(told: ServersSeen, quorum: Quorum | None) -> Places | None:
    return told.places(**quorum) if quorum and not quorum["answering"] else None


@LOST(_FEW, "{aware}")
@UNANSWERED(_FEW, "{aware}")
def few_answer(told: ServersSeen, quorum: Quorum | None) -> Places | None:
    """Tell that too few servers answer to know of a quorum; enough may be up."""
    return told.places(**quorum) if quorum else None


@UNANSWERED(
    "ZooKeeper does not answer the dashboard: unless it answers others, {cannot}.", "{aware}"
)
def it_does_not_answer(told: ServersSeen, quorum: Quorum | None) -> Places:
    """Tell that ZooKeeper does not answer the dashboard: others may have another way to it."""
    return told.places()


@UNREAD("{reason}", "Until then, {cannot}.")
def there_is_no_root(told: ServersSeen) -> Places | None:
    reason = told.zookeeper["reason"]
    return {"reason": sentence(reason), "cannot": told.cannot} if reason else None


@UNREAD("Handoff is still reading what is in ZooKeeper.")
def it_is_not_read_yet(told: ServersSeen) -> bool:
    return told.zookeeper["mirror"] == "loading" and not told.anybody


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
