"""Which requests the server answers, and with which headers."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from web_server import EASY, WebServer, start_server


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    with start_server() as server:
        yield server
        assert server.stop() == ("", "")


BODY = json.dumps({"text": EASY}).encode()


def test_the_page_and_its_files_need_no_token(server: WebServer) -> None:
    assert server.get().status == 200
    assert server.get("/style.css").headers["content-type"].startswith("text/css")


def test_a_request_with_the_token_is_answered(server: WebServer) -> None:
    assert [name for name, _ in server.ask("read", text=EASY)] == ["puzzles", "end"]


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:{other}",
        "localhost.:{port}",
        "127.0.0.1.:{port}",
        "127.0.0.1:{port}.evil.example",
        "evil.example@127.0.0.1:{port}",
        "0.0.0.0:{port}",
        "10.0.0.1:{port}",
        "[::ffff:127.0.0.1]:{port}",
        "127.1:{port}",
        "localhost:{port}:{port}",
        ":{port}",
        "",
        "löcalhost:{port}",
    ],
)
def test_a_request_to_another_host_is_refused(server: WebServer, host: str) -> None:
    name = host.format(port=server.port, other=server.port + 1)
    for data in (b"GET / HTTP/1.1\r\nHost: %s\r\n\r\n", server.format_post("read", BODY, Host="%s")):
        reply = server.send_raw(data.replace(b"%s", name.encode()))
        assert reply.startswith((b"HTTP/1.1 421", b"HTTP/1.1 400")), reply
        assert b"content-security-policy: default-src 'none'" in reply.lower()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LocalHost", "[::1]"])
def test_the_names_of_this_machine_are_answered(server: WebServer, host: str) -> None:
    assert server.get(Host=f"{host}:{server.port}").status == 200


@pytest.mark.parametrize(
    ("hosts", "status"),
    [("", b"400"), ("Host: 127.0.0.1:{port}\r\nHost: 127.0.0.1:{port}\r\n", b"400")],
    ids=["none", "two"],
)
def test_a_request_needs_exactly_one_host(server: WebServer, hosts: str, status: bytes) -> None:
    reply = server.send_raw(f"GET / HTTP/1.1\r\n{hosts.format(port=server.port)}\r\n".encode())
    assert reply.split()[1] == status


def test_a_request_of_the_old_http_without_host_is_refused(server: WebServer) -> None:
    assert server.send_raw(b"GET / HTTP/1.0\r\n\r\n").split()[1] == b"421"


def test_an_absolute_address_reaches_no_task(server: WebServer) -> None:
    data = server.format_post("read", BODY).replace(b"POST /", b"POST http://evil.example/", 1)
    reply = server.send_raw(data.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
    assert reply.split()[1] == b"404"
    assert b"content-security-policy" in reply.lower()


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "https://127.0.0.1:{port}"},
        {"Origin": "http://127.0.0.1:{other}"},
        {"Origin": "http://127.0.0.1"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Origin": "http://127.0.0.1:{port}", "Sec_Fetch_Site": "cross-site"},
    ],
)
def test_a_request_from_another_site_is_refused(server: WebServer, headers: dict[str, str]) -> None:
    filled = {name: text.format(port=server.port, other=server.port + 1) for name, text in headers.items()}
    assert server.post("read", BODY, **filled).status == 403
    assert server.get("/", **filled).status == 403


def test_a_link_on_another_site_opens_the_page_but_nothing_else(server: WebServer) -> None:
    """Whoever follows a link sends these headers; the other site cannot read what is opened."""
    opened = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}
    assert server.get("/", **opened).status == 200
    assert server.get("/", **{**opened, "Sec_Fetch_Dest": "iframe"}).status == 403
    assert server.get("/", **opened, Host=f"evil.example:{server.port}").status == 421
    assert server.post("read", BODY, **opened).status == 403


def test_a_request_from_the_page_itself_is_answered(server: WebServer) -> None:
    own = {"Origin": f"http://127.0.0.1:{server.port}", "Sec_Fetch_Site": "same-origin"}
    assert server.post("read", BODY, **own).status == 200


@pytest.mark.parametrize("token", ["", "wrong", "ü", "x" * 10_000, "{token}x", "{token} {token}"])
def test_a_request_without_the_token_is_refused(server: WebServer, token: str) -> None:
    reply = server.post("read", BODY, X_Sudoku_Compare_Token=token.format(token=server.token))
    assert reply.status == 401
    assert "open the address that the server printed" in reply.value["error"]


def test_a_token_in_the_address_is_not_enough(server: WebServer) -> None:
    reply = server.request("POST", f"/api/read?token={server.token}", BODY, Content_Type="application/json")
    assert reply.status == 401


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "json"])
def test_only_json_is_accepted(server: WebServer, kind: str) -> None:
    assert server.post("read", BODY, Content_Type=kind).status == 415


def test_json_may_say_its_encoding(server: WebServer) -> None:
    assert server.post("read", BODY, Content_Type="Application/JSON; charset=utf-8").status == 200


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "FOO"])
def test_only_post_starts_a_task(server: WebServer, method: str) -> None:
    headers = {name.replace("-", "_"): text for name, text in server.headers.items()}
    assert server.request(method, "/api/read", BODY, **headers).status == 405


def test_a_preflight_allows_nothing(server: WebServer) -> None:
    own = {"Access_Control_Request_Method": "POST", "Access_Control_Request_Headers": "x-sudoku-compare-token"}
    for origin in ("http://evil.example", f"http://127.0.0.1:{server.port}"):
        reply = server.request("OPTIONS", "/api/read", Origin=origin, **own)
        assert reply.status in (403, 405)
        assert not [name for name in reply.headers if name.lower().startswith("access-control")]


@pytest.mark.parametrize(
    "data",
    [
        b"GET /nothing HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n",
        b"PUT /style.css HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n",
        b"GET /reports/none HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n",
        b"GET /../../etc/passwd HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n",
        b"GET /%%2e%%2e/%%2e%%2e/etc/passwd HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n",
        b"GET /a//b HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n",
        b"POST /api/nothing HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: %s\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: %s\r\nX: " + b"x" * 20_000,
        b"POST /api/read HTTP/1.1\r\nHost: %s\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/read HTTP/1.1\r\nHost: %s\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"POST /api/read HTTP/1.1\r\nHost: %s\r\nTransfer-Encoding: gzip\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: %s\r\nConnection: upgrade\r\nUpgrade: websocket\r\nConnection: close\r\n\r\n",
    ],
)
def test_every_answer_has_the_policy_and_no_cross_origin_header(server: WebServer, data: bytes) -> None:
    reply = server.send_raw(data.replace(b"%s", f"127.0.0.1:{server.port}".encode()).replace(b"%%", b"%"))
    head = reply.partition(b"\r\n\r\n")[0].lower()
    assert head.count(b"content-security-policy: default-src 'none'") == 1, reply
    assert b"x-content-type-options: nosniff" in head
    assert b"access-control" not in head
    assert b"root:" not in reply


def test_a_fault_of_the_program_is_printed_and_answered_with_the_policy() -> None:
    with start_server(settings="Settings(searches='x')") as server:  # a number is expected
        reply = server.post("page", b"{}")
        _, errors = server.stop()
    assert reply.status == 500
    assert reply.headers["content-security-policy"].startswith("default-src 'none'")
    assert "TypeError" in errors


def test_the_server_listens_at_this_machine_only(server: WebServer) -> None:
    addresses = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for address in addresses - {"127.0.0.1"}:
        with pytest.raises(OSError, match="refused"):
            socket.create_connection((address, server.port), timeout=5)
    listening = Path("/proc/net/tcp").read_text() if Path("/proc/net/tcp").exists() else ""
    assert f"00000000:{server.port:04X}" not in listening
