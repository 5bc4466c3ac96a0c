"""Make the seeds anew, after a format has changed: PYTHONPATH=.:tests python -m fuzz.make_seeds

Most are made by the product itself. What lies in `regressions` stays.
"""

import io
import json
import random
import struct
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from fuzz.cases import SEEDS
from PIL import Image
from support.backup_tools import EVENINGS, STICKERS, backup_of, played
from support.hall_games import game, of
from support.photo_site import photo
from support.random_acts import OPEN
from support.table_program import ROOT
from support.web_fuzz import SEEDS as REQUESTS

from drivers.scanner.keymap import character
from engine.codes import codebook
from engine.notation import read
from firmware.hall.store.backup import back_up
from firmware.hall.store.known import Known
from firmware.hall.store.ledger import Ledger
from firmware.hall.store.store import Store, Writing

Words = dict[str, object]
SEATS: Words = {
    "v": 1, "id": "cup-r2-t7", "tournament": "Autumn Cup", "round": 2, "table": 7,
    "game": "sushi-go-party", "menu": "my-first-meal",
    "seats": [{"badge": "red", "name": "Ann"}, {"badge": "blue", "name": "Zoë"}],
}  # fmt: skip
COMMAND: Words = {"do": "next", "run": "b0a2d1", "n": 7}
REQUESTS_OF_SOCKET: list[Words] = [
    {"ask": "doctor"},
    {"ask": "teach-list"},
    {"ask": "teach-forget", "sticker": "4001234567890"},
    {"ask": "teach-import", "rows": [["4001234567890", "002008"], ["ABC-1", "001010"]]},
    {"ask": "restore", "folder": "/var/lib/okanjo"},
    {"ask": "mqtt-settings"},
    {"ask": "mqtt-games"},
    {"ask": "mqtt-game", "number": 1},
    {
        "ask": "mqtt-tell",
        "found": "another device has the ID {id}",
        "do": "give one of them another: id in [mqtt]",
        "values": {"id": "table-1"},
    },
    {"ask": "mqtt-do", **COMMAND, "id": "table-1"},
    {"ask": "mqtt-seats", "offer": json.dumps(SEATS), "age_ms": 40},
]
SHORT_SETTINGS = """[names]
red = "Ann"
[[scanner]]
usb = "1a86:5723/usb-0000:01:00.0-1.2"
lane = 1
[[scanner]]
port = "/dev/ttyACM0"
baud = 115200
[omakase.faces.tuna]
yen = 300
sets = ["nigiri"]
[mqtt]
host = "192.0.2.7"
"""
NAMES = {
    "lines": "Ann\nBo\nJürgen\nÉlodie Martin\n",
    "table": 'First name;Last name;Mail\n"Ann";Lee;a@example.com\nBo;"O\'Neil";b@example.com\n',
    "tabs": "player\ttable\nAnn\t1\nBo\t2\n",
    "one-line": "Ann, Bo, Cy, Di",
}


def seeds(folder: Path) -> Iterator[tuple[str, Mapping[str, bytes]]]:
    """Targets and their seeds, by name."""
    yield "backup", _backups(folder)
    yield "board-backup", {"hall": _hall(folder)}
    yield "photo", _photos()
    example = (ROOT / "config" / "okanjo.toml").read_bytes()
    yield "settings", {"example": example, "short": SHORT_SETTINGS.encode()}
    comma = (
        b'sticker,code,label\r\n"4001234567890",002008,badge red\r\n\'=A1,001010,command next\r\n'
    )
    tabs = b"\xef\xbb\xbfslug\tsticker\ttype\nred\tABC-1\tbadge\ntempura\tXYZ\tface\n"
    yield "stickers", {"kept": STICKERS, "commas": comma, "tabs": tabs, "bare": b"ABC;badge red\n"}
    yield "names", {name: text.encode() for name, text in NAMES.items()}
    yield "table-messages", _table_messages()
    own = {**SEATS, "game": "omakase", "menu": "", "stage": "Semi-final"}
    own_menu = {**SEATS, "menu": ["tempura", "sashimi", "maki", "dumpling"]}
    clocked = {**SEATS, "clock": {"left": 2700, "runs": True}}
    yield "seats", _as_json([SEATS, own, own_menu, clocked])
    yield "commands", _as_json([COMMAND, {**COMMAND, "do": "identify"}])
    yield "local-socket", _as_json(REQUESTS_OF_SOCKET)
    yield "http", {f"{n}": request for n, request in enumerate(REQUESTS)}
    lines = _scans("party-tally")[:40]
    codes = "".join(f"{scan.text}\r" for line in lines if (scan := read(line, codebook())))
    yield "serial-scanner", {"evening": codes.encode()}
    yield "keyboard-scanner", {"evening": _keys(codes)}
    omakase = "\n".join(_scans("omakase")[:60])
    yield "typed-lines", {"party": "\n".join(lines).encode(), "omakase": omakase.encode()}


