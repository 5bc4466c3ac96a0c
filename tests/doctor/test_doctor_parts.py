"""Parts and buses in every state of repair, what the doctor says of each, and what to do."""

import errno
import grp
import os

import pytest
from support.doctor_machines import KEYS_OF_A_KEYBOARD, MOUSE, PHYS

from firmware.doctor.scanners import keyboards

# --- buses, permission ----------------------------------------------------------------------------


def test_a_group_that_is_missing_is_named(fake):
    group = next(group for group in grp.getgrall() if group.gr_gid in (0, *os.getgroups()))
    os.chown(fake.root / "dev/i2c-1", -1, group.gr_gid)
    fake.barred = {"/dev/i2c-1"}
    line = fake.only("display")
    assert line.found == "no permission for /dev/i2c-1"
    assert line.fails
    usermod = f"sudo usermod -aG {group.gr_name} $USER, then log in again"
    assert line.do == ("sudo okanjo doctor" if group.gr_name == "root" else usermod)


def test_i2c_that_waits_for_a_restart_or_a_module_says_so(fake):
    fake.take("dev/i2c-1")
    fake.put("boot/firmware/config.txt", "# x\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\n")
    (fake.root / "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency").unlink()
    (fake.root / "sys/bus/i2c/devices/i2c-1/of_node").rmdir()
    (fake.root / "sys/bus/i2c/devices/i2c-1").rmdir()
    assert fake.only("I2C").do.endswith("but not until a restart: sudo reboot")
    fake.put("boot/firmware/config.txt", "#dtparam=i2c_arm=on\n")
    assert fake.only("I2C").do == "sudo raspi-config nonint do_i2c 0, then sudo reboot"
    fake.clocked(100_000)
    assert fake.only("I2C").do.startswith("sudo modprobe i2c-dev")


# --- display --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bus_hz", "set_hz", "text", "do"),
    [
        (100_000, 100_000, "measured 100 kHz: 27 ms a scan", "i2c_arm_baudrate=400000"),
        # The core of a Zero 2 W sleeps: another setting would not help.
        (180_000, 400_000, "measured 180 kHz: 15 ms a scan, though set to 400 kHz", ""),
    ],
)
def test_a_slow_bus_is_measured_and_the_faster_setting_named(fake, bus_hz, set_hz, text, do):
    fake.clocked(set_hz)
    fake.bus_hz = bus_hz
    line = fake.only("display")
    assert line.state == "ok"
    assert line.found.endswith(text)
    assert do in line.do
    assert bool(do) == bool(line.do)


NOTHING = "nothing at 0x3C on I2C bus 1"


@pytest.mark.parametrize(
    ("address", "gone", "text", "do"),
    [
        (0x3C, errno.EREMOTEIO, NOTHING, "SDA and SCL"),
        (0x3D, None, NOTHING, "something answers at 0x3D: i2c_address = 0x3D in [display]"),
        (0x3C, errno.EBUSY, "the kernel holds address 0x3C on I2C bus 1", ""),
        (0x3C, errno.ETIMEDOUT, "I2C bus 1 hangs", ""),
    ],
)
def test_a_display_that_does_not_answer(fake, address, gone, text, do):
    fake.bus.address, fake.bus.gone = address, gone or fake.bus.gone
    line = fake.only("display")
    assert line.found == text
    assert line.fails
    assert do in line.do


def test_what_never_answers_hangs_nobody(fake):
    """A bus, and what reads photos, which may be busy with somebody's: that is no failure."""
    fake.hang()
    fake.read_photo = lambda _: fake.hung.wait()
    findings = fake.lines()
    fake.hung.set()
    (photos,) = findings["photos"]
    assert (photos.fails, photos.do) == (False, "a photo is being read: run this again in a moment")
    assert findings["display"][0].found == "no answer within 4.5 s"
    assert "SDA and SCL" in findings["display"][0].do
    assert [line.state for part in ("track", "buttons", "clock") for line in findings[part]] == [
        "ok"
    ] * 3


@pytest.mark.parametrize("library", ["luma.oled", "smbus2"])
def test_a_library_that_is_missing_is_named(fake, library):
    fake.absent = {library}
    line = fake.only("display")
    assert line.found == f"{library} is not installed"
    assert line.do.startswith("pip install")


def test_a_display_on_spi_cannot_answer(fake):
    fake.set('[display]\nbus = "spi"\n')
    assert "Not testable" in fake.only("display").found
    fake.take("dev/spidev0.0")
    assert fake.only("display").fails


# --- track, buttons, buzzer -----------------------------------------------------------------------


def test_a_strip_that_cannot_be_run_as_it_is_set(fake):
    fake.set('[track]\nkind = "ws2812"\nlength = 300\ncap_ma = 300\n')
    line = fake.only("track")
    assert line.fails
    assert "the cap is 300 mA" in line.found


def test_plain_leds_are_dark_again_afterwards(fake):
    fake.set('[track]\nkind = "leds"\n')
    line = fake.only("track")
    assert line.found == "10 plain LEDs. Not testable: check that they light up"
    assert fake.pins.lit([5, 6, 13, 19, 26, 16, 20, 21, 12, 23]) == []


def test_a_button_that_is_held_down(fake):
    fake.stuck(27)
    line = fake.only("buttons")
    assert (line.state, line.found) == ("wrong", "UNDO held down")
    assert "if you are not pressing it" in line.do


def test_parts_that_the_settings_leave_out_are_no_failure(fake):
    fake.set('[display]\nfitted = "no"\n[buttons]\nfitted = "no"\n[buzzer]\nfitted = "no"\n')
    findings = fake.lines()
    for part in ("display", "buttons", "buzzer"):
        assert findings[part][0].found == f'switched off: fitted = "no" in [{part}]'
    assert not any(line.fails for lines in findings.values() for line in lines)


# --- scanners -------------------------------------------------------------------------------------


def test_scanners_are_known_by_what_they_can_do(fake):
    fake.plug(MOUSE, ("1a86:5723", "Sc\u00e4nner", PHYS, KEYS_OF_A_KEYBOARD))
    (keyboard,) = keyboards(fake.machine)
    assert keyboard == (
        "1a86:5723 Sc?nner",
        "1a86:5723",
        "usb-0000:01:00.0-1.1/input0",
        "",
        "/dev/input/event1",
    )


@pytest.mark.parametrize("named", [True, False])
def test_a_scanner_that_is_not_there_fails_on_a_pi(fake, named):
    if not named:
        fake.set("")
    fake.plug(MOUSE)
    line = fake.only("scanner")
    assert line.found == ("0c2e:0b61 is not there" if named else "no scanner found")
    assert line.fails


def test_a_scanner_without_evdev_or_permission(fake):
    fake.barred = {"/dev/input/event0"}
    assert fake.only("scanner").found.endswith("no permission for /dev/input/event0")
    fake.absent = {"evdev"}
    assert fake.lines()["scanner"][0].found.startswith("evdev is not installed")


@pytest.mark.parametrize(
    ("absent", "there", "text"),
    [
        (set(), False, "/dev/ttyACM0 is not there"),
        ({"serial"}, True, "/dev/ttyACM0: pyserial is not installed"),
        (set(), True, "/dev/ttyACM0"),
    ],
)
def test_a_serial_scanner(fake, absent, there, text):
    fake.set('[[scanner]]\nport = "/dev/ttyACM0"\n')
    fake.plug()
    fake.absent = absent
    if there:
        fake.put("dev/ttyACM0")
    assert fake.only("scanner").found == text
