"""Requests whose fields are not what the page sends: each gets a message, and none gets through."""

import json
import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from processes import wait_for
from web_server import EASY, WebServer, start_server

SCRIPT = "</script><script>alert(1)</script>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with puzzles and with everything that leads out of it, beside a file that nobody may read."""
    base = tmp_path_factory.mktemp("base")
    inside = base / "inside"
    (inside / "below").mkdir(parents=True)
    (base / "outside").mkdir()
    for path in (base / "secret.txt", base / "outside" / "secret.txt", inside / "puzzles.txt", inside / ".hidden.txt"):
        path.write_text(EASY + "\n")
    (inside / "below" / unicodedata.normalize("NFC", "für.txt")).write_text(EASY + "\n")
    (inside / "link.txt").symlink_to(base / "secret.txt")
    (inside / "inner-link.txt").symlink_to(inside / "puzzles.txt")
    (inside / "folder-link").symlink_to(base / "outside")
    (inside / "loop").symlink_to(inside / "loop")
    (inside / "device").symlink_to("/dev/zero")
    os.mkfifo(inside / "pipe.txt")
    (inside / "large.txt").write_text("." * 36 * 36 + "\n" + EASY + "\n")
    (inside / "faulty.txt").write_text("\n".join([*["12"] * 30, *[EASY] * 30, "12", EASY]) + "\n")
    Path(os.fsdecode(os.fsencode(inside) + b"/\xff.txt")).write_text(EASY)
    return inside


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[WebServer]:
    with start_server(str(folder), "--runs", str(folder), "--timeout", "5") as server:
        yield server
        wait_for(lambda: not server.find_tasks())
        assert server.get().status == 200
        assert server.stop()[1] == ""


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"nothing",
        b"[]",
        b"1",
        b"null",
        b'{"givens": ',
        b"\xff\xfe\x00",
        b'{"givens": "\xff"}',
        b'{"givens": NaN}',
        b'{"givens": ' + b"1" * 5000 + b"}",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"givens": "\\ud800"}',
        b'{"givens": "' + b"." * 10_000 + b'"}',
        b'{"givens": "1", "givens": 1}',
    ],
)
@pytest.mark.parametrize("name", ["uniqueness", "read", "page"])
def test_a_body_that_is_no_request_gets_a_message(server: WebServer, name: str, body: bytes) -> None:
    reply = server.post(name, body)
    if name == "page":
        assert (reply.status, list(reply.value)) == (400, ["error"])
    else:
        assert reply.events[-1][0] == "error", reply.events


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"box": "0x5"}, "expected a side of 4 to 100 cells, found 0"),
        ({"box": "5x0"}, "expected a side of 4 to 100 cells, found 0"),
        ({"box": "-1x3"}, "expected HEIGHTxWIDTH"),
        ({"box": "100x100"}, "expected a side of 4 to 100 cells, found 10000"),
        ({"box": "10x10"}, "expected a board of at most 25x25"),
        ({"box": "1x25"}, "expected 625 cells"),
        ({"box": 3}, "box: expected text, found 3"),
        ({"box": ["3x3"]}, "box: expected text, found a list of 1"),
        ({"givens": "." * 1296}, "expected a board of at most 25x25"),
        ({"givens": None}, "givens: expected text, found nothing"),
        ({"givens": {"a": 1}}, "givens: expected text, found an object"),
        ({"givens": "x" * 2501}, "givens: expected at most 2,500 characters, found 2,501"),
        ({"seconds": 0}, "seconds: expected a number greater than 0, found 0"),
        ({"seconds": -1}, "seconds: expected a number greater than 0"),
        ({"seconds": True}, "seconds: expected a number greater than 0, found True"),
        ({"seconds": "1"}, "seconds: expected a number greater than 0, found '1'"),
        ({"seconds": float("nan")}, "seconds: expected a number greater than 0, found nan"),
        ({"seconds": float("inf")}, "seconds: expected a number greater than 0, found inf"),
        ({"name": "n" * 201}, "name: expected at most 200 characters"),
        ({"name": 1}, "name: expected text, found 1"),
        ({"verdict_only": 1}, "verdict_only: expected true or false, found 1"),
        ({"engines": []}, "engines: expected a list of 1 to 12 engines"),
        ({"engines": ["kernel"] * 13}, "engines: expected a list of 1 to 12 engines, found a list of 13"),
        ({"engines": "kernel"}, "engines: expected a list of 1 to 12 engines"),
        ({"engines": [1]}, "engines: expected the names of engines, found 1"),
        ({"engines": ["x" * 201]}, "engines: expected the names of engines"),
        ({"engines": ["kernel:nothing=1"]}, "unknown option 'nothing'"),
        ({"engines": ["cpsat:workers=256"]}, "workers"),
        ({"engines": ["kernel\n"]}, "expected an engine from the list"),
        ({"engines": ["sat:solver=minisat22\n"]}, "expected printable characters"),
        ({"engines": ["sat:solver=./evil"]}, "solver"),
        *(
            ({"engines": [text]}, "engines: expected an engine from the list")
            for text in (
                *("./program", "/bin/sh", "../kernel", "os:system", "subprocess:Popen", "", ":", "no", "Kernel"),
                *("sudoku_compare.engines.kernel:Kernel", "kernel/../sh", "kernel ", "builtins:exec:x=1"),
            )
        ),
    ],
)
def test_a_field_that_is_not_valid_gets_a_message(server: WebServer, fields: dict[str, Any], message: str) -> None:
    assert message in server.find_error("uniqueness", **{"givens": EASY, **fields})


