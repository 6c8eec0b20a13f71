"""server.py on loopback: ports, TLS, streams, and an end within a second."""

import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask, request

from companion.network import certificate, server
from companion.web import live


def an_app(hub: live.Hub) -> Flask:
    app = Flask("test")
    croupier = SimpleNamespace(
        seq=lambda _evening: 3,
        evening_by_code=lambda code: SimpleNamespace(id="e1") if code == "K7QX" else None,
    )
    app.extensions["boodle"] = SimpleNamespace(croupier=croupier, hub=hub)
    app.register_blueprint(live.blueprint)

    @app.get("/who")
    def who() -> dict[str, object]:
        return {"address": request.remote_addr, "scheme": request.scheme, "host": request.host}

    return app


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    return certificate.ensure(tmp_path_factory.mktemp("certificate"), [])


@pytest.fixture
def running(pair):
    hub = live.Hub(heartbeat_s=0.2)
    one = server.Server(
        an_app(hub), host="127.0.0.1", port=0, certificate=pair, threads=16, on_stop=hub.close
    )
    one.start()
    yield SimpleNamespace(server=one, hub=hub, pair=pair)
    one.stop()


def trusting(pair):
    return ssl.create_default_context(cafile=str(pair.authority_path))


def get(connection, path, **headers):
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    with response:
        return response.status, response.read()


def plain(running):
    return HTTPConnection("127.0.0.1", running.server.http_port, timeout=5)


def secure(running):
    return HTTPSConnection(
        "127.0.0.1", running.server.https_port, timeout=5, context=trusting(running.pair)
    )


def closing(connection):
    import contextlib

    return contextlib.closing(connection)


def open_stream(connection):
    connection.request("GET", "/t/K7QX/events?after=3", headers={"Accept": "text/event-stream"})
    response = connection.getresponse()
    assert response.readline() == b"retry: 1000\n"
    return response


def test_http_and_https_answer_side_by_side_and_the_app_knows_which(running):
    with closing(plain(running)) as http, closing(secure(running)) as https:
        assert json.loads(get(http, "/who")[1])["scheme"] == "http"
        assert json.loads(get(https, "/who")[1])["scheme"] == "https"


def test_forwarded_headers_are_not_believed(running):
    with closing(plain(running)) as http:
        _, body = get(
            http,
            "/who",
            **{
                "X-Forwarded-For": "8.8.8.8",
                "X-Forwarded-Host": "evil",
                "Forwarded": "for=8.8.8.8",
            },
        )

    assert json.loads(body) == {
        "address": "127.0.0.1",
        "scheme": "http",
        "host": f"127.0.0.1:{running.server.http_port}",
    }


def test_a_taken_port_is_passed_over(running, pair):
    second = server.Server(an_app(live.Hub()), host="127.0.0.1", port=running.server.http_port)

    second.start()
    try:
        assert running.server.http_port < second.http_port < running.server.http_port + 50
        assert second.https_port is None
    finally:
        second.stop()


def test_silent_connections_do_not_hold_up_the_secure_port(running):
    silent = [socket.create_connection(("127.0.0.1", running.server.https_port)) for _ in range(3)]
    try:
        with closing(secure(running)) as https:
            assert get(https, "/who")[0] == 200
    finally:
        for one in silent:
            one.close()


def test_plain_http_on_the_secure_port_writes_no_traceback_and_harms_nobody(running, capfd):
    with socket.create_connection(("127.0.0.1", running.server.https_port), timeout=5) as lost:
        lost.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        lost.recv(1000)

    with closing(secure(running)) as https:
        assert get(https, "/who")[0] == 200
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("how", [plain, secure])
def test_a_stream_gets_what_is_announced(running, how):
    with closing(how(running)) as connection, open_stream(connection) as stream:
        stream.readline()
        running.hub.announce("e1", 4, "Ben took Q♦ · 8 chips")

        lines = [stream.readline() for _ in range(2)]
        while lines[0].startswith(b":") or lines[0] == b"\n":
            lines = [lines[1], stream.readline()]
        assert lines[0] == b"id: 4\n"
        assert json.loads(lines[1].removeprefix(b"data: "))["say"] == "Ben took Q♦ · 8 chips"
        running.hub.close()


@pytest.mark.parametrize("how", [plain, secure])
def test_the_heartbeat_notices_a_client_that_went(running, how):
    connection = how(running)
    stream = open_stream(connection)
    assert running.hub.count == 1

    stream.close()
    connection.close()

    left = threading.Event()
    for _ in range(100):
        if running.hub.count == 0:
            break
        left.wait(0.05)
    assert running.hub.count == 0


def test_stopping_ends_open_streams_and_says_it_was_clean(running):
    connections = [plain(running) for _ in range(4)] + [secure(running) for _ in range(4)]
    streams = [open_stream(one) for one in connections]

    was_clean = running.server.stop()

    assert was_clean
    for stream, connection in zip(streams, connections, strict=True):
        stream.read()  # comes to its end
        stream.close()
        connection.close()


def test_a_server_that_is_stopped_at_once_leaves_no_thread_behind():
    before = set(threading.enumerate())
    one = server.Server(an_app(live.Hub()), host="127.0.0.1", port=0, threads=200)

    one.start()
    one.stop()

    for thread in set(threading.enumerate()) - before:
        thread.join(timeout=10)
        assert not thread.is_alive(), thread


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_process_with_streams_and_silent_sockets_open(tmp_path, number):
    program = tmp_path / "program.py"
    program.write_text(
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import test_server as t\n"
        "from companion.network import server, certificate\n"
        "from companion.web import live\n"
        "from pathlib import Path\n"
        "hub = live.Hub()\n"
        "one = server.Server(t.an_app(hub), host='127.0.0.1', port=0, on_stop=hub.close,\n"
        "    certificate=certificate.ensure(Path(sys.argv[2]), []))\n"
        "ending = server.Ending()\n"
        "one.start()\n"
        "print(one.http_port, one.https_port, flush=True)\n"
        "server.run_until_signal(one, lambda: print('ended', flush=True), ending)\n"
    )
    process = subprocess.Popen(
        [sys.executable, str(program), str(Path(__file__).parent), str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        http_port, https_port = map(int, process.stdout.readline().split())
        pair = SimpleNamespace(authority_path=tmp_path / "authority.pem")
        there = SimpleNamespace(
            server=SimpleNamespace(http_port=http_port, https_port=https_port), pair=pair
        )
        connections = [plain(there) for _ in range(5)] + [secure(there) for _ in range(5)]
        streams = [open_stream(one) for one in connections]
        silent = [socket.create_connection(("127.0.0.1", port)) for port in (http_port, https_port)]

        process.send_signal(number)

        assert process.stdout.readline() == "ended\n"
        assert process.wait(timeout=10) == 0
        for one in [*streams, *connections, *silent]:
            one.close()
