"""Choose at random what a muddled but lively table might scan next.

Four in five make sense where they are made, so that walks get deep into games; the rest are
anything at all, from any scanner.
"""

from functools import cache

from engine.cards import BADGES
from engine.codes import Photo, Seats, codebook
from engine.position import Scan
from engine.table import ASIDE, DEVICES_OWN, scan

LABELS = codebook().labels
COMMANDS = [row for row in LABELS if row.type == "command"]
TOOLS = ("chopsticks", "spoon", "menu", "takeout-box", "special-order", "wasabi")
LANES = (0, 0, 0, 1, "red", "orange", "yellow", "white")
# Menus of one's own that put together what acts on each other.
MENUS = (
    "uramaki miso-soup onigiri tofu special-order takeout-box fruit",
    "uramaki miso-soup tempura eel chopsticks takeout-box pudding",
    "maki miso-soup sashimi tofu special-order wasabi pudding",
    "temaki miso-soup dumpling tofu wasabi takeout-box fruit",
    "uramaki miso-soup tempura tofu menu chopsticks pudding",
    "uramaki miso-soup tempura tofu special-order chopsticks green-tea-ice-cream",
    "temaki miso-soup edamame tofu spoon special-order pudding",
    "maki miso-soup tempura tofu spoon takeout-box fruit",
    "uramaki miso-soup tempura tofu menu special-order fruit",
)


def label(type, slug):
    return codebook().label(type, slug)


@cache
def of_menu(game, menu, type):
    return [row for row in LABELS if (row.game, row.type) == (game, type) and row.kind in menu]


def beginning(rng):
    """The scans of a lobby, up to the NEXT that begins the game."""
    game = rng.choice(("sushi-go-party",) * 6 + ("sushi-go",) * 2 + ("omakase",))
    rows = [label("game", game)]
    if game == "sushi-go-party":
        presets = [row for row in LABELS if row.type == "preset"]
        own = [label("kind", slug) for slug in rng.choice(MENUS).split()]
        rows += rng.choice((own, [rng.choice(presets)], own))
    if game != "omakase" and rng.random() < 0.6:
        rows.append(label("command", "live"))
    dummy = game == "sushi-go" and rng.random() < 0.4
    rows += [label("command", "dummy")] if dummy else []
    most = 2 if dummy else rng.choice((2, 3, 3, 4, 5))
    rows += [label("badge", badge) for badge in rng.sample(BADGES, most)]
    for _ in range(rng.choice((0, 0, 6))):  # slips of people who are still sitting down
        rows.insert(rng.randrange(len(rows)), rng.choice((label("command", "remove"), *rows)))
    return [Scan(row) for row in [*rows, label("command", "next")]]


def wander(rng, table):
    """The next scan."""
    lane = rng.choice(LANES) if rng.random() < 0.3 else 0
    if table.phase != "playing" or rng.random() < 0.01:
        return Scan(_out_of_play(rng, table), lane)
    awaits = table.lanes[lane].awaits if lane in table.lanes else None
    row = _answer(rng, table, awaits) if awaits and rng.random() < 0.8 else None
    if awaits is None and rng.random() < 0.02:
        return Scan(Photo.of(_in_play(rng, table).code for _ in range(rng.randrange(2, 6))), lane)
    return Scan(row or _in_play(rng, table), lane)


def _out_of_play(rng, table):
    """On to the next round; in a lobby anything that belongs there."""
    if table.phase in ("lobby", "finished") and rng.random() < 0.1:
        rows = [label("command", "new-game")] * 2 + [scan.label for scan in beginning(rng)]
        if rng.random() < 0.4:  # a seat too few, a menu that is not complete ...
            del rows[rng.randrange(len(rows))]
        kind = Seats if rows[0].slug == "new-game" else Photo
        return kind.of(row.code for row in rows)
    on = label("command", "next")
    if table.phase == "finished":
        slug = rng.choice(("new-game", "new-game", "undo", "next"))
        return rng.choice((label("command", slug), rng.choice(LABELS)))
    if table.phase == "scored":
        return rng.choice((on, on, on, label("command", "undo"), rng.choice(LABELS)))
    menu = [row for row in LABELS if row.type in ("kind", "badge", "preset", "game")]
    return rng.choice((on, rng.choice(COMMANDS), rng.choice(menu), rng.choice(menu)))


