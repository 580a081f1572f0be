"""The invariants of a name service, checked on every event."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...readmodels.document import Candidates
from ...readmodels.model import Find, Found, Invariant
from .document import Name, ServiceState


def _behind(name: Name) -> Iterator[Found]:
    """Yield running, watching clients that do not use the address that the name leads to; between a
    change and its notification nobody can.
    """
    for client, one in name["subscribers"].items():
        acts = one["process"] == "running" and one["belief"] == "watching"
        if acts and one["standing"] == "behind":
            detail = f"{client} watches {name['name']}, but does not use the address it leads to"
            yield client, detail


def _not_owned(name: Name) -> Iterator[Found]:
    """Yield providers that believe they are registered and are not found under the name: by their
    session, at their address.
    """
    for provider, one in name["providers"].items():
        if one["process"] != "running" or one["belief"] != "registered":
            continue
        if one["standing"] == "joining" or one["standing"] == "standby":
            detail = f"{provider} believes that {name['name']} leads to it, but it does not"
            yield provider, detail
        elif (name["znode"] or {}).get("value") != one["address"]:
            detail = f"{name['name']} leads to another address than that of {provider}"
            yield provider, detail


def _backwards(name: Name) -> Iterator[Found]:
    for client, one in name["subscribers"].items():
        if one.get("backwards"):
            yield client, f"{client} has gone back to an older address"


def _of_each(find: Callable[[Name], Iterator[Found]]) -> Find:
    """Judge each name by itself."""

    def find_all(service: ServiceState, own: Candidates, at: float) -> Iterator[Found]:
        for name in service["names"].values():
            yield from find(name)

    return find_all


INVARIANTS = (
    Invariant("address_in_use", 2.0, _of_each(_behind), needs_seen=True),
    Invariant("owner_answers", 2.0, _of_each(_not_owned), needs_seen=True),
    Invariant("never_backwards", 0.0, _of_each(_backwards)),
)
