"""Find whether nobody may lead: the nodes that `in_sync` names do not have the disks it names.

Or they have them, but of another history: ZooKeeper was set up again, or restored. No node
may decide that: for all it knows, each lacks books. A person may, and names the node that
goes on with what it has (rule 11 of docs/bookshelf.md).
"""

from __future__ import annotations

from ..document import ShelfNode, ShelfState, Stranded

HERE, LOST, ELSEWHERE, APART = "here", "lost", "elsewhere", "apart"

ANOTHER_HISTORY = "another history"
"""The reason that a node gives if its disk is not of ZooKeeper's history (rule 12)."""


def disk_of(shelf: ShelfState, name: str, node: ShelfNode, *, is_alive: bool) -> str:
    """Return where a node's disk is. here: the disk that `in_sync` names, or any for a node that it
    does not name; lost: it has another one, or none any more; elsewhere: this dashboard has never
    seen one; apart: it is of another history than ZooKeeper.

    is_alive: a process of ours runs for it, and reports its disk as soon as it has looked.
    """
    if is_alive and node["reason"] == ANOTHER_HISTORY:
        return APART
    named, known = shelf["stores"].get(name), _known_store(shelf, name, node)
    if known is None:
        return HERE if is_alive or node["znode"] else ELSEWHERE
    return HERE if known == (named or known) != "" else LOST


def _known_store(shelf: ShelfState, name: str, node: ShelfNode) -> str | None:
    store = node["store"]
    return shelf["disks"].get(name) if store is None else store


def stranded(shelf: ShelfState) -> Stranded | None:
    """Return None where somebody leads, is in the election, or could be. `missing`: named node ->
    why it cannot lead; empty where the znode itself is gone. `choices`: who could go on, the node
    with the latest epoch on its disk first, then by the number of books.
    """
    missing = {name: shelf["nodes"][name]["disk"] for name in shelf["stores"]}
    behind = [name for name, one in shelf["nodes"].items() if _is_behind(one)]
    is_said = bool(missing) or (bool(behind) and not any(map(_may_come, shelf["nodes"].values())))
    if shelf["election"] or HERE in missing.values() or not is_said:
        return None
    choices = sorted(behind, key=lambda name: _rank(name, shelf["nodes"][name]))
    return {"missing": missing, "choices": choices}


def _is_behind(node: ShelfNode) -> bool:
    return node["process"] == "running" and node["state"] == "catching up" and bool(node["store"])


def _may_come(node: ShelfNode) -> bool:
    """Tell whether it has not reported yet what it makes of the shelf."""
    return bool(node["process"] == "running" and node["state"] != "catching up")


def _rank(name: str, node: ShelfNode) -> tuple[int, int, str]:
    return -(node["seen"] or 0), -(node["books"] or 0), name


def why_not(shelf: ShelfState, node: str) -> str | None:
    """Return why a person cannot let this node lead, or None."""
    state = shelf["stranded"]
    if state is None:
        able = [one for one in shelf["in_sync"] if shelf["nodes"][one]["disk"] == HERE]
        who = f": {', '.join(able)} has every acknowledged book" if able else ""
        return f"no decision is needed on who leads {shelf['path']}{who}"
    if node not in state["choices"]:
        return f"{node} has no process that waits to lead: start it first"
    return None
