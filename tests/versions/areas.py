"""Which tests are about Apache's behaviour, by area: the one list of them.

A test belongs to the area that names a beginning of its id, except where it is about the sandbox.
"""

from __future__ import annotations

import re
from itertools import chain

from tests.support.sharing import begins

AREAS: dict[str, tuple[str, ...]] = {
    "kazoo's suite": ("tests/conformance/test_kazoo.py",),
    "conformance": ("tests/conformance/", "tests/sandbox/test_words.py"),
    "mirror, reader": ("tests/zookeeper/", "tests/znodes/test_removal.py"),
    "probe, words": ("tests/zookeeper/test_probe.py",),
    "compare": (
        "tests/recipes/comparison/test_actions.py::test_a_death_wakes",
        "tests/recipes/comparison/test_actions.py::test_what_is_measured",
        "tests/recipes/comparison/test_actions.py::test_where_mntr_is_closed",
        "tests/recipes/comparison/test_compared_process.py",
    ),
    "recipes": (
        "tests/processes/", "tests/recipes/*/test_*process",
        "tests/recipes/*/test_history", "tests/recipes/election/test_fencing",
        "tests/recipes/election/test_working", "tests/recipes/election/test_readable_names",
        "tests/web/test_end_to_end.py", "tests/recipes/election/test_eligibility_actions.py",
    ),
    "workbench": (
        "tests/znodes/test_workbench.py", "tests/znodes/test_consoles.py",
        "tests/znodes/test_searching.py",
    ),
    "library": ("tests/library/",),
    "what an ACL hides": ("tests/zookeeper/test_hidden.py", "tests/web/test_hidden.py"),
    "page": (
        "tests/recipes/election/test_page_foreign.py",
        "tests/recipes/election/test_page_strategies.py",
        "tests/browser/test_hostile.py::test_a_znode_that_may_not_be_read",
    ),
    "servers": ("tests/ensemble/test_server.py",),
    "ensembles": (
        "tests/ensemble/test_ensemble.py", "tests/web/test_ensemble.py",
        "tests/browser/test_servers.py", "tests/cli/test_no_orphans.py",
    ),
}  # fmt: skip
"""Area -> beginnings of ids, with `*` for anything; of several that fit, the longest."""

TELLING = (
    "tests/conformance/test_differential.py::test_both_say_the_same_in",
    "tests/zookeeper/test_hidden.py", "tests/zookeeper/test_mirror.py",
    "tests/zookeeper/test_reader.py", "tests/zookeeper/test_subtree.py",
    "tests/zookeeper/test_probe.py::test_closed_windows_are_named_with_their_setting",
    "tests/zookeeper/test_probe.py::test_the_server_says_who_it_is_and_who_sits_on_it",
    "tests/zookeeper/test_probe.py::test_watches_are_listed_by_session",
    "tests/recipes/comparison/test_actions.py::test_a_death_wakes_by_the_servers_own_counters",
    "tests/web/test_hidden.py", "tests/znodes/test_workbench.py",
    "tests/processes/test_sessions.py",
)  # fmt: skip
"""Of these, what `make test` runs on a second version: what tells most in half a minute."""

_ALL = tuple(chain.from_iterable(AREAS.values()))
_OF_THE_SANDBOX = re.compile(r"\[(?:.*-)?(?:sandbox|embedded)\b")


def area_of(nodeid: str) -> str | None:
    """The area that a test belongs to; None where it is not about Apache's behaviour."""
    if _OF_THE_SANDBOX.search(nodeid) or not begins(nodeid, _ALL):
        return None
    fitting = [
        (len(beginning), area)
        for area, beginnings in AREAS.items()
        for beginning in beginnings
        if begins(nodeid, [beginning])
    ]
    return max(fitting)[1]
