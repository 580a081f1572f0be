"""What happened in a schedule, for people: numbered, with virtual times, one line a step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from app.recipes import commands as c
from app.recipes import inputs as i
from app.sandbox.core.messages import Message, Notification, Reply, Request
from app.zookeeper.wire.codes import Code, EventType, Op
from app.zookeeper.wire.multi import Operations
from app.zookeeper.wire.records import ConnectResponse

LONGEST = 110


class Trace:
    """Lines, as they come. `names`: what stands for a GUID."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.names: dict[str, str] = {}

    def say(self, at: float, who: str, what: str) -> None:
        """One line."""
        for guid, name in self.names.items():
            what = what.replace(guid, name)
        cut = what if len(what) <= LONGEST else what[: LONGEST - 1] + "…"
        self.lines.append(f"{len(self.lines) + 1:4}  {at:9.4f} s  {who:<10} {cut}")

    def fault(self, at: float, what: str) -> None:
        """A fault strikes."""
        self.say(at, "FAULT", what)

    def given(self, at: float, who: str, given: i.Input, void: bool, phase: str) -> None:
        """A recipe is told something. Ticks and contacts go without saying."""
        if not isinstance(given, (i.Tick, i.Contact)):
            late = " (too late, of an older generation)" if void else ""
            self.say(at, who, f"hears {_words(given)} while {phase}{late}")

    def commanded(self, at: float, who: str, command: c.Command) -> None:
        """A recipe asks for something."""
        if not isinstance(command, c.WakeAt):
            self.say(at, who, f"→ {_words(command)}")

    def asked(self, at: float, by: str, who: str, request: Request) -> None:
        """A request is carried out. Heartbeats go without saying."""
        if not is_heartbeat(request):
            self.say(at, by, f"carries out, for {who}: {_request(request.op, request.body)}")

    def said(self, at: float, by: str, who: str, message: Message) -> None:
        """The server notifies somebody, or hangs up."""
        if isinstance(message, Notification):
            event = EventType(message.type).name
            self.say(at, by, f"notifies {who}: {event} {message.path}")
        elif isinstance(message, Reply):
            if message.error:
                self.say(at, by, f"refuses: {Code(message.error).name}, to {who}")
        elif isinstance(message, ConnectResponse):
            session = f"session 0x{message.session:x}" if message.session else "it is over"
            self.say(at, by, f"answers the handshake of {who}: {session}")
        else:
            self.say(at, by, f"hangs up on {who}: {message.reason}")

    def copied(self, at: float, paths: Iterable[str]) -> None:
        """The follower has caught up with a step of the leader's."""
        changed = ", ".join(paths)
        if changed:
            self.say(at, "follower", f"knows {changed}")


def is_heartbeat(request: Request) -> bool:
    """A ping, or the read of the root, or the lone check, by which one keeps its clock going."""
    if isinstance(request.body, Operations):
        return [op for op, _ in request.body.operations] == [Op.CHECK]
    return request.op == Op.PING or (request.op == Op.EXISTS and request.body.path == "/")


def _request(op: int, body: Any) -> str:
    if isinstance(body, Operations):
        return f"{Op(op).name} of {', '.join(_request(*one) for one in body.operations)}"
    watch = " with a watch" if getattr(body, "watch", False) else ""
    return f"{Op(op).name} {getattr(body, 'path', '')}{watch}"


def _words(said: Any) -> str:
    shown = [
        f"{field.name}={_value(getattr(said, field.name))}"
        for field in fields(said)
        if field.name not in {"at", "generation"}
    ]
    return f"{type(said).__name__}({', '.join(shown)})"


def _value(value: Any) -> str:
    if isinstance(value, int) and value > 1 << 40:
        return f"0x{value:x}"
    return repr(value)
