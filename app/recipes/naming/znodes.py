"""The contents of a name service's znodes."""

from __future__ import annotations

from ...participation.said import said_in


def address_in(text: str) -> str:
    """Return the address in a name's data: that of a JSON object, else the text as it is."""
    said: str | None = said_in(text, "address", str)
    return text if said is None else said


def incarnation_in(text: str) -> str | None:
    """Return the process that wrote it, where the data names one."""
    found: str | None = said_in(text, "incarnation", str)
    return found
