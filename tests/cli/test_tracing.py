"""`solve --trace` as text and JSON, `--trace-html`, `--trace-depth`."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from conftest import Run
from making import CLASH, EASY, ESCARGOT, NONE, TWO
from sudoku_compare import Limits, Puzzle
from sudoku_compare.checking.trace_replay import Replay
from sudoku_compare.cli.solve import solve
from sudoku_compare.core.answer import OutOfTime, Stopwatch
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.core.trace_steps import End, Lone, StepListener, from_json
from sudoku_compare.explanation import traced_search
from traces import NESTED, trace_steps

REDUCTIO = ("--engine", "reductio")
VOID = {"meta"}


class Outline(HTMLParser):
    """Reads a page, and fails if an element is not closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.deepest = 0
        self.classes: list[str] = []
        self.text = ""
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {name for name, _ in attrs} & {"src", "href"}, "the page is self-contained"
        self.classes += (dict(attrs).get("class") or "").split()
        if tag not in VOID:
            self.open.append(tag)
            self.deepest = max(self.deepest, len(self.open))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_trace_is_printed_below_the_answer(sudoku_compare: Run) -> None:
    done = sudoku_compare("solve", NESTED, *REDUCTIO, "--trace", COLUMNS="100")
    assert done.returncode == 0
    before, _, trace = done.stdout.partition("trace of reductio (")
    assert "unique: exactly one solution" in before
    lines = trace.splitlines()
    assert "r9c8 = [7^, 8] HP1" in lines
    assert "  r9c5 = [1^, 2] HP2" in lines
    chain = "r9c8 = [7^, 8] HP1 -> r9c5 = [1+, 2^] HP3 -> r9c4 = [1^, 5] HP4 -> invalid"
    assert f"      {chain}" in lines
    assert lines[-3].startswith("exhausted: 1 solution, nothing left to try; 6 assumptions, 3 contradictions, depth 3")
    assert lines[-2] == f"replayed: all {len(trace_steps(NESTED)):,} steps follow"


@pytest.mark.parametrize("width", [40, 60])
def test_a_narrow_terminal_wraps_the_trace(sudoku_compare: Run, width: int) -> None:
    done = sudoku_compare("solve", ESCARGOT, *REDUCTIO, "--trace", COLUMNS=str(width))
    lines = done.stdout.partition("trace of reductio")[2].splitlines()
    too_long = [line for line in lines if len(line) > width]
    assert len(lines) > 1000
    assert [len(line.strip()) for line in too_long] in ([], [81]), "only a solution is not wrapped"


@pytest.mark.parametrize("text", [EASY, ESCARGOT, NONE, TWO, CLASH, "." * 16, "." * 36])
def test_json_has_the_trace_and_it_can_be_replayed(sudoku_compare: Run, text: str) -> None:
    done = sudoku_compare("solve", text, *REDUCTIO, "--trace", "--json")
    (line,) = done.stdout.splitlines()
    result = json.loads(line)
    puzzle = Puzzle.from_text(result["givens"])
    replay = Replay(puzzle)
    for step in result["trace"]["steps"]:
        replay.follow(from_json(step, puzzle.shape))
    replay.finish()
    assert (result["trace"]["engine"], result["trace"]["fault"]) == ("reductio", None)
    assert result["trace"]["replayed"] == len(result["trace"]["steps"])
    end = result["trace"]["steps"][-1]
    assert result["engines"][0]["counts"] == {name: end[name] for name in ("assumptions", "contradictions", "deepest")}
    assert end["ending"] == result["engines"][0]["ending"]


def test_the_depth_cuts_and_says_what_was_cut(sudoku_compare: Run) -> None:
    done = sudoku_compare("solve", ESCARGOT, *REDUCTIO, "--trace", "--trace-depth", "1")
    text = " ".join(done.stdout.split())
    assert "cut: 74 assumptions, 2,725 inferences, 37 contradictions, 1 solution deeper than 1" in text
    assert "HP2 " not in text
    assert f"replayed: all {len(trace_steps(ESCARGOT)):,} steps follow" in text, "the replay sees every step"
    as_json = json.loads(sudoku_compare("solve", ESCARGOT, *REDUCTIO, "--trace", "--json", "--trace-depth", "0").stdout)
    kinds = [step["kind"] for step in as_json["trace"]["steps"]]
    assert (kinds.count("cut"), kinds.count("assume")) == (1, 0)


def test_each_of_many_puzzles_has_its_trace_and_errors_are_reported(sudoku_compare: Run, tmp_path: Path) -> None:
    file = tmp_path / "many.txt"
    file.write_text("\n".join(["1.....2..3.....4", "no puzzle", NESTED, TWO, CLASH] * 8))
    done = sudoku_compare("solve", str(file), *REDUCTIO, "--trace", "--trace-html", str(tmp_path / "t.html"))
    assert done.returncode == 2
    assert done.stdout.count("replayed: all ") == 32
    assert len(re.findall(r"^\S*many.txt:\d+  (?:unique|multiple|unsolvable)", done.stdout, re.MULTILINE)) == 32
    assert done.stderr.count("not a puzzle") == 8
    assert Outline((tmp_path / "t.html").read_text()).classes.count("puzzle") == 32
    objects = sudoku_compare("solve", str(file), *REDUCTIO, "--trace", "--json").stdout.splitlines()
    assert [json.loads(line)["trace"]["fault"] for line in objects] == [None] * 32


