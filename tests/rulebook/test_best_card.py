"""Each player's best single card: docs/protocol-notes.md, "What decided the game"."""

from collections.abc import Iterator

import pytest
from support.playing import feed
from support.random_deals import RandomParty, RandomSushiGo
from support.soak import share
from support.table_engine import EngineTable, begun

from engine import rounds
from engine.position import Table, empty, playing
from engine.review.best_card import BestCard, best_cards, exchanged
from engine.standings import standings

PARTY, CLASSIC = "sushi-go-party", "sushi-go"
Told = tuple[str, str, int]  # lost, gained, and how much more that brings


def of(menu: str, seats: int = 3, commands: str = "") -> EngineTable:
    return begun(PARTY, seats, menu, commands=commands)


def told(example: EngineTable, words: str = "", seat: int = 0) -> Told | None:
    """What a seat had better had, after these words and a SCORE."""
    example.scan(words + " score")
    card = next((card for card in best_cards(example.table) if card.seat == seat), None)
    return card and (card.lost, card.gained, card.more)


# --- 1, 5, 6, 7: what it brings, and to whom ------------------------------------------------


def test_a_third_sashimi_takes_the_lead() -> None:
    example = begun(CLASSIC, 3)
    example.scan("red tempura tempura orange sashimi sashimi egg-nigiri score")
    assert best_cards(example.table)[1] == BestCard(1, "egg-nigiri", "sashimi", 9, 9, (1,))


def test_nothing_is_told_while_a_round_is_open() -> None:
    example = begun(CLASSIC, 3).scan("red tempura sashimi")
    assert best_cards(example.table) == ()
    assert best_cards(example.scan("score").table)
    assert best_cards(example.scan("undo").table) == ()
    assert best_cards(EngineTable().table) == ()


def test_who_cannot_gain_is_not_told() -> None:
    example = begun(CLASSIC, 2).scan("red wasabi squid-nigiri orange tempura score")
    assert [card.seat for card in best_cards(example.table)] == [1]


def test_the_others_are_scored_anew() -> None:
    """Orange's third icon makes it the most; Red, as many, keeps its six."""
    example = of("maki tempura tofu sashimi tea soy-sauce pudding", 2)
    example.scan("red maki-3 orange maki-2 tofu tofu score")
    assert best_cards(example.table) == (BestCard(1, "maki-2", "maki-3", 3, 3, (1,)),)


def test_of_equals_the_one_that_leaves_the_best_other_least() -> None:
    """Six for a salmon on the wasabi, or for a maki, which costs Red three."""
    example = of("maki tempura tofu sashimi chopsticks wasabi pudding", 2)
    words = "red squid-nigiri squid-nigiri squid-nigiri maki-1 orange wasabi chopsticks-1"
    assert told(example, words, 1) == ("chopsticks-1", "maki-2", 6)


def test_of_equals_the_first_on_the_menu() -> None:
    """Of the faces gained, then of those lost."""
    assert told(begun(CLASSIC, 2), "red sashimi tempura") == ("tempura", "maki-1", 6)


def test_the_dummy_is_told_nothing_and_never_leads() -> None:
    example = begun(CLASSIC, 2, commands="dummy")
    example.scan("red chopsticks dummy tempura tempura tempura tempura score")
    assert best_cards(example.table) == (BestCard(0, "chopsticks", "maki-1", 6, 6, (0,)),)


def test_earlier_rounds_count_for_the_lead() -> None:
    example = begun(CLASSIC, 2).scan("orange tempura tempura tempura tempura score next")
    example.scan("red chopsticks score")
    assert best_cards(example.table) == (BestCard(0, "chopsticks", "maki-1", 6, 6, (1,)),)


# --- 2: what can be given up ------------------------------------------------------------------


def test_an_order_and_what_it_copied_stay() -> None:
    menu = "temaki tempura tofu dumpling special-order tea pudding"
    assert told(of(menu), "red tofu special-order tofu/1") is None
    assert told(of(menu), "red tofu special-order tofu/1 tofu") == ("tofu", "temaki", 10)
    assert told(of(menu), "red special-order next") is None


def test_what_was_copied_stays_although_the_order_has_gone_into_a_hand() -> None:
    menu = "temaki tempura tofu dumpling special-order chopsticks pudding"
    begins, goes_on = "chopsticks-1 temaki", "tempura temaki special-order/1 tempura"
    copies = "special-order chopsticks-1/1 temaki"
    assert told(of(menu, 2, "live"), begins) == ("chopsticks-1", "temaki", 4)
    assert told(of(menu, 2, "live"), f"{begins} {copies} {goes_on}") is None


def test_a_flipped_card_stays() -> None:
    menu = "temaki tempura tofu dumpling takeout-box tea pudding"
    assert told(of(menu), "red flip tofu") is None


