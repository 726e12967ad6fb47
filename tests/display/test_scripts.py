"""The scripts of the pages: modules that can be loaded as they are, or joined into one text."""

import re

import pytest

from sudoku_compare.display.scripts import EXPORT, FOLDER, IMPORT, join_modules, list_modules

NAMES = sorted(path.stem for path in FOLDER.glob("*.js"))
DEFINITION = re.compile(
    r"^(?:export )?(?:async )?(?:function|class|const|let|var) (\[[^\]]*\]|\{[^}]*\}|\w+)", re.MULTILINE
)


def read(name: str) -> str:
    return (FOLDER / f"{name}.js").read_text()


def find_definitions(text: str) -> list[str]:
    return [name for found in DEFINITION.findall(text) for name in re.findall(r"\w+", found)]


def find_exports(name: str) -> set[str]:
    text = read(name)
    return {DEFINITION.match(text, found.start())[1] for found in EXPORT.finditer(text)}  # type: ignore[index]


def test_a_module_comes_after_those_that_it_imports() -> None:
    assert list_modules("explain_page") == ["board", "explanation", "stepper", "explain_page"]
    assert list_modules("trace_page") == ["board", "stepper", "trace", "trace_page"]


@pytest.mark.parametrize("name", NAMES)
def test_the_joined_text_has_no_imports_and_exports(name: str) -> None:
    assert not re.search(r"^\s*(?:import|export)\b", join_modules(name), re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_no_two_joined_modules_define_the_same_name(name: str) -> None:
    names = find_definitions(join_modules(name))
    assert len(names) == len(set(names))


def test_the_modules_that_pages_share_can_all_be_joined() -> None:
    shared = [name for name in NAMES if EXPORT.search(read(name)) and not name.endswith("_page")]
    assert shared == ["board", "explanation", "stepper", "trace"]
    names = [each for name in shared for each in find_definitions(read(name))]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", NAMES)
def test_every_import_names_something_that_is_exported_and_used(name: str) -> None:
    text = read(name)
    for found in IMPORT.finditer(text):
        imported = found["names"].split(", ")
        assert set(imported) <= find_exports(found["module"])
        assert all(len(re.findall(rf"\b{each}\b", text)) > 1 for each in imported)


@pytest.mark.parametrize("name", NAMES)
def test_a_script_cannot_end_the_element_that_contains_it(name: str) -> None:
    """A script is inserted as it is; JSON is escaped by Jinja2."""
    assert not re.search(r"</script|<script|<!--", read(name), re.IGNORECASE)


def test_every_script_is_installed_with_the_package() -> None:
    settings = (FOLDER.parents[3] / "pyproject.toml").read_text()
    assert '"display/scripts/*"' in settings
