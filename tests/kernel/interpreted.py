"""The kernel's sources, run by Python as they are, beside the compiled modules."""

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from sudoku_compare import kernel

FOLDER = Path(kernel.__file__).parent
PACKAGE = "interpreted_kernel"  # so that what it imports from its own folder is not the compiled package's


@cache
def interpreted(name: str) -> ModuleType:
    """The module of this name, from its .py file whatever is compiled beside it."""
    package = sys.modules.setdefault(PACKAGE, ModuleType(PACKAGE))
    package.__path__ = [str(FOLDER)]
    spec = importlib.util.spec_from_file_location(f"{PACKAGE}.{name}", FOLDER / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
