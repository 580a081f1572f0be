"""The documents say what the code does."""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from app.commands.arguments import Option
from app.commands.candidate import OPTIONS as CANDIDATE_OPTIONS
from app.commands.catalogue import COMMANDS
from app.commands.options import OPTIONS
from app.library import (
    Barrier,
    Candidate,
    Held,
    Item,
    Lock,
    Membership,
    News,
    QueueConsumer,
    Round,
    SharedLock,
    Term,
)
from app.library.lines import LINES
from app.readmodels.event import KINDS
from app.recipes.election.state import RULES
from app.recipes.registry import MODELS
from app.settings import Settings
from app.version import VERSION
from app.web.openapi import describe_api
from tests import architecture, error_codes, events_table, machines
from tests.journal.script import three
from tests.simulation.mutations import MUTATIONS
from tests.versions.homes import MATRIX

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
LESSON = (ROOT / "docs" / "lesson.md").read_text()
VIEWS = (ROOT / "docs" / "views.md").read_text()
OPTIONS_PAGE = (ROOT / "docs" / "options.md").read_text()
CHANGELOG = (ROOT / "CHANGELOG.md").read_text()
CONTRACT = (ROOT / "docs" / "contract.md").read_text()
LIBRARY = (ROOT / "docs" / "library.md").read_text()
CORRECTNESS = (ROOT / "docs" / "correctness.md").read_text()
PROMISES = (ROOT / "docs" / "promises.md").read_text()
ERRORS = (ROOT / "docs" / "errors.md").read_text()
SECURITY = (ROOT / "docs" / "security.md").read_text()

CONFORMANCE = (ROOT / "docs" / "conformance.md").read_text()


def code(folder: str) -> str:
    return "\n".join(path.read_text() for path in sorted((ROOT / folder).rglob("*.py")))


@pytest.mark.parametrize(
    ("page", "options"),
    [(OPTIONS_PAGE, OPTIONS), (LIBRARY, CANDIDATE_OPTIONS)],
    ids=["serve", "candidate"],
)
def test_a_table_names_every_option_and_no_other(page: str, options: tuple[Option, ...]) -> None:
    rows = re.findall(r"^\| `(--[a-z-]+)[^|]*\| `(HANDOFF_[A-Z_]+)` \|", page, re.MULTILINE)
    assert sorted(rows) == sorted((one.opts[0], one.variable) for one in options)


@pytest.mark.parametrize(
    "option",
    ["host", "port", "election", "history-days", "history-megabytes", "candidate-limit"],
)
def test_the_table_of_options_has_the_defaults(option: str) -> None:
    row = re.search(rf"^\| `--{option} .*", OPTIONS_PAGE, re.MULTILINE)
    assert row
    *_, meaning = row[0].rstrip(" |").split(" | ")
    default = getattr(Settings(), option.replace("-", "_"))
    assert re.search(rf"(?<!\w){re.escape(str(default))}(?!\w)", meaning)


def test_the_library_page_names_every_argument_and_what_there_is_to_call() -> None:
    called = re.search(r"^Candidate\((hosts.*?)\)$", LIBRARY, re.MULTILINE | re.DOTALL)
    assert called
    names = re.findall(r"(?:^|, *\n? *)([a-z_]+)", called[1])
    assert names == list(inspect.signature(Candidate).parameters)
    for kind in (Candidate, Term, Lock, Held, Membership, Barrier, Round, QueueConsumer, Item):
        for name in (one for one in dir(kind) if not one.startswith("_") and one != "end"):
            assert f"{name}(" in LIBRARY or f".{name}" in LIBRARY, name


@pytest.mark.parametrize("kind", [Lock, SharedLock, Membership, Barrier, QueueConsumer])
def test_the_library_page_shows_how_each_class_is_called(kind: type) -> None:
    shown = re.search(rf"^{kind.__name__}\((hosts.*)\)$", LIBRARY, re.MULTILINE)
    assert shown
    signature, nothing = inspect.signature(kind), inspect.Parameter.empty
    bare = [one.replace(annotation=nothing) for one in signature.parameters.values()]
    without_types = signature.replace(parameters=bare, return_annotation=nothing)
    assert f"({shown[1]})" == str(without_types)


