"""PHOTO at a table with a camera: what is told at each step, and what drops a photo."""

import os
import signal
import threading
from contextlib import suppress
from fcntl import ioctl
from termios import TIOCOUTQ

import pytest
from support.flat_photos import flat
from support.playing import code
from support.table_app import AppTable
from support.table_program import ProgramTable, left
from support.waiting import until

from drivers.camera import CameraFault
from drivers.events import PageHeld
from firmware.common.facts.photo import PhotoRead, TrayAsked
from firmware.common.system.state_dir import AlreadyRunning
from firmware.core.screen.render import picture
from firmware.core.view.state import quiet
from firmware.words.sheets import PhotoSheet, Worded

pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
CARD = "card sushi-go-party/"
TEMPURA = [f"{CARD}tempura/{number}" for number in (1, 2)]
SQUID, WASABI = CARD + "squid-nigiri/1", CARD + "wasabi/1"
PHOTO, UNDO = "command photo", "command undo"
START = ("preset my-first-meal", "badge red", "badge green", "command next")


class CameraDouble:
    """It gives `sees`, a picture or why there is none, once it may."""

    def __init__(self):
        self.sees, self.may = b"", threading.Event()
        self.may.set()

    def __call__(self):
        assert self.may.wait(60)
        if isinstance(self.sees, str):
            raise CameraFault(self.sees)
        return self.sees


@pytest.fixture
def table(tmp_path):
    table = AppTable(tmp_path, camera=CameraDouble(), double_read_ms=0)
    yield table
    table.unplugged()


def photo(table, sees):
    """PHOTO, and what the display says of this picture in the end."""
    table.camera.sees = sees
    table.scan(PHOTO)
    return settled(table)


def settled(table):
    """What the display says once no photo is being taken or read."""
    while table.app.photos._busy:
        table.app.take(table.app.inbox.get(60))
    return table.says


def test_step_by_step(table):
    table.scan(*START, "badge red")
    table.camera.may.clear()
    table.camera.sees = flat(*TEMPURA)
    table.scan(PHOTO)
    assert table.says == "Photo: Red. Taking the photo …."
    assert table.panel.sound == "accepted"
    assert table.read(code(PHOTO)) == "not-now"
    assert "The camera is busy" in table.says
    table.app.inbox.put(PageHeld(table.now))
    table.app.take(table.app.inbox.get())
    assert table.outcome.result.reason == "not-now", "held, PAGE is PHOTO"
    table.camera.may.set()
    table.app.take(table.app.inbox.get(60))
    table.app._shown = quiet(table.app._shown)
    table.app.show()
    assert table.says == "Photo: Red. Reading …."
    assert table.shown.photo.picture == table.camera.sees
    table.app.take(table.app.inbox.get(60))
    says = "Photo of Red, 2 of 10. 2 Tempura +5. +5. 2 of 10: covered? PHOTO: score it."
    assert table.says == says
    assert [*table.shown.photo.codes] == [code(line) for line in TEMPURA]
    assert table.read(code(PHOTO)) == "not-now"
    assert "Look at it first" in table.says, "who has not seen it yet, scores nothing"
    kept = table.kept()
    assert code(TEMPURA[0]) not in kept
    table.later(600)
    assert table.says == says, "it waits for as long as it takes"
    table.scan(PHOTO)
    assert (table.scores, table.shown.photo) == ([5, None], None)
    assert table.kept() == [*kept, " ".join(code(line) for line in ("badge red", *TEMPURA))]
    table.scan(UNDO)
    assert table.kept() == [*kept, *table.kept()[-2:]]
    assert table.scores == [None, None]


@pytest.mark.parametrize(
    "other", ["badge green", "command page", "command sound", UNDO, CARD + "maki-1/1", "foreign"]
)
def test_any_other_scan_drops_it_and_counts_as_itself(table, other):
    table.scan(*START, "badge red")
    photo(table, flat(*TEMPURA))
    assert isinstance(table.shown.photo.sheet, PhotoRead)
    before = table.shown.number
    table.read(code(other) if " " in other else "4006381333931")
    assert table.shown.photo is None
    assert (table.shown.number, table.scores) == (before + 1, [table.scores[0], None])
    assert "PHOTO" not in table.says
    assert all(code(line) not in " ".join(table.kept()) for line in TEMPURA)


