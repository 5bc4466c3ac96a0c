"""SCENES: everything a display can be asked to show, by name, as panels.

Most are real games played through the engine with a deck in a fixed order; a few records are
made by hand for numbers that no game of a few scans reaches.

`PYTHONPATH=.:tests python -m support.scenes` says which pictures in tests/view/golden differ; with
--write it draws them anew.
"""

import sys
from pathlib import Path

from support.dealt_evening import game_of
from support.displayed import draw, panel_of
from support.japanese import JAPANESE
from support.japanese import NAMES as JAPANESE_NAMES
from support.pictures import image_of
from support.playing import label, play, unchanged
from support.table_engine import AROUND, NAMES, EngineTable, seated

from engine.cards import BADGES
from engine.codes import codebook
from engine.position import empty
from engine.standings import Standing, standings
from firmware.common.facts.device import PageFound
from firmware.common.facts.notices import Notice, Problem
from firmware.common.facts.offer import Offer
from firmware.common.facts.round_clock import ClockFace
from firmware.common.facts.sheets import Panel, SeatsOffered, Told
from firmware.common.http.qr import rows as qr_rows
from firmware.core.app.teach_dialog import Teaching
from firmware.core.screen.raster import Bitmap
from firmware.core.screen.render import picture
from firmware.core.stickers.store import Stickers
from firmware.words import clock
from firmware.words.language import say
from firmware.words.sheets import Board, Current, Podium, RoundsTable, TraySheet, Worded, display

NOBODY = standings(empty())
GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = {
    "party-2": ("preset dinner-for-two", 2),
    "party-8": ("preset cutthroat-combo", 8),
    "go-2": ("game sushi-go", 2),
    "go-5": ("game sushi-go", 5),
    "omakase-2": ("game omakase", 2),
    "omakase-8": ("game omakase", 8),
}


def _stages(starts, seats):
    """One game from lobby to podium."""
    evening = seated(starts, seats)
    yield "lobby", evening.page()
    yield "start", evening.scan("next").page()
    game = game_of(evening.table)
    dealt = game.hand(seats) or 8
    for _ in range(game.rounds - 1):
        evening.deal(seats, dealt).scan("score")
        yield "over", evening.page()
        evening.scan("next")
    evening.deal(seats, dealt - 2)
    for page in ("current", "scores", "tray", "rounds"):
        yield page, evening.page(page)
    evening.scan("command score")
    if evening.table.asked:
        yield "asked", evening.page()
        evening.scan("command score")
    yield "podium", evening.page()
    for page in ("scores", "tray", "rounds"):
        yield f"end-{page}", evening.page(page)


def _games():
    for game, (starts, seats) in GAMES.items():
        for stage, panel in _stages(starts, seats):
            yield f"{game}-{stage}", panel


def _moments():
    """What comes up between two pages, or only now and then."""
    evening = seated("preset points-platter", 4, "next")
    evening.scan("yellow special-order/1")
    yield "awaits-copy", evening.page()
    yield "refused", evening.scan_in_vain("score").page()
    evening.scan("dumpling/1 green-tea-ice-cream/3")
    yield "refused-longest", evening.scan("red").scan_in_vain("green-tea-ice-cream/3").page()
    yield "badge", evening.scan("green").page()
    evening.scan("tea/1 remove")
    yield "awaits-remove", evening.page()
    yield "struck", evening.scan("tea/1").page()
    yield "undone", evening.scan("edamame/1 undo").page()
    yield "unsaved", evening.page("scores", AROUND._replace(saved=False))
    lost = AROUND._replace(problems=(Problem("scanner-unplugged"),), saved=False)
    yield "warned", evening.scan("green").page("current", lost)
    yield "device", evening.page("device", AROUND)
    yield "device-unsaved", evening.page("device", lost)
    codes = [qr_rows(f"HTTP://192.168.178.42:8080{path}") for path in ("", "/BG")]
    for page in ("code", "link"):
        yield page, evening.page(page, AROUND._replace(site=PageFound((), *codes)))
    yield "new-game", evening.scan("new-game").page()
    yield "menu-asks", seated("preset big-banquet", 4).scan("kind:eel").page()
    yield "lobby-empty", draw(NOBODY)
    yield "lobby-never-played", draw(NOBODY, device=AROUND)
    alone = AROUND._replace(no_scanner=Problem("no-scanner"))
    yield "lobby-no-scanner", draw(NOBODY, device=alone)
    yield (
        "lobby-no-scanner-again",
        draw(standings(play("badge red\nbadge blue", empty(names=NAMES))[0]), device=alone),
    )
    own = seated("kind maki, kind tempura, kind spoon", 3)
    yield "lobby-own-menu", own.page()
    yield "lobby-removing", own.scan("remove").page()
    left = seated("game sushi-go, command pass-both-ways", 4, "next")
    left.scan("command new-game", "command new-game", "badge white")
    yield "lobby-last-time", left.scan("badge blue", "badge orange").page()
    both = seated("game sushi-go, command dummy, command pass-both-ways", 2)
    yield "lobby-variants", both.page()
    both.scan("next score next")
    yield "start-to-the-right", both.page()


