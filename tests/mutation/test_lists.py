"""The lists of expected survivors are up to date: the code that a survivor changes still exists."""

import ast
import tomllib

import pytest

from mutate import PACKAGE_FOLDER, PROJECT, TARGETS, Change, format_expected, read_expected

LISTED = [change for name in TARGETS for change in read_expected(name)]


def read_function(name: str) -> list[str]:
    """Return the lines of a function, given as package.module.function; there may be a subpackage and a class."""
    folder, path = PROJECT / PACKAGE_FOLDER, name.split(".")
    while (folder / path[0]).is_dir():
        folder /= path.pop(0)
    text = (folder / f"{path.pop(0)}.py").read_text()
    node: ast.AST = ast.parse(text)
    for part in path:
        node = next(child for child in ast.iter_child_nodes(node) if getattr(child, "name", None) == part)
    return [line.strip() for line in (ast.get_source_segment(text, node) or "").splitlines()]


@pytest.mark.parametrize("change", LISTED, ids=lambda change: change.function)
def test_the_line_that_a_survivor_changes_exists(change: Change) -> None:
    assert set(change.old.splitlines()) <= set(read_function(change.function))


@pytest.mark.parametrize("name", TARGETS)
def test_every_survivor_has_a_reason(name: str) -> None:
    assert all(len(reason.split()) > 3 for reason in read_expected(name).values())


@pytest.mark.parametrize("old", ["plain", 'with "double" quotes', "with 'single' quotes", "two\nlines", r"a \d"])
def test_a_survivor_is_printed_as_it_is_listed(old: str) -> None:
    change = Change("checking.rup.f", old, "")
    [listed] = tomllib.loads(f"changes = [\n{format_expected(change)}\n]")["changes"]
    assert Change(*listed) == change
