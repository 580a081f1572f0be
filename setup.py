"""The wheel's packages: the folder `app/` as `handoff`, with what lies beside it as its data; all
else is in pyproject.toml.
"""

import json
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.bdist_wheel import bdist_wheel
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


class WheelWithSbom(bdist_wheel):
    """Builds a wheel that says what is in it and what it was tested with (PEP 770)."""

    def egg2dist(self, egg_info: str, dist_info: str) -> None:
        super().egg2dist(egg_info, dist_info)
        sboms = Path(dist_info) / "sboms"
        sboms.mkdir()
        bill = bill_of(self.distribution.get_name(), self.distribution.get_version())
        (sboms / "handoff.cdx.json").write_text(json.dumps(bill, indent=1) + "\n", "utf-8")


def bill_of(name: str, version: str) -> dict[str, object]:
    """Return the bill of materials, as CycloneDX 1.6 has it: what the page's scripts are made of,
    and the pins of what Python installs beside it.
    """
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": component(name, version, "pypi", type="application")},
        "components": [*in_the_page(), in_the_docs(), *beside_it()],
    }


def component(name: str, version: str, kind: str, **more: object) -> dict[str, object]:
    purl = f"pkg:{kind}/{name.replace('@', '%40')}@{version}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "purl": purl,
        **more,
    }


def in_the_page() -> Iterator[dict[str, object]]:
    """Yield the npm packages that static/js/vendor is made of, with all that they bring along."""
    locked = json.loads(Path("package-lock.json").read_text("utf-8"))["packages"]
    table = (STATIC / "js/vendor/README.md").read_text("utf-8")
    rows = re.findall(r"^\| `[^|]+ \| ([^|]+) \|", table, re.MULTILINE)
    left, found = [name for row in rows for name in row.split(", ")], set()
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += locked[f"node_modules/{name}"].get("dependencies", {})
    for name in sorted(found):
        package = locked[f"node_modules/{name}"]
        licence = package.get("license")
        licences = {"licenses": [{"license": {"id": licence}}]} if licence else {}
        yield component(name, package["version"], "npm", **licences)


def in_the_docs() -> dict[str, object]:
    """Return what searches in the documentation; its file says which version it is."""
    text = (STATIC / "bundle/docs/search/lunr.js").read_text("utf-8")
    (version,) = re.findall(r"^ \* lunr - .* - ([\d.]+)$", text, re.MULTILINE)
    return component("lunr", version, "npm", licenses=[{"license": {"id": "MIT"}}])


def beside_it() -> Iterator[dict[str, object]]:
    """Yield the Python packages of requirements.txt; the wheel itself asks for ranges."""
    text = Path("requirements.txt").read_text("utf-8")
    for name, version in sorted(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", text, re.MULTILINE)):
        yield component(name, version, "pypi")


setup(
    packages=["handoff", *(f"handoff.{one}" for one in (*find_packages("app"), *DATA))],
    package_dir={"handoff": "app", **{f"handoff.{one}": one for one in DATA}},
    package_data={"handoff": ["py.typed"], **{f"handoff.{one}": ["**/*"] for one in DATA}},
    cmdclass={"build_py": BuildWithBundle, "bdist_wheel": WheelWithSbom},
)
