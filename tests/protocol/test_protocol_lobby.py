"""The lobby, row by row: game, menu, seats, mode and variants, and what keeps a game from it."""

import pytest
from support.playing import play, told

from engine.cards import BADGES
from engine.lobby import obstacle
from engine.position import empty

PARTY = "kind maki\nkind tempura\nkind tofu\nkind eel\nkind tea\nkind wasabi\nkind pudding\n"
CLASSIC = "preset sushi-go-classic\n"
NEXT = "\ncommand next"


def badges(count):
    return "\n".join(f"badge {badge}" for badge in BADGES[:count])


def lobby(script):
    table, refused = play(script)
    assert refused == [], script
    return table


def refusal(script):
    """The reason why the script's last line is refused; all others are taken."""
    _, refused = play(script)
    last = script.splitlines()[-1].rpartition(":")[2].strip()
    assert [line for line, _ in refused] == [last], refused
    return refused[0][1]


def test_an_empty_journal_starts_in_an_empty_lobby():
    said = told(empty())
    assert (said["game"], said["menu"], said["mode"], said["phase"]) == (None, [], "tally", "lobby")
    assert (said["seats"], said["round"], said["winners"]) == ([], 0, [])


@pytest.mark.parametrize("game", ["sushi-go", "omakase"])
def test_a_game_code_brings_that_game(game):
    table = lobby(f"game {game}")
    assert table.game.slug == game
    assert table.menu == tuple(kind.slug for kind in table.game.kinds)


def test_partys_game_code_brings_an_empty_menu():
    """Nigiri are on every menu; everything else is still missing."""
    assert lobby(CLASSIC + "game sushi-go-party").menu == ("nigiri",)


def test_a_preset_brings_party_with_that_menu():
    """In the order of the book's table."""
    kinds = ("uramaki", "onigiri", "dumpling", "edamame", "special-order", "tea")
    menu = ("nigiri", *kinds, "green-tea-ice-cream")
    assert lobby("preset points-platter").menu == menu
    own = lobby("\n".join(f"kind {slug}" for slug in menu[1:])).menu
    assert sorted(own) == sorted(menu)
    assert lobby("game omakase\n" + CLASSIC).game.slug == "sushi-go-party"


def test_a_kind_is_added_to_a_menu_of_ones_own():
    assert lobby("kind maki\nkind pudding").menu == ("nigiri", "maki", "pudding")
    assert lobby("game sushi-go\nkind maki").game.slug == "sushi-go-party"


def test_a_kind_drops_a_preset_scanned_before():
    assert lobby(CLASSIC + "kind eel").menu == ("nigiri", "eel")
    assert lobby(CLASSIC + "kind maki").menu == ("nigiri", "maki")  # on that preset or not


def test_a_preset_drops_a_menu_of_ones_own():
    assert lobby("kind eel\n" + CLASSIC).menu == lobby(CLASSIC).menu


def test_the_nigiri_tile_begins_a_menu_too():
    """It is no mistake to scan all eight tiles; once Party is chosen, nigiri are on the menu."""
    assert lobby("kind nigiri").menu == ("nigiri",)
    assert lobby(CLASSIC + "kind nigiri").menu == ("nigiri",)
    assert refusal("kind maki\nkind nigiri") == "on-menu-already"
    assert refusal("game sushi-go-party\nkind nigiri") == "on-menu-already"


def test_a_kind_that_is_on_the_menu():
    assert refusal("kind maki\nkind maki") == "on-menu-already"


@pytest.mark.parametrize(
    "full",
    ["kind maki\nkind temaki", "kind eel\nkind tofu\nkind tempura\nkind sashimi",
     "kind tea\nkind menu\nkind spoon", "kind fruit\nkind pudding"],
)  # fmt: skip
def test_a_menu_has_one_roll_three_appetizers_two_specials_one_dessert(full):
    assert refusal(full) == "menu-full"


def test_a_badge_takes_the_next_seat_clockwise():
    table = lobby("badge white\nbadge red\nbadge cyan")
    assert [seat.badge for seat in table.seats] == ["white", "red", "cyan"]
    assert refusal("badge white\nbadge white") == "seat-taken"


def test_remove_takes_a_kind_badge_or_variant_out_again():
    table = lobby("game sushi-go\nbadge red\nbadge blue\ncommand remove\nbadge red")
    assert [seat.badge for seat in table.seats] == ["blue"]
    assert lobby("kind maki\nkind eel\ncommand remove\nkind maki").menu == ("nigiri", "eel")
    on = "game sushi-go\ncommand dummy\ncommand pass-both-ways\n"
    assert lobby(on + "command remove\ncommand dummy").variants == ("pass-both-ways",)
    assert lobby(on + "command remove\ncommand pass-both-ways").variants == ("dummy",)


def test_a_preset_less_a_kind_is_a_menu_of_ones_own():
    """So the next kind is added to it."""
    table = lobby(CLASSIC + "command remove\nkind dumpling\nkind eel")
    assert set(table.menu) == set(lobby(CLASSIC).menu) - {"dumpling"} | {"eel"}


@pytest.mark.parametrize(
    ("before", "what"),
    [("", "badge red"), ("", "kind maki"), ("kind maki", "kind eel"), ("kind maki", "kind nigiri"),
     ("game sushi-go", "kind maki"), ("game sushi-go", "command dummy"),
     ("", "command pass-both-ways")],
)  # fmt: skip
def test_remove_what_is_not_there(before, what):
    assert refusal(f"{before}\ncommand remove\n{what}") == "bad-target"


