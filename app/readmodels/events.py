"""Declare the events that no recipe has to itself, each with its line in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, ClassVar

from ..participation.naming import PARENT
from .document import Data
from .event import RECIPES, UNSAID, AboutZnode, CandidateEvent, Event, Unsaid, spelled
from .wording import (
    UNDERGOES,
    Line,
    asked_by,
    by_server,
    cut,
    duration,
    hexed,
    plural,
    thousands,
    who,
    znode,
)

_LONGEST_VALUE = 40
KILLED, FROZEN, WOKEN = " killed{by} (SIGKILL)", " frozen{by} (SIGSTOP)", " woken{by} (SIGCONT)"


def _reason(reason: str | None) -> str:
    return f": {reason}" if reason else ""


def _by_zxid(zxid: int | None) -> str:
    """Name the transaction, if ZooKeeper sent it with the event (since 3.9)."""
    return "" if zxid is None else f" by zxid {hexed(zxid)}"


# -- the dashboard itself ---------------------------------------------------------------------


class DashboardStarted(Event, kind="dashboard.started", group="servers", tone="new"):
    """The dashboard has started."""

    subject: str = field(default="dashboard", kw_only=False)
    election: str

    def line(self) -> Line:
        return ["the dashboard started"]


class HistoryEvent(Event, group="servers"):
    """An event of the history that is kept."""

    subject: str = field(default="history", kw_only=False)


class HistoryBegun(HistoryEvent, kind="history.begun"):
    """A run of the dashboard begins, and its document with it.

    file: None where it goes with the dashboard. after: the last event of the run before, 0 without
    any. unkept: why there is no file although one is wanted.
    """

    file: str | None
    after: int
    unkept: str | None = None

    def line(self) -> Line:
        return [
            f"what happens is kept{'' if self.file else ' for as long as the dashboard runs'}"
            f"{', after all that was kept before' if self.after else ''}{_reason(self.unkept)}"
        ]


class HistoryStopped(HistoryEvent, kind="history.stopped", tone="dead"):
    """Nothing is kept from now on."""

    reason: str

    def line(self) -> Line:
        return [f"the history is not kept: {self.reason}"]


class HistoryResumed(HistoryEvent, kind="history.resumed"):
    """What happens is kept again. gap: `after` and `before`, the events between which nothing is
    kept; None where nothing is missing.
    """

    gap: Mapping[str, object] | None

    def line(self) -> Line:
        missing = (
            "nothing is kept between the events {after} and {before}".format(**self.gap)
            if self.gap
            else "nothing is missing"
        )
        return [f"the history is kept again: {missing}"]


class ThreadEnded(Event, kind="thread.ended", group="servers", tone="dead"):
    """The thread of this name has ended unexpectedly. does: what stands still without it; rest:
    seconds until it is started again; candidate: the process that it is of, None for our own.
    """

    does: str
    reason: str
    rest: float
    thread: str | None = None
    candidate: str | None = None

    def line(self) -> Line:
        return [f"the thread {self.subject}, which {self.does}, ended unexpectedly: {self.reason}"]


class ThreadRestarted(Event, kind="thread.restarted", group="servers", tone="new"):
    """The thread of this name runs again."""

    thread: str | None = None
    candidate: str | None = None

    def line(self) -> Line:
        return [f"the thread {self.subject} runs again"]


class InvariantsChecked(Event, kind="invariants.checked", group="checks"):
    """A verdict on what is at this path was due by time alone."""

    def line(self) -> Line:
        return [f"the invariants of {self.subject} checked"]


# -- ZooKeeper, and its servers -----------------------------------------------------------------


class ZookeeperEvent(Event, group="servers"):
    """An event of the ZooKeeper in use."""

    subject: str = field(default="zookeeper", kw_only=False)


class ZookeeperConfigured(ZookeeperEvent, kind="zookeeper.configured"):
    """Which ZooKeeper this is has become known, and which of its servers are ours: `id`, `address`,
    `pid` of each. keeps: what outlives the end of one of our servers; actions: whether anybody can
    act on these.
    """

    source: str
    hosts: str
    chroot: str
    servers: Sequence[Data]
    keeps: str | None
    actions: bool

    def line(self) -> Line:
        return [f"ZooKeeper address: {self.hosts or ''}"]


class ZookeeperConnected(ZookeeperEvent, kind="zookeeper.connected"):
    """The dashboard has a session."""

    session: str | None
    version: str | None
    timeout_ms: int | None
    server: str | None

    def line(self) -> Line:
        return [f"connected to ZooKeeper {self.version or ''}"]


class ZookeeperSuspended(ZookeeperEvent, kind="zookeeper.suspended", tone="dead"):
    """The connection broke, or cannot be made. reason: in plain words."""

    reason: str | None

    def line(self) -> Line:
        return [f"the connection to ZooKeeper broke{_reason(self.reason)}"]


class ZookeeperLost(ZookeeperEvent, kind="zookeeper.lost", tone="dead"):
    """The dashboard's session is over."""

    reason: str | None

    def line(self) -> Line:
        return [f"the dashboard's session with ZooKeeper is lost{_reason(self.reason)}"]


