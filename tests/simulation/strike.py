"""The faults of a plan, each as it strikes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.zookeeper.wire.codes import Op, Permission
from app.zookeeper.wire.records import PathVersion, SetDataRequest
from tests.simulation import truth
from tests.simulation.ensemble.faults import SERVERS
from tests.simulation.judge import LATE
from tests.simulation.moments import SAME
from tests.simulation.plan import AWAITED, Fault, Member
from tests.simulation.strike_rare import AT_CANDIDATE, AT_SERVER

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

LATE_JOINER = Member(0.0, 1.5, 0.0)
SLOWER_BY = 0.3
HEARS_AT_ONCE, HEARS_LATE = 0.001, 5.0


def strike(world: World, fault: Fault) -> None:
    """Let a fault strike. It misses where there is nobody whom it could hit."""
    own = world.part.kinds.get(fault.kind)
    if not fault.whom:
        if own is None:
            _SERVER[fault.kind](world, fault)
        elif own.strike(world, fault):
            _has_struck(world, fault, "")
        return
    process = _find(world, fault.whom)
    if process is None:
        return
    world.last_struck = process.name
    hits = own.strike if own else {**_CANDIDATE, **world.part.strikes}[fault.kind]
    if hits(world, process, fault):
        _has_struck(world, fault, process.name)


def _has_struck(world: World, fault: Fault, whom: str) -> None:
    world.struck(fault.kind, fault.detail)
    world.happened(fault.kind, whom, str(fault).removeprefix(fault.kind).strip())


def _find(world: World, whom: str) -> Process | None:
    whom = world.last_struck if whom == SAME else whom
    if not whom:
        return None
    if whom.startswith("c"):
        return next((one for one in world.living if one.name == whom), None)
    place = {"leader": 0, "successor": 1, "tail": -1}[whom]
    owners = world.judge.owners()
    try:
        owner = owners[place]
    except IndexError:
        return None
    return next((one for one in world.living if owner in one.sessions), None)


# -- the network ------------------------------------------------------------------------------


def _drop(world: World, process: Process, fault: Fault) -> bool:
    late = fault.detail == "the server hears of it late"
    return world.server.break_wire(process, HEARS_LATE if late else HEARS_AT_ONCE)


def _await_request(world: World, process: Process, fault: Fault) -> bool:
    """It strikes with the next such request (see `Server`)."""
    process.awaited = (fault.kind, fault.detail)
    return False


def _partition(world: World, process: Process, fault: Fault) -> bool:
    weather = process.weather
    outward = fault.detail != "from the server"
    inward = fault.detail != "to the server"
    weather.blocks_out += outward
    weather.blocks_in += inward

    def heal() -> None:
        weather.blocks_out -= outward
        weather.blocks_in -= inward
        for wire in process.wires:
            wire.go_on()

    world.after(fault.lasts, heal)
    return True


def _slow_link(world: World, process: Process, fault: Fault) -> bool:
    process.weather.slowed_by += SLOWER_BY

    def over() -> None:
        process.weather.slowed_by -= SLOWER_BY

    world.after(fault.lasts, over)
    return True


# -- processes --------------------------------------------------------------------------------


def _freeze(world: World, process: Process, fault: Fault) -> bool:
    if process.is_frozen:
        return False
    process.freeze()
    world.after(fault.lasts, process.wake)
    return True


def _starve(world: World, process: Process, fault: Fault) -> bool:
    process.starved_by += fault.lasts
    process.late_until = max(process.late_until, world.now + 2 * process.starved_by + LATE)

    def over() -> None:
        process.starved_by -= fault.lasts

    world.after(fault.lasts, over)
    return True


def _kill(world: World, process: Process, fault: Fault) -> bool:
    process.kill()
    return True


def order(world: World, process: Process, fault: Fault) -> bool:
    """Order it to do what the kind of the fault says."""
    process.order(fault.kind)
    return True


def _start(world: World, fault: Fault) -> None:
    world.start(LATE_JOINER)


def _start_again(world: World, fault: Fault) -> None:
    """Whoever was killed last comes again, once, while its session may still live."""
    names = {one.name for one in world.processes}
    gone = [one for one in world.processes if one.is_dead and not one.told_to_leave]
    killed = [one for one in gone if f"{one.name}'" not in names and "~" not in one.name]
    if killed:
        last = killed[-1]
        world.start(Member(0.0, last.timeout, last.drift), f"{last.name}'")
        world.happened(fault.kind, last.name)
        world.struck(fault.kind, fault.detail)
        if fault.detail:
            world.processes[-1].awaited = ("lose reply", "create")


# -- an operator ------------------------------------------------------------------------------


def _end_session(world: World, process: Process, fault: Fault) -> bool:
    session = world.server.core.sessions.get(process.recipe.session or 0)
    if session is None or world.server.is_down:
        return False
    with world.judge.meddled():
        world.server.end_session(session)
    return True


def _delete(world: World, process: Process, fault: Fault) -> bool:
    server = world.server
    if server.is_down:
        return False
    own, scene = process.recipe.name or "", server.scene
    before = truth.predecessor(world.judge.places, own)
    everything = [f"{scene.parent}/{place.name}" for place in world.judge.places]
    doomed = {
        "znode": [process.znode],
        "predecessor": [f"{scene.parent}/{before}"],
        "acknowledgement": [scene.acknowledgement],
        "election": [*everything, scene.parent],
    }.get(fault.detail) or [world.part.znodes[fault.detail](process)]
    with world.judge.meddled():
        codes = [server.operate(Op.DELETE, PathVersion(path, -1)) for path in doomed]
    return codes[-1] == 0


def _write(world: World, process: Process, fault: Fault) -> bool:
    server = world.server
    if server.is_down:
        return False
    later = {"znode": "a stranger", "epoch": server.core.zxid}
    path, data = {
        "znode": (process.znode, b""),
        "a later epoch": (server.scene.acknowledgement, json.dumps(later).encode()),
        "no epoch": (server.scene.acknowledgement, b""),
    }[fault.detail]
    with world.judge.meddled():
        return server.operate(Op.SET_DATA, SetDataRequest(path, data, -1)) == 0


def _forbid(world: World, process: Process, fault: Fault) -> bool:
    """By an ACL, for a while. Who sets it may set another one."""
    scene = world.server.scene
    path, permissions = {
        "changes": (scene.parent, Permission.READ | Permission.ADMIN),
        "everything": (scene.parent, Permission.ADMIN),
        "acknowledging": (scene.acknowledgement, Permission.READ | Permission.ADMIN),
    }[fault.detail]

    world.after(fault.lasts, lambda: world.server.show(path))
    return world.server.permit(path, permissions) == 0


def _behind(world: World, process: Process, fault: Fault) -> bool:
    """One is told that its data is old; or the newest version goes up, and nobody is told."""
    server, unheard = world.server, fault.detail == "unheard"
    if server.is_down or (unheard and process.recipe.version is None):
        return False
    newest = (truth.newest(server) or 1) + unheard
    server.make(server.scene.version)
    server.operate(Op.SET_DATA, SetDataRequest(server.scene.version, str(newest).encode(), -1))
    if not unheard:
        process.stays_behind |= fault.detail == "for good"
        process.tell_version(newest - 1)
    world.after(fault.lasts, lambda: _catch_up(world.living if unheard else [process]))
    return True


def _catch_up(late: list[Process]) -> None:
    for process in late:
        newest = truth.newest(process.server)
        if newest is not None and process.recipe.version is not None and not process.stays_behind:
            process.tell_version(newest)


# -- the server -------------------------------------------------------------------------------


def _stall(world: World, fault: Fault) -> None:
    if not world.server.is_stalled and not world.server.is_down:
        world.happened(fault.kind, "", f"for {fault.lasts:.3f} s")
        world.server.stall()
        world.after(fault.lasts, world.server.go_on)


def _restart(world: World, fault: Fault) -> None:
    if not world.server.is_down and not world.server.is_stalled:
        world.happened(fault.kind)
        with world.judge.meddled():
            world.server.restart()


_SERVER: dict[str, Callable[[World, Fault], None]] = {
    **AT_SERVER,
    "start": _start,
    "start again": _start_again,
    "stall server": _stall,
    "restart server": _restart,
    **SERVERS,
}
_CANDIDATE: dict[str, Callable[[World, Process, Fault], bool]] = {
    **AT_CANDIDATE,
    **dict.fromkeys(AWAITED, _await_request),
    "drop": _drop,
    "partition": _partition,
    "freeze": _freeze,
    "starve": _starve,
    "slow link": _slow_link,
    "kill": _kill,
    "stop": order,
    "resign": order,
    "end session": _end_session,
    "delete": _delete,
    "write": _write,
    "forbid": _forbid,
    "behind": _behind,
}
