"""twine, check-wheel-contents and pyroma: what pip installs, and what PyPI would show."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from tests.judges.place import Place
from tests.judges.programs import run, version_of
from tests.judges.verdict import Verdict, unnamed
from tests.support.wheel import build, copy_sources

NAMED = {
    "Your package does not have author-email data.": "nobody has given an address yet",
    "Your package should have a 'url' field": "there is no home page yet",
}
"""How a remark of pyroma's begins -> why it stays."""
_LINE = re.compile(r"^-+$", re.MULTILINE)
_RATING = re.compile(r"^Final rating: (\d+)/10", re.MULTILINE)


def judge(_: Place) -> Verdict:
    """Have them judge the wheel and the sdist of what is here."""
    with tempfile.TemporaryDirectory() as folder:
        source, wheels, archives = (Path(folder) / name for name in ("source", "wheel", "sdist"))
        for made in (source, wheels, archives):
            made.mkdir()
        copy_sources(source)
        archive = str(build("sdist", source, archives))
        wheel = str(build("wheel", source, wheels))
        found = [*_complaints("twine", "check", "--strict", wheel, archive)]
        found += _complaints("check-wheel-contents", wheel)
        remarks, reached = read(run("pyroma", archive).stdout)
    found += unnamed(remarks, NAMED)
    named = tuple((one, NAMED[one]) for one in remarks if one in NAMED)
    versions = (f"{name} {version_of(name)}" for name in ("twine", "check-wheel-contents"))
    looked_at = f"wheel, sdist: rated {reached} of 10"
    return Verdict("packages", f"{', '.join(versions)}, pyroma", looked_at,
                   tuple(found), "0 that are not named", not found, named)  # fmt: skip


def read(rated: str) -> tuple[list[str], int]:
    """Return the remarks of pyroma, each by its name if it has one, and its rating: they stand
    behind the second line of dashes. Raise ValueError where it has come to none.
    """
    said = "".join(_LINE.split(rated)[2:])
    reached = _RATING.search(said)
    if not reached:
        raise ValueError(f"pyroma gave no rating: {rated}")
    remarks = said[: reached.start()].strip().splitlines()
    return [_known(one) for one in remarks], int(reached[1])


def _known(remark: str) -> str:
    """Return the name of a remark, or itself where it has none."""
    return next((begins for begins in NAMED if remark.startswith(begins)), remark)


def _complaints(*command: str) -> list[str]:
    said = run(*command)
    return [] if said.returncode == 0 else (said.stdout + said.stderr).splitlines()
