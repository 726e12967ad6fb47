"""The facts of a comparison in plain words and numbers, from which both text and JSON are made."""

from typing import Any

from ..core.answer import Ending
from ..core.puzzle import Grid, compact, differences
from ..core.text import join_words
from ..core.verdict import EngineResult, Verdict
from .compare import Comparison


def reason(comparison: Comparison) -> str:
    """Why the verdict is what it is, in one sentence."""
    settled = [t.engine for t in comparison.results if t.answer.ending is Ending.EXHAUSTED]
    several = len(comparison.judgement.solutions) > 1
    match comparison.verdict:
        case Verdict.UNIQUE:
            return f"exactly one solution, checked; settled by {join_words(settled)}"
        case Verdict.UNSOLVABLE:
            clash = comparison.puzzle.find_clash()
            return str(clash) if clash else f"no solution; settled by {join_words(settled)}"
        case Verdict.MULTIPLE:
            return f"two different solutions, both checked; they differ on {_differences(comparison)}"
        case Verdict.SOLVED:
            return "a solution, checked; " + ("not the only one" if several else "others were not looked for")
        case _:
            return _why_unknown(comparison, settled)


def _why_unknown(comparison: Comparison, settled: list[str]) -> str:
    if not comparison.judgement.agreed and comparison.judgement.objections:
        return "the answers contradict each other"
    endings = {result.answer.ending for result in comparison.results}
    remedy = "a longer --timeout may help" if Ending.TIMED_OUT in endings else "another --engine may help"
    if settled:
        claim = next(t.verdict for t in comparison.results if t.answer.ending is Ending.EXHAUSTED)
        return f"only {settled[0]} settled it ({claim}), and one witness is not enough; {remedy}"
    if endings == {Ending.FAILED}:
        return "every engine failed"
    found = "a solution was found, but not whether it is the only one" if comparison.solution else "no solution found"
    cause = "time ran out" if Ending.TIMED_OUT in endings else "no engine could settle it"
    return f"{cause}: {found}; {remedy}"


def _differences(comparison: Comparison) -> str:
    name = comparison.puzzle.shape.name_of
    cells = [name(cell) for cell in differences(*comparison.judgement.solutions[:2])]
    shown = ", ".join(cells[:4]) + (", ..." if len(cells) > 4 else "")
    return f"{len(cells)} cells ({shown})"


def as_line(comparison: Comparison) -> str:
    """The puzzle, its verdict and its solution in one line, and below it a line for each objection."""
    entry, solution = comparison.entry, comparison.solution
    shown = compact(solution, entry.puzzle.shape) if solution else reason(comparison)
    line = f"{entry.id}  {comparison.verdict}  {shown}" + (f"  {entry.name}" if entry.name else "")
    if comparison.evidence:
        from ..evidence.text import in_short  # late: most runs have none, and every start would pay

        line += f"  {in_short(comparison.evidence)}"
    return "\n".join([line, *(f"{entry.id}  objection: {text}" for text in comparison.judgement.objections)])


def as_json(comparison: Comparison) -> dict[str, Any]:
    """One comparison as plain values; boards are lines in the compact form of their size."""
    puzzle, judgement = comparison.puzzle, comparison.judgement
    clash = puzzle.find_clash()
    evidence: dict[str, Any] = {}
    if comparison.evidence:
        from ..evidence.json_form import evidence_as_json

        evidence["evidence"] = evidence_as_json(comparison)
    return {
        "id": comparison.entry.id,
        "name": comparison.entry.name,
        "size": puzzle.shape.side,
        "box": puzzle.shape.box,
        "givens": puzzle.text,
        "verdict": str(comparison.verdict),
        "reason": reason(comparison),
        "clash": str(clash) if clash else None,
        "solution": _line(comparison, comparison.solution),
        "agreed": judgement.agreed,
        "objections": list(judgement.objections),
        "engines": [_result(comparison, result) for result in comparison.results],
        **evidence,
    }


def _result(comparison: Comparison, result: EngineResult) -> dict[str, Any]:
    answer = result.answer
    return {
        "engine": result.engine,
        "verdict": str(result.verdict),
        "ending": str(answer.ending),
        "solutions": [_line(comparison, solution) for solution in answer.solutions],
        "seconds": {
            "build": answer.seconds.build,
            "first": answer.seconds.first,
            "settle": answer.seconds.settle,
        },
        "counts": dict(answer.counts),
        "detail": answer.detail,
    }


def _line(comparison: Comparison, grid: Grid | None) -> str | None:
    return None if grid is None else compact(grid, comparison.puzzle.shape)


def duration(seconds: float | None) -> str:
    """Three figures and a unit that suits; a dash where there is nothing to tell."""
    if seconds is None:
        return "-"
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size or unit == "us":
            value = seconds / size
            return f"{value:.{max(0, 2 - len(str(int(value))) + 1)}f} {unit}"
    raise AssertionError("every duration has a unit")
