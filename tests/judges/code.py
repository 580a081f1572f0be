"""bandit and vulture: what in the code is dangerous, or used by nobody."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from tests.judges.place import Place
from tests.judges.programs import run, version_of
from tests.judges.verdict import Verdict, unnamed

_SQL = "only names of columns and numbers are put in; what comes from outside is a parameter"
_MD5 = "DIGEST-MD5 is what ZooKeeper's SASL speaks (RFC 2831)"
_PROTOCOL = "another's method has this parameter"
_BY_NAME = "a recipe's descriptor names it, and a process loads it by this name"
_PYTHON = "Python calls it"
_KEPT = "its base class keeps each of its subclasses, and an event is made by its kind"
NAMED = {
    "B102 app/zookeeper/wire/jute.py": "the text that is executed is made of our own field names",
    "B104 app/commands/serve.py": "it recognises these addresses, and listens on none of them",
    "B324 app/zookeeper/credentials.py": _MD5,
    "B608 app/history/past.py": _SQL,
    "B608 app/history/store.py": _SQL,
    "B608 app/sandbox/store.py": _SQL,
    "unused variable 'client_address' app/recipes/bookshelf/process/http.py": _PROTOCOL,
    "unused variable 'cancel_futures' app/web/gunicorn_loop.py": _PROTOCOL,
    "unused function '__getattr__' app/__init__.py": _PYTHON,
    "unused function '__dir__' app/__init__.py": _PYTHON,
    "unused function '__getattr__' app/library/__init__.py": _PYTHON,
    "unused function '__init_subclass__' app/readmodels/event.py": _PYTHON,
    "unused function 'launcher' app/commands/jupyter.py": "an entry point of the wheel names it",
    "unused class 'InSyncSetWritten' app/recipes/bookshelf/events.py": _KEPT,
    "unused class 'TransactionBegun' app/recipes/commit/events.py": _KEPT,
    "unused class 'LedgerFailed' app/recipes/commit/events.py": _KEPT,
    "unused function 'queue_work' app/recipes/queue/process.py": _BY_NAME,
    **{f"unused class '{name}' app/recipes/{file}.py": _BY_NAME for name, file in (
        ("BarrierWork", "barrier/process"),
        ("BookWork", "bookshelf/process/work"),
        ("Coordinator", "commit/machine"),
        ("CoordinatorWork", "commit/process"),
        ("SiteWork", "commit/process"),
        ("LeadingWork", "election/process"),
        ("LookupWork", "naming/process"),
        ("ProviderWork", "naming/process"),
        ("WorkQueue", "queue/machine"),
        ("SharedLockWork", "sharedlock/process"),
    )},
}  # fmt: skip
"""Remark and file -> why it is wrong."""
SEVERAL = {"B324 app/zookeeper/credentials.py": 4, "B608 app/history/past.py": 5}
"""Remark and file -> how many of these there are, where it is not one."""
_UNUSED = re.compile(r"(\S+?):\d+: (.+) \((\d+)% confidence\)")
_UNCERTAIN = re.compile(r"unused (?:attribute|method|variable) ")


def judge(_: Place) -> Verdict:
    """Have them judge the folder app."""
    remarks = [*_of_bandit(), *_of_vulture()]
    found = unnamed(remarks, NAMED, SEVERAL)
    named = tuple((one, NAMED[one]) for one in remarks if one in NAMED)
    versions = ", ".join(f"{name} {version_of(name)}" for name in ("bandit", "vulture"))
    return Verdict("code", versions, "app", found, "0 that are not named", not found, named)


def _of_bandit() -> Iterator[str]:
    """Yield its remarks of medium and high severity."""
    said = json.loads(run("bandit", "-q", "-ll", "-r", "app", "-f", "json").stdout)
    yield from (f"{one['test_id']} {one['filename']}" for one in said["results"])


def _of_vulture() -> Iterator[str]:
    """Yield what nobody uses. Of methods and variables only what it is certain of: else it takes
    every hook, and every field of a document, for unused. What a decorator takes is used by it, as
    the sentences of a recipe are.
    """
    for line in run("vulture", "app", "--ignore-decorators", "@*").stdout.splitlines():
        unused = _UNUSED.fullmatch(line)
        if not unused:
            yield line
        elif unused[3] == "100" or not _UNCERTAIN.match(unused[2]):
            yield f"{unused[2]} {unused[1]}"
