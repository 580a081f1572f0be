"""`python -m app candidate` in two terminals, seen on the page as candidates of somebody else."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.rest import LASTING, Json, Rest
from tests.browser.view import View
from tests.support.program import Program
from tests.support.sessions import end_dead
from tests.support.zookeeper import await_until


@pytest.fixture
def terminals(page_hosts: str, election: str) -> Iterator[list[Program]]:
    """One that leads, called ada, and one that waits behind it, called ben."""
    said = ("--zookeeper", page_hosts, "--election", election, "--session-timeout", f"{LASTING:g}")
    programs: list[Program] = []
    try:
        for name, line in (("ada", "LEADS"), ("ben", "watching")):
            programs.append(Program(sys.executable, "-m", "app", "candidate", "--id", name, *said))
            programs[-1].await_line(line)
        yield programs
    finally:
        for program in programs:
            program.close()


def seen(rest: Rest, path: str) -> list[Json]:
    """The chain, once the server has said what each one watches."""

    def as_listed() -> list[Json] | None:
        chain = rest.chain(path)
        known = [(entry["evidence"], entry["watches"]) for entry in chain]
        listed = [("server", above and above["znode"]) for above in [None, *chain[:-1]]]
        return chain if chain and known == listed else None

    found: list[Json] = await_until(as_listed)
    return found


def test_both_show_with_their_names_and_what_they_watch(
    view: View, rest: Rest, page_hosts: str, terminals: list[Program]
) -> None:
    path = view.election
    ada, ben = await_until(lambda: len(seen(rest, path)) == 2 and seen(rest, path))
    for entry, name, program in zip((ada, ben), ("ada", "ben"), terminals, strict=True):
        process = view.process(entry)
        expect(process).to_have_attribute("data-tone", "foreign")
        expect(process).to_contain_text(name)
        expect(process).to_contain_text(f"process {program.process.pid}")
    expect(view.page.locator('g.watch[data-evidence="server"]')).to_have_count(1)
    view.expect_crown(ada)
    view.reach("events-filter").fill("acknowledged as leader")
    expect(view.reach("events")).to_contain_text("ada acknowledged as leader")
    terminals[0].kill()
    end_dead(page_hosts, ada["session"])
    view.expect_crown(ben)
    terminals[1].await_line("LEADS +candidate ben leads")
    expect(view.reach("events")).to_contain_text("ben acknowledged as leader")


@pytest.mark.proof
def test_one_of_the_dashboards_own_waits_behind_them(
    view: View, rest: Rest, terminals: list[Program]
) -> None:
    path = view.election
    rest.call("POST", "candidates", {"count": 1, "election": path})
    (own,) = await_until(lambda: [entry for entry in rest.chain(path) if entry["candidate"]])
    for program in terminals:
        program.interrupt()
        assert program.wait() == 0
    view.expect_crown(own)
    expect(view.process(own)).to_have_attribute("data-belief", "leading")