def test_any_other_scan_goes_on_without_removing():
    table = lobby("badge red\ncommand remove\ncommand live\nbadge blue")
    assert len(table.seats) == 2


def test_remove_waits_in_its_own_lane():
    table = lobby("badge red\n1: command remove\nbadge blue\n1: badge red")
    assert [seat.badge for seat in table.seats] == ["blue"]


def test_undo_brings_back_what_remove_took_out_but_not_what_others_did_meanwhile():
    table = lobby("badge red\n1: command remove\nbadge blue\n1: badge red\ncommand undo")
    assert [seat.badge for seat in table.seats] == ["red", "blue"]
    assert refusal("badge red\n1: command remove\nbadge blue\n1: badge red\ncommand undo\n"
                   "1: badge red") == "seat-taken"  # fmt: skip
    table = lobby("badge red\ncommand remove\nbadge red\ncommand undo\ncommand undo")
    assert (table.seats, table.past) == ((), ())


def test_tally_to_begin_with_and_live_by_its_card():
    assert lobby(CLASSIC).mode == "tally"
    assert lobby(CLASSIC + "command live").mode == "live"
    assert lobby("command live\ncommand live\n" + CLASSIC).mode == "live"
    assert lobby(CLASSIC + "command live\ncommand tally\ncommand tally").mode == "tally"


def test_omakase_knows_tally_only():
    assert refusal("game omakase\ncommand live") == "not-now"
    assert lobby("command live\ngame omakase").mode == "tally"
    assert lobby("game omakase\ncommand tally").mode == "tally"


def test_variants_are_sushi_gos():
    assert lobby("game sushi-go\ncommand dummy\ncommand dummy").variants == ("dummy",)
    both = lobby("game sushi-go\ncommand dummy\ncommand pass-both-ways").variants
    assert both == ("pass-both-ways", "dummy")
    assert refusal("command dummy") == "not-now"
    assert refusal(CLASSIC + "command dummy") == "wrong-game"
    assert refusal("game omakase\ncommand pass-both-ways") == "wrong-game"
    assert lobby("game sushi-go\ncommand dummy\n" + CLASSIC).variants == ()


def test_next_starts_round_1_if_all_fits():
    table = lobby(PARTY + badges(2) + NEXT)
    assert (table.phase, table.round_no) == ("playing", 1)


def test_next_needs_a_game():
    assert refusal(badges(2) + NEXT) == "menu-incomplete"


@pytest.mark.parametrize("missing", PARTY.split("\n")[:-1])
def test_next_needs_a_whole_menu(missing):
    menu = PARTY.replace(missing + "\n", "")
    assert refusal(menu + badges(2) + NEXT) == "menu-incomplete"


def test_the_refusal_says_what_is_missing():
    table = lobby("kind maki\nkind tempura\n" + badges(2))
    assert obstacle(table).message == "Menu not complete\nMissing: 2 appetizers"


@pytest.mark.parametrize(
    ("game", "least", "most"),
    [(CLASSIC, 2, 8), ("game sushi-go\n", 2, 5), ("game omakase\n", 2, 8),
     ("game sushi-go\ncommand dummy\n", 2, 2)],
)  # fmt: skip
def test_how_many_play(game, least, most):
    assert refusal(game + badges(least - 1) + NEXT) == "too-few-seats"
    assert lobby(game + badges(least) + NEXT).phase == "playing"
    assert lobby(game + badges(most) + NEXT).phase == "playing"
    if most < 8:
        assert refusal(game + badges(most + 1) + NEXT) == "too-many-seats"


@pytest.mark.parametrize(
    ("kind", "seats"), [("menu", 7), ("menu", 8), ("special-order", 7), ("special-order", 8),
                        ("spoon", 2), ("edamame", 2)],
)  # fmt: skip
def test_kinds_barred_by_the_number_of_players(kind, seats):
    """Menu and special order with 7 or 8, spoon and edamame with 2."""
    menu = PARTY.replace("eel" if kind == "edamame" else "tea", kind)
    assert refusal(menu + badges(seats) + NEXT) == "barred"
    assert lobby(menu + badges(3 if seats == 2 else 6) + NEXT).phase == "playing"


def test_the_dummy_takes_the_last_seat_when_the_game_begins():
    table = lobby("game sushi-go\ncommand dummy\n" + badges(2) + NEXT)
    assert [seat.badge for seat in table.seats] == ["red", "orange", None]


def test_new_game_empties_the_lobby():
    said = told(lobby(CLASSIC + badges(3) + "\ncommand live\ncommand new-game"))
    assert said == told(empty())


@pytest.mark.parametrize(
    "line", ["card sushi-go-party/tofu/1", "face sushi-go-party/tofu", "command score",
             "command flip", "command same-turn"],
)  # fmt: skip
def test_cards_wait_till_the_game_begins(line):
    assert refusal(line) == "not-now"
    assert refusal(CLASSIC + badges(2) + "\n" + line) == "not-now"


def test_undo_goes_back_to_the_first_scan_of_the_lobby():
    script = "badge red\nkind maki\ncommand live\ncommand undo\ncommand undo\ncommand undo"
    assert told(lobby(script)) == told(empty())
    assert refusal(script + "\ncommand undo") == "nothing-to-undo"
