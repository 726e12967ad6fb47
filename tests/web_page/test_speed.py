"""How fast the page is: from Enter to the verdict, and steps of a long proof. Run with: pytest -m bench -s"""

import os
from statistics import median, quantiles

import pytest
from playwright.sync_api import Browser, expect

from making import ESCARGOT, load_shipped
from web_page.driver import open_window
from web_server import WebServer

pytestmark = pytest.mark.bench

PUZZLES = 200
STEPS = 1000
TIERS = ("easy", "medium", "hard", "extreme", "multiple", "unsolvable")

MEASURE_VERDICT = """() => new Promise((done) => {
  const verdict = document.getElementById("verdict");
  let start = 0;
  addEventListener("keydown", () => (start = performance.now()), {capture: true, once: true});
  const observer = new MutationObserver(() => {
    if (!start || !verdict.querySelector(".verdict")) return;
    observer.disconnect();
    done(performance.now() - start);
  });
  observer.observe(verdict, {childList: true, subtree: true});
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true, cancelable: true}));
})"""

MEASURE_STEPS = """(steps) => new Promise((done) => {
  const next = document.querySelector("#proof-stepper [data-go=next]"), work = [], start = performance.now();
  const step = () => {
    const before = performance.now();
    next.click();
    document.body.getBoundingClientRect(); // so that the layout is measured too
    work.push(performance.now() - before);
    if (work.length < steps) requestAnimationFrame(step);
    else requestAnimationFrame(() => done({seconds: (performance.now() - start) / 1000, work}));
  };
  requestAnimationFrame(step);
})"""


def describe_load() -> str:
    return f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def test_time_from_enter_to_the_verdict(browser: Browser, server: WebServer) -> None:
    each = PUZZLES // len(TIERS) + 1
    puzzles = [puzzle.text for tier in TIERS for puzzle in load_shipped(tier)[:each]][:PUZZLES]
    times = []
    with open_window(browser, server) as window:
        for puzzle in [puzzles[0], *puzzles]:  # the first one warms up
            window.page.evaluate("(hash) => { location.hash = hash; }", f"puzzle={puzzle}")
            window.page.wait_for_function(
                """(text) => [...document.querySelectorAll("#board td[data-cell]")]
                  .map((cell) => cell.textContent || ".").join("") === text""",
                arg=puzzle,
            )
            times.append(window.page.evaluate(MEASURE_VERDICT))
            window.wait_for_end()
    times = times[1:]
    last = quantiles(times, n=20)[-1]
    print(
        f"\nEnter to verdict, {len(times)} puzzles: median {median(times):.0f} ms, 95% {last:.0f} ms; {describe_load()}"
    )
    assert len(times) == PUZZLES


def test_steps_of_a_long_proof_per_second(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=ESCARGOT, tab="proof") as window:
        window.page.locator("#prove").click()
        count = window.page.locator("#proof-stepper .count")
        expect(count).to_have_text("24 of 1,524")
        found = window.page.evaluate(MEASURE_STEPS, STEPS)
        expect(count).to_have_text("1,024 of 1,524")
    work = found["work"]
    rate, last = STEPS / found["seconds"], quantiles(work, n=20)[-1]
    print(
        f"\n{STEPS} steps of a proof: {rate:.0f} per second; main thread: median {median(work):.1f} ms, "
        f"95% {last:.1f} ms, longest {max(work):.0f} ms; {describe_load()}"
    )
    assert len(work) == STEPS
