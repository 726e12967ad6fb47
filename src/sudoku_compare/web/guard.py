"""Checks that a request comes from this server's own page, before anything else looks at it.

The server runs on the user's machine, where any web page that the user visits can send requests to it. So a request
must name this server as its host (a page of another site that is resolved to this machine cannot), must not come from
another origin, and needs the token that the server printed at its start. Files of the page itself need no token.
"""

import hmac
import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.datastructures import Headers

API = "/api/"
TOKEN_HEADER = "x-sudoku-compare-token"
JSON = "application/json"
USUAL_PORT = 80  # of HTTP, which browsers leave out
SAME_SITE = ("same-origin", "none")  # `none`: typed or opened by the user

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# A report has its scripts in the page. `sandbox` gives it an opaque origin, so it cannot reach this server.
REPORT_POLICY = (
    "sandbox allow-scripts allow-popups allow-modals; default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline' 'unsafe-eval'; img-src data:; frame-ancestors 'none'"
)
COMMON_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is refused: the status code of HTTP, and a sentence."""

    status: int
    message: str


@dataclass(frozen=True, slots=True)
class Guard:
    """Decides about requests from their headers alone."""

    token: str
    port: int
    names: frozenset[str] = frozenset()  # host names, besides localhost, under which this machine is known
    allows_addresses: bool = False  # whether any IP address of this machine may be used

    def check(self, method: str, path: str, headers: Headers) -> Refusal | None:
        """Return why a request is refused, or None."""
        refusal = self._check_host(headers)
        if refusal or (not path.startswith(API) and _opens_page(method, headers)):
            return refusal
        return self._check_origin(headers) or (self._check_call(method, headers) if path.startswith(API) else None)

    def _check_host(self, headers: Headers) -> Refusal | None:
        hosts = headers.getlist("host")
        is_own = len(hosts) == 1 and self._is_own(hosts[0])
        return None if is_own else Refusal(421, "this server answers only under its own address")

    def _check_origin(self, headers: Headers) -> Refusal | None:
        if any(origin != f"http://{headers['host']}" for origin in headers.getlist("origin")):
            return Refusal(403, "requests from other sites are refused")
        if headers.get("sec-fetch-site", "none") not in SAME_SITE:
            return Refusal(403, "requests from other sites are refused")
        return None

    def _check_call(self, method: str, headers: Headers) -> Refusal | None:
        if method != "POST":
            return Refusal(405, "expected POST")
        if headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            return Refusal(415, f"expected {JSON}")
        if not hmac.compare_digest(headers.get(TOKEN_HEADER, "").encode(), self.token.encode()):
            return Refusal(401, "the token is missing or old: open the address that the server printed at its start")
        return None

    def _is_own(self, host: str) -> bool:
        """Return whether a Host header names this server."""
        is_usual = self.port == USUAL_PORT and not host.rstrip("0123456789").endswith(":")
        name, _, port = (f"{host}:{USUAL_PORT}" if is_usual else host).rpartition(":")
        if port != str(self.port):
            return False
        name = name.lower()
        if name in ("localhost", "127.0.0.1", "[::1]") or name in self.names:
            return True
        return self.allows_addresses and _is_address(name)


def _opens_page(method: str, headers: Headers) -> bool:
    """Return whether a user opens a page in a window, perhaps by a link on another site, which cannot read the page."""
    is_navigation = (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")) == ("navigate", "document")
    return method == "GET" and is_navigation and "origin" not in headers


def _is_address(name: str) -> bool:
    """Return whether a name is an IP address: unlike the name of a site, nobody can make it mean another machine."""
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def make_headers() -> Mapping[str, str]:
    """Return the headers of every response."""
    return {**COMMON_HEADERS, "Content-Security-Policy": PAGE_POLICY}


def make_report_headers() -> Mapping[str, str]:
    """Return the headers of a report. A page with an opaque origin may not ask for an opener of its own origin."""
    own = {"Content-Security-Policy": REPORT_POLICY, "Cross-Origin-Opener-Policy": "unsafe-none"}
    return {**COMMON_HEADERS, **own}
