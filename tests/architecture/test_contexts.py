"""Pages are made of dataclasses: what a template reads is a field, and what is a field is read."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from types import FunctionType, ModuleType

from django.http import HttpRequest
from django.template import engines
from django.template.backends.django import DjangoTemplates

from league.web import rendering
from tests.architecture.template_names import GIVEN, reads
from tests.architecture.test_imports import sources

DOORS = {"page": 1, "part": 0, "in_zone": 2}  # where each takes its template; the context follows
# The only files that render from names without a type, each with its reason.
UNTYPED = {
    "league/web/rendering.py": "the doors themselves",
    "league/web/errors.py": "says that something went wrong, whatever it was",
    "league/web/refusals.py": "says no, in the same words for all pages",
}
# What a parent or a part of many pages shows only where it is given.
OPTIONAL = {
    "base.html": {"crumbs"},
    "components/_copy.html": {"label"},
    "components/_empty.html": {"href", "icon", "label"},
    "components/_form.html": {"title"},
    "components/_form_errors.html": {"title"},
    "components/_issues.html": {"focus", "title"},
    "components/_link_card.html": {"link_card"},
    "components/_name.html": {"comma"},
    "components/_notice.html": {"focus", "role"},
    "components/_status.html": {"word"},
    "components/_subscribe.html": {"id"},
    "league/occasions/_differences.html": {"here"},
    "league/occasions/_moves.html": {"of"},
    "league/play/_choice_groups.html": {"takes_focus"},
    "league/play/boards/_chip.html": {"piece"},
    "league/play/boards/_coal.html": {"at", "is_new", "piece"},
    "league/play/boards/_die.html": {"at", "piece"},
    "league/play/boards/_seat.html": {"piece"},
    "league/play/boards/dice_devils/_who.html": {"piece"},
    "league/play/boards/teufel_teufel/_face.html": {"under"},
    "league/public/_your_table.html": {"link"},
    "league/records/_box.html": {"compact", "hide_hint", "hide_label"},
    "league/records/_read.html": {"names", "open", "text"},  # places and points may say it all
    "league/standings/_moments.html": {"period"},
    "league/standings/_publishing.html": {"withheld"},
}


@dataclass(frozen=True, slots=True)
class Rendered:
    """A template, and the class of the context that a view hands it."""

    file: str
    template: str
    context: type


def processed() -> frozenset[str]:
    """The names that every page has, whatever its view gives."""
    backend = engines["django"]
    assert isinstance(backend, DjangoTemplates)
    found: set[str] = set()
    request = HttpRequest()
    for processor in backend.engine.template_context_processors:
        found |= set(processor(request))
    return frozenset(found) | GIVEN


def rendered() -> Iterator[Rendered]:
    """Every call that makes a page or a part of one."""
    for name, path in sources("league/web"):
        if name in UNTYPED:
            continue
        module = importlib.import_module(name[:-3].replace("/", "."))
        tree = ast.parse(path.read_text())
        for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
            for call, at in calls(function, module):
                template = ast.literal_eval(call.args[at])
                yield Rendered(name, template, class_of(call.args[at + 1], function, module))


def calls(function: ast.FunctionDef, module: ModuleType) -> Iterator[tuple[ast.Call, int]]:
    """What is called there to render, with the place of its template."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            called = resolved(ast.unparse(node.func), module)
            for name, at in DOORS.items():
                if called is getattr(rendering, name):
                    yield node, at


def class_of(context: ast.expr, function: ast.FunctionDef, module: ModuleType) -> type:
    """The class of an argument: named by its call, by what a helper returns, or by a variable."""
    match context:
        case ast.Call(func=ast.Name(id="replace"), args=[first, *_]):
            return class_of(first, function, module)
        case ast.Call(func=called):
            found = resolved(ast.unparse(called), module)
            if isinstance(found, type):
                return found
            assert isinstance(found, FunctionType), (module.__name__, ast.unparse(called))
            home = importlib.import_module(found.__module__)
            return resolved_type(found.__annotations__["return"], home)
        case ast.Name(id=name):
            for node in ast.walk(function):
                match node:
                    case ast.AnnAssign(target=ast.Name(id=target)) if target == name:
                        return resolved_type(ast.unparse(node.annotation), module)
                    case ast.Assign(targets=[ast.Name(id=target)]) if target == name:
                        return class_of(node.value, function, module)
                    case ast.arg(arg=target, annotation=said) if target == name and said:
                        return resolved_type(ast.unparse(said), module)
    raise AssertionError(f"{module.__name__}:{context.lineno}: which class is this?")


def resolved(name: str, module: ModuleType) -> object:
    found: object = module
    for part in name.split("."):
        found = getattr(found, part, None)
    return found


def resolved_type(name: str, module: ModuleType) -> type:
    found = resolved(name, module)
    assert isinstance(found, type), (module.__name__, name)
    return found


def names(context: type) -> set[str]:
    return {one.name for one in fields(context)} if is_dataclass(context) else set()


def test_pages_are_rendered_from_dataclasses_alone() -> None:
    bare = {
        name
        for name, path in sources("league/web")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Name) and node.id in {"render", "render_to_string"}
    }
    loose = [one for one in rendered() if not is_dataclass(one.context)]

    assert bare == set(UNTYPED)
    assert loose == []


def test_every_name_that_a_template_reads_is_a_field_of_its_page() -> None:
    known, found = processed(), list(rendered())

    lacking = sorted(
        {
            f"{one.context.__name__}.{read.name}: {read.template}"
            for one in found
            for read in reads(one.template)
            if read.name not in OPTIONAL.get(read.template, set())
            and (read.is_alone or read.name not in known | names(one.context))
        }
    )

    assert len(found) > 100
    assert lacking == []


def test_every_field_of_a_page_is_read_by_a_template() -> None:
    read: dict[type, set[str]] = {}
    for one in rendered():
        for owner in one.context.__mro__:
            found = {each.name for each in reads(one.template) if not each.is_alone}
            read.setdefault(owner, set()).update(found)

    dead = sorted(
        f"{owner.__name__}.{name}"
        for owner, by_templates in read.items()
        for name in names(owner) & set(vars(owner).get("__annotations__", {}))
        if name not in by_templates
    )

    assert dead == []
