"""Judge histories, in the manner of Jepsen's checkers: set-full, counter, total-queue.

Each function takes a list of operations, in any order, and returns what it has counted; `broken`
are the promises that were broken, one sentence each. An operation whose outcome is unknown is never
held against anybody: it may have happened, or not.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.judges.history.operation import Operation

History = Sequence[Operation]


@dataclass(frozen=True)
class SetFound:
    """What was found of a set: how many of its elements were acknowledged, how often it was read,
    which acknowledged elements a last read lacks, and which reads were stale.
    """

    kept: int
    reads: int
    lost: Sequence[Any]
    stale: int
    broken: Sequence[str]


def set_full(history: History) -> SetFound:
    """Judge a set: `add` an element, `read` all of them (a frozenset), and `last`, a read after all
    has settled.

    An acknowledged element is in every read that begins later, and in all last reads. A read shows
    nothing that nobody has tried to add, or that was refused. What it shows of adds under way binds
    nobody (docs/bookshelf.md: a disk may show a book whose write is under way).
    """
    kept = [one for one in history if one.kind == "add" and one.is_ok]
    reads = [one for one in history if one.kind == "read" and one.is_ok]
    last = [one for one in history if one.kind == "last" and one.is_ok]
    missing = [(one, kept_before - one.value) for one, kept_before in _with_kept(reads, kept)]
    stale = [(one, lacks) for one, lacks in missing if lacks]
    elements = {one.value for one in kept}
    lost = sorted(set().union(*(elements - one.value for one in last)), key=str)
    broken = [
        *(f"{element} was kept, and is lost" for element in lost),
        *(f"{one.process} was read, and lacked {_some(lacks)}" for one, lacks in stale),
        *_never_added(history, [*reads, *last]),
    ]
    return SetFound(len(elements), len(reads), lost, len(stale), broken)


def _some(elements: Iterable[Any]) -> str:
    """Return how many there are, and one of them."""
    named = sorted(map(str, elements))
    return f"{len(named)} that had been kept: {named[0]}"


def _with_kept(reads: History, kept: History) -> Iterator[tuple[Operation, frozenset[Any]]]:
    """Yield each read with the elements that were acknowledged before it began."""
    acknowledged = sorted(kept, key=lambda one: one.completed)
    known: set[Any] = set()
    place = 0
    for read in sorted(reads, key=lambda one: one.invoked):
        while place < len(acknowledged) and acknowledged[place].completed < read.invoked:
            known.add(acknowledged[place].value)
            place += 1
        yield read, frozenset(known)


def _never_added(history: History, reads: History) -> Iterator[str]:
    """Yield what was read, and cannot have been added by then."""
    first: dict[Any, float] = {}
    for one in history:
        if one.kind == "add" and one.may_have_happened:
            first[one.value] = min(one.invoked, first.get(one.value, one.invoked))
    for read in reads:
        for element in read.value:
            if element not in first or first[element] > read.completed:
                yield f"{element} was read by {read.process}, and nobody had added it"


@dataclass(frozen=True)
class CounterFound:
    """What was found of a counter: how many additions happened, and which of them are lost."""

    updates: int
    lost: int
    broken: Sequence[str]


def counter(history: History) -> CounterFound:
    """Judge a counter to which everybody adds one: `add`, whose value is the number that it has
    made, and `read`.

    Two that happened made two numbers; one that began after another was done made a greater one; a
    read shows at least as many as were done before it, and at most as many as had begun; and no
    number was left out.
    """
    adds = sorted((one for one in history if one.kind == "add"), key=lambda one: one.invoked)
    done = [one for one in adds if one.is_ok]
    lost = [*_made_before(done), *_less_than_before(done)]
    reads = [one for one in history if one.kind == "read" and one.is_ok]
    broken = [
        *(f"{one.process} made {one.value} again: an update is lost" for one in _unique(lost)),
        *_wrong_reads(adds, reads),
        *_left_out(adds),
    ]
    short = [_fewest(done, one) - one.value for one in reads]
    return CounterFound(len(done), max([len(_unique(lost)), *short]), broken)


def _made_before(done: History) -> Iterator[Operation]:
    """Yield those that made a number that another one had made."""
    made = set()
    for one in sorted(done, key=lambda one: one.completed):
        if one.value in made:
            yield one
        made.add(one.value)


def _less_than_before(done: History) -> Iterator[Operation]:
    """Yield those that made no greater number than one that was done before they began."""
    finished = sorted(done, key=lambda one: one.completed)
    highest, place = 0, 0
    for one in done:
        while place < len(finished) and finished[place].completed < one.invoked:
            highest = max(highest, finished[place].value)
            place += 1
        if one.value <= highest:
            yield one


def _unique(operations: Iterable[Operation]) -> list[Operation]:
    return list(dict.fromkeys(operations))


def _fewest(done: History, read: Operation) -> int:
    return len({one.value for one in done if one.completed < read.invoked})


def _wrong_reads(adds: History, reads: History) -> Iterator[str]:
    done = [one for one in adds if one.is_ok]
    for read in reads:
        least = _fewest(done, read)
        begun = (one for one in adds if one.may_have_happened and one.invoked <= read.completed)
        most = sum(1 for _ in begun)
        if not least <= read.value <= most:
            yield f"{read.process} read {read.value}, and it was from {least} to {most}"


def _left_out(adds: History) -> Iterator[str]:
    possible = {one.value for one in adds if one.may_have_happened}
    highest = max((one.value for one in adds if one.is_ok), default=0)
    missing = sorted(set(range(1, highest + 1)) - possible)
    if missing:
        yield f"nobody made the numbers {missing}"


@dataclass(frozen=True)
class QueueFound:
    """What was found of a queue. done: items whose end was told; again: how often an item was given
    out once more, as the documented at-least-once delivery has it.
    """

    items: int
    done: int
    again: int
    lost: Sequence[str]
    done_twice: int
    broken: Sequence[str]


def total_queue(history: History) -> QueueFound:
    """Judge a queue: `put` an item (without a value where its name is not known), `take` it, which
    may happen again and again, `done`, its effect, and `left`, what is there at the end.

    Every item that was put in is done once, or there. Nothing is done that nobody has put in.
    """
    of = _Items(history)
    known = of.put | of.done.keys() | of.perhaps_done | of.left
    lost = sorted(of.put - (of.done.keys() | of.perhaps_done | of.left))
    nameless = known - of.put
    twice = sum(count - 1 for count in of.done.values())
    broken = [
        *(f"{item} was put in, and is neither done nor there" for item in lost),
        *(f"{item} was put in {count} times" for item, count in of.puts.items() if count > 1),
        *(f"{item} was done {count} times" for item, count in of.done.items() if count > 1),
        *of.out_of_nothing(nameless),
    ]
    return QueueFound(len(known), len(of.done), of.again, lost, twice, broken)


class _Items:
    """What a history says of each item."""

    def __init__(self, history: History) -> None:
        of: defaultdict[tuple[str, str], list[Operation]] = defaultdict(list)
        for one in history:
            of[one.kind, one.outcome].append(one)
        puts = [*of["put", "ok"], *of["put", "unknown"]]
        self.puts = Counter(one.value for one in of["put", "ok"] if one.value is not None)
        self.put = set(self.puts)
        self.nameless_for_certain = sum(one.value is None for one in of["put", "ok"])
        self.nameless_at_most = sum(one.value is None for one in puts)
        self.done = Counter(one.value for one in of["done", "ok"])
        self.perhaps_done = {one.value for one in of["done", "unknown"]}
        self.left = {item for one in of["left", "ok"] for item in one.value}
        takes = Counter(one.value for one in of["take", "ok"])
        self.again = sum(count - 1 for count in takes.values())

    def out_of_nothing(self, nameless: set[str]) -> Iterator[str]:
        """Yield what is wrong with the number of those whose names nobody has told."""
        if len(nameless) > self.nameless_at_most:
            yield f"{sorted(nameless)} came, and only {self.nameless_at_most} more may have been in"
        if len(nameless) < self.nameless_for_certain:
            lost = self.nameless_for_certain - len(nameless)
            yield f"{lost} items that were put in are neither done nor there"


@dataclass(frozen=True)
class BarrierFound:
    """What was found of a double barrier: the rounds that somebody has left, and who left too
    early, or entered while not all were there.
    """

    rounds: int
    left_early: int
    entered_alone: int
    broken: Sequence[str] = field(default=())


def barrier(history: History, size: int) -> BarrierFound:
    """Judge a double barrier that `size` processes pass together: `wait`, from its coming until it
    is inside; `inside`, at work in a round, its value; and `leave` a round.

    Nobody leaves a round while another one is inside, or before it is; and as the first one enters
    a round, as many as it takes are waiting.
    """
    leaves = [one for one in history if one.kind == "leave" and one.is_ok]
    inside: defaultdict[int, list[Operation]] = defaultdict(list)
    for one in history:
        if one.kind == "inside":
            inside[one.value].append(one)
    early = [(one, other) for one in leaves if (other := _still_inside(one, inside[one.value]))]
    waits = [one for one in history if one.kind == "wait"]
    alone = [(round_, there) for round_, there in _there(inside, waits) if there < size]
    broken = [
        *(f"{one.process} left round {one.value} before {other}" for one, other in early),
        *(f"round {round_} began with {there} of {size}" for round_, there in alone),
    ]
    return BarrierFound(len({one.value for one in leaves}), len(early), len(alone), broken)


def _still_inside(left: Operation, inside: History) -> str | None:
    return next(
        (
            other.process
            for other in inside
            if other.process != left.process and other.completed > left.completed
        ),
        None,
    )


def _there(inside: dict[int, list[Operation]], waits: History) -> Iterator[tuple[int, int]]:
    for round_, those in inside.items():
        began = min(one.invoked for one in those)
        there = {one.process for one in waits if one.invoked <= began <= one.completed}
        yield round_, len(there)
