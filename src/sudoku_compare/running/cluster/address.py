"""The addresses of clusters: a Dask scheduler, or worker processes on this machine."""

import re
from typing import NamedTuple

from ...core.errors import OptionError
from ..jobs import MOST_JOBS

LOCAL = "local"
SCHEDULER = re.compile(r"(?:(?:tcp|tls|ws|wss)://)?(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):(?P<port>[0-9]{1,5})")
NUMBER = re.compile(r"[0-9]{1,9}")
LARGEST_PORT = 65535


class LocalWorkers(NamedTuple):
    """Worker processes to start on this machine."""

    number: int


class SchedulerAddress(NamedTuple):
    """A scheduler that is running somewhere."""

    text: str


ClusterAddress = LocalWorkers | SchedulerAddress


def parse_address(text: str) -> ClusterAddress:
    """Return the address that a text means; raise OptionError if it is not an address.

    >>> parse_address("local:4"), parse_address("node7:8786")
    (LocalWorkers(number=4), SchedulerAddress(text='tcp://node7:8786'))
    """
    name, _, number = text.partition(":")
    if name == LOCAL:
        if not (NUMBER.fullmatch(number) and 1 <= int(number) <= MOST_JOBS):
            raise OptionError(f"cluster {text}: expected {LOCAL}:N with N from 1 to {MOST_JOBS}")
        return LocalWorkers(int(number))
    found = SCHEDULER.fullmatch(text)
    if not found or not 0 < int(found["port"]) <= LARGEST_PORT:
        expected = f"{LOCAL}:N, or the address of a Dask scheduler such as tcp://host:8786"
        raise OptionError(f"cluster {text!r}: expected {expected}")
    return SchedulerAddress(text if "://" in text else f"tcp://{text}")
