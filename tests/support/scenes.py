"""SCENES: everything a display can be asked to show, by name, as panels.

Most are real games played through the engine with a deck in a fixed order; a few records are
made by hand for numbers that no game of a few scans reaches.

`PYTHONPATH=.:tests python -m support.scenes` says which pictures in tests/view/golden differ; with
--write it draws them anew.
"""

import sys
from pathlib import Path

from support.displayed import draw
from support.evening import AROUND, NAMES, Evening
from support.pictures import image_of
from support.playing import label, play, unchanged

from engine.cards import BADGES
from engine.codes import codebook
from engine.position import empty
from engine.standings import Standing, standings
from firmware.common.facts.device import PageFound
from firmware.common.facts.notices import Problem
from firmware.common.http.qr import rows as qr_rows
from firmware.core.app.teach_dialog import Teaching
from firmware.core.screen.raster import Bitmap
from firmware.core.screen.render import picture
from firmware.core.stickers.store import Stickers
from firmware.words.sheets import Board, Current, Podium, RoundsTable, TraySheet, Worded

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
    evening = Evening(starts, seats)
    yield "lobby", evening.panel()
    yield "start", evening.scan("command next").panel()
    dealt = evening.table.game.hand(seats) or 8
    for _ in range(evening.table.game.rounds - 1):
        evening.lay(seats, dealt).score()
        yield "over", evening.panel()
        evening.scan("command next")
    evening.lay(seats, dealt - 2)
    for page in ("current", "scores", "tray", "rounds"):
        yield page, evening.panel(page)
    evening.scan("command score")
    if evening.table.asked:
        yield "asked", evening.panel()
        evening.scan("command score")
    yield "podium", evening.panel()
    for page in ("scores", "tray", "rounds"):
        yield f"end-{page}", evening.panel(page)


def _games():
    for game, (starts, seats) in GAMES.items():
        for stage, panel in _stages(starts, seats):
            yield f"{game}-{stage}", panel


def _moments():
    """What comes up between two pages, or only now and then."""
    evening = Evening("preset points-platter", 4, "next")
    party = "card sushi-go-party/"
    evening.scans("badge yellow", party + "special-order/1")
    yield "awaits-copy", evening.panel()
    yield "refused", evening.scan("command score").panel()
    evening.scans(party + "dumpling/1", party + "green-tea-ice-cream/3")
    yield "refused-longest", evening.scans("badge red", party + "green-tea-ice-cream/3").panel()
    yield "badge", evening.scan("badge green").panel()
    evening.scans(party + "tea/1", "command remove")
    yield "awaits-remove", evening.panel()
    yield "struck", evening.scan(party + "tea/1").panel()
    yield "undone", evening.scans(party + "edamame/1", "command undo").panel()
    yield "unsaved", evening.panel("scores", AROUND._replace(saved=False))
    lost = AROUND._replace(problems=(Problem("scanner-unplugged"),), saved=False)
    yield "warned", evening.scan("badge green").panel("current", lost)
    yield "device", evening.panel("device", AROUND)
    yield "device-unsaved", evening.panel("device", lost)
    codes = [qr_rows(f"HTTP://192.168.178.42:8080{path}") for path in ("", "/BG")]
    for page in ("code", "link"):
        yield page, evening.panel(page, AROUND._replace(site=PageFound((), *codes)))
    yield "new-game", evening.scan("command new-game").panel()
    yield "menu-asks", Evening("preset big-banquet", 4).scan("kind eel").panel()
    yield "lobby-empty", draw(NOBODY)
    yield "lobby-never-played", draw(NOBODY, device=AROUND)
    alone = AROUND._replace(no_scanner=Problem("no-scanner"))
    yield "lobby-no-scanner", draw(NOBODY, device=alone)
    yield (
        "lobby-no-scanner-again",
        draw(standings(play("badge red\nbadge blue", empty(names=NAMES))[0]), device=alone),
    )
    own = Evening("kind maki, kind tempura, kind spoon", 3)
    yield "lobby-own-menu", own.panel()
    yield "lobby-removing", own.scan("command remove").panel()
    left = Evening("game sushi-go, command pass-both-ways", 4, "next")
    left.scans("command new-game", "command new-game", "badge white")
    yield "lobby-last-time", left.scans("badge blue", "badge orange").panel()
    both = Evening("game sushi-go, command dummy, command pass-both-ways", 2)
    yield "lobby-variants", both.panel()
    both.scan("command next").score().scan("command next")
    yield "start-to-the-right", both.panel()


def _live():
    evening = Evening("preset party-sampler, command live", 3, "next")
    party = "card sushi-go-party/"
    yield "live-start", evening.panel()
    yield "live-first", evening.scan(party + "egg-nigiri/1").panel()
    yield "live-badge", evening.scan("badge yellow").panel()
    evening.scans(party + "wasabi/1", party + "menu-7/1")
    yield "live-menu-waits", evening.panel()
    yield "live-extra", evening.scan(party + "menu-7/1").panel()
    yield "live-all-revealed", evening.scan(party + "tofu/2").panel()


def _seat(name, badge, banked, live, place=None):
    return Standing(name, badge, banked, live, banked, live, is_in=True, place=place)


def _numbers():
    """Three digits, below zero, five digits of yen; two podiums."""
    names = list(NAMES.values())
    banked = [128, -12, 104, 7, -9, 155, 0, 99]
    gained = [24, -4, 31, 0, -3, 12, 7, -10]
    seats = tuple(
        _seat(name, badge, was, was + more, at + 1)
        for at, (name, badge, was, more) in enumerate(
            zip(names, BADGES, banked, gained, strict=True)
        )
    )
    rows = tuple(("31", "-7", "28", "-6", str(one.live)) for one in seats)
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
    placed = [one._replace(place=at + 1) for at, one in enumerate(seats)]
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
    table = Evening("preset points-platter", 3, "next").scan("badge yellow").table
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


SCENES = dict([*_games(), *_moments(), *_live(), *_numbers(), *_teaching()])
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
    wanted = pictures()
    stale = {path.name for path in GOLDEN.glob("*.png")} - set(wanted)
    differing = {name for name, drawn in wanted.items() if kept(name) != drawn}
    for name in sorted(stale | differing):
        print(name)
    if "--write" in sys.argv:
        GOLDEN.mkdir(exist_ok=True)
        for name in stale:
            (GOLDEN / name).unlink()
        for name in differing:
            image_of(wanted[name]).save(GOLDEN / name, optimize=True)


if __name__ == "__main__":
    main()
