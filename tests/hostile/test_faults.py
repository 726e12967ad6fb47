"""The hostile set: whatever an engine does, it is recorded honestly, the run goes on, and no process is left.

Each fault shows at one puzzle, in `solve`, in `uniqueness` and in `bench`, beside honest engines.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from hostile.commands import TIME_OUT, TRUTH, TWO, UNIQUE, Results, name_engine, run_commands
from hostile.marking import needs_proc

pytestmark = needs_proc

FORMS = {"l": "lines", "p": "plug-in", "s": "sat-program"}
ENDED = r"(it|its process) ended"
NO_STATUS = "no status such as 's SATISFIABLE'; the exit code is"
MEMORY = ("--memory", "500MB")
OUTPUT = ("--output-limit", "10MB")


@dataclass(frozen=True)
class Fault:
    """What an engine does wrong, and what is recorded."""

    name: str
    forms: str  # of engines that have it; a small letter: only in the slow or the long tests
    ending: str
    detail: str = ""  # a pattern
    objection: str = ""  # a pattern; none if it is empty
    puzzle: str = UNIQUE  # at which it shows
    options: tuple[str, ...] = ()
    later: tuple[str, str] | None = None  # the ending of the next puzzle, and a pattern, if the fault shows there
    outer: float = 0.0  # seconds that are recorded at least
    limit: float | None = None  # the time limit, in seconds


def time_out(name: str, forms: str, detail: str = r"|stopped from outside") -> Fault:
    return Fault(name, forms, "timed_out", detail, outer=TIME_OUT, limit=TIME_OUT)


def fail(name: str, forms: str, detail: str, options: tuple[str, ...] = ()) -> Fault:
    return Fault(name, forms, "failed", detail, options=options)


def lie(name: str, forms: str, ending: str, objection: str, puzzle: str = UNIQUE) -> Fault:
    return Fault(name, forms, ending, objection=objection, puzzle=puzzle)


def refuse(name: str, forms: str, expected: str) -> Fault:
    """A malformed answer of a plug-in, or one that does not follow its protocol."""
    return fail(name, forms, f"(malformed answer: )?{expected}.*")


HARMLESS = "hop change_folder start_daemon"  # an honest answer follows

PROCESS_FAULTS = [
    time_out("hang", "lps"),
    time_out("ignore_sigterm", "LPs"),
    time_out("hang_with_daemon", "LPS"),
    time_out("stop_parent", "Lps"),
    Fault("spin", "LPs", "timed_out", "processor time limit of 0.5 s reached", options=("--cpu-time", "0.5")),
    *(Fault(name, "lps", "exhausted") for name in HARMLESS.split()),
    Fault("fork_many", "LpS", "exhausted"),
    Fault("print_much", "lPs", "exhausted"),
    fail("take_memory", "LPS", "memory limit of 500 MB reached", MEMORY),
    fail("take_memory_at_once", "lps", "memory limit of 500 MB reached", MEMORY),
    fail("take_memory_in_child", "Lps", "memory limit of 500 MB reached", MEMORY),
    fail("take_memory_as_c_does", "Lps", rf"{ENDED} by SIGSEGV before it answered \(a memory limit was.*", MEMORY),
    Fault("map_memory_in_child", "lps", "exhausted", options=MEMORY),
    fail("flood_output", "LPs", "output limit of 10 MB reached", OUTPUT),
    fail("flood_errors", "Lps", "output limit of 10 MB reached", OUTPUT),
    fail("flood_file", "Lps", r"output limit of 10 MB reached|OSError: \[Errno 27\] File too large", OUTPUT),
    fail("flood_file_with_other_program", "lps", "output limit of 10 MB reached", OUTPUT),
    fail("crash", "lPs", rf"{ENDED} by SIGSEGV before it answered.*"),
    fail("crash_in_library", "Lps", rf"{ENDED} by SIGSEGV before it answered.*"),
    fail("leave", "LPs", rf"{ENDED} with exit code 0 before it answered|{NO_STATUS} 0"),
    fail("exit_with_message", "lps", r".*exit code (is )?1.*: \?\[31mlast line|SystemExit: first line"),
    fail("close_output", "L", "it closed its output before it answered"),
    time_out("close_output", "ps"),
    fail("close_all", "ls", rf"{ENDED} with exit code 120 before it answered|{NO_STATUS} 120"),
    Fault("close_all", "P", "exhausted"),
    fail("kill_parent", "lps", "(it|its process) lost its supervisor process"),
    fail("kill_parent_with_daemon", "LPs", "(it|its process) lost its supervisor process"),
    fail("interrupt_group", "LPs", rf"{ENDED} by SIGINT before it answered: KeyboardInterrupt"),
    fail("interrupt_parent", "lps", "(it|its process) lost its supervisor process"),
]

LIES = [
    lie("wrong", "LpS", "exhausted|enough", "not a solution: "),
    lie("no-solution", "LPs", "exhausted", "claimed unsolvable, but missed the solution 3142241313244231"),
    lie("one-of-two", "lPS", "exhausted", "claimed unique, but missed the solution 1243431221343421", TWO),
    lie("same-twice", "lp", "enough", "returned the same solution twice", TWO),
    lie("other-puzzle", "l", "exhausted", "not a solution: "),
    lie("short-solution", "p", "exhausted", "not a solution: expected 16 cells, found 15"),
    lie("large-values", "p", "exhausted", "not a solution: r1c1: expected 1 to 4, found 255"),
    lie("many-solutions", "p", "exhausted", "returned 1000 solutions, at most 2 expected"),
    lie("all-true", "s", "enough", "not a solution: "),
    lie("large-literals", "s", "enough", "not a solution: r1c1: expected 1 to 4, found 0"),
]

GARBAGE = [
    time_out("nothing", "l", "|no answer in time.*"),
    time_out("not-a-line", "l", "|no answer in time.*"),
    time_out("late", "L", "|no answer in time.*"),
    Fault("slow", "l", "exhausted"),
    Fault("count-only", "l", "stuck", "counted 1 solution, but showed none"),
    Fault("two-lines", "L", "exhausted", later=("failed", "it wrote more than one line.*: 1 3142241313244231")),
    Fault("close-input", "L", "exhausted", later=("timed_out", "(no answer.*)?"), limit=TIME_OUT),
    fail("long-line", "L", "output limit of 1 MB reached", ("--output-limit", "1MB")),
    refuse("empty", "l", "expected a solution or a count, found an empty line"),
    refuse("nul", "Ls", r"r1c1 of a solution: expected a value of a 4x4 board, found '\?'|no status"),
    refuse("not-utf-8", "ls", "expected .*, found '\ufffd+'"),
    refuse("escapes", "ls", r"expected .*, found '\?]0;title\?\?\[31m'"),
    refuse("words", "l", "expected a solution of 16 characters or a count, found 'the'"),
    refuse("huge-count", "l", r"expected .*, found '9{40}\.\.\.' \(5000 characters\)"),
    refuse("negative-count", "l", "expected a solution of 16 characters or a count, found '-1'"),
    refuse("too-short", "l", "expected one count, found '1' and '314224131324423'"),
    refuse("nothing", "s", f"{NO_STATUS} 0"),
    refuse("code-only", "s", f"{NO_STATUS} 10"),
    refuse("other-code", "s", "the status is SATISFIABLE, but the exit code is 20"),
    refuse("no-model", "s", "satisfiable, but without a model"),
    refuse("half-a-model", "S", "not a model: it is cut short, no 0 ends it"),
    refuse("both", "s", "the status is both SATISFIABLE and UNSATISFIABLE"),
    refuse("huge-number", "s", r"expected a whole number, found '9{40}\.\.\.'"),
]

PLUG_IN_FAULTS = [
    *(
        refuse(f"{kind}-seconds", form, rf"seconds\.settle: expected 0 to 1e9 seconds, found {found}")
        for kind, form, found in (("nan", "P", "nan"), ("infinite", "p", "inf"), ("negative", "p", "-1.0"))
    ),
    refuse("seconds-as-text", "p", r"seconds\.settle: expected 0 to 1e9 seconds, found '1.0'"),
    refuse("huge-seconds", "p", r"seconds\.settle: expected 0 to 1e9 seconds, found 10+"),
    refuse("no-seconds", "p", "seconds: expected Seconds, found None"),
    refuse("huge-count", "P", r"counts, tries: expected a whole number .*, found \(int that cannot be shown\)"),
    refuse("large-count", "p", r"counts, tries: expected a whole number .*, found 9223372036854775808"),
    refuse("negative-count", "p", "counts, tries: expected a whole number .*, found -1"),
    refuse("bool-count", "p", "counts, tries: expected a whole number .*, found True"),
    refuse("float-count", "p", r"counts, tries: expected a whole number .*, found 1\.0"),
    refuse("many-counts", "p", "counts: expected at most 100, found {'tries 0': 1"),
    refuse("count-name", "P", "counts: expected printable names of at most 100 characters, found '.x1b"),
    refuse("long-count-name", "p", "counts: expected printable names of at most 100 characters, found 'tttt"),
    refuse("detail-number", "p", "detail: expected text, found 5"),
    refuse("detail-subclass", "p", "detail: expected text, found '.x1b"),
    refuse("no-answer", "p", "expected an Answer, found None"),
    refuse("unprintable-answer", "p", r"expected an Answer, found \(Unprintable that cannot be shown\)"),
    refuse("word-as-ending", "p", "ending: expected an Ending, found 'exhausted'"),
    Fault("detail-escapes", "P", "exhausted", r"\?]0;title\?\?\[31mred line\?"),
    Fault("long-detail", "p", "exhausted", "x{500}"),
    Fault("detail-surrogates", "p", "exhausted", r"\?"),
    fail("error", "p", "ZeroDivisionError: division by zero"),
    fail("unprintable-error", "P", r"Unprintable: \(Unprintable that cannot be shown\)"),
    fail("leaving-error", "p", r"Leaving: \(Leaving that cannot be shown\)"),
    fail("named-error", "p", r"\?\[31mRed: \?\[31mred"),
    fail("exit", "p", "SystemExit: 0"),
    fail("interrupt", "p", "KeyboardInterrupt"),
    fail("recursion", "p", "RecursionError: maximum recursion depth exceeded.*"),
    fail("memory-error", "p", "memory limit of 500 MB reached", MEMORY),
    fail("write-everywhere", "p", "its process wrote something else instead of an answer"),
    Fault("replace-output", "P", "exhausted"),
    Fault("replace-handlers", "p", "exhausted"),
    Fault("remove-modules", "p", "exhausted"),
    Fault("underreport", "P", "exhausted", outer=1.0),
]


def list_cases() -> Iterator[object]:
    for fault in [*PROCESS_FAULTS, *LIES, *GARBAGE, *PLUG_IN_FAULTS]:
        for letter in fault.forms:
            form = FORMS[letter.lower()]
            yield pytest.param(fault, form, id=f"{form} {fault.name}", marks=choose_marks(fault, letter))


def choose_marks(fault: Fault, letter: str) -> list[pytest.MarkDecorator]:
    """Every fault is tested in one form at least by `.ci/run`, and in all forms by the long tests."""
    if letter.isupper():
        return []
    is_only_test = fault.forms.islower() and letter == fault.forms[0]
    return [pytest.mark.slow if is_only_test else pytest.mark.long]


@pytest.mark.parametrize(("fault", "form"), list(list_cases()))
def test_a_fault_is_recorded_honestly_and_the_run_goes_on(fault: Fault, form: str, folder: Path, mark: str) -> None:
    engine = name_engine(form, fault.name, fault.puzzle)
    for command, results in run_patiently(fault, folder, mark, engine).items():
        check(fault, engine, command, results)


def run_patiently(fault: Fault, folder: Path, mark: str, engine: str) -> dict[str, Results]:
    """Run the commands; again with more time if the short limit was not enough for puzzles without a fault.

    On a busy machine a new interpreter may take seconds. An engine that does not go on fails at any limit.
    """
    if fault.limit is None:
        return run_commands(folder, mark, engine, *fault.options)
    for factor in (1, 4, 16):
        results = run_commands(folder, mark, engine, *fault.options, "--timeout", f"{fault.limit * factor:g}")
        if not any(has_unexpected_time_out(fault, engine, result) for result in results.values()):
            break
    return results


def has_unexpected_time_out(fault: Fault, engine: str, results: Results) -> bool:
    """Return whether the engine timed out at a puzzle at which it has no fault."""
    faulty = {fault.puzzle, TWO} if fault.later else {fault.puzzle}
    return any(
        answers[engine].ending == "timed_out" for givens, answers in results.answers.items() if givens not in faulty
    )


def check(fault: Fault, engine: str, command: str, results: Results) -> None:
    """Check what a command says about the engine with the fault."""
    answer = results.answers[fault.puzzle][engine]
    assert re.fullmatch(fault.ending, answer.ending), answer
    assert re.fullmatch(fault.detail, answer.detail), answer
    assert answer.total >= fault.outer
    for givens, answers in results.answers.items():
        if fault.later and givens == TWO:
            ending, detail = fault.later
            assert answers[engine].ending == ending
            assert re.fullmatch(detail, answers[engine].detail), answers[engine]
        elif givens != fault.puzzle:
            assert answers[engine].verdict == TRUTH[givens], "it goes on after its fault"
    if fault.objection:
        assert [text for text in results.objections if re.search(fault.objection, text)]
        assert all(text.startswith(f"{engine}: ") for text in results.objections)
    else:
        assert results.objections == []
    has_failed = fault.ending == "failed" or (fault.later and fault.later[0] == "failed")
    assert results.code == (1 if fault.objection else 3 if command != "bench" else 5 if has_failed else 0)
    if has_failed and command == "bench":
        assert f"{engine}: 1 of 5 searches failed, the first with: " in results.errors
