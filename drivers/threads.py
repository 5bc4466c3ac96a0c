"""A thread that waits for descriptors and does nothing else: started, stopped, woken by time."""

import os
import select
import threading
from collections.abc import Callable, Iterable

Clock = Callable[[], float]
AGAIN_S = 1.0


class FdThread:
    """Base of the scanners' threads. A subclass's `_run` works until `_stopping`, then cleans up.

    `stop` returns when the thread has ended and every descriptor is closed.
    """

    def __init__(self, name: str, clock: Clock) -> None:
        self._clock = clock
        self._stopping = False
        self._name = name
        self._thread: threading.Thread | None = None
        self._woken, self._waker = -1, -1

    def start(self) -> None:
        """Begin to read; returns at once, whether anything is plugged in or not."""
        self._stopping = False
        self._woken, self._waker = os.pipe()
        self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End reading and give everything back; a second call does nothing."""
        if self._thread is None:
            return
        self._stopping = True
        os.write(self._waker, b"\0")
        self._thread.join()
        self._thread = None
        os.close(self._woken)
        os.close(self._waker)

    def _work(self) -> None:
        """Read until `stop`. What nobody thought of is told, and reading begins anew."""
        while not self._stopping:
            try:
                self._run()
                return
            except Exception as mistake:  # a thread that ends in silence would end the scoring
                self._failed(f"a mistake of ours: {mistake!r}")
            self._wait((), self._clock() + AGAIN_S)

    def _run(self) -> None:
        raise NotImplementedError

    def _failed(self, reason: str) -> None:
        """Tell that reading has broken off."""
        raise NotImplementedError

    def _wait(self, fds: Iterable[int | None], due: float | None) -> dict[int, int]:
        """The descriptors that are ready, with poll's flags; none when `due` or `stop` came."""
        # A new one each time: a closed descriptor can never linger in it, and it costs 2 us.
        poll = select.poll()
        poll.register(self._woken, select.POLLIN)
        for fd in fds:
            if fd is not None:
                poll.register(fd, select.POLLIN)
        wait_ms = None if due is None else max(0.0, due - self._clock()) * 1000
        return dict(poll.poll(wait_ms))
