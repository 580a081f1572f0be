"""Make the page's bundle of its scripts and stylesheets: `make bundle`.

A browser then loads two files in place of some 270, `page.js` and `page.css`; what a script imports
later comes in a few others, as `chunks.mjs` beside this file says. To run Handoff, or to edit the
page, nobody needs this: as long as the bundle is not of the files that are there, the page is made
of the files themselves. The tools are rollup, which knows what a page has loaded already when it
imports more, and esbuild, which shortens; package.json pins both.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from app.web.edition import BUNDLE, SOURCES, sources, stamps_of
from app.web.views import MODULE, VIEWS, module_of, stylesheets_of

STATIC = Path(__file__).resolve().parents[1]
ROOT = STATIC.parent


def main() -> None:
    """Write the bundle, and of which sources it is."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch).resolve() / "static"
        shutil.copytree(STATIC, copy)
        (copy / MODULE).write_text(module_of(VIEWS))
        looks = "".join(f'@import "./{path}";\n' for path in stylesheets_of(VIEWS, STATIC))
        (copy / "page.css").write_text(looks)
        (copy / "page.js").write_text('import "./js/main.js";\n')
        _run("rollup", copy, "--config", f"{BUNDLE}/chunks.mjs", "--silent")
        for made in (STATIC / BUNDLE).glob("*.js"):
            made.unlink()
        scripts = sorted(str(path) for path in (copy / "made").glob("*.js"))
        to = ("--minify", "--legal-comments=none", f"--outdir={STATIC / BUNDLE}")
        _run("esbuild", copy, *scripts, "--format=esm", "--outbase=made", *to)
        _run("esbuild", copy, "page.css", "--bundle", *to)
    (STATIC / BUNDLE / SOURCES).write_text(f"{sources(STATIC, stamps_of(STATIC))}\n")


def _run(tool: str, folder: Path, *options: str) -> None:
    version = json.loads((ROOT / "package.json").read_text())["devDependencies"][tool]
    command = ["npm", "exec", "--yes", f"--package={tool}@{version}", "--", tool]
    subprocess.run([*command, *options], cwd=folder, check=True)


if __name__ == "__main__":
    main()
