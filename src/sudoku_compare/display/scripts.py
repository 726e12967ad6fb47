"""The scripts of the pages: ES modules, which a server sends as files and which a page in one file contains joined."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).with_name("scripts")
IMPORT = re.compile(r'^import \{ (?P<names>[^}\n]*) \} from "\./(?P<module>\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) )", re.MULTILINE)


@cache
def join_modules(name: str) -> str:
    """Return a module and everything that it imports as the text of one inline script.

    A module comes after those that it imports. The imports and the word `export` are left out, so the modules must not
    define the same names at the top level.
    """
    return "\n".join(EXPORT.sub("", IMPORT.sub("", _read_module(module))) for module in list_modules(name))


def list_modules(name: str) -> list[str]:
    """Return the names of a module and of everything that it imports, in the order in which they can run."""
    return list(dict.fromkeys(_walk_imports(name)))


def _walk_imports(name: str) -> Iterator[str]:
    for found in IMPORT.finditer(_read_module(name)):
        yield from _walk_imports(found["module"])
    yield name


def _read_module(name: str) -> str:
    return (FOLDER / f"{name}.js").read_text(encoding="utf-8")