def _live():
    evening = seated("preset party-sampler, command live", 3, "next")
    yield "live-start", evening.page()
    yield "live-first", evening.scan("egg-nigiri/1").page()
    yield "live-badge", evening.scan("yellow").page()
    evening.scan("wasabi/1 menu-7/1")
    yield "live-menu-waits", evening.page()
    yield "live-extra", evening.scan("menu-7/1").page()
    yield "live-all-revealed", evening.scan("tofu/2").page()


def _seat(name, badge, banked, live, place=None):
    return Standing(name, badge, banked, live, banked, live, is_in=True, place=place)


def _numbers():
    """Three digits, below zero, five digits of yen; two podiums."""
    names = list(NAMES.values())
    banked = [128, -12, 104, 7, -9, 155, 0, 99]
    gained = [24, -4, 31, 0, -3, 12, 7, -10]
    seats = tuple(
        _seat(name, badge, was, was + more, index + 1)
        for index, (name, badge, was, more) in enumerate(
            zip(names, BADGES, banked, gained, strict=True)
        )
    )
    rows = tuple(("31", "-7", "28", "-6", str(seat.live)) for seat in seats)
    for count in (2, 3, 4, 5, 6, 7, 8):
        yield f"numbers-{count}-scores", Worded(Board("Scores", "Round 3"), seats[:count])
        sheet = RoundsTable(("1", "2", "3", "D", "="), rows[:count], "Rounds")
        yield f"numbers-{count}-rounds", Worded(sheet, seats[:count])
    long = "Wolfgang Amadeus Theophil"
    now = Current(
        long, "Round 3", "Green tea ice cream", -12, "-14", "9 cards", "green-tea-ice-cream"
    )
    yield "numbers-current", Worded(now, seats)
    lines = [("Nigiri", 13), ("Temaki", -4), ("Tempura", 10), ("Sashimi", 10), ("Miso soup", 6)]
    lines += [("Soy sauce", 8), ("Tea", 9), ("Eel", -3), ("Flipped", 2)]
    yield "numbers-tray", Worded(TraySheet(long, "Round 3", tuple(lines), 51, "round"), seats)
    yield from _podiums(seats)
    yen = tuple(
        _seat(name, badge, 0, sum_)
        for name, badge, sum_ in zip(
            names, BADGES, (17500, 900, 4000, 0, 12000, 6500, 300, 10200), strict=True
        )
    )
    for count in (2, 4, 5, 8):
        yield f"yen-{count}-scores", Worded(Board("Scores", "Omakase"), yen[:count])
    now = Current(
        "Alexandrina", "Omakase", "Assorted sashimi", 1500, "17500", "8 cards", "assorted-sashimi"
    )
    yield "yen-current", Worded(now, yen)


def _podiums(seats):
    """Two to eight seats, a tie that desserts broke, one that stays, names of every length."""
    placed = [seat._replace(place=index + 1) for index, seat in enumerate(seats)]
    for count in range(2, 9):
        yield f"podium-{count}", _podium("Chris wins!", placed[:count])
    long = [placed[5], *placed[:5], *placed[6:]]
    tie = "on ice creams, 4 to 3"
    yield "podium-tie-broken", _podium(f"{long[0].name} wins", long, tie=tie)
    for name in ("Chris", "Bartholomew Montgomery"):
        title = f"{long[0].name} and {name} share the win!"
        yield f"podium-share-{len(name)}", _podium(title, long, 2)


def _podium(title, seats, winners=1, tie=""):
    many = f"{winners} share the win" if winners > 1 else title
    podium = Podium(title, many, tie, tuple(seats[:winners]), tuple(seats[winners:]))
    return Worded(podium, tuple(seats))


