"""`serve`: options and messages."""

import signal
import socket
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from conftest import PROGRAM, Run
from sudoku_compare.web.server import Address
from web_server import EASY, start_server


def test_the_help_says_what_is_served_and_how_it_ends(sudoku_compare: Run) -> None:
    done = sudoku_compare("serve", "--help")
    assert done.returncode == 0
    for text in ("[FOLDER]...", "--allow-remote", "--no-browser", "--searches", "stopped with Ctrl-C"):
        assert text in done.stdout


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.com", "localhost.example.com"])
def test_another_host_needs_permission_and_the_message_says_what_that_means(sudoku_compare: Run, host: str) -> None:
    done = sudoku_compare("serve", "--no-browser", "--host", host)
    assert done.returncode == 2
    assert f"--host {host} lets other machines use this server" in done.stderr
    assert "not encrypted" in done.stderr
    assert "Add --allow-remote" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--port=70000"], "70000"),
        (["--port=x"], "x"),
        (["--searches=0"], "0"),
        (["--searches=65"], "65"),
        (["--timeout=0"], "expected seconds greater than 0"),
        (["--memory=1"], "expected at least"),
        (["nothing-there"], "nothing-there"),
        (["--engine-file=nothing.toml"], "nothing.toml"),
        (["--host=no such host", "--allow-remote"], "cannot listen at no such host port 8350"),
        (["--host=" + "ü" * 70, "--allow-remote"], "cannot listen at"),
    ],
)
def test_a_wrong_option_is_one_message(sudoku_compare: Run, arguments: list[str], message: str) -> None:
    done = sudoku_compare("serve", "--no-browser", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_is_not_a_folder(sudoku_compare: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(EASY)
    assert sudoku_compare("serve", "--no-browser", str(tmp_path / "file")).returncode == 2


def test_a_port_that_is_taken_is_an_error_if_it_was_asked_for(sudoku_compare: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = sudoku_compare("serve", "--no-browser", "--port", str(port))
    assert (done.returncode, done.stdout) == (2, "")
    assert f"cannot listen at 127.0.0.1 port {port}: Address already in use" in done.stderr


def test_without_a_port_two_servers_run_side_by_side() -> None:
    command = [PROGRAM, "serve", "--no-browser"]
    servers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    try:
        lines = [server.stdout.readline() for server in servers if server.stdout]
    finally:
        for server in servers:
            server.send_signal(signal.SIGTERM)
            server.communicate(timeout=60)
    assert len({line.split("/#token=")[0] for line in lines}) == 2
    assert len({line.split("/#token=")[1] for line in lines}) == 2
    assert [server.returncode for server in servers] == [0, 0]


def test_a_remote_server_warns_and_is_reached_by_address_and_name_only() -> None:
    with start_server("--host=0.0.0.0", "--allow-remote") as server:
        name = socket.gethostname()
        for host in ("127.0.0.1", "localhost", name, "10.9.8.7", name.upper()):
            assert server.get(Host=f"{host}:{server.port}").status == 200
        for host in ("evil.example", f"{name}.evil.example", f"x{name}"):
            assert server.get(Host=f"{host}:{server.port}").status == 421
        for address in {info[4][0] for info in socket.getaddrinfo(name, None, socket.AF_INET)}:
            assert replace(server, host=str(address)).ask("read", text=EASY)[-1] == ("end", {})
        _, errors = server.stop()
    assert errors.startswith("sudoku-compare: warning: --host 0.0.0.0 lets other machines use this server")
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("host", "is_local", "shown"),
    [
        ("127.0.0.1", True, "127.0.0.1"),
        ("127.0.0.2", True, "127.0.0.2"),
        ("localhost", True, "127.0.0.1"),
        ("::1", True, "[::1]"),
        ("0.0.0.0", False, "127.0.0.1"),
        ("::", False, "[::1]"),
        ("192.0.2.1", False, "192.0.2.1"),
        ("example.com", False, "example.com"),
    ],
)
def test_an_address_knows_whether_it_is_local_and_how_to_open_it(host: str, is_local: bool, shown: str) -> None:
    assert (Address(host).is_local, Address(host).shown) == (is_local, shown)
