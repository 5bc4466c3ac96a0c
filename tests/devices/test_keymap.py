"""Key events in, codes out: the keymap, the collector and the keystrokes, with made-up times."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.scanner_doubles import KEY_OF, ecodes
from support.soak import share

from drivers.scanner.code_collector import LONGEST, Code, Collector
from drivers.scanner.keymap import MARK, character, types_codes
from drivers.scanner.keystrokes import Keystrokes

NONE: frozenset[int] = frozenset()
SHIFT = frozenset({ecodes.KEY_LEFTSHIFT})
ENOUGH = 0.2  # seconds, for a silence that ends a code


class Typist:
    """Presses keys 2 ms apart and keeps the codes that come out."""

    def __init__(self) -> None:
        self.strokes = Keystrokes()
        self.at = 100.0
        self.codes: list[Code] = []

    def event(self, kind: int, code: int, value: int) -> None:
        self.at += 0.001
        self._keep(self.strokes.take(kind, code, value, self.at))

    def type(self, script: str) -> list[str]:
        """Type characters and <KEYS>, <+KEY> going down, <-KEY> up, <=KEY> repeating; the codes.

        <late> is a silence that the stamps alone tell, <silence> one that the thread notices,
        <lost> are events that the kernel drops, until <sync>.
        """
        for token in re.findall(r"<.+?>|[^<]", script, re.DOTALL):
            word = token.strip("<>") if len(token) > 1 else ""
            if word in ("late", "silence"):
                if word == "silence":
                    self._keep(self.strokes.collector.end())
                self.at += ENOUGH
            elif word in ("lost", "sync"):
                self.event(ecodes.EV_SYN, 3 if word == "lost" else 0, 0)
            else:
                code = ecodes.ecodes[f"KEY_{word.lstrip('+-=')}"] if word else KEY_OF[token]
                for value in {"+": (1,), "-": (0,), "=": (2,)}.get(word[:1], (1, 0)):
                    self.event(ecodes.EV_KEY, code, value)
        return [code.text for code in self.codes]

    def _keep(self, ended: Code | None) -> None:
        if ended:
            self.codes.append(ended)


def test_every_plain_key_is_what_a_us_keyboard_prints_on_it() -> None:
    assert {letter: character(code, NONE) for letter, code in KEY_OF.items()} == {
        letter: letter for letter in KEY_OF
    }


@pytest.mark.parametrize(
    ("plain", "shifted"),
    list(zip("az-=[];'`\\,./ ", 'AZ_+{}:"~|<>? ', strict=True)),
)
def test_shift_is_kept_for_what_is_no_digit(plain: str, shifted: str) -> None:
    assert character(KEY_OF[plain], SHIFT) == shifted


@pytest.mark.parametrize("name", ["LEFTCTRL", "RIGHTCTRL", "LEFTALT", "RIGHTALT", "LEFTMETA"])
def test_a_digit_in_a_chord_is_no_digit(name: str) -> None:
    # Ctrl+Shift+6 is how a scanner sends the control character RS.
    assert character(ecodes.KEY_6, frozenset({ecodes.ecodes[f"KEY_{name}"]})) == MARK


def test_ctrl_and_a_letter_is_the_control_character() -> None:
    ctrl = frozenset({ecodes.KEY_LEFTCTRL})
    assert character(ecodes.KEY_RIGHTBRACE, ctrl) == "\x1d"  # the GS of GS1 codes
    assert character(ecodes.KEY_M, ctrl) == "\r"
    assert character(ecodes.KEY_ESC, NONE) == "\x1b"
    assert character(ecodes.KEY_BACKSPACE, NONE) == "\b"


def test_a_scanner_has_ten_digits_and_an_enter() -> None:
    row = [ecodes.ecodes[f"KEY_{digit}"] for digit in "1234567890"]
    pad = [ecodes.ecodes[f"KEY_KP{digit}"] for digit in "1234567890"]
    assert types_codes([*row, ecodes.KEY_ENTER])
    assert types_codes([*pad, ecodes.KEY_KPENTER])
    assert not types_codes(row)
    assert not types_codes([*row[1:], ecodes.KEY_ENTER])
    assert not types_codes([ecodes.BTN_LEFT, ecodes.BTN_RIGHT])
    assert not types_codes([ecodes.KEY_POWER])


def alt(*numbers: str) -> str:
    """Each number typed on the keypad while Alt is down."""
    keys = ("".join(f"<KP{digit}>" for digit in number) for number in numbers)
    return "".join(f"<+LEFTALT>{key}<-LEFTALT>" for key in keys)


@pytest.mark.parametrize(
    ("script", "codes"),
    [
        pytest.param("012345<ENTER>012345<KPENTER>012345<TAB>", ["012345"] * 3, id="an end key"),
        pytest.param("012345<silence>678901\r", ["012345", "678901"], id="silence"),
        pytest.param("012345<late>678901\r", ["012345", "678901"], id="silence read late"),
        pytest.param("0123456\r01234\r5\r", ["0123456", "01234", "5"], id="never cut nor joined"),
        pytest.param("<+LEFTSHIFT>012345<-LEFTSHIFT>\r", ["012345"], id="Shift held"),
        pytest.param("<CAPSLOCK>012345\r", ["012345"], id="Caps Lock"),
        pytest.param("<NUMLOCK><KP0><KP1><KP2><KPENTER>", ["012"], id="Num Lock"),
        pytest.param("<+RIGHTSHIFT>abc<-RIGHTSHIFT>-x9/\r", ["ABC-x9/"], id="a foreign sticker"),
        pytest.param(
            "<+1><=1><=1><+1><=1><+2><+3><=3><+4><+5><+ENTER><=ENTER>",
            ["112345"],
            id="auto-repeat and missing key-ups",
        ),
        pytest.param(alt("048", "0049", "50", "065") + "\r", ["012A"], id="Alt and a number"),
        # a character that was not finished is not lost silently
        pytest.param("012345<+LEFTALT><KP5><KP4>\r", ["012345" + MARK], id="Alt never up"),
        pytest.param("<F9>012345<F12><silence>", ["012345"], id="function keys around a code"),
        pytest.param("012<F12>345\r", [f"012{MARK}345"], id="a function key inside"),
        # the rest of a longer code looks just like one of ours
        pytest.param("0123<lost>99<sync>012345\r678901\r", ["678901"], id="dropped events"),
        pytest.param("01<lost><sync>2345<late>678901\r", ["678901"], id="dropped, then silence"),
    ],
)
def test_what_is_typed_comes_out(script: str, codes: list[str]) -> None:
    assert Typist().type(script) == codes


@pytest.mark.parametrize("stuck", ["LEFTSHIFT", "LEFTCTRL", "LEFTALT", "RIGHTALT"])
def test_a_lost_key_up_of_a_modifier_spoils_one_code_at_most(stuck: str) -> None:
    assert Typist().type(f"<+{stuck}>abc\rabc12\r")[1] == "abc12"


def test_more_characters_than_any_label_has_are_kept_short_and_never_look_whole() -> None:
    [text] = Typist().type("0" * 1000 + "\r")
    assert len(text) == LONGEST + 1
    assert text.endswith("…")
    assert Typist().type("0" * LONGEST + "\r") == ["0" * LONGEST]


def test_time_that_runs_backwards_never_splits_a_code() -> None:
    collector = Collector()
    for moment, digit in zip((5.0, 4.0, 5.05, 1.0), "0123", strict=True):
        assert collector.add(digit, moment) is None
    code = collector.end()
    assert code
    assert (code.text, code.moment) == ("0123", 5.05)
    assert code.ms_per_digit >= 0


noise = st.tuples(
    st.sampled_from([ecodes.EV_SYN, ecodes.EV_KEY, ecodes.EV_KEY, ecodes.EV_KEY, ecodes.EV_MSC]),
    st.integers(0, 130) | st.integers(0, 0xFFFF),
    st.sampled_from([0, 1, 1, 1, 2, -1]),
)


@settings(max_examples=share(300))
@given(st.lists(noise, max_size=60), st.lists(st.floats(0, 0.2), min_size=60, max_size=60))
def test_no_stream_of_events_can_break_it_or_touch_the_next_code(
    stream: list[tuple[int, int, int]], gaps: list[float]
) -> None:
    typist = Typist()
    for event, gap in zip(stream, gaps, strict=False):
        typist.at += gap
        typist.event(*event)
    typist.type("<sync><ENTER>")
    noise_codes = len(typist.codes)
    assert all(0 < len(code.text) <= LONGEST + 1 for code in typist.codes)
    assert typist.type("012345\r")[noise_codes:] == ["012345"]
