"""What no client tells: that leadership has passed to a program that reports nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

State = Mapping[str, Any]
TOLD = ("from_name", "to_name", "from_znode", "to_znode", "fault", "by", "found_gone", "heard_ms")


def passed(before: State, after: State) -> Iterator[tuple[str, dict[str, Any]]]:
    """(path, data of `election.passed`) for each election that one event led from one leader to a
    foreign one. Ours acknowledge that they lead, and that is told.
    """
    if before["elections"] is after["elections"]:
        return
    for path, election in after["elections"].items():
        known, last = before["elections"].get(path), election["last_handoff"]
        is_news = known is not None and election["handoffs"] > known["handoffs"]
        if is_news and last["to"] is None:
            yield path, {key: last[key] for key in TOLD}
