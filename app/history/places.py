"""Keep the history that the settings ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..settings import Settings
from .file import InUse, Unusable
from .history import History
from .location import MEGABYTE, path_of
from .store import Bounds


@contextmanager
def history_of(settings: Settings, say: Callable[[str], None]) -> Iterator[History]:
    """Keep the history that the settings ask for, as long as the block lasts. Where another
    dashboard of this user writes the same file, or nobody has named a folder and the user's own
    cannot be used, that is said, and this one keeps a history that goes with it. Raise SetupError
    where the file is no history, or the folder that was named cannot be used.
    """
    history = _history_of(settings, say)
    try:
        yield history
    finally:
        history.close()


def _history_of(settings: Settings, say: Callable[[str], None]) -> History:
    path = path_of(settings) if settings.history else None
    bounds = Bounds(settings.history_days, settings.history_megabytes * MEGABYTE)
    try:
        return History(path, bounds)
    except InUse:
        why = f"another dashboard keeps the history {path}."
    except Unusable as error:
        if settings.data is not None:
            raise
        why = error.message
    say(f"{why} This one forgets its own when it ends.")
    return History(None, bounds, unkept=why)
