"""Make the page's bundle of its scripts and stylesheets: `make bundle`.

A browser then loads two files in place of some 270, `page.js` and `page.css`; what a script imports
later comes in a few others, as `chunks.mjs` beside this file says. Beside each lies its source map,
which leads a browser's tools to the files themselves. To run Handoff, or to edit the page, nobody
needs this: as long as the bundle is not of the files that are there, the page is made of the files
themselves. The tools are rollup, which knows what a page has loaded already when it imports more,
and esbuild, which shortens; package.json pins both.

usage: make.py            write the bundle
       make.py --check    fail, and name the files, where another bundle would be made
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from app.web.contents import BUNDLE, SOURCES, stamps_of
from app.web.edition import sources
from app.web.views import MODULE, VIEWS, module_of, stylesheets_of

STATIC = Path(__file__).resolve().parents[1]
ROOT = STATIC.parent
TOOLS = ROOT / "build" / "page" / "node_modules" / ".bin"
MADE = ("*.js", "*.css", "*.map", SOURCES)
"""The files of a bundle; what makes it lies beside them."""


def main(*options: str) -> int:
    """Write the bundle, and of which sources it is; or only compare. Return 1 where that fails."""
    subprocess.run(["sh", ".ci/setup", "page"], cwd=ROOT, check=True)
    if not (TOOLS / "rollup").exists():
        print("the page's bundle needs rollup and esbuild, which come from npm", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        made = made_in(Path(scratch).resolve())
        if options == ("--check",):
            return compare(made, STATIC / BUNDLE)
        for old in files_of(STATIC / BUNDLE).values():
            old.unlink()
        for new in files_of(made).values():
            shutil.copy(new, STATIC / BUNDLE)
    return 0


def made_in(scratch: Path) -> Path:
    """Make the bundle of a copy of the sources; return its folder."""
    copy, bundle = scratch / "static", scratch / "static" / BUNDLE
    shutil.copytree(STATIC, copy)
    for old in files_of(bundle).values():
        old.unlink()
    (copy / MODULE).write_text(module_of(VIEWS))
    looks = "".join(f'@import "./{path}";\n' for path in stylesheets_of(VIEWS, STATIC))
    (copy / "page.css").write_text(looks)
    (copy / "page.js").write_text('import "./js/main.js";\n')
    run("rollup", copy, "--config", f"{BUNDLE}/chunks.mjs", "--silent")
    scripts = sorted(str(path) for path in (copy / "made").glob("*.js"))
    to = ("--minify", "--legal-comments=eof", "--sourcemap", "--sources-content=false")
    to += (f"--outdir={bundle}", "--log-level=warning")
    run("esbuild", copy, *scripts, "--format=esm", "--outbase=made", *to)
    run("esbuild", copy, "page.css", "--bundle", *to)
    for made in bundle.glob("*.map"):
        add_notices(made)
    (bundle / SOURCES).write_text(f"{sources(STATIC, stamps_of(STATIC))}\n")
    return bundle


def add_notices(source_map: Path) -> None:
    """Name, in a file of the bundle, whose the vendored packages are that its source map names."""
    named = "\n".join(json.loads(source_map.read_text())["sources"])
    notices = [notice_of(name) for name in sorted(set(re.findall(r"/js/vendor/([^/]+)/", named)))]
    file = source_map.with_suffix("")
    before_its_end = re.compile(r"^(?=/[/*]# sourceMappingURL=)", re.MULTILINE)
    file.write_text(before_its_end.sub("".join(notices), file.read_text()))


def notice_of(package: str) -> str:
    """Return the comment that says whose a vendored package is, and where its licence is."""
    files = sorted((STATIC / "js" / "vendor" / package).glob("LICENSE*"))
    text = "".join(file.read_text() for file in files)
    whose = dict.fromkeys(re.findall(r"^ *(Copyright (?:\(c\) )?\d.*)$", text, re.MULTILINE))
    where = ", ".join(str(file.relative_to(STATIC)) for file in files)
    return f"/*! {package}: {'; '.join(whose)}; {where} */\n"


def compare(made: Path, kept: Path) -> int:
    """Return 1, and name the files, where the kept bundle is not the one that is made."""
    ours, theirs = files_of(kept), files_of(made)
    others = [
        name
        for name in sorted(ours.keys() | theirs.keys())
        if not (name in ours and name in theirs)
        or ours[name].read_bytes() != theirs[name].read_bytes()
    ]
    if others:
        print(f"not what the page's files make: {', '.join(others)}; run `make bundle`")
        return 1
    if strangers := unknown_to_git(kept):
        print(f"not added: {', '.join(strangers)}; run `git add static/{BUNDLE}`")
        return 1
    return 0


def unknown_to_git(kept: Path) -> list[str]:
    """Return the files of the bundle that a commit of all known files would leave out: a file whose
    content changes gets another name. None where there is no git.
    """
    command = ["git", "ls-files", "--others", "--exclude-standard", "."]
    try:
        listed = subprocess.run(command, cwd=kept, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return []
    return sorted(files_of(kept).keys() & set(listed.stdout.split()))


def files_of(bundle: Path) -> dict[str, Path]:
    """Return the files of a bundle by their names."""
    return {path.name: path for pattern in MADE for path in bundle.glob(pattern)}


def run(tool: str, folder: Path, *options: str) -> None:
    """Run one of the tools to its end."""
    subprocess.run([str(TOOLS / tool), *options], cwd=folder, check=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
