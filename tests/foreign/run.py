"""One case: a kind of foreign election on a server, one fault after the other, all judged."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from app.ensemble.apache.locate import find_classpath
from app.ensemble.apache.server import ApacheServer
from app.ensemble.embedded import SandboxServer
from app.zookeeper.fourletter import ask
from tests.foreign.actors import Troupe
from tests.foreign.claims import Claim, Tally, claim
from tests.foreign.judge import Case, is_empty, judge, oldest
from tests.foreign.kinds import Kind
from tests.foreign.looks import judge_look
from tests.foreign.page import Page, Sight, judge_page
from tests.foreign.sampler import Sample, Sampler
from tests.foreign.sentences import judge_text, text_of
from tests.foreign.truth import FOR_EVER, Truth, Window
from tests.foreign.witness import Witness
from tests.support.forked import forked_dashboard
from tests.support.proxy import FaultyProxy

SERVERS = ("embedded", "apache", "slow", "far")
FAULTS = ("kill", "freeze", "stop")
DELAY = 0.3
"""Seconds each way behind the proxies of `slow`, and behind that of `far`."""
GRACE = 0.3
"""Seconds that a statement may lag beyond the round trips that it takes."""
FOUND_WITHIN = 5.0
"""Seconds after the first member's znode; the dashboard is connected by then."""
TRIPS = 1.5
"""Round trips: a notification on its way, and the read that follows it."""


class Places(NamedTuple):
    """Where the witness, the programs and the dashboard connect."""

    direct: str
    programs: str
    dashboard: str


@contextmanager
def serving(server: str) -> Iterator[Places]:
    """A server of this kind. In `slow` programs and dashboard have a slow proxy each; in `far` the
    dashboard alone has one.
    """
    started = SandboxServer() if server == "embedded" else ApacheServer(find_classpath())
    started.start()
    try:
        with ExitStack() as stack:
            direct = started.hosts
            programs = _delayed(direct, stack) if server == "slow" else direct
            dashboard = _delayed(direct, stack) if server in ("slow", "far") else direct
            yield Places(direct, programs, dashboard)
    finally:
        started.stop()


def _delayed(hosts: str, stack: ExitStack) -> str:
    """The same by a long line, which ends with the stack."""
    proxy = FaultyProxy(hosts)
    proxy.delay = DELAY
    stack.callback(proxy.close)
    return proxy.hosts


def run_case(
    kind: Kind,
    places: Places,
    classes: Path,
    faults: Sequence[str],
    seconds: float,
    *,
    page: bool,
    grace: float = GRACE,
) -> dict[str, dict[str, Any]]:
    """Fault -> its sums. seconds: for how long each fault is done again and again. grace: seconds
    that a statement may lag beyond its round trips.
    """
    with ExitStack() as stack:
        witness = stack.enter_context(Witness(places.direct, kind.path, is_quick=kind.is_quick))
        dashboard = stack.enter_context(forked_dashboard("--zookeeper", places.dashboard))
        sampler = stack.enter_context(Sampler(dashboard.await_zookeeper().url, kind.path))
        troupe = stack.enter_context(Troupe(kind, classes, places.programs, witness.truth))
        seen: Page | None = None
        if page:
            address = f"{dashboard.url}/#view=election&election={kind.path}"
            seen = stack.enter_context(Page(address))
            seen.await_first()
        spans: dict[str, Window] = {}
        trips: list[float] = []
        for fault in faults:
            spans[fault] = _strike(troupe, fault, seconds, places.dashboard, trips)
    lag = TRIPS * max(trips) + grace
    whole = Case(kind, witness.truth, Window(0, 0), lag)
    first = next((one for one in sampler.samples if one.election), None)
    found = found_after(first, witness.truth)
    # What it has not found yet, it says nothing of.
    begin = (first.asked if first else FOR_EVER) if kind.is_found else 0.0
    rows = {}
    for fault, span in spans.items():
        tally = Tally(is_quick=kind.is_quick)
        if kind.is_found:
            tally.add([found_in_time(found)])
        told = Window(max(begin, span.start), span.end)
        mine = [one for one in sampler.samples if told.meets(one.asked, one.answered)]
        for sample in mine:
            tally.add(judge_sample(sample, whole))
        sights = [one for one in seen.sights if told.meets(one.asked, one.answered)] if seen else []
        offset = _offset(mine)
        for look in (one for one in sampler.looks if span.meets(one.asked, one.answered)):
            window = window_of(look.asked, look.answered, whole)
            case = whole._replace(window=window, offset=offset)
            tally.add(judge_look(look, case))
        for sight in sights:
            window = window_of(drawn_at(sight, mine), sight.answered, whole)
            tally.add(judge_page(sight.page, _as_of(whole, window, offset, mine)))
        deeds = [one for one in witness.truth.deeds if span.meets(one.at, one.at)]
        rows[fault] = {
            "faults": len(deeds), "samples": len(mine),
            "absent": sum(one.election is None for one in mine), "sights": len(sights),
            "missed": whole.truth.missed,
            "found_after": "never" if found is None else f"{found:.1f} s",
            "lag_ms": round(lag * 1000), "failures": sampler.failures[:3],
            "page_failure": seen.failure if seen else None, **tally.as_json(),
        }  # fmt: skip
    return rows


