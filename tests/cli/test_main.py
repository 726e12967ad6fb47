"""The program around its commands: help, version, usage errors, inputs, completion, the public API."""

import importlib.metadata
import inspect
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

import sudoku_compare as package
from conftest import PROGRAM, Run
from making import EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO
from sudoku_compare.cli import COMMANDS, cli
from sudoku_compare.cli.exit_codes import MEANINGS, ExitCode, combine_codes, describe_codes
from sudoku_compare.cli.help import PlainFormatter, summarize

TIMES = re.compile(r" *[\d.,]+ (s|ms|us|ns|a second|puzzles/s|per second)\b")
FAST = ("--engine", "reductio")
PAGES = [[], *([name] for name in COMMANDS)]


def find_command(page: list[str]) -> click.Command:
    command = cli.get_command(click.Context(cli), page[0]) if page else cli
    assert command
    return command


def squeeze(text: str) -> str:
    return " ".join(text.replace("\b", "").split())


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page[0] if page else "program")
def test_help_fits_the_terminal_and_no_word_is_split_or_cut_off(
    sudoku_compare: Run, page: list[str], columns: int
) -> None:
    done = sudoku_compare(*page, "--help", COLUMNS=str(columns))
    assert (done.returncode, done.stderr) == (0, "")
    assert [line for line in done.stdout.splitlines() if len(line) > columns] == []
    command, text = find_command(page), squeeze(done.stdout)
    for part in (command.help or "").split("\n\n"):
        assert squeeze(inspect.cleandoc(part)) in text
    assert squeeze(command.epilog or "") in text
    for option in command.params:
        if isinstance(option, click.Option):
            record = option.get_help_record(click.Context(command))
            assert record
            assert squeeze(" ".join(record)) in text


@pytest.mark.parametrize("columns", [40, 80])
def test_the_program_lists_each_command_with_its_whole_summary(sudoku_compare: Run, columns: int) -> None:
    text = squeeze(sudoku_compare("--help", COLUMNS=str(columns)).stdout)
    for name in COMMANDS:
        summary = summarize(find_command([name]))
        assert summary.endswith((".", "?"))
        assert f"{name} {summary}" in text


def test_the_rows_of_a_table_are_wrapped_below_their_descriptions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    formatter = PlainFormatter()
    formatter.write_text("\b\nCodes:\n  0    a long description that\n       continues here\n  130  short")
    assert formatter.getvalue().splitlines() == [
        "Codes:",
        "  0    a long description that",
        "       continues here",
        "  130  short",
    ]
    formatter = PlainFormatter()
    formatter.write_dl([("--cross-check", "as in well-known-words-with-hyphens")])
    assert formatter.getvalue() == "--cross-check\nas in\nwell-known-words-with-hyphens\n"


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_has_a_short_option_in_every_command(sudoku_compare: Run, option: str) -> None:
    assert sudoku_compare("solve", option).stdout.startswith("Usage: sudoku-compare solve [OPTIONS] FILE...\n")


def test_without_arguments_the_help_is_printed_and_the_exit_code_is_2(sudoku_compare: Run) -> None:
    done = sudoku_compare()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Usage: sudoku-compare ")


def test_the_version_is_that_of_the_package(sudoku_compare: Run) -> None:
    expected = f"sudoku-compare {importlib.metadata.version('sudoku-compare')}\n"
    assert sudoku_compare("-V").stdout == sudoku_compare("--version").stdout == expected
    module = subprocess.run([sys.executable, "-m", "sudoku_compare", "-V"], capture_output=True, text=True)
    assert (module.returncode, module.stdout) == (0, expected)


