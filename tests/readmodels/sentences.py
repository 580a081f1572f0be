"""Collect each sentence that the recipes' stories tell, and how processes look, for an editor and
for the test beside it.

`python -m tests.readmodels.sentences` writes `sentences.txt` again. The scripts of the models'
tests are played; in each state with another story every process is also frozen and killed, and
ZooKeeper falls silent, ends by itself, or loses its quorum. Names, numbers, times and paths are
left out.
"""

from __future__ import annotations

import inspect
import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from app.journal.state import JournalFact, fold
from app.readmodels.event import event_of
from app.recipes.registry import MODELS
from tests.journal.script import listeners, report_of, text_of

LIST = Path(__file__).with_suffix(".txt")
TESTS = Path(__file__).parents[1]
PLAYED = re.compile(r"script import|\(Script\)|FlowScript")
REAL = re.compile(r"_(page|process|actions|end_to_end)")
OF_NO_PATH = ("comparison", "drill")
"""The sections that are one document, with a story."""
MOST_STRUCK = 6
_LONG = re.compile(r"\b([a-z])\d+\b")
FAULTS = (("paused",), ("killed", "exited"))
LEFT_OUT = (
    (r"“[^”]*”", "“…”"),
    (r"0x[0-9a-f]+", "ZXID"),
    (r"(?<![\w…])/[\w/.-]*\w", "PATH"),
    (r"\b[a-z]+\d+(?:guid-n_\d+)?\b", "NAME"),
    (r"\bitem-\d+|\btx-\d+", "NAME"),
    (r"\bNAME(?:, NAME)+ and NAME\b", "NAME and NAME"),
    (r"\d[\d.\u202f]*\d|[02-9]", "N"),
    (r"\b(?i:two|three|four|five|six|seven|eight|nine|ten)\b", "N"),
)
ALONE = [{"id": "s1", "address": "localhost:2181", "pid": 7}]
OUT_OF_REACH: tuple[tuple[tuple[str, str, dict[str, Any]], ...], ...] = (
    (("zookeeper.suspended", "zookeeper", {"reason": "silence"}),),
    (
        (
            "zookeeper.configured",
            "zookeeper",
            {
                "source": "embedded",
                "hosts": "localhost:2181",
                "chroot": "",
                "keeps": "nothing",
                "servers": ALONE,
                "actions": True,
            },
        ),
        ("server.exited", "s1", {"code": -9, "reason": "SIGKILL, from a person"}),
    ),
    (
        (
            "zookeeper.servers",
            "zookeeper",
            {"servers": [report_of(f"s{one}", None if one > 2 else "idle") for one in range(1, 6)]},
        ),
    ),
)
"""What puts ZooKeeper out of reach, each with its events."""
Stories = Mapping[str, list[str]]


def told_in(state: Any) -> Iterator[tuple[str, str]]:
    """Yield (section, text) of each story in a state document, and of the looks of processes."""
    for model in MODELS:
        for document in state[model.section].values():
            yield model.section, _text_of(document)
            for part in document.values():
                yield from ((model.section, looks) for looks in _looks_in(part))
    for name in OF_NO_PATH:
        yield name, _text_of(state[name])


def _looks_in(part: Any) -> Iterator[str]:
    """Yield the looks of the processes in a part of a document: its tone and its words."""
    for one in part.values() if isinstance(part, Mapping) else part if _is_list(part) else ():
        if isinstance(one, Mapping) and "tone" in one and "words" in one:
            yield f"({one['tone']}) {one['words']}"


def _is_list(part: Any) -> bool:
    return isinstance(part, list | tuple)


def _text_of(document: Mapping[str, Any]) -> str:
    """Return its story and the reason with NAME for each name; who may also be a number."""
    parts = (document["story"], document["reason"])
    return " ".join(_named(one) for one in parts if one)


def _named(story: Iterable[Any]) -> str:
    named = [{"who": "NAME"} if _is_name(part) else part for part in story]
    return text_of(named, "TIME")


def _is_name(part: Any) -> bool:
    return not isinstance(part, str) and not part.get("who", "0").isdecimal()


def sentences_in(text: str) -> list[str]:
    """Return its sentences, without names, numbers and paths."""
    for pattern, word in LEFT_OUT:
        text = re.sub(pattern, word, text)
    return [one for one in re.split(r"(?<=[.!?])\s+", text.strip()) if one]


def lengthened(story: Iterable[Any]) -> str:
    """Return a line as it is with the longest names of ours and the longest times."""
    long = (
        part if isinstance(part, str) else _LONG.sub("\\g<1>1000", part.get("who", "59.9 s ago"))
        for part in story
    )
    return "".join(long)


