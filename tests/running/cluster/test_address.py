"""The addresses of clusters."""

import pytest

from sudoku_compare.core.errors import OptionError
from sudoku_compare.running.cluster.address import ClusterAddress, LocalWorkers, SchedulerAddress, parse_address
from sudoku_compare.running.jobs import MOST_JOBS


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("local:1", LocalWorkers(1)),
        (f"local:{MOST_JOBS}", LocalWorkers(MOST_JOBS)),
        ("local:007", LocalWorkers(7)),
        ("localhost:8786", SchedulerAddress("tcp://localhost:8786")),
        ("node-7.cluster_2.example:1", SchedulerAddress("tcp://node-7.cluster_2.example:1")),
        ("tcp://10.0.0.7:65535", SchedulerAddress("tcp://10.0.0.7:65535")),
        ("tls://host:8786", SchedulerAddress("tls://host:8786")),
        ("wss://host:443", SchedulerAddress("wss://host:443")),
        ("tcp://[fe80::1]:8786", SchedulerAddress("tcp://[fe80::1]:8786")),
        ("[::1]:8786", SchedulerAddress("tcp://[::1]:8786")),
    ],
)
def test_an_address_is_read(text: str, address: ClusterAddress) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text", ["local", "local:", "local:0", f"local:{MOST_JOBS + 1}", "local:-1", "local:two", "local:1:2", "local:1.5"]
)
def test_a_number_of_local_workers_that_is_not_possible_is_refused(text: str) -> None:
    with pytest.raises(OptionError) as refused:
        parse_address(text)
    assert str(refused.value) == f"cluster {text}: expected local:N with N from 1 to {MOST_JOBS}"


@pytest.mark.parametrize("text", ["local:0000000649", "local:00000006499999", "local:²", "local:٣"])
def test_no_number_of_local_workers_gets_past_the_limit(text: str) -> None:
    with pytest.raises(OptionError, match="expected local:N with N from 1 to"):
        parse_address(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "host",
        ":8786",
        "host:",
        "host:0",
        "host:65536",
        "host:123456",
        "host:port",
        "host:٨٧٨٦",
        "http://host:8786",
        "tcp://host",
        "tcp://host:8786/path",
        "tcp://ho st:8786",
        " host:8786",
        "host:8786\n",
        "::1:8786",
        "Local:2x",
    ],
)
def test_what_is_no_address_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(OptionError) as refused:
        parse_address(text)
    expected = "expected local:N, or the address of a Dask scheduler such as tcp://host:8786"
    assert str(refused.value) == f"cluster {text!r}: {expected}"
