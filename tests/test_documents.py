"""README's commands and transcripts are what the tool does."""

import doctest
import os
import re
import subprocess

import pytest

from conftest import PROGRAM, ROOT

README = (ROOT / "README.md").read_text()
TRANSCRIPTS = re.findall(r"```console\n\$ (.*?)\n(.*?)```", README, re.DOTALL)


def without_times(text: str) -> str:
    """Times differ from run to run, and with them the width of columns, line ends and what was slowest."""
    text = re.sub(r"\d+(\.\d+)? (us|ms|s)\b", "TIME", text)
    text = re.sub(r"slowest TIME \(.*?\)", "slowest TIME", text)
    return re.sub(r"[\s─]+", " ", text).strip()


@pytest.mark.parametrize(("command", "shown"), TRANSCRIPTS)
def test_a_transcript_is_what_the_command_prints(command: str, shown: str) -> None:
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "100"}
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert without_times(done.stdout) == without_times(shown)


def test_there_are_transcripts() -> None:
    assert len(TRANSCRIPTS) >= 3


def test_the_library_example_holds() -> None:
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False).failed == 0


def test_ci_runs_the_test_command_as_it_stands_in_the_readme() -> None:
    install, test = re.findall(r"```sh\n(.*?)\n```", README)
    assert test in (ROOT / ".ci" / "run").read_text()
    assert "solve data/classics.txt" in install


def test_the_help_of_solve_lists_the_exit_codes_of_the_readme() -> None:
    done = subprocess.run([PROGRAM, "solve", "--help"], capture_output=True, text=True)
    for code in (0, 1, 2, 3, 4, 5, 130):
        assert re.search(rf"^\s+{code}\s", done.stdout, re.MULTILINE)
        assert re.search(rf"\b{code} ", README)
