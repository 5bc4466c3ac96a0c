"""Settings changed on /setup by raw requests: in force afterwards; or told why not, untouched."""

import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.backup_tools import bytes_of
from support.setup_site import SetUp, set_up
from support.table_program import okanjo
from support.waiting import until

from engine.report import report
from firmware.common.settings.overrides import CHANGEABLE, CHANGEABLE_KEYS
from firmware.common.settings.schema import Mqtt
from firmware.common.system.state_dir import DEVICES_FILE, MQTT_PASSWORD
from firmware.core.app.messages import Typed
from firmware.interfaces.mqtt.password import read
from firmware.interfaces.web.app import ENDPOINTS
from firmware.interfaces.web.pages.join import routes as join

OWNERS = """
[names]
red = "Chris"
blue = "Élodie"
[display]
contrast = 128
[omakase.faces.tuna]
yen = 450
"""
NEW: dict[str, Any] = {
    "names.red": "Ann",
    "names.blue": "",
    "names.white": 'O"Brien\\',
    "table.mode": "live",
    "web.join": True,
    "web.oddities": False,
    "updates.look": True,
    "wifi.access_point": True,
    "display.fitted": "no",
    "display.i2c_address": 0x3D,
    "language.device": "de",
    "display.contrast": 12,
    "display.dim_after_s": 0,
    "display.off_after_s": 86_400,
    "sound.start": "soft",
    "sound.quiet_from": "22:00",
    "sound.quiet_until": "07:30",
    "voice.say": "short",
    "voice.card": "Headphones",
    "voice.speed": "slow",
    "voice.volume": 80,
    "voice.moments": False,
    "voice.lead_in_ms": 400,
    "track.kind": "apa102",
    "track.length": 144,
    "track.brightness": 0.35,
    "track.cap_ma": 1500,
    "buttons.fitted": "yes",
    "buzzer.fitted": "no",
    "camera.kind": "usb",
    "mqtt.host": "192.0.2.1",
    "mqtt.port": 8883,
    "mqtt.user": "table",
    "mqtt.tls": True,
    "mqtt.ca": "/etc/okanjo/ca.pem",
    "mqtt.prefix": "club/okanjo",
    "mqtt.id": "table-7",
    "mqtt.commands": True,
    "mqtt.home_assistant": True,
    "omakase.faces.tuna.yen": 500,
    "omakase.faces.tuna.copies": 4,
    "omakase.faces.tuna.sets": ["ume-set", "kids-set"],
    "omakase.faces.tofu.sets": [],
    "omakase.sets.kids-set": 2500,
    "deck.sushi-go.squid-nigiri.name": "Thunfisch-Nigiri",
    "deck.sushi-go.tempura.copies": 16,
    "deck.omakase.tuna.name": "Maguro",
}

GUARDED = [endpoint for endpoint in ENDPOINTS if endpoint.restricted]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SetUp]:
    with set_up(tmp_path, OWNERS) as site:
        yield site


def in_force(site: SetUp, key: str) -> Any:
    """As every start finds it."""
    settings = site.loaded()
    assert settings.warnings == ()
    first, *_, last = key.split(".")
    if first == "names":
        return settings.names.get(last, "")
    value = settings.values[key]
    return list(value) if isinstance(value, tuple) else value


def devices(site: SetUp) -> str:
    file = site.folder / DEVICES_FILE
    return file.read_text(encoding="utf-8") if file.exists() else ""


# --- what is changed ---------------------------------------------------------------


def test_every_setting_is_in_force_afterwards_and_told_by_okanjo_config(
    site: SetUp, tmp_path: Path
) -> None:
    assert {key.split(".")[0] for key in NEW} == {key.split(".")[0] for key in CHANGEABLE}
    assert {*CHANGEABLE_KEYS} < {*NEW}
    reply = site.changed(NEW)
    assert reply["saved"] is True
    assert {key: reply["values"][key][0] for key in NEW} == NEW
    assert {key: in_force(site, key) for key in NEW} == NEW
    assert site.runs == 2
    assert site.settings.track.length == 144, "the program that runs goes by it"
    until(lambda: site.app.table.mode == "live")
    listed = okanjo(tmp_path, "--config", str(site.config), "config").stdout.decode()
    rows = {line.split()[0]: line for line in listed.splitlines()[1:]}
    for key in NEW:
        assert rows[key].endswith(str(site.folder / DEVICES_FILE)), rows[key]
    assert rows["track.brightness"].split()[1] == "0.35"
    assert 'O"Brien' in rows["names.white"]


