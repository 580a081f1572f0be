"""Read what the dashboard has recorded: the state document, and the events that led to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NotRequired, TypedDict, cast

from ..errors import BadRequest, Conflict, NotFound
from ..history.handoffs import figures_of, groups_of, handoffs_of, rows_of, searched
from ..history.history import History, HistoryTold
from ..history.moments import HANDOFF, WHATS
from ..history.past import ALWAYS, KeptMoment, Past
from ..history.recording import recorded
from ..journal.patch import listed
from ..journal.recorded import EventTold
from ..readmodels.document import Data, State
from .action import JSON, Action, ActionAnswer
from .fields import BOOLEAN, COUNT, LIST, OPEN, TEXT, TEXTS, OneOrMore, Path, object_of, within
from .schema import Document
from .service import Service
from .signature import Bounded, FieldName, OrLeftOut

_Seq = Annotated[int, within(0, 2**53)]
_First = Annotated[_Seq, "its first event, or the first one kept"]
_Last = Annotated[_Seq, "its last event, or the last one"]
_Begin = Annotated[float | None, "from this Unix time on"]
_End = Annotated[float | None, "until this Unix time"]
_ONE = f"(?:{'|'.join(WHATS)})"
_Whats = Annotated[
    str,
    Bounded(
        pattern=f"^(?:{_ONE}(?:,{_ONE})*)?$",
        title=f"some of {', '.join(WHATS)}, with commas between; all without any",
    ),
]

_TIME: Document = {"type": "number"}
_NAME: Document = {"type": ["string", "null"]}
_FACT = object_of(
    seq=COUNT,
    at={"type": "number", "description": "seconds of the dashboard's monotonic clock"},
    wall={"type": "number", "description": "the same moment as Unix time"},
    kind=TEXT,
    subject=TEXT,
    data=OPEN,
)
_LINE: Document = {
    "told": {"type": "boolean", "description": "false: a list of what happened has no line for it"},
    "words": {
        "type": "array",
        "description": "its line: text, {who: name}, {znode: path}, {wall: a moment as Unix time}",
    },
    "tone": TEXT,
    "group": {
        "type": ["string", "null"],
        "description": "lines shown or hidden together",
    },
}
_PATCH: Document = {
    "type": "object",
    "description": "its change of the state, an RFC 7386 merge patch; not with `before`",
}
_EVENT: Document = {**_FACT, "properties": {**_FACT["properties"], **_LINE, "patch": _PATCH}}
_PAGE = object_of(events={"type": "array", "items": _EVENT}, next=COUNT)
_PAGE["properties"] |= {"begins": BOOLEAN, "whole": BOOLEAN}
_STATE = object_of(seq=COUNT, zookeeper=OPEN, elections=OPEN, candidates=OPEN)
_HISTORY = object_of(file=_NAME, days=COUNT, size=COUNT, runs=LIST)
_MOMENT = object_of(
    seq=COUNT, state=OPEN, lists=TEXTS, now=_TIME, wall=_TIME, recent=LIST, run=TEXT
)
_MOMENTS_PAGE = object_of(moments=LIST)
_HANDOFFS = object_of(handoffs=LIST, figures=OPEN, groups=LIST)


class StateThen(State):
    """The state document, with the time of reading: `now` by its own clock, `wall` as Unix time."""

    now: float
    wall: float


class Page(TypedDict):
    """A page of events. next: where to go on. A page of events before another one also has
    `begins`, whether these are all that are kept, and `whole`, whether nothing has been forgotten.
    """

    events: Sequence[EventTold]
    next: int
    begins: NotRequired[bool]
    whole: NotRequired[bool]


class Snapshot(TypedDict):
    """A moment of the past, in the form in which a page gets the present."""

    seq: int
    state: Data
    lists: list[str]
    now: float
    wall: float
    recent: Sequence[EventTold]
    run: str


class Records(Service):
    """A reader of the journal."""

    @Action("GET", "/state", 200, "Read the state document with its seq", _STATE)
    def state(
        self,
        at: Annotated[
            OrLeftOut[_Seq], "the document after this event; else the present one"
        ] = None,
    ) -> StateThen:
        """Return the state document; with `at`, the one of that moment, in which what was null may
        be missing.
        """
        if at is not None:
            seen = self._past.at(at)
            state = cast(State, listed(seen.state, self._journal.models.lines))
            return {**state, "now": seen.at, "wall": seen.wall}
        return {**self._state, "now": self._journal.clock(), "wall": self._journal.wall()}

    @Action(
        "GET", "/events", 200, "List the events after `since`, or before `before`; oldest first",
        _PAGE,
    )  # fmt: skip
    def events(
        self,
        since: _Seq = 0,
        before: Annotated[OrLeftOut[_Seq], "the newest ones listed before this one"] = None,
        limit: OneOrMore = 1_000,
    ) -> Page:
        """Return events after `since`; pass `next` as `since` the next time. With `before`, return
        those of a list of what happened before it.
        """
        if before is not None:
            return self._earlier(before, limit)
        events = self._journal.since(since, limit)
        if events is None:
            lines = self._past_after(since, limit)
            if lines:
                return {"events": lines, "next": lines[-1]["seq"]}
            raise Conflict(
                "Some of these events are no longer kept, or never were: read the state and go on"
                " from its seq.",
                code="events_gone",
                field="since",
            )
        last = events[-1].seq if events else since
        return {"events": [event.as_json() for event in events], "next": last}

    def _earlier(self, before: int, limit: int) -> Page:
        events, begins = self._journal.before(before, limit)
        history = self._context.history
        if begins and history is not None and history.stopped is None:
            earlier = self._past.told_before(before, limit)
            return {
                "events": earlier.lines,
                "next": earlier.next,
                "begins": earlier.begins,
                "whole": self._past.is_whole,
            }
        return {
            "events": [event.without_patch() for event in events],
            "next": events[0].seq if events else before,
            "begins": begins,
            "whole": self._journal.is_whole,
        }

    # -- the past ----------------------------------------------------------------------------------

    @Action("GET", "/history", 200, "Show what the history keeps", _HISTORY)
    def history(self) -> HistoryTold:
        """Return what is kept: since when, by which runs of the dashboard, within which bounds."""
        return self._kept.facts()

    @Action(
        "GET", "/moment", 200, "Read a moment of the past: after event `at`, or at the time `wall`",
        _MOMENT,
    )  # fmt: skip
    def moment(
        self,
        at: Annotated[OrLeftOut[_Seq], "after this event"] = None,
        wall: OrLeftOut[float] = None,
    ) -> Snapshot:
        """Return a snapshot of that moment."""
        if (at is None) == (wall is None):
            raise BadRequest("give `at`, an event, or `wall`, a Unix time", field="at")
        seen = self._kept.at(at) if at is not None else self._kept.at_time(wall or 0.0)
        return {
            "seq": seen.seq,
            "state": seen.state,
            "lists": self._lists,
            "now": seen.at,
            "wall": seen.wall,
            "recent": seen.recent,
            "run": seen.run,
        }

    @Action(
        "GET", "/moments", 200, "List the newest handoffs, faults, broken invariants and starts",
        _MOMENTS_PAGE, gives="moments",
    )  # fmt: skip
    def moments(
        self,
        what: _Whats = "",
        since: _Seq = 0,
        until: _Seq = 2**53,
        each: Annotated[
            OneOrMore | None, "at most so many of a kind at one path, or of the faults"
        ] = None,
        limit: OneOrMore = 1_000,
    ) -> list[KeptMoment]:
        """Return the newest of these moments from the event `since` to the event `until`; with
        `each`, not more of a kind at one path, or of the faults.
        """
        wanted = what.split(",") if what else list(WHATS)
        if each is not None:
            return self._past.newest_of_each(wanted, since, until, each, limit)
        return self._past.moments(wanted, since, until, limit)

    @Action(
        "GET", "/handoffs", 200, "List the newest handoffs with their phases; CSV by Accept",
        _HANDOFFS, kinds=(JSON, "text/csv"),
    )  # fmt: skip
    def handoffs(
        self,
        path: Path | None = None,
        since: _Seq = 0,
        until: _Seq = 2**53,
        begin: _Begin = None,
        end: _End = None,
        text: Annotated[str, Bounded(maxLength=200), "words that each has"] = "",
        limit: OneOrMore = 1_000,
        form: Annotated[str, FieldName("format"), Bounded(enum=["json", "csv"])] = "json",
    ) -> ActionAnswer:
        """Return the newest handoffs from the event `since` to the event `until`: of
        leaderships and of locks; with `path`, at one path; with `text`, those that have its words.
        """
        times = (ALWAYS[0] if begin is None else begin, ALWAYS[1] if end is None else end)
        past = self._past

        def read(until: int, count: int) -> list[KeptMoment]:
            return past.moments([HANDOFF], since, until, count, path, times)

        words = bool(text.split())
        found = searched(read, text, until, limit) if words else handoffs_of(read(until, limit))
        told = {"handoffs": found, "figures": figures_of(found), "groups": groups_of(found)}
        return ActionAnswer(told if form == "json" else None, rows=rows_of(found))

    @Action(
        "GET", "/recording", 200, "Get the events from `since` to `until` as one file, a recording",
        {}, kinds=("application/gzip",),
    )  # fmt: skip
    def recording(
        self, since: _First = 0, until: _Last = 2**53, begin: _Begin = None, end: _End = None
    ) -> ActionAnswer:
        """Return a recording: lines of JSON, gzipped; `python -m app replay FILE` shows it. With
        `begin`, its first event is the latest one at that time; with `end`, its last one is.
        """
        past = self._past
        if begin is not None and end is not None and end < begin:
            raise BadRequest("end must not be before begin.", field="end")
        names = ("since" if begin is None else "begin", "until" if end is None else "end")
        since = since if begin is None else max(since, past.seq_at(begin))
        until = until if end is None else min(until, past.seq_at(end))
        first, last = past.clamped(since, until, *names)
        name = f"handoff-{first}-{last}.jsonl.gz"
        headers = {
            "Content-Type": "application/gzip",
            "Content-Disposition": f'attachment; filename="{name}"',
        }
        return ActionAnswer(recorded(past, first, last, self._lists), 200, headers)

    @property
    def _kept(self) -> History:
        history = self._context.history
        if history is None:
            raise NotFound("this dashboard keeps no history", code="no_history")
        history.await_kept(self._state["seq"])
        return history

    @property
    def _lists(self) -> list[str]:
        """Return the lists that travel as maps, as the writer of the history had them."""
        replays = self._kept.replays
        return replays["lists"] if replays else sorted(self._journal.models.named)

    @property
    def _past(self) -> Past:
        return self._kept.past

    def _past_after(self, seq: int, limit: int) -> list[EventTold] | None:
        history = self._context.history
        return history.past.after(seq, limit) if history else None
