"""Every setting, declared once: its section, name, type, default, and what it takes.

A `Literal` takes its words, a `bool` true or false; everything else names its check. The reader
of the files, its messages and `okanjo config` all go by these declarations; the /setup page has
a field for those that `overrides.py` lists.
"""

# Annotations are read at run time: no `from __future__ import annotations` here.

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Literal, NamedTuple, get_args, get_origin

from engine.cards import BADGES, Deck
from engine.catalogue import SHIPPED
from engine.games.omakase import CARD_TABLE, CardTable
from engine.message import Message, gettext
from firmware.common.facts.device import Level, Speed

BUILT_IN = "built in"
LONGEST_NAME = 24
LONGEST_TITLE = 21  # a line of the display
MOST_LISTED = 20


class Check(NamedTuple):
    """`takes` ends the sentence "it takes ..."; `fits` is given whatever TOML can hold."""

    takes: Message
    fits: Callable[[object], bool]


def whole(least: int, most: int) -> Check:
    """A whole number between two, both included."""
    return Check(
        gettext("a whole number from {least} to {most}", least=least, most=most),
        lambda value: type(value) is int and least <= value <= most,
    )


def number(least: float, most: float) -> Check:
    """A number between two, both included."""
    return Check(
        gettext("a number from {least} to {most}", least=f"{least:g}", most=f"{most:g}"),
        lambda value: (
            isinstance(value, int | float) and type(value) is not bool and least <= value <= most
        ),
    )


def one_of(*words: str | int) -> Check:
    """One of a few."""
    listed = ", ".join(f'"{word}"' if isinstance(word, str) else str(word) for word in words)
    return Check(
        gettext("one of {words}", words=listed),
        lambda value: any(type(value) is type(word) and value == word for word in words),
    )


def text(pattern: str, takes: Message) -> Check:
    """A text of a certain shape; JSON can hold halves of characters, which no file can."""
    return Check(
        takes,
        lambda value: (
            isinstance(value, str)
            and re.fullmatch(pattern, value) is not None
            and not re.search("[\ud800-\udfff]", value)
        ),
    )


def several(each: Check, least: int, takes: Message) -> Check:
    """A list of values, each of which fits."""
    return Check(
        takes,
        lambda value: (
            isinstance(value, list)
            and least <= len(value) <= MOST_LISTED
            and all(map(each.fits, value))
        ),
    )


YES_OR_NO = Check(gettext("true or false"), lambda value: type(value) is bool)
# One of the header's, as the Pi's maker numbers them.
BCM_PIN = Check(gettext("the BCM number of a pin, 0 to 27"), whole(0, 27).fits)
BCM_PINS = several(
    BCM_PIN,
    1,
    gettext("a list of 1 to 20 different pins, each {pin}", pin=BCM_PIN.takes),
)
HOST_NAME = r"[A-Za-z0-9]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9])?"
HOST = text(HOST_NAME, gettext("a host name"))
HOST_NAMES = several(HOST, 0, gettext('a list of host names, 20 at most: ["scores.home.arpa"]'))
HOUR = text(r"|([01]\d|2[0-3]):[0-5]\d", gettext('a time of day: "22:00"; "" for none'))
PLAYER_NAME = Check(
    gettext(
        'a name of 1 to {most} characters: "Chris"', most=LONGEST_NAME
    ),  # "", as in the shipped file: none
    lambda value: (
        isinstance(value, str)
        and len(value) <= LONGEST_NAME
        and value.isprintable()
        and value.strip() == value
    ),
)
CARD_NAME = Check(
    gettext('a name of 1 to {most} characters: "Tuna nigiri"', most=LONGEST_TITLE),
    lambda value: PLAYER_NAME.fits(value) and len(str(value)) <= LONGEST_TITLE,
)
Fitted = Literal["auto", "yes", "no"]  # auto: on a Raspberry Pi


class StateSection(NamedTuple):
    """Where games are kept, if the owner says; `Settings.state_folder` is where they are."""

    folder: Annotated[str, text(r"|/[^\0]*", gettext('an absolute folder: "/var/lib/okanjo"'))] = ""


class TableSection(NamedTuple):
    """How cards are scanned."""

    mode: Literal["tally", "live"] = "tally"
    double_read_ms: Annotated[int, whole(0, 10_000)] = 500


class DisplaySection(NamedTuple):
    """The OLED."""

    fitted: Fitted = "auto"
    driver: Annotated[
        str, text(r"[a-z0-9_]+", gettext('a display name of luma.oled: "sh1106"'))
    ] = "ssd1306"
    bus: Literal["i2c", "spi"] = "i2c"
    i2c_port: Annotated[int, whole(0, 99)] = 1
    i2c_address: Annotated[int, whole(0x03, 0x77)] = 0x3C
    spi_dc: Annotated[int, BCM_PIN] = 24
    spi_reset: Annotated[int, BCM_PIN] = 25
    width: Literal[128, 256] = 128
    height: Literal[64, 128] = 64
    quarter_turns: Annotated[int, whole(0, 3)] = 0
    contrast: Annotated[int, whole(0, 255)] = 0xCF
    dim_after_s: Annotated[int, whole(0, 86_400)] = 60
    off_after_s: Annotated[int, whole(0, 86_400)] = 600
    stays: bool = True