def test_what_is_the_owners_again_is_no_longer_written(site: SetUp) -> None:
    """Then a line that the owner changes in his file counts again."""
    site.changed({"names.red": "Ann", "display.contrast": 12, "omakase.faces.tuna.yen": 500})
    reply = site.changed({"names.red": "Chris", "omakase.faces.tuna.yen": 450})
    assert reply["saved"] is True
    assert devices(site) == "[display]\ncontrast = 12\n"
    assert site.changed({"display.contrast": 128})["saved"] is True
    assert devices(site) == ""
    site.config.write_text(site.config.read_text().replace("Chris", "Christine"))
    assert in_force(site, "names.red") == "Christine"


def test_the_values_say_what_is_whose(site: SetUp) -> None:
    site.changed({"names.red": "Ann"})
    reply = site.post("/setup/values").json
    assert {*reply["values"]} == CHANGEABLE
    assert reply["values"]["names.red"] == ["Ann", "Chris"]
    assert reply["values"]["display.contrast"] == [128, 128]
    assert reply["file"] == str(site.config)
    assert reply["given"] == [
        "display.contrast",
        "names.blue",
        "names.red",
        "omakase.faces.tuna.yen",
    ]
    assert ["tuna", "Tuna"] in reply["dishes"]
    assert reply["warnings"] == []


def test_the_game_goes_on_where_it_is(site: SetUp) -> None:
    lines = ("preset sushi-go-classic", "badge red", "badge blue", "command next", "badge red")
    for line in (*lines, "card sushi-go-party/tempura/1", "card sushi-go-party/tempura/2"):
        site.app.inbox.put(Typed(line))
    until(lambda: site.app.table.round.ids == 2)
    before, scores = site.app.table, report(site.app.standings)
    site.changed({"names.red": "Ann", "table.mode": "live"})
    after = site.app.table
    assert report(site.app.standings) == scores
    assert (after.round, after.seats, after.mode) == (before.round, before.seats, before.mode)
    assert after.names["red"] == "Chris"  # who plays, plays; Ann comes with the next game
    site.app.inbox.put(Typed("command undo"))
    until(lambda: site.app.table.round.ids == 1)


def test_the_brokers_password_is_in_its_own_file_and_never_told(site: SetUp) -> None:
    file = site.folder / MQTT_PASSWORD
    assert site.post("/setup/values").json["kept"] == ""
    sent = {"changes": {"mqtt.host": "hall"}, "password": "s3cret 7"}
    response = site.post("/setup/change", sent)
    assert (response.json["saved"], response.json["kept"]) == (True, "kept")
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("mqtt://@hall:1883\ns3cret 7", 0o600)
    until(lambda: site.runs == 2)
    assert b"s3cret" not in response.body + site.post("/setup/values").body
    assert "s3cret" not in devices(site)
    assert site.post("/setup/change", {"changes": {}, "password": ""}).json["kept"] == ""
    assert not file.exists()
    until(lambda: site.runs == 3)
    for wrong in (7, "a\nb", "\ud800"):
        assert site.post("/setup/change", {"changes": {}, "password": wrong}).status == 400
    file.mkdir()
    (file / "in its way").touch()
    refused = site.post("/setup/change", {"changes": {}, "password": "x"})
    assert (refused.status, "cannot be saved" in refused.json["error"]) == (503, True)


@pytest.mark.parametrize(
    "change",
    [{"mqtt.host": "10.0.0.66"}, {"mqtt.port": 1884}, {"mqtt.user": "eve"}, {"mqtt.tls": False}],
)
def test_a_password_is_never_sent_to_another_broker(site: SetUp, change: dict[str, Any]) -> None:
    own = {"mqtt.host": "hall", "mqtt.user": "table", "mqtt.tls": True}
    site.post("/setup/change", {"changes": own, "password": "s3cret"})
    until(lambda: site.runs == 2)
    kept = Mqtt(host="hall", user="table", tls=True)
    assert read(str(site.folder), kept) == "s3cret"
    assert site.post("/setup/change", {"changes": change}).json["kept"] == "kept_for_another"
    other = kept._replace(**{key.removeprefix("mqtt."): value for key, value in change.items()})
    assert read(str(site.folder), other) == ""
    until(lambda: site.runs == 3)
    assert site.post("/setup/change", {"changes": {}, "password": "new"}).json["kept"] == "kept"
    assert read(str(site.folder), other) == "new"


# --- what is not -------------------------------------------------------------------