@pytest.mark.parametrize(
    "candidates",
    [{}, "123", 1, [], [[1]] * 80, [1] * 81, [["1"]] * 81, [[0]] * 81, [[10]] * 81, [[1.0]] * 81, [[True]] * 81],
)
def test_candidates_of_a_wrong_shape_get_a_message(server: WebServer, candidates: Any) -> None:
    assert server.find_error("explain", givens=EASY, candidates=candidates).startswith("candidates")


def test_the_library_lists_only_files_inside_the_folder(server: WebServer, folder: Path) -> None:
    [(_, library), _] = server.ask("library")
    [shipped, own] = library["folders"]
    assert "classics.txt" in shipped["files"]
    assert own["name"] == str(folder)
    assert own["files"] == ["below/für.txt", "faulty.txt", "inner-link.txt", "large.txt", "puzzles.txt"]
    assert not own["has_more"]


@pytest.mark.parametrize("name", ["puzzles.txt", "inner-link.txt", "below/für.txt", "./puzzles.txt"])
def test_a_file_of_the_library_is_read(server: WebServer, name: str) -> None:
    [(first, puzzle), *_] = server.ask("collection", folder=1, file=name)
    assert (first, puzzle["givens"], puzzle["verdict"]) == ("puzzle", EASY, "unique")


@pytest.mark.parametrize(
    "name",
    [
        *("../secret.txt", "below/../../secret.txt", "..", ".", "", "/etc/passwd", "//etc/passwd", "~/secret.txt"),
        *("link.txt", "folder-link/secret.txt", "loop", "device", "pipe.txt", "below", "puzzles.txt/", "no.txt"),
        *("%2e%2e/secret.txt", "..%2fsecret.txt", "..\\secret.txt", "puzzles.txt\0", "\0", "x" * 1000, "a/" * 400),
        *("file:///etc/passwd", "https://example.com/", "-", EASY),
        unicodedata.normalize("NFD", "below/für.txt"),
    ],
)
def test_no_name_leads_out_of_the_folder(server: WebServer, folder: Path, name: str) -> None:
    if name == "puzzles.txt/":
        return  # pathlib ignores the slash
    message = server.find_error("collection", folder=1, file=name)
    assert "from the list" in message or "no such file in this folder" in message
    assert str(folder) not in message