def _in_play(rng, table):
    """Mostly fresh cards and badges; sometimes a card that lies there, or a command."""
    laid = sum(map(len, table.round.layout.trays))
    if table.mode == "live" and rng.random() < 0.25:
        row = _due(rng, table) or (label("command", "next") if rng.random() < 0.2 else None)
        if row:
            return row
    weights = (56, 14, 16, 6, 2, 1, 1 if laid < 4 * len(table.seats) else 4)
    kinds = ("fresh", "badge", "lying", "command", "claim", "any", "score")
    kind = rng.choices(kinds, weights)[0]
    if kind == "badge":
        seat = rng.choice(table.seats)
        return label("badge", seat.badge) if seat.badge else label("command", "dummy")
    if kind == "command":
        quiet = ("new-game", "score", *ASIDE, *DEVICES_OWN)
        return rng.choice([row for row in COMMANDS if row.slug not in quiet])
    if kind == "claim":
        return rng.choice((label("kind", "uramaki"), label("command", "same-turn")))
    if kind == "lying":
        return _lying(rng, table) or _fresh(rng, table)
    if kind == "score" or table.asked == "score":
        return label("command", "score")
    return rng.choice(LABELS) if kind == "any" else _fresh(rng, table)


def _fresh(rng, table):
    rows = of_menu(table.game.slug, table.menu, rng.choice(("card", "card", "card", "face")))
    acting = [row for row in rows if table.ready.acts[row.face]]
    rows = acting if acting and rng.random() < 0.5 else rows
    if rng.random() < 0.9:
        laid = {laid.card.slug for tray in table.round.layout.trays for laid in tray}
        rows = [row for row in rows if f"{row.face}/{row.copy}" not in laid] or rows
    return rng.choice(rows)


def _lying(rng, table, seat=None):
    """The label of a card that lies there, or has been discarded; tools first, every other time."""
    layout = table.round.layout
    laid = [card for tray in layout.trays for card in tray] if seat is None else layout.trays[seat]
    if seat is None:
        laid = [*laid * 2, *(card for claim in layout.claims for card in claim.laid)]
        laid += [card for _, card in layout.discards]
        acts = table.ready.acts
        tools = [
            card for card in laid if acts[card.mark] in TOOLS or acts[card.card.face.slug] in TOOLS
        ]
        laid = tools if tools and rng.random() < 0.5 else laid
    return _label_of(table, rng.choice(laid).card) if laid else None


def _label_of(table, card):
    slug = f"{table.game.slug}/{card.face.slug}"
    return label("card", f"{slug}/{card.copy}") if card.copy else label("face", slug)


def _due(rng, table):
    """In live: a menu or box of this turn, to be carried out."""
    turn = table.round.turns[-1].number
    due = [laid.card for _, laid in table.round.layout.discards if laid.turn == turn]
    return _label_of(table, rng.choice(due)) if due else None


def _answer(rng, table, awaits):
    """What is awaited, or NEXT."""
    if rng.random() < 0.15:
        return label("command", "next")
    if awaits.what == "extra":
        return _fresh(rng, table)
    act = {"copy": "nigiri", "nigiri": "nigiri", "wasabi": "wasabi"}.get(awaits.what)
    tray = table.round.layout.trays[awaits.seat] if act else ()
    cards = [laid.card for laid in tray if table.ready.acts[laid.mark] == act]
    if cards and rng.random() < 0.6:
        return _label_of(table, rng.choice(cards))
    return _lying(rng, table, awaits.seat if awaits.seat >= 0 else None)


def walk(rng, table, scans, steps):
    """Scans, then steps more of wandering: each table, scan and next table with what it did."""
    for number in range(len(scans) + steps):
        made = scans[number] if number < len(scans) else wander(rng, table)
        after, outcome = scan(table, made)
        yield table, made, after, outcome
        table = after
