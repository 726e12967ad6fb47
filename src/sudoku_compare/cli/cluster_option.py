"""The options with which a command runs on a cluster."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from ..core.errors import OptionError
from ..running.place import PATIENCE, ClusterChoice
from .choices import read_timeout
from .messages import complain

Command = TypeVar("Command", bound=Callable[..., Any])


def add_cluster_options(command: Command) -> Command:
    """Add --cluster and --cluster-timeout to a command, as the parameters `cluster` and `cluster_timeout`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def choose_cluster(cluster: str | None, timeout: float, jobs: int | None = None) -> ClusterChoice | None:
    """Return the cluster that the options choose, if they choose one; what happens there goes to standard error."""
    refuse_jobs(cluster, has_jobs=jobs is not None)
    if cluster is None:
        return None
    return ClusterChoice(cluster, timeout, complain)


def refuse_jobs(cluster: str | None, *, has_jobs: bool) -> None:
    """Raise OptionError if both options were given."""
    if cluster is not None and has_jobs:
        raise OptionError("--cluster and --jobs cannot be used together: a cluster has as many jobs as workers")


_OPTIONS = (
    click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Run on the workers of a Dask cluster. ADDRESS is that of its scheduler, such as tcp://host:8786, or "
        "local:N to start N worker processes on this machine. Needs sudoku-compare[cluster]; see docs/cluster.md.",
    ),
    click.option(
        "--cluster-timeout",
        type=float,
        default=PATIENCE,
        show_default=True,
        callback=read_timeout,
        metavar="SECONDS",
        help="With --cluster: give up if no worker has been able to take part for this long.",
    ),
)
