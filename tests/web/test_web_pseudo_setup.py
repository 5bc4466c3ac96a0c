"""No refusal of /history, /setup, /labels and /photo escapes its language."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.pseudo import escaped, pseudo_installed  # noqa: F401 - one is a fixture
from support.setup_site import SetUp, set_up
from support.web_site import Answer

from firmware.interfaces.web.app import ENDPOINTS

pytestmark = pytest.mark.usefixtures("pseudo_installed")
NOBODY = {"number": 1, "seen": 1}
SENT: list[tuple[str, Any]] = [
    ("/history/annotate", {**NOBODY, "note": "x" * 201, "venue": "", "day": ""}),
    ("/history/annotate", {**NOBODY, "note": "", "venue": "\n", "day": ""}),
    ("/history/annotate", {**NOBODY, "note": "", "venue": "", "day": "1999-1-1"}),
    ("/history/annotate", {**NOBODY, "note": "", "venue": "", "day": "", "names": {"red": "\n"}}),
    ("/history/merge", {"name": "A", "player": "A"}),
    ("/history/part", {"name": "A"}),
    ("/history/delete", NOBODY),
    ("/history/bring-back", NOBODY),
    ("/setup/change", {"changes": {}, "password": "\n"}),
    ("/setup/forget", {"sticker": "123"}),
    ("/setup/restore", b"no backup"),
    ("/photo/score", {"codes": ["002008", "001010"], "n": -1}),
    ("/photo/plan", {"photos": [[["002008", [[1, 1]] * 4]] * 401]}),
    ("/pin", {"pin": "no"}),
]
ASKED = [
    "/history.json?from=1999-1-1",
    "/history.json?page=0",
    "/games/7",
    "/bg",
    "/labels.pdf?what=table&stock=!",
    "/photo/table",
]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SetUp]:
    with set_up(tmp_path) as site:
        yield site


def post(site: SetUp, path: str, sent: Any, **headers: str | None) -> Answer:
    kind = next(endpoint for endpoint in ENDPOINTS if endpoint.path == path).kinds[0]
    return site.sent(path, sent, Content_Type=kind, Cookie="lang=en-XA", **headers)


@pytest.mark.parametrize(("path", "sent"), SENT)
def test_what_is_sent_in_vain(site: SetUp, path: str, sent: Any) -> None:
    answer = post(site, path, sent, **site.session())
    assert answer.status >= 400
    assert escaped(answer.json["error"]) == ""


@pytest.mark.parametrize("path", ASKED)
def test_what_is_asked_in_vain(site: SetUp, path: str) -> None:
    answer = site.get(path, Cookie="lang=en-XA")
    assert answer.status >= 400
    assert escaped(answer.body.decode()) == ""


def test_who_has_no_pin(site: SetUp) -> None:
    assert escaped(post(site, "/setup/values", {}).json["error"]) == ""


def test_stickers_that_are_not_imported(site: SetUp) -> None:
    lines = b"sticker,label\n123456,badge red\n,badge red\nA,badge\nB,\nC,command teach\nA,1\n"
    for content in (lines, b"a,\xff", b'a,"b', b"4E+12,badge red\n"):
        answer = post(site, "/setup/import", content, **site.session()).json
        names = ("A", "B", "badge", "TEACH", "E")
        assert {escaped(mistake, names) for mistake in answer["mistakes"]} == {""}


CHANGES: list[dict[str, Any]] = [
    {"names.red": "a name that is much too long"},
    {"display.contrast": True},
    {"track.brightness": 7, "track.kind": "x", "sound.quiet_from": "7"},
    {"mqtt.host": "?", "mqtt.user": "\n", "mqtt.ca": "x", "mqtt.prefix": "#", "mqtt.id": "?"},
    {"sound.quiet_from": "22:00"},
    {"omakase.faces.tuna.sets": ["uma-set"]},
    {"omakase.faces.tuna.sets": 1},
    {"track.kind": "apa102", "buttons.fitted": "yes"},
    {"state.folder": "/root"},
]


@pytest.mark.parametrize("changes", CHANGES)
def test_settings_that_are_not_taken(site: SetUp, changes: dict[str, Any]) -> None:
    site.config.write_text(site.config.read_text() + "[buttons]\nnext = 9\n")
    answer = post(site, "/setup/change", {"changes": changes}, **site.session()).json
    assert answer["mistakes"]
    for mistake in answer["mistakes"]:
        assert escaped(mistake["text"], [mistake["key"].rpartition(".")[2]]) == ""


@pytest.mark.parametrize("wrong", ["[nonsense]\n", "[track]\nlength = 1\n", "[[scanner]]\n"])
def test_mistakes_in_the_owners_file(site: SetUp, wrong: str) -> None:
    site.config.write_text(site.config.read_text() + wrong)
    (mistake,) = post(site, "/setup/change", {"changes": {}}, **site.session()).json["mistakes"]
    assert escaped(mistake["text"], ["length", str(site.config)]) == ""
    refused = post(site, "/setup/values", {}, **site.session())
    assert escaped(refused.json["error"], ["length", str(site.config)]) == ""


def test_the_log_stays_english(site: SetUp) -> None:
    post(site, "/setup/forget", {"sticker": "123"}, **site.session())
    assert [line for line in site.log if "123 has not been taught. It was" in line]
