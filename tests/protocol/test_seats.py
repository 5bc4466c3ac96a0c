"""Seats that somebody arranged: which labels they are, and which games could not begin."""

from engine.position import Table, empty
from engine.refusals import Refused
from engine.seats import labels_of, lobby_of

ALL = empty().games
PARTY, TWO = "sushi-go-party", ("red", "blue")


def keys(game: str, menu: str | list[str], badges: tuple[str, ...] = TWO) -> list[str]:
    labels = labels_of(ALL, game, menu, badges)
    return [] if labels is None else [f"{label.type} {label.slug}" for label in labels]


def test_a_preset_and_badges_are_labels_to_scan() -> None:
    labels = ["preset my-first-meal", "badge red", "badge blue"]
    assert keys(PARTY, "my-first-meal") == labels


def test_of_a_menu_what_it_always_has_is_not_scanned() -> None:
    menu = ["nigiri", "maki", "tempura"]
    labels = ["game sushi-go-party", "kind maki", "kind tempura", "badge red"]
    assert keys(PARTY, menu, ("red",)) == labels


def test_a_game_without_a_menu_is_its_own_label() -> None:
    assert keys("sushi-go", "") == ["game sushi-go", "badge red", "badge blue"]


def test_what_is_unknown_or_of_another_game_has_no_labels() -> None:
    assert labels_of(ALL, PARTY, "no-such-menu", TWO) is None
    assert labels_of(ALL, PARTY, ["no-such-kind"], TWO) is None
    assert labels_of(ALL, PARTY, "my-first-meal", ["no-such-badge"]) is None
    assert labels_of(ALL, "omakase", "my-first-meal", TWO) is None


def test_they_lead_to_a_lobby_that_next_could_begin() -> None:
    labels = labels_of(ALL, PARTY, "my-first-meal", TWO)
    assert labels
    lobby = lobby_of(empty(), labels)
    assert isinstance(lobby, Table)
    assert [seat.badge for seat in lobby.seats] == ["red", "blue"]


def test_a_game_that_could_not_begin_is_refused() -> None:
    alone = labels_of(ALL, PARTY, "my-first-meal", ["red"])
    assert alone
    refusal = lobby_of(empty(), alone)
    assert refusal == Refused("too-few-seats", number=1)


def test_a_scan_that_is_refused_ends_it() -> None:
    full = ["maki", "tempura", "sashimi", "miso-soup", "wasabi", "tea", "pudding", "fruit"]
    labels = labels_of(ALL, PARTY, full, TWO)
    assert labels
    refusal = lobby_of(empty(), labels)
    assert refusal == Refused("menu-full")
