"""Make the documentation's site of docs/: `make docs`.

The tool is properdocs, which goes on with MkDocs 1; `hooks.py` and `theme/` beside this file say
what the site is made of. It lies in static/bundle/docs, so that a dashboard has it without a
network, from a wheel too. The same pages make the same bytes: nothing in it is of a day or a
machine.

usage: make.py            write the site
       make.py --check    fail, and name the files, where another site would be made
"""

from __future__ import annotations

import json
import logging
import shutil
import sys
import tempfile
from pathlib import Path

from properdocs.commands.build import build
from properdocs.config import load_config
from properdocs.exceptions import Abort

HERE = Path(__file__).resolve().parent
SITE = HERE.parents[1] / "static" / "bundle" / "docs"
ADVICE = "run `make docs`, and commit static/bundle/docs"


def main(*options: str) -> int:
    """Write the site; or only compare. Return 1 where that fails."""
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch, "docs")
        try:
            make(made)
        except Abort as problem:
            print(problem, file=sys.stderr)
            return 1
        if options == ("--check",):
            if others := differing(made, SITE):
                print(f"not what docs/ makes: {', '.join(others)}; {ADVICE}")
            return 1 if others else 0
        shutil.rmtree(SITE, ignore_errors=True)
        shutil.copytree(made, SITE)
    return 0


def make(site: Path) -> None:
    """Build the site in a folder. Raise Abort, and log why, for a link, an anchor or a navigation
    that is wrong.
    """
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    config = load_config(str(HERE / "properdocs.yml"), site_dir=str(site), strict=True)
    build(config)
    gather_sections(site)


def gather_sections(site: Path) -> None:
    """Write what the search looks through as a script: a page in a folder, without a server, may
    load that, and no JSON.
    """
    made = site / "search" / "search_index.json"
    entries = json.loads(made.read_text("utf-8"))["docs"]
    made.unlink()
    titles = {one["location"]: one["title"] for one in entries}
    rows = [
        [one["location"], titles[one["location"].partition("#")[0]], one["title"], one["text"]]
        for one in entries
        if "#" in one["location"]
    ]
    text = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    (site / "search" / "sections.js").write_text(f"const SECTIONS = [\n{text}\n];\n", "utf-8")


def differing(made: Path, kept: Path) -> list[str]:
    """Return the paths of the files that only one of two sites has, or that differ."""
    theirs, ours = files_of(made), files_of(kept)
    return sorted(
        name
        for name in theirs.keys() | ours.keys()
        if not (name in theirs and name in ours)
        or theirs[name].read_bytes() != ours[name].read_bytes()
    )


def files_of(site: Path) -> dict[str, Path]:
    """Return the files of a site by their paths in it."""
    return {str(one.relative_to(site)): one for one in site.rglob("*") if one.is_file()}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
