"""Watch a few paths only, for servers before 3.6, which have no recursive watches."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kazoo.exceptions import NoNodeError
from kazoo.protocol.states import EventType

from .frames import Answer
from .loader import Answered
from .reads import ReadQueue
from .requests import ChildrenOf
from .tree import ancestors
from .watching import WatchEvent


class OpenPaths:
    """A watch on the children of each wanted path and of all above it.

    wanted: returns the paths that are followed; `open` are the page's. `closed` is called with a
    path that changed and is no longer wanted; `settled`, when all wanted ones have been read.
    """

    def __init__(
        self,
        reads: ReadQueue,
        answered: Answered,
        wanted: Callable[[], Iterable[str]],
        closed: Callable[[str], None],
        settled: Callable[[], None],
    ) -> None:
        self._reads, self._answered, self._wanted = reads, answered, wanted
        self._closed, self._settled = closed, settled
        self.open: set[str] = set()
        self._watched: set[str] = set()
        self._asked = 0

    def start(self) -> None:
        """Read and watch everything wanted: a new connection has no watches."""
        self._watched.clear()
        self._asked = 0
        self.update()

    def update(self) -> None:
        """Watch what is newly wanted."""
        for path in sorted(self._all_wanted() - self._watched):
            self._watch(path)

    def came(self, path: str) -> None:
        """Note that a znode was created: watch it if it is wanted."""
        if path not in self._watched and path in self._all_wanted():
            self._watch(path)

    def _all_wanted(self) -> set[str]:
        ends = self.open.union(self._wanted())
        return ends.union({"/"}, *(ancestors(path) for path in ends))

    def _watch(self, path: str) -> None:
        self._watched.add(path)
        self._asked += 1
        read = ChildrenOf(path, lambda event: self._fired(path, event))
        self._reads.many([read], lambda answers: self._take(path, answers[0]))

    def _take(self, path: str, answer: Answer) -> None:
        self._asked -= 1
        if not isinstance(answer, list):
            self._watched.discard(path)
        if path == "/" and isinstance(answer, NoNodeError):
            self._reads.when_there(path, lambda: self.came(path))
        self._answered(path, answer)
        if not self._asked:
            self._settled()

    def _fired(self, path: str, event: WatchEvent) -> None:
        if event.type == EventType.NONE:
            return
        self._watched.discard(path)
        if path in self._all_wanted():
            self._watch(path)
        else:
            self._closed(path)
