r"""Requests that the running program cannot answer: each is told what is wrong with it.

A folder's name that is not UTF-8 has halves of characters, `\udc80` to `\udcff`: these may come.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from support.ipc_callers import listening, reply
from support.table_program import ProgramTable
from support.waiting import until

from firmware.common.ipc import client
from firmware.common.ipc.server import HALF, LIKE

SETTINGS = '[web]\non = false\n[mqtt]\nhost = "127.0.0.1"\nport = 1\ncommands = true\n'
TELL = '{"ask": "mqtt-tell", "found": "no {what}", "do": "start it", "values": '
VALUES = '"values" must have a text or whole number for each {name} of the texts'
ROWS = '"rows" must be like [["4001234567890", "002008"]]'
REFUSED = [
    ("[1, 2]", LIKE),
    ('{"ask": "doctor"} {}', LIKE),
    ('{"ask": "doctor", "deep": ' + "[" * 60_000 + "]" * 60_000 + "}", LIKE),
    ('{"ask": "mqtt-game", "number": ' + "9" * 5000 + "}", LIKE),
    ("{}", '"ask" must be a text'),
    ('{"ask": ["doctor"]}', '"ask" must be a text'),
    ('{"ask": "doctor", "ask": null}', '"ask" must be a text'),
    ('{"ask": "tomorrow"}', 'this program has no answer to "tomorrow"'),
    (r'{"ask": "\ud800"}', HALF),
    (r'{"ask": "restore", "folder": "\ud800"}', HALF),
    (r'{"ask": "doctor", "\ude00": 1}', HALF),
    ('{"ask": "restore"}', '"folder" must be a text'),
    ('{"ask": "restore", "folder": 1}', '"folder" must be a text'),
    ('{"ask": "teach-forget", "sticker": null}', '"sticker" must be a text'),
    ('{"ask": "teach-import", "rows": {"4001234567890": "002008"}}', '"rows" must be a list'),
    ('{"ask": "teach-import", "rows": ["ab"]}', ROWS),
    ('{"ask": "teach-import", "rows": [["4001234567890", 2008]]}', ROWS),
    ('{"ask": "mqtt-game", "number": NaN}', '"number" must be a whole number'),
    ('{"ask": "mqtt-game", "number": 1e999}', '"number" must be a whole number'),
    ('{"ask": "mqtt-game", "number": true}', '"number" must be a whole number'),
    ('{"ask": "mqtt-game", "number": 7}', "no finished game has this number"),
    ('{"ask": "mqtt-game", "number": -' + "9" * 4000 + "}", "no finished game has this number"),
    ('{"ask": "mqtt-seats", "offer": {"v": 1}}', '"offer" must be a text'),
    ('{"ask": "mqtt-do", "do": []}', '"do" must be a text'),
    (TELL + "[]}", '"values" must be an object'),
    (TELL + "{}}", VALUES),
    (TELL + '{"what": [1]}}', VALUES),
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProgramTable]:
    running = ProgramTable(tmp_path_factory.mktemp("asked"), SETTINGS)
    until(lambda: listening(running.folder / "okanjo"))
    yield running
    status, log = running.leave()
    assert status == 0
    assert "bug" not in log
    assert "no answer" not in log


def answer(program: ProgramTable, request: str) -> Any:
    return json.loads(reply(program.folder / "okanjo", request.encode() + b"\n"))


@pytest.mark.parametrize(("request_", "why"), REFUSED, ids=range(len(REFUSED)))
def test_a_bad_request_is_told_what_is_wrong(
    program: ProgramTable, request_: str, why: str
) -> None:
    assert answer(program, request_) == {"error": why}


@pytest.mark.parametrize("folder", [r"/srv/caf\udce9", r"a\u0000b", "x" * 100_000])
def test_a_folder_of_any_name_is_another(program: ProgramTable, folder: str) -> None:
    assert answer(program, f'{{"ask": "restore", "folder": "{folder}"}}')["elsewhere"] is True


def test_who_asks_is_told_why_there_is_no_answer(program: ProgramTable) -> None:
    folder = str(program.folder / "okanjo")
    assert client.ask([folder], "pin", folder, wait_s=60.0) == (
        None,
        'it says: this program has no answer to "pin"',
    )