def test_what_took_a_place_stays() -> None:
    menu = "uramaki tempura tofu dumpling soy-sauce tea pudding"
    assert told(of(menu), "red uramaki-5 uramaki-5") is None


def test_a_dessert_counts_in_the_last_round() -> None:
    menu = "temaki tempura tofu dumpling soy-sauce tea pudding"
    without, too_many = (
        "red tofu orange temaki pudding yellow temaki pudding",
        "red pudding pudding",
    )
    assert told(of(menu), without) == ("tofu", "temaki", 2)
    assert told(of(menu), too_many) is None
    last = of(menu).scan("score next score next")
    assert told(last, without) == ("tofu", "pudding", 4)
    assert best_cards(last.table)[0].in_round == -2
    assert told(of(menu).scan("score next score next"), too_many) == ("pudding", "temaki", 4)


# --- 3: what can be taken for it --------------------------------------------------------------

OTHERS = "orange temaki temaki yellow temaki temaki"  # so many that one temaki brings nothing
SQUIDS = "squid-nigiri squid-nigiri squid-nigiri"


def test_no_more_than_the_deck_has() -> None:
    menu = "temaki tempura sashimi dumpling chopsticks tea pudding"
    assert told(of(menu), f"red tempura {OTHERS}") == ("tempura", "squid-nigiri", 3)
    assert told(of(menu), f"red tempura {OTHERS} {SQUIDS}") == ("tempura", "salmon-nigiri", 2)
    fresh = of(menu).scan(f"red {SQUIDS} score next")  # they are in the deck again
    assert told(fresh, f"red tempura {OTHERS}") == ("tempura", "squid-nigiri", 3)


def test_what_was_played_in_sushi_go_is_spent() -> None:
    """The five squids of the first round."""
    four_icons, squids = "orange maki-3 maki-1", f"{SQUIDS} squid-nigiri squid-nigiri"
    words = f"red wasabi {four_icons} yellow {four_icons[7:]}"
    assert told(begun(CLASSIC, 3), words) == ("wasabi", "squid-nigiri", 3)
    example = begun(CLASSIC, 3).scan(f"orange {squids} score next")
    assert told(example, words) == ("wasabi", "salmon-nigiri", 2)


def test_what_took_a_place_is_no_more_in_the_deck() -> None:
    """With a fifth icon Red would share the second place; two of the four have taken the first."""
    menu = "uramaki tempura sashimi dumpling chopsticks tea pudding"
    words = "red tempura orange uramaki-5 uramaki-5 uramaki-5"
    assert told(of(menu), words) == ("tempura", "uramaki-5", 5)
    assert told(of(menu), f"{words} yellow uramaki-5") == ("tempura", "squid-nigiri", 3)


def test_uramaki_only_where_it_would_have_lain_to_the_end() -> None:
    """With ten icons it would have taken a place, and nobody knows which; after a place it might
    have been part of it.
    """
    menu = "uramaki tempura sashimi dumpling chopsticks tea pudding"
    nine = "red uramaki-3 uramaki-3 tempura orange uramaki-5 uramaki-4"
    assert told(of(menu), nine) == ("tempura", "uramaki-3", 8)
    first = "red uramaki-5 uramaki-5 tempura orange uramaki-3"
    assert told(of(menu), first) == ("tempura", "squid-nigiri", 3)


def test_no_order_menu_or_miso_soup() -> None:
    """A miso soup alone is three points, but it might have been discarded."""
    menu = "temaki miso-soup tempura sashimi special-order menu pudding"
    words = f"red tempura {OTHERS} {SQUIDS}"
    assert told(of(menu), words) == ("tempura", "salmon-nigiri", 2)


@pytest.mark.parametrize(
    ("puddings", "expected"),
    [(9, ("tempura", "pudding", 6)), (10, ("tempura", "temaki", 4))],
)
def test_no_more_desserts_than_were_shuffled_in(puddings: int, expected: Told) -> None:
    """Ten of the fifteen puddings by the last round, as five people play."""
    menu = "temaki tempura sashimi dumpling chopsticks tea pudding"
    example = of(menu).scan("score next score next orange", *["pudding"] * puddings)
    assert told(example, "red tempura yellow temaki temaki") == expected


def test_a_fruit_may_be_another_fruit() -> None:
    """Although all ten that were shuffled in lie there."""
    menu = "temaki tempura sashimi dumpling chopsticks tea fruit"
    two = "fruit-watermelon-watermelon fruit-watermelon-watermelon"
    three = " ".join(["fruit-watermelon-orange", "fruit-orange-pineapple"] * 3)
    example = of(menu).scan("score next score next")
    words = f"red fruit-orange-orange {OTHERS} fruit-orange-orange {two} {three}"
    assert told(example, words) == ("fruit-orange-orange", "fruit-watermelon-pineapple", 1)


