"""Machines in every state of repair, what the doctor says of each, and what he wants done."""

import errno
import json
import sqlite3
from contextlib import closing

import pytest
from support.doctor_machines import FakeMachine

from engine.message import Message
from firmware.common.games import Packaged
from firmware.common.settings.load import load
from firmware.core.journal.journal import Journal
from firmware.core.journal.rows import GameNow
from firmware.core.photo.errors import PhotoRefused
from firmware.doctor import additions
from firmware.doctor.machine import MISSING, OK, Case, Finding, read_photo
from firmware.doctor.photos import BLANK
from firmware.doctor.report import doctor, run_probes, worded


def test_all_is_well(fake, capsys):
    findings = fake.lines()
    assert not [
        line for lines in findings.values() for line in lines if line.state != "ok" and line.wanted
    ]
    assert findings["settings"][0].found == str(fake.config)
    assert findings["board"][0].found.startswith(
        "Raspberry Pi Zero 2 W Rev 1.0; Debian GNU/Linux 12 (bookworm), "
    )
    assert findings["display"][0][1:4] == (
        "ok",
        "ssd1306, 128x64, answers at 0x3C, measured 400 kHz",
        "",
    )
    assert findings["I2C"][0].found == "/dev/i2c-1 is there, set to 400 kHz"
    assert "60 LEDs (apa102), 500 mA at most" in findings["track"][0].found
    assert findings["buttons"][0].found == "NEXT on GPIO 17, UNDO on GPIO 27, PAGE on GPIO 22"
    assert findings["disk"][1].found == "saving a scan takes 2.0 ms"
    assert findings["scanner"][0].found == "0c2e:0b61 Honeywell 1400g"
    assert "to time it: scan any label" in findings["scanner"][0].do
    assert doctor(str(fake.config), False, machine=fake.machine) == 0
    assert capsys.readouterr().out.endswith("\nEverything is connected.\n")


def test_looking_changes_nothing(fake):
    def tree():
        return sorted((path, path.stat().st_mtime_ns) for path in fake.root.rglob("*"))

    before = tree()
    fake.lines()
    assert tree() == before
    assert list(fake.state.iterdir()) == []
    assert fake.pins[17].function == "input"


SHAPE = {"part": str, "state": str, "found": str, "do": str, "wanted": bool}


def test_json_is_one_object_of_a_known_shape(fake, capsys):
    fake.take("dev/i2c-1")
    assert doctor(str(fake.config), True, machine=fake.machine) == 1
    report = json.loads(capsys.readouterr().out)
    assert list(report) == ["okanjo", "fine", "lines"]
    assert report["fine"] is False
    for line in report["lines"]:
        assert {key: type(value) for key, value in line.items()} == SHAPE
        assert line["state"] in ("ok", "missing", "wrong")
    parts = list(dict.fromkeys(line["part"] for line in report["lines"]))
    assert " ".join(parts) == (
        "settings python board service page disk journal backup I2C SPI scanner display track"
        " buttons buzzer photos power clock voice"
    )


def test_each_failure_says_what_to_do(tmp_path):
    """With nothing there at all, and everything wanted."""
    fake = FakeMachine(tmp_path, '[display]\nfitted = "yes"\n[track]\nkind = "ws2812"\n'
        '[[scanner]]\nusb = "0c2e:0b61"\n[[scanner]]\nport = "/dev/ttyACM0"\n'
        '[sound]\nquiet_from = "22:00"\nquiet_until = "07:00"\n')  # fmt: skip
    for node in ("i2c-1", "spidev0.0", "gpiochip0", "input/event0", "input/event1"):
        fake.take(f"dev/{node}")
    fake.plug()
    fake.take("run/systemd/timesync/synchronized")
    fake.absent = {"evdev"}
    findings = [line for lines in fake.lines().values() for line in lines]
    failing = {line.part: line for line in findings if line.fails}
    assert list(failing) == ["I2C", "SPI", "scanner", "display", "track", "clock"]
    assert all(line.do for line in failing.values())
    assert failing["I2C"].found == "no I2C: there is no /dev/i2c-1"
    assert failing["SPI"].do == "sudo raspi-config nonint do_spi 0, then sudo reboot"


