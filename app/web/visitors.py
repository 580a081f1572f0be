"""Tell who asks: a presenter, who may do everything, or a visitor of the audience, who looks on.

A dashboard that asks for a token has two doors. The token is the presenter's. The audience's code
is short enough to type: eight letters and digits, of which a guess finds one in 8·10¹¹, and which
opens a view alone, until a presenter hands a right on.

A visitor is a browser, told by a cookie; a script without one is its address. The cookie grants
nothing: it says whose name, whose candidates and whose share of the limits these are.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import secrets
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from werkzeug.sansio.http import parse_cookie

from ..actions.action import Action
from ..actions.rights import RIGHTS, Right
from ..errors import Conflict, Forbidden, LimitReached, TooOften
from ..journal.journal import Journal
from ..readmodels.document import Data
from ..readmodels.wording import plural
from ..settings import Settings
from .names import name_of, names_from
from .peers import peer_of

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

COOKIE = "handoff-visitor"
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""The letters and digits of a code: none that looks like another one."""

CODE = re.compile(r"[a-z0-9]{8}", re.ASCII)
PRESENTS = "handoff.presents"
"""The key of a request's environment for whether a presenter sent it."""

MOST = 2_000
"""The visitors that the dashboard knows at a time."""

WITHIN = 10.0
"""The seconds within which acts are counted."""

ACTS_OF_ONE, ACTS_OF_ALL = 6, 60
PROCESSES_OF_ALL, CONSOLES_OF_ALL = 60, 6

_LIVES: Mapping[str, Callable[[Data, str], bool]] = {
    "candidate": lambda state, id_: (
        id_ in state["candidates"] and state["candidates"][id_]["process"] != "exited"
    ),
    "console": lambda state, id_: id_ in state["consoles"],
}
_MOST_OF_ALL = {"candidate": PROCESSES_OF_ALL, "console": CONSOLES_OF_ALL}


@dataclass(eq=False)
class Visitor:
    """A visitor. own: what they made, as (thing, id); coming: how many of a thing are about to be;
    acts: when they acted last; pages: how many of theirs are in the room.
    """

    key: str
    name: str
    own: set[tuple[str, str]] = field(default_factory=set)
    coming: Counter[str] = field(default_factory=Counter)
    acts: deque[float] = field(default_factory=deque)
    pages: int = 0


class Asker(NamedTuple):
    """Who sent a request. presents: whether they may do everything."""

    visitor: Visitor
    presents: bool


