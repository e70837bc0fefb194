"""Which names a template reads that nobody gives it on the way: what its page must know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.template import Node, NodeList, Variable
from django.template.base import FilterExpression, TokenType
from django.template.defaulttags import ForNode, IfNode, RegroupNode, WithNode
from django.template.loader import get_template
from django.template.loader_tags import BlockNode, ExtendsNode, IncludeNode
from django.templatetags.i18n import BlockTranslateNode

# Where tags keep the name under which they leave what they found, for what follows them.
LEFT_AS = ("asvar", "target_var", "var_name", "varname", "variable")
GIVEN = frozenset({"True", "False", "None", "block", "csrf_token"})


@dataclass(frozen=True, slots=True)
class Read:
    """A name that ``template`` reads and that no tag around it gives.

    ``is_alone`` where the page cannot give it either: the part is included with ``only``.
    """

    name: str
    template: str
    is_alone: bool = False


@dataclass(slots=True)
class _Walk:
    """A template with its parents: the blocks that count, and what the names are bound to."""

    template: str
    blocks: dict[str, list[tuple[str, BlockNode]]]
    found: set[Read]
    left: set[str] = field(default_factory=set)


def reads(template: str, bound: frozenset[str] = GIVEN) -> set[Read]:
    """What ``template`` reads with its parents and all that it includes."""
    chain = [(template, get_template(template).template.nodelist)]  # type: ignore[attr-defined]
    while parent := _parent(chain[-1][1]):
        chain.append((parent, get_template(parent).template.nodelist))  # type: ignore[attr-defined]
    blocks: dict[str, list[tuple[str, BlockNode]]] = {}
    for name, nodes in chain:
        for block in nodes.get_nodes_by_type(BlockNode):
            assert isinstance(block, BlockNode)
            blocks.setdefault(block.name, []).append((name, block))
    root, nodes = chain[-1]
    walk = _Walk(root, blocks, set())
    _walk(walk, nodes, bound)
    return walk.found


def _parent(nodes: NodeList) -> str:
    found = next((node for node in nodes if isinstance(node, ExtendsNode)), None)
    return "" if found is None else str(found.parent_name).strip("\"'")


def _walk(walk: _Walk, what: object, bound: frozenset[str]) -> None:
    """Adds what is read in ``what``: a node, an expression, or any row or table of them."""
    match what:
        case FilterExpression():
            _expression(walk, what, bound)
        case Variable():
            _variable(walk, what, bound)
        case ForNode():
            _walk(walk, what.sequence, bound)
            _walk(walk, what.nodelist_loop, bound | {*what.loopvars, "forloop"})
            _walk(walk, what.nodelist_empty, bound)
        case WithNode():
            _walk(walk, what.extra_context, bound)
            _walk(walk, what.nodelist, bound | set(what.extra_context))
        case RegroupNode():  # its expression is about what it leaves
            _walk(walk, what.target, bound)
            walk.left.add(what.var_name)
        case BlockTranslateNode():
            _sentence(walk, what, bound)
        case IncludeNode():
            _include(walk, what, bound)
        case BlockNode():
            _block(walk, what, bound)
        case IfNode():
            for condition, nodes in what.conditions_nodelists:
                _walk(walk, _operands(condition), bound)
                _walk(walk, nodes, bound)
        case Node():
            _walk(walk, vars(what), bound)
            walk.left |= {str(vars(what)[key]) for key in LEFT_AS if vars(what).get(key)}
        case Mapping():
            _walk(walk, list(what.values()), bound)
        case list() | tuple():
            for each in what:
                _walk(walk, each, bound)


def _expression(walk: _Walk, what: FilterExpression, bound: frozenset[str]) -> None:
    _walk(walk, what.var, bound)
    for _function, arguments in what.filters:
        _walk(walk, [value for is_looked_up, value in arguments if is_looked_up], bound)


def _variable(walk: _Walk, what: Variable, bound: frozenset[str]) -> None:
    if what.lookups and what.lookups[0] not in bound | walk.left:
        walk.found.add(Read(what.lookups[0], walk.template))


def _sentence(walk: _Walk, what: BlockTranslateNode, bound: frozenset[str]) -> None:
    _walk(walk, [what.extra_context, what.counter], bound)
    within = bound | set(what.extra_context) | {what.countervar or ""}
    for token in (*what.singular, *what.plural):
        if token.token_type == TokenType.VAR:
            _walk(walk, Variable(token.contents.split("|")[0]), within)
    walk.left |= {what.asvar} if what.asvar else set()


def _include(walk: _Walk, what: IncludeNode, bound: frozenset[str]) -> None:
    _walk(walk, what.extra_context, bound)
    part, given = str(what.template.var), set(what.extra_context)
    if what.isolated_context:
        walk.found |= {replace(one, is_alone=True) for one in reads(part, GIVEN | given)}
    else:
        walk.found |= reads(part, bound | walk.left | given)


def _block(walk: _Walk, what: BlockNode, bound: frozenset[str]) -> None:
    """The block that stands nearest to the page; those below it where it asks for them."""
    template = walk.template
    for name, block in walk.blocks[what.name]:
        walk.template = name
        _walk(walk, block.nodelist, bound)
        if "block.super" not in _texts(block.nodelist):
            break
    walk.template = template


def _texts(nodes: NodeList) -> set[str]:
    return {
        str(node.filter_expression)
        for node in nodes.get_nodes_by_type(Node)
        if hasattr(node, "filter_expression")
    }


def _operands(condition: object) -> Iterator[object] | Sequence[object]:
    """The expressions of a condition: a tree of operators with values as its leaves."""
    if condition is None:
        return []
    if isinstance(value := getattr(condition, "value", None), FilterExpression):
        return [value]
    sides = (getattr(condition, "first", None), getattr(condition, "second", None))
    return [each for side in sides for each in _operands(side)]
