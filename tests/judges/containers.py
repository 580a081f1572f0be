"""check-jsonschema and hadolint: the Compose specification, and the Dockerfile."""

from __future__ import annotations

from tests.judges.place import Place
from tests.judges.programs import run, version_of
from tests.judges.verdict import Verdict, clean

FILES = {
    "check-jsonschema": (
        "--builtin-schema",
        "vendor.compose-spec",
        "docker-compose.yml",
        "docs/scale/docker-compose.relays.yml",
    ),
    "hadolint": ("Dockerfile",),
}


def judge(_: Place) -> Verdict:
    """Have them judge both files."""
    found: list[str] = []
    for name, arguments in FILES.items():
        said = run(name, *arguments)
        if said.returncode:
            found += [f"{name}: {line}" for line in (said.stdout + said.stderr).splitlines()]
    versions = ", ".join(f"{name} {version_of(name)}" for name in FILES)
    return clean("containers", versions, "docker-compose.yml, Dockerfile", tuple(found))
