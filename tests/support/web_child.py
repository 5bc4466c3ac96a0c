"""A page in a process of its own: `web_child.py FOLDER`.

It says where it is and its PIN, one line of JSON, and scores until it is terminated. The log goes
to FOLDER/log, so that nothing else may be on standard error.
"""

import json
import logging
import os
import signal
import sys
import time
from typing import Any

from support.table_app import GAMES
from support.web_site import running_in

from firmware.app.loop import App
from firmware.app.pin import Pin
from firmware.journal.journal import Journal
from firmware.web.feed import Feed
from firmware.web.page import Page
from firmware.web.thread import WebThread


def main(folder: str) -> None:
    feed, pin = Feed(), Pin(folder)
    state = os.path.join(folder, "state")
    journal = Journal(state)
    with open(os.path.join(folder, "log"), "a", buffering=1) as log:
        logging.basicConfig(level=logging.INFO, stream=log, format="%(message)s")
        app = App(journal, GAMES, [feed.show])
        web = WebThread(Page(feed, pin, app.inbox.put, running_in(state, journal)), 0)

        def leave(*signal: Any) -> None:
            app.inbox.leave()

        signal.signal(signal.SIGTERM, leave)
        late = {"asyncio", "starlette", "uvicorn", "firmware.web.server"} & {*sys.modules}
        web.start()
        while not (web.port or web.missing):  # a busy machine may take longer than we wait there
            time.sleep(0.01)
        addresses = web.addresses()
        told = {"port": web.port, "pin": pin.digits, "addresses": addresses, "imported": [*late]}
        print(json.dumps(told), flush=True)
        app.run()
        web.stop()
    journal.close()


if __name__ == "__main__":
    main(sys.argv[1])