def test_one_that_is_dropped_while_it_is_taken_never_comes(table):
    table.scan(*START, "badge red")
    table.camera.may.clear()
    table.camera.sees = flat(*TEMPURA)
    table.scan(PHOTO, "badge green")
    assert table.shown.photo is None
    table.camera.may.set()
    shows = len(table.shows)
    for _ in "12":
        table.app.take(table.app.inbox.get(60))
    assert {shown.photo for shown in table.shows[shows:]} == {None}
    assert photo(table, flat(*TEMPURA)).startswith("Photo of Green, 2 of 10")


def test_what_is_not_clear_is_told_and_never_guessed(table):
    table.scan(*START, "badge red")
    # the nigiri lies as far from one wasabi as from the other
    second = CARD + "wasabi/2"
    unsure = flat(
        SQUID, WASABI, second, places={WASABI: (40, 40), second: (76, 40), SQUID: (58, 70)}
    )
    says = photo(table, unsure)
    assert "Squid nigiri: loose" in says
    assert "1 Nigiri +3" in says
    table.scan(PHOTO)
    assert table.scores == [3, None]
    # what lies elsewhere is left out; what is there adds up
    table.scan("badge green")
    says = photo(table, flat(SQUID, *TEMPURA))
    assert "Without Squid nigiri" in says
    table.scan(PHOTO)
    assert table.scores == [3, 5]
    assert "All of it" in photo(table, flat(*TEMPURA))


RED, NEXT = "badge red", "command next"
# beside Red's cards lies Red's badge, and beside that a NEXT that was cut out
BESIDE_NEXT = {TEMPURA[0]: (80, 20), TEMPURA[1]: (145, 20), RED: (20, 20), NEXT: (20, 50)}
WHOSE = "Whose tray is this? Scan badge then PHOTO."


def asks(table):
    """The question stands for as long as it takes, and nothing is to be scored."""
    assert table.says == f"Not counted. {WHOSE}"
    assert table.panel.sound == "refused"
    table.later(600)
    assert table.says == WHOSE
    assert table.shown.photo.sheet == TrayAsked()
    return True


@pytest.mark.parametrize("active", ["badge green", RED])
def test_whose_tray_it_is_is_asked_where_its_badge_lies_beside_a_tile(table, active):
    """Whoever is scanned, and however often PHOTO is scanned."""
    table.scan(*START, active, CARD + "maki-1/1")
    score = table.scores
    for _ in range(3):
        photo(table, flat(*BESIDE_NEXT, places=BESIDE_NEXT))
        assert asks(table)
    assert table.scores == score
    assert all(code(line) not in " ".join(table.kept()) for line in TEMPURA)


@pytest.mark.parametrize(("answer", "score"), [(RED, [5, None]), ("badge green", [None, 5])])
def test_a_badge_and_another_photo_answer_whose_tray_it_is(table, answer, score):
    """Also the badge of whoever was being scanned: it was the answer this time."""
    table.scan(*START, "badge green")
    photo(table, flat(*BESIDE_NEXT, places=BESIDE_NEXT))
    assert asks(table)
    table.scan(answer)
    assert table.shown.photo is None
    name = answer.removeprefix("badge ").capitalize()
    assert photo(table, flat(*BESIDE_NEXT, places=BESIDE_NEXT)).startswith(
        f"Photo of {name}, 2 of 10"
    )
    table.now += 1
    table.scan(PHOTO)
    assert table.scores == score


