"""Serve the facts as metrics of Prometheus, with names and units by its conventions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from flask import Blueprint, Response, request
from prometheus_client import CollectorRegistry, Histogram, disable_created_metrics
from prometheus_client import Counter as Count
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import choose_encoder

from ..history.handoffs import COMPARED, handoffs_of
from ..history.history import History
from ..history.moments import HANDOFF, VIOLATION, Moment
from ..history.past import KeptMoment
from ..journal.journal import Journal
from ..readmodels.chain import is_persistent
from ..readmodels.document import Data, State
from ..readmodels.servers import round_trip_of
from ..readmodels.violations import answers, in_session, unseen
from ..zookeeper.mirror import Mirror
from .guard import reads

disable_created_metrics()  # type: ignore[no-untyped-call]

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
"""The bounds in seconds: a clean handoff takes milliseconds, one after a crash takes as long as a
session.
"""


class Metrics:
    """The metrics of one dashboard. It reads the present from the state when somebody asks, which a
    recording does not have. It counts what happened as the history finds it, if there is one, and
    each `sync` of the mirror as it is answered.
    """

    def __init__(self, journal: Journal, mirror: Mirror, history: History | None) -> None:
        self._journal, self._history = journal, history
        self._registry = CollectorRegistry()
        self._handoffs = Count(
            "handoff_handoffs", "Handoffs, and hand-overs of locks, since the dashboard began",
            ("path", "fault"),
            registry=self._registry,
        )  # fmt: skip
        self._broken = Count(
            "handoff_violations", "Times that an invariant was broken since the dashboard began",
            ("path", "invariant"), registry=self._registry,
        )  # fmt: skip
        self._phases = Histogram(
            "handoff_phase_seconds",
            "Time from the fault, or from the lost connection, to the end of a handoff's phase",
            ("path", "phase"), buckets=BUCKETS, registry=self._registry,
        )  # fmt: skip
        self._syncs = Histogram(
            "handoff_mirror_sync_seconds",
            "Time from a sync of the mirror until all that ZooKeeper did before it was journaled",
            buckets=BUCKETS, registry=self._registry,
        )  # fmt: skip
        if history is None or history.replays is None:
            self._registry.register(PresentMetrics(journal))
        self._ends = [mirror.on_sync(self._syncs.observe)]
        if history is not None:
            self._ends.append(history.hear(self._note))

    def close(self) -> None:
        """Count nothing more."""
        for end in self._ends:
            end()

    def _note(self, moments: Iterable[Moment]) -> None:
        for what, path, data in moments:
            if what == HANDOFF:
                self._note_handoff(path, data)
            elif what == VIOLATION:
                for name in {one["invariant"] for one in data}:
                    self._broken.labels(_label(path), name).inc()

    def _note_handoff(self, path: str, data: Data) -> None:
        moment = KeptMoment(seq=0, wall=0.0, what=HANDOFF, subject=path, data=data)
        (handoff,) = handoffs_of([moment])
        path = _label(path)
        self._handoffs.labels(path, handoff["fault"] or "unknown").inc()
        if handoff["phases_from"] in COMPARED:
            for phase, ms in handoff["phases_ms"].items():
                self._phases.labels(path, phase).observe(ms / 1000)

    def blueprint(self) -> Blueprint:
        """Return the route `GET /metrics`."""
        routes = Blueprint("metrics", __name__)

        @routes.get("/metrics")
        @reads
        def metrics() -> Response:
            if self._history is not None:
                self._history.await_kept(self._journal.state["seq"])
            encode, kind = choose_encoder(request.headers.get("Accept", ""))
            return Response(encode(self._registry), content_type=kind)

        return routes


class PresentMetrics:
    """The metrics that the state has when somebody asks. What was read last may no longer be true:
    these metrics leave it out while ZooKeeper does not answer, or while the mirror reads the tree
    again.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal, self._models = journal, journal.models

    def collect(self) -> Iterator[Metric]:
        state = self._journal.state
        zookeeper = state["zookeeper"]
        yield CounterMetricFamily("handoff_events", "Events in the journal", value=state["seq"])
        is_up, trip = answers(zookeeper), round_trip_of(zookeeper["servers"], None)
        yield _gauge("zookeeper_up", "Whether ZooKeeper answers", is_up)
        if is_up and trip is not None:
            what = "The longest of the last few questions to each server"
            yield _gauge("zookeeper_round_trip_seconds", what, trip / 1000)
        behind = zookeeper["behind"]
        yield _gauge("mirror_behind_seconds", "How long what ZooKeeper told waits",
                     behind["ms"] / 1000 if behind else 0.0)  # fmt: skip
        sessions = self._sessions(state)
        if unseen(zookeeper) is None and None not in sessions:
            what = "Sessions of this dashboard's processes, and in line somewhere"
            yield _gauge("sessions", what, len(sessions))
        processes = Counter(one["process"] for one in state["candidates"].values())
        told = (((process,), count) for process, count in processes.items())
        yield _gauges("candidates", "Processes of this dashboard", ("process",), told)
        yield _gauges("leaders", "Whether somebody leads", ("path",), self._leads(state))
        yield _gauges("invariant_holds", "Whether an invariant holds", ("path", "invariant"),
                      self._verdicts(state))  # fmt: skip
        for section in self._models.sections:
            for name, what, label, values in section.measured(section.of(state)):
                yield _gauges(name, what, (label,), (((of,), got) for of, got in values.items()))

    def _sessions(self, state: State) -> set[str | None]:
        """Return the sessions of our processes and of all that stand in a line, with None among
        them where nobody knows whose a znode is. A frozen process does not know that its session
        has ended.
        """
        alive = {n: one for n, one in state["candidates"].items() if one["process"] != "exited"}
        ours = (alive[name]["session"] for name in in_session(alive, self._journal.clock()))
        lines = (
            model.chain_of(document)
            for model in self._models
            for document in model.of(state).values()
        )
        in_line = (one["session"] for one in chain(*lines) if not is_persistent(one))
        return {*filter(None, ours), *in_line}

    def _leads(self, state: State) -> Iterator[tuple[tuple[str], bool]]:
        candidates, zookeeper, now = state["candidates"], state["zookeeper"], self._journal.clock()
        for model in self._models:
            for path, document in model.of(state).items():
                leads = model.has_leader(document, candidates, zookeeper, now)
                if leads is not None:
                    yield (path,), leads

    def _verdicts(self, state: State) -> Iterator[tuple[tuple[str, str], bool]]:
        for model in self._models:
            for path, document in model.of(state).items():
                for name, holds in document["invariants"].items():
                    if holds is not None:
                        yield (path, name), holds


def _gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(f"handoff_{name}", what, value=float(value))


def _gauges(
    name: str, what: str, labels: tuple[str, ...], values: Iterable[tuple[tuple[str, ...], float]]
) -> Metric:
    family = GaugeMetricFamily(f"handoff_{name}", what, labels=labels)
    for named, value in values:
        family.add_metric([_label(name) for name in named], float(value))
    return family


def _label(name: str) -> str:
    """Return a name that UTF-8 can write: a znode's name may hold half a character."""
    return name.encode("utf-8", "replace").decode()