class ServersTold(ZookeeperEvent, kind="zookeeper.servers"):
    """Each server has told of itself. The journal keeps that without the sessions of each; moved:
    how many of these have gone from one server to another, `[{"from", "to", "count"}]`.
    """

    servers: Sequence[Data]
    moved: Sequence[Data] | None = None


class ServerEvent(Event, group="servers"):
    """An event of one of our servers, by its name."""

    def line(self) -> Line:
        return ["server ", who(self.subject), self.happened()]

    def happened(self) -> str:
        """Return what the line says after the name."""
        raise NotImplementedError


class ServerDeed(ServerEvent):
    """An event of what somebody has done to a server, or asked of it. deed: the words for that."""

    by: str
    deed: ClassVar[str]

    def happened(self) -> str:
        return self.deed.format(by=asked_by(self.by))


class ServerStopping(ServerDeed, kind="server.stopping"):
    """Somebody asks the server to stop; it is busy until it has."""

    deed = " is asked to stop{by}"


class ServerStopped(ServerDeed, kind="server.stopped", tone="dead"):
    """The server has stopped, as somebody asked."""

    deed = " has stopped"


class ServerRestarting(ServerDeed, kind="server.restarting"):
    """The server restarts, and is busy until it runs."""

    deed = " is being restarted{by}"


class ServerRestarted(ServerDeed, kind="server.restarted", tone="new"):
    """The server runs again."""

    deed = " runs again"
    pid: int | None


class ServerFailed(ServerEvent, kind="server.failed", tone="dead"):
    """The stop or the restart did not work. runs: whether its process runs."""

    action: str
    reason: str
    runs: bool

    def happened(self) -> str:
        action = UNDERGOES.get(self.action, self.action)
        return f" could not {action}{_reason(self.reason)}"


class ServerKilled(ServerDeed, kind="server.killed", tone="dead"):
    """Somebody has killed its process."""

    deed = KILLED


class ServerPaused(ServerDeed, kind="server.paused", tone="frozen"):
    """Somebody has frozen its process."""

    deed = FROZEN


class ServerResumed(ServerDeed, kind="server.resumed"):
    """Somebody has woken its process."""

    deed = WOKEN


class ServerAwake(ServerEvent, kind="server.awake", told=False):
    """The server was woken a second ago: what was overdue is done."""

    def happened(self) -> str:
        return " has done what was overdue"


class ServerExited(ServerEvent, kind="server.exited", tone="dead"):
    """The server has ended by itself. reason, advice: where its log or its signal says why."""

    code: int | None
    reason: str | Unsaid = UNSAID
    advice: str | Unsaid | None = UNSAID

    def happened(self) -> str:
        code = "" if self.code is None else f" (code {self.code})"
        why = "" if self.reason is UNSAID else _reason(self.reason)
        return f" has ended by itself{code}{why}"


