#!/usr/bin/env python3
"""Copy the files of the npm packages pinned in package.json into this directory.

``update.py`` downloads the released packages with ``npm pack`` (which checks their
integrity), takes the files named below and writes CHECKSUMS. ``update.py --check`` only
compares the files here with CHECKSUMS and exits with 1 if one differs.

Three things are changed in the released files, see ``as_module``: bare imports become
relative ones, ``process.env.NODE_ENV`` becomes "production", as a bundler would have it,
and the pointers to source maps go.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE_JSON = HERE.parents[2] / "package.json"

# package -> {file in the released package: file here}
FILES = {
    "preact": {
        "dist/preact.mjs": "preact/preact.js",
        "hooks/dist/hooks.mjs": "preact/hooks.js",
        "LICENSE": "preact/LICENSE",
    },
    "htm": {"dist/htm.mjs": "htm/htm.js", "LICENSE": "htm/LICENSE"},
    "socket.io-client": {
        "dist/socket.io.esm.min.js": "socket.io-client/socket.io.js",
        "LICENSE": "socket.io-client/LICENSE",
    },
    "uplot": {
        "dist/uPlot.esm.js": "uplot/uPlot.js",
        "dist/uPlot.min.css": "uplot/uPlot.min.css",
        "LICENSE": "uplot/LICENSE",
    },
    "@tanstack/virtual-core": {
        "dist/esm/index.js": "virtual-core/index.js",
        "dist/esm/ios-gesture.js": "virtual-core/ios-gesture.js",
        "dist/esm/lazy-measurements.js": "virtual-core/lazy-measurements.js",
        "dist/esm/scroll-classifier.js": "virtual-core/scroll-classifier.js",
        "dist/esm/utils.js": "virtual-core/utils.js",
        "LICENSE": "virtual-core/LICENSE",
    },
}
# A page without inline script cannot have an import map, so names must become paths.
BARE_IMPORTS = {"preact": "../preact/preact.js"}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with CHECKSUMS only")
    if parser.parse_args().check:
        return check()
    versions = pinned()
    for package in FILES:
        vendor(package, versions[package])
    (HERE / "CHECKSUMS").write_text(checksums())
    return 0


def pinned() -> dict[str, str]:
    """Package -> exact version."""
    versions: dict[str, str] = json.loads(PACKAGE_JSON.read_text())["devDependencies"]
    return versions


def vendor(package: str, version: str) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run(
            ["npm", "pack", "--silent", f"{package}@{version}"],
            cwd=scratch,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        (archive,) = Path(scratch).glob("*.tgz")
        with tarfile.open(archive) as released:
            for source, target in FILES[package].items():
                copy(released, source, HERE / target)


def copy(released: tarfile.TarFile, source: str, target: Path) -> None:
    member = released.extractfile(f"package/{source}")
    if member is None:
        raise SystemExit(f"the package has no file {source}")
    text = member.read().decode()
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(as_module(text) if target.suffix == ".js" else text)


def as_module(text: str) -> str:
    """What a bundler would do; source map pointers would only be 404s."""
    for name, path in BARE_IMPORTS.items():
        text = re.sub(rf"""from\s*["']{re.escape(name)}["']""", f'from"{path}"', text)
    text = text.replace("process.env.NODE_ENV", '"production"')
    return re.sub(r"^//# sourceMappingURL=.*\n?", "", text, flags=re.MULTILINE)


def checksums() -> str:
    """One line a file, as ``sha256sum`` writes and checks them."""
    names = sorted(name for files in FILES.values() for name in files.values())
    return "".join(f"{sha256(HERE / name)}  {name}\n" for name in names)


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def check() -> int:
    if checksums() == (HERE / "CHECKSUMS").read_text():
        return 0
    print("static/js/vendor differs from its CHECKSUMS", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
