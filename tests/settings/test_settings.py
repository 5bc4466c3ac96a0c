"""Settings: the shipped file, layers and sources, and every mistake told at once."""

import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from drivers.lights.strip_protocol import CHIPS
from engine.cards import Deck
from engine.games.omakase import CARD_TABLE
from firmware.common.facts.device import VOLUMES
from firmware.common.settings.errors import SettingsError
from firmware.common.settings.export import rows
from firmware.common.settings.load import load
from firmware.common.settings.schema import Settings, SoundSection, Track

SHIPPED = Path(__file__).parents[2] / "config" / "okanjo.toml"


def written(folder: Path, text: str, state: str = "") -> str:
    """A settings file whose state folder is a fresh one."""
    file = folder / "okanjo.toml"
    file.write_text(f'state.folder = "{folder}/state"\n{text}', encoding="utf-8")
    (folder / "state").mkdir(exist_ok=True)
    if state:
        (folder / "state" / "settings.toml").write_text(state, encoding="utf-8")
    return str(file)


def mistakes(folder: Path, text: str) -> list[str]:
    with pytest.raises(SettingsError) as refused:
        load(written(folder, text))
    return [line.removeprefix(f"{folder}/") for line in str(refused.value).splitlines()]


def test_the_shipped_file_is_all_defaults_and_names_every_key(tmp_path: Path) -> None:
    text = SHIPPED.read_text(encoding="utf-8")
    assert all(not section for section in tomllib.loads(text).values())
    stated = re.sub(r"^# (\w+ = )", r"\1", text, flags=re.M)
    stated = re.sub(
        r'^\w+ = ("Chris"|"")$', "", stated.split("# Okanjo finds scanners")[0], flags=re.M
    )
    content = tomllib.loads(stated)
    for key, default in Settings().section_values.items():
        section, name = key.split(".")
        stated = content[section].get(name, "")
        assert (tuple(stated) if isinstance(stated, list) else stated) == default, key


def test_without_a_file_everything_is_built_in(tmp_path: Path) -> None:
    settings = load(written(tmp_path, ""))
    assert settings.section_values == {
        **Settings().section_values,
        "state.folder": str(tmp_path / "state"),
    }
    assert settings.card_table == CARD_TABLE
    listed = [(key, source) for key, _, source in rows(settings) if key != "state.folder"]
    assert {source for _, source in listed} == {"built in"}
    assert not any(key.startswith("omakase.") for key, _ in listed)  # two hundred numbers


def test_what_was_changed_on_the_device_lies_over_the_owners_file(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        'names.red = "Chris"\nnames.blue = "Kerry"\ntable.double_read_ms = 200\n'
        "omakase.faces.tuna.yen = 450",
        '[names]\nred = "Meredith"',
    )
    by_key = {key: (value, source) for key, value, source in rows(load(file))}
    device = str(tmp_path / "state" / "settings.toml")
    assert by_key["names.red"] == ('"Meredith"', device)
    assert by_key["names.blue"] == ('"Kerry"', file)
    assert by_key["table.double_read_ms"] == ("200", file)
    assert by_key["table.mode"] == ('"tally"', "built in")
    assert by_key["omakase.faces.tuna.yen"] == ("450", file)


def test_all_mistakes_are_told_at_once_with_line_and_meaning(tmp_path: Path) -> None:
    assert mistakes(
        tmp_path,
        """
[table]
mod = "live"
double_read_ms = true
[nams]
[names]
red = "a name too long even for the page"
[omakase.faces.tunna]
yen = 1
[omakase.faces.tuna]
copies = 12
sets = ["omakase"]
[[scanner]]
badge = "pink"
""",
    ) == [
        "okanjo.toml, line 4: [table] mod: unknown key; did you mean mode?",
        "okanjo.toml, line 5: [table] double_read_ms: true is not valid; use a whole number from 0 to 10000",
        "okanjo.toml, line 6: [nams]: unknown key; did you mean names?",
        'okanjo.toml, line 8: [names] red: "a name too long even for the page" is not valid; use a name of 1 to 24 characters: "Chris"',
        "okanjo.toml, line 9: [omakase.faces] tunna: unknown key; did you mean tuna?",
        "okanjo.toml, line 11: [omakase.faces.tuna] omakase: unknown key; did you mean omakase-set?",
        "okanjo.toml, line 12: [omakase.faces.tuna] copies: 12 is not valid; use a whole number from 1 to 9",
        'okanjo.toml, line 14: [scanner]: each needs one of usb = "vendor:product" and port = "/dev/..."',
        'okanjo.toml, line 15: [scanner] badge: "pink" is not valid; use one of "red", "orange", "yellow", "green", "cyan", "blue", "magenta", "white"',
    ]


