"""Transcripts of what a program says, and programs that are held against them line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.conformance.conversation import Conversation
from tests.conformance.tally import count


class Step(NamedTuple):
    """One command, the lines it is answered with, and the watch events it brings, in order.

    An event is written `TYPE PATH`, or as the program writes it.
    """

    command: str
    answer: list[str]
    events: list[str]

    def as_text(self) -> str:
        """As it stands in a transcript: `> command`, the answer, `! event`."""
        return "\n".join(
            [f"> {self.command}", *self.answer, *(f"! {event}" for event in self.events)]
        )


class Manner(NamedTuple):
    """How a program is talked to.

    mark: said after every command; marked: how the answer to that begins, before which the
    command's own has ended. clean: a line with names for what differs from run to run, or nothing
    where it belongs to no answer. event_of: the watch event of which such a line tells, if any.
    """

    mark: str
    marked: str
    clean: Callable[[str], str]
    event_of: Callable[[str], str | None]


def read_transcript(text: str, of_3_9: bool = True) -> list[Step]:
    """The steps of a transcript; lines that start with `#` are comments, empty ones are skipped.

    of_3_9: whether as zkCli 3.9 says them (the lines behind `+ `), or 3.8 (those behind `- `).
    """
    steps: list[Step] = []
    kept, left_out = ("+ ", "- ") if of_3_9 else ("- ", "+ ")
    for line in (line.removeprefix(kept) for line in text.splitlines()):
        if line.startswith(left_out):
            continue
        if line.startswith("> "):
            steps.append(Step(line[2:], [], []))
        elif line.startswith("! "):
            steps[-1].events.append(line[2:])
        elif line and not line.startswith("#"):
            steps[-1].answer.append(line)
    return steps


def text_of(steps: list[Step]) -> list[str]:
    """The lines of these steps, as they stand in a transcript."""
    return "\n".join(step.as_text() for step in steps).splitlines()


def play(cli: Conversation, transcript: str, manner: Manner) -> None:
    """Say each command of a transcript: what comes must be what stands there."""
    expected = read_transcript(transcript)
    came = [run_step(cli, step, manner) for step in expected]
    assert text_of(came) == text_of(expected)


def run_step(cli: Conversation, expected: Step, manner: Manner) -> Step:
    """Say the command of `expected`; what came. Waits for as many events as are expected."""
    answer: list[str] = []
    events: list[str] = []

    def next_line() -> str:
        return manner.clean(cli.next_line(f"{expected.as_text()}\nso far came {answer} {events}"))

    def take(line: str) -> None:
        if event := manner.event_of(line):
            events.append(event)
        elif line:
            answer.append(line)

    cli.say(expected.command)
    while len(events) < len(expected.events):
        take(next_line())
    cli.say(manner.mark)
    while not (line := next_line()).startswith(manner.marked):
        take(line)
    count()
    return Step(expected.command, answer, events)