# -- what the mirror of the tree sees -------------------------------------------------------------


class MirrorLoading(ZookeeperEvent, kind="mirror.loading"):
    """The mirror reads the tree. lacks: what this server has not, in words."""

    mode: str
    lacks: Sequence[str]

    def line(self) -> Line:
        return ["reading the znode tree"]


class MirrorLoaded(ZookeeperEvent, kind="mirror.loaded"):
    """The mirror has read the tree."""

    znodes: int
    took_ms: float | None
    mode: str

    def line(self) -> Line:
        took = "" if self.took_ms is None else f" in {duration(self.took_ms / 1000)}"
        return [f"{plural(self.znodes or 0, 'znode')} read{took}"]


class MirrorBehind(ZookeeperEvent, kind="mirror.behind"):
    """What the dashboard reports now has waited for `ms` milliseconds since ZooKeeper told it; this
    event comes once a second.
    """

    ms: int

    def line(self) -> Line:
        return [f"what ZooKeeper has told waits: the dashboard is {self.ms / 1000:.1f} s behind"]


class MirrorCaughtUp(ZookeeperEvent, kind="mirror.caught_up"):
    """Nothing that ZooKeeper told waits any longer."""

    def line(self) -> Line:
        return ["the dashboard has caught up with ZooKeeper"]


class MirrorBounded(ZookeeperEvent, kind="mirror.bounded"):
    """Programs contend at more paths than the mirror follows, and somebody stands at each."""

    most: int

    def line(self) -> Line:
        return [f"programs contend at more than {self.most} paths: the others are not followed"]


class MirrorRootless(ZookeeperEvent, kind="mirror.rootless", tone="dead"):
    """The chroot does not exist."""

    chroot: str
    reason: str

    def line(self) -> Line:
        return [self.reason]


class MirrorRooted(ZookeeperEvent, kind="mirror.rooted"):
    """The chroot has come."""

    chroot: str

    def line(self) -> Line:
        return [f"the znode {self.chroot} is there now"]


class MirrorSilent(ZookeeperEvent, kind="mirror.silent"):
    """The server has not answered the dashboard for a second, though the connection stands."""

    server: str | None

    def line(self) -> Line:
        return [f"{self.server or 'ZooKeeper'} does not answer the dashboard"]


class MirrorHeard(ZookeeperEvent, kind="mirror.heard"):
    """The server answers the dashboard again."""

    server: str | None

    def line(self) -> Line:
        return [f"{self.server or 'ZooKeeper'} answers again"]


class ZnodeEvent(AboutZnode, group="znodes"):
    """An event of one znode. zxid: of the change, None where no event told it."""

    zxid: int | None


class ZnodeCreated(ZnodeEvent, kind="znode.created", tone="new"):
    """A znode has come. found: whether a list named it, and no event told when it came."""

    found: bool = False

    def line(self) -> Line:
        if self.found:
            return ["found: znode ", znode(self.subject), " is there"]
        return ["znode ", znode(self.subject), f" created{_by_zxid(self.zxid)}"]


class ZnodeDeleted(ZnodeEvent, kind="znode.deleted"):
    """A znode has gone. found_gone: whether a listing found it gone, so that it was deleted at some
    time before.
    """

    found_gone: bool = False

    def line(self) -> Line:
        if self.found_gone:
            return ["found: znode ", znode(self.subject), " is gone"]
        return ["znode ", znode(self.subject), f" deleted{_by_zxid(self.zxid)}"]


class ZnodeChanged(ZnodeEvent, kind="znode.changed"):
    """The data of a znode has changed."""

    def line(self) -> Line:
        return ["data of ", znode(self.subject), f" changed{_by_zxid(self.zxid)}"]


