"""`uniqueness` from Python: the verdict on one puzzle, with its evidence."""

import math
from collections.abc import Iterable

from ..comparison.compare import compare
from ..comparison.engine_choice import choose_engines
from ..core.answer import Limits
from ..core.arguments import check_whole_number
from ..core.errors import OptionError
from ..core.names import DEFAULT_ENGINES
from ..engines.protocol import Engine
from ..reading.one_puzzle import PuzzleLike, to_entry
from .certificate import load_prover
from .examine import EvidenceOptions, examine
from .result import ProofFormat, UniquenessResult


def uniqueness(
    puzzle: PuzzleLike,
    engines: "str | Engine | Iterable[str | Engine]" = DEFAULT_ENGINES,
    *,
    seconds: float = 60.0,
    cpu_time: float = math.inf,
    memory: int | None = None,
    count: int = 1000,
    proof_from: str = "sat",
    proof_format: str = "lrat",
    box: tuple[int, int] | None = None,
) -> UniquenessResult:
    """Decide whether a puzzle has one, several or no solutions, with evidence that others can check.

    Parameters: `puzzle` is a `Puzzle`, an `Entry`, the text of a puzzle in any format, the `Path` of a file with one
    puzzle, or rows of integers with 0 for an empty cell. `engines` are engines as text or as objects, one or several.
    `seconds` is the time-out of each engine and of each part of the evidence; `cpu_time` and `memory` limit the
    processor time and the bytes of memory of each engine. Solutions are counted up to `count`. `proof_from` is the
    engine that writes the proof: "sat", "reductio", or a SAT solver that is another program and writes proofs, such as
    "cadical". `proof_format` is "lrat", with hints, or "drup", which is shorter and slower to check. `box` is the
    height and width of the boxes.

    Returns the comparison of the engines, and the evidence: a `UniqueEvidence`, `MultipleEvidence`,
    `UnsolvableEvidence` or `UnknownEvidence`. A part that was not found in time is None, and `missing` has the reason.

    Raises PuzzleError, ArrayError or SourceError if there is no such puzzle, OptionError if there is no such engine or
    format, and TypeError for an argument of a wrong type.

    >>> uniqueness("1... ..2. .3.. ...4")
    <UniquenessResult unique: certificate checked, minimal>
    """
    entry, chosen, limits = to_entry(puzzle, box), choose_engines(engines), Limits(2, seconds, cpu_time, memory)
    check_whole_number("count", count, at_least=2)
    options = EvidenceOptions(limits, count, load_prover(proof_from, limits), _parse_format(proof_format))
    return examine(compare(entry, chosen, limits), options)


def _parse_format(text: str) -> ProofFormat:
    try:
        return ProofFormat(text)
    except ValueError:
        raise OptionError(f"proof_format: expected {' or '.join(ProofFormat)}, found {text!r}") from None