# --- 4: how it lies ---------------------------------------------------------------------------

WASABI = "temaki tempura sashimi dumpling wasabi special-order pudding"
RICH = "salmon-nigiri salmon-nigiri salmon-nigiri salmon-nigiri salmon-nigiri"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("wasabi tempura", ("tempura", "squid-nigiri", 9)),
        ("wasabi egg-nigiri", ("egg-nigiri", "squid-nigiri", 6)),
        ("wasabi egg-nigiri special-order wasabi/1 tempura", ("tempura", "squid-nigiri", 9)),
        ("salmon-nigiri squid-nigiri tempura", ("tempura", "wasabi", 6)),
    ],
)
def test_a_nigiri_lies_on_a_free_wasabi(words: str, expected: Told) -> None:
    assert told(of(WASABI), f"red {words} {OTHERS}") == expected


def test_no_other_nigiri_moves() -> None:
    """The squid stays loose when the egg leaves its wasabi; the egg, when its wasabi goes."""
    others = f"{OTHERS} {RICH} squid-nigiri squid-nigiri"
    words = f"red wasabi egg-nigiri squid-nigiri tempura {others}"
    assert told(of(WASABI), words) == ("tempura", "wasabi", 6)
    words = f"red wasabi egg-nigiri tempura {others} squid-nigiri"
    assert told(of(WASABI), words) == ("wasabi", "tempura", 3)


# --- 7: of equal totals the desserts decide ----------------------------------------------------


def test_dessert_cards_decide_who_would_have_won() -> None:
    menu = "temaki tempura sashimi dumpling chopsticks tea pudding"
    example = of(menu, 2).scan("score next score next")
    example.scan(f"red pudding tempura orange {SQUIDS} egg-nigiri score")
    assert best_cards(example.table)[0] == BestCard(0, "tempura", "temaki", 4, 4, (0,))


# --- 8: Omakase -------------------------------------------------------------------------------


def test_a_set_made_whole() -> None:
    example = begun("omakase", 2)
    words = "red fatty-tuna eel crab tuna salmon ginger"
    assert told(example, words) == ("ginger", "salmon-roe", 2900)
    assert best_cards(example.table)[0].leaders == (0,)


def test_a_matcha_is_needed_for_so_large_a_hand() -> None:
    dear = "assorted-sashimi premium-eel octopus fatty-tuna eel eel crab crab"
    assert told(begun("omakase", 2), f"red matcha {dear[:-5]}") == ("matcha", "shoyu", 1500)
    example = begun("omakase", 2)
    assert told(example, f"red matcha {dear} karaage") == ("karaage", "shoyu", 1000)


# --- any round ---------------------------------------------------------------------------------


def closed(script: list[tuple[int, str]]) -> Iterator[Table]:
    """Each round of a game, right after its SCORE."""
    table, begins = empty(), 0
    for ends, (_, line) in enumerate(script, 1):
        if line.startswith("command score"):
            table, _ = feed(table, script[begins:ends])
            begins = ends
            if table.phase in ("scored", "finished"):
                yield table


def rescored(table: Table, seat: int, lost: str, gained: str) -> Iterator[list[int]]:
    """Everybody's total with a face in the place of another in the tray of a seat, by each card
    that this may be: the round is opened and ended again.
    """
    _, ready = playing(table)
    opened = next(before for before in reversed(table.past) if before.phase == "playing")
    trays = opened.round.layout.trays
    for laid in trays[seat]:
        if laid.card.face.slug == lost:
            tray = exchanged(trays[seat], laid, ready.faces[gained], ready)
            layout = opened.round.layout._replace(trays=(*trays[:seat], tray, *trays[seat + 1 :]))
            after = rounds.end(opened._replace(round=opened.round._replace(layout=layout)))
            yield [stand.total for stand in standings(after).seats]


@pytest.mark.parametrize(
    ("game", "modes", "games"),
    [(RandomParty, ("tally", "live"), 300), (RandomSushiGo, ("tally", "live"), 100)],
)
def test_it_brings_what_a_round_ended_so_would_bring(
    game: type[RandomParty | RandomSushiGo], modes: tuple[str, ...], games: int
) -> None:
    for number in range(share(games)):
        seed = f"best card {number}"
        for table in closed(game(seed, modes[number % 2]).script):
            totals = [stand.total for stand in standings(table).seats]
            for card in best_cards(table):
                ways = rescored(table, card.seat, card.lost, card.gained)
                assert totals[card.seat] + card.more in [way[card.seat] for way in ways], seed
