"""espeak-ng reads all that a voice may say: nothing is spelled, no minus lost, no card too long."""

import random
import re
import shutil
from pathlib import Path

import pytest
from support.heard import phonemes, samples, seconds
from support.languages import voice as voice_of
from support.table_app import AppTable
from support.table_engine import EngineTable
from support.wanderer import beginning, walk

from engine.position import empty
from engine.standings import standings
from firmware.common.facts.utterance import Utterance
from firmware.core.view.state import after, at_start, drawn
from firmware.core.view.utterance import utterance
from firmware.words.espeak import VOICES, for_ear
from firmware.words.numbers import numeral
from firmware.words.spoken import spoken
from firmware.words.voice import CARD_EVENTS, heard, said

pytestmark = pytest.mark.skipif(
    not shutil.which("espeak-ng"), reason="espeak-ng is not installed (package espeak-ng)"
)
LONGEST = 6.0  # seconds


@pytest.fixture(scope="module")
def evening() -> list[Utterance]:
    """What there is to tell of a random evening, scan by scan."""
    rng = random.Random("heard")
    table = EngineTable()
    for _, made, _, _ in walk(rng, table.table, beginning(rng), 150):
        table.read(made.label.code, made.lane)
    shown, utterances = at_start(standings(empty())), []
    for outcome in table.outcomes:
        shown = drawn(after(shown, outcome, 0.0))
        utterances.append(utterance(shown))
    return utterances


def is_card(utterance: Utterance) -> bool:
    explained = utterance.explained
    return explained is not None and isinstance(explained.outcome.event, CARD_EVENTS)


def has_too_many(utterance: Utterance) -> bool:
    """Whether any seat has more cards than were dealt."""
    situation = utterance.shown.situation
    return max(situation.cards) > situation.dealt


def misread(texts: list[str], code: str) -> list[str]:
    """Those of which nothing is heard, or for which the voice is changed."""
    said = phonemes(texts, code)
    return [text for text, heard in zip(texts, said, strict=True) if not heard or "(" in heard]


@pytest.mark.parametrize("code", VOICES)
def test_each_message_is_said_in_its_own_voice(code: str) -> None:
    assert not misread(samples(code), code)


@pytest.mark.parametrize("code", VOICES)
def test_an_evening_is_said_in_its_own_voice(code: str, evening: list[Utterance]) -> None:
    language = voice_of(code)
    texts = [said(scan, level, language) for scan in evening for level in ("short", "full")]
    texts += [spoken(scan.shown.panel, language) for scan in evening]
    assert not [text for text in texts if "…" in text]  # cut to a line's width
    assert not misread([*dict.fromkeys(for_ear(text, code) for text in texts if text)], code)


@pytest.mark.parametrize("code", VOICES)
def test_a_card_in_short_is_soon_over(code: str, evening: list[Utterance]) -> None:
    language = voice_of(code)
    cards = (scan for scan in evening if is_card(scan) and not has_too_many(scan))
    texts = {for_ear(said(card, "short", language), code) for card in cards}
    assert texts
    for text in sorted(texts, key=len)[-3:]:
        assert seconds(text, code) < LONGEST, text


@pytest.mark.parametrize("code", VOICES)
def test_the_scores_of_three_in_short_are_soon_over(tmp_path: Path, code: str) -> None:
    table = AppTable(tmp_path, synchronous="OFF")
    table.scan("preset sushi-go-classic", "red", "blue", "green", "next")
    for badge in ("red", "blue", "green"):
        table.scan(badge, "tempura", "tempura")
    table.scan("score")
    text = heard(utterance(table.shown, calls=False), "short", code)
    assert seconds(text, code) < LONGEST, text
    table.unplugged()


@pytest.mark.parametrize("code", VOICES)
def test_a_minus_is_heard(code: str) -> None:
    signs = [for_ear(text, code) for text in ("-4", "−4", "+4", "4")]
    assert len({*phonemes(signs, code)}) == 3


@pytest.mark.parametrize("code", VOICES)
def test_thousands_are_heard_as_one_number(code: str) -> None:
    written = [for_ear(numeral(12_500, code, spec), code) for spec in (",", "")]
    pauses_and_stress = re.compile(r"[_!|,' ]")
    grouped, plain = (pauses_and_stress.sub("", heard) for heard in phonemes(written, code))
    assert grouped == plain