def test_every_kind_of_news_has_its_line_and_its_description() -> None:
    told = set(re.findall(r'\b_?tell\(\s*"([a-z_]+)"', code("app/library")))
    described = re.findall(r"^([a-z_]+): ", inspect.getdoc(News) or "", re.MULTILINE)
    assert told == set(described)
    assert told - set(LINES) == {"holding", "over", "members"}, "what no candidate says"


def test_the_contract_names_every_call() -> None:
    for path, methods in describe_api()["paths"].items():
        short = re.sub(r"^/api/v1/", "", path)
        short = re.sub(r"\{(candidate|server)\}", "ID", short)
        short = re.sub(r"\{(\w+)\}", lambda match: match[1].upper(), short)
        for method in methods:
            call = f"`{method.upper()} {short}"
            assert call in CONTRACT, f"{call} is not in docs/contract.md"


def test_each_code_of_an_error_has_its_paragraph_and_no_other_is_there() -> None:
    """Where `docs` of an error leads."""
    sections = re.findall(r"^### `(\w+)`\n\n(.+)$", ERRORS, re.MULTILINE)
    assert sorted(code for code, _ in sections) == sorted(error_codes.codes())
    assert ERRORS.count("\n### ") == len(sections)


def test_the_contract_names_every_kind_of_event_and_no_other() -> None:
    events = CONTRACT.partition("\n## Events\n")[2].partition("\nWhat `at` and `wall`")[0]
    subjects = re.findall(r"^\| (`[^|]*) \|", events, re.MULTILINE)
    assert set(re.findall(r"`([a-z_]+\.[a-z_]+)`", "\n".join(subjects))) == KINDS.keys()


def test_the_contract_has_the_fields_of_every_event() -> None:
    """`python -m tests.events_table` writes them."""
    assert events_table.written(CONTRACT) == CONTRACT


def test_the_contract_says_of_every_event_what_its_time_is_the_time_of() -> None:
    events, _, rest = CONTRACT.partition("\n## Events\n")[2].partition("\nWhat `at` and `wall`")
    subjects = re.findall(r"^\| (`[^|]*) \|", events, re.MULTILINE)
    kinds = set(re.findall(r"`([a-z]+\.[a-z_]+)`", "\n".join(subjects)))
    times = rest.partition("\n## ")[0]
    assert len(kinds) > 100
    assert kinds <= set(re.findall(r"`([a-z]+\.[a-z_]+)`", times))


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


def test_the_versions_that_are_named_are_those_of_the_matrix() -> None:
    """And every row of its table says what ran, and what is otherwise."""
    said = re.search(r"tested on ZooKeeper (.*):", README)
    assert said
    assert re.findall(r"[\d.]*\d", said[1]) == list(MATRIX)
    section = CONFORMANCE.partition("\n## Which versions\n")[2].partition("\n## ")[0]
    table = section.partition("\n|---|")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| (\d\S+) \| (.*) \|$", table, re.MULTILINE)
    assert [version for version, _ in rows] == list(MATRIX)
    assert all(cell.strip() for _, row in rows for cell in row.split("|"))


def test_every_test_that_is_named_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", CORRECTNESS))
    assert len(named) > 100
    assert named - set(re.findall(r"def (test_\w+)\(", code("tests"))) == set()


def test_each_promise_stands_in_its_document_and_its_tests_exist() -> None:
    """And the page says right of which of them `make proofs` alone takes notice."""
    _, *rows = (line[2:-2].split(" | ") for line in PROMISES.splitlines() if line[:2] == "| ")
    assert len(rows) > 30
    for promise, document, shown in rows:
        assert promise in " ".join((ROOT / document).read_text().split()), promise
        must_be_shown(shown)


def test_each_sentence_of_who_may_do_what_names_tests_that_exist() -> None:
    sections = SECURITY.split("\n## ")[1:]
    assert len(sections) >= 7
    for section in sections:
        sentences = re.findall(r"^- .*(?:\n  .*)*", section, re.MULTILINE)
        assert sentences, section
        for sentence in sentences:
            must_be_shown(sentence)


