"""A copy of a checkout, in which mistakes and probes are planted: never in the checkout itself."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from tests.mutants.chosen import Mutants
from tests.mutants.places import Mutant, find, planted, probed

HERE = Path(__file__).parent
PLUGINS = ("__init__.py", "asking.py", "noting.py")
LEFT_OUT = (
    "mutants",
    "build",
    ".git",
    ".venv",
    "node_modules",
    "__pycache__",
    ".*_cache",
    ".hypothesis",
)
OLD = 1_500_000_000
"""Seconds since 1970. Each file that is written has a time of its own from here on: Python takes
what is compiled for what it is of, where size and time are the same."""
PROBE = "mutants_probe"


class Tree:
    """A copy of a checkout, without what is made there; of that, links to what the tests use. It
    has the plugins of this package, and none of its tests.
    """

    def __init__(self, checkout: Path, folder: Path) -> None:
        self.root = folder / "tree"
        shutil.copytree(
            checkout, self.root, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT)
        )
        plugins = self.root / "tests" / "mutants"
        plugins.mkdir()
        for name in PLUGINS:
            shutil.copy(HERE / name, plugins)
        (self.root / "build").mkdir()
        made = [checkout / ".venv", checkout / "build" / "judges"]
        for one in [*made, *checkout.glob("build/*.jsa")]:
            if one.exists():
                (self.root / one.relative_to(checkout)).symlink_to(one.resolve())
        self._times = count(OLD)

    def has(self, mutant: Mutant) -> bool:
        """Whether the mutant's place is still there."""
        file = self.root / mutant.file
        return file.exists() and find(file.read_text(), mutant) is not None

    @contextlib.contextmanager
    def mistaken(self, mutant: Mutant) -> Iterator[None]:
        """Plant a mutant for the block. Raises LookupError where its place is gone."""
        file = self.root / mutant.file
        source = file.read_text()
        place = find(source, mutant)
        if place is None:
            raise LookupError(mutant)
        self._write(file, planted(source, place))
        try:
            yield
        finally:
            self._write(file, source)

    def probe(self, mutants: Mutants, notes: Path) -> None:
        """Plant a probe at the place of each mutant that is there. notes: the folder to note in."""
        module = (HERE / "probe.py").read_text().replace("@FOLDER@", str(notes))
        (self.root / "app" / f"{PROBE}.py").write_text(module)
        for name, mutant in mutants.items():
            if self.has(mutant):
                file = self.root / mutant.file
                self._write(file, probed_file(file.read_text(), name, mutant))

    def _write(self, file: Path, text: str) -> None:
        file.write_text(text)
        time = next(self._times)
        os.utime(file, (time, time))


def probed_file(source: str, name: str, mutant: Mutant) -> str:
    """Return a source with a probe at a mutant's place; its lines stay where they are."""
    place = find(source, mutant)
    assert place
    source = probed(source, place, f'_reached("{name}")')
    up = "." * (len(Path(mutant.file).parts) - 1)
    first = "from __future__ import annotations"
    return source.replace(first, f"{first}; from {up}{PROBE} import reached as _reached", 1)


@contextlib.contextmanager
def tree_of(checkout: Path) -> Iterator[Tree]:
    """A tree for the block, in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="mutants-", ignore_cleanup_errors=True) as folder:
        yield Tree(checkout, Path(folder))
