"""The runs of a program for one search, each from an input to an output."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import process_time

from ...core.answer import Limits, Stopwatch
from ...processes.failure import Cause, NoAnswer, describe_cause, describe_end, shorten_message
from ...processes.idle_supervisors import prepare_supervisor
from ...processes.limits import ProgramLimits
from ...processes.single_run import ProgramResult, run_program
from .program_engine import ProgramEngine
from .protocol_error import ProtocolError

LIMITED = (Cause.TIME, Cause.CPU, Cause.MEMORY, Cause.OUTPUT)
SHORTEST = 1e-3  # seconds of processor time that a run gets at least


class OneRunProgram(ProgramEngine):
    """A program that is started anew for each run, by a supervisor that is there before the clock starts."""

    def _prepare(self, limits: Limits) -> None:
        prepare_supervisor(ProgramLimits.of_search(limits))


class ProgramRuns:
    """Runs the program of an engine: each run gets the time that is left, and their processor times add up."""

    def __init__(self, engine: ProgramEngine, limits: Limits, watch: Stopwatch, folder: Path) -> None:
        self._engine = engine
        self._limits = limits
        self._watch = watch
        self._input, self._output = folder / engine.input_name, folder / "output"
        self.proof_file = folder / "proof"  # to which the program writes a proof, if it is asked for one
        self._start = process_time()
        self._programs_cpu = 0.0
        self._result: ProgramResult | None = None  # of the last run

    @property
    def cpu(self) -> float:
        """Processor time of the search so far: of the program, and of this process, which writes its input."""
        return self._programs_cpu + process_time() - self._start

    def run(self, content: str, *, with_proof: bool = False) -> tuple[str, int]:
        """Run the program on an input; return what it answered, and its exit code. Raises NoAnswer."""
        command, data = self._make_command(with_proof=with_proof), content.encode()
        if str(self._input) in " ".join(command):
            self._input.write_bytes(data)
            data = b""
        limits = replace(self._limits, cpu=max(SHORTEST, self._limits.cpu - self._programs_cpu))
        try:
            result = run_program(
                command, ProgramLimits.of_search(limits), input=data, read_seconds_left=self._watch.left
            )
        except NoAnswer as error:
            self._programs_cpu += error.cpu or 0.0
            raise self._describe(error) from error
        self._programs_cpu += result.cpu
        self._result = result
        if result.code < 0:
            raise self._fail(result)
        return self._read_answer(command, result), result.code

    def _make_command(self, *, with_proof: bool) -> list[str]:
        description = self._engine.description
        make = description.make_proof_command if with_proof else description.make_command
        return make(
            self._engine.values,
            input=str(self._input),
            output=str(self._output),
            limit=str(self._limits.solutions),
            proof=str(self.proof_file),
        )

    def _read_answer(self, command: list[str], result: ProgramResult) -> str:
        """Return what the program wrote to its result file, if it has one, or else to standard output."""
        if str(self._output) not in " ".join(command):
            return result.output.decode("utf-8", "replace")
        with self.explain_breaches():
            try:
                return self._output.read_text(encoding="utf-8", errors="replace")
            except OSError as error:
                raise ProtocolError("wrote no result file") from error
            finally:
                self._output.unlink(missing_ok=True)

    def _describe(self, error: NoAnswer) -> NoAnswer:
        """Return the error with the limits of the whole search, not of what was left for this run."""
        limits = ProgramLimits.of_search(self._limits)
        reason = describe_cause(error.cause, limits) if error.cause in LIMITED else str(error)
        return NoAnswer(error.cause, reason, cpu=self.cpu)

    def _fail(self, result: ProgramResult) -> NoAnswer:
        """Return the error for a program that ended without an answer."""
        limits = ProgramLimits.of_search(self._limits)
        if result.likely_cause:
            return NoAnswer(result.likely_cause, describe_cause(result.likely_cause, limits), cpu=self.cpu)
        return NoAnswer(Cause.ENDED, describe_end(result.code, result.errors, limits), cpu=self.cpu)

    @contextmanager
    def explain_breaches(self) -> Iterator[None]:
        """Explain a ProtocolError by a limit that the program probably reached, or add the program's last message."""
        try:
            yield
        except ProtocolError as error:
            if self._result and self._result.likely_cause:
                raise self._fail(self._result) from error
            message = shorten_message(self._result.errors if self._result else b"")
            raise ProtocolError(f"{error}; it wrote: {message}" if message else str(error)) from error
