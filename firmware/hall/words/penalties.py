"""Penalties in words, and what else a player's standing rests on besides the results."""

from __future__ import annotations

from collections.abc import Mapping

from engine.message import Message, Value, gettext, ngettext
from firmware.hall.tournament.ranking import TournamentStanding
from firmware.hall.tournament.tournament import Penalty, Reason

REASON: Mapping[Reason, Message] = {
    "late": gettext("late"),
    "slow": gettext("slow play"),
    "rules": gettext("against the rules"),
    "conduct": gettext("unfair conduct"),
}


def penalty_words(penalty: Penalty) -> Message:
    """How many place points, and why."""
    why = next(words for reason, words in REASON.items() if reason == penalty.reason)
    if not penalty.points:
        return gettext("a warning ({reason})", reason=why)
    return ngettext(
        "{count} place point ({reason})",
        "{count} place points ({reason})",
        penalty.points,
        reason=why,
    )


def remarks(standing: TournamentStanding, name: Value) -> list[Message]:
    """What else made a player's standing: a sentence each."""
    sentences = []
    if standing.disqualified:
        sentences.append(gettext("{player} is disqualified.", player=name))
    if standing.penalty:
        sentences.append(
            ngettext(
                "{player} lost {count} place point as a penalty.",
                "{player} lost {count} place points as a penalty.",
                standing.penalty,
                player=name,
            )
        )
    if standing.conceded:
        sentences.append(
            ngettext(
                "{player} conceded {count} game.",
                "{player} conceded {count} games.",
                standing.conceded,
                player=name,
            )
        )
    return sentences
