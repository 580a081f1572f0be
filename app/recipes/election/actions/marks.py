"""The action that marks what a person does to a member now: the next handoff counts from it."""

from __future__ import annotations

from typing import Annotated

from ....actions.action import Action
from ....actions.fields import TEXT, Place, object_of
from ....actions.signature import Bounded
from ....errors import BadRequest, Conflict, NotFound
from ....readmodels.document import Entry
from ....zookeeper.paths import check_path
from ...places import PlaceService
from ..events import MemberMarked
from ..model import shapes
from ..model.model import ElectionModel
from ..state import Election

MOST_NAMED = 8
_What = Annotated[
    str,
    Bounded(
        maxLength=40,
        pattern=r"^\S(.*\S)?$",
        title="one line without blanks at its ends, such as killed, frozen or stopped",
    ),
    "what is done to it, in a word or a few",
]


class Marks(PlaceService[Election]):
    """What people say that they do to the members of elections."""

    model = ElectionModel

    @Action(
        "POST", "/elections/marks", 202, "Mark that a member of an election is ended now",
        object_of(path=TEXT, member=TEXT, what=TEXT), gives="member",
    )  # fmt: skip
    def mark(
        self,
        path: Annotated[Place, "of the election"],
        member: Annotated[
            str | None, "its name on the page, its znode or its session; null: who leads"
        ] = None,
        what: _What = "killed",
        *,
        by: str,
    ) -> str:
        """Count the handoff that ends the member's leadership from now; return its name.

        Raise NotFound where no such election or member is known, Conflict where nobody leads.
        """
        election = self._known(check_path(path))
        if not what.isprintable():
            raise BadRequest(f"what is done must be one line of printable text: {what!r} is not",
                             field="what")  # fmt: skip
        if not shapes.has_leader(election["shape"]):
            raise Conflict(
                f"{path} is a {election['shape']}: nobody leads there, so no handoff is counted",
                field="path",
            )
        entry = self._leader(election) if member is None else _member(election, member)
        name, znode, session = entry["name"], entry["znode"], entry["session"]
        mark = MemberMarked(path, member=name, znode=znode, session=session, what=what, by=by)
        self._journal.append(mark)
        return name

    def _leader(self, election: Election) -> Entry:
        path, leader = election["path"], election["leader"]
        why = ElectionModel().unseen(election, self._state["zookeeper"])
        if why is not None:
            raise Conflict(f"{why}: name the member, for {path} may have another leader by now",
                           field="member")  # fmt: skip
        if leader is None:
            raise Conflict(f"nobody leads {path} now: name a member", field="member")
        return next(entry for entry in election["chain"] if entry["znode"] == leader)


def _member(election: Election, called: str) -> Entry:
    chain = election["chain"]
    for key in ("znode", "session", "name"):
        for entry in chain:
            if entry[key] == called:
                return entry
    names = ", ".join(entry["name"] for entry in chain[:MOST_NAMED]) or "nobody"
    raise NotFound(
        f"{called!r} is no member of {election['path']} now, where these are: {names}"
        f"{', …' if len(chain) > MOST_NAMED else ''}",
        field="member",
    )
