"""Key events in, codes out: the keymap, the collector and the keystrokes, with made-up times."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.scanner_doubles import KEY_OF, ecodes

from drivers.scanner.code_collector import LONGEST, Code, Collector
from drivers.scanner.keymap import MARK, character, types_codes
from drivers.scanner.keystrokes import Keystrokes

NONE: frozenset[int] = frozenset()
SHIFT = frozenset({ecodes.KEY_LEFTSHIFT})


class Typist:
    """Presses keys 2 ms apart and keeps the codes that come out."""

    def __init__(self) -> None:
        self.strokes = Keystrokes()
        self.at = 100.0
        self.codes: list[Code] = []

    def event(self, kind: int, code: int, value: int) -> "Typist":
        self.at += 0.001
        ended = self.strokes.take(kind, code, value, self.at)
        if ended:
            self.codes.append(ended)
        return self

    def key(self, name: str, value: int) -> "Typist":
        return self.event(ecodes.EV_KEY, ecodes.ecodes[f"KEY_{name}"], value)

    def tap(self, *names: str) -> "Typist":
        for name in names:
            self.key(name, 1).key(name, 0)
        return self

    def type(self, text: str) -> "Typist":
        for one in text:
            self.event(ecodes.EV_KEY, KEY_OF[one], 1).event(ecodes.EV_KEY, KEY_OF[one], 0)
        return self

    def pause(self, seconds: float) -> "Typist":
        self.at += seconds
        return self

    def silence(self) -> "Typist":
        """A second in which nothing comes, as the thread would notice it."""
        ended = self.strokes.collector.end()
        if ended:
            self.codes.append(ended)
        return self.pause(1)

    @property
    def texts(self) -> list[str]:
        return [code.text for code in self.codes]


def test_every_plain_key_is_what_a_us_keyboard_prints_on_it() -> None:
    assert {one: character(code, NONE) for one, code in KEY_OF.items()} == {
        one: one for one in KEY_OF
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


@pytest.mark.parametrize("end", ["ENTER", "KPENTER", "TAB"])
def test_an_end_key_ends_a_code(end: str) -> None:
    assert Typist().type("012345").tap(end).texts == ["012345"]


def test_the_time_per_digit_is_the_mean_between_characters() -> None:
    [code] = Typist().type("012345\r").codes
    assert code.ms_per_digit == pytest.approx(2.0)
    assert code.at == pytest.approx(100.011)  # the sixth digit's, not the Enter's


def test_silence_ends_a_code() -> None:
    assert Typist().type("012345").silence().type("678901\r").texts == ["012345", "678901"]


def test_a_late_reader_sees_the_silence_by_the_stamps() -> None:
    # Both codes lie in one batch: nobody was there to notice that nothing came.
    assert Typist().type("012345").pause(0.2).type("678901\r").texts == ["012345", "678901"]


def test_a_longer_code_is_never_cut_and_a_shorter_one_never_joined() -> None:
    typist = Typist().type("0123456\r").type("01234\r").type("5\r")
    assert typist.texts == ["0123456", "01234", "5"]


def test_held_shift_caps_and_num_lock_change_no_digit() -> None:
    typist = Typist().key("LEFTSHIFT", 1).type("012345").key("LEFTSHIFT", 0).type("\r")
    typist.tap("CAPSLOCK").type("012345\r").tap("NUMLOCK")
    typist.tap(*(f"KP{digit}" for digit in "012345")).tap("KPENTER")
    assert typist.texts == ["012345"] * 3


def test_letters_and_their_case_are_kept_for_a_foreign_sticker() -> None:
    typist = Typist().key("RIGHTSHIFT", 1).type("abc").key("RIGHTSHIFT", 0).type("-x9/\r")
    assert typist.texts == ["ABC-x9/"]


def test_auto_repeat_and_missing_key_ups_type_nothing_more() -> None:
    typist = Typist()
    for digit in "112345":
        typist.key(digit, 1).key(digit, 2).key(digit, 2)
    assert typist.key("ENTER", 1).key("ENTER", 2).texts == ["112345"]


@pytest.mark.parametrize("stuck", ["LEFTSHIFT", "LEFTCTRL", "LEFTALT", "RIGHTALT"])
def test_a_lost_key_up_of_a_modifier_spoils_one_code_at_most(stuck: str) -> None:
    typist = Typist().key(stuck, 1).type("abc\r").type("abc12\r")
    assert typist.texts[1] == "abc12"


def test_alt_and_the_keypad_type_characters_by_number() -> None:
    typist = Typist()
    for number in ("048", "0049", "50", "065"):
        typist.key("LEFTALT", 1).tap(*(f"KP{digit}" for digit in number)).key("LEFTALT", 0)
    assert typist.type("\r").texts == ["012A"]


def test_a_character_by_number_that_was_not_finished_is_not_lost_silently() -> None:
    typist = Typist().type("012345").key("LEFTALT", 1).tap("KP5", "KP4")
    assert typist.type("\r").texts == ["012345" + MARK]


def test_a_function_key_may_end_or_begin_a_code_but_not_hide_inside_one() -> None:
    typist = Typist().tap("F9").type("012345").tap("F12").silence()
    typist.type("012").tap("F12").type("345\r")
    assert typist.texts == ["012345", f"012{MARK}345"]


def test_dropped_events_take_the_whole_code_along() -> None:
    typist = Typist().type("0123").event(ecodes.EV_SYN, ecodes.SYN_DROPPED, 0)
    typist.type("99").event(ecodes.EV_SYN, ecodes.SYN_REPORT, 0)
    # The rest of a longer code looks just like one of ours.
    typist.type("012345\r").type("678901\r")
    assert typist.texts == ["678901"]
    assert typist.strokes.losses == 1


def test_after_dropped_events_silence_is_an_end_too() -> None:
    typist = Typist().type("01").event(ecodes.EV_SYN, ecodes.SYN_DROPPED, 0)
    typist.event(ecodes.EV_SYN, ecodes.SYN_REPORT, 0).type("2345").pause(0.2).type("678901\r")
    assert typist.texts == ["678901"]


def test_a_hundred_thousand_characters_are_kept_short_and_never_look_whole() -> None:
    typist = Typist().type("0" * 100_000).type("\r")
    [text] = typist.texts
    assert len(text) == LONGEST + 1
    assert text.endswith("…")
    assert Typist().type("0" * LONGEST + "\r").texts == ["0" * LONGEST]


def test_time_that_runs_backwards_never_splits_a_code() -> None:
    collector = Collector()
    for at, one in zip((5.0, 4.0, 5.05, 1.0), "0123", strict=True):
        assert collector.add(one, at) is None
    code = collector.end()
    assert code is not None
    assert (code.text, code.at) == ("0123", 5.05)
    assert code.ms_per_digit >= 0


noise = st.tuples(
    st.sampled_from([ecodes.EV_SYN, ecodes.EV_KEY, ecodes.EV_KEY, ecodes.EV_KEY, ecodes.EV_MSC]),
    st.integers(0, 130) | st.integers(0, 0xFFFF),
    st.sampled_from([0, 1, 1, 1, 2, -1]),
)


@given(st.lists(noise, max_size=60), st.lists(st.floats(0, 0.2), min_size=60, max_size=60))
def test_no_stream_of_events_can_break_it_or_touch_the_next_code(
    stream: list[tuple[int, int, int]], gaps: list[float]
) -> None:
    typist = Typist()
    for one, gap in zip(stream, gaps, strict=False):
        typist.pause(gap).event(*one)
    typist.event(ecodes.EV_SYN, ecodes.SYN_REPORT, 0).tap("ENTER")
    noise_codes = len(typist.codes)
    assert all(0 < len(code.text) <= LONGEST + 1 for code in typist.codes)
    assert typist.type("012345\r").texts[noise_codes:] == ["012345"]
