"""The best single card of random rounds: the engine says what comes of trying every exchange.

A failure names its seed and prints the script, ready for `okanjo replay`.
"""

import random
from itertools import count

import pytest
from support.plain_best import PlainBest, PlainEnd, best_by_trying, best_in_hands
from support.plain_omakase import SETS, SHIPPED, PlainCards
from support.plain_tray import SPECIAL, card, kind_of
from support.playing import as_file, feed, result_of
from support.random_deals import RandomOmakase, RandomParty, RandomSushiGo
from support.random_menus import PARTY_FACES, SUSHI_GO_FACES
from support.soak import share

from engine.catalogue import games_of
from engine.games.omakase import CardTable, Dish
from engine.position import empty
from engine.review.best_card import best_cards
from engine.scoring.tray import FLIPPED, bare
from engine.scoring.uramaki import pay

ROUNDS = {
    "party tally": 700,
    "party live": 700,
    "sushi-go tally": 150,
    "sushi-go live": 150,
    "omakase": 300,
}
GAMES = {"party": RandomParty, "sushi-go": RandomSushiGo}
PARTY_DESSERTS = 10, 15  # shuffled in over all rounds; from six seats up


@pytest.mark.parametrize("mode", ["tally", "live"])
@pytest.mark.parametrize("game", GAMES)
def test_best_of_rounds(game, mode):
    left, numbers = share(ROUNDS[f"{game} {mode}"]), count()
    while left > 0:
        seed = f"best {game} {mode} {next(numbers)}"
        played = GAMES[game](seed, mode)
        compare(played, seed)
        left -= played.round_count


def test_best_of_omakase_hands():
    for number in range(share(ROUNDS["omakase"])):
        seed = f"best omakase {number}"
        cards = SHIPPED if number % 2 else corrected(random.Random(seed))
        game = RandomOmakase(seed, cards)
        table, refused = feed(empty(games_of(card_table(cards))), game.script)
        assert refused == [], seed
        ours = best_in_hands(cards, game.hands)
        assert told(table, len(ours)) == ours, as_file(seed, game.script)


def compare(game, seed):
    """Plays a random game and compares after every round, after an UNDO of its SCORE too."""
    table = empty()
    for number, one_scan in enumerate(game.script, 1):
        before, (table, refused) = table, feed(table, [one_scan])
        assert refused == [], (seed, refused)
        if before.phase == "playing" and table.phase in ("scored", "finished"):
            if table.game.slug == game.game:  # its lobby may follow a game that was left
                end = plain_end(before, result_of(table)["menu"])
                players = end.players
                ours = best_by_trying(end)
            else:
                players = len(table.seats)
                ours = [None] * players
            assert told(before, players) == [None] * players, seed
            assert told(table, players) == ours, as_file(seed, game.script[:number])
            undone, _ = feed(table, [(0, "command undo")])
            assert told(undone, players) == [None] * players, seed
            again, _ = feed(undone, [one_scan])
            assert told(again, players) == ours, seed


def told(table, players):
    """What the engine says of each player."""
    by_seat = {
        best.seat: PlainBest(best.lost, best.gained, best.more, best.in_round, best.leaders)
        for best in best_cards(table)
    }
    assert by_seat.keys() <= {*range(players)}
    return [by_seat.get(seat) for seat in range(players)]


# --- the round as the plain scorer's pieces ----------------------------------------------------


def plain_end(table, menu):
    """A round that is about to be scored."""
    layout = table.round.layout
    party = table.game.slug == "sushi-go-party"
    players = sum(seat.badge is not None for seat in table.seats)
    claimed = [laid for claim in layout.claims for laid in claim.laid]
    gone = [*(laid for _, laid in layout.discards), *claimed]
    copied = copied_by([laid for tray in layout.trays for laid in tray] + gone, table.round.turns)
    return PlainEnd(
        game=table.game.slug,
        copies=copies_of(menu) if party else copies_in_sushi_go(menu),
        trays=[[plain(laid, copied) for laid in tray] for tray in layout.trays],
        claims=[(claim.seat, points) for claim, points in paid(layout.claims)],
        out=[laid.card.face.slug for laid in gone],
        used=[used.face.slug for used in table.spent],
        kept=[[plain(laid, set()) for laid in kept] for kept in table.kept],
        desserts=PARTY_DESSERTS[players >= 6] if party else None,
        totals=[
            sum(ended.points[seat] for ended in table.ended) for seat in range(len(table.seats))
        ],
        players=players,
        last=table.round_no == 3,
    )


def plain(laid, copied):
    face = laid.card.face.slug
    copies = bare(laid.mark) if face == SPECIAL else None
    return card(face, copies, laid.mark == FLIPPED, laid.on, id=laid.id, copied=laid.id in copied)


def copied_by(cards, turns):
    """The IDs of what special orders have copied."""
    plays = [play for turn in turns for play in turn.reveals]
    plays += [action.extra for turn in turns for action in turn.actions]
    return {each.copies for each in (*cards, *plays) if each is not None}


def paid(claims):
    return zip(claims, pay(claims), strict=True)


def copies_of(menu):
    return {face: copies for kind in menu for face, copies in PARTY_FACES[kind].items()}


def copies_in_sushi_go(menu):
    faces = SUSHI_GO_FACES.items()
    return {face: copies for kind in menu for face, copies in faces if kind_of(face) == kind}


# --- card tables of Omakase --------------------------------------------------------------------


def corrected(rng):
    """A card table as its owner might correct it, and more."""
    prices = {
        face: rng.choice((price, price, rng.randint(0, 12) * 100))
        for face, price in SHIPPED.prices.items()
    }
    copies = {
        face: rng.choice((number, number, rng.randint(1, 9)))
        for face, number in SHIPPED.copies.items()
    }
    sets = {
        name: (rng.randint(10, 70) * 100, tuple(rng.sample(sorted(prices), rng.randint(2, 6))))
        if rng.random() < 0.3
        else (yen, faces)
        for name, (yen, faces) in SETS.items()
    }
    return PlainCards(prices, copies, sets)


def card_table(cards):
    """The same for the engine."""
    dishes = {
        face: Dish(
            cards.prices.get(face, 0),
            copies,
            tuple(name for name, (_, faces) in cards.sets.items() if face in faces),
        )
        for face, copies in cards.copies.items()
    }
    return CardTable(dishes, {name: yen for name, (yen, _) in cards.sets.items()})
