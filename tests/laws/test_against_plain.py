"""Random trays of all games, and live turns: the engine says what the plain scorer says.

A failure names its seed.
"""

import random

import pytest
from support.by_hand import check_by_hand, plain
from support.plain_omakase import ACTIONS, COPIES, SETS, best_ways
from support.plain_scorer import desserts_by_kind, places, round_by_kind
from support.plain_tray import SPECIAL, counts_as, kind_of
from support.playing import Example
from support.soak import share
from support.wanderer import MENUS, wander

from engine.cards import Card
from engine.games import omakase, sushi_go_party
from engine.position import Ended
from engine.report import report
from engine.scoring.tray import FLIPPED, NEVER_STAY, ON_WASABI, Laid, Layout
from engine.standings import standings
from engine.table import scan

ROUNDS, EVENINGS, SCANS, HANDS = share(20_000), share(100), 150, share(5_000)
DEALS = 5  # of a menu
CLASSIC = "maki tempura sashimi dumpling chopsticks wasabi pudding"
GROUPS = ("roll", "appetizer", "appetizer", "appetizer", "special", "special", "dessert")


def menu_of(rng, seats):
    """A menu that so many may play."""
    kinds = [kind for kind in sushi_go_party.KINDS if kind.group != "always"]
    kinds = [one for one in kinds if seats not in sushi_go_party.GAME.barred.get(one.slug, ())]
    rng.shuffle(kinds)
    return " ".join(
        [one.slug for one in kinds if one.group == group][GROUPS[:at].count(group)]
        for at, group in enumerate(GROUPS)
    )


def tray_of(rng, table, most):
    """Any cards of the menu, orders that copy any of them, some flipped, some on wasabi."""
    acts, tray = table.acts, []
    lie = [face for face in table.ready.faces.values() if face.kind in table.menu]
    lie = [face for face in lie if acts[face.slug] not in NEVER_STAY]
    for face in rng.choices(lie, k=rng.randrange(most)):
        mark = rng.choice(lie).slug if face.slug == SPECIAL else face.slug
        on = 99 if acts[mark] == "nigiri" and rng.random() < 0.3 else None
        if mark == SPECIAL or ("takeout-box" in table.menu and rng.random() < 0.2):
            mark, on = FLIPPED, None
        tray.append(Laid(1, Card(face, 0), mark + ON_WASABI * bool(on), on))
    return tuple(tray)


def test_rounds_and_ends():
    """Every kind's points, desserts, totals, places and winners."""
    for number in range(ROUNDS // DEALS):
        rng = random.Random(f"plain {number}")
        if rng.random() < 0.3:
            seats = rng.randint(2, 5)
            dummy = "dummy" if seats == 2 and rng.random() < 0.5 else ""
            table = Example("sushi-go", seats, commands=dummy).table
        else:
            seats = rng.randint(2, 8)
            table = Example("sushi-go-party", seats, menu_of(rng, seats)).table
        for _ in range(DEALS):
            most = rng.choice((3, 6, 20))
            layout = Layout(tuple(tray_of(rng, table, most) for _ in table.seats))
            dealt = table._replace(round=table.round._replace(layout=layout))
            said = report(standings(dealt), so_far=True)["seats"]
            by = [seat["rounds"][0]["by"] for seat in said]
            trays = [plain(tray) for tray in layout.trays]
            assert by == round_by_kind(table.game.slug, trays), number
            check_end(dealt, by)


def check_end(table, by):
    """A game of that one round, whose desserts are kept."""
    kept = [
        [one for one in tray if kind_of(counts_as(*plain([one]))) in table.game.at_the_end]
        for tray in table.round.layout.trays
    ]
    points = tuple(sum(kinds.values()) for kinds in by)
    table = table._replace(phase="finished", kept=kept, ended=(Ended(points, tuple(by)),))
    faces = [[counts_as(one) for one in plain(cards)] for cards in kept]
    desserts = desserts_by_kind(table.game.slug, table.menu, faces)
    said = report(standings(table))
    assert [seat["desserts"]["by"] for seat in said["seats"]] == desserts
    totals = [one + sum(more.values()) for one, more in zip(points, desserts, strict=True)]
    assert [seat["total"] for seat in said["seats"]] == totals
    players = [seat["badge"] for seat in said["seats"] if not seat["dummy"]]
    order = places(totals, [len(cards) for cards in faces], len(players))
    assert [seat["place"] for seat in said["seats"]][: len(players)] == order
    assert said["winners"] == [who for who, at in zip(players, order, strict=True) if at == 1]


# --- live -------------------------------------------------------------------------------


@pytest.mark.parametrize("menu", [*MENUS, CLASSIC])
def test_live_turns(menu):
    """Reveals and actions in any order; nothing is struck, as that leaves gaps."""
    followed = 0
    for number in range(EVENINGS):
        rng = random.Random(f"live {number}")
        table = Example("sushi-go-party", rng.randint(3, 6), menu, commands="live").table
        for _ in range(SCANS):
            made = wander(rng, table)
            after, _ = scan(table, made)
            if made.label.key in ("remove", "score") or after.phase != "playing" or after is table:
                continue
            table = after
            followed += check_by_hand(table)
    assert followed > 10 * EVENINGS


def test_omakase():
    """Hands of a set or two, and other cards."""
    rng = random.Random("omakase")
    for _ in range(HANDS):
        sets = rng.sample(sorted(SETS), rng.choice((0, 1, 1, 2, 3)))
        hand = [face for name in sets for face in SETS[name][1] if rng.random() < 0.95]
        hand += rng.choices(sorted({**COPIES, **ACTIONS}), k=rng.randint(0, 6))
        hand += ["shoyu"] * (rng.random() < 0.3)
        by = omakase.best(omakase.CARD_TABLE, hand)
        assert {kind: yen for kind, yen in by.items() if yen} in best_ways(hand), hand