def must_be_shown(said: str) -> None:
    """Each test that is named exists, and is marked as a proof where it is one."""
    named = re.findall(r"`(\S+?)::([^`]+)`( \(\*proofs\*\))?", said)
    assert len(named) == said.count("::") > 0, said
    for file, test, is_proof in named:
        assert shown_in(ROOT / file).get(test) is bool(is_proof), f"{file}::{test}"


def shown_in(file: Path) -> dict[str, bool]:
    """Return the tests of a file by name, each with whether it is a proof as a whole."""
    text = file.read_text()
    if file.suffix == ".mjs":
        return dict.fromkeys(re.findall(r'^test\("(.+?)", ', text, re.MULTILINE), False)
    functions = [one for one in ast.parse(text).body if isinstance(one, ast.FunctionDef)]
    marks = {one.name: map(ast.unparse, one.decorator_list) for one in functions}
    return {name: "pytest.mark.proof" in found for name, found in marks.items()}


def test_the_mistakes_that_the_correctness_page_names_are_planted() -> None:
    """Of each recipe the very ones, under its heading."""
    named = set()
    for section in CORRECTNESS.partition("\n## The invariants")[0].split("\n### ")[1:]:
        recipe, _, rows = section.partition("\n")
        table = [line for line in rows.splitlines() if line.startswith("| ")]
        mistakes = re.findall(r"\*([^*]+)\*", "\n".join(table))
        named |= {f"{recipe}: {mistake}" for mistake in mistakes}
    assert named == set(MUTATIONS)


def test_the_correctness_page_names_every_invariant() -> None:
    of_elections = {name for one in RULES.values() for name in one.invariants}
    known = of_elections.union(*(model.settling for model in MODELS))
    rows = CORRECTNESS.partition("\n## The invariants")[2]
    assert set(re.findall(r"^\| [^|]+ \| `(\w+)` \|", rows, re.MULTILINE)) == known


def test_the_documents_count_the_views() -> None:
    assert len([*SCRIPTS.rglob("view.js")]) == 13
    assert "switch between all thirteen." in VIEWS
    assert "the next of thirteen views" in README


@pytest.mark.parametrize("text", [README, LESSON], ids=["README", "lesson"])
def test_no_sentence_is_longer_than_a_reader_holds(text: str) -> None:
    long = [one for one in sentences_of(text) if len(re.findall(r"\S*\w\S*", one)) > 25]
    assert long == []


def sentences_of(text: str) -> list[str]:
    """The sentences of a document in Markdown, without its blocks of code, pictures and links."""
    text = re.sub(r"(?ms)^ *```.*?^ *```|!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)", "", text)
    blocks = re.split(r"\n\s*\n|\n(?=\s*(?:\d+\.|-) )|\n?\|\n?|\n(?=#)", text)
    return [
        sentence
        for block in blocks
        for sentence in re.split(r"(?<=[.?!])[)*]*\s+(?=[^a-z])", " ".join(block.split()))
    ]


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 160


def test_the_architecture_page_draws_the_floors_and_names_the_files_of_its_walks() -> None:
    """`python -m tests.architecture` writes both again, and the picture in words."""
    assert architecture.table() in architecture.PAGE.read_text()
    assert architecture.words() in architecture.PAGE.read_text()
    assert architecture.picture() == architecture.PICTURE.read_text()


def test_the_machines_are_drawn_as_their_tables_say() -> None:
    assert machines.FILE.read_text() == machines.document(), "python -m tests.machines"


def test_the_architecture_page_names_files_that_exist() -> None:
    """But for those of a recipe, which stands for all."""
    page = architecture.PAGE.read_text()
    named = set(re.findall(r"`((?:[a-z]+/)+[a-z_]+\.(?:py|js)|assembly\.py|errors\.py)`", page))
    assert len(named) > 60
    assert [one for one in named if not find_at(one)] == []


def find_at(place: str) -> list[Path]:
    """Return the file at this place, in app/ or as it is."""
    return [file for file in (ROOT / "app" / place, ROOT / place) if file.exists()]


