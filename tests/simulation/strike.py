"""The faults of a plan, each as it strikes."""

from __future__ import annotations

import json
from collections.abc import Callable

from app.zookeeper.wire.codes import Op, Permission
from app.zookeeper.wire.records import PathVersion, SetDataRequest
from tests.simulation import truth
from tests.simulation.plan import Fault, Member
from tests.simulation.process import Process
from tests.simulation.world import World

LATE_JOINER = Member(0.0, 1.5, 0.0)
SLOWER_BY = 0.3
LATER_BY = 6
HEARS_AT_ONCE, HEARS_LATE = 0.001, 5.0


def strike(world: World, fault: Fault) -> None:
    """Let a fault strike. It misses where there is nobody whom it could hit."""
    if not fault.whom:
        _SERVER[fault.kind](world, fault)
        return
    process = _find(world, fault.whom)
    if process is None:
        return
    if _CANDIDATE[fault.kind](world, process, fault):
        world.struck(fault.kind, fault.detail)
        detail = str(fault).removeprefix(fault.kind)
        world.happened(fault.kind, process.name, detail.strip())


def _find(world: World, whom: str) -> Process | None:
    if whom.startswith("c"):
        return next((one for one in world.living if one.name == whom), None)
    place = {"leader": 0, "successor": 1, "tail": -1}[whom]
    try:
        owner = world.judge.places[place].owner
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
    process.late_until = max(process.late_until, world.now + 2 * process.starved_by)

    def over() -> None:
        process.starved_by -= fault.lasts

    world.after(fault.lasts, over)
    return True


def _kill(world: World, process: Process, fault: Fault) -> bool:
    process.kill()
    return True


def _stop(world: World, process: Process, fault: Fault) -> bool:
    process.obey("stop")
    return True


def _resign(world: World, process: Process, fault: Fault) -> bool:
    process.obey("resign")
    return True


def _start(world: World, fault: Fault) -> None:
    world.start(LATE_JOINER)


def _start_again(world: World, fault: Fault) -> None:
    """Whoever was killed last comes again, once, while its session may still live."""
    names = {one.name for one in world.processes}
    gone = [one for one in world.processes if one.is_dead and not one.told_to_leave]
    killed = [one for one in gone if f"{one.name}'" not in names]
    if killed:
        last = killed[-1]
        world.start(Member(0.0, last.timeout, last.drift), f"{last.name}'")
        world.seen["fault", fault.kind] += 1
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
    own = process.recipe.name or ""
    before = truth.predecessor(world.judge.places, own)
    everything = [f"{truth.ELECTION}/{place.name}" for place in world.judge.places]
    doomed = {
        "znode": [f"{truth.ELECTION}/{own}"],
        "predecessor": [f"{truth.ELECTION}/{before}"],
        "acknowledgement": [truth.ACKNOWLEDGEMENT],
        "election": [*everything, truth.ELECTION],
    }[fault.detail]
    with world.judge.meddled():
        codes = [server.operate(Op.DELETE, PathVersion(path, -1)) for path in doomed]
    return codes[-1] == 0


def _write(world: World, process: Process, fault: Fault) -> bool:
    server = world.server
    if server.is_down:
        return False
    later = {"znode": "a stranger", "epoch": server.core.zxid + LATER_BY}
    path, data = {
        "znode": (f"{truth.ELECTION}/{process.recipe.name}", b""),
        "a later epoch": (truth.ACKNOWLEDGEMENT, json.dumps(later).encode()),
        "no epoch": (truth.ACKNOWLEDGEMENT, b""),
    }[fault.detail]
    with world.judge.meddled():
        return server.operate(Op.SET_DATA, SetDataRequest(path, data, -1)) == 0


def _forbid(world: World, process: Process, fault: Fault) -> bool:
    """By an ACL, for a while. Who sets it may set another one."""
    path, permissions = {
        "changes": (truth.ELECTION, Permission.READ | Permission.ADMIN),
        "everything": (truth.ELECTION, Permission.ADMIN),
        "acknowledging": (truth.ACKNOWLEDGEMENT, Permission.READ | Permission.ADMIN),
    }[fault.detail]

    def allow() -> None:
        world.server.permit(path, Permission.ALL)

    world.after(fault.lasts, allow)
    return world.server.permit(path, permissions) == 0


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
    "start": _start,
    "start again": _start_again,
    "stall server": _stall,
    "restart server": _restart,
}
_CANDIDATE: dict[str, Callable[[World, Process, Fault], bool]] = {
    "drop": _drop,
    "lose reply": _await_request,
    "lose request": _await_request,
    "forestall": _await_request,
    "partition": _partition,
    "freeze": _freeze,
    "starve": _starve,
    "slow link": _slow_link,
    "kill": _kill,
    "stop": _stop,
    "resign": _resign,
    "end session": _end_session,
    "delete": _delete,
    "write": _write,
    "forbid": _forbid,
}
