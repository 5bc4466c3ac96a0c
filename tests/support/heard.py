"""What espeak-ng makes of texts, and the messages that a voice may say."""

import re
import subprocess
import wave
from collections.abc import Iterator, Sequence
from io import BytesIO

from babel.messages.catalog import Message
from support.languages import CODES, catalogue, readings, template

from firmware.words.espeak import VOICES, for_ear

HOLE = re.compile(r"\{[^}]*\}")
BETWEEN = "9999."  # of two texts: no text is this number
FOR_EYES = ("worded.py", "dates.py", "plates.py")  # and nobody's voice


def phonemes(texts: Sequence[str], code: str) -> list[str]:
    """What is said of each, in espeak-ng's notation: "(en)" where it changes to another voice."""
    between = f"\n\n{BETWEEN}\n\n"
    said = _espeak(
        code, "-q", "-x", "-s", "300", text=between + between.join(texts) + between
    ).decode()
    pause, *lines = (line.strip() for line in said.strip().split("\n"))
    parts, part = list[str](), list[str]()
    for line in lines:
        if line == pause:
            parts.append(" ".join(part))
            part = []
        else:
            part.append(line)
    assert len(parts) == len(texts)
    return parts


def seconds(text: str, code: str) -> float:
    """How long a text lasts at normal speed."""
    sound = _espeak(code, "--stdout", "-s", "175", text=text)
    with wave.open(BytesIO(sound)) as file:
        # a stream's header says nothing of its length
        return (len(sound) - 44) / file.getsampwidth() / file.getframerate()


def _espeak(code: str, *options: str, text: str) -> bytes:
    command = ["espeak-ng", "-z", "-v", VOICES[code], "--stdin", *options]
    return subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout


def heard(code: str) -> Iterator[tuple[Message, tuple[str, ...]]]:
    """Each message that a voice may say, and its forms as espeak-ng is given them."""
    for message in template():
        files = [place.split("/") for place, _ in message.locations]
        is_said = any(
            file[0] == "engine" or (file[:2] == ["firmware", "words"] and file[2] not in FOR_EYES)
            for file in files
        )
        if message.id and is_said and message.context not in ("typed", "paper"):
            yield message, forms(code, message)


def forms(code: str, message: Message) -> tuple[str, ...]:
    """A message's reading, else what is shown."""
    reading = readings(code).get(message.id, message.context)
    shown = catalogue(code).get(message.id, message.context) if code in CODES else None
    text = (
        reading.string if reading and not reading.fuzzy else shown.string if shown else message.id
    )
    return (text,) if isinstance(text, str) else tuple(text or ())


def samples(code: str) -> list[str]:
    """All those texts, with a number in place of whatever is put in."""
    texts = (for_ear(HOLE.sub("5", form), code) for _, said in heard(code) for form in said)
    return [*dict.fromkeys(filter(None, texts))]
