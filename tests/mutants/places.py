"""Finds the places of a source where a mistake can be planted, and the text that plants it."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

NEGATED = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn,
    ast.NotIn: ast.In, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
}  # fmt: skip
SHIFTED = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
"""What a comparison with a whole number, or with a length, becomes: its bound moves by one."""
EMPTY = {"list": "[]", "dict": "{}", "tuple": "()", "str": '""', "frozenset": "frozenset()"}
"""What a function returns instead, by the type that it promises; others return None."""
NOT_FOR_MISTAKES = (ast.Raise, ast.Assert, ast.JoinedStr, ast.Lambda)
"""Messages, checks for a type checker, and what has no name."""
NOT_CODE = {"annotation", "returns", "decorator_list", "args", "pattern"}
"""The fields of a node that say what something is."""
UNPROMISED = ("log.", "_log.", "logging.", "warnings.", "super().__init__(")
"""Beginnings of calls that can go: of logs, and of an error's `__init__`, which keeps its words."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Mutant:
    """One mistake, named by the text around it, so that it is found where lines have moved.

    file: below the checkout. where: the function's qualified name. line: the source line at which
    `before` begins. occurrence: which of those that are equal in all else, from 0.
    """

    file: str
    where: str
    line: str
    kind: str
    before: str
    after: str
    occurrence: int = 0


@dataclass(frozen=True)
class Place:
    """Where a mutant is in a source: from one byte to another."""

    mutant: Mutant
    begin: int
    end: int
    is_statement: bool


def places_in(source: str, file: str) -> list[Place]:
    """Return every place of a source where a mistake can be planted, in the order of the source."""
    finder = _Finder(source, file)
    finder.look(ast.parse(source), "", None)
    seen: Counter[Mutant] = Counter()
    places = []
    for place in finder.found:
        places.append(replace(place, mutant=replace(place.mutant, occurrence=seen[place.mutant])))
        seen[place.mutant] += 1
    return places


def find(source: str, mutant: Mutant) -> Place | None:
    """Return where a mutant is in a source; None where its place is gone."""
    places = places_in(source, mutant.file)
    return next((place for place in places if place.mutant == mutant), None)


def planted(source: str, place: Place) -> str:
    """Return the source with the mistake."""
    return _with(source, place, place.mutant.after)


def probed(source: str, place: Place, call: str) -> str:
    """Return the source that calls `call`, which returns None, whenever it gets to the place."""
    before = source.encode()[place.begin : place.end].decode()
    text = f"{call}; {before}" if place.is_statement else f"({call} or ({before}))"
    return _with(source, place, text)


def _with(source: str, place: Place, text: str) -> str:
    data = source.encode()
    return (data[: place.begin] + text.encode() + data[place.end :]).decode()


class _Finder:
    """Walks a tree and keeps what it finds; occurrences are not counted yet."""

    def __init__(self, source: str, file: str) -> None:
        self.found: list[Place] = []
        self._file = file
        self._data = source.encode()
        self._lines = self._data.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def look(self, node: ast.AST, where: str, function: Function | None) -> None:
        """Look at a node and at all below it. where: the qualified name of what it is in."""
        if isinstance(node, NOT_FOR_MISTAKES) or _is_left_out(node):
            return
        if isinstance(node, Function | ast.ClassDef):
            where = f"{where}.{node.name}".lstrip(".")
            function = node if isinstance(node, Function) else None
        elif function:
            self._keep(node, where, function)
        for name, value in ast.iter_fields(node):
            if name not in NOT_CODE or isinstance(node, ast.Call):
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        self.look(child, where, function)

    def _keep(self, node: ast.AST, where: str, function: Function) -> None:
        for kind, of, after in _mistakes(node, function):
            begin = self._starts[of.lineno - 1] + of.col_offset
            assert of.end_lineno is not None
            assert of.end_col_offset is not None
            end = self._starts[of.end_lineno - 1] + of.end_col_offset
            line = self._lines[of.lineno - 1].decode().strip()
            before = self._data[begin:end].decode()
            mutant = Mutant(self._file, where, line, kind, before, after)
            self.found.append(Place(mutant, begin, end, isinstance(of, ast.stmt)))


Mistake = tuple[str, "ast.expr | ast.stmt", str]
"""Its kind, the node that is replaced, and the text that replaces it."""


def _mistakes(node: ast.AST, function: Function) -> Iterator[Mistake]:
    """Yield what can be done wrong at a node, not counting the nodes below it."""
    if isinstance(node, ast.Return):
        yield from _returned(node, function)
    elif isinstance(node, ast.If | ast.IfExp):
        yield from _decided(node.test)
    elif isinstance(node, ast.comprehension):
        for one in node.ifs:
            yield from _decided(one)
    elif isinstance(node, ast.stmt) and _can_go(node):
        yield "deleted", node, "pass"
    else:
        yield from _valued(node)


def _valued(node: ast.AST) -> Iterator[Mistake]:
    """Yield what makes another value of an expression."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        op = type(node.ops[0])
        shifted = SHIFTED.get(op) if any(map(_counts, (node.left, *node.comparators))) else None
        other = ast.Compare(node.left, [(shifted or NEGATED[op])()], node.comparators)
        yield "comparison", node, f"({ast.unparse(other)})"
    elif isinstance(node, ast.BoolOp):
        opposite: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "boolean", node, f"({ast.unparse(ast.BoolOp(opposite, node.values))})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", node, f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "constant", node, str(node.value + 1)


def _counts(node: ast.expr) -> bool:
    is_number = isinstance(node, ast.Constant) and type(node.value) is int
    return is_number or ast.unparse(node).startswith("len(")


def _returned(node: ast.Return, function: Function) -> Iterator[Mistake]:
    if node.value is None or function.returns is None:
        return
    promised, value = ast.unparse(function.returns), ast.unparse(node.value)
    if promised == "bool":
        opposite = {"True": "False", "False": "True"}.get(value)
        yield "returned", node.value, opposite or f"not ({value})"
    elif promised in ("int", "float"):
        yield "returned", node.value, f"({value}) + 1"
    else:
        instead = EMPTY.get(promised.partition("[")[0], "None")
        if value not in (instead, "''", "None"):
            yield "returned", node.value, instead


def _decided(test: ast.expr) -> Iterator[Mistake]:
    yield "always", test, "True"
    yield "never", test, "False"


def _can_go(node: ast.stmt) -> bool:
    """Whether a statement acts: it calls, or changes what lasts."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    if isinstance(node, ast.Assign):
        return isinstance(node.targets[0], ast.Attribute | ast.Subscript)
    if isinstance(node, ast.AnnAssign):
        return isinstance(node.target, ast.Attribute) and node.value is not None
    return isinstance(node, ast.AugAssign)


def _is_left_out(node: ast.AST) -> bool:
    """Whether a mistake at a node changes nothing that Handoff promises: a log, a time to wait."""
    if isinstance(node, Function):
        return node.name == "__repr__"
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    if isinstance(node, ast.Expr):
        return ast.unparse(node.value).startswith(UNPROMISED)
    return isinstance(node, ast.keyword) and "timeout" in (node.arg or "")
