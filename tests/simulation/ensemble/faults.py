"""The faults of an ensemble, each as it strikes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from tests.simulation.plan import Fault

if TYPE_CHECKING:
    from tests.simulation.ensemble.ensemble import Ensemble
    from tests.simulation.ensemble.peer import Peer
    from tests.simulation.world import World


def _meant(ensemble: Ensemble, detail: str) -> list[Peer]:
    """Whom a detail means, of those that run."""
    leader = ensemble.leader
    followers = [peer for peer in ensemble.peers if peer is not leader and peer.is_awake]
    ensemble.chance.shuffle(followers)
    leading = [leader] if leader is not None and leader.is_awake else []
    if detail == "the leader":
        return leading
    return (leading + followers)[:2] if detail == "two" else followers[:1]


def _lag(ensemble: Ensemble, fault: Fault) -> list[Peer]:
    """What a follower has to apply, or to hear, comes late."""
    meant = _meant(ensemble, "a follower")
    for peer in meant:
        if fault.detail == "applying" or peer.line is None:
            peer.applying.lag(fault.lasts)
        else:
            peer.line.down.lag(fault.lasts)
    return meant


def _cut_off(ensemble: Ensemble, fault: Fault) -> list[Peer]:
    """A server and all others do not hear each other."""
    meant = _meant(ensemble, fault.detail)
    for peer in meant:
        for other in ensemble.peers:
            if other is not peer:
                ensemble.cut(peer, other, fault.lasts)
    return meant


def _freeze(ensemble: Ensemble, fault: Fault) -> list[Peer]:
    meant = _meant(ensemble, fault.detail)
    for peer in meant:
        ensemble.freeze(peer, fault.lasts)
    return meant


def _end(ensemble: Ensemble, fault: Fault) -> list[Peer]:
    meant = _meant(ensemble, fault.detail)
    for peer in meant:
        ensemble.crash(peer, fault.lasts)
    return meant


def _strike(world: World, fault: Fault) -> None:
    for peer in _BY_KIND[fault.kind](cast("Ensemble", world.server), fault):
        world.happened(fault.kind, peer.name, f"for {fault.lasts:.3f} s")
        world.struck(fault.kind, fault.detail)


_BY_KIND: dict[str, Callable[[Ensemble, Fault], list[Peer]]] = {
    "lag": _lag,
    "cut off": _cut_off,
    "freeze server": _freeze,
    "end server": _end,
}
SERVERS: dict[str, Callable[[World, Fault], None]] = dict.fromkeys(_BY_KIND, _strike)
