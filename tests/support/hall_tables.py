"""A thousand tables in one process: each says to a real broker what real tables say of real games.

Like a device, a table sends its newest state when it comes back, and a result until the broker has
acknowledged it and lived on for a while; what it has to send outlives its own end.
"""

import asyncio
import json
import random
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cache
from typing import Any

from support.hall_games import Words, game, of

from firmware.interfaces.mqtt.link import SAVED_S

GAMES = 4
DEVICE, GAME = "DEVICE", "0-0"
AGAIN_S = 0.05, 0.5
CONNECT, CONNACK, PUBLISH, PUBACK = 0x10, 0x20, 0x30, 0x40
RETAIN, QOS_1 = 0x01, 0x02


def _json(content: Words) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


@cache
def script(seed: int) -> list[tuple[bytes, list[bytes], bytes]]:
    """A game's states, events and results; device and game are filled in later."""
    messages = [of(DEVICE, GAME, message) for message in game(seed)]
    return [
        (
            _json(message.state),
            [_json(e) for e in message.events],
            _json(message.result) if message.result else b"",
        )
        for message in messages
    ]


def packet(kind: int, *parts: bytes) -> bytes:
    body = b"".join(parts)
    length, left = b"", len(body)
    while left or not length:
        left, digit = divmod(left, 128)
        length += bytes([digit | (128 if left else 0)])
    return bytes([kind]) + length + body


def text(words: str | bytes) -> bytes:
    encoded = words.encode() if isinstance(words, str) else words
    return struct.pack("!H", len(encoded)) + encoded


class HallTable:
    """One of them. `results` has what it has said of each game at last."""

    def __init__(self, device: str, port: int, rng: random.Random) -> None:
        self.device, self._port, self._rng = device, port, rng
        self.results: dict[str, bytes] = {}
        self._waiting: dict[str, bytes] = {}  # results that the broker may not have saved
        self._acknowledged: dict[str, tuple[float, bytes]] = {}  # when and what, by game
        self.state = b""
        self._games, self._script, self._at = 0, script(rng.randrange(GAMES)), 0
        self._game = ""
        self._writer: asyncio.StreamWriter | None = None
        self._number = 0
        self._sent: dict[int, tuple[str, bytes]] = {}
        self._task = asyncio.create_task(self._live())

    async def _live(self) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._connection()
            self._writer, self._sent, self._acknowledged = None, {}, {}
            await asyncio.sleep(self._rng.uniform(*AGAIN_S))

    async def _connection(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            will = b"\0" + text(self._topic("availability")) + text("offline")
            head = text("MQTT") + b"\x05\x2e\0\0\0"  # MQTT 5, clean, a will that is retained
            writer.write(packet(CONNECT, head, text(f"sim-{self.device}"), will))
            kind, body = await _read(reader)
            assert (kind, body[1]) == (CONNACK, 0)
            self._writer = writer
            self._publish("availability", b"online", RETAIN)
            if self.state:
                self._publish("state", self.state, RETAIN)
            self._send_results()
            while True:
                kind, body = await _read(reader)
                if kind == PUBACK:
                    assert len(body) < 3 or body[2] in (0, 16), body
                    self._taken(struct.unpack("!H", body[:2])[0])
        finally:
            writer.transport.abort()

    def _topic(self, kind: str) -> str:
        return f"okanjo/{self.device}/{kind}"

    def _publish(self, kind: str, payload: bytes, flags: int = 0) -> int:
        self._number = self._number % 65_535 + 1
        if self._writer:
            number = struct.pack("!H", self._number)
            topic = text(self._topic(kind))
            self._writer.write(packet(PUBLISH | QOS_1 | flags, topic, number, b"\0", payload))
        return self._number

    def _send_results(self) -> None:
        if self._writer and not self._sent:
            for game_id, payload in self._waiting.items():
                if self._acknowledged.get(game_id, (0, b""))[1] != payload:
                    self._sent[self._publish("result", payload)] = game_id, payload
                    return

    def _taken(self, number: int) -> None:
        now = asyncio.get_running_loop().time()
        for game_id, (moment, payload) in [*self._acknowledged.items()]:
            if moment + SAVED_S < now and self._waiting.get(game_id) == payload:
                del self._waiting[game_id], self._acknowledged[game_id]
        if number in self._sent:
            game_id, payload = self._sent.pop(number)
            self._acknowledged[game_id] = now, payload
            self._send_results()

    # --- what happens at the table ------------------------------------------------------------

    def scan(self) -> None:
        """Scan the next label, and say so; after the last one, begin another game."""
        if self._at == 0:
            self._games += 1
            self._game = f"{int.from_bytes(self.device.encode()):x}-{self._games:x}"
        state, events, result = self._script[self._at]
        self.state = self._named(state)
        for event in events:
            self._publish("event", self._named(event))
        self._publish("state", self.state, RETAIN)
        if result:
            self.say_result(self._named(result))
        self._at = (self._at + 1) % len(self._script)

    def play_on(self) -> None:
        """Go to the end of the game, but for its last scan; the states between are not said."""
        self._at = len(self._script) - 1 if self._at else 0
        if not self._at:
            self.scan()
            self._at = len(self._script) - 1

    def say_result(self, payload: bytes) -> None:
        self.results[self._game] = self._waiting[self._game] = payload
        self._send_results()

    def take_back(self) -> None:
        """UNDO into the game that has just ended, then SCORE and a note: another result of it."""
        gone = {"v": 1, "id": self._game, "device": self.device, "withdrawn": True}
        if (last := self.results.get(self._game)) is None:
            return
        self.say_result(_json(gone))
        self.say_result(_json({**json.loads(last), "note": f"again {self._rng.random()}"}))

    def _named(self, payload: bytes) -> bytes:
        return payload.replace(DEVICE.encode(), self.device.encode()).replace(
            b'"0-0"', f'"{self._game}"'.encode()
        )

    @property
    def is_connected(self) -> bool:
        return self._writer is not None

    def kill(self) -> None:
        """Its plug is pulled; it comes back by itself."""
        if self._writer:
            self._writer.transport.abort()

    async def end(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task


async def _read(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    kind, length, shift = (await reader.readexactly(1))[0], 0, 0
    while True:
        digit = (await reader.readexactly(1))[0]
        length |= (digit & 127) << shift
        shift += 7
        if digit < 128:
            return kind & 0xF0, await reader.readexactly(length)


async def later(true: Callable[[], Any], within_s: float = 90.0) -> Any:
    """`support.waiting.until` for a loop that goes on meanwhile."""
    loop = asyncio.get_running_loop()
    end, pause_s = loop.time() + within_s, 0.01
    while not (result := true()):
        assert loop.time() < end, "waited in vain"
        await asyncio.sleep(pause_s)
        pause_s = min(2 * pause_s, 0.5)
    return result


async def with_tables(
    count: int, port: int, do: Callable[[list[HallTable]], Awaitable[Any]]
) -> Any:
    """Do something with so many tables, all of them connected."""
    tables = [HallTable(f"t{n}", port, random.Random(n)) for n in range(count)]
    try:
        await later(lambda: all(table.is_connected for table in tables))
        return await do(tables)
    finally:
        for table in tables:
            await table.end()
