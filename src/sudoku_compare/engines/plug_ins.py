"""Python engines that are not part of this program: those that a package registers, and classes in any module.

Their code is never imported into this process. A host process imports it, says what it found there, and searches.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from ..core.answer import Answer, Limits
from ..core.errors import OptionError
from ..core.puzzle import Puzzle
from ..core.text import make_printable
from .hosting.host import HostedClass, describe_hosted, search_in_host
from .options import check_choices, derive_class, format_settings
from .protocol import Engine, Origin, refuse_size

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

OPTIONAL = ("method", "complete", "repeatable", "sizes", "backend", "stream", "search_many")  # what engines may have
LONGEST_TEXT = 500  # characters of what a plug-in says about itself
GROUP = "sudoku_compare.engines"  # the entry-point group in which other packages register their engines


class PlugIn(Engine):
    """An engine in a host process. `make_class` derives a class for each, whose fields are the options."""

    _reference: ClassVar[str]  # module:Class
    _folder: ClassVar[str]  # in which the module is looked for first, if there is one
    sizes: ClassVar[tuple[int, ...] | None] = None
    origin: ClassVar = Origin.PLUG_IN

    def __post_init__(self) -> None:
        check_choices(self)

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        """Search in the host; the answer is well-formed, and its times were also measured outside the engine."""
        return refuse_size(self.sizes, puzzle.shape) or search_in_host(self.hosted, puzzle, limits).answer

    @property
    def hosted(self) -> HostedClass:
        return HostedClass(self._reference, format_settings(self), self._folder)


def list_plug_ins() -> list[str]:
    """Return the names of the engines that other packages register, without importing them."""
    return sorted(_find_entry_points())


def load_plug_in(name: str) -> type[Engine] | None:
    """Return the class that a package registers under this name, or None; raise OptionError if it cannot be loaded."""
    point = _find_entry_points().get(name)
    return load_class(name, point.value) if point else None


def load_class_in_module(name: str) -> type[Engine]:
    """Return the class `module:Class`; the module may also be in the current folder. Raises OptionError."""
    return load_class(name, name, str(Path.cwd()))


@cache
def load_class(name: str, reference: str, folder: str = "") -> type[Engine]:
    """Return a class that stands for `module:Class` under this name; raise OptionError if it cannot be loaded.

    Only the host looks into the folder: other files there must not be imported into this process.
    """
    found = describe_hosted(HostedClass(reference, folder=folder))
    try:
        problem = found.get("problem") or _find_taken_option(found)
        if not problem:
            return make_class(found, name=name, _reference=reference, _folder=folder)
    except (KeyError, TypeError, ValueError):
        problem = "its process does not describe an engine"
    what = "cannot be loaded" if name == reference else f"cannot load {reference}"
    raise OptionError(f"engine {name}: {what}: {make_printable(str(problem))}")


def make_class(found: Mapping[str, Any], **names: str) -> type[Engine]:
    """Return the class that stands for the one that a host described.

    Raises KeyError, TypeError or ValueError if the description is not one.
    """
    texts = {key: found[key] and _shorten(found[key]) for key in ("package", "distribution", "method")}
    return derive_class(
        PlugIn,
        found["options"],
        __doc__=_shorten(found["about"]),
        complete=bool(found["is_complete"]),
        stoppable=bool(found["is_stoppable"]),
        repeatable=bool(found["is_repeatable"]),
        sizes=found["sizes"] and tuple(map(int, found["sizes"])),
        counted={_shorten(count): _shorten(meaning) for count, meaning in dict(found["counted"]).items()},
        **texts,
        **names,
    )


def _find_taken_option(found: Mapping[str, Any]) -> str:
    """Return what is wrong with an option that is called like something that every plug-in has."""
    taken = {*dir(PlugIn), *OPTIONAL}
    return next((f"option {name}: this name is reserved" for name, *_ in found["options"] if name in taken), "")


def _shorten(text: str) -> str:
    """Return text of a plug-in that is harmless to show."""
    return make_printable(text[:LONGEST_TEXT])


@cache
def _find_entry_points() -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points  # imported late: it slows down every start

    return {point.name: point for point in entry_points(group=GROUP)}
