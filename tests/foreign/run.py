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
from tests.foreign.claims import Claim, Tally
from tests.foreign.judge import Case, judge, oldest
from tests.foreign.kinds import Kind
from tests.foreign.looks import judge_look
from tests.foreign.page import Page, Sight, judge_page
from tests.foreign.sampler import Sample, Sampler
from tests.foreign.sentences import judge_text, text_of
from tests.foreign.truth import Window
from tests.foreign.witness import Witness
from tests.support.forked import forked_dashboard
from tests.support.proxy import FaultyProxy

SERVERS = ("embedded", "apache", "slow")
FAULTS = ("kill", "freeze", "stop")
DELAY = 0.3
"""Seconds each way behind the proxy of `slow`."""
GRACE = 0.3
"""Seconds that a statement may lag beyond the round trips that it takes."""
TRIPS = 1.5
"""Round trips: a notification on its way, and the read that follows it."""


class Places(NamedTuple):
    """Where the witness, the programs and the dashboard connect."""

    direct: str
    programs: str
    dashboard: str


@contextmanager
def serving(server: str) -> Iterator[Places]:
    """A server of this kind; behind `slow`, programs and dashboard have a proxy each."""
    started = SandboxServer() if server == "embedded" else ApacheServer(find_classpath())
    started.start()
    try:
        with ExitStack() as stack:
            places = Places(*[started.hosts] * 3)
            if server == "slow":
                proxies = [FaultyProxy(started.hosts) for _ in range(2)]
                for proxy in proxies:
                    proxy.delay = DELAY
                    stack.callback(proxy.close)
                places = Places(started.hosts, *[proxy.hosts for proxy in proxies])
            yield places
    finally:
        started.stop()


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
        witness = stack.enter_context(Witness(places.direct, kind.path))
        dashboard = stack.enter_context(forked_dashboard("--zookeeper", places.dashboard))
        troupe = stack.enter_context(Troupe(kind, classes, places.programs, witness.truth))
        seen: Page | None = None
        if page:
            address = f"{dashboard.url}/#view=election&election={kind.path}"
            seen = stack.enter_context(Page(address))
            seen.await_first()
        spans: dict[str, Window] = {}
        trips: list[float] = []
        with Sampler(dashboard.url, kind.path) as sampler:
            for fault in faults:
                spans[fault] = _strike(troupe, fault, seconds, places.dashboard, trips)
    lag = TRIPS * max(trips) + grace
    whole = Case(kind, witness.truth, Window(0, 0), lag)
    rows = {}
    for fault, span in spans.items():
        tally = Tally()
        mine = [one for one in sampler.samples if span.meets(one.asked, one.answered)]
        for sample in mine:
            tally.add(_judge_sample(sample, whole))
        sights = [one for one in seen.sights if span.meets(one.asked, one.answered)] if seen else []
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
            "lag_ms": round(lag * 1000), "failures": sampler.failures[:3],
            "page_failure": seen.failure if seen else None, **tally.as_json(),
        }  # fmt: skip
    return rows


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


def _judge_sample(sample: Sample, whole: Case) -> list[Claim]:
    if sample.election is None:
        return []
    window = window_of(sample.asked, sample.answered, whole)
    # `now` was taken between the two moments: where it fits, the two clocks are one.
    offset = 0.0 if sample.asked <= sample.now <= sample.answered else sample.asked - sample.now
    case = whole._replace(window=window, offset=offset)
    story = judge_text(text_of(sample.election["story"]), case.since(oldest(sample.election)))
    return [*judge(sample.election, case), *story]
