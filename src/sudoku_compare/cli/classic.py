"""`sudoku-compare classic [NAME]`."""

from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from .choices import engine_option, exit_codes, timeout_option
from .exit_codes import ExitCode, code_of_verdicts

if TYPE_CHECKING:
    from ..comparison.classics import Classic
    from ..comparison.compare import Comparison
    from ..core.entry import Entry


@click.command(epilog=exit_codes())
@click.argument("name", nargs=-1)
@engine_option
@timeout_option(60, "Per engine; inf for no limit.")
@click.option("--list", "is_list", is_flag=True, help="The names that there are.")
@click.option("--json", "as_json", is_flag=True, help="As one JSON object, or with --list one a line.")
def classic(name: tuple[str, ...], engines: tuple[str, ...], timeout: float, is_list: bool, as_json: bool) -> ExitCode:
    """Solve a well-known puzzle and tell about it: AI Escargot, or the one that NAME says.

    Capitals, blanks and signs in NAME do not matter, nor does the rest of a name of which it is a part.
    """
    from ..comparison.classics import DEFAULT as ESCARGOT
    from ..comparison.classics import classics, find
    from ..comparison.compare import compare, engines_by_text
    from ..comparison.tally import Tally
    from ..core.answer import Limits
    from ..core.errors import OptionError
    from ..engines.registry import DEFAULT
    from ..formats.shipped import CLASSICS, load_shipped

    among = classics(load_shipped(CLASSICS))
    if is_list and name:
        raise OptionError("--list tells all names; without NAME would do")
    if is_list:
        _list(among, as_json=as_json)
        return ExitCode.OK
    found, entry = find(" ".join(name) or ESCARGOT, among)
    comparison = compare(entry._replace(name=found.name), engines_by_text(engines or DEFAULT), Limits(2, timeout))
    facts = _facts(comparison, timeout)
    if as_json:
        _print_json(found, comparison, facts)
    else:
        _print(found, comparison, facts)
    tally = Tally()
    tally.add(comparison)
    return code_of_verdicts(tally.verdicts, objections=tally.objections > 0, errors=tally.mistakes > 0)


def _list(among: "list[tuple[Classic, Entry]]", *, as_json: bool) -> None:
    import json

    for found, entry in among:
        if as_json:
            click.echo(json.dumps(_described(found) | {"givens": entry.puzzle.text}))
        else:
            click.echo(f"{found.name}  ({found.origin})" if found.origin else found.name)


def _described(found: "Classic") -> dict[str, Any]:
    return {"classic": found.name, "maker": found.maker or None, "year": found.year, "about": found.about}


def _facts(comparison: "Comparison", timeout: float) -> dict[str, Any]:
    """What is true of it, whoever said what: computed here and now."""
    from ..core.verdict import Verdict
    from ..explanation.depth import depth

    facts: dict[str, Any] = {"count_of_givens": comparison.puzzle.count_givens()}
    if comparison.verdict is Verdict.UNIQUE and comparison.solution:
        facts["redundant_givens"] = _redundant(comparison, timeout)
        facts["depth"] = depth(comparison.puzzle, timeout)
    for result in comparison.results:
        if result.engine == "reductio" and result.verdict is not Verdict.UNKNOWN:
            facts |= result.answer.counts
    return facts


def _redundant(comparison: "Comparison", timeout: float) -> list[str] | None:
    """The givens that could go; None if that cannot be told."""
    from ..core.answer import Limits, OutOfTime, Stopwatch
    from ..evidence.redundant_givens import redundant_givens

    puzzle, solution = comparison.puzzle, comparison.solution or b""
    try:
        found = redundant_givens(puzzle, solution, Stopwatch(Limits(seconds=timeout)))
    except (ImportError, OutOfTime):
        return None
    return [puzzle.shape.name_of(given.cell) for given in found]


def _print_json(found: "Classic", comparison: "Comparison", facts: dict[str, Any]) -> None:
    import json

    from ..comparison.facts import as_json

    click.echo(json.dumps(_described(found) | {"facts": facts} | as_json(comparison)))


def _print(found: "Classic", comparison: "Comparison", facts: dict[str, Any]) -> None:
    from ..formats.source import source_from_text
    from .printer import Printer

    with Printer(source_from_text("classic", ""), as_json=False, boards=True) as printer:
        printer.show([comparison])
        width = printer.console.width
    origin = found.origin and f"By {found.origin}."
    for text in filter(None, (" ".join(filter(None, (origin, found.about))), _sentence(facts))):
        click.echo("\n" + fill(text, width))


def _sentence(facts: dict[str, Any]) -> str:
    said = [f"It has {facts['count_of_givens']} givens"]
    redundant = facts.get("redundant_givens")
    if redundant == []:
        said.append("none of which could go")
    elif redundant:
        said.append(f"of which any one of {len(redundant)} could go ({', '.join(redundant)})")
    if facts.get("assumptions") == 0:
        said.append("and takes no assumption at all")
    elif "assumptions" in facts:
        number, deepest = facts["assumptions"], facts["deepest"]
        nested = f"{deepest} in force at once" if deepest > 1 else "one in force at once"
        said.append(f"and settling it takes reductio {number:,} assumption{'s' * (number > 1)}, at most {nested}")
    return ", ".join(said) + "." + _depth_sentence(facts.get("depth"))


def _depth_sentence(depth: int | None) -> str:
    match depth:
        case None:
            return ""
        case 0:
            return " Disjunctive syllogism alone solves it."
        case 1:
            return " Striking single candidates whose assumption fails by syllogism solves it (depth 1)."
    return f" Refuting single candidates by syllogism does not solve it: refutations have to nest, {depth} deep."
