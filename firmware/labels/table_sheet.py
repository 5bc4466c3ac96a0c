"""The codebook in, the table sheet's pages out: all that a whole evening can be scored with."""

from __future__ import annotations

from engine.codes import Codebook
from firmware.labels.drawing import Page


def pages(codebook: Codebook, paper: str, code: str, dpi: int) -> list[Page]:
    """`paper` is "a4" or "letter", `code` "code128", "datamatrix" or "both"; the last page is
    the quick guide.
    """
    raise NotImplementedError
