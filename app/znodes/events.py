"""The events of the workbench and of consoles, each with its line in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from ..readmodels.event import UNSAID, Event, Unsaid, spelled
from ..readmodels.wording import Line, asked_by, cut, plural, znode
from ..readmodels.zookeeper import Credential, SessionTold

_LONGEST_LINE = 60
_DOING = {"delete": "deleting", "export": "exporting", "import": "importing"}
_KINDS = {"ttl": "time to live", "ttl_sequential": "time to live, sequential"}


class JobError(TypedDict):
    code: str
    message: str


class DeletedZnode(TypedDict):
    path: str
    zxid: int | None


class _Event(Event, group="workbench"):
    """An event of this room."""


class SessionEvent(_Event):
    """The session, as it is now."""

    session: str | None
    connection: str
    timeout_ms: int | None
    reason: str | None
    ephemerals: Sequence[str]
    ephemeral_count: int
    credentials: Sequence[Credential]

    @property
    def told(self) -> SessionTold:
        """Return what is shown of any session."""
        return {
            "session": self.session,
            "connection": self.connection,
            "timeout_ms": self.timeout_ms,
            "reason": self.reason,
            "ephemerals": self.ephemerals,
            "ephemeral_count": self.ephemeral_count,
            "credentials": self.credentials,
        }


class WorkbenchSessionChanged(SessionEvent, kind="workbench.session"):
    """The workbench's session has changed. seen: a digest of its ephemerals, each as it was last
    seen.
    """

    seen: str | None

    def line(self) -> Line:
        own = self.ephemeral_count
        ephemerals = f", with {plural(own, 'ephemeral')}" if own else ""
        return [f"the workbench's session {self.session or ''} is {self.connection}{ephemerals}"]


class WorkbenchCreated(_Event, kind="workbench.created", tone="new"):
    """A znode was created, after so many parents; `length` bytes."""

    mode: str = spelled("kind")
    length: int
    parents: int
    by: str

    def line(self) -> Line:
        mode = self.mode or ""
        word = _KINDS.get(mode, mode.replace("_", ", "))
        how = f" ({word})" if word else ""
        return ["workbench: ", znode(self.subject), f" created{how}{asked_by(self.by)}"]


class WorkbenchWritten(_Event, kind="workbench.written"):
    """The data of a znode were replaced."""

    version: int
    length: int
    by: str

    def line(self) -> Line:
        written = f" written as version {self.version}{asked_by(self.by)}"
        return ["workbench: ", znode(self.subject), written]


class WorkbenchProtected(_Event, kind="workbench.protected"):
    """The ACL of a znode was replaced."""

    aversion: int
    by: str

    def line(self) -> Line:
        to = f" set, version {self.aversion}{asked_by(self.by)}"
        return ["workbench: ACL of ", znode(self.subject), to]


class WorkbenchDeleted(_Event, kind="workbench.deleted", tone="dead"):
    """So many znodes were deleted at and below a path. version, zxid: of a single one; job: of
    others, but of leftovers.
    """

    version: int | Unsaid = UNSAID
    znodes: int
    zxid: int | None = None
    job: str | None = None
    by: str

    def line(self) -> Line:
        znodes = self.znodes or 1
        several = f"{plural(znodes, 'znode')} at and below " if znodes > 1 else ""
        return [f"workbench: {several}", znode(self.subject), f" deleted{asked_by(self.by)}"]


class WorkbenchImported(_Event, kind="workbench.imported"):
    """A job has imported so many znodes."""

    znodes: int
    job: str
    by: str

    def line(self) -> Line:
        imported = f"workbench: {plural(self.znodes or 0, 'znode')} imported to "
        return [imported, znode(self.subject), asked_by(self.by)]


class JobStarted(_Event, kind="job.started", tone="new"):
    """A job has begun. of: how many znodes it will do; None: not known."""

    does: str = spelled("kind")
    path: str
    of: int | None
    by: str

    def line(self) -> Line:
        doing, began = _DOING.get(self.does, self.does), f" began ({self.subject})"
        return [f"{doing} ", znode(self.path or "/"), f"{began}{asked_by(self.by)}"]


class JobProgressed(_Event, kind="job.progressed", told=False):
    """A job has done so many `of` its znodes."""

    done: int
    of: int | None


class JobEnded(_Event, kind="job.ended"):
    """A job is over. state: `done`, `failed` or `cancelled`."""

    done: int
    of: int | None
    state: str
    error: JobError | None

    def line(self) -> Line:
        return [f"{self.subject} is {self.state} after {plural(self.done or 0, 'znode')}"]


class ConsoleSessionEvent(SessionEvent):
    """A console's session. watches: how many wait in it."""

    watches: int
    prompt: str


class ConsoleBegan(ConsoleSessionEvent, kind="console.opened", tone="new"):
    """Somebody has opened a console."""

    hosts: str
    by: str

    def line(self) -> Line:
        return [f"console {self.subject} was opened, with the session {self.session}"]


class ConsoleSessionChanged(ConsoleSessionEvent, kind="console.session", told=False):
    """The session, its watches or the prompt have changed."""


class ConsoleSaid(_Event, kind="console.said"):
    """A line, without passwords, was run, and its answer printed: see `ConsoleHeard`. deleted: the
    znodes that it has deleted; of a tree its root, without a zxid.
    """

    prompt: str
    typed: str = spelled("line")
    output: Sequence[str]
    left_out: int
    deleted: Sequence[DeletedZnode] | None = None

    def line(self) -> Line:
        return [f"{self.subject}: {cut(self.typed or '', _LONGEST_LINE)}"]


class ConsoleHeard(_Event, kind="console.told", told=False):
    """Watches have fired, or the connection has changed, as zkCli prints it: the first lines, and
    how many more there were.
    """

    output: Sequence[str]
    left_out: int


class ConsoleClosed(_Event, kind="console.closed"):
    """Somebody has closed a console."""

    by: str

    def line(self) -> Line:
        return [f"console {self.subject} was closed, and its session with it"]