class ZnodesSummary(Event, kind="znodes.summary", group="znodes"):
    """Some znodes of a busy tree have come, gone or changed below this path, besides those that are
    followed; this event comes ten times a second at most. found: whether lists told of some of
    them.
    """

    created: int
    deleted: int
    changed: int
    found: bool = False

    def line(self) -> Line:
        counts = (
            f"{self.created or 0} created, {self.deleted or 0} deleted, {self.changed or 0} changed"
        )
        return [f"{'found: ' if self.found else ''}below {self.subject}: {counts}"]


class ListFound(Event, kind="election.found", group=RECIPES):
    """The mirror has read all members of a path; a member that came meanwhile has only `znode` and
    `unread`. strategy: `single` for a leader key that nobody has asked for, and for a path that is
    ephemeral itself. uncounted: the children that are no members, for no counter has given their
    numbers.
    """

    members: Sequence[Data]
    strategy: str | None = None
    uncounted: Sequence[str] | None = None

    def line(self) -> Line:
        return [f"read: {self.subject} has {plural(len(self.members), 'member')}"]


class ListGone(Event, kind="election.gone", group=RECIPES, tone="dead"):
    """A path with members is gone."""

    def line(self) -> Line:
        return [f"{self.subject} is gone"]


class ListDenied(Event, kind="election.denied", group=RECIPES):
    """The ACL of a path does not show the dashboard its children; ListFound comes once it does."""

    def line(self) -> Line:
        return [f"the ACL of {self.subject} hides who stands there"]


class ListForgotten(Event, kind="election.forgotten", group=RECIPES, told=False):
    """The mirror no longer follows a found path where nobody stood, for it follows many others. It
    finds the path again when somebody comes.
    """


class MemberRead(AboutZnode, kind="member.read", group=RECIPES, rest="member"):
    """The mirror has read a member of a path. member: `znode` (its name), `session`, `czxid`,
    `mzxid`, `ctime`, `data`; `hidden` where its ACL hides all but its name.
    """

    path: str = spelled("election")
    member: Data

    def line(self) -> Line:
        session = self.member.get("session") or "none"
        created = by_server("created", self.member.get("ctime"))
        return ["member ", znode(self.subject), f" read: session {session}", *created]


class ValueRead(Event, kind="value.read", group=RECIPES, rest="znode"):
    """The mirror has read a followed znode: `mzxid`, `czxid`, `version`, `mtime`, `value`,
    `length`; it has nothing of a missing one. found: whether the mirror read it as it stood, and no
    event told of its writing.
    """

    znode: Data
    found: bool = False

    def line(self) -> Line:
        said = self.znode
        if said.get("version") is None:
            return [f"there is no znode {self.subject}"]
        value = cut(said.get("value") or "", _LONGEST_VALUE)
        now = "" if self.found else "now "
        says = f"{self.subject} says {now}“{value}”, version {said['version']}"
        return [says, *(by_server("written", said.get("mtime")) if self.found else ())]


# -- what the servers list --------------------------------------------------------------------


class ConnectionEvent(Event, group="servers"):
    """An event of the connection of a session.

    client: its address, `host:port`. server: the one that listed it. heard: the latest question by
    whose answer more had come over it than before. listed: the time of the last answer that named
    it; missing: the time by which all servers had answered without it.
    """

    client: str | None
    server: str | None
    heard: float | None
    listed: float | None
    missing: float | None

    @property
    def whose(self) -> str:
        """Return the address of the client, if a server listed it, in words."""
        return f", of {self.client}" if self.client else ""


class ConnectionLost(ConnectionEvent, kind="connection.lost", tone="dead"):
    """No server lists a connection of a member's session any longer. The session may go on, and its
    client may come back.
    """

    def line(self) -> Line:
        return [f"no server lists a connection of session {self.subject} any more{self.whose}"]


class ConnectionFound(ConnectionEvent, kind="connection.found"):
    """A server lists a connection of that session again."""

    def line(self) -> Line:
        return [f"session {self.subject} is listed as connected again{self.whose}"]


