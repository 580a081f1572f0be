"""Tell why nobody may lead, and what a person has decided.

Parts are as in `app.recipes.election.model.story`.
"""

from __future__ import annotations

from collections.abc import Mapping

from ....readmodels.story_parts import called
from ....readmodels.zookeeper import Story
from ..document import Appointed, ShelfState
from .stranded import APART, LOST
from .wording import count, listed, named, word


def stranded(shelf: ShelfState) -> Story | None:
    """Tell why nobody may lead, and what a person can do."""
    state = shelf["stranded"]
    if state is None:
        return None
    begin = f"Nobody may lead: {_why(state['missing'])}."
    if not state["choices"]:
        return [begin, " Start a node: then a person can decide to go on without them."]
    best = state["choices"][0]
    stake = " A leader without it would lose books without knowing it: a person has to decide. "
    return [begin, stake, named(shelf, best), f" is proposed: {_has(shelf, best)}."]


def _why(missing: Mapping[str, str]) -> str:
    lost = [name for name, how in missing.items() if how == LOST]
    apart = [name for name, how in missing.items() if how == APART]
    away = [name for name in missing if name not in (*lost, *apart)]
    told = [_of_lost(lost)] if lost else []
    told += [_of_apart(apart)] if apart else []
    told += [_of_absent(away)] if away else []
    return "; ".join(told) or (
        "the znode in_sync was deleted, or ZooKeeper was set up again, and with it went the record "
        "of who has every acknowledged book"
    )


def _of_lost(names: list[str]) -> str:
    what, how = ("disks", "are") if len(names) > 1 else ("disk", "is")
    return f"the {what} of {listed(names)}, which had every acknowledged book, {how} gone"


def _of_apart(names: list[str]) -> str:
    what = "their disks know" if len(names) > 1 else "its disk knows"
    return (
        f"ZooKeeper was set up again, or restored to an earlier state, or is another one: "
        f"{listed(names)} had every acknowledged book in it, and {what} a later state of in_sync"
    )


def _of_absent(names: list[str]) -> str:
    what = "their disks are" if len(names) > 1 else "its disk is"
    begin = f"{listed(names)} had every acknowledged book, and {what} not at this dashboard"
    return f"{begin} (they were temporary files of an earlier dashboard, or belong to another)"


def _has(shelf: ShelfState, name: str) -> str:
    held = count(shelf["nodes"][name]["books"] or 0, "book", "books")
    stakes = shelf["stakes"]
    lacks = stakes["nodes"].get(name) if stakes else None
    if not stakes or not lacks or not stakes["acknowledged"]:
        return f"it has {held}"
    return f"it has {held}, and lacks {word(lacks['missing'])} of {_known(stakes['acknowledged'])}"


def _known(acknowledged: int) -> str:
    return f"the {count(acknowledged, 'book that was', 'books that were')} acknowledged here"


def apart(shelf: ShelfState) -> Story | None:
    """Tell that somebody leads, or may lead, and not all disks share its history."""
    names = [name for name, node in shelf["nodes"].items() if node["disk"] == APART]
    if not names:
        return None
    stay, know = ("stay", "their disks know") if len(names) > 1 else ("stays", "its disk knows")
    return [
        called(listed(names), "behind"),
        f" {stay} apart: {know} another state of in_sync than ZooKeeper, which was set up again, "
        "restored, or is another one. Acknowledged books may be there alone. To go on from such a "
        "disk, stop the nodes that are in sync, and lose their disks; to give it up, stop its "
        "node, lose its disk, and start the node again.",
    ]


def decided(shelf: ShelfState) -> Story | None:
    """Tell of a person's decision until the next book is acknowledged."""
    done, last = shelf["appointed"], shelf["last_write"]
    if done is None or (last and last["ended"] > done["at"] and last["outcome"] == "acknowledged"):
        return None
    begin: Story = ["A person let ", named(shelf, done["node"]), " lead ", {"ago": done["at"]}]
    return [*begin, f", {_cost(done)}"]


def _cost(done: Appointed) -> str:
    if done["lost"] is None:
        return "which lacked acknowledged books. Its list is compared now."
    if not done["acknowledged"]:
        return "and no book had been acknowledged here: nobody knows what is lost."
    if not done["lost"]:
        return f"and it has all of {_known(done['acknowledged'])}."
    some = listed([f"“{one}”" for one in done["ids"][:3]])
    names = f"{some}{' and others' if done['lost'] > 3 else ''}"
    are = "is" if done["lost"] == 1 else "are"
    return f"and {word(done['lost'])} of {_known(done['acknowledged'])} {are} lost: {names}."