# What is wrong with the call, and the command whose help explains it.
USAGE_ERRORS = [
    (["--bok"], "no such option: --bok", ""),
    (["slove", EASY], "no such command: slove (did you mean solve or serve?)", ""),
    (["qqqq"], "no such command: qqqq", ""),
    (["solve", EASY, "--bok"], "no such option: --bok (did you mean --box or --boards?)", "solve"),
    (["solve", EASY, "--tmeout", "1"], "no such option: --tmeout (did you mean --timeout or --memory?)", "solve"),
    (["solve", EASY, "--timeout"], "option '--timeout' requires an argument", "solve"),
    (["solve", EASY, "--timeout", "soon"], "invalid value for '--timeout': 'soon' is not a valid float", "solve"),
    (["solve", EASY, "--timeout", "-1"], "expected seconds greater than 0, or inf for no limit, found -1", "solve"),
    (["solve", EASY, "--timeout", "nan"], "expected seconds greater than 0, or inf for no limit, found nan", "solve"),
    (["solve", EASY, "--box", "3"], "invalid value for '--box': box \"3\": expected HEIGHTxWIDTH such as 2x3", "solve"),
    (["solve", EASY, "--box", "20x20"], "invalid value for '--box': ", "solve"),
    (["solve", EASY, "--trace-depth", "1"], "--trace-depth needs --trace or --trace-html", "solve"),
    (["scan", EASY, "--timeout", "0"], "expected seconds greater than 0, or inf for no limit, found 0", "scan"),
    (["export", EASY], "missing option '--format'", "export"),
    (["export", EASY, "--format", "xls"], "invalid value for '--format': 'xls' is not one of ", "export"),
    (["generate", "--givens", "9-3"], "expected a number or a range, as in 28-32, found '9-3'", "generate"),
    (["engines", "sat"], "got unexpected extra argument", "engines"),
]