class WatchesListed(ZookeeperEvent, kind="watches.listed", group="lists"):
    """The servers have listed who watches what: session -> the paths it watches. The journal keeps
    only the number of sessions, `count`.
    """

    source: str
    asked_at: float
    complete: bool
    sessions: Mapping[str, Sequence[str]] | None = None
    count: int | None = None

    def line(self) -> Line:
        name = "ZooKeeper" if self.subject == "zookeeper" else self.subject
        sessions = plural(self.count or 0, "session")
        return [f"{name} lists the watches of {sessions} ({self.source})"]


# -- candidates -------------------------------------------------------------------------------


def _named(names: Sequence[str]) -> str:
    return plural(len(names), "candidate")


class CrowdEvent(Event, group="processes"):
    """An event of many candidates, by their names."""

    subject: str = field(default="candidates", kw_only=False)


class CandidatesQueued(CrowdEvent, kind="candidates.queued"):
    """A person wants processes at this path, and these of them still have to start."""

    recipe: str
    path: str
    settings: Mapping[str, Any]
    session_timeout_ms: int
    by: str
    names: Sequence[str]
    of: int

    def line(self) -> Line:
        named = f"{thousands(len(self.names))} of {plural(self.of, 'candidate')}"
        return [f"{named} will be started{asked_by(self.by)}"]


class CandidatesWithdrawn(CrowdEvent, kind="candidates.withdrawn"):
    """The processes will never be started, for somebody has stopped them."""

    names: Sequence[str]
    by: str

    def line(self) -> Line:
        return [f"{_named(self.names)} will not be started{asked_by(self.by)}"]


class CandidatesRefused(CrowdEvent, kind="candidates.refused"):
    """The processes will never be started, for the machine makes no further process."""

    names: Sequence[str]
    reason: str

    def line(self) -> Line:
        return [f"{_named(self.names)} could not be started{_reason(self.reason)}"]


class CandidatesStopping(CrowdEvent, kind="candidates.stopping"):
    """The processes will be stopped, a few at a time."""

    names: Sequence[str]
    by: str

    def line(self) -> Line:
        return [f"{_named(self.names)} will be stopped{asked_by(self.by)}"]


class CandidateStarting(CandidateEvent, kind="candidate.starting"):
    """The dashboard starts a process."""

    recipe: str
    path: str
    settings: Mapping[str, Any]
    session_timeout_ms: int
    by: str

    def line(self) -> Line:
        return [who(self.subject), f" is being started{asked_by(self.by)}"]


class CandidateStarted(CandidateEvent, kind="candidate.started", tone="new"):
    """The process runs."""

    pid: int

    def line(self) -> Line:
        return [who(self.subject), " runs"]


class CandidateConnected(CandidateEvent, kind="candidate.connected"):
    """The process has a session."""

    session: str | None
    timeout_ms: int

    def line(self) -> Line:
        return [who(self.subject), f" has session {self.session or ''}"]


class CandidateReported(CandidateEvent, kind="candidate.reported", group="beliefs", rest="view"):
    """The process reports what it believes. session_ends: only where it cannot send heartbeats.
    view: what its recipe adds, such as `group` of a member. In a herd, no process reports each
    wake-up for nothing.
    """

    belief: str | Unsaid = UNSAID
    step: str | Unsaid | None = UNSAID
    znode: str | Unsaid | None = UNSAID
    watches: str | Unsaid | None = UNSAID
    leader: str | Unsaid | None = UNSAID
    epoch: int | Unsaid | None = UNSAID
    data_versions: Data | Unsaid | None = spelled("data", UNSAID)
    session: str | Unsaid | None = UNSAID
    timeout_ms: int | Unsaid = UNSAID
    session_ends: float | Unsaid | None = UNSAID
    error: str | Unsaid | None = UNSAID
    view: Data
    counters: Mapping[str, int] | Unsaid = UNSAID

    def line(self) -> Line:
        name, belief = who(self.subject), self.belief
        if self.error and self.error is not UNSAID:
            return [name, f": {self.error}"]
        at = f", at “{self.step}”" if self.step and self.step is not UNSAID else ""
        if belief == "leading":
            return [name, f" believes it leads{at}"]
        if belief == "behind":
            return [name, " sits out: its data is behind"]
        watches = None if self.watches is UNSAID else self.watches
        if belief == "waiting" and watches == PARENT:
            return [name, " waits, watching the list of children"]
        if belief == "waiting" and watches:
            return [name, " waits, watching ", znode(watches)]
        return [name, f" is {'at work' if belief is UNSAID else belief}{at}"]

    def tone_of_line(self) -> str:
        return "lead" if self.belief == "leading" else ""


