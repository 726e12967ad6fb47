"""How long a run waits while the cluster has no worker that can take part."""

import math
from collections.abc import Callable

from ...core.errors import ClusterError
from .membership import Membership

WARN_AFTER = 2.0  # seconds without a worker
WARN_AFTER_EXAMINING = 4.0  # the same while a worker prepares itself


class Absence:
    """The time without a worker. The time does not count in which the caller keeps the run from waiting."""

    def __init__(self, members: Membership, patience: float, report: Callable[[str], None]) -> None:
        self._members = members
        self._patience = patience
        self._report = report
        self._waited = 0.0  # seconds
        self._has_warned = False

    def start(self) -> None:
        """Note that a worker has been there until now."""
        self._waited = 0.0

    def check(self, seconds: float, *, has_workers: bool) -> None:
        """Note that the run has waited for so long; warn, and finally raise ClusterError, if there is no worker."""
        if has_workers:
            self._waited, self._has_warned = 0.0, False
            return
        self._waited += seconds
        if self._waited > self._patience:
            why = "; ".join(self._members.explain_absence())
            message = f"the cluster had no worker that can take part for {self._patience:g} seconds"
            raise ClusterError(f"{message}: {why}" if why else message)
        is_examining = self._members.is_examining
        if self._waited > (WARN_AFTER_EXAMINING if is_examining else WARN_AFTER) and not self._has_warned:
            limit = "" if math.isinf(self._patience) else f", up to {self._patience:g} s"
            state = "no worker is ready yet" if is_examining else "the cluster has no worker that can take part"
            self._report(f"{state}; waiting for one{limit}")
            self._has_warned = True