@pytest.mark.parametrize(("arguments", "message", "command"), USAGE_ERRORS)
def test_a_usage_error_has_a_message_and_names_the_help(
    sudoku_compare: Run, arguments: list[str], message: str, command: str
) -> None:
    done = sudoku_compare(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    first, hint = done.stderr.splitlines()
    assert first.startswith("sudoku-compare: ")
    assert message in first
    assert hint == f"Try '{' '.join(filter(None, ('sudoku-compare', command)))} --help'."


@pytest.mark.parametrize("command", ["solve", "uniqueness", "explain", "scan", "export"])
def test_without_a_file_puzzles_come_from_a_pipe(sudoku_compare: Run, command: str) -> None:
    arguments = ["--format", "line"] if command == "export" else []
    piped = sudoku_compare(command, *arguments, input=f"{EASY}\n")
    dash = sudoku_compare(command, "-", *arguments, input=f"{EASY}\n")
    assert piped.returncode == dash.returncode == 0
    assert TIMES.sub("", piped.stdout) == TIMES.sub("", dash.stdout) != ""


@pytest.mark.parametrize("command", ["solve", "export"])
def test_without_a_file_on_a_terminal_the_file_is_missing(command: str) -> None:
    main, secondary = pty.openpty()
    options = ["--format", "line"] if command == "export" else []
    done = subprocess.run([PROGRAM, command, *options], stdin=secondary, capture_output=True, text=True, timeout=60)
    os.close(main)
    os.close(secondary)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"sudoku-compare: missing FILE\nTry 'sudoku-compare {command} --help'.\n"


def test_an_empty_pipe_is_an_error(sudoku_compare: Run) -> None:
    done = sudoku_compare("solve", input="")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("sudoku-compare: stdin: ")


def test_several_files_are_solved_in_turn_and_ids_keep_their_names(sudoku_compare: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_text(f"{EASY}\n{NONE}\n")
    second.write_text(f"{ESCARGOT}\n")
    done = sudoku_compare("solve", str(first), TWO, "-", str(second), "--lines", *FAST, input=f"{EASY}\n")
    assert done.returncode == 3
    lines = done.stdout.split("\n\n")[0].splitlines()
    assert [line.split()[:2] for line in lines] == [
        [f"{first}:1", "unique"],
        [f"{first}:2", "unsolvable"],
        ["text:1", "multiple"],
        ["stdin:1", "unique"],
        [f"{second}:1", "unique"],
    ]
    assert "5 puzzles in " in done.stdout


def test_a_file_that_cannot_be_read_does_not_stop_the_others(sudoku_compare: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{EASY}\n")
    done = sudoku_compare("solve", str(tmp_path / "absent"), str(tmp_path / "a.txt"), "--lines", *FAST)
    assert done.returncode == 2
    assert done.stdout.startswith(f"{tmp_path / 'a.txt'}:1  unique  {EASY_SOLUTION}\n")
    assert done.stderr.count("\n") == 1
    assert str(tmp_path / "absent") in done.stderr


def test_every_exit_code_has_a_meaning_and_an_order() -> None:
    assert set(MEANINGS) == set(ExitCode) - {ExitCode.BROKEN_PIPE}
    assert combine_codes([]) is ExitCode.OK
    assert combine_codes([ExitCode.MULTIPLE, ExitCode.UNSOLVABLE, ExitCode.OK]) is ExitCode.UNSOLVABLE
    assert combine_codes(list(ExitCode)[:7]) is ExitCode.OBJECTION
    text = describe_codes(MEANINGS)
    assert all(f"\n  {code.value:<3}  {meaning}\n" in text for code, meaning in MEANINGS.items())
    assert text.endswith("Several puzzles: the first of 1, 6, 2, 5, 3, 4, 0 that applies.")


def test_a_library_that_exits_does_not_pass_for_success() -> None:
    code = """
import sys
from sudoku_compare.comparison import compare
compare.compare_all = lambda *arguments, **options: sys.exit(0)
from sudoku_compare.cli import main
sys.argv = ["sudoku-compare", "solve", "-"]
main()
"""
    done = subprocess.run([sys.executable, "-c", code], input=EASY, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "sudoku-compare: an engine or a library called sys.exit(0)\n"


@pytest.mark.parametrize(
    ("shell", "needed"),
    [
        ("bash", "complete -o nosort -F _sudoku_compare_completion sudoku-compare"),
        ("zsh", "#compdef sudoku-compare"),
        ("fish", "complete --no-files --command sudoku-compare"),
    ],
)
def test_a_shell_gets_its_completion_script(sudoku_compare: Run, shell: str, needed: str) -> None:
    done = sudoku_compare(_SUDOKU_COMPARE_COMPLETE=f"{shell}_source")
    assert (done.returncode, done.stderr) == (0, "")
    assert needed in done.stdout
    assert "_SUDOKU_COMPARE_COMPLETE" in done.stdout


def test_the_scripts_keep_commas_and_leave_the_cursor_behind_an_equals_sign(sudoku_compare: Run) -> None:
    assert "compopt -o nospace" in sudoku_compare(_SUDOKU_COMPARE_COMPLETE="bash_source").stdout
    assert 'string split --max 1 ","' in sudoku_compare(_SUDOKU_COMPARE_COMPLETE="fish_source").stdout


def test_an_unknown_shell_is_an_error(sudoku_compare: Run) -> None:
    done = sudoku_compare(_SUDOKU_COMPARE_COMPLETE="tcsh_source")
    assert (done.returncode, done.stdout) == (2, "")
    assert "expected bash_source, zsh_source or fish_source, found tcsh_source" in done.stderr


def complete(run: Run, shell: str, *words: str) -> list[str]:
    """Return what a shell offers for the last of these words."""
    line = " ".join(["sudoku-compare", *words])
    at = words[-1] if shell == "fish" else str(len(words))
    done = run(_SUDOKU_COMPARE_COMPLETE=f"{shell}_complete", COMP_WORDS=line, COMP_CWORD=at)
    assert (done.returncode, done.stderr) == (0, "")
    if shell == "zsh":
        fields = done.stdout.splitlines()
        return [value for kind, value in zip(fields[::3], fields[1::3], strict=False) if kind == "plain"]
    plain = [line.removeprefix("plain,") for line in done.stdout.splitlines() if line.startswith("plain,")]
    return [line.split("\t")[0] for line in plain]


COMPLETIONS = [
    (["uniq"], ["uniqueness"]),
    (["solve", "--engine", "cps"], ["cpsat"]),
    (["solve", "--engine", "cps", "--tim"], ["--timeout"]),
    (["explain", "--level", "hidden-"], ["hidden-single", "hidden-pair", "hidden-triple", "hidden-quad"]),
    (["study", "enc"], ["encodings"]),
    (["export", "--format", "m"], ["minizinc"]),
]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize(("words", "expected"), COMPLETIONS)
def test_words_are_completed(sudoku_compare: Run, shell: str, words: list[str], expected: list[str]) -> None:
    assert complete(sudoku_compare, shell, *words) == expected


@pytest.mark.parametrize("shell", ["zsh", "fish"])
@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("sat:", ["sat:solver=", "sat:encoding=", "sat:reduced=", "sat:warm="]),
        ("sat:encoding=min", ["sat:encoding=minimal"]),
        ("sat:warm=true,red", ["sat:warm=true,reduced="]),
        ("sat:warm=true,w", []),
        ("nothing:", []),
    ],
)
def test_options_of_engines_are_completed(sudoku_compare: Run, shell: str, word: str, expected: list[str]) -> None:
    assert complete(sudoku_compare, shell, "solve", "--engine", word) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["sat", ":"], ["solver=", "encoding=", "reduced=", "warm="]),
        (["sat", ":", "sol"], ["solver="]),
        (["sat", ":", "encoding", "=", "min"], ["minimal"]),
        (["sat", ":", "encoding", "="], ["minimal", "efficient", "extended"]),
        (["sat", ":", "warm", "=", "true,red"], ["true,reduced="]),
        (["=", "sat", ":", "sol"], ["solver="]),
    ],
)
def test_bash_splits_words_and_gets_the_last_part(sudoku_compare: Run, words: list[str], expected: list[str]) -> None:
    assert sorted(complete(sudoku_compare, "bash", "solve", "--engine", *words)) == sorted(expected)


