"""The house: no import upwards, no circle, and the pure rooms stay pure. Each test names all files
that break its rule.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable
from functools import cache
from graphlib import TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

from app.recipes.registry import RECIPES
from app.zookeeper.extension import CLIENT_NAMES, CONNECTION_NAMES

APP = Path(__file__).parent.parent / "app"

FLOORS = [
    {"__main__"},
    {"commands"},
    {"__init__"},
    {"assembly"},
    {"web", "library", "testing"},
    {"services"},
    {"recipes"},
    {"znodes"},
    {"actions"},
    {"ensemble", "processes"},
    {"sandbox"},
    {"history"},
    {"settings"},
    {"zookeeper"},
    {"journal"},
    {"readmodels"},
    {"participation"},
    {"zookeeper.operations"},
    {"system"},
    {"errors", "foreign_json", "own_json", "version", "visible"},
]
"""Of rooms, and of a file that stands below the rest of its room."""
HEIGHT = {room: len(FLOORS) - floor for floor, rooms in enumerate(FLOORS) for room in rooms}

PURE = [
    "foreign_json.py",
    "own_json.py",
    "visible.py",
    "actions/action.py",
    "actions/fields.py",
    "actions/schema.py",
    "actions/signature.py",
    "participation",
    "readmodels",
    "znodes/console",
    "znodes/consoles_model.py",
    "znodes/events.py",
    "znodes/workbench_model.py",
    "journal/state.py",
    "journal/document.py",
    "journal/server_facts.py",
    "history/moments.py",
    "history/upgrade.py",
    "journal/znode_facts.py",
    "journal/patch.py",
    "zookeeper/tree.py",
    "zookeeper/decoded.py",
    "zookeeper/operations.py",
    "zookeeper/wire",
    "sandbox/core",
    "sandbox/protocol.py",
    "sandbox/connection.py",
    "sandbox/words.py",
]
"""Of the actions, only how they are declared: a service acts on the outside world."""
IMPURE_ROLES = ("actions", "process", "recipe")
"""Of a recipe's files, or folders of files: all others are pure."""
OF_THE_DASHBOARD = (*IMPURE_ROLES, "events", "state", "model", "text")
"""Those that no machine needs."""

IMPURE_MODULES = {
    "asyncio", "ctypes", "flask", "flask_socketio", "kazoo", "logging", "multiprocessing", "os",
    "queue", "random", "secrets", "select", "selectors", "signal", "socket", "sqlite3", "ssl",
    "subprocess", "threading", "time", "urllib", "uuid",
}  # fmt: skip