def test_a_desk_without_any_of_it_wants_none(tmp_path, capsys):
    fake = FakeMachine(tmp_path, "")
    fake.put("sys/firmware/devicetree/base/model", "Some laptop\0")
    for node in ("i2c-1", "spidev0.0", "gpiochip0", "input/event0", "input/event1"):
        fake.take(f"dev/{node}")
    fake.vcgencmd = ""
    fake.plug()
    findings = [line for lines in fake.lines().values() for line in lines]
    assert not [line for line in findings if line.fails]
    missing = [line.part for line in findings if line.state == "missing"]
    assert missing == ["service", "backup", "I2C", "SPI", "scanner", "display", "buttons", "buzzer"]
    assert all(line.do for line in findings if line.state == "missing")
    assert doctor(str(fake.config), False, machine=fake.machine) == 0
    assert "\nReady. No scanner yet: plug one in" in capsys.readouterr().out


def test_mistakes_in_the_settings_are_told_and_the_rest_is_looked_at(fake, capsys):
    fake.set('[trakc]\n[display]\ndriver = "\x1b[2J"\n'.replace("\x1b", "\\u001b"))
    assert doctor(str(fake.config), False, machine=fake.machine) == 1
    out = capsys.readouterr().out
    assert "did you mean track?" in out
    assert "continues with the last valid settings. Run by hand, Okanjo does not start" in out
    assert "\x1b" not in out
    assert "\ndisplay    ok" in out


@pytest.mark.parametrize(
    ("seconds", "state", "text"),
    [(0.06, "ok", "60.0 ms"), (1.2, "wrong", "1200.0 ms")],
)
def test_a_slow_card_is_told(fake, seconds, state, text):
    fake.sync_s = seconds
    line = fake.lines()["disk"][1]
    assert line.state == state
    assert line.found.endswith(text)
    assert "A1" in line.do


@pytest.mark.parametrize(
    ("number", "text"),
    [(errno.ENOSPC, "No space left on device"), (errno.EIO, "Input/output error")],
)
def test_a_disk_that_refuses(fake, number, text):
    def refuse(descriptor):
        raise OSError(number, "refused")

    fake._sync = refuse
    line = fake.lines()["disk"][1]
    assert line.fails
    assert line.found == f"cannot be written: {text}"


def test_a_state_folder_that_is_not_made_yet(fake):
    fake.state.rmdir()
    findings = fake.lines()
    assert findings["disk"][0].found.startswith(f"{fake.state} (not made yet): ")
    assert findings["journal"][0].found == "none yet: the first start creates it"
    assert not fake.state.exists()


def test_a_journal_is_looked_into(fake):
    journal = Journal(str(fake.state))
    for number in range(3):
        journal.append("062453", 0, 1.5e9 + number, GameNow(1, "x"))
    journal.close()
    assert fake.only("journal").found == "3 scans; game 1, continues at the next start (version 5)"
    (fake.state / "journal.db").write_bytes(b"junk" * 2000)
    line = fake.only("journal")
    assert line.fails
    assert line.found.startswith("damaged: ")
    assert (fake.state / "journal.db").read_bytes() == b"junk" * 2000


@pytest.mark.parametrize(
    ("statements", "text", "do"),
    [
        (
            ("UPDATE scans SET crc = 0 WHERE seq = 1",),
            "damaged in games of the past: 1",
            "save a backup: it has the rest",
        ),
        (
            ("UPDATE merges SET name = 'bob'",),
            "damaged where players are merged",
            "merge them again on /history",
        ),
        (
            ("UPDATE scans SET crc = 0 WHERE seq = 1", "DELETE FROM games WHERE number = 1"),
            "damaged in rows of no game",
            "save a backup: it has the rest",
        ),
    ],
)
def test_what_is_damaged_of_a_journal_is_named(fake, statements, text, do):
    journal = Journal(str(fake.state))
    for number in range(1, 5):
        journal.append("062453", 0, 1.5e9 + number, GameNow(number, "x"))
    journal.merge_players("Bob", "Robert")
    journal.close()
    with closing(sqlite3.connect(fake.state / "journal.db")) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    line = fake.only("journal")
    assert (line.found, line.do, line.fails) == (text, do, True)