def _teaching():
    """A foreign sticker is taught in the middle of a round."""
    stickers = Stickers("", codebook())
    teaching = Teaching(stickers)
    table = seated("preset points-platter", 3, "next").scan("yellow").table
    texts = {
        "sticker": label("command teach").code,
        "meaning": "https://qr.example/4902102072458",
        "taught": label("card sushi-go-party/green-tea-ice-cream/12").code,
    }
    for name, text in texts.items():
        lesson = teaching.take(text, "scanner", codebook())
        yield f"teach-{name}", draw(standings(table), "current", AROUND, unchanged(table, lesson))
    teaching.take(texts["sticker"], "scanner", codebook())
    waits = AROUND._replace(question=teaching.question, saved=False)
    yield "teach-waits-unsaved", draw(standings(table), "current", waits)
    refused = teaching.take(texts["meaning"], "scanner", codebook())
    yield "teach-taken", draw(standings(table), "current", waits, unchanged(table, refused))


def _clocks():
    """A round's clock: beside what is scanned, beside seats, between rounds, and at its end."""
    runs, last, stands = ClockFace(45, 0, True), ClockFace(0, 37, True), ClockFace(12, 0, False)
    over = ClockFace(0, 0, True)
    evening = seated("preset cutthroat-combo", 8)
    yield "clock-lobby", _with_clock(evening.page(), runs)
    yield "clock-start", _with_clock(evening.scan("next").page(), runs)
    evening.deal(8, 5)
    yield "clock-current", _with_clock(evening.page(), last)
    yield "clock-scores", _with_clock(evening.page("scores"), stands)
    evening.deal(8, 2).scan("score")
    yield "clock-scored", _with_clock(evening.page(), runs)
    yield "clock-seats", display(Panel(SeatsOffered(_offer()), clock=stands))
    yield "clock-over", display(Panel(Told(Notice("time-over")), clock=over))


def _with_clock(shown, face):
    texts = tuple(say(text) for text in clock.in_heading(face))
    return shown.worded._replace(clock=texts)


def _japanese():
    """In letters as wide as they are high, names too."""
    table = EngineTable(names=JAPANESE_NAMES).scan("preset points-platter", *BADGES[:4])

    def page(name="current"):
        return display(panel_of(table.standings, name, AROUND, table.outcome), JAPANESE)

    yield "ja-lobby", page()
    table.scan("next")
    yield "ja-start", page()
    table.scan("yellow special-order/1")
    yield "ja-awaits-copy", page()
    table.scan_in_vain("score")
    yield "ja-refused", page()
    table.scan("dumpling/1 green-tea-ice-cream/3")
    for name in ("current", "scores", "tray", "why"):
        yield f"ja-{name}", page(name)
    table.deal(4, 9).scan("score")
    for _ in range(2):
        table.scan("next").deal(4, 9).scan("score")
    yield "ja-podium", page()


def _offer():
    names = dict(NAMES, red="Wolfgang Amadeus Theophil")
    lobby = play("preset my-first-meal\nbadge red\nbadge blue\nbadge green", empty(names=names))[0]
    return Offer("cup-r2-t17", "Autumn Cup", 2, 17, (), standings(lobby))


SCENES = dict(
    [*_games(), *_moments(), *_live(), *_numbers(), *_teaching(), *_clocks(), *_japanese()]
)
LARGER = {
    name
    for name in SCENES
    if name.startswith(
        ("party-8", "party-2", "omakase-8", "numbers-4", "podium", "refused", "code", "link")
    )
}


def pictures() -> dict[str, Bitmap]:
    """Every golden file's name and the picture it should hold."""
    drawn = {f"{name}.png": picture(panel) for name, panel in SCENES.items()}
    for width, height in ((256, 64), (128, 128)):
        for name in sorted(LARGER):
            drawn[f"{name}-{width}x{height}.png"] = picture(SCENES[name], width, height)
    return drawn


def kept(file_name: str) -> Bitmap | None:
    """The picture in that golden file, if there is one."""
    from PIL import Image

    path = GOLDEN / file_name
    if not path.exists():
        return None
    with Image.open(path) as image:
        upright = image.convert("1").transpose(Image.Transpose.TRANSPOSE)
        columns = upright.tobytes("raw", "1;R")
    pages = image.height // 8
    return Bitmap(image.width, image.height, b"".join(columns[p::pages] for p in range(pages)))


def main() -> None:
    """Say which golden files differ; with --write bring them up to date."""
    drawings = pictures()
    stale = {path.name for path in GOLDEN.glob("*.png")} - set(drawings)
    differing = {name for name, drawn in drawings.items() if kept(name) != drawn}
    for name in sorted(stale | differing):
        print(name)
    if "--write" in sys.argv:
        GOLDEN.mkdir(exist_ok=True)
        for name in stale:
            (GOLDEN / name).unlink()
        for name in differing:
            image_of(drawings[name]).save(GOLDEN / name, optimize=True)


if __name__ == "__main__":
    main()
