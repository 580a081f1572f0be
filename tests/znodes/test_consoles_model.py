"""What the page is told of consoles: a beginning, an end, and never too much in between."""

from __future__ import annotations

from typing import Any

from app.journal.document import initial_state
from app.readmodels.document import with_section
from app.readmodels.event import event_of
from app.recipes.registry import MODELS
from app.znodes.consoles_model import KEPT_CHARACTERS, KEPT_ENTRIES, Consoles, ConsolesSection

SESSION = {
    "session": "0x1", "connection": "connected", "timeout_ms": 10_000, "reason": None,
    "ephemerals": [], "ephemeral_count": 0, "credentials": [], "watches": 0, "prompt": "[0] ",
}  # fmt: skip


def with_event(consoles: Consoles, name: str, what: str, data: Any, at: float) -> Consoles:
    state = with_section(initial_state(MODELS), "consoles", consoles)
    folded, _ = ConsolesSection().fold(MODELS, state, event_of(f"console.{what}", name, data), at)
    return ConsolesSection.of(folded)


def opened() -> Consoles:
    return with_event({}, "k1", "opened", {**SESSION, "hosts": "zk:2181", "by": "page"}, 1.0)


def said(consoles: Consoles, **data: Any) -> Consoles:
    entry = {"prompt": "[0] ", "line": "ls /", "output": ["[]"], "left_out": 0, **data}
    return with_event(consoles, "k1", "said", entry, 2.0)


def test_what_is_said_is_numbered_and_counted() -> None:
    consoles = said(said(opened()), line="whoami")
    consoles = with_event(consoles, "k1", "told", {"output": ["event"], "left_out": 0}, 3.0)
    console = consoles["k1"]
    assert (console["said"], console["lines"]) == (3, 2)
    assert [one["line"] for one in console["entries"].values()] == ["ls /", "whoami", None]
    assert list(console["entries"]) == ["1", "2", "3"]


def test_the_oldest_entries_go_as_there_are_too_many() -> None:
    consoles = opened()
    for _ in range(KEPT_ENTRIES + 5):
        consoles = said(consoles)
    assert next(iter(consoles["k1"]["entries"])) == "6"
    assert len(consoles["k1"]["entries"]) == KEPT_ENTRIES


def test_the_oldest_entries_go_as_there_is_too_much() -> None:
    half = ["x" * (KEPT_CHARACTERS // 2 + 1)]
    consoles = said(said(opened(), output=half), output=half)
    assert list(consoles["k1"]["entries"]) == ["2"]
    assert list(said(consoles, output=half * 3)["k1"]["entries"]) == ["3"]


def test_the_session_changes_and_the_entries_stay() -> None:
    changed = {**SESSION, "connection": "closed", "session": None, "prompt": "[1] "}
    console = with_event(said(opened()), "k1", "session", changed, 4.0)["k1"]
    assert (console["connection"], console["prompt"], console["said"]) == ("closed", "[1] ", 1)
    assert console["hosts"] == "zk:2181"


def test_what_is_closed_is_gone_and_what_comes_late_is_nothing() -> None:
    assert with_event(opened(), "k1", "closed", {"by": "page"}, 5.0) == {}
    assert said({}) == {}
    assert with_event(opened(), "k1", "renamed", {}, 5.0) == opened()
