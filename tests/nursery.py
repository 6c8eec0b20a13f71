"""Servers that begin in a moment: everything is imported once, then each is a fork of this process.

A line of JSON on standard input starts one; a line on standard output says where it listens.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path


def nurse() -> None:
    """Fork a server for each line until there are no more; whoever is killed is reaped."""
    from companion.serve import open_house  # noqa: F401 - what takes long is done before the forks

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        if os.fork() == 0:
            os.close(0)
            _serve(Path(json.loads(line)["data"]))


def _serve(data: Path) -> None:
    from companion.network.server import Ending, run_until_signal
    from companion.serve import Wishes, open_house

    ending = Ending()
    house = open_house(Wishes(data=data, host="127.0.0.1", port=0, has_https=False, threads=8))
    print(json.dumps({"port": house.server.http_port, "pid": os.getpid()}), flush=True)
    run_until_signal(house.server, house.close, ending)
    os._exit(0)


if __name__ == "__main__":
    nurse()
