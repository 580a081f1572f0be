"""Ask a node of a bookshelf by its public REST interface, as any client does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....actions.action import ActionAnswer
from ..process.messages import exchange


def ask(
    address: str, method: str, path: str, book: Mapping[str, Any] | None, within: float
) -> ActionAnswer:
    """Send one request to the node at `address` (HOST:PORT), answered within so many seconds.

    Return 503 where it cannot be reached: nothing was asked. Return 504 where it was asked and did
    not answer.
    """
    told = exchange(address, method, path, book, within)
    if told.status is not None:
        return ActionAnswer(told.body, told.status)
    if not told.sent:
        return refusal(503, "unreachable", f"The node at {address} cannot be reached: {told.why}")
    return refusal(
        504, "outcome_unknown", f"The node at {address} was asked and gave no answer: {told.why}"
    )


def refusal(status: int, code: str, message: str) -> ActionAnswer:
    """Return an answer in the form of the dashboard's own refusals."""
    return ActionAnswer({"error": {"code": code, "message": message, "field": None}}, status)
