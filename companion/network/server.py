"""The server: one process, one app, http and (with a certificate) https side by side.

It knows no route and no rule, and it ends within a second whatever is still open.
"""

from __future__ import annotations

import errno
import logging
import os
import select
import signal
import socket
import ssl
import sys
import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from cheroot import wsgi
from cheroot.ssl.builtin import BuiltinSSLAdapter

from companion import __version__
from companion.network import net
from companion.network.certificate import Certificate
from companion.network.threshold import Application, Compressed, KnownHosts

# Eight players hold at most two connections each, and thirty are left for display, eyes,
# watchers and what browsers open in advance (a silent one keeps a thread for READ_S).
THREADS = 64
SPARE_THREADS = 24  # never given to streams, so that a tap is always answered
FIRST_THREADS = 12  # started before the first page, the rest beside it
STEP_THREADS = 8  # cheroot sleeps a tenth of a second at each step
READ_S = 10
STOP_S = 0.8

_log = logging.getLogger(__name__)


def stream_limit(threads: int = THREADS) -> int:
    """How many streams may be open with so many threads."""
    return max(1, threads - SPARE_THREADS)


class _LazyTLS(BuiltinSSLAdapter):
    """Shake hands when the request is read: a silent connection must not hold up the others."""

    def wrap(self, sock: Any) -> tuple[ssl.SSLSocket, dict[str, str]]:
        """Wrap without a handshake (cheroot's own does it in the accepting thread)."""
        wrapped = self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        return wrapped, {"wsgi.url_scheme": "https", "HTTPS": "on"}


class _Listener(wsgi.Server):
    """cheroot's server with an error log that does not cry when a phone goes away."""

    def put_conn(self, conn: Any) -> None:
        """Keep an idle connection, or close it when the listener was closed at this moment."""
        try:
            super().put_conn(conn)
        except (OSError, RuntimeError, ValueError):
            conn.close()

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        """Log what is our mistake; a phone that left or spoke no TLS is none."""
        error = sys.exc_info()[1]
        if isinstance(error, OSError):  # ConnectionError, timeouts, ssl.SSLError
            level, traceback = logging.DEBUG, False
        _log.log(level, msg, exc_info=traceback)


class Server:
    """Both listeners. `start` binds and serves in threads, `stop` ends them.

    *names* are host names to answer to beside addresses and names of a home network.
    """

    def __init__(
        self,
        app: Application,
        *,
        host: str = "0.0.0.0",
        port: int = net.PORT,
        certificate: Certificate | None = None,
        threads: int = THREADS,
        on_stop: Callable[[], None] = lambda: None,
        names: Iterable[str] = (),
    ) -> None:
        self.http_port = 0
        self.https_port: int | None = None
        self._app = KnownHosts(Compressed(app), names)
        self._host = host
        self._first_port = port
        self._certificate = certificate
        self._threads = threads
        self._on_stop = on_stop
        self._listeners: list[_Listener] = []
        self._growing: list[threading.Thread] = []
        self._is_stopping = False

    def start(self) -> None:
        """Listen on the first free port and, with a certificate, https on the next free one."""
        http = self._listen(self._first_port, secure=False)
        self.http_port = http.bind_addr[1]
        if self._certificate is not None:
            self.https_port = self._listen(self.http_port + 1, secure=True).bind_addr[1]
        for listener in self._listeners:
            _thread(listener.serve)
            self._growing.append(_thread(partial(self._grow, listener)))

    def stop(self, within_s: float = STOP_S) -> bool:
        """End streams, then listeners; False when threads were still busy after *within_s*."""
        self._is_stopping = True
        self._on_stop()
        for thread in self._growing:  # a thread that comes after the pool has stopped never ends
            thread.join()
        stopping = [_thread(listener.stop) for listener in self._listeners]
        for thread in stopping:
            thread.join(within_s / len(stopping))
        return not any(thread.is_alive() for thread in stopping)

    def _grow(self, listener: _Listener) -> None:
        """Add the remaining threads, a few at a time, until somebody wants to stop."""
        for _ in range(FIRST_THREADS, self._threads, STEP_THREADS):
            if self._is_stopping:
                return
            listener.requests.grow(STEP_THREADS)  # never beyond the pool's own maximum

    def _listen(self, first_port: int, *, secure: bool) -> _Listener:
        """Bind to the first port nobody has; OSError with a sentence when none is free."""
        if first_port == 0:
            return self._bound(0, secure=secure)
        while True:
            port = net.free_port(self._host, first_port)
            try:
                return self._bound(port, secure=secure)
            except OSError as error:  # somebody was faster between asking and binding
                if error.errno not in (errno.EADDRINUSE, errno.EACCES, None):
                    raise
                first_port = port + 1

    def _bound(self, port: int, *, secure: bool) -> _Listener:
        listener = _Listener(
            (self._host, port),
            self._app,
            numthreads=min(FIRST_THREADS, self._threads),
            max=self._threads,
            server_name=f"Boodle/{__version__}",
            request_queue_size=128,
            timeout=READ_S,
        )
        listener.shutdown_timeout = STOP_S / 4
        listener.expiration_interval = STOP_S / 4  # how late its loop notices that it shall end
        listener.version = f"Boodle/{__version__}"
        if secure:
            assert self._certificate is not None
            paths = self._certificate.leaf_path, self._certificate.key_path
            listener.ssl_adapter = _LazyTLS(str(paths[0]), str(paths[1]))
        listener.prepare()
        self._listeners.append(listener)
        return listener


class Ending:
    """Ctrl-C or SIGTERM, caught from the moment this is made (in the main thread).

    Waiting on an Event instead loses a signal that another thread receives, and on Windows all.
    """

    def __init__(self) -> None:
        self._asked, self._writer = socket.socketpair()
        self._writer.setblocking(False)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda _number, _frame: None)
        signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)

    def wait(self) -> None:
        """Sleep until a signal has come."""
        select.select([self._asked], [], [])


def run_until_signal(
    server: Server, on_end: Callable[[], None] = lambda: None, ending: Ending | None = None
) -> None:
    """Wait for Ctrl-C or SIGTERM, stop *server*, call *on_end*; all within a second.

    Make *ending* before the server is started, so that no signal comes too early.
    """
    (ending or Ending()).wait()
    is_clean = server.stop()
    on_end()
    if not is_clean:  # a thread that hangs in a send must not keep the process
        sys.stdout.flush()
        os._exit(0)


def _thread(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread
