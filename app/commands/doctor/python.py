"""Look at Python, and at the packages that Handoff needs."""

from __future__ import annotations

import re
import shlex
import sqlite3
import sys
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from platform import python_version
from typing import NamedTuple

from ...version import PACKAGE
from .finding import Finding, how_to_get

ROOT = Path(__file__).parents[3]
"""Where pyproject.toml is, in a checkout."""
OLDEST, OLDEST_SQLITE = (3, 11), (3, 37)
_EXTRAS = {"compare": "for `drill compare`", "jupyter": "for Jupyter servers alone"}
_REQUIREMENT = re.compile(r"([\w.-]+)\s*([^;]*?)\s*(?:;.*extra == ['\"](\w+)['\"].*)?")
_BOUND = re.compile(r"(>=|<)\s*([\d.]+)")


class PackageNeeded(NamedTuple):
    """A package, and which versions of it. extra: for what; None: for everything."""

    name: str
    versions: str
    extra: str | None = None

    @property
    def wish(self) -> str:
        """Return it as pip reads it."""
        return f"{self.name}{self.versions}"

    @property
    def fault(self) -> str | None:
        """Return what is wrong with it here."""
        try:
            found = metadata.version(self.name)
        except metadata.PackageNotFoundError:
            return f"{self.name} is missing"
        return None if is_within(found, self.versions) else f"{self.wish} is needed, not {found}"


def is_within(version: str, versions: str) -> bool:
    """Tell whether a version keeps bounds such as `>=3.1,<4`."""
    return all(
        (_numbers(version) >= _numbers(bound)) == (sign == ">=")
        for sign, bound in _BOUND.findall(versions)
    )


def _numbers(version: str) -> list[int]:
    """Return the numbers of a release, without zeros at its end."""
    found = re.match(r"[\d.]*", version)
    return [
        int(one) for one in re.sub(r"(\.0*)*$", "", found[0] if found else "").split(".") if one
    ]


def packages_needed() -> list[PackageNeeded]:
    """Return what the installed package declares, or pyproject.toml; nothing where neither is."""
    if PACKAGE == "handoff":
        return [_needed(one) for one in metadata.requires(PACKAGE) or ()]
    try:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    except OSError:
        return []
    extras = project["optional-dependencies"].items()
    more = (f"{one}; extra == '{extra}'" for extra, named in extras for one in named)
    return [_needed(one) for one in (*project["dependencies"], *more)]


def _needed(text: str) -> PackageNeeded:
    found = _REQUIREMENT.fullmatch(text)
    return PackageNeeded(*found.groups()) if found else PackageNeeded(text, "")


def python() -> Finding:
    """Look at Python."""
    found = Finding("Python", f"{python_version()}, {sys.executable}", needed=True)
    if tuple(sys.version_info) >= OLDEST:
        return found
    brings = how_to_get("python3 python3-venv", "python", "Install Python 3.11 or newer.")
    return found._replace(state="wrong", brings=brings)


def sqlite() -> Finding:
    """Look at SQLite, which Python brings, and which keeps the history."""
    found = Finding("SQLite", sqlite3.sqlite_version, needed=True)
    if sqlite3.sqlite_version_info >= OLDEST_SQLITE:
        return found
    return found._replace(
        state="wrong", brings="Use a Python that was built with SQLite 3.37 or newer."
    )


def packages() -> list[Finding]:
    """Look at what everything needs, and at each extra."""
    needed = packages_needed()
    of_all = [one for one in needed if one.extra is None]
    return [
        *([_found("packages", of_all, "", needed=True)] if of_all else []),
        *(
            _found(f"extra {extra}", [one for one in needed if one.extra == extra], about)
            for extra, about in _EXTRAS.items()
            if any(one.extra == extra for one in needed)
        ),
    ]


def _found(
    name: str, wanted: Iterable[PackageNeeded], about: str, *, needed: bool = False
) -> Finding:
    wanted = [*wanted]
    faults = {one: one.fault for one in wanted}
    bad = [one for one, fault in faults.items() if fault]
    if not bad:
        return Finding(name, f"{len(wanted)} in the right versions", needed=needed)
    says = "; ".join([*([about] if about else []), *(str(faults[one]) for one in bad)])
    pip = shlex.join([sys.executable, "-m", "pip", "install", *(one.wish for one in bad)])
    return Finding(name, says, "missing", pip, needed)