def _as_json(values: list[Words]) -> dict[str, bytes]:
    return {f"{n}.json": json.dumps(value).encode() for n, value in enumerate(values)}


def _scans(evening: str) -> list[str]:
    lines = (EVENINGS / f"{evening}.scans").read_text().splitlines()
    return [line for line in lines if not line.startswith("#")]


def _keys(text: str) -> bytes:
    """Each key goes down and up."""
    numbers = {character(key, set()): key for key in range(2, 60)}
    down_and_up = ((numbers[letter], value) for letter in text for value in (1, 0))
    return b"".join(struct.pack("<BHBB", 1, key, value, 2) for key, value in down_and_up)


def _backups(folder: Path) -> dict[str, bytes]:
    played(folder / "sushi-go", "sushi-go-dummy")
    played(folder / "two", "omakase", more=("preset my-first-meal", "badge red", "badge blue"))
    return {name: backup_of(folder / name) for name in ("sushi-go", "two")}


def _hall(folder: Path) -> bytes:
    url, out = f"sqlite:///{folder}/board.db", io.BytesIO()
    with closing(Store(url)) as store, store.writing() as connection:
        ledger = Ledger(Writing(connection, 1e9), Known())
        number = ledger.open(OPEN, "the organiser")
        ledger.add_players(number, ["Ann", "Bo", "Cy"], "the organiser", here=True)
        for device in ("t1", "t2"):
            result = of(device, f"{device}-1", game(0)[-1]).result
            assert result
            ledger.hear(result)
    back_up(url, out)
    return out.getvalue()


def _table_messages() -> dict[str, bytes]:
    message, rng = of("table-1", "ab-1", game(0)[-1]), random.Random(1)
    middle = of("table-1", "ab-1", rng.choice(game(1)[8:-1]))
    back = {"v": 1, "id": "ab-1", "device": "table-1", "withdrawn": True}
    messages = {"state": message.state, "middle": middle.state, "event": middle.events[0]}
    messages |= {"result": message.result or {}, "withdrawn": back}
    kinds = {"middle": "state", "withdrawn": "result"}
    lines = {
        name: f"table-1/{kinds.get(name, name)}\n{json.dumps(words)}".encode()
        for name, words in messages.items()
    }
    return lines | {"availability": b"table-1/availability\nonline"}


def _photos() -> dict[str, bytes]:
    small = Image.open(io.BytesIO(photo("red tempura/1"))).reduce(2)
    colour, exif = small.convert("RGB"), Image.Exif()
    exif[0x0112] = 6
    return {
        "plain.jpg": _saved(small, "JPEG", quality=70),
        "turned.jpg": _saved(colour, "JPEG", quality=60, exif=exif, progressive=True),
        "four.jpg": _saved(small.convert("CMYK"), "JPEG", quality=50),
        "grey.png": _saved(small, "PNG"),
        "few.png": _saved(colour.quantize(8), "PNG"),
        "clear.png": _saved(small.convert("LA"), "PNG"),
        "plain.webp": _saved(colour, "WEBP", quality=60),
        "whole.webp": _saved(colour.quantize(8).convert("RGBA"), "WEBP", lossless=True, exif=exif),
    }


def _saved(picture: Image.Image, form: str, **how: object) -> bytes:
    file = io.BytesIO()
    picture.save(file, form, **how)
    return file.getvalue()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made_in:
        for name, contents in seeds(Path(made_in)):
            (SEEDS / name).mkdir(parents=True, exist_ok=True)
            for file_name, content in contents.items():
                (SEEDS / name / file_name).write_bytes(content)