def test_the_changelog_begins_with_this_version() -> None:
    newest = re.search(r"^## (\S+) - \d{4}-\d\d-\d\d$", CHANGELOG, re.MULTILINE)
    assert newest
    assert newest[1] == VERSION


def test_the_install_page_names_every_extra() -> None:
    page = (ROOT / "docs" / "install.md").read_text()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    rows = re.findall(r"^\| `handoff\[(\w+)\]` \|", page, re.MULTILINE)
    assert rows == sorted(project["optional-dependencies"])


def test_the_commands_that_documents_name_are_there() -> None:
    texts = [file.read_text() for file in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"))]
    said = re.compile(r"(?:python -m app|^handoff|`handoff|\(handoff) ([a-z]+)", re.MULTILINE)
    named = {name for text in texts for name in said.findall(text)}
    assert {"candidate", "completion", "doctor", "drill", "replay"} <= named
    assert named - COMMANDS.keys() == set()


def test_links_lead_somewhere() -> None:
    files = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    links = [
        (file, target)
        for file in files
        for target in re.findall(r"\]\(([^)#]+)\)", file.read_text())
        if not target.startswith("http")
    ]
    assert links
    assert [(file.name, to) for file, to in links if not (file.parent / to).exists()] == []


def test_links_lead_to_headings_that_are_there() -> None:
    for file in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", file.read_text()):
            text = (file.parent / target if target else file).read_text()
            assert anchor in anchors_of(text), f"{file.name}: {target}#{anchor}"


def anchors_of(text: str) -> set[str]:
    """The names by which GitHub knows the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}


SCRIPTS = ROOT / "static" / "js"
ABOUT_A_VIEW = re.compile(
    r"^(?:\d\. )?(\*\*.+?)(?=^(?:\d\. )?\*\*|^## |\Z)", re.MULTILINE | re.DOTALL
)
HEAD = 60
"""Characters of a section of a document within which it names its view."""


def test_the_documents_name_the_keys_that_a_view_has() -> None:
    views = {title_of(file): letters_of(file.parent) for file in SCRIPTS.rglob("view.js")}
    named = [
        (view, key)
        for section in ABOUT_A_VIEW.findall(README + LESSON + VIEWS)
        for view in views
        if re.search(rf"\b{view}\b", section[:HEAD])
        for key in re.findall(r"`([a-z])`", section)
    ]
    assert {"Books", "Names", "Config", "Lock", "Election"} <= {view for view, _ in named}
    assert [(view, key) for view, key in named if key not in views[view]] == []


TOLD = re.compile(r"(?:[Pp]ress|key:?) \"?([a-z])\b|(?:with|or) ([b-z])\b|\(([a-z])\)")
"""A key as a tour or a hint tells it; "with a" and "or a" tell of a thing."""


HINT = re.compile(r"^ +\{ say: .*$", re.MULTILINE)


@pytest.mark.parametrize(
    "folder",
    [file.parent for file in sorted(SCRIPTS.rglob("view.js")) if HINT.search(file.read_text())],
    ids=lambda it: it.name,
)
def test_the_tour_and_the_hints_tell_the_keys_that_their_view_has(folder: Path) -> None:
    hints = HINT.findall((folder / "view.js").read_text())
    tours = [folder / "tour.js", *folder.glob("tour/*.js")]
    texts = [*hints, *(file.read_text() for file in tours)]
    told = [key for text in texts for found in TOLD.findall(text) for key in found if key]
    assert told
    assert [key for key in told if key not in letters_of(folder)] == []


def letters_of(view: Path) -> set[str]:
    """Return the letters that act in the view of this folder."""
    return keys_in([SCRIPTS / "actions.js"]) | keys_in(view.rglob("*.js"))


def title_of(file: Path) -> str:
    found = re.search(r'^  title: "(.+)"', file.read_text(), re.MULTILINE)
    assert found, f"{file} has no title"
    return found[1]


def keys_in(files: Iterable[Path]) -> set[str]:
    """Return the letters that act by these scripts; a hint only repeats one."""
    texts = [HINT.sub("", file.read_text()) for file in files]
    return {key for text in texts for key in re.findall(r'key: "([a-z])"', text)}
