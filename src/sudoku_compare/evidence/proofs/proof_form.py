"""Writes steps as the lines of a proof: DRUP without hints, LRAT with hints.

Only long proofs delete the steps that are not used any more: in a short one, deletions cost more than they save.
"""

from collections.abc import Iterable, Sequence

from .hints import HintedStep

FEWEST_STEPS = 1000  # of a proof with deletions


def format_lrat(steps: Sequence[HintedStep]) -> list[str]:
    """Return the lines of an LRAT proof: number, literals, 0, hints, 0."""
    last_uses = {hint: step.number for step in steps for hint in step.hints} if len(steps) >= FEWEST_STEPS else {}
    lines = []
    for step in steps:
        lines.append(_join([step.number, *step.literals, 0, *step.hints, 0]))
        done = [hint for hint in step.hints if last_uses.get(hint) == step.number and hint >= steps[0].number]
        if done:
            lines.append(f"{step.number} d {_join([*done, 0])}")
    return lines


def format_drup(steps: Sequence[HintedStep]) -> list[str]:
    """Return the lines of a DRUP proof: literals and 0, or `d`, literals and 0."""
    last_uses = _find_last_uses(steps) if len(steps) >= FEWEST_STEPS else {}
    lines = []
    for step in steps:
        if not step.is_helper:
            lines.append(_join([*step.literals, 0]))
            lines += [f"d {_join([*literals, 0])}" for literals in last_uses.get(step.number, ())]
    return lines


def _find_last_uses(steps: Sequence[HintedStep]) -> dict[int, list[tuple[int, ...]]]:
    """Return, for each step, the clauses that no later step needs. What a helper step needs, its users need."""
    last_uses: dict[int, int] = {}
    for step in reversed(steps):
        user = last_uses[step.number] if step.is_helper else step.number
        for hint in step.hints:
            last_uses[hint] = max(user, last_uses.get(hint, 0))
    done: dict[int, list[tuple[int, ...]]] = {}
    for step in steps:
        if not step.is_helper and len(step.literals) > 1:
            done.setdefault(last_uses[step.number], []).append(step.literals)
    return done


def _join(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
