"""Watching a few paths only, for servers before 3.6, which have no recursive watches."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kazoo.exceptions import NoNodeError
from kazoo.protocol.states import EventType

from app.zookeeper.frames import Answer
from app.zookeeper.loader import Listener, tell
from app.zookeeper.reads import Reads
from app.zookeeper.requests import ChildrenOf
from app.zookeeper.tree import ancestors
from app.zookeeper.watching import Event


class OpenPaths:
    """Keeps a watch on the children of each wanted path and of all above it.

    wanted: gives the elections' paths; `open` are the page's. `closed` is told of a path that
    changed and is wanted no more; `settled` is called when all wanted paths have been read.
    """

    def __init__(
        self,
        reads: Reads,
        listener: Listener,
        wanted: Callable[[], Iterable[str]],
        closed: Callable[[str], None],
        settled: Callable[[], None],
    ) -> None:
        self._reads, self._listener, self._wanted = reads, listener, wanted
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
        """Watch what has become wanted."""
        for path in sorted(self._all_wanted() - self._watched):
            self._watch(path)

    def came(self, path: str) -> None:
        """A znode was created: watch it if it is wanted."""
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
        tell(self._listener, path, answer)
        if not self._asked:
            self._settled()

    def _fired(self, path: str, event: Event) -> None:
        if event.type == EventType.NONE:
            return
        self._watched.discard(path)
        if path in self._all_wanted():
            self._watch(path)
        else:
            self._closed(path)
