"""The events of a two-phase commit, in words."""

from __future__ import annotations

from collections.abc import Mapping

from ...readmodels.document import Data
from ...readmodels.untyped import Words
from ...readmodels.wording import Line, who

_DONE = {"commit": "committed", "abort": "aborted"}


def _done(data: Data) -> str:
    decision: str = data["decision"]
    return _DONE.get(decision, decision)


def _ordered(_: str, data: Data) -> Line:
    refuses = f", on which {data['refuses']} votes no" if data.get("refuses") else ""
    return [who(data["candidate"]), f" will begin a transaction{refuses}"]


def _prepared(name: str, data: Data) -> Line:
    why = f": {data['why']}" if data.get("why") else ""
    vote = f" votes {data['vote']} on {data['transaction']} for {data['site']}{why}"
    return [who(name), vote]


WORDS: Words = {
    "commit.opened": lambda path, data: [f"transactions at {path}"],
    "commit.ordered": _ordered,
    "candidate.begun": lambda name, data: [who(name), f" has begun {data['transaction']}"],
    "candidate.not_begun": lambda name, data: [
        who(name), " gives up what it was asked to begin: it is not known whether it has begun",
    ],
    "candidate.coordinating": lambda name, data: [
        who(name), f" coordinates {data.get('transaction') or 'a transaction'}",
    ],
    "candidate.votes_in": lambda name, data: [
        who(name), f" may decide on {data['transaction']}: {data['decision']}",
    ],
    "candidate.decided": lambda name, data: [
        who(name), f" has decided: {data['transaction']} is {_done(data)}",
    ],
    "candidate.stood_down": lambda name, data: [
        who(name), f" no longer coordinates: {data['reason']}",
    ],
    "candidate.opened_ledger": lambda name, data: [
        who(name), f" opens the ledger of {data['site']}: {data['balance']}",
    ],
    "candidate.prepared": _prepared,
    "candidate.carried_out": lambda name, data: [
        who(name), f" has {_done(data)} {data['transaction']} at {data['site']}: {data['balance']}",
    ],
    "candidate.ledger_failed": lambda name, data: [
        who(name), f" cannot write the ledger of {data['site']}: {data['reason']}",
    ],
}  # fmt: skip
TONES: Mapping[str, str] = {
    "candidate.coordinating": "lead",
    "candidate.decided": "lead",
    "candidate.stood_down": "dead",
    "candidate.not_begun": "dead",
    "candidate.carried_out": "new",
    "candidate.ledger_failed": "dead",
}