class LanguageSection(NamedTuple):
    """The language of display and desk, by its code; English where it is not installed."""

    device: Annotated[
        str, text(r"[a-z]{2,3}(-[A-Za-z]{2,4})?", gettext('a language: "en", "de"'))
    ] = "en"


class SoundSection(NamedTuple):
    """How loud it is to begin with, and when it is quiet."""

    start: Literal["on", "soft", "off"] = "on"
    quiet_from: Annotated[str, HOUR] = ""
    quiet_until: Annotated[str, HOUR] = ""


class VoiceSection(NamedTuple):
    """What is said aloud, how, and by which sound card."""

    say: Level = "off"
    card: Annotated[
        str,
        # a name of ALSA's, which may have arguments; the speaker is given it between tabs
        text(r"|[\w.:=,-]{1,60}", gettext('a sound card as aplay -l names it: "Headphones"')),
    ] = ""
    speed: Speed = "normal"
    volume: Annotated[int, whole(1, 100)] = 100
    moments: bool = True
    lead_in_ms: Annotated[int, whole(0, 2000)] = 0


class Track(NamedTuple):
    """The score track: a strip of LEDs, or plain ones on pins."""

    kind: Literal["none", "apa102", "sk9822", "ws2812", "sk6812", "leds"] = "none"
    length: Annotated[int, whole(2, 300)] = 60
    order: Annotated[
        str, text(r"|[rgb]{3}", gettext('the colour order: "grb"; "" for the default'))
    ] = ""
    brightness: Annotated[float, number(0.01, 1)] = 0.2
    cap_ma: Annotated[int, whole(50, 20_000)] = 500
    rhythms: bool = False
    pins: Annotated[tuple[int, ...], BCM_PINS] = (5, 6, 13, 19, 26, 16, 20, 21, 12, 23)

    @property
    def is_strip(self) -> bool:
        return self.kind not in ("none", "leds")


class ButtonsSection(NamedTuple):
    """The pin of each button."""

    fitted: Fitted = "auto"
    next: Annotated[int, BCM_PIN] = 17
    undo: Annotated[int, BCM_PIN] = 27
    page: Annotated[int, BCM_PIN] = 22

    @property
    def pins(self) -> dict[str, int]:
        return {"next": self.next, "undo": self.undo, "page": self.page}


class BuzzerSection(NamedTuple):
    """The buzzer; an active one beeps by itself when it gets current."""

    fitted: Fitted = "auto"
    pin: Annotated[int, BCM_PIN] = 18
    active: bool = False


class CameraSection(NamedTuple):
    """The camera over the table; `device` is the number of a Pi camera, or a webcam's node."""

    kind: Literal["none", "pi", "usb", "files"] = "none"
    device: Annotated[
        str, text(r"|\d|/dev/[\w./:+-]+", gettext('a camera: "0", "/dev/video0"'))
    ] = ""
    folder: Annotated[str, text(r"|/[^\0]*", gettext('an absolute folder: "/home/pi/photos"'))] = ""


class Web(NamedTuple):
    """The page."""

    on: bool = True
    port: Annotated[int, whole(1, 65_535)] = 8080
    names: Annotated[tuple[str, ...], HOST_NAMES] = ()
    join: bool = False
    oddities: bool = True


class WifiSection(NamedTuple):
    """What the device does where no known network is found."""

    access_point: bool = False


class PhotoSection(NamedTuple):
    """Photos of trays."""

    keep: bool = False


class UpdatesSection(NamedTuple):
    """Whether the page may look for new versions."""

    look: bool = False


class Mqtt(NamedTuple):
    """The broker that is told of the table; none where `host` is empty."""

    host: Annotated[
        str,
        text(
            rf"|{HOST_NAME}|[0-9a-fA-F:]{{2,39}}",
            gettext('the name or address of a broker: "raspberrypi"'),
        ),
    ] = ""
    port: Annotated[int, whole(1, 65_535)] = 1883
    user: Annotated[str, text(r"[^\0\n]{0,100}", gettext("a user's name"))] = ""
    tls: bool = False
    ca: Annotated[str, text(r"|/[^\0]*", gettext('a file: "/etc/okanjo/ca.pem"'))] = ""
    prefix: Annotated[
        str, text(r"[^#+\0\s/]{1,60}(/[^#+\0\s/]{1,60}){0,3}", gettext('a topic: "okanjo"'))
    ] = "okanjo"
    id: Annotated[
        str,
        # a board's log would not tell it from the organiser
        text(
            r"|(?!(?i:organiser)\Z)[A-Za-z0-9_-]{1,32}",
            gettext('letters and digits, but not "organiser": "table-7"'),
        ),
    ] = ""
    commands: bool = False
    home_assistant: bool = False


