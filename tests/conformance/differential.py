"""The same random operations on Apache ZooKeeper and on the sandbox: do both say the same?

    python -m tests.conformance.differential --examples 2000 --seed 7
    python -m tests.conformance.differential --against apache    # what Apache leaves open

Three sessions take turns. After every step each has heard the same, in the same order: replies with
their errors, data and stats, watch events, ends of connections. At the end of an example the trees
are the same. A failing example is made small by hypothesis and printed as a program.
"""

from __future__ import annotations

import argparse
import os
import re
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import ClassVar, TypeAlias, TypeVar

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test
from hypothesis.strategies import SearchStrategy

from app.ensemble.apache.locate import find_classpath
from app.ensemble.apache.server import ApacheServer
from app.ensemble.embedded import SandboxServer
from app.zookeeper.wire.capabilities import capabilities_of
from app.zookeeper.wire.codes import LARGEST_FRAME, Op
from app.zookeeper.wire.jute import encode
from app.zookeeper.wire.records import Acl, AuthPacket, ConnectRequest, CreateRequest, Id
from tests.conformance import raw_requests as some
from tests.conformance.raw_client import Ask
from tests.conformance.raw_deviations import DEVIATIONS, LEFT_OUT, permitted
from tests.conformance.raw_side import SUPER_DIGEST, Lines, Side
from tests.conformance.servers import version_of_server

T = TypeVar("T")
Step: TypeAlias = Callable[[Side], Lines]
"""What is done on one side; it says what each session heard then."""
STEPS = 30
_SESSIONS = 3
_STANDING = ("/a", "/a/x")
"""Znodes that there are at first: on an empty tree most requests find nothing."""
_OPEN = [Acl(31, Id("world", "anyone"))]
# Containers and TTL znodes would go in the midst of an example, at either server's own time.
_NO_REAPER = "-Dznode.container.checkIntervalMs=86400000"

_REPEATED = re.compile(r"(?<=(\\x00){8})(\\x00)+|(?<=n{8})n+|(?<=(/a){4})(/a)+")


class Differs(AssertionError):
    """The two servers said different things; the message shows both."""


class Pair:
    """Two servers, of which the first is right; both are of this version of Apache's."""

    def __init__(self, right: Side, other: Side, version: str) -> None:
        self._right, self._other, self.version = right, other, version
        self._can = capabilities_of(version)

    def begin(self) -> None:
        """A new run on an empty tree that has counted as far on both sides."""
        counts = [side.prepare() for side in (self._right, self._other)]
        for side, count in zip((self._right, self._other), counts, strict=True):
            if count < max(counts):
                side.count_up_to(max(counts))
        self.both("begin", lambda side: side.begin())

    def both(self, what: str, step: Step) -> None:
        """Take a step on both sides. Raises Differs."""
        right, other = step(self._right), step(self._other)
        for who in right:
            if right[who] != other[who] and not permitted(right[who], other[who], self._can):
                raise Differs(self._told(f"{what}: {who} heard", right[who], other[who]))

    def compare_trees(self) -> None:
        """Raises Differs unless both hold the same."""
        right, other = self._right.dump(), self._other.dump()
        if right != other:
            only = [line for line in right if line not in other]
            raise Differs(
                self._told("the tree at the end", only, [one for one in other if one not in right])
            )

    def end(self) -> None:
        """Tidy up on both sides."""
        self._right.end()
        self._other.end()

    def _told(self, what: str, right: object, other: object) -> str:
        names = self._right.name, self._other.name
        return _REPEATED.sub("…", f"{what}\n  {names[0]}: {right}\n  {names[1]}: {other}")


def _framed(frame: bytes) -> bytes:
    return struct.pack(">i", len(frame)) + frame


_connects = st.builds(
    lambda protocol, seen, timeout, password, rest: _framed(
        encode(ConnectRequest(protocol, seen[0], timeout, seen[1], password)) + rest
    ),
    st.sampled_from([0, 0, 1, -1]),
    # The last zxid seen and the session: none of these is let in.
    st.sampled_from([(0, 1), (0, -1), (-1, 1 << 40), (1 << 60, 0), (1 << 60, 1)]),
    st.sampled_from([0, -1, 1, 400, 10_000, 1 << 30]),
    st.sampled_from([bytes(16), b"", None, b"short"]),
    st.sampled_from([b"\0", b"", b"\1", b"\0\0"]),
)
greetings = st.one_of(
    _connects,
    st.sampled_from(
        [
            struct.pack(">i", LARGEST_FRAME + 1), struct.pack(">i", -1), b"\xff\xff\xff\xff",
            _framed(b""), _framed(b"\0\0\0\0"), _framed(bytes(27)), _framed(b"\1" * 2000),
        ]
    ),
)  # fmt: skip


sessions = st.integers(0, _SESSIONS - 1)


def _brief(strategy: SearchStrategy[T]) -> SearchStrategy[T]:
    """The same, written out briefly: hypothesis writes out its rules in full, at every step, which
    at half a megabyte each took longer than the requests.
    """
    return st.composite(lambda draw: draw(strategy))()