class Visitors:
    """The visitors, and what the audience may do. Any thread may call."""

    def __init__(
        self, settings: Settings, journal: Journal, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._settings, self._journal, self._clock = settings, journal, clock
        self._lock = threading.RLock()
        self._known: OrderedDict[str, Visitor] = OrderedDict()
        self._acts: deque[float] = deque()
        self._rights: set[str] = set()
        self.on_change: Callable[[], None] = lambda: None
        self.code = (settings.audience_code or new_code()) if self.has_roles else None

    @property
    def _state(self) -> Data:
        state: Any = self._journal.state
        return cast(Data, state)

    @property
    def has_roles(self) -> bool:
        """Tell whether a presenter and an audience are told apart: with a token, they are."""
        return self._settings.token is not None

    @property
    def rights(self) -> dict[str, bool]:
        """Return which rights the audience has."""
        with self._lock:
            return {name: name in self._rights for name in RIGHTS}

    def hand(self, right: str, on: bool) -> None:
        """Hand a right to the audience, or take it back."""
        with self._lock:
            (self._rights.add if on else self._rights.discard)(right)

    def is_code(self, text: str | None) -> bool:
        """Tell whether this is the audience's code; a phone may have begun it with a capital."""
        return (
            text is not None and self.code is not None
            and secrets.compare_digest(text.lower().encode(), self.code.encode())
        )  # fmt: skip

    def of(self, environ: WSGIEnvironment) -> Asker:
        """Return who sent a request that was let in."""
        key = _cookie_in(environ) or f"from {peer_of(environ.get('REMOTE_ADDR', ''))}"
        with self._lock:
            if key not in self._known:
                self._forget_some()
                taken = {one.name for one in self._known.values()}
                self._known[key] = Visitor(key, name_of(hashlib.sha256(key.encode()), taken))
            self._known.move_to_end(key)
            return Asker(self._known[key], bool(environ.get(PRESENTS)))

    def made_by(self, visitor: Visitor) -> list[str]:
        """Return the candidates that a visitor started, and the consoles that they opened."""
        with self._lock:
            return sorted(id_ for _, id_ in visitor.own)

    def forget(self) -> list[tuple[str, str]]:
        """Take all rights back, forget everybody, and have another code, unless `--audience-code`
        says which. Return what the visitors had made, as (thing, id).
        """
        with self._lock:
            made = [one for visitor in self._known.values() for one in visitor.own]
            self._known.clear()
            self._rights.clear()
            if self.has_roles and self._settings.audience_code is None:
                self.code = new_code()
            return made

    def rename(self, visitor: Visitor, name: str) -> None:
        """Give a visitor the name that they chose. Raise BadRequest or Conflict."""
        chosen = names_from(name)
        with self._lock:
            if any(one.name.lower() == chosen.lower() for one in self._known.values()
                   if one is not visitor):  # fmt: skip
                raise Conflict(f"Somebody here is called {chosen}: choose another name.",
                               field="name")  # fmt: skip
            visitor.name = chosen

    @contextlib.contextmanager
    def letting(
        self, asker: Asker, action: Action, at: Data, body: Data
    ) -> Iterator[Callable[[Any], None]]:
        """Let somebody perform an action in the block, which tells the answer's body to what this
        yields. Raise Forbidden, LimitReached or TooOften where a visitor may not.
        """
        right = action.right
        if asker.presents or right is None:
            yield lambda body: None
            return
        wanted = self._require(asker.visitor, right, action, at, body)
        thing = right.thing or ""
        try:
            yield lambda answer: self._note(asker.visitor, right, answer)
        finally:
            with self._lock:
                asker.visitor.coming[thing] -= wanted

    def require_right(self, asker: Asker, right: Right | None) -> None:
        """Raise Forbidden where somebody looks on, and has not been handed this right."""
        if asker.presents:
            return
        if right is None:
            raise Forbidden("You look on here: only the presenter may do that.", code="audience")
        if not self.rights[right.name]:
            raise Forbidden(
                f"You look on here: the presenter has not let the audience {right.lets}.",
                code="audience",
            )

    def _require(self, visitor: Visitor, right: Right, action: Action, at: Data, body: Data) -> int:
        """Check what a visitor asks; return how many of the right's thing are on their way."""
        self._require_fields(right, action, at, body)
        with self._lock:
            self._count_act(visitor)
            if right.thing in action.in_url:
                if (right.thing, at[right.thing]) not in visitor.own:
                    raise Forbidden(f"{at[right.thing]} is not yours: you may act only on what you"
                                    " started.", code="audience", field=right.thing)  # fmt: skip
                return 0
            if right.thing is None:
                return 0
            wanted = int(body.get("count", 1))
            self._require_room(visitor, right, wanted)
            visitor.coming[right.thing] += wanted
            return wanted

    def _require_fields(self, right: Right, action: Action, at: Data, body: Data) -> None:
        for name, value in body.items():
            is_chosen = value != action.fields[name].schema.get("default")
            if right.takes is not None and name not in right.takes and is_chosen:
                raise Forbidden(f"Only the presenter chooses {name}: leave it out.",
                                code="audience", field=name)  # fmt: skip
        for name, values in right.among.items():
            if at[name] not in values:
                raise Forbidden(f"You look on here: the audience may only {right.lets}.",
                                code="audience", field=name)  # fmt: skip
        path = body.get("election")
        if path is not None and path not in self._state["elections"]:
            raise Forbidden(f"There is no election at {path}, and only the presenter begins one.",
                            code="audience", field="election")  # fmt: skip

    def _count_act(self, visitor: Visitor) -> None:
        now = self._clock()
        for acts, most, whose in (
            (visitor.acts, ACTS_OF_ONE, "You act"), (self._acts, ACTS_OF_ALL, "The audience acts")
        ):  # fmt: skip
            while acts and acts[0] <= now - WITHIN:
                acts.popleft()
            if len(acts) >= most:
                raise TooOften(
                    f"{whose} too often: {most} times in {WITHIN:.0f} seconds are the limit.",
                    after=acts[0] + WITHIN - now,
                )
        visitor.acts.append(now)
        self._acts.append(now)

    def _require_room(self, visitor: Visitor, right: Right, wanted: int) -> None:
        thing = right.thing or ""
        there = self._living(visitor, thing)
        if there + wanted > right.most:
            raise LimitReached(
                f"You have {plural(there, thing)}, and each visitor may have {right.most}:"
                f" {wanted} more would be too many.", field="count",
            )  # fmt: skip
        most = _MOST_OF_ALL[thing]
        everybody = sum(self._living(one, thing) for one in self._known.values())
        if everybody + wanted > most:
            raise LimitReached(
                f"The audience has {plural(everybody, thing)}, and {most} are the limit: wait"
                " until some have ended.", field="count",
            )  # fmt: skip

    def _living(self, visitor: Visitor, thing: str) -> int:
        gone = {one for one in visitor.own if not _LIVES[one[0]](self._state, one[1])}
        visitor.own -= gone
        return sum(kind == thing for kind, _ in visitor.own) + visitor.coming[thing]

    def _note(self, visitor: Visitor, right: Right, answer: Any) -> None:
        if right.thing is None or right.gives is None or right.gives not in answer:
            return
        named = answer[right.gives]
        with self._lock:
            visitor.own |= {
                (right.thing, one) for one in ([named] if isinstance(named, str) else named)
            }
        self.on_change()

    def _forget_some(self) -> None:
        while len(self._known) >= MOST:
            idle = (key for key, one in self._known.items() if not (one.own or one.pages))
            self._known.pop(next(idle, next(iter(self._known))))


def new_code() -> str:
    """Return a code that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(8))


def new_cookie() -> str:
    """Return the word by which a browser is known again."""
    return secrets.token_urlsafe(16)


def _cookie_in(environ: WSGIEnvironment) -> str | None:
    # The standard library's reader stops at a cookie of another program that it does not like.
    word = parse_cookie(environ.get("HTTP_COOKIE", "")).get(COOKIE, "")
    return word[:80] if len(word) >= 16 else None