def test_no_device_has_the_id_organiser(tmp_path: Path) -> None:
    for name in ("organiser", "ORGANISER"):
        (mistake,) = mistakes(tmp_path, f'[mqtt]\nid = "{name}"')
        assert 'is not valid; use letters and digits, but not "organiser"' in mistake
    for name in ("", "table-7", "organiser-2", "x" * 32):
        assert load(written(tmp_path, f'[mqtt]\nid = "{name}"')).mqtt.id == name


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[table]\nmode = '" + "a" * 9999 + "'", "a… is not valid; use one of"),
        ("[table]\n" + "a" * 9999 + " = 1", "a…: unknown key"),
        ('[table]\n"\\u001b[31m" = 1', "[table] \\x1b[31m: unknown key"),
        ('[table]\nmode = "\\u001b[31m"', 'mode: "\\x1b[31m" is not valid'),
        ("[display]\nwidth = 0x" + "f" * 5000, "width: this is not valid"),
    ],
)
def test_a_value_that_nobody_can_read_is_cut(tmp_path: Path, text: str, sentence: str) -> None:
    (mistake,) = mistakes(tmp_path, text)
    assert sentence in mistake
    assert len(mistake) < 600


def test_omakase_is_corrected_entry_by_entry(tmp_path: Path) -> None:
    table = load(
        written(
            tmp_path,
            '[omakase.faces.tuna]\nyen = 450\nsets = ["ume-set"]\n[omakase.sets]\nkids-set = 2100',
        )
    ).card_table
    assert table.dishes["tuna"] == CARD_TABLE.dishes["tuna"]._replace(yen=450, sets=("ume-set",))
    assert table.sets == {**CARD_TABLE.sets, "kids-set": 2100}
    assert table.dishes["eel"] == CARD_TABLE.dishes["eel"]


def test_a_deck_is_corrected_card_by_card(tmp_path: Path) -> None:
    text = """
[deck.sushi-go]
squid-nigiri = { name = "Tuna", copies = 5 }
dumpling = { name = "Mu\u0308schel" }
[deck.omakase.tuna]
name = "Maguro"
"""
    device = '[deck.sushi-go.squid-nigiri]\nname = ""\n[deck.sushi-go.tempura]\ncopies = 16\n'
    settings = load(written(tmp_path, text, device))
    assert settings.decks == {  # five squids are usual
        "sushi-go": Deck({"dumpling": "M\u00fcschel"}, {"tempura": 16}),
        "omakase": Deck({"tuna": "Maguro"}),
    }
    by_key = {key: (value, source) for key, value, source in rows(settings)}
    assert by_key["deck.sushi-go.tempura.copies"] == ("16", str(tmp_path / "state/settings.toml"))
    assert by_key["deck.sushi-go.squid-nigiri.name"][0] == '""'
    assert "deck.sushi-go.sashimi.copies" not in by_key


def test_mistakes_in_a_deck_say_what_to_do(tmp_path: Path) -> None:
    text = """
[deck.sushigo.tempura]
copies = 16
[deck.sushi-go.squid-nigri]
name = "Tuna"
[deck.sushi-go.tempura]
nam = "Tuna"
copies = 20
[deck.sushi-go]
sashimi = { name = " ", copies = true }
wasabi = 3
[deck.omakase.tuna]
name = "a name too long for a line"
copies = 4
"""
    assert mistakes(tmp_path, text) == [
        "okanjo.toml, line 3: [deck] sushigo: unknown key; did you mean sushi-go?",
        "okanjo.toml, line 5: [deck.sushi-go] squid-nigri: unknown key; did you mean squid-nigiri?",
        "okanjo.toml, line 8: [deck.sushi-go.tempura] nam: unknown key; did you mean name?",
        "okanjo.toml, line 9: [deck.sushi-go.tempura] copies: 20 is not valid; use a whole number from 1 to 19",
        'okanjo.toml, line 11: [deck.sushi-go.sashimi] name: " " is not valid; use a name of 1 to 21 characters: "Tuna nigiri"',
        "okanjo.toml, line 11: [deck.sushi-go.sashimi] copies: true is not valid; use a whole number from 1 to 19",
        "okanjo.toml, line 12: [deck.sushi-go] wasabi: write it as a section: [deck.sushi-go.wasabi]",
        'okanjo.toml, line 14: [deck.omakase.tuna] name: "a name too long for a line" is not valid; use a name of 1 to 21 characters: "Tuna nigiri"',
        "okanjo.toml, line 15: [deck.omakase.tuna] copies: set it in [omakase.faces.tuna]",
    ]


def test_two_cards_of_a_game_have_different_names(tmp_path: Path) -> None:
    named = '[deck.{}.squid-nigiri]\nname = "Tempura"\n[deck.{}.tempura]\nname = "{}"'
    assert load(written(tmp_path, named.format("sushi-go", "sushi-go", "Tenpura"))).decks
    assert mistakes(tmp_path, named.format("sushi-go", "sushi-go-party", "TEMPURA")) == [
        'settings: [deck.sushi-go.squid-nigiri] name: tempura is called "Tempura", too.'
        " Give each card its own name"
    ]


