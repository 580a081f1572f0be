"""Whether members that Handoff did not make stand where candidates are to start: then it has to be
asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kazoo.exceptions import KazooException, NoAuthError, NoNodeError
from kazoo.handlers.threading import KazooTimeoutError

from app.control.part import Part
from app.errors import Conflict, ZooKeeperUnavailable
from app.insight.quoting import quoted
from app.recipes.libraries import HANDOFF, LIBRARIES, library_of
from app.recipes.naming import in_order, label_of

_TIMEOUT = 2.0


class Strangers(Part):
    """Finds the members of other libraries in an election."""

    def require_none(self, path: str) -> None:
        """Raises Conflict, which says who stands there and why that matters."""
        found = self.at(path)
        if found is not None:
            raise Conflict(
                f"{found['who']} {found['why']} Stop them first, choose another path, or ask for "
                'it with "among_strangers": true.',
                code="strangers",
                field="among_strangers",
                beside={"strangers": found},
            )

    def at(self, path: str) -> dict[str, str] | None:
        """`who` stands there and `why` that matters, None where nobody does."""
        names = [name for name in in_order(self._names(path)) if library_of(name) != HANDOFF]
        if not names:
            return None
        return {"who": f"{quoted(path)} has {_counted(names)}.", "why": _reason(names)}

    def _names(self, path: str) -> list[str]:
        """Read the names from ZooKeeper now: the mirror may not know the latest member yet."""
        try:
            children = self._mirror.client.get_children_async(path).get(timeout=_TIMEOUT)
        except (NoNodeError, NoAuthError):
            return []
        except (KazooException, KazooTimeoutError) as error:
            raise ZooKeeperUnavailable(
                f"ZooKeeper did not say who stands at {path}: nobody was started. Try again."
            ) from error
        return list(children)


def _counted(names: list[str]) -> str:
    """ "3 members that are not Handoff's: 3 of Curator's LeaderLatch (latch-0000000000, …)" """
    counts = Counter(library_of(name) for name in names)
    parts = [
        f"{number} of {library or 'a program whose names Handoff does not know'} "
        f"({_examples(name for name in names if library_of(name) == library)})"
        for library, number in counts.items()
    ]
    members = "a member that is" if len(names) == 1 else f"{len(names)} members that are"
    return f"{members} not Handoff's: {', '.join(parts)}"


def _examples(names: Iterable[str]) -> str:
    first, *others = (quoted(label_of(name)) for name in names)
    return f"{first}, …" if others else first


def _reason(names: list[str]) -> str:
    sorts = {one.sorts: None for name in names if (one := LIBRARIES.get(library_of(name) or ""))}
    rules = "; ".join(sorts) or "Nobody knows by which order they lead"
    return f"{rules}, and Handoff goes by the sequence number alone: two may lead at the same time."
