"""What is judged of a queue: each item is put in and done once, by whoever holds its claim."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.phases import HELD, Phase
from app.recipes.queue import machine as m
from app.recipes.queue.machine import Producer
from app.recipes.queue.znodes import CLAIMS, ITEMS, LINE, PRODUCERS, item_name
from app.sandbox.core.messages import ServerRequest
from app.sandbox.core.tree import Znode
from tests.simulation import truth
from tests.simulation.judge import Judge, Violation
from tests.simulation.truth import Place

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

LONGEST_TASK = 0.2
MOST_ITEMS = 4
"""Seconds for an item, and what a producer puts in, see `simulated.py`."""


class QueueJudge(Judge):
    """Of producers and consumers. The places are the claims."""

    only_one = "one_holder"
    invariants = (
        *Judge.invariants, "one_znode", "put_once", "stored_is_there", "taken_out_by_its_holder",
        "done_once", "one_holder", "line", "leaves_the_line", "first_come", "nobody_idles",
    )  # fmt: skip

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._items: set[tuple[int, str]] = set()
        self._seen: set[str] = set()
        self._put: Counter[str] = Counter()
        self._claims: dict[str, int] = {}
        self._claimed: dict[tuple[str, int], int] = {}
        self._refused: set[tuple[str, str]] = set()
        self._standing: set[int] = set()
        self._pushed_out: set[int] = set()
        self._ledgers: dict[str, int] = {}
        self._forged: set[str] = set()
        self._taken_out: dict[str, list[str]] = {}
        self._done: Counter[tuple[str, str]] = Counter()
        self._asking: Process | None = None
        self._born: dict[str, tuple[int, int]] = {}
        self._free: dict[str, list[str]] = {}

    def owners(self) -> list[int]:
        """Those who hold an item, then those in the line, then the others."""
        line = sorted(self._children(LINE), key=lambda one: one[1].czxid)
        others = [one.recipe.session or 0 for one in self._world.living]
        found = [*super().owners(), *(znode.owner for _, znode in line), *others]
        return list(dict.fromkeys(found))

    # -- what happens -------------------------------------------------------------------------

    def asked(self, process: Process, request: ServerRequest) -> None:
        super().asked(process, request)
        self._asking = process

    def served(self) -> None:
        super().served()
        self._asking = None

    def forget_history(self) -> None:
        """What is in the queue from now on was put in then; ledgers tell what was so then."""
        super().forget_history()
        self._items, self._claims = set(), {}
        self._forged |= {one.name for one in self._world.processes}
        self._seen.clear()

    def changed(self) -> None:
        standing = self._children(ITEMS)
        items = {(znode.czxid, name) for name, znode in standing}
        for at, (name, znode) in enumerate(standing):
            if (znode.czxid, name) not in self._items:
                self._born[name] = znode.czxid, at
        claims = {place.name: place.owner for place in self.places}
        for _, name in sorted(items - self._items):
            self._came(name)
        for _, name in sorted(self._items - items):
            self._went(name, claims)
        self._items, self._claims = items, claims
        self.one_znode_each()
        self._look_at_line()
        self._look_at_claims()
        self._look_at_ledgers()
        self._claimed |= {(place.name, place.owner): place.czxid for place in self.places}

    def _look_at_line(self) -> None:
        """Whom an operator pushed out of the line notices it when there is something to do."""
        line = self._line()
        self.one_znode_each([Place(*one) for one in line])
        standing = {owner for _, _, owner in line}
        if self.meddling:
            self._pushed_out |= self._standing - standing
        self._pushed_out -= standing
        self._standing = standing

    def _look_at_claims(self) -> None:
        """Who has an item stands in the line no longer: the others would wait behind it."""
        for place in self.places:
            self.judged("leaves_the_line")
            if place.owner in self._standing and place.owner not in self._late:
                owner = f"0x{place.owner:x}"
                raise Violation("leaves_the_line", f"{owner} has {place.name}, and lines up")

    def _look_at_ledgers(self) -> None:
        """Whose ledger an operator has written to, or deleted, does not know what it has put in."""
        ledgers = {name: znode.mzxid for name, znode in self._children(PRODUCERS)}
        if self.meddling:
            before = self._ledgers.items()
            self._forged |= {name for name, mzxid in before if ledgers.get(name) != mzxid}
        self._ledgers = ledgers

    def _came(self, name: str) -> None:
        """Of each name of an item and its maker's number there is one, ever."""
        self.judged("put_once")
        path = self._world.server.scene.of(item_name(name))
        data = (self._world.server.core.tree.nodes[path].data or b"").decode()
        if data in self._seen and data.partition(" ")[0] not in self._forged:
            raise Violation("put_once", f"{data} is put in again, as {name}")
        self._seen.add(data)
        self._put[data.partition(" ")[0]] += 1

    def _went(self, name: str, claims: dict[str, int]) -> None:
        self.judged("taken_out_by_its_holder")
        owner, by = self._claims.get(name), self._asking
        if by is None or owner not in by.sessions or name in claims:
            who = by.name if by else "nobody"
            raise Violation("taken_out_by_its_holder", f"{who} takes {name} out of the queue")
        self._taken_out.setdefault(name, []).append(by.name)

    def given(self, process: Process, given: i.Input, void: bool) -> None:
        super().given(process, given, void)
        if isinstance(given, m.GatheredQueue) and not void:
            free = set(given.items or ()) - set(given.claims or ())
            self._free[process.name] = sorted(free, key=lambda name: self._born[name])
        finishes = process.recipe.phase is Phase.WRITING
        if isinstance(given, i.WriteRefused) and finishes and not void:
            self._refused.add((process.name, process.recipe.item))

    def commanded(self, process: Process, command: c.Command) -> None:
        super().commanded(process, command)
        if isinstance(command, c.Begin):
            self._refused.discard((process.name, process.recipe.item))
        elif isinstance(command, c.Message):
            if command.is_of(m.inspect_item) and not command.arguments["owner"]:
                self._turns_to(process, command.arguments["item"])
        elif isinstance(command, m.Stored):
            self._stored(process, command)
        elif isinstance(command, m.Done):
            self._is_done(process, command.item)

    def _turns_to(self, process: Process, item: str) -> None:
        """Of the items that were free when it looked it takes the first, then the next."""
        self.judged("first_come")
        first = self._free[process.name].pop(0)
        if item != first:
            raise Violation("first_come", f"{process.name} turns to {item}, and {first} is free")

    def _stored(self, process: Process, command: m.Stored) -> None:
        self.judged("stored_is_there")
        put = self._put[process.name]
        is_forged = process.name in self._forged
        if put < command.total or (put > command.total and not is_forged):
            detail = f"{process.name} is told of {command.total} items, and {put} were put in"
            raise Violation("stored_is_there", detail)

    def _is_done(self, process: Process, item: str) -> None:
        """Whose claim an operator took away cannot know who took the item out in its stead."""
        if (process.name, item) in self._refused:
            raise Violation("done_once", f"{process.name} counts {item}, and was refused")
        if self.is_robbed(process, item):
            return
        self.judged("done_once")
        self._done[process.name, item] += 1
        if self._done[process.name, item] > self._taken_out.get(item, []).count(process.name):
            raise Violation("done_once", f"{process.name} is told that {item} is done")

    # -- the invariants -----------------------------------------------------------------------

    def is_robbed(self, process: Process, item: str | None = None) -> bool:
        claim = item or process.recipe.item, process.recipe.session
        return self._claimed.get(claim) in self._robbed

    def believes(self, process: Process) -> bool:
        return process.recipe.phase in HELD

    def stake(self, process: Process) -> object:
        """An item is in one process's hands."""
        return process.recipe.item

    def informed(self, process: Process) -> None:
        if process.recipe.phase is not Phase.WAITING or process.is_looking:
            return
        self.judged("line")
        wrong = self._wrong_in_line(process)
        if wrong is not None:
            raise Violation("line", wrong)
        if self._items and self._is_first(process):
            self.judged("nobody_idles")
            free = {name for _, name in self._items} - self._claims.keys()
            if free:
                raise Violation("nobody_idles", f"{process.name} waits, and {min(free)} is free")

    def trouble(self, process: Process) -> str | None:
        recipe = process.recipe
        if isinstance(recipe, Producer):
            is_done = recipe.phase is Phase.RESTING and process.is_linked
            has_put = self._put[process.name] >= process.task.settings["items"]
            return None if is_done and has_put else f"{process.name} has not put in all its items"
        if self._items:
            return f"{len(self._items)} items are not done"
        if recipe.phase is not Phase.WAITING or not process.is_linked:
            return f"{process.name} is {recipe.phase.value}, and should stand in the line"
        return self._wrong_in_line(process)

    @property
    def patience(self) -> float:
        """All items are done, one after the other."""
        return LONGEST_TASK * MOST_ITEMS * len(self._world.processes) + 2.0

    # -- what is true -------------------------------------------------------------------------

    def _children(self, parent: str) -> list[tuple[str, Znode]]:
        server = self._world.server
        return list(server.children(server.scene.of(parent)))

    def _line(self) -> list[tuple[int, str, int]]:
        return sorted((znode.czxid, name, znode.owner) for name, znode in self._children(LINE))

    def _is_first(self, process: Process) -> bool:
        line = self._line()
        return bool(line) and line[0][2] == process.recipe.session

    def _wrong_in_line(self, process: Process) -> str | None:
        """The first watches the lists, each other one whoever is before it."""
        line, server = self._line(), self._world.server
        if process.recipe.session in self._pushed_out:
            return None
        own = [at for at, (_, _, owner) in enumerate(line) if owner == process.recipe.session]
        if len(own) != 1:
            return f"{process.name} stands {len(own)} times in the line"
        if own[0] == 0:
            lists = [server.scene.of(parent) for parent in (ITEMS, CLAIMS)]
            deaf = [path for path in lists if not truth.watches_children(server, process, path)]
            return f"{process.name} is the first, and does not watch {deaf[0]}" if deaf else None
        before = f"{server.scene.path}/{LINE}/{line[own[0] - 1][1]}"
        watched = truth.watches_path(server, process, before)
        return None if watched else f"{process.name} does not watch {before}"
