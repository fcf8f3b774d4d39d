# SPDX-License-Identifier: MIT
"""Threads that share the steps of a sim.

A step runs on one of them, never on a thread of the host: a signal that raises in the middle of a step
(Ctrl-C) would otherwise let the library go on while others still work for it. The interpreter's lock is
taken only to hand out ranges; the work itself is C.
"""

from __future__ import annotations

import ctypes
import os
import queue
import threading
from typing import Any, Callable

from . import _abi as abi
from ._memory import Exclusive, Native, Pointer

MOST = 256

TASK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int32, ctypes.c_int32, ctypes.c_int32)
PARALLEL_FOR = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int32, ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)


class _Loop:
    """One parallel loop: ranges are claimed by whoever is free."""

    def __init__(self, count: int, chunk: int, function: Any, task: int) -> None:
        self.lock = threading.Lock()
        self.next, self.count, self.chunk = 0, count, chunk
        self.function, self.task = function, task
        self.done = threading.Semaphore(0)

    def work(self, worker: int) -> None:
        while True:
            with self.lock:
                begin = self.next
                self.next = end = min(begin + self.chunk, self.count)
            if begin >= self.count:
                return
            self.function(self.task, begin, end, worker)


def _serve(jobs: "queue.SimpleQueue[Callable[[], None] | None]") -> None:
    for job in iter(jobs.get, None):
        job()
        del job  # refers to the step's sim


class Workers:
    def __init__(self, count: int) -> None:
        self.count = count
        # Kept as long as C may call it.
        self.callback = PARALLEL_FOR(self._parallel_for)
        self._start()

    def _start(self) -> None:
        self.process = os.getpid()
        # Worker 0 runs the steps; the others have a queue each, so that a number is never used twice.
        self.queues: list["queue.SimpleQueue[Callable[[], None] | None]"] = []
        for i in range(self.count):
            jobs: "queue.SimpleQueue[Callable[[], None] | None]" = queue.SimpleQueue()
            threading.Thread(target=_serve, args=(jobs,), daemon=True, name=f"libvrm worker {i}").start()
            self.queues.append(jobs)

    def tasks(self) -> abi.Tasks:
        return abi.Tasks(self.count, ctypes.cast(self.callback, ctypes.c_void_p), None)

    def stop(self) -> None:
        for jobs in self.queues:
            jobs.put(None)

    def run(self, native: Native, step: Callable[[Pointer], Any]) -> None:
        """Runs a step on worker 0 and waits, whatever signals do meanwhile."""
        if self.process != os.getpid():  # fork() took no threads along
            self._start()
        done, raised, begun = threading.Event(), [], threading.Lock()
        exclusive = Exclusive(native, "stepping")

        def job() -> None:
            if not begun.acquire(blocking=False):  # queued twice: see below
                return
            try:
                with exclusive as pointer:
                    step(pointer)
            except BaseException as error:  # noqa: B036  raised again below
                raised.append(error)
            finally:
                done.set()

        # A signal handler may raise at any place here. Whether put() was reached cannot be known then, so it is called
        # again.
        interrupted: BaseException | None = None
        is_queued = False
        while True:
            try:
                if not is_queued:
                    self.queues[0].put(job)
                    is_queued = True
                while not done.is_set():
                    done.wait()
                break
            except BaseException as error:  # noqa: B036  the step is finished first
                interrupted = error
        if interrupted is not None:
            raise interrupted
        if raised:
            raise raised[0]

    def _parallel_for(self, ctx: Any, count: int, grain: int, function: int, task: int) -> None:
        chunk = max(grain, -(-count // (4 * self.count)), 1)
        loop = _Loop(count, chunk, TASK(function), task)
        helpers = min(self.count, -(-count // chunk)) - 1

        def helper(worker: int) -> Callable[[], None]:
            def job() -> None:
                try:
                    loop.work(worker)
                finally:
                    loop.done.release()
            return job

        for worker in range(1, helpers + 1):
            self.queues[worker].put(helper(worker))
        loop.work(0)
        for _ in range(helpers):
            loop.done.acquire()
