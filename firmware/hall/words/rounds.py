"""What rounds are called: as a heading, within a sentence, and where one begins."""

from __future__ import annotations

from collections.abc import Mapping

from engine.message import Message, gettext, ngettext
from firmware.hall.tournament.stage import Stage


def name(stage: Stage) -> Message:
    """By itself: Round 2, Top 8, Final."""
    return _of(stage, NAMES)


def called(stage: Stage) -> Message:
    """Within a sentence: round 2, the top 8, the final."""
    return _of(stage, WITHIN)


def begun_with(stage: Stage) -> Message:
    """Where a sentence begins with it: Round 2, The top 8, The final."""
    return _of(stage, FIRST)


def results_in(played: int, tables: int) -> Message:
    """How many of a round's tables have a result: the verb goes by those."""
    if tables == 1:
        return gettext("{played} of 1 table has a result", played=played)
    return ngettext(
        "{count} of {tables} tables has a result",
        "{count} of {tables} tables have a result",
        played,
        tables=tables,
    )


def tables_finished(played: int, tables: int) -> Message:
    """The same for who plays."""
    if tables == 1:
        return gettext("{played} of 1 table finished.", played=played)
    return ngettext(
        "{count} of {tables} tables finished.",
        "{count} of {tables} tables finished.",
        played,
        tables=tables,
    )


def _of(stage: Stage, words: Mapping[str, Message]) -> Message:
    return words[stage.kind]._replace(values={"number": stage.number})


NAMES = {
    "round": gettext("Round {number}"),
    "top": gettext("Top {number}"),
    "final": gettext("Final"),
}
WITHIN = {
    "round": gettext("round {number}"),
    "top": gettext("the top {number}"),
    "final": gettext("the final"),
}
FIRST = {
    "round": gettext("Round {number}"),
    "top": gettext("The top {number}"),
    "final": gettext("The final"),
}
