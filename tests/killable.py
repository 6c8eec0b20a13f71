"""A server on a folder that can be killed at any moment and started again; for tests."""

import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

import pytest

from companion.croupier import Croupier
from companion.door import Door
from companion.paths import DATABASE
from companion.store import Store

TOKEN = "the-cookie-of-the-host-of-this-test"
HEADERS = {"Content-Type": "application/json", "Cookie": f"boodle={TOKEN}"}


def croupier_of(store, ids="e1"):
    numbers = itertools.count()
    return Croupier(
        store, now=lambda: "2026-11-30T19:00:00Z", new_id=lambda: f"{ids}-{next(numbers)}"
    )


def opened(data, ids="e1", choose=lambda choices: choices[0]):
    """An evening with nobody at the table yet; its (id, code)."""
    with Store.open(data / DATABASE if data else None) as store:
        door = Door(store, croupier_of(store, ids), choose)
        evening, _ = door.open_table(TOKEN, game="boodle", options={}, depth="cards")
        return evening.id, evening.code


@pytest.fixture(scope="module")
def nursery():
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).parent / "nursery.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        yield process
        process.stdin.close()


class Served:
    """A server on *data* that can be killed and started again."""

    def __init__(self, nursery, data, code):
        self.nursery, self.data, self.code = nursery, data, code
        self.start()

    def start(self):
        self.nursery.stdin.write(json.dumps({"data": str(self.data)}) + "\n")
        self.nursery.stdin.flush()
        where = json.loads(self.nursery.stdout.readline())
        self.port, self.pid = where["port"], where["pid"]

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)
        while is_there(self.pid):
            time.sleep(0.001)

    def tap(self, tap, kind, data):
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("POST", f"/t/{self.code}/do", self.body(tap, kind, data), HEADERS)
            return json.loads(connection.getresponse().read())
        finally:
            connection.close()

    def tap_and_kill(self, tap, kind, data, after_s):
        """Send a tap, wait a moment, pull the plug; what was answered, if anything was."""
        body = self.body(tap, kind, data)
        lines = [f"POST /t/{self.code}/do HTTP/1.1", "Host: 127.0.0.1"]
        lines += [f"{name}: {value}" for name, value in HEADERS.items()]
        head = "\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""])
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as line:
            line.sendall(head.encode() + body)
            time.sleep(after_s)
            self.kill()
            body = whatever_came(line).partition(b"\r\n\r\n")[2]
        try:
            return json.loads(body)
        except ValueError:  # the plug was pulled in the middle of the answer
            return None

    def post_and_kill(self, path, form, when):
        """Send a form and pull the plug as soon as *when* is so; whether there was an answer."""
        head = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", f"Cookie: boodle={TOKEN}",
                "Content-Type: application/x-www-form-urlencoded",
                f"Content-Length: {len(form)}", "", form]  # fmt: skip
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as line:
            line.sendall("\r\n".join(head).encode())
            end_s = time.monotonic() + 30
            while not when() and time.monotonic() < end_s:
                pass
            self.kill()
            return bool(whatever_came(line))

    def body(self, tap, kind, data):
        said = {"id": tap, "kind": kind, "data": data}  # a script, which shows no line
        return json.dumps(said).encode()


def whatever_came(line):
    """What a server that is dead now had still sent."""
    came = b""
    try:
        while part := line.recv(65536):
            came += part
    except ConnectionResetError:
        pass
    return came


def is_there(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
