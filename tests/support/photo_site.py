"""Small sharp photos of trays, and what a page does with them."""

import io
import json
import os
import socket
import time
from collections.abc import Mapping
from typing import Any

from PIL import Image
from support.photo_scenes import symbol
from support.playing import code
from support.waiting import DEADLINE_S
from support.web_site import Answer, Played, answer, request

MM = 6  # pixels
SIDE = 10 * MM


def photo(words: str) -> bytes:
    """Cards 65 mm apart; `+` lays one a little lower on that before it. `red` is a badge."""
    placed, x = list[tuple[str, int, int]](), 0
    for word in words.split():
        x += 0 if word[0] == "+" else 65
        slug = word.strip("+")
        line = f"card sushi-go-party/{slug}" if "/" in slug else f"badge {slug}"
        placed.append((code(line), (x - 40) * MM, (20 + 30 * (word[0] == "+")) * MM))
    picture = Image.new("L", ((x + 20) * MM, 80 * MM), 170)
    for digits, left, top in placed:
        label = symbol(digits).resize((SIDE, SIDE), Image.Resampling.NEAREST)
        picture.paste(label, (left, top))
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=80)
    return file.getvalue()


def sending(photo: bytes, session: Mapping[str, str | None], path: str = "/photo") -> bytes:
    """The request that sends it."""
    return request("POST", path, {**session, "Content-Type": "image/jpeg"}, photo)


def lines(sent: Answer) -> list[dict[str, Any]]:
    assert sent.headers["content-type"] == "application/x-ndjson", sent
    return [json.loads(line) for line in sent.body.splitlines()]


class Phone:
    """Somebody who has given the PIN and takes photos."""

    def __init__(self, played: Played) -> None:
        self.played, self.session = played, played.session()

    def scans(self, *names: str) -> None:
        for line in names:
            assert self.post("/scan", {"code": code(line)})["ok"], line

    def post(self, path: str, sent: Any) -> Any:
        return self.played.post(path, sent, **self.session).json

    def send(self, photo: bytes, seat: str = "", host: str = "127.0.0.1") -> list[dict[str, Any]]:
        """What is answered, line by line."""
        with self.begin(photo, seat, host) as line:
            return lines(heard(line))

    def begin(self, photo: bytes, seat: str = "", host: str = "127.0.0.1") -> socket.socket:
        line = socket.create_connection(
            ("127.0.0.1", self.played.port), DEADLINE_S, source_address=(host, 0)
        )
        line.sendall(sending(photo, self.session, f"/photo{f'?seat={seat}' * bool(seat)}"))
        return line

    def begin_half(self, host: str = "127.0.0.1") -> socket.socket:
        line = socket.create_connection(
            ("127.0.0.1", self.played.port), DEADLINE_S, source_address=(host, 0)
        )
        line.sendall(sending(bytes(40_000), self.session)[:-20_000])
        return line

    def send_slowly(self, photo: bytes, host: str = "127.0.0.1") -> Answer:
        """The answer to a photo, as a browser reads it: once it has sent all."""
        with socket.create_connection(
            ("127.0.0.1", self.played.port), DEADLINE_S, source_address=(host, 0)
        ) as line:
            sent = sending(photo, self.session)
            for start in range(0, len(sent), 1_000_000):
                line.sendall(sent[start : start + 1_000_000])
                time.sleep(0.05)
            return heard(line)

    def look(self, *photos: list[Any], seat: str | None = None, **choices: Any) -> Any:
        """The plan of what was read in some photos."""
        return self.post("/photo/plan", {"photos": photos, "seat": seat, "choices": choices})


def heard(line: socket.socket) -> Answer:
    """Up to the end."""
    received = b""
    while chunk := line.recv(65536):
        received += chunk
    return answer(received)


def readers() -> list[int]:
    """The processes of ours that read photos."""
    pids = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as stat, open(f"/proc/{name}/cmdline") as words:
                ours = stat.read().rpartition(")")[2].split()[1] == str(os.getpid())
                if ours and "firmware.core.photo.reader" in words.read():
                    pids.append(int(name))
        except OSError:  # it has ended
            continue
    return pids
