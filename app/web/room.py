"""Let one presenter lead the room: what they show, who follows, and what the audience may do.

The state travels, never its changes: who comes late, or comes again, is there at once. The last
state wins where more come than are told.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple

from ..actions.action import Action
from ..actions.fields import BOOLEAN, COUNT, OPEN, TEXT, TEXTS, object_of
from ..actions.rights import NAME, RIGHTS
from ..actions.service import Context
from ..actions.signature import Bounded
from ..errors import Conflict, HandoffError
from ..readmodels.document import Data
from ..recipes.candidates import Candidates
from ..system.machine import own_addresses
from ..system.threads import Tell
from ..znodes.consoles import Consoles
from .broadcaster import Sender
from .context import asker, wiring
from .names import LONGEST, NAMES
from .throttle import Throttle
from .visitors import Asker, Visitors

INTERVAL = 0.1
"""The seconds between two states of the room that a page gets."""

LONGEST_ADDRESS = 4_096
LONGEST_TEXT = 400
"""The characters that a QR code may have to be read from a screen."""


class RoomShown(NamedTuple):
    """What the presenter shows. address: as the page's own address names it, after "#". brought:
    how often they brought everybody. ring: where they pointed last, {"n", "on", "x", "y"}.
    """

    address: str | None = None
    brought: int = 0
    ring: Mapping[str, Any] | None = None


@dataclass(eq=False)
class RoomPage:
    """A page in the room. told: the messages that it got last, by their names."""

    asker: Asker
    follows: bool = True
    told: dict[str, Data] = field(default_factory=dict)


class Room:
    """The room. `join`, `leave` and what a presenter does return at once; a thread of its own
    tells the pages.
    """

    def __init__(
        self, context: Context, visitors: Visitors, sender: Sender, tell: Tell,
        end: Callable[[str], None],
    ) -> None:  # fmt: skip
        self._context, self._visitors = context, visitors
        self._sender, self._end = sender, end
        self._lock = threading.Lock()
        self._pages: dict[str, RoomPage] = {}
        self._driver: str | None = None
        self._taken_by: str | None = None
        self._shown = RoomShown()
        visitors.on_change = self._wake
        self._throttle = Throttle(
            "room", "tells the pages what the presenter shows", INTERVAL, self._serve, tell
        )

    def start(self) -> None:
        """Begin to tell."""
        self._throttle.start()

    def close(self) -> None:
        """Stop telling."""
        self._throttle.close()

    def _wake(self) -> None:
        self._throttle.wake()

    # -- what pages say over their sockets -----------------------------------------------------

    def join(self, sid: str, who: Asker) -> None:
        """Note that a page is here; a room in which nobody is told apart tells nobody anything."""
        if not self._visitors.has_roles:
            return
        with self._lock:
            self._pages[sid] = RoomPage(who)
            who.visitor.pages += 1
        self._throttle.wake()

    def leave(self, sid: str) -> None:
        """Note that a page has gone; what it showed stays, until somebody else presents."""
        with self._lock:
            page = self._pages.pop(sid, None)
            if page is not None:
                page.asker.visitor.pages -= 1
            if self._driver == sid:
                self._driver = None
        self._throttle.wake()

    def drive(self, sid: str, sure: bool, was: str | None = None) -> None:
        """Have this page present. Raise Conflict, code "presented", where another one does and
        nobody is sure. was: the page's own connection before, whose end may not be noticed yet.
        """
        with self._lock:
            if was is not None and self._driver == was:
                self._driver = sid
            driver = self._pages.get(self._driver or "")
            if driver is not None and self._driver != sid and not sure:
                raise Conflict(
                    f"Another page presents now, that of {driver.asker.visitor.name}.",
                    code="presented",
                )
            if driver is not None and self._driver != sid:
                self._taken_by = self._pages[sid].asker.visitor.name
            self._driver = sid
        self._throttle.wake()

    def show(self, sid: str, address: str) -> None:
        """Show what this page shows. Raise Conflict where it does not present."""
        self._change(sid, lambda shown: shown._replace(address=address))

    def bring(self, sid: str) -> None:
        """Bring everybody to what this page shows. Raise Conflict where it does not present."""
        self._change(sid, lambda shown: shown._replace(brought=shown.brought + 1))

    def point(self, sid: str, on: str, x: float, y: float) -> None:
        """Draw a ring on all pages. Raise Conflict where this page does not present."""
        self._change(
            sid,
            lambda shown: shown._replace(
                ring={"n": (shown.ring or {"n": 0})["n"] + 1, "on": on, "x": x, "y": y}
            ),
        )

    def follow(self, sid: str, on: bool) -> None:
        """Note whether a page follows what is shown."""
        with self._lock:
            if sid in self._pages:
                self._pages[sid].follows = on
        self._throttle.wake()

    def _change(self, sid: str, change: Callable[[RoomShown], RoomShown]) -> None:
        with self._lock:
            if self._driver != sid:
                raise Conflict("This page does not present: take over first.", code="presented")
            self._shown = change(self._shown)
        self._throttle.wake()

    # -- what a presenter does -----------------------------------------------------------------

    @Action(
        "GET", "/room", 200, "Tell who asks, and where the audience finds the dashboard",
        object_of(
            role={"enum": ["presenter", "audience"]}, name=TEXT, code={"type": ["string", "null"]},
            rights=OPEN, addresses=TEXTS,
        ),
    )  # fmt: skip
    def tell(self) -> Data:
        """Return the asker's role and name, the rights of the audience and its code (None where
        nobody is told apart), and this machine's addresses at which others find it, if they do.
        """
        who = asker()
        return {
            **_you(who),
            "code": self._visitors.code,
            "rights": self._visitors.rights,
            "addresses": [] if wiring().settings.on_loopback else own_addresses(),
        }

    @Action(
        "POST", "/room/rights/{right}", 202, "Hand a right to the audience, or take it back",
        object_of(right=TEXT, on=BOOLEAN),
    )  # fmt: skip
    def hand(self, right: Annotated[str, Bounded(enum=list(RIGHTS))], on: bool) -> None:
        """Hand a right to the audience, or take it back; what they started goes on."""
        self._visitors.hand(right, on)
        self._throttle.wake()

    @Action(
        "POST", "/room/name", 200, "Take another name", object_of(name=TEXT), gives="name",
        right=NAME,
    )  # fmt: skip
    def rename(
        self,
        name: Annotated[
            str,
            Bounded(
                minLength=2,
                maxLength=LONGEST,
                pattern=NAMES,
                title="of letters, digits, spaces, - ' and . alone",
            ),
        ],
    ) -> str:
        """Take another name than the made-up one; return it as it is shown."""
        who = asker().visitor
        self._visitors.rename(who, name)
        self._throttle.wake()
        return who.name

    @Action(
        "POST", "/room/reset", 202,
        "Make the room ready for the next class: end what runs, take the rights back, change the"
        " code",
        object_of(candidates=TEXTS), gives="candidates",
    )  # fmt: skip
    def reset(self, *, by: str) -> list[str]:
        """Stop all candidates and close the audience's consoles, take all rights back, forget the
        visitors, and have another code, so that only who gets it looks on: they see what is
        presented. Return the candidates.
        """
        made = self._visitors.forget()
        consoles = self._context.service(Consoles)
        for thing, name in made:
            if thing == "console":
                _close(consoles, name, by)
        stopped = self._context.service(Candidates).stop_all(by=by)
        with self._lock:
            audience = [sid for sid, page in self._pages.items() if not page.asker.presents]
            self._shown = RoomShown(self._shown.address)
        for sid in audience:
            self._end(sid)
        self._throttle.wake()
        return stopped

    @Action(
        "GET", "/room/qr", 200, "Draw a QR code of a text",
        object_of(size=COUNT, path=TEXT),
    )  # fmt: skip
    def qr(self, text: Annotated[str, Bounded(minLength=1, maxLength=LONGEST_TEXT)]) -> Data:
        """Return the code as the path of an SVG drawing, a unit for each module, without a border;
        `size` is its side.
        """
        import segno  # It takes as long to load as half of the dashboard, and few rooms need it.

        rows = list(segno.make(text, error="m", micro=False).matrix)
        return {"size": len(rows), "path": "".join(_strokes(rows))}

    # -- telling -------------------------------------------------------------------------------

    def _serve(self) -> None:
        rights = self._visitors.rights
        with self._lock:
            pages = dict(self._pages)
            shown, driver, taken_by = self._shown, self._driver, self._taken_by
        audience = [page for page in pages.values() if not page.asker.presents]
        looks_on = {"rights": rights, "presented": driver is not None}
        leads = {
            **looks_on,
            "driver": driver,
            "presenter": pages[driver].asker.visitor.name if driver in pages else taken_by,
            "audience": len({page.asker.visitor.key for page in audience}),
            "following": sum(page.follows for page in audience),
            "pages": len(audience),
            "code": self._visitors.code,
        }
        for sid, page in pages.items():
            own = self._visitors.made_by(page.asker.visitor)
            self._tell([(sid, page)], "you", {**_you(page.asker), "own": own})
        self._tell(
            [(sid, page) for sid, page in pages.items() if page.asker.presents], "room", leads
        )
        self._tell(
            [(sid, page) for sid, page in pages.items() if not page.asker.presents],
            "room",
            looks_on,
        )
        if shown.address is not None:
            self._tell(pages.items(), "shown", shown._asdict())

    def _tell(self, pages: Iterable[tuple[str, RoomPage]], event: str, message: Data) -> None:
        """Send a message to those of the pages that have not got it, and can take one now."""
        due = [
            (sid, page) for sid, page in pages
            if page.told.get(event) != message and not self._sender.is_behind(sid)
        ]  # fmt: skip
        for _, page in due:
            page.told[event] = message
        self._sender.send(event, message, [sid for sid, _ in due])


def _you(who: Asker) -> Data:
    return {"role": "presenter" if who.presents else "audience", "name": who.visitor.name}


def _close(consoles: Consoles, name: str, by: str) -> None:
    try:
        consoles.close_one(name, by=by)
    except HandoffError:
        return  # Its visitor has just closed it.


def _strokes(rows: Iterable[Iterable[int]]) -> Iterable[str]:
    """Yield a stroke for each run of dark modules."""
    for y, row in enumerate(rows):
        dark = [x for x, is_dark in enumerate(row) if is_dark]
        starts = [x for x in dark if x - 1 not in dark]
        for x in starts:
            end = x
            while end in dark:
                end += 1
            yield f"M{x} {y}h{end - x}v1h{x - end}z"
