"""Write the log, in which anybody may have written a part of a message."""

from __future__ import annotations

import logging
from typing import Any

from .visible import visible


def log_to_stderr(level: int, form: str) -> None:
    """Write the log to stderr, from a level on, in a form; no message writes a line of its own."""
    handler = logging.StreamHandler()
    handler.setFormatter(_LineFormatter(form))
    logging.basicConfig(level=level, handlers=[handler])


class _LineFormatter(logging.Formatter):
    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        return visible(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802
        return "\n".join(map(visible, super().formatException(ei).split("\n")))