@pytest.mark.parametrize("folder_number", [-1, 2, 10**30, 1.0, "1", None, True])
def test_only_folders_of_the_list_are_read(server: WebServer, folder_number: Any) -> None:
    message = server.find_error("collection", folder=folder_number, file="puzzles.txt")
    assert message.startswith("folder: expected a whole number from 0 to 1")


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "..", "", "x" * 300, "no", "a\0b"])
def test_only_records_of_the_folder_are_reported(server: WebServer, name: str) -> None:
    reply = server.post("report", json.dumps({"run": name}).encode())
    assert reply.status == 400


def test_a_puzzle_that_is_too_large_does_not_hide_the_others(server: WebServer) -> None:
    [puzzle, page, _] = server.ask("collection", folder=1, file="large.txt")
    assert puzzle[1]["givens"] == EASY
    assert page[1]["errors"] == ["large.txt:1: expected a board of at most 25x25 on this page, found 36x36"]
    [puzzles, _] = server.ask("read", text="." * 1296 + "\n" + EASY)
    assert [len(part) for part in (puzzles[1]["puzzles"], puzzles[1]["errors"])] == [1, 1]


def test_a_page_of_a_collection_has_only_its_own_errors(server: WebServer) -> None:
    *rows, page, _ = server.ask("collection", folder=1, file="faulty.txt", start=25)
    assert [row[1]["number"] for row in rows] == [26, 27, 28, 29, 30, 31]
    assert (len(page[1]["errors"]), page[1]["has_more"]) == (1, False)


def test_a_start_beyond_the_end_of_a_collection_is_an_empty_page(server: WebServer) -> None:
    [(name, page), _] = server.ask("collection", folder=0, file="easy.txt", start=10**9)
    assert (name, page["has_more"]) == ("page", False)


def test_script_in_a_name_comes_back_as_data_only(server: WebServer) -> None:
    reply = server.post("uniqueness", json.dumps({"givens": EASY, "name": SCRIPT}).encode())
    assert reply.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert dict(reply.events)["comparison"]["name"] == SCRIPT
    page = server.post("page", json.dumps({"givens": EASY, "name": SCRIPT}).encode())
    assert page.headers["content-disposition"] == 'attachment; filename="sudoku.html"'
    assert b"<script>alert" not in page.body
    assert b"alert(1)" in page.body
    drawing = dict(server.ask("export", givens=EASY, name=SCRIPT, format="svg"))["text"]["text"]
    assert "<script" not in drawing


@pytest.mark.parametrize("form", ["nothing", "../svg", "pdf", ""])
def test_only_listed_formats_are_exported(server: WebServer, form: str) -> None:
    assert server.find_error("export", givens=EASY, format=form).startswith("format: expected one of svg, line")


def test_the_time_limit_of_the_server_holds(server: WebServer) -> None:
    fields = {"givens": "." * 625, "engines": ["backtrack"], "seconds": 1e9, "verdict_only": True}
    found = dict(server.ask("uniqueness", **fields))["comparison"]
    assert found["engines"][0]["ending"] in ("timed_out", "enough")
    assert sum(filter(None, found["engines"][0]["seconds"].values())) < 60


def test_options_that_may_name_a_file_cannot_be_set(tmp_path: Path) -> None:
    engines = tmp_path / "engines.toml"
    engines.write_text(
        '[talker]\nprotocol = "lines"\ncommand = ["cat"]\n'
        'options.log = { default = "none", arguments = ["--log={value}"] }\n'
        'options.mode = { default = "a", choices = ["a", "b"], arguments = ["{value}"] }\n'
    )
    with start_server("--engine-file", str(engines), folder=tmp_path) as server:
        message = server.find_error("uniqueness", givens=EASY, engines=["talker:log=/tmp/x"])
        assert message == "engines: the option log of talker cannot be set on this page"
        [(_, result), *_] = server.ask("uniqueness", givens=EASY, engines=["talker:mode=b"])
        assert result["engine"] == "talker:mode=b"