def test_the_page_is_a_self_contained_tree_and_escapes_names(sudoku_compare: Run, tmp_path: Path) -> None:
    file, page = tmp_path / "named.txt", tmp_path / "trace.html"
    file.write_text(f"{ESCARGOT} # <script>alert('x')</script> & <b>\n{NONE}\n{CLASH}\n{TWO}\n")
    done = sudoku_compare("solve", str(file), *REDUCTIO, "--trace-html", str(page))
    assert done.returncode == 3
    assert "trace of" not in done.stdout, "only the page was requested"
    html = page.read_text()
    assert "<script>alert" not in html
    assert "http" not in html.replace("http-equiv", "").replace(
        "http://www.w3.org/2000/svg", ""
    )  # a name, not an address
    outline = Outline(html)
    assert "<script>alert('x')</script> & <b>" in outline.text
    assert outline.classes.count("scope") == 100 + 2
    assert outline.classes.count("result") == 100 + 2
    assert "r5c3 = [3^, 4] HP1 -> r6c3 = [2^, 8] HP2 -> invalid" in outline.text
    assert "-> VALID, 74 assumptions inside" in outline.text
    assert "not finished" in outline.text, "the search ended with the second solution of the last puzzle"
    assert "5 is given twice in row 1: r1c1 and r1c2" in outline.text


def test_the_page_of_a_deep_search_is_not_nested_too_deep_for_browsers(sudoku_compare: Run, tmp_path: Path) -> None:
    page = tmp_path / "deep.html"
    sudoku_compare("solve", "." * 256, *REDUCTIO, "--first", "--trace-html", str(page))
    outline = Outline(page.read_text())
    assert "depth 61: " in outline.text
    assert 100 < outline.deepest < 200


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--trace-depth", "1"), "--trace-depth needs --trace or --trace-html"),
        (("--trace", "--engine", "sat"), "a trace needs the engine reductio; add --engine reductio"),
        (("--trace-html", "/"), "cannot write /: Is a directory"),
        (
            ("--trace-html", "/no/such/folder/x.html"),
            "cannot write /no/such/folder/x.html: folder /no/such/folder does not exist",
        ),
        (("--trace", "--trace-depth", "-1"), "-1 is not in the range"),
    ],
)
def test_a_wrong_trace_option_is_refused_in_one_line(
    sudoku_compare: Run, arguments: tuple[str, ...], message: str
) -> None:
    done = sudoku_compare("solve", EASY, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.partition("Try '")[0].count("\n") == 1


@pytest.mark.parametrize("as_json", [True, False])
def test_a_trace_that_does_not_hold_is_an_objection(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path, as_json: bool
) -> None:
    def report_a_wrong_step(puzzle: Puzzle, limits: Limits, tell: StepListener, watch: Stopwatch) -> End:
        tell(Lone(2, 1))
        raise AssertionError("the replay accepted a wrong step")

    monkeypatch.setattr(traced_search, "trace", report_a_wrong_step)
    page = tmp_path / "wrong.html"
    json_too = ["--json"] if as_json else []
    code = solve.main([EASY, *REDUCTIO, "--trace", "--trace-html", str(page), *json_too], standalone_mode=False)
    assert code == 1
    fault = "step 1: 5 is still a candidate in a peer of r1c1"
    output = " ".join(capfd.readouterr().out.split())
    assert (json.loads(output)["trace"]["fault"] == fault) if as_json else (f"does not hold: {fault}" in output)
    assert f"objection: the trace does not hold: {fault}" in Outline(page.read_text()).text


def test_time_spent_waiting_for_a_slow_reader_is_not_search_time() -> None:
    watch = Stopwatch(Limits(seconds=1e-9))
    with pytest.raises(OutOfTime):
        watch.tick()
    watch.extend(60)
    watch.tick()


def test_a_time_out_ends_the_trace_and_the_page(sudoku_compare: Run, tmp_path: Path) -> None:
    page = tmp_path / "late.html"
    empty = " ".join(["0"] * len(shape_of_side(49).cells))
    done = sudoku_compare("solve", empty, *REDUCTIO, "--trace", "--trace-html", str(page), "--timeout", "0.3")
    assert done.returncode == 5
    assert "timed out: 0 solutions so far; allow more time" in " ".join(done.stdout.split())
    assert "timed out: 0 solutions so far" in Outline(page.read_text()).text


def test_a_page_on_standard_output_is_all_that_is_printed(sudoku_compare: Run, tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text(f"{EASY}\n{NESTED}\n")
    done = sudoku_compare("solve", str(file), *REDUCTIO, "--trace-html", "-", "--lines")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("<!DOCTYPE html>")
    assert done.stdout.endswith("</html>\n")
    assert Outline(done.stdout).classes.count("puzzle") == 2