MISTAKES: list[tuple[dict[str, Any], str, str]] = [
    ({"names.red": "a name that is much too long"}, "[names] red: ", "1 to 24 characters"),
    ({"names.red": "A\nb"}, '[names] red: "A\\nb" is not valid', ""),
    ({"names.red": "\x1b[2J"}, "[names] red: ", ""),
    ({"names.red": "\ud800"}, "[names] red: ", ""),
    ({"names.red": {"a": 1}}, "[names] red: { a = 1 } is not valid", ""),
    ({"display.contrast": True}, "[display] contrast: true is not valid", "from 0 to 255"),
    ({"track.brightness": float("nan")}, "[track] brightness: nan is not valid", "from 0.01 to 1"),
    ({"track.length": 10**400}, "[track] length: 1000", "from 2 to 300"),
    ({"sound.quiet_from": "22:00"}, "[sound] quiet_from and quiet_until: set both", ""),
    ({"omakase.faces.tuna.sets": ["uma-set"]}, "uma-set: unknown key; did you mean", ""),
    ({"omakase.faces.tuna.sets": [[[[[[1]]]]]]}, "[omakase.faces.tuna] sets: ", ""),
    ({"state.folder": "/root"}, "[state.folder] cannot be changed here", ""),
    ({"names.red = 1\n[state]\nfolder": "x"}, "cannot be changed here", ""),
    ({"x" * 5000: 1}, "cannot be changed here", ""),
]


def test_a_mistake_is_told_in_the_settings_own_words_and_nothing_is_written(site: SetUp) -> None:
    before = bytes_of(site.folder)
    for changes, begins, says in MISTAKES:
        reply = site.changed({"names.green": "Gus", **changes})
        assert {*reply} == {"mistakes"}
        (mistake,) = (line["text"] for line in reply["mistakes"])
        assert begins in mistake
        assert says in mistake
        assert len(mistake) < 400
        assert mistake.isprintable()
    assert bytes_of(site.folder) == before
    assert site.runs == 1


def test_all_mistakes_are_told_at_once(site: SetUp) -> None:
    reply = site.changed({"names.red": " ", "track.length": 1, "omakase.sets.kids-set": -1})
    assert [line["key"] for line in reply["mistakes"]] == [
        "track.length",
        "names.red",
        "omakase.sets.kids-set",
    ]


def test_what_is_no_list_of_changes_is_turned_away(site: SetUp) -> None:
    for body in (b"", b"[]", b'{"changes": []}', b"\xff", b"[" * 16_000):
        response = site.post("/setup/change", body)
        assert response.status == 400
        assert response.json["error"].startswith('Send {"changes"')


def test_a_mistake_in_the_owners_file_is_told_and_starts_nothing_anew(site: SetUp) -> None:
    """It would be the end of the evening: the next start would stop at that mistake."""
    site.config.write_text(site.config.read_text() + "\n[tabel]\n")
    reply = site.changed({"names.red": "Ann"})
    (mistake,) = (line["text"] for line in reply["mistakes"])
    assert "did you mean table?" in mistake
    response = site.post("/setup/values")
    assert (response.status, "did you mean table?" in response.json["error"]) == (409, True)
    assert site.runs == 1


def test_a_disk_that_takes_nothing_is_told_and_scoring_goes_on(site: SetUp) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        response = site.post("/setup/change", {"changes": {"names.red": "Ann"}})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert response.status == 503
    assert "cannot be saved" in response.json["error"]
    assert "Nothing was changed" in response.json["error"]
    assert site.runs == 1
    site.app.inbox.put(Typed("badge red"))
    until(lambda: site.app.table.seats)


# --- who may -----------------------------------------------------------------------


def test_whatever_changes_something_needs_the_pin_and_our_own_page(site: SetUp) -> None:
    before, session = bytes_of(site.folder), site.session()
    assert {one.path for one in ENDPOINTS if "POST" in one.methods} == {
        "/pin",
        "/enter",  # test_web_door.py
        *(one.path for one in GUARDED),
        *(one.path for one in join.ENDPOINTS if "POST" in one.methods),  # test_web_join.py
        "/what",  # test_web_what.py
        "/wifi/choose",  # test_web_wifi.py
    }
    for route in GUARDED:
        kind = {"Content-Type": route.kinds[0]}
        refused: list[tuple[int, dict[str, str | None]]] = [
            (401, {**kind}),
            (401, {**kind, "Authorization": "Bearer " + "0" * 32}),
            (403, {**session, **kind, "Origin": "http://evil.example"}),
            (421, {**session, **kind, "Host": "evil.example"}),
            (415, {**session, "Content-Type": "text/plain"}),
            (413, {**session, **kind, "Content-Length": str(route.most + 1)}),
        ]
        for status, headers in refused:
            assert site.sent(route.path, b"{}", **headers).status == status, (route.path, headers)
    assert bytes_of(site.folder) == before
    assert site.runs == 1
