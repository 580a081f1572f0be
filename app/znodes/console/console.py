"""A console: lines, each a dialogue with ZooKeeper that ends in text, and completed on Tab."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from ...zookeeper.operations import Listing
from . import commands
from .printing import OutputBuffer, complain, in_order
from .requests import Alive, Ask, Connect, ConsoleLeave, ConsoleRefused, ConsoleUnanswered, Steps
from .wording import Mistake, split_line

_SHOWN = 10
_MOST_WORDS = 200
Talk = Generator[Ask, Any, list[str]]


class Console:
    """A console's memory between two lines: how many there were, and which."""

    def __init__(self, hosts: str) -> None:
        self._hosts = hosts
        self._history: list[str] = []
        self.prints_watches = True

    @property
    def count(self) -> int:
        """Return how many lines there were."""
        return len(self._history)

    def prompt(self, state: str) -> str:
        """Return the prompt. state: CONNECTING, CONNECTED, CLOSED."""
        return f"[zk: {self._hosts}({state}) {self.count}] "

    def run(self, line: str) -> Talk:
        """Yield requests to ZooKeeper, receive the answers (ConsoleRefused,
        ConsoleUnanswered and Unsure are thrown in), and return the lines to print.
        """
        words = split_line(line)
        output = OutputBuffer()
        if not words:
            return []
        number = len(self._history)
        self._history.append(line)
        yield from self._process(words, number, output)
        return output.lines

    def take_back(self) -> None:
        """Take back the last line, which was not run after all."""
        self._history.pop()

    def _process(self, words: Sequence[str], number: int, output: OutputBuffer) -> Steps:
        try:
            yield from self._do(words, number, output)
        except Mistake as mistake:
            output.say(str(mistake))
        except ConsoleUnanswered as unanswered:
            output.say(str(unanswered))
        except ConsoleRefused as refused:
            output.say(complain(refused))

    def _do(self, words: Sequence[str], number: int, output: OutputBuffer) -> Steps:
        name = words[0]
        if name not in commands.NAMES:
            output.say_all(commands.usage())
            raise Mistake(f"Command not found: Command not found {name}")
        if name == "quit":
            yield ConsoleLeave()
            return
        if name in commands.OWN:
            yield from self._do_own(words, number, output)
        if not (yield Alive()):
            output.say("Not connected")
        elif name not in commands.OWN:
            yield from commands.run(words, output)

    def _do_own(self, words: Sequence[str], number: int, output: OutputBuffer) -> Steps:
        argument = words[1] if len(words) > 1 else None
        if words[0] == "connect":
            # A visitor must not reach beyond the dashboard's ZooKeeper.
            if argument not in (None, self._hosts):
                raise Mistake(f"This console connects to {self._hosts} only.")
            yield Connect()
        elif words[0] == "redo" and argument is not None:
            yield from self._redo(argument, number, output)
        elif words[0] == "history":
            first = max(0, number - _SHOWN)
            shown = self._history[first : number + 1]
            output.say_all(
                f"{at} - {without_secrets(line)}" for at, line in enumerate(shown, first)
            )
        elif words[0] == "printwatches" and argument is None:
            output.say(f"printwatches is {'on' if self.prints_watches else 'off'}")
        elif words[0] == "printwatches":
            self.prints_watches = argument == "on"

    def _redo(self, argument: str, number: int, output: OutputBuffer) -> Steps:
        try:
            at = int(argument, 0)
        except ValueError:
            message = f'java.lang.NumberFormatException: For input string: "{argument}"'
            raise Mistake(message) from None
        if not 0 <= at < number:
            raise Mistake("Command index out of range")
        words = split_line(self._history[at])
        if words[0] == "redo":
            raise Mistake("No redoing redos")
        self._history[number] = self._history[at]
        yield from self._process(words, number, output)


def told(state: str, event: str, path: str | None) -> list[str]:
    """Return what is printed when a watch fires, or the connection changes: `WatchedEvent`s.

    state: SyncConnected, Disconnected, Expired, Closed, AuthFailed. event: None, NodeCreated …
    """
    return ["", "WATCHER::", "", f"WatchedEvent state:{state} type:{event} path:{path or 'null'}"]


def without_secrets(line: str) -> str:
    """Return the line without the password of an addauth, also if the scheme was forgotten."""
    words = split_line(line)
    if len(words) < 2 or words[0].lower() != "addauth":
        return line
    scheme, *credential = words[1:3]
    shown = [_hidden(scheme) if ":" in scheme else scheme, *map(_hidden, credential)]
    return " ".join([words[0], *shown])


def _hidden(credential: str) -> str:
    name, colon, _ = credential.partition(":")
    return f"{name}{colon}…" if colon else "…"


class Completion(NamedTuple):
    """A completion: from the character at `start` on, any of `words`; `more`: there are more."""

    start: int
    words: list[str]
    more: bool


def complete(line: str) -> Generator[Ask, Any, Completion]:
    """Complete the end of the line. An unfinished quote belongs to the word."""
    before, _, word = line.rpartition(" ")
    words: list[str] = []
    if word.startswith("/"):
        parent, _, name = word.rpartition("/")
        with suppress(ConsoleRefused, ConsoleUnanswered):
            names, _ = yield Listing(parent or "/")
            words = [f"{parent}/{one}" for one in in_order(names) if one.startswith(name)]
    elif not before.strip():
        words = [name for name in commands.NAMES if name.startswith(word)]
    return Completion(len(line) - len(word), words[:_MOST_WORDS], len(words) > _MOST_WORDS)