@pytest.mark.parametrize("words", [["report", "mi"], ["report", "mine", "mi"], ["bench", "--resume", "mi"]])
def test_records_are_completed(
    sudoku_compare: Run, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "results").mkdir()
    for name in ("mine", "mixed", "other"):
        (tmp_path / "results" / f"{name}.sqlite").touch()
    monkeypatch.chdir(tmp_path)
    assert complete(sudoku_compare, "zsh", *words) == ["mine", "mixed"]


@pytest.mark.parametrize("words", [["solve", ""], ["report", "no-such"], ["solve", "--trace-html", ""]])
def test_files_are_completed_by_the_shell(sudoku_compare: Run, words: list[str]) -> None:
    line = " ".join(["sudoku-compare", *words])
    done = sudoku_compare(_SUDOKU_COMPARE_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD=str(len(words)))
    assert done.stdout == f"file,{words[-1]}\n"


def test_bash_completes_with_the_script() -> None:
    script = subprocess.run(
        [PROGRAM], env={**os.environ, "_SUDOKU_COMPARE_COMPLETE": "bash_source"}, capture_output=True, text=True
    ).stdout
    code = f"""
compopt() {{ :; }}
{script}
COMP_WORDS=(sudoku-compare solve --engine sat : enc) COMP_CWORD=5
_sudoku_compare_completion {PROGRAM}
echo "${{COMPREPLY[*]}}"
"""
    done = subprocess.run(["bash", "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("encoding=\n", "")


def test_the_package_exports_its_api() -> None:
    for name in package.__all__:
        assert getattr(package, name)
        if not name.startswith("__"):
            assert getattr(package, name).__doc__
    assert set(dir(package)) == set(package.__all__)
    assert package.__version__ == importlib.metadata.version("sudoku-compare")
    with pytest.raises(AttributeError):
        package.nothing  # noqa: B018


def test_a_loaded_engine_searches() -> None:
    engine = package.load_engine("sat:solver=glucose4")
    answer = engine.search(package.Puzzle.from_text(EASY), package.Limits(solutions=2))
    assert (answer.ending, len(answer.solutions)) == (package.Ending.EXHAUSTED, 1)
    assert list(package.settle_many(EASY.encode()).found) == [1]
