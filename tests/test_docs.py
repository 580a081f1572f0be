"""The documents say what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.options import OPTIONS
from app.web.openapi import describe_api
from tests.journal.script import three
from tests.simulation.mutations import MUTATIONS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
CONTRACT = (ROOT / "docs" / "contract.md").read_text()
CORRECTNESS = (ROOT / "docs" / "correctness.md").read_text()

KIND = re.compile(
    r'"((?:dashboard|zookeeper|mirror|znodes?|election|member|acknowledgement|watches'
    r'|invariants)\.(?!jar|log)[a-z]+)"'
)


def code(folder: str) -> str:
    return "\n".join(path.read_text() for path in sorted((ROOT / folder).rglob("*.py")))


def test_the_readme_names_every_option_and_no_other() -> None:
    known = {f"--{option.name}" for option in OPTIONS}
    listed = set(re.findall(r"^\| `(--[a-z-]+)", README, re.MULTILINE))
    assert listed == known
    for option in listed:
        assert f"`HANDOFF_{option[2:].replace('-', '_').upper()}`" in README


def test_the_contract_names_every_call() -> None:
    for path, methods in describe_api()["paths"].items():
        short = re.sub(r"^/api/v1/", "", path)
        short = re.sub(r"\{(candidate|server)\}", "ID", short)
        short = re.sub(r"\{(\w+)\}", lambda match: match[1].upper(), short)
        for method in methods:
            call = f"`{method.upper()} {short}"
            assert call in CONTRACT, f"{call} is not in docs/contract.md"


def test_the_contract_names_every_kind_of_event() -> None:
    rooms = [path.name for path in (ROOT / "app").iterdir() if path.is_dir()]
    journaling = [code(f"app/{room}") for room in rooms if room != "sandbox"]
    for kind in set(KIND.findall("\n".join([(ROOT / "app/__init__.py").read_text(), *journaling]))):
        assert f"`{kind}`" in CONTRACT, f"{kind} is not in docs/contract.md"
    caretaker = (ROOT / "app" / "caretaker.py").read_text()
    for journaled, family in ((code("app/workers"), "candidate"), (caretaker, "server")):
        for what in re.findall(r'_append\("([a-z]+)"', journaled):
            assert f"`{family}.{what}`" in CONTRACT, f"{family}.{what} is not in docs/contract.md"


def test_the_contract_names_every_part_of_the_state() -> None:
    script = three()
    script.event("candidate.killed", "c1", by="test", session_ends=104.0)
    script.configured("s1", "s2", "s3")
    script.servers(s1="leader", s2="follower", s3="follower")
    parts = [
        script.state,
        script.state["zookeeper"],
        script.state["zookeeper"]["quorum"],
        *script.state["zookeeper"]["servers"],
        script.election,
        script.election["handoff"],
        *script.chain,
        *script.state["candidates"].values(),
    ]
    internal = {"gone", "before"}
    for key in {key for part in parts for key in part} - internal:
        assert f'"{key}"' in CONTRACT, f"{key} is not in docs/contract.md"


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(test_\w+)`", CORRECTNESS))))
def test_every_test_that_is_named_exists(name: str) -> None:
    assert f"def {name}(" in code("tests")


def test_the_mistakes_that_the_correctness_page_names_are_planted() -> None:
    table = [line for line in CORRECTNESS.splitlines() if line.startswith("| ")]
    named = set(re.findall(r"\*([^*]+)\*", "\n".join(line.rpartition("` |")[2] for line in table)))
    assert named == set(MUTATIONS)


@pytest.mark.parametrize(
    "document_name",
    sorted(["README.md", *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]),
)
def test_links_lead_somewhere(document_name: str) -> None:
    file = ROOT / document_name
    for target in re.findall(r"\]\(([^)#]+)\)", file.read_text()):
        assert target.startswith("http") or (file.parent / target).exists(), target
