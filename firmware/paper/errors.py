"""What is wrong with a request, as a sentence that says what would be right."""

from collections.abc import Collection

from engine.notation import printable


class RequestError(Exception):
    """It cannot be done as asked; the text tells the user why."""


def unknown(what: str, text: str, there: Collection[str], most: int = 40) -> RequestError:
    """Return the error for a name that does not exist. It suggests a similar name, or lists all
    names.
    """
    from difflib import get_close_matches

    known = {choice.lower(): choice for choice in there}
    name = text.strip().lower()[:60]
    near = [] if name.isdecimal() else get_close_matches(name, list(known), 1, 0.55)
    hint = f"did you mean {known[near[0]]}?" if near else f"use one of {', '.join(there)}"
    if not near and len(there) > most:
        hint = "`okanjo codes` lists all"
    return RequestError(f"there is no {what} {printable(text) or '(nothing)'}; {hint}")
