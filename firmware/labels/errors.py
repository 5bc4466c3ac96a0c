"""What is wrong with what was asked for, as a sentence that says what would be right."""

from __future__ import annotations

from collections.abc import Collection

from engine.notation import printable


class Unclear(Exception):
    """Cannot be done as asked; the text is for the one who asked."""


def unknown(what: str, asked: str, there: Collection[str], most: int = 40) -> Unclear:
    """There is no such thing: what was probably meant, or (where they are few) what there is."""
    from difflib import get_close_matches

    known = {one.lower(): one for one in there}
    near = get_close_matches(asked.strip().lower()[:60], list(known), 1, 0.55)
    hint = f"did you mean {known[near[0]]}?" if near else f"there are {', '.join(there)}"
    if not near and len(there) > most:
        hint = "`okanjo codes` lists what there is"
    return Unclear(f"there is no {what} {printable(asked) or '(nothing)'}; {hint}")
