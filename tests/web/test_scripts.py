"""The page's scripts are read by programs that nobody here wrote: `make lint` asks these."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from app.web.page import ROOT

TOOLS = ROOT / "build/page/node_modules/.bin"
TSC = ("tsc", "--project", ".", "--pretty", "false", "--incremental", "false")
BIOME = ("biome", "lint", "--error-on-warnings", "static/js", "tests/modules")


@pytest.mark.proof
@pytest.mark.parametrize(
    ("asked", "planted", "found"),
    [
        (TSC, "endOf({}, false);", "Argument of type .boolean. is not assignable"),
        (BIOME, "endsOf({});", "noUndeclaredVariables"),
    ],
    ids=["tsc", "biome"],
)
def test_a_mistake_is_found(
    tmp_path: Path, asked: tuple[str, ...], planted: str, found: str
) -> None:
    if not (TOOLS / asked[0]).exists():
        pytest.skip("what reads the page's scripts comes from npm")
    (tmp_path / "build").symlink_to(ROOT / "build")
    for name in ("static/js", "tests/modules"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for name in ("tsconfig.json", "biome.json"):
        shutil.copy(ROOT / name, tmp_path)
    with (tmp_path / "static/js/kit/session.js").open("a") as script:
        script.write(f"\n{planted}\n")
    command = [str(TOOLS / asked[0]), *asked[1:]]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert said.returncode != 0
    assert re.search(found, said.stdout + said.stderr)
    assert "session.js" in said.stdout + said.stderr
