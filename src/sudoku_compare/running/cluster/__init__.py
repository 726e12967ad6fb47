"""Searches and other work on a Dask cluster.

`cluster.py` is where the rest of the program starts: it connects to a scheduler, or starts workers on this machine.
`connection.py` sends messages to workers, and turns what happens there into events (`events.py`). `dispatcher.py`
decides which worker does what and what happens when one is lost (`lane.py`, `trial.py`); `membership.py` decides which
workers may take part. `worker_side.py` and `task_process.py` run on the workers. `work.py` says what can be done there.
"""
