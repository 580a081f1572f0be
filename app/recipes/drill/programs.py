"""Programs of others in a drill: the commands that break and mend them, and what these are told."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypedDict

from ...errors import BadRequest

DATA = "data"
"""The name of a leader is all that its znode says."""
PREFIX = "HANDOFF_"
"""Begins the name of each variable that a command is given."""


class ProgramsState(TypedDict):
    """The commands of a drill of others' programs, None where one was not given. join: how many
    candidates of ours join them.
    """

    breaks: str | None
    mends: str | None
    believes: str | None
    serves: str | None
    members: Sequence[str]
    leader_of: str | None
    join: int


@dataclass(frozen=True)
class OtherPrograms:
    """Programs of others that elect a leader at `election`: the parent of sequential znodes, or the
    key itself that they race for. breaks, mends: the commands that break whoever leads, and mend
    it; without one, somebody else breaks it. believes: the command that exits with 0 if who is
    asked says that it leads; members: whom to ask besides all that have had a znode; serves: the
    command that exits with 0 if the leader serves; leader_of: where its name stands, DATA or a
    regular expression on the data. secrets: what commands are told besides and nobody is shown.
    join: how many candidates of ours take part for as long as the drill runs.
    """

    election: str
    breaks: str | None = None
    mends: str | None = None
    believes: str | None = None
    serves: str | None = None
    members: Sequence[str] = ()
    leader_of: str | None = None
    secrets: Mapping[str, str] = field(default_factory=dict)
    join: int = 0

    @property
    def shown(self) -> ProgramsState:
        """Return them as the state document and reports have them."""
        return {
            "breaks": self.breaks,
            "mends": self.mends,
            "believes": self.believes,
            "serves": self.serves,
            "members": [*self.members],
            "leader_of": self.leader_of,
            "join": self.join,
        }

    def name_in(self, data: str) -> str | None:
        """Return the name that a leader's znode says; None where it says none."""
        if self.leader_of is None:
            return None
        if self.leader_of == DATA:
            return data.strip() or None
        found = re.search(self.leader_of, data)
        return (found[1] if found.re.groups else found[0]) if found else None


def checked_programs(programs: OtherPrograms) -> OtherPrograms:
    """Return them. Raise BadRequest for commands that are of no use without others."""
    if programs.mends is not None and programs.breaks is None:
        raise BadRequest("--mend mends what --break has broken: give both", field="mend")
    if programs.believes and not (programs.members or programs.leader_of):
        raise BadRequest(
            "--believes has to know who is who: a program may have had several znodes. Give "
            "--members, or --leader-of data where each znode says its owner's name.",
            field="believes",
        )
    try:
        re.compile(programs.leader_of or "")
    except re.error as error:
        raise BadRequest(
            f"--leader-of must be data, or a regular expression: {error}", field="leader_of"
        ) from None
    return programs


class MemberAsked(NamedTuple):
    """One who is asked whether it leads. is_ours: whether it is a candidate of ours, whose name a
    program of others may have too.
    """

    name: str
    is_ours: bool = False


class Opinions:
    """What all said as they were asked whether they lead, one after another. rivals: two that lead
    at once: A says yes, then B, then A again, which has not said no in between.
    """

    def __init__(self) -> None:
        self._between: dict[MemberAsked, set[MemberAsked]] = {}
        self.rivals: tuple[MemberAsked, MemberAsked] | None = None

    def add(self, who: MemberAsked, believes: bool | None) -> None:
        """Take in an answer; None, which did not come, says nothing."""
        if believes is False:
            self._between.pop(who, None)
        if not believes:
            return
        if others := self._between.get(who):
            self.rivals = self.rivals or (who, min(others))
        for between in self._between.values():
            between.add(who)
        self._between[who] = set()


def variables(election: str, hosts: str, member: Mapping[str, str | None]) -> dict[str, str]:
    """Return what a command is told of one program: what nobody knows is empty."""
    told = {"election": election, "zookeeper": hosts, **member}
    return {f"{PREFIX}{name.upper()}": said or "" for name, said in told.items()}
