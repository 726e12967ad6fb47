"""Which requests are refused, from their headers alone."""

import pytest
from starlette.datastructures import Headers

from sudoku_compare.web.guard import PAGE_POLICY, REPORT_POLICY, Guard, make_headers

LOCAL = Guard("token", 8350)
REMOTE = Guard("token", 8350, frozenset({"desk"}), allows_addresses=True)
CALL = {"content-type": "application/json", "x-sudoku-compare-token": "token"}


def check(guard: Guard, host: str, **headers: str) -> int | None:
    refusal = guard.check("GET", "/", Headers({"host": host, **headers}))
    return refusal.status if refusal else None


@pytest.mark.parametrize("host", ["localhost:8350", "LOCALHOST:8350", "127.0.0.1:8350", "[::1]:8350"])
def test_the_names_of_this_machine_are_its_own(host: str) -> None:
    assert check(LOCAL, host) is None


@pytest.mark.parametrize("host", ["desk:8350", "DESK:8350", "10.1.2.3:8350", "[fe80::1]:8350"])
def test_a_remote_server_is_asked_by_name_or_address(host: str) -> None:
    assert (check(LOCAL, host), check(REMOTE, host)) == (421, None)


@pytest.mark.parametrize("host", ["evil.example:8350", "desk.evil.example:8350", "10.1.2.3", "10.1.2.3:80", "desk"])
def test_a_remote_server_refuses_other_names(host: str) -> None:
    assert check(REMOTE, host) == 421


@pytest.mark.parametrize(("host", "status"), [("localhost", None), ("localhost:80", None), ("evil.example", 421)])
def test_the_usual_port_of_http_may_be_left_out(host: str, status: int | None) -> None:
    assert check(Guard("token", 80), host) == status


def test_an_origin_must_be_the_host_that_is_asked() -> None:
    assert check(LOCAL, "localhost:8350", origin="http://localhost:8350") is None
    assert check(LOCAL, "localhost:8350", origin="http://127.0.0.1:8350") == 403


@pytest.mark.parametrize(
    ("method", "changed", "status"),
    [
        ("POST", {}, None),
        ("GET", {}, 405),
        ("POST", {"content-type": "text/plain"}, 415),
        ("POST", {"x-sudoku-compare-token": "other"}, 401),
        ("POST", {"x-sudoku-compare-token": ""}, 401),
    ],
)
def test_a_call_needs_a_method_a_kind_and_a_token(method: str, changed: dict[str, str], status: int | None) -> None:
    refusal = LOCAL.check(method, "/api/read", Headers({"host": "localhost:8350", **CALL, **changed}))
    assert (refusal.status if refusal else None) == status


def test_no_policy_allows_another_site() -> None:
    for policy in (PAGE_POLICY, REPORT_POLICY):
        assert "http" not in policy
        assert "*" not in policy
        assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in PAGE_POLICY
    assert "allow-same-origin" not in REPORT_POLICY
    assert make_headers()["Content-Security-Policy"] == PAGE_POLICY
