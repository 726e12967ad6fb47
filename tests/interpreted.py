"""What is compiled, run by Python as it stands, beside the compiled modules."""

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import sudoku_compare


@cache
def interpreted(name: str) -> ModuleType:
    """The module of this name (such as `native.solve9`) from its .py file, whatever is compiled beside it."""
    folder, _, module = name.partition(".")
    home = Path(sudoku_compare.__file__).parent / folder
    # In a package of its own, so that what it imports from its folder is not the compiled package's.
    package = sys.modules.setdefault(f"interpreted_{folder}", ModuleType(f"interpreted_{folder}"))
    package.__path__ = [str(home)]
    spec = importlib.util.spec_from_file_location(f"interpreted_{name}", home / f"{module}.py")
    assert spec
    assert spec.loader
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = loaded
    spec.loader.exec_module(loaded)
    return loaded
