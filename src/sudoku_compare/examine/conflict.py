"""Why has a puzzle no solution? The givens that cannot stand together, and each change of one given that mends it."""

from ..engine import Ending, Limits, OutOfTime, Stopwatch
from ..engines import engine_from_text
from ..engines.oracle import Oracle, oracle_of_rules
from ..evidence import Mend, Placed
from ..executor import run
from ..puzzle import Puzzle
from .doubts import Doubt, must_solve, only, solutions_by_reductio

CONFIRMING = "cpsat"


def find_conflict(puzzle: Puzzle, watch: Stopwatch) -> tuple[Placed, ...]:
    """Givens that cannot stand together, none of which can be left out.

    Found from the core of a refutation, by leaving out one given after the other: where the rest has a solution, the
    given is needed, and the solution is checked.
    """
    with oracle_of_rules(puzzle.shape, watch) as rules:
        given_of = {
            rules.literal(square, value): Placed(square, value) for square, value in enumerate(puzzle.givens) if value
        }
        if rules.solution(list(given_of)) is not None:
            raise Doubt("sat: finds a solution of a puzzle that is said to have none")
        needed: list[int] = []
        left = rules.core()
        while left:
            literal = left.pop()
            solution = rules.solution(needed + left)
            if solution is None:
                core = set(rules.core())
                left = [kept for kept in left if kept in core]
            else:
                must_solve(only(puzzle, tuple(given_of[kept] for kept in needed + left)), solution)
                needed.append(literal)
    return tuple(sorted(given_of[literal] for literal in needed))


def confirm(puzzle: Puzzle, conflict: tuple[Placed, ...], watch: Stopwatch) -> str:
    """The engine that finds no solution with the conflicting givens alone either; raises OutOfTime."""
    watch.tick()
    answer = run(engine_from_text(CONFIRMING), only(puzzle, conflict), Limits(1, watch.left()))
    if answer.solutions:
        raise Doubt(f"{CONFIRMING}: finds a solution of givens that sat says cannot stand together")
    if answer.ending is Ending.FAILED:
        raise RuntimeError(f"{CONFIRMING} failed: {answer.detail}")
    if answer.ending is not Ending.EXHAUSTED:
        raise OutOfTime
    return CONFIRMING


def find_mends(puzzle: Puzzle, conflict: tuple[Placed, ...], watch: Stopwatch) -> tuple[Mend, ...]:
    """Every single given whose change or removal makes the puzzle unique, the likeliest first.

    Only givens of the conflict can help: the others leave it as it is. Each mend is confirmed by `reductio`; that
    there is no other, `sat` alone says. Those that leave the easiest puzzle come first, a change before a removal:
    that is how puzzles are printed, and how they are mistyped.
    """
    mends = []
    with oracle_of_rules(puzzle.shape, watch) as rules:
        literals = {square: rules.literal(square, value) for square, value in enumerate(puzzle.givens) if value}
        for square, was in conflict:
            others = [literal for other, literal in literals.items() if other != square]
            if rules.solution(others) is None:
                continue  # there is another conflict, in which this given has no part
            counts = {
                value: _count(rules, puzzle.with_value(square, value), [rules.literal(square, value), *others])
                for value in puzzle.shape.values
                if value != was
            }
            to = [value for value, count in counts.items() if count == 1]
            if sum(counts.values()) == 1:
                mends.append(_confirmed(puzzle, square, None, watch))
            mends += [_confirmed(puzzle, square, value, watch) for value in to]
    return tuple(sorted(mends, key=lambda mend: (mend.assumptions, mend.to is None, mend.square, mend.to or 0)))


def _count(rules: Oracle, puzzle: Puzzle, assumptions: list[int]) -> int:
    """How many solutions, up to two, each checked."""
    elsewhere = rules.free_variable()
    for count in range(2):
        solution = rules.solution([*assumptions, elsewhere])
        if solution is None:
            return count
        must_solve(puzzle, solution)
        rules.forbid(solution, where=elsewhere)
    return 2


def _confirmed(puzzle: Puzzle, square: int, to: int | None, watch: Stopwatch) -> Mend:
    mended = puzzle.with_value(square, to or 0)
    solutions, assumptions = solutions_by_reductio(mended, 2, watch)
    if len(solutions) != 1:
        where = puzzle.shape.name_of(square)
        raise Doubt(f"sat says that {to or 'nothing'} at {where} makes it unique; reductio finds {len(solutions)}")
    return Mend(square, puzzle.givens[square], to, assumptions)
