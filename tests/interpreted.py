"""Load compiled modules from their .py files, to compare interpreted with compiled code."""

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import sudoku_compare


@cache
def load_interpreted(name: str) -> ModuleType:
    """Load a module such as `native.solve9` from its .py file, even if there is a compiled one."""
    folder, _, module = name.partition(".")
    home = Path(sudoku_compare.__file__).parent / folder
    # In a separate package, so that its relative imports do not reach the compiled modules.
    package = sys.modules.setdefault(f"interpreted_{folder}", ModuleType(f"interpreted_{folder}"))
    package.__path__ = [str(home)]
    spec = importlib.util.spec_from_file_location(f"interpreted_{name}", home / f"{module}.py")
    assert spec
    assert spec.loader
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = loaded
    spec.loader.exec_module(loaded)
    return loaded
