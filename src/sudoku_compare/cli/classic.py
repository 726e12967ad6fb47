"""`sudoku-compare classic [NAME]`."""

from dataclasses import replace
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from .choices import engine_options, exit_codes, limit_options
from .exit_codes import ExitCode, code_of_verdicts

if TYPE_CHECKING:
    from ..comparison.classics import Classic
    from ..comparison.compare import Comparison
    from ..core.answer import Limits
    from ..core.entry import Entry


@click.command(epilog=exit_codes())
@click.argument("name", nargs=-1)
@engine_options
@limit_options("Time limit per engine; inf for no limit.")
@click.option("--list", "is_list", is_flag=True, help="List the names of all classics.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object; with --list, one per puzzle (JSON Lines).")
def classic(
    name: tuple[str, ...], engines: tuple[str, ...], limits: "Limits", is_list: bool, as_json: bool
) -> ExitCode:
    """Solve a well-known puzzle and describe it.

    NAME is a name from --list, or part of one; case, spaces and punctuation do not matter. The default is
    AI Escargot.
    """
    from ..comparison.classics import DEFAULT as ESCARGOT
    from ..comparison.classics import find_classic, list_classics
    from ..comparison.compare import compare, engines_by_text
    from ..core.errors import OptionError
    from ..core.names import DEFAULT_ENGINES
    from ..formats.shipped import CLASSICS, load_shipped

    classics = list_classics(load_shipped(CLASSICS))
    if is_list and name:
        raise OptionError("--list takes no NAME: it lists all names")
    if is_list:
        _list(classics, as_json=as_json)
        return ExitCode.OK
    found, entry = find_classic(" ".join(name) or ESCARGOT, classics)
    chosen = engines_by_text(engines or DEFAULT_ENGINES)
    comparison = compare(replace(entry, name=found.name), chosen, limits)
    facts = _compute_facts(comparison, limits.seconds)
    if as_json:
        _print_json(found, comparison, facts)
    else:
        _print(found, comparison, facts)
    return code_of_verdicts([comparison.verdict], objections=bool(comparison.judgement.objections), errors=False)


def _list(classics: "list[tuple[Classic, Entry]]", *, as_json: bool) -> None:
    import json

    for found, entry in classics:
        if as_json:
            click.echo(json.dumps(_to_json(found) | {"givens": entry.puzzle.text}))
        else:
            click.echo(f"{found.name}  ({found.origin})" if found.origin else found.name)


def _to_json(found: "Classic") -> dict[str, Any]:
    return {"classic": found.name, "maker": found.maker or None, "year": found.year, "about": found.about}


def _compute_facts(comparison: "Comparison", timeout: float) -> dict[str, Any]:
    """Return what can be computed about the puzzle, as opposed to its history."""
    from ..core.verdict import Verdict
    from ..explanation.depth import depth

    facts: dict[str, Any] = {"count_of_givens": comparison.puzzle.count_givens()}
    if comparison.verdict is Verdict.UNIQUE and comparison.solution:
        facts["redundant_givens"] = _find_redundant(comparison, timeout)
        facts["depth"] = depth(comparison.puzzle, timeout)
    for result in comparison.results:
        if result.engine == "reductio" and result.verdict is not Verdict.UNKNOWN:
            facts |= result.answer.counts
    return facts


def _find_redundant(comparison: "Comparison", timeout: float) -> list[dict[str, Any]] | None:
    """Return the redundant givens, or None if they cannot be found."""
    from ..core.answer import Limits, OutOfTime, Stopwatch
    from ..evidence.json_form import placements_to_json
    from ..evidence.redundant_givens import find_redundant_givens

    puzzle, solution = comparison.puzzle, comparison.solution or b""
    try:
        found = find_redundant_givens(puzzle, solution, Stopwatch(Limits(seconds=timeout)))
    except (ImportError, OutOfTime):
        return None
    return placements_to_json(puzzle, found)


def _print_json(found: "Classic", comparison: "Comparison", facts: dict[str, Any]) -> None:
    import json

    from ..comparison.json_form import to_json

    click.echo(json.dumps(_to_json(found) | {"facts": facts} | to_json(comparison)))


def _print(found: "Classic", comparison: "Comparison", facts: dict[str, Any]) -> None:
    from ..formats.source import source_from_text
    from .printer import Printer

    with Printer(source_from_text("classic", ""), as_json=False, boards=True) as printer:
        printer.show([comparison])
        width = printer.console.width
    origin = found.origin and f"By {found.origin}."
    for text in filter(None, (" ".join(filter(None, (origin, found.about))), _format_facts(facts))):
        click.echo("\n" + fill(text, width))


def _format_facts(facts: dict[str, Any]) -> str:
    sentences = [_format_givens(facts), _format_assumptions(facts), _format_depth(facts.get("depth"))]
    return " ".join(filter(None, sentences))


def _format_givens(facts: dict[str, Any]) -> str:
    number, redundant = facts["count_of_givens"], facts.get("redundant_givens")
    if redundant is None:
        return f"It has {number} givens."
    if not redundant:
        return f"It has {number} givens, and every one is necessary."
    cells = ", ".join(given["cell"] for given in redundant)
    if len(redundant) == 1:
        return f"It has {number} givens, of which 1 is redundant ({cells})."
    return f"It has {number} givens, of which any one of {len(redundant)} can be removed ({cells})."


def _format_assumptions(facts: dict[str, Any]) -> str:
    from ..display.numbers import format_count

    if "assumptions" not in facts:
        return ""
    if facts["assumptions"] == 0:
        return "The engine reductio settles it without any assumption."
    number = format_count(facts["assumptions"], "assumption")
    deepest = f", at most {facts['deepest']} of them active at once" if facts["assumptions"] > 1 else ""
    return f"The engine reductio settles it with {number}{deepest}."


def _format_depth(depth: int | None) -> str:
    match depth:
        case None:
            return ""
        case 0:
            return "Disjunctive syllogism alone solves it."
        case 1:
            return "Removing single candidates whose assumption fails by syllogism solves it (depth 1)."
    return f"Refuting single candidates by syllogism does not solve it: refutations have to be nested to depth {depth}."
