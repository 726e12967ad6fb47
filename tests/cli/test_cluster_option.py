"""The options of commands that can run on a cluster."""

import click
import pytest
from click.testing import CliRunner

from sudoku_compare.cli.cluster_option import PATIENCE, add_cluster_options, choose_cluster
from sudoku_compare.core.errors import OptionError
from sudoku_compare.running import place


@click.command()
@add_cluster_options
def command(cluster: str | None, cluster_timeout: float) -> None:
    choice = choose_cluster(cluster, cluster_timeout)
    click.echo(f"{choice.address} {choice.patience:g}" if choice else "this machine")


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        ([], "this machine\n"),
        (["--cluster-timeout", "5"], "this machine\n"),
        (["--cluster", "node:8786"], "node:8786 300\n"),
        (["--cluster", "local:2", "--cluster-timeout", "0.5"], "local:2 0.5\n"),
        (["--cluster", "local:2", "--cluster-timeout", "inf"], "local:2 inf\n"),
    ],
)
def test_the_options_choose_a_cluster(arguments: list[str], output: str) -> None:
    assert CliRunner().invoke(command, arguments).output == output


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "soon"])
def test_a_time_that_is_not_positive_is_refused(seconds: str) -> None:
    result = CliRunner().invoke(command, ["--cluster-timeout", seconds])
    assert result.exit_code == 2
    assert "Invalid value for '--cluster-timeout'" in result.output


def test_the_default_is_that_of_the_api() -> None:
    assert place.PATIENCE == PATIENCE


def test_a_cluster_and_a_number_of_jobs_are_refused_together() -> None:
    with pytest.raises(OptionError, match="--cluster and --jobs cannot be used together"):
        choose_cluster("local:2", 300, jobs=2)
    assert choose_cluster(None, 300, jobs=2) is None


def test_what_happens_on_the_cluster_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    choice = choose_cluster("local:2", 300)
    assert choice
    choice.report("worker w1 was lost")
    output = capsys.readouterr()
    assert output.out == ""
    assert "worker w1 was lost" in output.err
