"""The faults of `rare.py`, each as it strikes."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from app.zookeeper.wire.codes import Op, Permission
from app.zookeeper.wire.records import SetDataRequest
from tests.simulation.plan import LONGEST_TIMEOUT, Fault

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

FAR, HUGE = 1 << 60, 10**40
SLOWNESS = {"for a second": 1.0, "for five seconds": 5.0}


# -- an operator ------------------------------------------------------------------------------


def _hide(world: World, process: Process, fault: Fault) -> bool:
    """An ACL keeps one process, and no other, from reading a znode."""
    server, scene = world.server, world.server.scene
    path = {
        "own znode": process.znode,
        "acknowledgement": scene.acknowledgement,
        "version": scene.version,
    }.get(fault.detail) or world.part.znodes[fault.detail](process)
    world.after(fault.lasts, lambda: server.show(path))
    return server.hide(path, process)


def forge(world: World, process: Process, fault: Fault) -> bool:
    """Write to the acknowledgement, or to the recipe's own znode that the detail means."""
    server, part = world.server, world.part
    if server.is_down:
        return False
    path, data = server.scene.acknowledgement, part.forged.get(fault.detail)
    if data is not None:
        path = part.znodes[fault.detail](process)
    forged = _forged(world, fault.detail) if data is None else data
    with world.judge.meddled():
        return server.operate(Op.SET_DATA, SetDataRequest(path, forged, -1)) == 0


def _forged(world: World, detail: str) -> bytes:
    last = world.judge.places[-1] if world.judge.places else None
    epoch = {
        "a far epoch": FAR,
        "a huge epoch": HUGE,
        "a negative epoch": -1,
        "an epoch in words": "the latest",
        "another one's epoch": last.czxid if last else 0,
    }.get(detail)
    if epoch is not None:
        znode = last.name if last else "a stranger"
        return json.dumps({"znode": znode, "epoch": epoch}).encode()
    return {"a list": b"[7]", "no JSON": b"\xff{"}[detail]


# -- the server -------------------------------------------------------------------------------


def _renegotiate(world: World, process: Process, fault: Fault) -> bool:
    """The servers' limits are others from now on, and one client comes back at once."""
    shortest = min(member.timeout for member in world.plan.members)
    bounds = {"shorter": (None, shortest), "longer": (LONGEST_TIMEOUT, None)}
    least, most = bounds[fault.detail]
    world.server.bound(shortest=_ms(least), longest=_ms(most))
    return world.server.break_wire(process, server_hears_in=0.0)


def _ms(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)


def _slow_handshakes(world: World, fault: Fault) -> None:
    slowness = SLOWNESS[fault.detail]
    world.server.slowness += slowness

    def over() -> None:
        world.server.slowness -= slowness

    world.after(fault.lasts, over)
    _told(world, fault)


def _keep_sessions(world: World, fault: Fault) -> None:
    if _is_up(world):
        _told(world, fault)
        world.server.resume(in_a_new_epoch=fault.detail == "in a new epoch")


def _set_up_anew(world: World, fault: Fault) -> None:
    if _is_up(world):
        _told(world, fault)
        with world.judge.meddled():
            world.server.set_up_anew()
        _tell_versions(world)


def _tell_versions(world: World) -> None:
    """The dashboard sees which version is the newest now, or that there is none."""
    for process in world.living:
        if process.version is not None:
            process.tell_version(process.version)


def _restore(world: World, fault: Fault) -> None:
    """What is kept now comes back later."""
    if not _is_up(world):
        return
    past = world.server.back_up()

    def strike() -> None:
        if _is_up(world):
            _told(world, fault)
            with world.judge.meddled():
                world.server.restore(past, fault.detail)
            _tell_versions(world)

    world.after(fault.lasts, strike)


def _night(world: World, fault: Fault) -> None:
    """Thousands of attempts fail, one after the other (docs/correctness.md, 23)."""
    if not _is_up(world):
        return
    _told(world, fault)
    if fault.detail == "without ZooKeeper":
        world.server.resume(in_a_new_epoch=False, takes=fault.lasts)
        return
    world.server.prepare(world.plan.counter or 0)
    for path in world.server.scene.parents:
        world.server.permit(path, Permission.READ | Permission.ADMIN)
        world.after(fault.lasts, partial(world.server.show, path))


def _is_up(world: World) -> bool:
    return not (world.server.is_down or world.server.is_stalled)


def _told(world: World, fault: Fault) -> None:
    world.struck(fault.kind, fault.detail)
    world.happened(fault.kind, "", str(fault).removeprefix(fault.kind).strip())


AT_SERVER: dict[str, Callable[[World, Fault], None]] = {
    "slow handshakes": _slow_handshakes,
    "keep sessions": _keep_sessions,
    "set up anew": _set_up_anew,
    "restore": _restore,
    "night": _night,
}
AT_CANDIDATE: dict[str, Callable[[World, Process, Fault], bool]] = {
    "hide": _hide,
    "forge": forge,
    "renegotiate": _renegotiate,
}
