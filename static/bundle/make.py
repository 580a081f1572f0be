"""Make the page's bundle, `page.js` and `page.css`, of its scripts and stylesheets: `make bundle`.

A browser then loads two files in place of some 270; what a script imports later is a file of its
own. To run Handoff, or to edit the page, nobody needs this: as long as the bundle is not of the
files that are there, the page is made of the files themselves. The tool is esbuild, as package.json
pins it.
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
        copy = Path(scratch) / "static"
        shutil.copytree(STATIC, copy)
        (copy / MODULE).write_text(module_of(VIEWS))
        looks = "".join(f'@import "./{path}";\n' for path in stylesheets_of(VIEWS, STATIC))
        (copy / "page.css").write_text(looks)
        (copy / "page.js").write_text('import "./js/main.js";\n')
        for made in (STATIC / BUNDLE).glob("*.js"):
            made.unlink()
        _build(copy)
    (STATIC / BUNDLE / SOURCES).write_text(f"{sources(STATIC, stamps_of(STATIC))}\n")


def _build(copy: Path) -> None:
    version = json.loads((ROOT / "package.json").read_text())["devDependencies"]["esbuild"]
    options = ["--bundle", "--splitting", "--format=esm", "--minify", "--legal-comments=none"]
    to = f"--outdir={STATIC / BUNDLE}"
    tool = ["npm", "exec", "--yes", f"--package=esbuild@{version}", "--", "esbuild"]
    subprocess.run([*tool, "page.js", "page.css", *options, to], cwd=copy, check=True)


if __name__ == "__main__":
    main()
