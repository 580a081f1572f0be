"""Read the data of znodes at each change, and report it where it differs from before.

All methods belong to the in-order thread.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from kazoo.exceptions import NoNodeError

from .frames import Answer, DataStat
from .members import FollowedValue, Said
from .publisher import Append
from .reads import ReadQueue
from .requests import DataOf
from .watching import Watcher


class ValueReads:
    """Reads values and reports them; an auxiliary znode's after the path that it belongs to.

    watcher: takes the events of watches, set once `needs_watches`: without recursive ones.
    """

    def __init__(self, reads: ReadQueue, append: Append, watcher: Watcher) -> None:
        self._reads, self._append, self._watcher = reads, append, watcher
        self.needs_watches = False

    def read(
        self,
        values: Collection[FollowedValue],
        is_found: bool,
        then: Callable[[], None] = lambda: None,
    ) -> None:
        """Read these, call `then`, and report what is new. is_found: no change was the reason."""
        watcher = self._watcher if self.needs_watches else None

        def take(answers: list[Answer]) -> None:
            then()
            for value, answer in zip(values, answers, strict=True):
                if value.of is None or value.of.is_read:
                    self._take(value, answer, is_found)

        self._reads.many([DataOf(value.path, watcher) for value in values], take)

    def gone(self, value: FollowedValue) -> None:
        """Note that the znode was deleted."""
        self._tell(value, value.nothing)

    def _take(self, value: FollowedValue, answer: Answer, is_found: bool) -> None:
        if isinstance(answer, DataStat):
            said = value.parse(*answer)
            marks = {"mtime": answer.stat.mtime, **({"found": True} if is_found else {})}
            self._tell(value, said, marks if any(said.values()) else {})
        elif isinstance(answer, NoNodeError) or value.of:
            self._tell(value, value.nothing)
        if isinstance(answer, NoNodeError) and self.needs_watches and not value.of:
            # Its parent may be one that may not be listed, so that no list shows when it comes.
            self._reads.when_there(value.path, partial(self.read, [value], is_found=False))

    def _tell(self, value: FollowedValue, said: Said, marks: Said | None = None) -> None:
        if said != value.said:
            value.said = said
            subject = value.of.path if value.of else value.path
            self._append(value.kind.told_as(subject, {**said, **(marks or {})}))
