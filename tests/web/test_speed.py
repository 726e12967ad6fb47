"""How soon a verdict is shown."""

import json
import os
import statistics
import time

import pytest

from web_server import WebServer, choose_puzzles, read_until, start_server

PUZZLES = 200
GOAL = 0.1  # seconds, on an idle machine


def measure(server: WebServer, givens: str) -> float:
    body = json.dumps({"givens": givens, "verdict_only": True}).encode()
    with server.connect() as connection:
        start = time.monotonic()
        connection.sendall(server.format_post("uniqueness", body))
        read_until(connection, b"event: comparison")
        return time.monotonic() - start


@pytest.mark.bench
def test_the_verdict_arrives_within_a_moment() -> None:
    with start_server() as server:
        puzzles = choose_puzzles(PUZZLES)
        measure(server, puzzles[0])  # waits until the server is prepared
        times = sorted(measure(server, givens) for givens in puzzles)
    median, ninety = statistics.median(times), times[len(times) * 9 // 10]
    load = os.getloadavg()[0]
    print(f"first verdict: median {1e3 * median:.0f} ms, 90th percentile {1e3 * ninety:.0f} ms, load {load:.1f}")
    assert len(times) == PUZZLES
    assert median < GOAL * max(1.0, load)
