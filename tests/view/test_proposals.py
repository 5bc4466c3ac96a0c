"""Which menu? Three are proposed, each with a reason that holds."""

import pytest
from support.table_engine import EngineTable

from engine.games import sushi_go, sushi_go_party
from firmware.core.view.proposals import hurting_dishes, newcomers, propose
from firmware.words.language import say
from firmware.words.rules import why_menu

PARTY = sushi_go_party.GAME
ALL = tuple(PARTY.presets)


def reasons(players: int, played: tuple[str, ...] = (), first: tuple[str, ...] = ()) -> list[str]:
    return [
        f"{proposal.preset}: {say(why_menu(proposal))}"
        for proposal in propose(PARTY, players, played, first)
    ]


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("played", [(), ALL, ("cutthroat-combo", "my-first-meal")])
def test_three_different_menus_that_these_players_may_play(
    players: int, played: tuple[str, ...]
) -> None:
    menus = [proposal.preset for proposal in propose(PARTY, players, played)]
    assert len({*menus}) == len(menus) == 3
    for menu in menus:
        for slug in PARTY.presets[menu][1]:
            assert players not in PARTY.barred.get(slug, ())


def test_gentle_and_sharp_follow_from_the_rules() -> None:
    hurting = {menu: [kind.slug for kind in hurting_dishes(PARTY, menu)] for menu in ALL}
    assert hurting["points-platter"] == []
    assert hurting["cutthroat-combo"] == ["temaki", "miso-soup", "spoon", "pudding"]
    assert [menu for menu in ALL if not hurting[menu]] == ["points-platter"]
    two = [menu for menu in ALL if not hurting_dishes(PARTY, menu, 2)]
    assert two == ["sushi-go-classic", "party-sampler", "points-platter"]  # two lose no puddings
    assert reasons(4)[1:] == [
        "points-platter: Gentle: it has no card that hurts others.",
        "cutthroat-combo: Sharp: here others lose by Temaki, Miso soup, Spoon, Pudding.",
    ]


def test_what_was_not_played_for_long_comes_first() -> None:
    assert reasons(4, ("my-first-meal",))[0] == "sushi-go-classic: It was never played here."
    assert reasons(4, ALL)[0] == "my-first-meal: It was not played in the last 7 games."
    assert reasons(4, (*ALL, "my-first-meal"))[0].startswith("sushi-go-classic: It was not played")
    eight = reasons(8, ("sushi-go-classic", "my-first-meal", "master-menu", "cutthroat-combo") * 2)
    assert "big-banquet: It was never played here." in eight


def test_who_plays_for_the_first_time_gets_the_books_first_menu() -> None:
    lobby = EngineTable("badge red", "badge blue", names={"red": "Ann", "blue": "Bo"}).table
    first = newcomers(lobby, ["Bo"])
    assert first == ("Ann",)
    assert reasons(4, ALL, first)[0] == (
        "my-first-meal: For a first game (Ann): the first menu in the rule book."
    )
    assert reasons(4)[0] == "my-first-meal: For a first game: the first menu in the rule book."
    nameless = EngineTable("badge red", "badge blue").table
    assert newcomers(nameless, []) == ()


@pytest.mark.parametrize("players", [0, 1, 9])
def test_with_nobody_there_yet_nothing_is_said_of_their_number(players: int) -> None:
    played = ("my-first-meal",) * 2
    said = reasons(players, played)
    assert not any("for 0" in reason or f"{players} players" in reason for reason in said)


def test_a_game_without_menus_has_none() -> None:
    assert propose(sushi_go.GAME, 4) == []