@pytest.mark.parametrize(
    ("flags", "state", "text"),
    [
        ("0", "ok", "no undervoltage"),
        ("50005", "wrong", "undervoltage right now"),
        ("50000", "wrong", "undervoltage since"),
        ("8", "wrong", "too hot"),
        ("80000", "ok", "was too hot"),
    ],
)
def test_the_supply(fake, flags, state, text):
    fake.vcgencmd = f"throttled=0x{flags}\n"
    line = fake.only("power")
    assert line.state == state
    assert line.found.startswith(text)


def test_the_kernels_own_sensor_of_the_supply(fake):
    fake.vcgencmd = ""
    fake.put("sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    fake.put("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    fake.put("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    assert fake.only("power").found == "undervoltage right now"
    fake.vcgencmd = "VCHI initialization failed\n"
    assert fake.only("power").found == "undervoltage right now"


def test_the_clock_matters_to_quiet_hours_alone(fake):
    fake.take("run/systemd/timesync/synchronized")
    assert not fake.only("clock").fails
    fake.set('[sound]\nquiet_from = "22:00"\nquiet_until = "07:30"\n')
    assert fake.only("clock").fails


def test_photos_are_wanted_by_nobody_but_where_they_can_be_read_they_are(fake):
    assert fake.only("photos") == ("photos", OK, "labels in photos can be read", "", False)
    fake.read_photo = not_read
    line = fake.only("photos")
    assert (line.fails, line.found) == (True, "what reads photos does not answer")
    fake.absent = {"zxingcpp"}
    line = fake.only("photos")
    assert (line.state, line.wanted) == (MISSING, False)
    assert line.found.endswith("zxing-cpp, which is not installed: pip install 'okanjo[photo]'")
    assert line.do == "see docs/photo.md"


def test_a_photo_that_shows_nothing_is_read():
    pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
    read_photo(BLANK)
    with pytest.raises(PhotoRefused):
        read_photo(b"")


def not_read(photo):
    raise PhotoRefused(Message(""))


def test_the_day_of_the_last_whole_backup_is_told(fake):
    line = fake.only("backup")
    assert (line.state, line.found, line.wanted) == (
        MISSING,
        "you have saved no whole backup yet",
        False,
    )
    (fake.state / "last-backup").write_text("1790000000\n")
    assert fake.only("backup")[1:] == (
        OK,
        "the last whole backup you saved is of 2026-09-21",
        "",
        True,
    )


def test_the_evenings_that_the_device_keeps_by_itself_are_told(fake):
    (fake.state / "backups").mkdir()
    for name in ("2026-11-20.okanjo", "2026-11-27.okanjo", "2026-11-28.okanjo.new", "ours.okanjo"):
        (fake.state / "backups" / name).touch()
    _, kept = fake.lines()["backup"]
    assert kept[1:] == (OK, "kept on the device: 2 evenings, the last of 2026-11-27", "", True)


def test_a_probe_with_a_mistake_hides_nothing(fake):
    fake._sync = None
    findings = fake.lines()
    assert findings["clock"][0].state == "ok"
    assert [line.found for line in findings["disk"]][-1].startswith(
        "could not be checked: TypeError"
    )


def test_everything_may_hang_at_once(fake):
    def hangs(case):
        fake.hung.wait()
        yield Finding("x", "ok", Message("too late"))

    case = Case(fake.machine, load(str(fake.config)))
    probes = dict.fromkeys([*map(str, range(30)), "display"], hangs)
    findings = [worded(finding) for finding in run_probes(probes, case, within_s=0.3)]
    assert [line.found for line in findings] == ["no answer within 0.3 s"] * 31
    assert findings[3].do == "restart the Pi"
    assert "SDA and SCL" in findings[-1].do


def test_what_was_added_and_cannot_be_used_is_told(fake, monkeypatch):
    left_out = (("odd", "its number 4 is not from 10 to 19"),)
    monkeypatch.setattr(additions, "packaged", lambda: Packaged(left_out=left_out))
    monkeypatch.setattr(additions, "installed", lambda: frozenset(["de"]))
    fake.set('[language]\ndevice = "tlh"\n')
    assert fake.only("games").found == "odd is left out: its number 4 is not from 10 to 19"
    line = fake.only("language")
    assert line.found == "tlh is not installed, English is used"
    assert "one of: de, en" in line.do