class Program(RuleBasedStateMachine):
    """The steps; each rule is one kind of them."""

    pair: ClassVar[Pair]

    def __init__(self) -> None:
        super().__init__()
        self._differs = False
        self.pair.begin()
        self._step([Ask(Op.CREATE, CreateRequest(path, b"", _OPEN, 0)) for path in _STANDING], 0)

    @rule(who=sessions, ask=_brief(some.looks))
    def look(self, who: int, ask: Ask) -> None:
        self._step([ask], who)

    @rule(who=sessions, ask=_brief(some.changes))
    def change(self, who: int, ask: Ask) -> None:
        self._step([ask], who)

    @rule(who=sessions, ask=_brief(some.writes))
    def write(self, who: int, ask: Ask) -> None:
        self._step([ask], who)

    @rule(who=sessions, ask=_brief(some.reads | some.watches))
    def read_or_watch(self, who: int, ask: Ask) -> None:
        self._step([ask], who)

    @rule(who=sessions, asks=_brief(some.pipelines))
    def pipeline(self, who: int, asks: list[Ask]) -> None:
        self._step(asks, who)

    @rule(who=sessions, how=st.sampled_from(["again", "over", "wrong", "ahead", "close", "as bob"]))
    def come_or_go(self, who: int, how: str) -> None:
        if how == "close":
            self._both(f"s{who} closes", lambda side: side.close(who))
        elif how == "as bob":
            self._step([Ask(Op.AUTH, AuthPacket(0, "digest", some.BOB))], who)
        else:
            self._both(f"s{who} reconnects: {how}", lambda side: side.reconnect(who, how))

    @rule(
        who=sessions, ask=_brief(st.one_of(some.auths, some.malformed, some.malformed, some.large))
    )
    def misbehave(self, who: int, ask: Ask) -> None:
        self._step([ask], who)

    @rule(frame=greetings)
    def greet(self, frame: bytes) -> None:
        self._both(f"a stranger says {frame[:80]!r}", lambda side: side.greet(frame))

    def teardown(self) -> None:
        try:
            if not self._differs:
                self.pair.compare_trees()
        finally:
            self.pair.end()

    def _step(self, asks: Sequence[Ask], who: int) -> None:
        self._both(f"s{who} asks {asks}", lambda side: side.ask(who, asks))

    def _both(self, what: str, step: Step) -> None:
        self._differs = True
        self.pair.both(what, step)
        self._differs = False


@contextmanager
def apache(version: str | None = None) -> Iterator[int]:
    """The port of a fresh Apache ZooKeeper, of the one version that is here."""
    before = os.environ.get("JAVA_TOOL_OPTIONS")
    os.environ["JAVA_TOOL_OPTIONS"] = f"{before or ''} {_NO_REAPER}".strip()
    setting = f"DigestAuthenticationProvider.superDigest={SUPER_DIGEST}"
    server = ApacheServer(find_classpath(), extra=[setting])
    try:
        server.start()
        yield server.port
    finally:
        server.stop()
        os.environ.pop("JAVA_TOOL_OPTIONS")
        os.environ.update({} if before is None else {"JAVA_TOOL_OPTIONS": before})


@contextmanager
def sandbox(version: str) -> Iterator[int]:
    """The port of a fresh sandbox that speaks as this version."""
    server = SandboxServer(superuser=SUPER_DIGEST, version=version)
    try:
        server.start()
        yield server.port
    finally:
        server.stop()


SERVERS: dict[str, Callable[[str], AbstractContextManager[int]]] = {
    "apache": apache,
    "sandbox": sandbox,
}


@contextmanager
def pair_with(against: str) -> Iterator[Pair]:
    """Apache and, by name, what is compared with it and speaks as it does."""
    with ExitStack() as stack:
        right = Side("apache ", stack.enter_context(apache()), _SESSIONS)
        version = version_of_server(right.port)
        other = Side(against, stack.enter_context(SERVERS[against](version)), _SESSIONS)
        yield Pair(right, other, version)


def run(pair: Pair, examples: int, number: int | None = None, steps: int = STEPS) -> None:
    """Run so many examples; `number` seeds them, None takes the same ones every time."""
    machine = type("Program", (Program,), {"pair": pair})
    if number is not None:
        machine = seed(number)(machine)
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            derandomize=number is None,
            database=None,
            deadline=None,
            report_multiple_bugs=False,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
        ),
    )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n", 1)[0],
        epilog="Known deviations:\n- "
        + "\n- ".join([*(f"{one.reason} ({one.versions})" for one in DEVIATIONS), *LEFT_OUT]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--examples", type=int, default=200)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--against", choices=sorted(SERVERS), default="sandbox")
    options = parser.parse_args()
    with pair_with(options.against) as pair:
        try:
            run(pair, options.examples, options.seed, options.steps)
        except Differs as differs:
            print(f"\n{differs}", file=sys.stderr)
            sys.exit(1)
        print(
            f"{options.examples} examples of up to {options.steps} steps on {pair.version}:"
            " no difference"
        )


if __name__ == "__main__":
    main()