class Scanner(NamedTuple):
    """A scanner that the owner names: by `usb` ("vendor:product" in hex, or that and "/" and where
    it is plugged in) or by serial `port`.
    """

    usb: Annotated[
        str,
        text(
            r"[0-9a-fA-F]{4}:[0-9a-fA-F]{4}(/.+)?", gettext('the ID that lsusb shows: "0c2e:0b61"')
        ),
    ] = ""
    port: Annotated[str, text(r"/dev/.+", gettext('a serial port: "/dev/ttyACM0"'))] = ""
    baud: Annotated[int, whole(1200, 921600)] = 9600
    badge: Annotated[str, one_of(*BADGES)] = ""

    @property
    def lane(self) -> int | str:
        return self.badge or 0


Section = (
    StateSection
    | TableSection
    | DisplaySection
    | LanguageSection
    | SoundSection
    | VoiceSection
    | Track
    | ButtonsSection
    | BuzzerSection
    | CameraSection
    | Web
    | WifiSection
    | PhotoSection
    | UpdatesSection
    | Mqtt
)


class Settings(NamedTuple):
    """What is in force. `sources` says of each key that is not at its default, "table.mode" and
    the like, which file it comes from. `warnings` are for the owner on what is not as it
    should be and yet stops nothing; `errors` are what is wrong in the owner's file, where other
    settings hold instead. `left_out`: what was changed on the device is there, and has a mistake,
    so nothing of it holds.
    """

    state: StateSection = StateSection()
    table: TableSection = TableSection()
    display: DisplaySection = DisplaySection()
    language: LanguageSection = LanguageSection()
    sound: SoundSection = SoundSection()
    voice: VoiceSection = VoiceSection()
    track: Track = Track()
    buttons: ButtonsSection = ButtonsSection()
    buzzer: BuzzerSection = BuzzerSection()
    camera: CameraSection = CameraSection()
    web: Web = Web()
    wifi: WifiSection = WifiSection()
    photo: PhotoSection = PhotoSection()
    updates: UpdatesSection = UpdatesSection()
    mqtt: Mqtt = Mqtt()
    names: Mapping[str, str] = {}
    scanners: tuple[Scanner, ...] = ()
    card_table: CardTable = CARD_TABLE
    decks: Mapping[str, Deck] = {}
    sources: Mapping[str, str] = {}
    state_folder: str = ""
    warnings: tuple[Message, ...] = ()
    errors: tuple[str, ...] = ()
    left_out: bool = False

    @property
    def sections(self) -> dict[str, Section]:
        """The plain sections by name: those whose keys are declared above."""
        return {
            name: section
            for name, section in self._asdict().items()
            if isinstance(section, Section)
        }

    @property
    def section_values(self) -> dict[str, object]:
        """The value of every key in a plain section, "table.mode" and the like."""
        return {
            f"{name}.{key}": value
            for name, section in self.sections.items()
            for key, value in section._asdict().items()
        }

    @property
    def values(self) -> dict[str, object]:
        """Every value but the scanners, by its key: plain ones, names, those of the card table and
        of the decks.
        """
        values = self.section_values
        values |= {f"names.{badge}": self.names.get(badge, "") for badge in BADGES}
        for slug, dish in self.card_table.dishes.items():
            values |= {
                f"omakase.faces.{slug}.{key}": value for key, value in dish._asdict().items()
            }
        values |= {f"omakase.sets.{slug}": yen for slug, yen in self.card_table.sets.items()}
        for game in SHIPPED.values():
            deck = self.decks.get(game.slug, Deck())
            for face in (face for kind in game.kinds for face in kind.faces):
                key = f"deck.{game.slug}.{face.slug}"
                values[f"{key}.name"] = deck.names.get(face.slug, "")
                if not game.card_table:
                    values[f"{key}.copies"] = deck.copies.get(face.slug, face.copies)
        return values


def checks(section: type[Section | Scanner]) -> dict[str, Check]:
    """What each key of a section takes."""
    return {key: _check(declared) for key, declared in section.__annotations__.items()}


def _check(declared: object) -> Check:
    if declared is bool:
        return YES_OR_NO
    arguments = get_args(declared)
    if get_origin(declared) is Literal:
        return one_of(*arguments)
    if len(arguments) == 2 and isinstance(arguments[1], Check):
        return arguments[1]
    raise TypeError(f"no check is declared for {declared}")
