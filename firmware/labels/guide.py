"""The codebook in, the quick guide out: how to score a round in six pictures, on one page."""

from __future__ import annotations

from engine.codes import Codebook
from firmware.labels.drawing import Page


def pages(codebook: Codebook, paper: str, code: str, dpi: int) -> list[Page]:
    """`paper` is "a4" or "letter", `code` "code128", "datamatrix" or "both"."""
    raise NotImplementedError
