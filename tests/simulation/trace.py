"""What happened in a schedule, for people: numbered, with virtual times, one line a step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any

from app.participation import commands as c
from app.participation import inputs as i
from app.sandbox.core.messages import Message, Notification, ServerReply, ServerRequest
from app.zookeeper.wire.codes import Code, EventType, Op
from app.zookeeper.wire.multi import Operations
from app.zookeeper.wire.records import ConnectResponse

LONGEST = 150
LEGEND = """\
Each line is a step: its number, the virtual time, who, and what. A process (c1) hears an input in a
phase of its recipe, and answers with commands (→). A server carries out requests; where it does not
know all that there is, the line says how far it knows it, by zxids. c1:77 is a GUID of c1's. What
an invariant demands is said in docs/simulation.md, under "What is judged"."""
EXPLAINED = {
    "drop": "the connection breaks",
    "lose reply": "the next such request is carried out; the connection breaks before the answer",
    "lose request": "the connection breaks before the next such request arrives",
    "forestall": "an operator deletes the znode just before such a request about it is carried out",
    "partition": "messages wait",
    "freeze": "the process stands still, and its clock does not",
    "starve": "its in-order thread gets no processor, its connection goes on",
    "slow link": "messages take up to 0.3 s more",
    "kill": "the process dies at once, its session lives on",
    "stop": "it is told to leave",
    "resign": "it is told to give up its place",
    "start": "one more process",
    "start again": "a process dies, and comes again while its old session lives",
    "end session": "an operator ends its session",
    "delete": "an operator deletes",
    "write": "an operator writes",
    "forbid": "an ACL forbids it",
    "stall server": "what arrives at the server waits",
    "restart server": "it comes back; a lone server has forgotten all sessions",
    "behind": "its data is older than the newest",
    "lag": "what the leader commits comes late to a server",
    "mislead": "as lose reply; then the process finds a server that lags",
    "hold": "the next such request stays behind in its server until the process comes back to that",
    "cut off": "a server and the others do not hear each other",
    "freeze server": "a server does nothing for a while",
    "end server": "a server ends, and comes back later",
}
"""What a fault does, for the head of a trace."""
NOT_TOLD = {"at", "generation", "offered_at"}
"""When, and for which connection, which other lines say."""


class Trace:
    """Lines, as they come. `names`: what stands for a GUID."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.names: dict[str, str] = {}
        self._at = 0.0

    def say(self, at: float, who: str, what: str) -> None:
        """One line."""
        self._at = at
        for guid, name in self.names.items():
            what = what.replace(guid, name)
        cut = what if len(what) <= LONGEST else what[: LONGEST - 1] + "…"
        self.lines.append(f"{len(self.lines) + 1:4}  {at:9.4f} s  {who:<10} {cut}")

    def fault(self, at: float, what: str) -> None:
        """A fault strikes, or a process joins."""
        started = what.removeprefix("start ")
        if started != what:
            self.say(at, started.split()[0], "starts")
        else:
            self.say(at, "FAULT", what)

    def broken(self, what: str) -> None:
        """An invariant does not hold, and the schedule ends."""
        self.say(self._at, "VIOLATION", what)

    def given(self, at: float, who: str, given: i.Input, void: bool, phase: str) -> None:
        """A recipe is told something. Ticks and contacts go without saying."""
        if not isinstance(given, (i.Tick, i.Contact)):
            late = " (too late, of an older generation)" if void else ""
            self.say(at, who, f"hears {_words(given)} while {phase}{late}")

    def commanded(self, at: float, who: str, command: c.Command) -> None:
        """A recipe asks for something."""
        if not isinstance(command, c.WakeAt):
            self.say(at, who, f"→ {_words(command)}")

    def asked(self, at: float, by: str, who: str, request: ServerRequest, knows: str = "") -> None:
        """A request is carried out. Heartbeats go without saying. knows: what the server knows,
        where that is not all.
        """
        if not is_heartbeat(request):
            asked = _request(request.op, request.body)
            self.say(at, by, f"carries out{knows}, for {who}: {asked}")

    def said(self, at: float, by: str, who: str, message: Message) -> None:
        """The server notifies somebody, or hangs up."""
        if isinstance(message, Notification):
            event = EventType(message.type).name
            self.say(at, by, f"notifies {who}: {event} {message.path}")
        elif isinstance(message, ServerReply):
            if message.error:
                self.say(at, by, f"refuses: {Code(message.error).name}, to {who}")
        elif isinstance(message, ConnectResponse):
            session = f"session 0x{message.session:x}" if message.session else "it is over"
            self.say(at, by, f"answers the handshake of {who}: {session}")
        else:
            self.say(at, by, f"hangs up on {who}: {message.reason}")

    def copied(self, at: float, server: str, paths: Iterable[str]) -> None:
        """A server has applied a step that a majority has agreed on."""
        changed = ", ".join(paths)
        if changed:
            self.say(at, server, f"knows {changed}")


def is_heartbeat(request: ServerRequest) -> bool:
    """A ping, or the read of the root, or the lone check, by which one keeps its clock going."""
    if isinstance(request.body, Operations):
        return [op for op, _ in request.body.operations] == [Op.CHECK]
    return request.op == Op.PING or (request.op == Op.EXISTS and request.body.path == "/")


def _request(op: int, body: Any) -> str:
    if isinstance(body, Operations):
        return f"{Op(op).name} of {', '.join(_request(*one) for one in body.operations)}"
    watch = " with a watch" if getattr(body, "watch", False) else ""
    return f"{Op(op).name} {getattr(body, 'path', '')}{watch}"


def name_of(command: c.Command) -> str:
    """What a command is called."""
    return command.name if isinstance(command, c.Message) else type(command).__name__


def _words(said: Any) -> str:
    """The fields of an input or a command, but for those that are as they are most of the time."""
    told = said.arguments if isinstance(said, c.Message) else _unusual(said)
    shown = [f"{key}={_value(value)}" for key, value in told.items() if key not in NOT_TOLD]
    name = name_of(said)
    return f"{name}({', '.join(shown)})" if shown else name


def _unusual(said: Any) -> dict[str, Any]:
    given = {field: getattr(said, field.name) for field in fields(said)}
    return {field.name: value for field, value in given.items() if not _is_usual(field, value)}


def _is_usual(field: Field[Any], value: Any) -> bool:
    return field.default is not MISSING and bool(value == field.default)


def _value(value: Any) -> str:
    if is_dataclass(value):
        return _words(value)
    if isinstance(value, int) and value > 1 << 40:
        return f"0x{value:x}"
    if type(value) is tuple:
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(_value, value)))}}}"
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(_value, value)))}}}"
    return value if isinstance(value, str) else repr(value)
