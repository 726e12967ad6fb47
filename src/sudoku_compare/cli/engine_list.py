"""The list of engines as text for people, wrapped to the width of the terminal."""

from collections.abc import Iterator
from textwrap import wrap

from ..core.text import make_printable
from ..engines.catalog import Catalog, EngineDescription
from ..engines.external.engine_files import SHIPPED
from ..engines.options import Option

INDENT = 2  # columns before what is said about an engine
LABEL = 7  # columns of words such as `option`, and of the space after them


def format_catalog(catalog: Catalog, width: int) -> str:
    """Return all engines, and then what is wrong or missing, as lines of at most `width` columns."""
    blocks = [format_engine_entry(engine, width) for engine in catalog.engines]
    blocks += [_wrap(f"problem: {problem}", width) for problem in catalog.problems]
    if catalog.missing:
        text = f"not on the PATH, but ready to use if installed: {', '.join(catalog.missing)}"
        blocks.append(_wrap(text, width))
    return "\n\n".join("\n".join(lines) for lines in blocks)


def format_engine_entry(engine: EngineDescription, width: int) -> list[str]:
    """Return one engine as lines: its name with notes, what it does, how it runs, its options and its counts."""
    if engine.problem is not None:
        return [*_wrap(f"{engine.name}  (cannot be loaded)", width), *_wrap(engine.problem, width, start=" " * INDENT)]
    lines = _wrap(f"{engine.name}  ({'; '.join(filter(None, _list_notes(engine)))})", width)
    lines += _wrap(engine.about, width, start=" " * INDENT)
    for label, text in _list_facts(engine):
        lines += _wrap(text, width, start=f"{'':{INDENT}}{label:<{LABEL}}")
    return lines


def _list_facts(engine: EngineDescription) -> Iterator[tuple[str, str]]:
    """Yield what is said about an engine, each with its label."""
    if engine.command:
        yield "runs", " ".join(engine.command)
    if engine.source and engine.source != SHIPPED.name:
        yield "from", engine.source
    for option in engine.options:
        yield "option", _format_option(option)
    for name, meaning in engine.counts.items():
        yield "count", f"{name}: {meaning}"


def _format_option(option: Option) -> str:
    choices = f" [{', '.join(option.choices)}]" if option.choices else ""
    return f"{option.name}={option.default}: {option.help}{choices}"


def _list_notes(engine: EngineDescription) -> list[str | None]:
    if engine.kind == "program":
        version = engine.version or "of unknown version"
        proofs = "writes proofs" if engine.writes_proofs else None
        return [f"program {version}", f"protocol: {engine.protocol}", f"method: {engine.method}", proofs]
    kind = None if engine.kind == "built-in" else engine.kind
    return [kind, engine.backend, f"method: {engine.method}", _format_requirement(engine)]


def _format_requirement(engine: EngineDescription) -> str | None:
    if engine.distribution is None:
        return None
    if not engine.installed:
        return f"not installed: pip install {engine.distribution}"
    return f"uses {engine.distribution} {engine.version or ''}".strip()


def _wrap(text: str, width: int, *, start: str = "") -> list[str]:
    """Return a text as lines below each other, the first one after `start`, without anything that controls a terminal.

    A word that is wider than the terminal, such as a path, stays whole.
    """
    return wrap(
        make_printable(text),
        width,
        initial_indent=start,
        subsequent_indent=" " * max(len(start), INDENT),
        break_long_words=False,
        break_on_hyphens=False,
    ) or [start.rstrip()]