def found_after(first: Sample | None, truth: Truth) -> float | None:
    """Seconds from the first member's znode to the first state document that knows of its path."""
    began = min(one.began for one in truth.members)
    return None if first is None else max(0.0, first.answered - began)


def found_in_time(after: float | None) -> Claim:
    """That it was found, and soon enough."""
    return claim("found", after is not None and after <= FOUND_WITHIN, f"after {after} s")


def drawn_at(sight: Sight, samples: Sequence[Sample]) -> float:
    """When what the page has drawn was the newest: a busy browser draws what was, and says which
    event it has come to.
    """
    seq = sight.page["seq"]
    later = (one.asked for one in samples if one.seq > seq)
    return min(sight.asked, next(later, sight.asked))


def window_of(asked: float, answered: float, whole: Case) -> Window:
    """At which moments a statement may have been true that was made between these two."""
    return Window(asked - whole.lag, answered + whole.truth.late(answered))


def _strike(troupe: Troupe, fault: str, seconds: float, hosts: str, trips: list[float]) -> Window:
    """The span in which the fault was done; how long a round trip took goes into `trips`."""
    start = time.monotonic()
    while time.monotonic() < start + seconds:
        troupe.strike(fault)
        trips.append(round_trip(hosts))
    return Window(start, time.monotonic())


def round_trip(hosts: str) -> float:
    """Seconds from a question to its answer."""
    host, _, port = hosts.rpartition(":")
    asked = time.monotonic()
    ask(host, int(port), "ruok", 10.0)
    return time.monotonic() - asked


def _offset(samples: Sequence[Sample]) -> float:
    """Our clock less the dashboard's; the same clock, where both count from the same moment."""
    return min((one.answered - one.now for one in samples), default=0.0)


def _as_of(whole: Case, window: Window, offset: float, samples: Sequence[Sample]) -> Case:
    """What the page draws is as old as the state document of that moment says."""
    known = [one for one in samples if one.asked <= window.end and one.election]
    case = whole._replace(window=window, offset=offset)
    election = known[-1].election if known else None
    return case.since(oldest(election)) if election else case


def judge_sample(sample: Sample, whole: Case) -> list[Claim]:
    """All that a state document says of the members, and that nobody leads elsewhere."""
    window = window_of(sample.asked, sample.answered, whole)
    # `now` was taken between the two moments: where it fits, the two clocks are one.
    offset = 0.0 if sample.asked <= sample.now <= sample.answered else sample.asked - sample.now
    case = whole._replace(window=window, offset=offset)
    alone = claim("elsewhere", not sample.elsewhere, f"somebody leads at {sample.elsewhere}")
    if sample.election is None:
        return [alone, _absent(case)]
    story = judge_text(
        text_of([*sample.election["story"], " ", *sample.election["reason"]]),
        case.since(oldest(sample.election)),
    )
    return [alone, *judge(sample.election, case), *story]


def _absent(case: Case) -> Claim:
    """That there is nothing of this sort; what has to be found is said to be empty by that."""
    quote = "the state document does not know of it"
    return is_empty(quote, case) if case.kind.is_found else claim("shape", True, quote)
