"""The engines by name: built-in ones, plug-ins of other packages, classes in modules, and other programs.

`docs/engines.md` says how to add one. An engine's module is imported when the engine is loaded. Third-party packages
are imported when it searches, or when only the package can tell whether an option's value exists (such as the name of a
solver).
"""

from importlib import import_module
from importlib.util import find_spec

from ..core.errors import OptionError
from ..core.text import make_printable, suggest
from .options import configure_engine
from .protocol import Engine

BUILT_IN = {
    "reductio": "reductio.engine:Reductio",
    "sat": "sat.engine:Sat",
    "cpsat": "cpsat.engine:CpSat",
    "kernel": "kernel:Kernel",
    "backtrack": "backtrack.engine:Backtrack",
    "bifurcation": "bifurcation:Bifurcation",
    "logic": "logic:Logic",
    "tabu": "tabu:Tabu",
}


def load_engine(text: str) -> Engine:
    """Return the engine that a configuration describes: its name, then options as `:key=value,key=value`.

    Raise OptionError if there is no such engine, option or value.

    >>> from sudoku_compare.core.answer import Limits
    >>> from sudoku_compare.core.puzzle import Puzzle
    >>> engine = load_engine("backtrack:order=fewest")
    >>> engine.search(Puzzle.from_text("1... ..2. .3.. ...4"), Limits(solutions=2)).ending
    <Ending.EXHAUSTED: 'exhausted'>
    """
    if not text.isprintable():  # it is shown on terminals and kept in records
        raise OptionError(f"engine {make_printable(text)}: expected printable characters only")
    name, settings = split_text(text)
    return configure_engine(load_engine_class(name), settings)


def split_text(text: str) -> tuple[str, str]:
    """Return the name of an engine and its settings, as text; the name may be `module:Class`.

    >>> split_text("sat:solver=glucose4"), split_text("my.module:Solver:depth=2"), split_text("./solver")
    (('sat', 'solver=glucose4'), ('my.module:Solver', 'depth=2'), ('./solver', ''))
    """
    name, _, rest = text.partition(":")
    first, _, settings = rest.partition(":")
    is_class = first and "=" not in first and name not in BUILT_IN and not _is_program(name)
    return (f"{name}:{first}", settings) if is_class else (name, rest)


def _is_program(name: str) -> bool:
    from .external.engine_files import find_description  # imported late: most runs use built-in engines only

    return "/" in name or find_description(name) is not None


def load_engine_class(name: str) -> type[Engine]:
    """Return the class of the engine with this name; raise OptionError if it does not exist or cannot be loaded.

    A name is looked up among the built-in engines, the descriptions of other programs, and the plug-ins. A name with a
    colon is a class in a module, and one with a slash is a program.
    """
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        built_in: type[Engine] = getattr(import_module(f".{module}", __package__), attribute)
        return built_in
    from .external.programs import load_program_class  # imported late: most runs use built-in engines only
    from .plug_ins import load_class_in_module, load_plug_in

    if ":" in name:
        return load_class_in_module(name)
    if found := load_program_class(name):
        return found
    if plug_in := load_plug_in(name):
        return plug_in
    raise OptionError(f"unknown engine {name!r}; {suggest(name, list_engine_names())}")


def list_engine_names() -> list[str]:
    """Return the names of all engines: the built-in ones, then the programs that are described, then the plug-ins."""
    from .external.programs import list_program_names
    from .plug_ins import list_plug_ins

    return list(dict.fromkeys([*BUILT_IN, *list_program_names(), *list_plug_ins()]))


def is_installed(engine: type[Engine]) -> bool:
    """Return whether the package that the engine needs is installed, without importing it."""
    if engine.package is None:
        return True
    try:
        return find_spec(engine.package.partition(".")[0]) is not None  # of a submodule, it would import the package
    except ValueError:  # a plug-in may call its package anything
        return False