def test_scanners_have_a_place_and_may_belong_to_a_badge(tmp_path: Path) -> None:
    text = '[[scanner]]\nusb = "0C2E:0b61"\nbadge = "red"\n[[scanner]]\nport = "/dev/ttyACM0"'
    first, second = load(written(tmp_path, text)).scanners
    assert (first.usb, first.lane) == ("0C2E:0b61", "red")
    assert (second.port, second.baud, second.lane) == ("/dev/ttyACM0", 9600, 0)


def test_a_scanner_named_twice_is_told_with_its_own_line_and_the_way_out(tmp_path: Path) -> None:
    text = """[[scanner]]
usb = "0c2e:0b61"
badge = "red"

[[scanner]]
badge = "blue"
usb = "0C2E:0B61"  # its twin
[[scanner]]
port = "/dev/ttyACM0"
[[scanner]]
port = "/dev//ttyACM0"
badge = "pink"
[[scanner]]
usb = "0c2e:0b61/usb-1.2/input0"
"""
    assert mistakes(tmp_path, text) == [
        'okanjo.toml, line 8: [scanner] usb: "0C2E:0B61" is already named above: name each scanner once.'
        " To tell two of one model apart, add where each is plugged in:"
        ' usb = "0C2E:0B61/usb-...", as okanjo doctor shows it',
        'okanjo.toml, line 12: [scanner] port: "/dev//ttyACM0" is already named above:'
        " name each scanner once",
        'okanjo.toml, line 13: [scanner] badge: "pink" is not valid; use one of "red", "orange",'
        ' "yellow", "green", "cyan", "blue", "magenta", "white"',
    ]


def test_twins_by_their_places_and_all_others_by_their_model(tmp_path: Path) -> None:
    places = ("/usb-1.1/input0", "/usb-1.2/input0", "")
    named = "\n".join(f'[[scanner]]\nusb = "0c2e:0b61{place}"' for place in places)
    assert len(load(written(tmp_path, named)).scanners) == 3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[table]\nmode = live", "(at line 3"),
        ('names = "x"', "write it as a section: [names]"),
        ("omakase = 1", "write it as sections"),
        ('scanner = "x"', "write each scanner as [[scanner]]"),
        ("omakase.faces = 1", "write it as a section"),
        ("deck = 1", "write it as sections: [deck.sushi-go.squid-nigiri]"),
        ("deck.sushi-go = 1", "write it as a section: [deck.sushi-go]"),
        ('deck.names = { squid-nigiri = "Tuna" }', "unknown key; known: sushi-go-party, sushi-go"),
        ("omakase.faces.tuna = 1", "[omakase.faces] tuna"),
        ("[omakase.faces.tuna]\nsets = [1]", "sets"),
        ("[omakase.faces.tuna]\nsets = 1", "a list of"),
    ],
)
def test_what_is_no_setting_at_all_is_told_too(tmp_path: Path, text: str, sentence: str) -> None:
    assert sentence in "\n".join(mistakes(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[display]\nbus = "spi"\n[track]\nkind = "apa102"', "cannot share SPI0"),
        ("[display]\nwidth = 256\nheight = 128", "256x128 pixels: use 128x64"),
        ('[sound]\nquiet_from = "22:00"', "set both, or neither"),
        ("[buttons]\nnext = 27", "pin 27 is both [buttons] next and [buttons] undo"),
        ("[buzzer]\npin = 2", "pin 2 is both I2C data and [buzzer] pin"),
        ('[display]\nbus = "spi"\n[buzzer]\npin = 24', "both [display] spi_dc and [buzzer] pin"),
        ('[track]\nkind = "ws2812"\n[buttons]\npage = 7', "pin 7 is both SPI select 1"),
        ('[track]\nkind = "leds"\npins = [5, 17]', "pin 17 is both [track] pins"),
    ],
)
def test_settings_that_cannot_be_true_together(tmp_path: Path, text: str, sentence: str) -> None:
    assert sentence in "\n".join(mistakes(tmp_path, text))


def test_a_part_that_is_not_fitted_clashes_with_nothing(tmp_path: Path) -> None:
    text = '[display]\nfitted = "no"\nbus = "spi"\n[buttons]\nfitted = "no"\nnext = 18'
    settings = load(written(tmp_path, f'{text}\n[track]\nkind = "apa102"'))
    assert settings.track.kind == "apa102"


def test_a_file_that_is_not_there_is_told() -> None:
    with pytest.raises(SettingsError, match="No such file"):
        load("/nowhere/okanjo.toml")


def test_what_may_be_chosen_is_what_there_is() -> None:
    assert get_args(SoundSection.__annotations__["start"]) == VOLUMES
    assert get_args(Track.__annotations__["kind"]) == ("none", *CHIPS, "leds")
