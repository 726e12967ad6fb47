"""The kinds of work that can be done on a cluster, as their coordinator sees them."""

import pytest

from sudoku_compare import Limits
from sudoku_compare.core.errors import ClusterError, OptionError
from sudoku_compare.running.cluster.work import FunctionWork, ItemError, ItemTask, Outcome, RemoteFunction, RemoteSearch

TASK = ItemTask(None, "item")


def make_work() -> FunctionWork[str, int]:
    return FunctionWork(RemoteFunction(len), None)


def test_an_error_of_an_item_is_its_result() -> None:
    result = make_work().unpack(TASK, Outcome(error="not possible"))
    assert isinstance(result, ItemError)
    assert isinstance(result.error, OptionError)
    assert str(result.error) == "not possible"


def test_an_item_that_ends_every_worker_is_an_error_with_the_reason() -> None:
    result = make_work().fail(TASK, "2 attempts gave no result; in the last one, the worker was lost on vm")
    assert isinstance(result, ItemError)
    assert isinstance(result.error, ClusterError)
    reason = "2 attempts gave no result; in the last one, the worker was lost on vm"
    assert str(result.error) == f"a task ended every worker that tried it: {reason}"


def test_the_caller_may_say_what_the_result_of_an_item_is_that_ends_every_worker() -> None:
    work = FunctionWork(RemoteFunction(len), lambda item, reason: f"{item}: {reason}")
    assert work.fail(TASK, "lost") == "item: lost"


@pytest.mark.parametrize(
    ("here", "there", "message"),
    [
        ("1.2", None, "engine mine: version unknown there, 1.2 here"),
        (None, "1.2", "engine mine: version 1.2 there, unknown here"),
        ("1.2", "1.3", "engine mine: version 1.3 there, 1.2 here"),
    ],
)
def test_another_version_of_a_program_is_named_on_both_sides(
    here: str | None, there: str | None, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sudoku_compare.running.cluster.engine_texts.find_program_versions", lambda engines: {"mine": there}
    )
    work = RemoteSearch((), {"mine": here}, Limits(2, 10), together=False, examples=())
    with pytest.raises(OptionError) as refused:
        work.start()
    assert str(refused.value) == message
