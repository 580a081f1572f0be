"""The mistakes that are planted into a membership. The numbers are those of docs/correctness.md."""

from __future__ import annotations

from app.participation import inputs as i
from app.participation.participant import Commands
from app.recipes.membership import machine as r
from app.recipes.membership.machine import Membership
from app.recipes.membership.znodes import LIVE
from app.zookeeper import operations as q
from tests.simulation import mistakes as usual
from tests.simulation import mutants as m
from tests.simulation.planting import mutants, without


class OwnerUnread(Membership):
    """2, 14: whatever bears its name counts as its own."""

    def _owns(self, standing: r.LiveStanding | None) -> bool:
        return standing is not None


class TakingTheTaken(Membership):
    """2, 14: its name is taken, so it must be live."""

    def _look_again(self, given: i.Input) -> Commands:
        return self._live(None) if isinstance(given, i.Taken) else super()._look_again(given)


class Evicting(Membership):
    """14: replaces a live znode of its name, whoever may have written it."""

    def _wait_for_earlier(self) -> Commands:
        return self._replace(0)


class WaitingForNobody(Membership):
    """14: waits for the end of another process, and does not hear of it."""

    def _own_fired(self, given: i.WatchFired) -> Commands:
        return super()._own_fired(given) if self._is_live else []


class MemberWhileSuspended(Membership):
    """4: goes on as a member while the connection is lost."""

    def _suspended(self, given: i.Suspended) -> Commands:
        return [] if self._is_live else super()._suspended(given)


class BlindToItsOwnEnd(Membership):
    """7: does not hear that its live znode was deleted, nor see that it is missing."""

    def _own_fired(self, given: i.WatchFired) -> Commands:
        return [] if self._is_live else super()._own_fired(given)

    def _list_read(self, given: r.ListRead) -> Commands:
        names = given.names and (*given.names, self.identity)
        return super()._list_read(r.ListRead(given.at, given.generation, given.parent, names))


class WithoutParents(Membership):
    """8: waits for somebody else to make the group."""

    def _make_parents(self) -> Commands:
        return self._back_off("there is no group")


class ReadingOneList(Membership):
    """11: reads only the list of all nodes again."""

    def _fired(self, given: i.WatchFired) -> Commands:
        return [] if given.name == LIVE else super()._fired(given)


class DeafWhileItLooks(Membership):
    """11: what is told before its gathering is complete is lost on it."""

    def _fired_early(self, given: i.WatchFired) -> Commands:
        return []


class WithoutEntry(Membership):
    """Is a member, and tells nobody which process it is."""

    def _live(self, entry: r.OwnEntry | None) -> Commands:
        return super()._live(r.OwnEntry(0, self._incarnation))


class LeavingAtOnce(Membership):
    """9: ends its session, in place of its own znode."""

    def _stop(self, given: i.Stop) -> Commands:
        return self._leave()


MISTAKES = {
    **usual.CLOCKS,
    **usual.UNREAD,
    **mutants(
        {
            "owner unread": OwnerUnread,
            "takes the taken": TakingTheTaken,
            "evicts": Evicting,
            "waits for nobody": WaitingForNobody,
            "member while suspended": MemberWhileSuspended,
            "no deadline of its own": m.WithoutDeadline,
            "blind to its own end": BlindToItsOwnEnd,
            "no parents made": WithoutParents,
            "reads one list": ReadingOneList,
            "deaf while it looks": DeafWhileItLooks,
            "no entry": WithoutEntry,
            "leaves at once": LeavingAtOnce,
        },
        "membership",
    ),
    "announces beside its entry": without(r.announce, q.Set),
    "leaves without its entry": without(r.evict, q.Check),
    "replaces without its entry": without(r.replace_live, q.Check),
}