NOTIFICATIONS = {
    "deleted": "NodeDeleted",
    "created": "NodeCreated",
    "changed": "NodeDataChanged",
    "children": "NodeChildrenChanged",
}
"""The event of a watch -> its name in ZooKeeper's clients."""


class CandidateNotified(CandidateEvent, kind="candidate.notified", group="watches", tone="fired"):
    """One of its watches has fired. zxid: of the change that fired it; None where ZooKeeper does
    not tell that, before 3.9.
    """

    znode: str | None
    event: str
    zxid: int | None
    counters: Mapping[str, int]

    def line(self) -> Line:
        if self.event == "children":
            return self._of_list("is gone")
        fired = self._fired()
        return [f"{self._name} of ", znode(self.znode), " reached ", who(self.subject), fired]

    def line_of_list(self) -> Line:
        """Return its line where the znode is a list that is watched."""
        return self._of_list("has changed")

    def _of_list(self, what: str) -> Line:
        named = znode(self.znode)
        return [f"{self._name} reached ", who(self.subject), ": ", named, f" {what}{self._fired()}"]

    @property
    def _name(self) -> str:
        return NOTIFICATIONS.get(self.event, self.event)

    def _fired(self) -> str:
        by = _by_zxid(self.zxid)
        return by and f", fired{by}"


class CandidateDeed(CandidateEvent):
    """An event of what somebody does to a process. deed: the words that the line has after its
    name.
    """

    by: str | None
    deed: ClassVar[str]

    def line(self) -> Line:
        return [who(self.subject), self.deed.format(by=asked_by(self.by))]


class CandidateStopping(CandidateDeed, kind="candidate.stopping"):
    """Somebody asks the process to stop."""

    deed = " is asked to stop{by}"


class CandidateKilled(CandidateDeed, kind="candidate.killed", tone="dead"):
    """The process has got a signal, and other events say what follows; a process that has ended
    gets none. session_ends: when its session runs out.
    """

    deed = KILLED
    session_ends: float | None


class CandidatePaused(CandidateDeed, kind="candidate.paused", tone="frozen"):
    """Somebody freezes the process. session_ends: when its session runs out, unless it is woken."""

    deed = FROZEN
    session_ends: float | None


class CandidateResumed(CandidateDeed, kind="candidate.resumed"):
    """Somebody wakes the process."""

    deed = WOKEN


class CandidateExpired(CandidateDeed, kind="candidate.expired", tone="dead"):
    """Somebody has the server end the session of the process."""

    deed = " ended on the server{by}"

    def line(self) -> Line:
        return ["session of ", *super().line()]


class CandidateResigning(CandidateDeed, kind="candidate.resigning"):
    """Somebody asks the process to resign."""

    deed = " is asked to resign{by}"


class CandidateExited(CandidateEvent, kind="candidate.exited"):
    """The process has ended. session_ends: when its session runs out, if it was not closed."""

    code: int | None
    signal: str | None
    session_ends: float | None

    def line(self) -> Line:
        code = "" if self.code is None else f" (code {self.code})"
        return [who(self.subject), f" has ended{f' ({self.signal})' if self.signal else code}"]