def name_of(file: Path) -> str:
    parts = file.relative_to(APP.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


FILES = {name_of(file): file for file in sorted(APP.rglob("*.py"))}


@cache
def text_of(module: str) -> str:
    return FILES[module].read_text()


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(text_of(module))


@cache
def nodes_of(module: str) -> tuple[ast.AST, ...]:
    """All nodes of a module's tree."""
    return tuple(ast.walk(tree_of(module)))


def room_of(module: str) -> str:
    parts = module.split(".")
    below = ".".join(parts[1:])
    return below if below in HEIGHT else parts[1] if len(parts) > 1 else "__init__"


def files_of(place: str) -> list[str]:
    """The modules in a room, or the one that a file is."""
    path = APP / place
    return [module for module, file in FILES.items() if path in (file, *file.parents)]


def package_of(module: str) -> str:
    package = FILES[module].parent.relative_to(APP.parent).parts
    return ".".join(package)


def is_for_types(node: ast.AST) -> bool:
    """Whether only a type checker reads what is below this node."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


@cache
def imports_of(module: str, *, for_types: bool = True) -> frozenset[str]:
    """The full names that a module imports, of the house's own and of others."""
    found = set()
    nodes = nodes_of(module)
    if not for_types:
        skipped = {one for node in nodes if is_for_types(node) for one in ast.walk(node)}
        nodes = tuple(node for node in nodes if node not in skipped)
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            source = resolve_name("." * node.level + (node.module or ""), package_of(module))
            found |= {f"{source}.{alias.name}" for alias in node.names}
    return frozenset(found)


@cache
def own_modules_of(module: str, *, for_types: bool = True) -> frozenset[str]:
    """The modules of the house that one imports."""
    names = imports_of(module, for_types=for_types)
    named = (name if name in FILES else name.rpartition(".")[0] for name in names)
    return frozenset(named) & FILES.keys() - {module}


def runs_up(module: str, imported: str) -> bool:
    room, other = room_of(module), room_of(imported)
    return other != room and HEIGHT[other] >= HEIGHT[room]


def test_every_room_has_its_floor() -> None:
    assert set(map(room_of, FILES)) - set(HEIGHT) == set()


def test_imports_are_relative() -> None:
    """The same folder is `app` in a checkout and `handoff` in the wheel."""
    named = re.compile(r"^\s*(?:from|import) (?:app|handoff)\b", re.MULTILINE)
    assert [module for module in FILES if named.search(text_of(module))] == []


def test_no_import_runs_up() -> None:
    pairs = [(module, imported) for module in FILES for imported in own_modules_of(module)]
    assert [f"{one} -> {other}" for one, other in pairs if runs_up(one, other)] == []


def test_no_circles() -> None:
    """The registry imports the descriptors that it finds, by their names; a descriptor names the
    code of its processes, and they import it.
    """
    imported = {module: set(own_modules_of(module)) for module in FILES}
    for recipe in RECIPES:
        descriptor = f"app.recipes.{recipe.name}.recipe"
        imported["app.recipes.registry"].add(descriptor)
        imported[descriptor] |= {name for role in recipe.roles.values() for name in role.modules}
    TopologicalSorter(imported).prepare()


def role_of(module: str) -> str:
    """What a file, or the folder that it is in, is for its recipe: `machine`, `model`."""
    return module.split(".")[3]


def recipe_of(module: str) -> str | None:
    """The recipe whose folder a module is in."""
    parts = module.split(".")
    return parts[2] if parts[1:2] == ["recipes"] and len(parts) > 3 else None


def in_machines() -> set[str]:
    """The machines of all recipes, with what they import of their own: the messages beside them."""
    found = [one for one in FILES if recipe_of(one) and role_of(one) == "machine"]
    for one in found:
        own = {other for other in own_modules_of(one) if recipe_of(other) == recipe_of(one)}
        found += own - set(found)
    return {one for one in found if role_of(one) not in OF_THE_DASHBOARD}


def test_a_recipe_imports_of_another_what_its_descriptor_says() -> None:
    """The machine of one that it builds on, and what it borrows; it says no more than it does."""
    built_on: dict[str, set[str]] = {recipe.name: set() for recipe in RECIPES}
    borrowed: dict[str, set[str]] = {recipe.name: set() for recipe in RECIPES}
    machines = in_machines()
    for module in FILES:
        for imported in own_modules_of(module):
            own, other = recipe_of(module), recipe_of(imported)
            if own and other not in (None, own):
                built_on[own].add(f"{other}")
                if imported not in machines:
                    borrowed[own].add(f"{other}/{role_of(imported)}")
    assert built_on == {recipe.name: recipe.builds_on for recipe in RECIPES}
    assert borrowed == {recipe.name: recipe.borrows for recipe in RECIPES}


def test_the_house_knows_a_recipe_by_its_descriptor_only() -> None:
    """What other programs import, and the command of it, know machines; a recipe may have a command
    of its own: a file or a folder that has its name.
    """
    wrong = [
        f"{module} -> {imported}"
        for module in FILES
        for imported in own_modules_of(module)
        if recipe_of(module) is None
        and recipe_of(imported) is not None
        and not (room_of(module) in {"library", "commands"} and imported in in_machines())
        and not is_command_of(module, {recipe_of(imported), "election"})
    ]
    assert wrong == []


def test_no_shared_room_names_a_recipe() -> None:
    """Elections are what a dashboard begins with: an option and its event name one."""
    recipes = {recipe.name for recipe in RECIPES} - {"election"}
    wrong = [
        f"{module}:{node.lineno} {node.value}"
        for module in FILES
        if recipe_of(module) is None and room_of(module) != "library"
        for node in nodes_of(module)
        if isinstance(node, ast.Constant)
        and node.value in recipes
        and not any(is_command_of(one, {node.value}) for one in (module, *own_modules_of(module)))
    ]
    assert wrong == []


def is_command_of(module: str, recipes: set[str | None]) -> bool:
    """Tell whether a module is of the command of one of these recipes."""
    return any(f"{module}.".startswith(f"app.commands.{recipe}.") for recipe in recipes)


def private_names(nodes: Iterable[ast.AST], *, of_self: bool) -> set[str]:
    """The private attributes that are asked of `self` in these nodes, or of anything else."""
    found = (one for one in nodes if isinstance(one, ast.Attribute) and one.attr[:1] == "_")
    return {
        one.attr
        for one in found
        if re.match(r"_[a-z]", one.attr) and (ast.unparse(one.value) == "self") == of_self
    }


def own_names(of: ast.ClassDef) -> set[str]:
    """What the methods of a class are called, and what they store."""
    stored = (one for one in ast.walk(of) if isinstance(one, ast.Attribute))
    return {one.name for one in of.body if isinstance(one, ast.FunctionDef)} | {
        one.attr for one in stored if isinstance(one.ctx, ast.Store)
    }


def kazoos_names_in(module: str) -> set[str]:
    """The private names of kazoo's that a module reaches: in a class made of one of kazoo's, and by
    the names that the extension lists.
    """
    nodes = nodes_of(module)
    from_kazoo = {name.rpartition(".")[2] for name in imports_of(module) if "kazoo." in name}
    classes = [one for one in nodes if isinstance(one, ast.ClassDef)]
    made_of = [c for c in classes if {ast.unparse(base) for base in c.bases} & from_kazoo]
    inherited = (private_names(ast.walk(one), of_self=True) - own_names(one) for one in made_of)
    listed = private_names(nodes, of_self=False) & {*CLIENT_NAMES, *CONNECTION_NAMES}
    imported = {name for name in from_kazoo if re.match(r"_[a-z]", name)}
    return imported.union(listed, *inherited)


def test_kazoos_private_names_are_reached_in_one_module() -> None:
    """It checks as it is imported that they are there."""
    reached = {module: kazoos_names_in(module) for module in FILES}
    assert reached.pop("app.zookeeper.extension") >= {"_call", "_pending", "_connection"}
    assert {module: names for module, names in reached.items() if names} == {}


def ways_outside(module: str) -> list[str]:
    """The shortest chain of imports from a module to each one that imports the outside world."""
    chains, found = {module: module}, []
    for one in (waiting := [module]):
        named = {name.split(".")[0] for name in imports_of(one, for_types=False)}
        if outside := sorted(named & IMPURE_MODULES):
            found.append(f"{chains[one]} -> {', '.join(outside)}")
        new = own_modules_of(one, for_types=False) - set(chains)
        chains |= {other: f"{chains[one]} -> {other}" for other in new}
        waiting += new
    return found


def pure_modules() -> list[str]:
    """The modules in the pure rooms."""
    in_recipes = [
        module for module in FILES if recipe_of(module) and role_of(module) not in IMPURE_ROLES
    ]
    return [module for place in PURE for module in files_of(place)] + in_recipes


def test_pure_rooms_know_no_outside_world() -> None:
    assert [place for place in PURE if not files_of(place)] == []
    assert [chain for module in pure_modules() for chain in ways_outside(module)] == []


def test_a_public_class_has_a_name_of_its_own() -> None:
    """But for what other programs call as the recipe does, and the dashboard as its handoffs."""
    homes: dict[str, list[str]] = {}
    for module in FILES:
        for node in tree_of(module).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(module)
    twice = {name for name, modules in homes.items() if len(modules) > 1}
    assert twice == {"Handoff", "Membership", "SharedLock"}


def test_the_page_names_the_message_of_a_watch_once() -> None:
    """So that what is held back, what is drawn on its way and what is played again are the same."""
    scripts = APP.parent / "static" / "js"
    naming = [
        file.name for file in scripts.rglob("*.js") if '"candidate.notified"' in file.read_text()
    ]
    assert naming == ["message.js"]


ROOT = APP.parent
LONG_TEXT = re.compile(r'(?ms)(?P<indent>^ *)?"""(?P<text>.*?)"""')
NAMED_FILE = re.compile(
    r"(?<![\w.*/-])(?:[a-z_][\w.-]*/)*[a-z_][\w-]*\.(?:py|js|mjs|md|css)\b(?!\.)"
)
NAMED_CLASS = re.compile(r"(?:[a-z,;:] |[(\[`]|\bRaises? )([A-Z][A-Za-z]+)\b(?!\.[a-z])")
CAMEL = re.compile(r"\b(?:[A-Z][a-z0-9]+){2,}\b|(?<=\bRaise )[A-Z][a-z]+\b")
QUOTED = re.compile(r"`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(\))?`")
PRODUCTS = {"Handoff", "ZooKeeper"}
OF_OTHERS = """
BinaryInputArchive CheckVersionRequest CheckWatchesRequest CliWrapperException ClientCnxn
CommitProcessor ConfigUtils CreateResponse DataNode DataTree DefaultParser DeleteRequest
EphemeralType ErrorResponse ErrorTxn ExistsRequest ExistsResponse ExpiryQueue FastLeaderElection
FinalRequestProcessor GetAllChildrenNumber GetAllChildrenNumberResponse GetChildren2Request
GetChildrenRequest GetDataRequest GetEphemeralsRequest KeeperException LeaderZooKeeperServer
LearnerHandler LearnerSessionTracker MultiOperationRecord MultiRead MultiResponse PathUtils
PrepRequestProcessor ProposalRequestProcessor QuorumPeer ReadMultiResponse RemoveWatchesRequest
SessionTrackerImpl SetACLResponse SetDataResponse SyncResponse WatchManager ZooDefs ZooKeeper
ZooKeeperServer copyStat processConnectRequest whoAmI

InterProcessReadWriteLock LeaderSelector LockInternals StandardLockInternalsDriver
getSortedChildren isLeader parseSeq readLockPredicate standardFixForSorting System.nanoTime

_connect_attempt _connect_loop _get_predecessor before_request get_async set_async start_async
zk_loop IncompleteReadError BiDi GitHub WebDriver WebSocket sha256sum

FAMILY ROOM WHAT GUID__lock__
"""
"""Names in the code of ZooKeeper, of Curator and of libraries, and what stands for any name."""


@cache
def documented() -> dict[str, tuple[list[str], set[str]]]:
    """Return each file's docstrings, and the words of its code, by its place."""
    rooms = (ROOT / room for room in ("app", "benchmarks", "tests"))
    files = (file for room in rooms for file in sorted(room.rglob("*.py")))
    return {str(one.relative_to(ROOT)): told_and_coded(one.read_text()) for one in files}


def told_and_coded(text: str) -> tuple[list[str], set[str]]:
    """Return the texts in three quotes that begin a line, and all words outside of them."""
    told = [one["text"] for one in LONG_TEXT.finditer(text) if one["indent"] is not None]
    code = LONG_TEXT.sub(lambda one: one[0] if one["indent"] is None else "", text)
    return told, set(re.findall(r"\w+", re.sub(r"#.*", "", code)))


def test_the_files_that_docstrings_name_exist() -> None:
    places = {
        f"/{file.relative_to(ROOT)}"
        for room in ("app", "benchmarks", "docs", "static", "tests")
        for file in (ROOT / room).rglob("*.*")
    } | {"/setup.py"}
    assert [
        f"{place}: {name}"
        for place, (told, _) in documented().items()
        for text in told
        for name in NAMED_FILE.findall(text)
        if not any(known.endswith(f"/{name}") for known in places)
    ] == []


def test_the_names_that_docstrings_quote_are_defined() -> None:
    coded = (coded for _, coded in documented().values())
    files = {Path(place).stem for place in documented()}
    known = {*OF_OTHERS.replace(".", " ").split(), *dir(builtins)}.union(files, *coded)
    assert [
        f"{place}: {name}"
        for place, (told, _) in documented().items()
        for text in told
        for name in (*CAMEL.findall(text), *QUOTED.findall(text))
        if not known.issuperset(name.split(".")) and name.removesuffix("s") not in known
    ] == []


def test_the_classes_that_docstrings_name_are_known_there() -> None:
    """A class of the house stands below the file, or below its neighbours, or above on the file."""
    homes: dict[str, set[str]] = {}
    for module in FILES:
        for node in tree_of(module).body:
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, set()).add(module)
    assert [
        f"{module}: {name}"
        for module in FILES
        for text in documented()[str(FILES[module].relative_to(ROOT))][0]
        for name in NAMED_CLASS.findall(text)
        if name in homes.keys() - PRODUCTS - {*dir(builtins)}
        and name not in known_in(package_of(module))
        and not any(module in below(home) for home in homes[name])
    ] == []


@cache
def below(module: str) -> frozenset[str]:
    """Return a module and all that it imports, however many imports away."""
    found = [module]
    for one in found:
        found += own_modules_of(one) - set(found)
    return frozenset(found)


@cache
def known_in(package: str) -> frozenset[str]:
    """Return what is defined or imported in the modules of a package, and below them."""
    modules = (module for module in FILES if package_of(module) == package)
    return frozenset().union(*(top_names(one) for one in frozenset().union(*map(below, modules))))


@cache
def top_names(module: str) -> frozenset[str]:
    """Return what a module defines or imports at its top."""
    found = set()
    for node in tree_of(module).body:
        match node:
            case ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
                found.add(name)
    return frozenset(found).union(one.rpartition(".")[2] for one in imports_of(module))