class Collector:
    """Takes the stories of all states, and of what may befall each state with a new one.

    lines: the first line of each, with long names, by section.
    """

    def __init__(self) -> None:
        self.sentences: defaultdict[str, set[str]] = defaultdict(set)
        self.lines: defaultdict[str, set[str]] = defaultdict(set)
        self._known: set[tuple[str, str]] = set()

    def hear(self, state: Any, at: float) -> None:
        """Collect from a state, and from those that follow from it by one fault."""
        if self._collect(state) and len(state["candidates"]) <= MOST_STRUCK:
            for after in befallen(state, at):
                self._collect(after)

    def _collect(self, state: Any) -> bool:
        """Tell whether a story was new."""
        for model in MODELS:
            for document in state[model.section].values():
                self.lines[model.section].add(lengthened(document["story"]))
        for name in OF_NO_PATH:
            self.lines[name].add(lengthened(state[name]["story"]))
        new = {*told_in(state)} - self._known
        self._known |= new
        for section, text in new:
            self.sentences[section].update(sentences_in(text))
        return bool(new)


def befallen(state: Any, at: float) -> Iterator[Any]:
    """Yield the states after one process is frozen or killed, or ZooKeeper is out of reach."""
    running = (name for name, one in state["candidates"].items() if one["process"] == "running")
    ends = {"by": "test", "session_ends": at + 4.0, "code": None, "signal": "SIGKILL"}
    for name, faults in itertools.product(running, FAULTS):
        yield _after(state, at, ((f"candidate.{fault}", name, ends) for fault in faults))
    for events in OUT_OF_REACH:
        yield _after(state, at, events)


def _after(state: Any, at: float, events: Iterable[tuple[str, str, Mapping[str, Any]]]) -> Any:
    for event in events:
        state = fold(MODELS, state, [JournalFact(event_of(*event), at)], at)
    return state


def scripts() -> Iterator[Callable[[], Any]]:
    """Yield the tests that need nothing but a script."""
    for file in sorted(TESTS.glob("journal/test_*.py")) + sorted(TESTS.glob("recipes/*/test_*.py")):
        if PLAYED.search(file.read_text()) and not REAL.search(file.stem):
            name = ".".join(file.relative_to(TESTS.parent).with_suffix("").parts)
            yield from _tests_of(vars(import_module(name)))


def _tests_of(module: Mapping[str, Any]) -> Iterator[Callable[[], Any]]:
    for name, test in sorted(module.items()):
        if name.startswith("test_") and not hasattr(test, "hypothesis"):
            yield from _calls_of(test, module)


def _calls_of(test: Any, module: Mapping[str, Any]) -> Iterator[Callable[[], Any]]:
    """Yield the calls of a test, one for each of its parameters; none if it needs more."""
    cases = [
        _case(*mark.args[:2])
        for mark in getattr(test, "pytestmark", ())
        if mark.name == "parametrize"
    ]
    for chosen in itertools.product(*cases):
        given: dict[str, Any] = {key: one for case in chosen for key, one in case.items()}
        wanted = inspect.signature(test).parameters.keys() - given.keys()
        makers = {name: _maker(module.get(name)) for name in wanted}
        made = {name: make for name, make in makers.items() if make}
        if len(made) == len(wanted):
            yield partial(_play, test, given, made)


def _play(
    test: Callable[..., Any], given: Mapping[str, Any], made: Mapping[str, Callable[[], Any]]
) -> None:
    test(**given, **{name: make() for name, make in made.items()})


def _maker(fixture: Any) -> Callable[[], Any] | None:
    """Return the function of a fixture that needs nothing; None for any other."""
    make = getattr(fixture, "_get_wrapped_function", lambda: None)()
    needs = make is None or inspect.isgeneratorfunction(make) or inspect.signature(make).parameters
    return None if needs else make


def _case(names: Any, values: Any) -> list[dict[str, Any]]:
    keys = [one.strip() for one in names.split(",")] if isinstance(names, str) else [*names]
    return [dict(zip(keys, one if len(keys) > 1 else (one,), strict=True)) for one in values]


def collected() -> Collector:
    """Play all scripts."""
    collector = Collector()
    listeners.append(collector.hear)
    try:
        for play in scripts():
            play()
    finally:
        listeners.remove(collector.hear)
    return collector


def listed(collector: Collector) -> str:
    """Return the list: a recipe's name, and its sentences in order."""
    parts = (
        f"# {section}\n\n" + "".join(f"{one}\n" for one in sorted(sentences))
        for section, sentences in sorted(collector.sentences.items())
    )
    return "\n".join(parts)


if __name__ == "__main__":
    LIST.write_text(listed(collected()))
