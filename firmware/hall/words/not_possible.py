"""Why something cannot be done, in words: one sentence a case, which also says what to do."""

from __future__ import annotations

from collections.abc import Mapping

from engine.message import Message, Value, gettext, ngettext
from firmware.hall.tournament.not_possible import Case, NotPossible
from firmware.hall.tournament.stage import Stage
from firmware.hall.words.rounds import called, name

SENTENCES: Mapping[Case, Message] = {
    # of rules
    "no-title": gettext("Give the tournament a title, in one line."),
    "long-title": gettext("Use {most} characters for the title."),
    "no-such-game": gettext("Choose one of the games."),
    "table-sizes": gettext(
        "Tables have 3 to 5 players: choose a size between the smallest and the largest."
    ),
    "planned-rounds": gettext("Plan 0 to {most} rounds."),
    "place-points": gettext(
        "Give place points from the first place on: 0 to {most}, none more than the one before."
    ),
    "game-is-fixed": gettext("The game cannot be changed any more: open another tournament."),
    # of players
    "no-such-player": gettext("There is no player {player}."),
    "too-many-players": gettext("A tournament has {most} players at most."),
    "no-such-table": gettext("A table has a number from 1 to {most}."),
    "table-is-anothers": gettext("Table {table} is player {player}'s already."),
    "no-such-group": gettext("A group is one letter or two: A to Z, then AA to ZZ."),
    "too-many-groups": gettext("A tournament has {most} groups at most."),
    "has-been-paired": gettext(
        "Player {player} has been in a round: let them leave instead, or remove the name."
    ),
    "no-such-limit": gettext("Let 1 to {most} players sign up from one address."),
    # of rounds
    "not-last-round": gettext("Round {number} is not the last one: look at the newest page."),
    "not-next-round": gettext("Round {number} is not the next one: look at the newest page."),
    "too-many-rounds": gettext("A tournament has {most} rounds at most."),
    "announced-already": gettext("Round {number} is announced already."),
    "round-has-results": gettext("{round} has results: take those back first."),
    "round-has-penalties": gettext("{round} has penalties: take those back first."),
    "round-is-draft": gettext("{round} is a draft: announce it, or take it back."),
    "results-missing": gettext("{round} has no result yet of table {tables}."),
    "cut-has-begun": gettext("The top cut has begun: say how many play on in it."),
    "players-changed": gettext("Players have come or gone meanwhile: pair again."),
    "nobody-plays": gettext("Nobody would play."),
    "player-has-left": gettext("A player of this round has left: take it back and pair again."),
    "not-in-round": gettext("Player {player} is not in this round."),
    "same-player": gettext("Choose two players."),
    "menu-missing": gettext("Choose the menu of {round} first."),
    "no-such-time": gettext("Give 0 to {most} minutes."),
    "no-clock": gettext("{round} has no clock."),
    "no-such-penalty": gettext("Take off 0 to {most} place points, for one of the reasons."),
    "no-penalty": gettext("Player {player} has no penalty in this round."),
    "device-twice": gettext("A device is at two tables."),
    "too-few-to-pair": ngettext(
        "{count} player cannot play: a table needs {least}. Check in those who are here.",
        "{count} players cannot play: a table needs {least}. Check in those who are here.",
        0,
    ),
    "too-few-for-cut": ngettext(
        "Only {count} player can play on: write no more than that.",
        "Only {count} players can play on: write no more than that.",
        0,
    ),
    "pairing-cut-off": gettext(
        "The pairing was cut off, perhaps as this machine has no memory left. Nothing has changed:"
        " pair again."
    ),
    # of results
    "not-playing": gettext("This table does not play: look at the newest page."),
    "others-sit-there": gettext("Others sit at table {table}."),
    "too-few-seats": gettext("Give the points of at least two players."),
    "places-wrong": gettext("More points make a better place: correct the places."),
    "conceded-ahead": gettext("Who conceded is behind all others: correct the places."),
    "own-claim": gettext(
        "This phone has sent the result, or keeps no cookies: let another one of the table answer."
    ),
    "too-many-claims": gettext(
        "Table {table} has sent different results already: tell the organiser which one is right."
    ),
    "no-claim": gettext("Table {table} claims nothing any more."),
    "no-result": gettext("Table {table} has no result."),
    "table-has-result": gettext("Table {table} has a result: take that back first."),
    # of the whole
    "no-such-tournament": gettext("There is no tournament {number}."),
    "open-already": gettext("It is open already: change its rules."),
    "has-ended": gettext("The tournament has ended: reopen it first."),
    "not-ended": gettext("The tournament has not ended."),
    # of forms
    "not-a-number": gettext("Write a whole number, not {text}."),
    "not-a-number-for": gettext("Write a whole number for {name} at table {table}, not {text}."),
    "changed-meanwhile": gettext(
        "This has changed meanwhile. Look at it as it is now, then do it again."
    ),
    "seats-changed": gettext("The seats of this table have changed: look at them and write again."),
    "another-round": gettext(
        "Another round is played now. Here are its seats: write your points again."
    ),
    "points-far-above": gettext(
        "{points} points are far more than the others have. If that is right, send it again;"
        " nothing is saved yet."
    ),
    "menu-unfit": gettext("This is no menu for these tables: {why}."),
    "broker-silent": gettext("The broker does not answer. Try again in a moment."),
    "broker-refuses": gettext(
        "The broker does not let the board's account remove tables ({why}). An example is in"
        " docs/mqtt.md."
    ),
    "names-unreadable": gettext("{why}."),
    "no-names": gettext("Write names, or choose a file of them."),
    "name-missing": gettext("Write a name, with {most} characters at most."),
    "name-unfit": gettext("{why}."),
    "name-taken": gettext("There is {name} already. If it is not you, add a letter: {other}."),
    "one-line": gettext("Write one line of 1 to {most} characters."),
    "no-such-season": gettext("There is no season {number}."),
    "season-title": gettext("Give the season a title, in one line of {most} characters at most."),
    "no-such-best": gettext("Let 1 to {most} tournaments count, or write nothing: then all do."),
    "being-paired": gettext("The next round is being paired with you: tell the organiser."),
    "name-of-nobody": gettext("Nobody is called “{name}” here: type a part of the name."),
    "name-of-several": gettext(
        "Several players are called “{name}”: type more of the name, or the player's number."
    ),
    "sign-up-closed": gettext("Nobody can sign up here just now. Ask the organiser."),
    "helper-taken": gettext("There is a helper called {name} already: use another name."),
    "organiser-only": gettext("Only the organiser does this. Helpers type and confirm results."),
    "wrong-password": gettext("This is not the password."),
    "wrong-code": gettext(
        "This is not the code. The newest one stands in the terminal in which the board was"
        " started."
    ),
    "password-length": gettext("A password has {least} to {most} characters."),
}


def sentence(refusal: NotPossible) -> Message:
    """What is said of it."""
    message = SENTENCES[refusal.case]
    begins = message.text.startswith("{round}")
    values = {key: _value(value, begins) for key, value in refusal.values.items()}
    return message._replace(values=values)


def _value(value: object, begins: bool) -> Value:
    if isinstance(value, Stage):
        return name(value) if begins else called(value)
    return value if isinstance(value, int | Message) else str(value)