@pytest.mark.parametrize(
    "others",
    [(CARD + "maki-1/1",), ("badge green", CARD + "maki-1/1"), ("badge white",), (UNDO,),
     ("badge green", UNDO)],
)  # fmt: skip
def test_only_the_badge_that_is_scanned_last_answers_whose_tray_it_is(table, others):
    table.scan(*START, "badge green", CARD + "maki-1/2")
    photo(table, flat(*BESIDE_NEXT, places=BESIDE_NEXT))
    for line in others:
        table.refusal(line)
    photo(table, flat(*BESIDE_NEXT, places=BESIDE_NEXT))
    assert asks(table)


def test_an_answer_counts_for_one_photo(table):
    table.scan(*START)
    photo(table, flat(*BESIDE_NEXT, places=BESIDE_NEXT))
    table.scan("badge green")
    assert photo(table, flat(*BESIDE_NEXT, places=BESIDE_NEXT)).startswith("Photo of Green")
    table.scan("badge green")
    photo(table, flat(*BESIDE_NEXT, places=BESIDE_NEXT))
    assert asks(table)


def test_whoever_scans_a_badge_and_then_photo_is_not_asked_because_of_the_sheet(table):
    """Its badges lie beside no card. Without that badge it is asked."""
    board = {
        line: (240 + 40 * (place % 3), 20 + 30 * (place // 3))
        for place, line in enumerate(
            ["command next", "command score", "command undo", RED, "badge green", "badge white",
             "command flip", "command page", "command sound"]
        )
    }  # fmt: skip
    lies = {TEMPURA[0]: (20, 20), TEMPURA[1]: (85, 20)} | board
    table.scan(*START, "badge green")
    says = photo(table, flat(*lies, places=lies))
    assert says == "Photo of Green, 2 of 10. 2 Tempura +5. +5. 2 of 10: covered? PHOTO: score it."
    table.scan("badge green", CARD + "maki-1/1")
    photo(table, flat(*lies, places=lies))
    assert asks(table)


def test_a_tray_with_its_badge_is_scored_and_the_other_is_asked_about(table):
    lies = BESIDE_NEXT | {"badge green": (20, 240), SQUID: (85, 240)}
    table.scan(*START, "badge green")
    photo(table, flat(*lies, places=lies))
    assert asks(table)
    table.scan(RED)
    assert photo(table, flat(*lies, places=lies)).startswith(
        "Photo of 2 trays. Green 1/10 +3. Red 2/10"
    )
    table.scan(PHOTO)
    assert table.scores == [5, 3]


def test_a_players_own_scanner_says_whose_tray_it_is_unless_anothers_badge_lies_there(table):
    table.scan(*START)
    sheet = {TEMPURA[0]: (20, 20), RED: (280, 20), "command next": (320, 20), UNDO: (280, 60)}
    table.camera.sees = flat(*sheet, places=sheet)
    table.read(code(PHOTO), lane="green")
    settled(table)
    assert table.says.startswith("Photo of Green, 1 of 10")
    table.camera.sees = flat(*BESIDE_NEXT, places=BESIDE_NEXT)
    table.read(code("command page"), lane="green")
    table.read(code(PHOTO), lane="green")
    settled(table)
    assert asks(table)


def test_what_an_order_copies_is_asked_once_the_photo_is_scored(table):
    """Only a person knows; of one the table itself asks, a second one is left out."""
    order, second = (f"{CARD}special-order/{number}" for number in (1, 2))
    table.scan("kind nigiri", "kind temaki", "kind tofu", "kind eel", "kind tempura")
    table.scan("kind soy-sauce", "kind special-order", "kind pudding")
    table.scan("badge red", "badge green", "command next", "badge red")
    says = photo(table, flat(*TEMPURA, order))
    assert "Order asks after this" in says
    assert "Without" not in says
    table.scan(PHOTO)
    assert "Scan what it copies" in table.says
    table.scan(TEMPURA[0])
    assert table.scores == [5, None]
    table.scan(UNDO, UNDO)
    says = photo(table, flat(*TEMPURA, order, second))
    assert "Order asks after this. Without Special order." in says


def test_in_live_a_photo_lays_the_turn_of_all_who_lie_beside_their_badge(table):
    table.scan("command live", *START)
    squid, eggs = SQUID, CARD + "egg-nigiri/1"
    places = {"badge red": (20, 20), squid: (30, 50), "badge green": (300, 20), eggs: (290, 50)}
    assert photo(table, flat(*places, places=places)).startswith("Photo of 2 trays. Red 1/10 +3")
    table.scan(PHOTO)
    assert table.scores == [3, 1]
    table.scan(UNDO)
    assert table.scores == [None, None]


@pytest.mark.parametrize(
    ("sees", "says"),
    [
        ("No camera found. Check both ends of its cable.", "No camera found. Check"),
        (b"garbage", "This is not a photo"),
        (flat(), "No label seen"),
        (flat(*TEMPURA), "Scan a badge first"),
        (flat("card omakase/tuna/1", "badge red"), "is from another game"),
        (None, "A bug in Okanjo"),
    ],
)
def test_why_there_is_nothing_to_score(table, sees, says):
    table.scan(*START)
    assert says in photo(table, sees)
    assert (table.shown.photo, table.panel.sound) == (None, "refused")
    assert photo(table, flat("badge red", *TEMPURA)).startswith("Photo of Red"), (
        "the next one comes"
    )


def test_without_a_camera_photo_is_refused_as_ever(tmp_path):
    table = AppTable(tmp_path)
    table.scan(*START)
    assert table.read(code(PHOTO)) == "not-now"
    assert table.message == ("Photo", "Not on this device")
    table.unplugged()


def test_a_reader_that_dies_costs_that_photo_only(table):
    table.scan(*START, "badge red")
    photo(table, flat(*TEMPURA))
    table.scan("badge red")
    reader = table.app.photos._reader
    table.camera.sees = flat(*TEMPURA)
    os.kill(reader._child.pid, signal.SIGSTOP)
    table.scan(PHOTO)
    table.app.take(table.app.inbox.get(60))
    until(lambda: any(ioctl(reader._line, TIOCOUTQ, bytes(4))))  # it is sent, and nobody takes it
    os.kill(reader._child.pid, signal.SIGKILL)
    table.app.take(table.app.inbox.get(60))
    assert "stopped halfway" in table.says
    table.scan("badge red", TEMPURA[0])
    assert table.scores == [0, None]


@pytest.mark.parametrize(("width", "height"), [(128, 64), (128, 128), (256, 64)])
@pytest.mark.parametrize("remarks", range(5))
@pytest.mark.parametrize("kinds", [0, 1, 4, 9])
def test_however_much_there_is_to_say_what_to_do_is_legible(width, height, remarks, kinds):
    lines = tuple((f"{number} Tempura", number) for number in range(kinds))
    sheet = PhotoSheet("Chris", "8 of 9", lines, 12, ("x" * 30,) * remarks, "PHOTO: score it")
    shown, plain = (
        picture(Worded(variant), width, height).rows()
        for variant in (sheet, sheet._replace(lines=(), remarks=()))
    )
    assert shown[-10:] == plain[-10:]
    assert all(
        "#" in shown[height - 16 - 9 * row] + shown[height - 14 - 9 * row] for row in range(remarks)
    )


@pytest.mark.parametrize("times", [1, 2])
def test_the_plug_is_pulled_in_mid_photo(tmp_path, times):
    """Before a photo is scored nothing of it is there; after it, all."""
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "1.jpg").write_bytes(flat(*TEMPURA))
    camera = f'[web]\non = false\n[camera]\nkind = "files"\nfolder = "{tmp_path}/pictures"\n'
    program = ProgramTable(tmp_path, camera).scan(*START, "badge red")
    assert program.answer("photo") == "accepted Taking a photo"
    while times == 2 and program.answer("photo").startswith("refused"):
        pass
    program.kill()

    def live_state():
        """A reader that was just being started has the folder for a moment yet."""
        with suppress(AlreadyRunning):
            return left(tmp_path)

    [red, _] = until(live_state)["seats"]
    assert red["live"] == (5 if times == 2 else 0)
