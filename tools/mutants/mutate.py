"""The mutants of a module: its code, changed in one place."""

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import NamedTuple

COMPARISONS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
COMPARISONS |= {ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is}
OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult}
OPERATORS |= {ast.Mod: ast.Add, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
LOGGERS = {"log", "logger"}


class Mutant(NamedTuple):
    """A changed module. Its name has no line numbers, so that it stays the same when other lines change."""

    name: str
    line: int
    lines: range
    """Where its statement stands; only tests that come by here can notice it."""
    tree: ast.Module
    in_function: bool
    scope: str = ""
    """The function or class in which it is."""


def changes(node: ast.AST) -> Iterator[Callable[[ast.AST], ast.AST]]:
    """The ways to change one node; each is given a copy and gives what stands in its place."""

    def setting(**fields: object) -> Callable[[ast.AST], ast.AST]:
        def change(copy: ast.AST) -> ast.AST:
            for name, value in fields.items():
                setattr(copy, name, value)
            return copy

        return change

    match node:
        case ast.Compare(ops=operators):
            for index, operator in enumerate(operators):
                other = [*operators]
                other[index] = COMPARISONS[type(operator)]()
                yield setting(ops=other)
        case ast.BoolOp(op=operator):
            yield setting(op=ast.Or() if isinstance(operator, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not()):
            yield lambda copy: copy.operand  # type: ignore[attr-defined]
        case ast.BinOp(op=operator, left=left) | ast.AugAssign(op=operator, target=left) if type(operator) in OPERATORS:
            if not is_text(left) and not is_type(node):
                yield setting(op=OPERATORS[type(operator)]())
        case ast.Constant(value=bool(value)):
            yield setting(value=not value)
        case ast.Constant(value=int(value) | float(value)):
            yield setting(value=value + 1)
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield setting(value=ast.Constant(None))
        case ast.Call(func=ast.Name(id=name)) if name in CALLS:
            yield setting(func=ast.Name(CALLS[name], ast.Load()))
        case ast.Break() | ast.Continue():
            yield lambda copy: ast.Continue() if isinstance(copy, ast.Break) else ast.Break()
    if isinstance(node, ast.If | ast.While | ast.IfExp) and not isinstance(
        node.test, ast.Compare | ast.BoolOp | ast.UnaryOp
    ):
        yield setting(test=ast.UnaryOp(ast.Not(), node.test))
    if is_removable(node):
        yield lambda _: ast.Pass()


def is_text(node: ast.AST) -> bool:
    """Whether this is certainly a text, to which only `+` applies."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def is_type(node: ast.AST) -> bool:
    """Whether this is a union of types, as `Move | Undo`."""
    return isinstance(node, ast.BinOp) and isinstance(node.right, ast.Name) and node.right.id[0].isupper()


def is_removable(node: ast.AST) -> bool:
    """Whether a statement can be left out without a name going missing."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return False  # a docstring
        case ast.Expr() | ast.Raise() | ast.AugAssign() | ast.Delete():
            return True
        case ast.Assign(targets=targets):
            return any(isinstance(target, ast.Attribute | ast.Subscript) for target in targets)
    return False


def is_left_alone(node: ast.AST) -> bool:
    """What says nothing about behaviour: logging, imports for types, and checks that a caller can never trip."""
    match node:
        case ast.keyword(arg="strict") | ast.Assert():
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))):
            return name in LOGGERS
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
    return False


class Place(NamedTuple):
    """Where a node stands."""

    scope: str = ""
    statement: ast.stmt | None = None
    in_function: bool = False


def mutants(short: str, source: str) -> Iterator[Mutant]:
    """All mutants of a module, whose path starts their names."""
    tree = ast.parse(source)
    lines = source.splitlines()
    seen: Counter[str] = Counter()

    def walk(node: ast.AST, place: Place) -> Iterator[tuple[ast.AST, Place]]:
        if is_left_alone(node) or "# no mutants" in lines[getattr(node, "lineno", 1) - 1]:
            return
        if isinstance(node, ast.stmt):
            place = place._replace(statement=node)
        yield node, place
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            place = place._replace(scope=f"{place.scope}.{node.name}".lstrip("."))
        for name, field in ast.iter_fields(node):
            if name not in ("annotation", "returns", "decorator_list", "type_params", "bases"):
                inside = place._replace(in_function=place.in_function or (is_function and name == "body"))
                for child in field if isinstance(field, list) else [field]:
                    if isinstance(child, ast.AST):
                        yield from walk(child, inside)

    for node, (scope, statement, in_function) in list(walk(tree, Place())):
        for change in changes(node):
            changed = replaced(tree, node, change)
            name = f"{short} {scope}: {told(tree, statement)} → {told(changed, statement)}"
            seen[name] += 1
            number = f" ({seen[name]})" if seen[name] > 1 else ""
            yield Mutant(name + number, getattr(node, "lineno", 0), head(statement), changed, in_function, scope)


def head(statement: ast.stmt | None) -> range:
    """The lines of a statement, without those of its body."""
    if statement is None:
        return range(0)
    match statement:
        case ast.If(body=[first, *_]) | ast.For(body=[first, *_]) | ast.While(body=[first, *_]):
            end = first.lineno
        case ast.With(body=[first, *_]) | ast.AsyncWith(body=[first, *_]) | ast.AsyncFor(body=[first, *_]):
            end = first.lineno
        case _:
            end = (statement.end_lineno or statement.lineno) + 1
    return range(statement.lineno, max(end, statement.lineno + 1))


def replaced(tree: ast.Module, node: ast.AST, change: Callable[[ast.AST], ast.AST]) -> ast.Module:
    """A copy of the tree with one node changed."""

    class Change(ast.NodeTransformer):
        def visit(self, copy: ast.AST) -> ast.AST:
            if copy is copies[id(node)]:
                return ast.copy_location(change(copy), copy)
            return self.generic_visit(copy)

    copies: dict[int, ast.AST] = {}
    copy = deepcopy(tree, copies)  # the memo tells which copy is whose
    Change().visit(copy)
    return ast.fix_missing_locations(copy)


def told(tree: ast.Module, statement: ast.stmt | None) -> str:
    """The first line of a statement, as it is in this tree."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and statement and node.lineno == statement.lineno:
            lines = [line for line in ast.unparse(node).split("\n") if not line.startswith("@")]
            return " ".join(lines[0].split())
    return ""
