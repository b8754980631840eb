"""Who does the work of many games: this process, several, or a Dask cluster, all through Python's Executor interface."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any, TypeVar

import click

from scrabblecli.errors import DataError

__all__ = ["cluster_option", "jobs_option", "result_or_none", "without_interrupts", "workers"]

_REACHED_IN = 10
"""Seconds after which a scheduler that does not answer is given up."""
_SCHEDULER_PORT = 8786
_Made = TypeVar("_Made")

jobs_option = click.option("--jobs", metavar="N", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes.")
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="Work on a Dask cluster: the address of its scheduler, like tcp://host:8786."
)


@contextmanager
def workers(jobs: int, cluster: str | None, tasks: int) -> Iterator[Executor | None]:
    """Who is to do so many tasks, None where this process is to; what they still do when the block is left by an error is given up.

    Results never depend on it. Raises DataError when a cluster is asked for and cannot be reached, or Dask is not installed.
    """
    if cluster is not None:
        yield from _cluster(cluster)
    elif jobs > 1 and tasks > 1:
        yield from _processes(min(jobs, tasks))
    else:
        yield None


def result_or_none(future: Future[_Made]) -> _Made | None:
    """What a task came to, None where those who were to do it are lost; the errors of this program are raised."""
    try:
        return future.result()
    except (BrokenExecutor, CancelledError, OSError):
        return None
    except Exception as error:
        # what Dask raises for workers that ended, or that it cannot reach, has no common class of its own
        if type(error).__module__.partition(".")[0] in ("distributed", "dask", "tornado"):
            return None
        raise


def _processes(count: int) -> Iterator[Executor]:
    """Processes on this machine. Ctrl-C goes to all of them, and only this one is to answer it."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    pool = ProcessPoolExecutor(count, initializer=_deaf)
    try:
        yield pool
    except BaseException:
        for process in active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _deaf() -> None:
    """Let Ctrl-C do nothing to a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Ctrl-C does nothing to this process nor to those that it starts, which stay so."""
    if current_thread() is not main_thread():
        yield  # where signals are nobody's to set
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _cluster(address: str) -> Iterator[Executor]:
    """A Dask cluster; work of a worker that ends is done again by another."""
    _reach(address)
    try:
        import logging

        import distributed
    except ImportError:
        raise DataError("--cluster needs Dask: install scrabblecli[dask]") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is said here
    try:
        client: Any = distributed.Client(address, timeout=_REACHED_IN, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise DataError(f"--cluster {address}: no scheduler answers ({type(error).__name__})") from None
    try:
        yield client.get_executor(pure=False)
    finally:
        client.close(timeout=2)


def _reach(address: str) -> None:
    """Raise DataError where nothing listens at a TCP address: Dask would take long to say so."""
    import socket

    scheme, found, rest = address.partition("://")
    host, _, port = (rest if found else address).rpartition(":")
    if (found and scheme != "tcp") or not host or not port.isdigit():
        if found and scheme in ("tls", "ucx", "ws", "wss"):
            return
        raise DataError(f"--cluster {address!r}: expected an address like tcp://host:{_SCHEDULER_PORT}")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _REACHED_IN).close()
    except (OSError, OverflowError) as error:
        raise DataError(f"--cluster {address}: no scheduler answers: {getattr(error, 'strerror', None) or error}") from None
