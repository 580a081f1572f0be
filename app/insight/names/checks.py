"""What must hold in a name service, checked on every event. A violation is {invariant, subject,
detail, since}, as in an election.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.insight.violations import Violation, holding, next_moment, standing

Data = Mapping[str, Any]

SETTLING = {"address_in_use": 2.0, "owner_answers": 2.0, "never_backwards": 0.0}
"""Between a change and its notification nobody can have it."""


def check(service: Data, at: float, *, seen: bool) -> list[Violation]:
    """The violations standing at `at`; one that stood before keeps its `since`.

    seen: whether the names are what ZooKeeper says now; else nobody is judged by them.
    """
    found: list[tuple[str, str, str]] = []
    for name in service["names"].values():
        if seen:
            found += [*_behind(name), *_not_owned(name)]
        found += _backwards(name)
    return standing(found, service["violations"], at)


def verdicts(violations: Sequence[Violation], at: float) -> dict[str, bool]:
    """Invariant -> whether it holds at `at`."""
    return holding(SETTLING, violations, SETTLING, at)


def next_check(violations: Sequence[Violation], at: float) -> float | None:
    """The next moment at which the verdicts can change without any event, None if never."""
    return next_moment(violations, SETTLING, (), at)


def _behind(name: Data) -> Iterator[tuple[str, str, str]]:
    """Whoever runs and watches uses the address that the name leads to."""
    for client, one in name["subscribers"].items():
        acts = one["process"] == "running" and one["belief"] == "watching"
        if acts and one["standing"] == "behind":
            detail = f"{client} watches {name['name']}, and does not use the address it leads to"
            yield "address_in_use", client, detail


def _not_owned(name: Data) -> Iterator[tuple[str, str, str]]:
    """Whoever believes it is registered is found under the name: by its session, at its address."""
    for provider, one in name["providers"].items():
        if one["process"] != "running" or one["belief"] != "registered":
            continue
        if one["standing"] == "joining" or one["standing"] == "standby":
            detail = f"{provider} believes that {name['name']} leads to it, and it does not"
            yield "owner_answers", provider, detail
        elif name["znode"]["value"] != one["address"]:
            detail = f"{name['name']} leads to another address than that of {provider}"
            yield "owner_answers", provider, detail


def _backwards(name: Data) -> Iterator[tuple[str, str, str]]:
    for client, one in name["subscribers"].items():
        if one.get("backwards"):
            yield "never_backwards", client, f"{client} has gone back to an older address"
