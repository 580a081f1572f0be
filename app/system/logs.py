"""Write the log to stderr, whatever strangers put into it.

Names, addresses and errors come from the network: what of them cannot be seen would act on the
terminal that shows the log, or look like a further line of it.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from ..visible import visible

if TYPE_CHECKING:
    from logging import LogRecord
    from types import TracebackType

    ExcInfo = (
        tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    )

WITH_TIME = "%(asctime)s %(levelname)s %(name)s: %(message)s"

log = logging.getLogger(__name__)


def log_to_stderr(level: int = logging.WARNING, form: str = WITH_TIME) -> None:
    """Write what is logged to stderr from now on, and with it what ends a thread."""
    handler = logging.StreamHandler()
    handler.setFormatter(VisibleFormatter(form))
    logging.basicConfig(level=level, handlers=[handler])
    logging.captureWarnings(True)
    threading.excepthook = _log_end


class VisibleFormatter(logging.Formatter):
    """A formatter that makes one visible line of a message. A traceback stands below it, each
    line set in, so that none looks like a message.
    """

    def formatMessage(self, record: LogRecord) -> str:  # noqa: N802
        """Return the line of a record."""
        return visible(super().formatMessage(record))

    def formatException(self, ei: ExcInfo) -> str:  # noqa: N802
        """Return the lines of an exception."""
        return _set_in(super().formatException(ei))

    def formatStack(self, stack_info: str) -> str:  # noqa: N802
        """Return the lines of a stack."""
        return _set_in(super().formatStack(stack_info))


def _set_in(lines: str) -> str:
    return "\n".join(f"    {visible(line)}" for line in lines.split("\n"))


def _log_end(ended: threading.ExceptHookArgs) -> None:
    if ended.exc_value is not None and ended.exc_type is not SystemExit:
        name = ended.thread.name if ended.thread else "?"
        log.critical("the thread %s has ended", name, exc_info=ended.exc_value)
