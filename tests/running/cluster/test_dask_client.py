"""The client of a Dask scheduler: what is checked before it connects, and what it says if it cannot."""

import logging
import socket
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")

import dask.config

from sudoku_compare.core.errors import ClusterError
from sudoku_compare.running.cluster import dask_client
from sudoku_compare.running.cluster.address import SchedulerAddress
from sudoku_compare.running.cluster.dask_client import check_certificates, open_client, shorten_message

ADDRESS = "tls://head:8786"


def connect_to(address: str) -> str:
    """Try to connect; return why that is not possible."""
    with pytest.raises(ClusterError) as failed, open_client(SchedulerAddress(address)):
        pass
    return str(failed.value)


def use_certificates(folder: Path) -> Any:
    """Have Dask's configuration name certificates in a folder."""
    places = {"ca-file": "ca.pem", "client.cert": "cert.pem", "client.key": "key.pem"}
    return dask.config.set({f"distributed.comm.tls.{name}": str(folder / file) for name, file in places.items()})


def test_a_configuration_without_certificates_is_an_error() -> None:
    with dask.config.set({"distributed.comm.tls.ca-file": None}), pytest.raises(ClusterError) as failed:
        check_certificates(ADDRESS)
    assert str(failed.value) == f"cluster {ADDRESS}: Dask's configuration names no certificates for TLS"


@pytest.mark.parametrize(("text", "reason"), [(None, "No such file or directory"), ("no certificate\n", "_ssl.c")])
def test_a_certificate_that_cannot_be_loaded_is_an_error_with_the_reason(
    text: str | None, reason: str, tmp_path: Path
) -> None:
    for name in ("ca.pem", "cert.pem", "key.pem"):
        if text is not None:
            (tmp_path / name).write_text(text)
    with use_certificates(tmp_path):
        message = connect_to(ADDRESS)
    assert message.startswith(f"cluster {ADDRESS}: cannot load the TLS certificates of Dask's configuration (")
    assert reason in message


def test_an_invalid_version_of_tls_is_an_error_with_the_reason() -> None:
    with dask.config.set({"distributed.comm.tls.min-version": 7}), pytest.raises(ClusterError) as failed:
        check_certificates(ADDRESS)
    assert "cannot load the TLS certificates of Dask's configuration (" in str(failed.value)
    assert "min-version" in str(failed.value)


@pytest.fixture
def free_port() -> int:
    """A port at which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


def test_an_address_without_a_scheduler_is_an_error(free_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_client, "CONNECTING", 0.3)
    address = f"tcp://127.0.0.1:{free_port}"
    assert connect_to(address).startswith(f"cluster {address}: cannot connect to a scheduler (")


def test_dask_logs_as_before_when_the_client_is_closed(free_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_client, "CONNECTING", 0.1)
    logger = logging.getLogger("distributed.worker")
    before = logger.level
    connect_to(f"tcp://127.0.0.1:{free_port}")
    assert logger.level == before


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError(" first \nsecond"), "first "),
        (TimeoutError(), "TimeoutError"),
        (ValueError("x" * 300), "x" * 200),
    ],
)
def test_the_message_of_an_error_is_shortened(error: Exception, text: str) -> None:
    assert shorten_message(error) == text
