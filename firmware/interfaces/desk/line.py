"""Serve what a line stands for, one scan after the other: in a terminal, and on the page's desk."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from engine.message import Message, gettext

STOPPED = gettext("Stopped there. Not scanned: {rest}.")
REMOVE_UNDONE = gettext("REMOVE is taken back.")
UNDO = "command undo"


async def serve(
    pieces: Sequence[str],
    scan: Callable[[str], Awaitable[bool]],
    remove_is_newest: Callable[[], bool],
) -> list[Message]:
    """Scan the pieces, each when the one before is answered (whether it was accepted); stop at a
    refusal, and return what there is to say of that.

    What follows a refused scan was typed in the belief that it would be accepted: after a refused
    badge, cards would be laid into the wrong tray. A REMOVE that the line leaves waiting would
    strike what somebody scans next: UNDO takes it back.
    """
    has_remove = False
    for number, piece in enumerate(pieces, 1):
        before = remove_is_newest()
        if await scan(piece):
            has_remove = remove_is_newest() and (has_remove or not before)
            continue
        rest = " ".join(pieces[number:])
        sentences = [STOPPED._replace(values={"rest": rest})] if rest else []
        if has_remove and remove_is_newest():
            await scan(UNDO)
            sentences.append(REMOVE_UNDONE)
        return sentences
    return []
