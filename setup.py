"""The wheel's packages: the folder `app/` as `handoff`, with what lies beside it as its data; all
else is in pyproject.toml.
"""

import os
import runpy
import subprocess
import sys
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

DATA = ("static", "templates")
STATIC = Path("static").resolve()


class BuildWithBundle(build_py):
    """Builds with a bundle of the page's files as they are: it makes another one, or refuses."""

    def run(self) -> None:
        if not (self.editable_mode or is_bundled() or makes_bundle()):
            raise SystemExit(
                "The page's bundle was not made of the scripts and stylesheets that are in static/:"
                " run `make bundle`, which needs npm, and build again."
            )
        super().run()


def is_bundled() -> bool:
    files = runpy.run_path("app/web/contents.py")
    stamps = files["sources_among"](STATIC, files["stamps_of"](STATIC))
    kept = (STATIC / files["BUNDLE"] / files["SOURCES"]).read_text("utf-8")
    return kept.split()[0] == files["digest_of"](STATIC, stamps)


def makes_bundle() -> bool:
    """Tell whether there is one now; it needs npm, and the packages that Handoff runs on."""
    command, where = [sys.executable, "static/bundle/make.py"], {**os.environ, "PYTHONPATH": "."}
    return subprocess.run(command, env=where, capture_output=True).returncode == 0


setup(
    packages=["handoff", *(f"handoff.{one}" for one in (*find_packages("app"), *DATA))],
    package_dir={"handoff": "app", **{f"handoff.{one}": one for one in DATA}},
    package_data={"handoff": ["py.typed"], **{f"handoff.{one}": ["**/*"] for one in DATA}},
    cmdclass={"build_py": BuildWithBundle},
)
