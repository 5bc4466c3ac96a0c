"""What is said of every refusal, in English; `refusals.txt` has it all."""

import re
from pathlib import Path
from typing import get_args

import pytest
from support.catalogues import catalogue
from support.displayed import describe, panel_of
from support.playing import unchanged

from engine.cards import Seat
from engine.codes import codebook
from engine.games import GAMES
from engine.games.sushi_go_party import GAME as PARTY
from engine.message import Message
from engine.position import empty
from engine.refusals import REASON_OF, Case, Reason, Refused
from engine.standings import standings
from firmware.common.facts import refusals as device
from firmware.common.facts.refusals import DeclinedByDevice, Refusal
from firmware.words.language import say
from firmware.words.line import LINE, pixels
from firmware.words.refusals import DECLINED, REFUSED, heading, lines, of_scan, sentence
from firmware.words.spoken import spoken

TOFU = codebook().label("card", "sushi-go-party/tofu/3")
SEATS = (Seat("red", "Chris"), Seat("orange", "Annabelle"))
SAID = re.findall(
    r"^([a-z-]+)\n  (.*)\n  (.*)$",
    (Path(__file__).parent / "refusals.txt").read_text(encoding="utf-8"),
    re.MULTILINE,
)


def literals(alias: object) -> list[str]:
    """The strings of Literals, one within the other."""
    return [alias] if isinstance(alias, str) else [s for a in get_args(alias) for s in literals(a)]


def example(case: str) -> Refusal:
    if case in DECLINED:
        return DeclinedByDevice(case, TOFU, 8, 2, "The lens is covered.")  # type: ignore[arg-type]
    if case == "barred":
        game = PARTY._replace(barred={"tofu": (7, 2)})
        return Refused("barred", game.kind("tofu"), number=2, game=game, preset="party-sampler")
    return Refused(case, TOFU, SEATS, 2, "roll")  # type: ignore[arg-type]


def test_every_case_has_a_reason_and_words_and_is_pinned() -> None:
    assert [*REASON_OF] == literals(Case)
    assert {*REASON_OF.values()} == {*literals(Reason)}
    assert {*REFUSED} == {*literals(Case)}
    assert {*DECLINED} == {*literals(device.Case)}
    assert [case for case, _, _ in SAID] == [*REFUSED, *DECLINED]


@pytest.mark.parametrize(("case", "two", "whole"), SAID)
def test_what_is_said(case: str, two: str, whole: str) -> None:
    assert " / ".join(lines(example(case))) == two
    assert say(sentence(example(case))) == whole


def test_a_heading_has_no_colon() -> None:
    for case, two, _ in SAID:
        assert heading(example(case)) == two.split(" / ")[0].rstrip(":")


def test_whatever_is_put_in_the_lines_fit_and_their_own_words_stand_whole() -> None:
    subjects = [subject for game in GAMES for kind in game.kinds for subject in (kind, *kind.faces)]
    seats = (Seat("magenta", "W" * 24), Seat(None, "Wolfgang Amadeus Theophil"))
    for case in literals(Case):
        for subject in subjects:
            no = Refused(case, subject, seats, 9, "appetizer")  # type: ignore[arg-type]
            for line, message in zip(lines(no), REFUSED[no.case], strict=False):
                assert 0 < pixels(line) <= LINE, line
                assert all(part in line for part in re.split(r"\{\w+\}", message.text)), line
    for case in literals(device.Case):
        for label in codebook().labels:
            own = DeclinedByDevice(case, label, 12, 999, "no space left on device")  # type: ignore[arg-type]
            assert all(0 < pixels(line) <= LINE for line in lines(own)) or case == "no-photo"


@pytest.mark.parametrize(
    ("why", "two", "whole"),
    [
        (
            Refused("laid-elsewhere", TOFU, (Seat("red", "Wolfgang Amadeus"),)),
            "Tofu / belongs to Wolfgang…",
            "Tofu belongs to Wolfgang Amadeus",
        ),
        (
            Refused("menu-incomplete", number=1, group="dessert"),
            "Menu is not complete / Missing: 1 dessert",
            "Menu is not complete. Missing: 1 dessert",
        ),
        (
            Refused("menu-incomplete", number=2, group="drink"),  # of a game that is not ours
            "Menu is not complete / Missing: 2 drinks",
            "Menu is not complete. Missing: 2 drinks",
        ),
        (
            Refused("too-few-seats", number=1),
            "Too few players / Scan 1 more badge",
            "Too few players. Scan 1 more badge",
        ),
        (
            Refused("on-menu-already", codebook().label("kind", "menu")),
            "The dish Menu / is already chosen",
            "The dish Menu is already chosen",
        ),
        (
            Refused("not-on-device", codebook().label("command", "what")),
            "What is this? / Not on this device",
            "What is this? Not on this device",
        ),
        (
            DeclinedByDevice("scans-ignored", number=1),
            "1 scan ignored / Scan them again",
            "1 scan ignored. Scan them again",
        ),
        (
            DeclinedByDevice("is-taught", codebook().label("kind", "maki")),
            "Is Maki roll tile / REMOVE forgets it",
            "Is Maki roll tile. REMOVE forgets it",
        ),
        (
            DeclinedByDevice("is-taught", codebook().label("command", "next")),
            "Is NEXT / REMOVE forgets it",
            "Is NEXT. REMOVE forgets it",
        ),
        (
            DeclinedByDevice("is-taught", "990011"),
            "Is 990011 / REMOVE forgets it",
            "Is 990011. REMOVE forgets it",
        ),
    ],
)
def test_what_is_put_in(why: Refusal, two: str, whole: str) -> None:
    assert (" / ".join(lines(why)), say(sentence(why))) == (two, whole)


def test_only_why_there_is_no_photo_is_longer_than_a_line() -> None:
    why = "This is not a photo. Send a JPEG, PNG or WebP."
    assert lines(DeclinedByDevice("no-photo", why=why)) == ("No photo", why)
    assert lines(DeclinedByDevice("not-saved", why=why)) == (
        "Could not be saved",
        "This is not a photo.…",
    )


def refused(book, text, why):
    return say(of_scan(book, text, why))


def test_what_was_scanned_is_named_once() -> None:
    book = codebook()
    badge = book.label("badge", "red").code
    assert refused(book, TOFU.code, Refused("kept", TOFU)) == "Tofu was kept as dessert"
    assert refused(book, badge, Refused("no-seat")) == "Red: Whose card? Scan a badge first"
    assert refused(book, "abc", Refused("foreign-code")).startswith("abc: Unknown barcode. ")
    assert refused(book, "", Refused("misread")) == "Misread. Scan it again"


def test_a_refusal_is_read_out_as_one_sentence() -> None:
    order = unchanged(empty(), Refused("copy-awaited", TOFU))
    panel = panel_of(standings(empty()), outcome=order)
    assert spoken(panel) == "Not counted. Tofu: Scan what it copies."
    assert describe(order) == "Tofu: Scan what it copies"


def test_a_line_may_be_worded_otherwise_and_is_cut_by_what_it_says_there() -> None:
    language = catalogue(
        {"line\x04belongs to {name}": "liegt bei {name}", "{title} belongs to {name}": "{name}!"}
    )
    why = Refused("laid-elsewhere", TOFU, (Seat("red", "Wolfgang Amadeus"),))
    assert lines(why, language) == ("Tofu", "liegt bei Wolfgang A…")
    assert say(sentence(why), language) == "Wolfgang Amadeus!"
    assert isinstance(sentence(why), Message)
