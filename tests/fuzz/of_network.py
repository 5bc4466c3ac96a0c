"""What comes from a broker, by the local socket, and from browsers."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fuzz.reading import Read, a_sentence, book, scratch


def table_messages() -> Read:
    """A topic, a line; what a table says there: shown, and where it is a result kept."""
    from firmware.hall.broker.said import Nonsense
    from firmware.hall.broker.said import read as parse
    from firmware.hall.feed import HallFeed
    from firmware.hall.hall import Hall
    from firmware.hall.store.inbox import DeviceResult
    from firmware.hall.store.store import Store
    from firmware.hall.tables import RESULT
    from firmware.words.language import ENGLISH

    hall = Hall(Store(f"sqlite:///{scratch()}/hall.db"), _raise)
    feed = HallFeed(hall, "localhost:1883", "")

    def read(content: bytes) -> None:
        topic, _, payload = content.partition(b"\n")
        try:
            message = parse(topic.decode("utf-8", "replace"), payload, retained=False)
        except Nonsense as why:
            a_sentence(str(why))
            return
        if message.kind == RESULT:
            hall._writer._save([DeviceResult(message, lambda: None)])
        else:
            hall._show(message)
            feed.newest(0, ENGLISH)
            feed.newest(0, ENGLISH, message.device)
            feed.read_anew()
        if len(hall.tables.tiles) > 20:
            hall.tables.tiles.clear()

    return read


def seats() -> Read:
    """Seats that a broker offers: refused, or such that NEXT begins with them; and their clock."""
    from support.table_app import GAMES

    from firmware.interfaces.mqtt.seats import BadOffer, clock_of, offer_of
    from firmware.words import clock, offers
    from firmware.words.language import say

    def read(content: bytes) -> None:
        try:
            text = content.decode("utf-8", "replace")
            offer, counted = offer_of(text, GAMES), clock_of(text, 0.0)
        except BadOffer as why:
            a_sentence(str(why))
        else:
            a_sentence(say(offers.sentence(offer)))
            if counted:
                a_sentence(f"Clock: {say(clock.on_page(counted.face_at(1.0)))}")

    return read


def commands() -> Read:
    """A payload on the command's topic, through the client and the local socket to the table."""
    from types import SimpleNamespace

    from firmware.common.broker.connection import Received
    from firmware.interfaces.mqtt.client import Client, Inbox
    from firmware.interfaces.mqtt.kept import Kept

    table = _socket(scratch() / "commands")

    def ask(request: str, **more: object) -> Any:
        line = json.dumps({"ask": request, **more}).encode() + b"\n"
        answer = json.loads(table(line))
        return answer if "state_folder" in answer else None

    client = Client(ask, Kept(str(scratch())), Inbox())
    link: Any = SimpleNamespace(device="table-1")

    def read(content: bytes) -> None:
        message = Received("okanjo/table-1/command", content, False, "", lambda: None)
        client._hear_command(link, message)
        assert len(client._logged) < 20, client._logged

    return read


# --- the local socket ------------------------------------------------------------------------


def local_socket() -> Read:
    answer = _socket(scratch() / "socket")

    def read(content: bytes) -> None:
        answered = json.loads(answer(content.partition(b"\n")[0] + b"\n"))
        if "error" in answered:
            a_sentence(answered["error"])
            assert "bug" not in answered["error"], answered

    return read


def _socket(folder: Path) -> Callable[[bytes], bytes]:
    """What answers a line to the program that runs, without its socket."""
    from support.table_app import AppTable
    from support.web_site import running_in

    from firmware.common.ipc.server import Server
    from firmware.core.app.ipc_routes import doctor_route, sticker_routes
    from firmware.core.stickers.store import Stickers
    from firmware.interfaces.mqtt.part import MqttPart
    from firmware.records.backup.running import restore_route

    table = AppTable(folder, synchronous="OFF")
    running = running_in(str(folder), table.journal)
    settings = running.settings.mqtt._replace(commands=True)
    running = running._replace(settings=running.settings._replace(mqtt=settings))
    part = MqttPart(running, table.app)
    part.show(table.shown)
    routes = {
        "doctor": doctor_route("1", table.journal, dict, list),
        **sticker_routes(Stickers("", book()), lambda notice: None),
        **part.routes(),
        "restore": restore_route(running),
    }
    server = Server(routes, str(folder), [])

    def answer(line: bytes) -> bytes:
        answered = server._answer(line, [])
        assert isinstance(answered, bytes)
        while len(table.app.inbox):
            table.app.take(table.app.inbox.get())
        assert not [line for line in table.log if "a bug" in line], table.log
        return answered

    return answer


# --- HTTP --------------------------------------------------------------------------------------


def http() -> Read:
    """A request in one piece, and in as many as it has bytes: answered alike, or hung up on."""
    from firmware.common.http.application import Application, Endpoint
    from firmware.common.http.connection import Connection
    from firmware.common.http.limits import Limits
    from firmware.common.http.responses import json_response
    from firmware.common.http.serve import _config
    from firmware.words.worded import not_served

    logged: list[str] = []

    async def show(request: Any) -> Any:
        body = await request.body() if request.method == "POST" else b""
        return json_response({"query": dict(request.query_params), "long": len(body)})

    endpoints = [Endpoint(path, show, ("GET", "POST"), most=1000) for path in ("/", "/scan")]
    app = Application(
        endpoints, lambda: ["okanjo.local"], lambda why: str(not_served({}, why)),
        admit=lambda request: None, clock=lambda: 0.0,
    )  # fmt: skip
    config, loop = _config(app.asgi, ()), asyncio.new_event_loop()
    limits = Limits(piece_s=60.0)

    async def answered(pieces: list[bytes]) -> bytes:
        from uvicorn.server import ServerState

        line = _Line()
        state = {"limits": limits, "log": app.log_refusal}
        connection = Connection(config, ServerState(), state)
        connection.connection_made(line)
        for piece in pieces:
            if piece and not line.is_closing():
                connection.data_received(piece)
                await asyncio.sleep(0)
        for _ in range(50):
            if line.is_closing():
                break
            await asyncio.sleep(0)
        if not line.is_closing():
            connection.eof_received()
        connection.connection_lost(None)
        return bytes(line.sent)

    def read(content: bytes) -> None:
        loop.set_exception_handler(lambda loop, context: logged.append(str(context)))
        whole = loop.run_until_complete(answered([content]))
        parts = [content[n : n + 1] for n in range(600)]
        apart = loop.run_until_complete(answered([*parts, content[600:]]))
        assert not logged, logged
        for heard in (whole, apart):
            assert heard[:9] in (b"", b"HTTP/1.1 "), heard
            assert heard[9:12] not in (b"500",), heard
        assert whole[:12] == apart[:12], (whole, apart)

    return read


class _Line(asyncio.Transport):
    """A connection whose other end is a list of bytes."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.7", 7), "sockname": ("192.0.2.1", 80)})
        self.sent, self._closed = bytearray(), False

    def write(self, data: Any) -> None:
        self.sent += data

    def close(self) -> None:
        self._closed = True

    abort = close

    def is_closing(self) -> bool:
        return self._closed

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


def _raise(why: Exception) -> None:
    raise why
