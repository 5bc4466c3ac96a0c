"""`okanjo teach`: where nobody runs, and with the program that runs, over its local socket."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.ipc_callers import listening
from support.playing import code
from support.stickers import CARD, EAN, FACE
from support.table_app import AppTable
from support.table_program import Okanjo, ProgramTable
from support.waiting import until

from engine.codes import code as code_of
from engine.codes import codebook
from firmware.common.ipc.server import Request, Server
from firmware.common.system.state_dir import claim
from firmware.core.app.ipc_routes import sticker_routes
from firmware.core.stickers.csv_import import BadFile, rows_of
from firmware.core.stickers.store import Stickers

BOOK = codebook()
NOBODYS = code_of(99999)
RED = code("badge red")
Teach = Callable[..., tuple[int, str, str]]


@pytest.fixture
def teach(okanjo: Okanjo, tmp_path: Path) -> Teach:
    def teach(*words: str, stdin: str = "") -> tuple[int, str, str]:
        done = okanjo(tmp_path, "teach", *words, stdin=stdin.encode())
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    return teach


def kept(folder: Path) -> list[tuple[str, str]]:
    return Stickers(str(folder / "okanjo"), BOOK).rows()


# --- the file -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        f"a,{RED}",
        f"a;{RED}",
        f"a\t{RED}",
        "a, badge red ,whatever",
        f"\ufeffsticker,code\na,{RED}",
        f"Code;Sticker\n{RED};a",
        f"sticker,meaning\n\na,{RED}\n",
        f"number,sticker,for,remark\n1,a,{RED},the old deck\n",
        "title,type,slug,sticker\r\nRed,badge,red,a\r\n",
        f"a,{RED.lstrip('0')}",  # a spreadsheet takes the first zeros away
        f"a,{RED}\na,{RED}",
        f"a,{RED}\ra,badge red\r",  # as old Macs end a line
    ],
)
def test_ways_to_write_a_line(line: str) -> None:
    assert rows_of(line.encode(), BOOK, {"a": RED}) == [("a", RED)]


def test_what_a_sticker_may_mean() -> None:
    lines = f"1,{CARD}maki-1/2\n2,sushi-go-party/maki-1/2\n3,{FACE}maki-1\n4,sushi-go-party/maki-1"
    card, face = code(CARD + "maki-1/2"), code(FACE + "maki-1")
    assert rows_of(lines.encode(), BOOK, {}) == [("1", card), ("2", card), ("3", face), ("4", face)]
    assert rows_of(b"", BOOK, {}) == []


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (f"123456,{RED}", "123456: six digits are reserved: use another sticker"),
        ("a,badge pink", "there is no label badge pink. To list all labels: okanjo codes"),
        ("a,maki", "there is no label maki. To list all labels: okanjo codes"),
        (f"a,{RED[:-1]}9", f"{RED[:-1]}9: its last digit is wrong"),
        (f"a,{NOBODYS}", f"{NOBODYS}: not an Okanjo code"),
        ("a", "a: the label it stands for is missing"),
        (f",{RED}", "the sticker is missing"),
        (f"{'x' * 257},{RED}", "longer than 256 characters"),
        (f'"4,90210E+12",{RED}', "format that column as text"),
        (f"4,90210E+12;{RED}\n4,90210E+12;{RED}", "format that column as text"),
        ("a,command teach", "TEACH cannot be given to a sticker"),
        ("taken,badge blue", "taken is already badge red: forget it first"),
        ('a,badge red\na,"badge blue"', "a is badge red in line 1"),
        (f'"a,{RED}', "its quotes do not match"),
        ("\x1b[2J,badge pink\na", "badge pink"),
    ],
)
def test_mistakes(line: str, sentence: str) -> None:
    with pytest.raises(BadFile) as why:
        rows_of(line.encode(), BOOK, {"taken": RED})
    assert sentence in str(why.value)
    assert str(why.value).startswith(f"line {2 if 'line 1' in sentence else 1}: ")


def test_all_mistakes_are_told_and_nothing_is_imported(teach: Teach, tmp_path: Path) -> None:
    lines = f"good,{RED}\nbad,badge pink\nworse,\nbetter,badge blue\n"
    status, out, errors = teach("--import", "-", stdin=lines)
    assert (status, out) == (2, "")
    assert errors.splitlines()[1:] == [
        "line 2: there is no label badge pink. To list all labels: okanjo codes",
        "line 3: worse: the label it stands for is missing",
    ]
    assert kept(tmp_path) == []
    for content in (b"a,\xff", b"x" * (1 << 20) + b"x"):
        with pytest.raises(BadFile):
            rows_of(content, BOOK, {})


# --- where nobody runs --------------------------------------------------------------------


def test_listed_forgotten_imported(teach: Teach, tmp_path: Path) -> None:
    assert teach("--list") == (0, "sticker,code,type,slug,title\n", "")
    assert not (tmp_path / "okanjo").exists()
    file = tmp_path / "mine.csv"
    file.write_text(f'{EAN};card sushi-go-party/maki-1/2\n"a,b\x1d";badge red\n')
    assert teach("--import", str(file)) == (0, "Taught: 2 stickers\n", "")
    status, listed, errors = teach("--list")
    assert (status, errors) == (0, "")
    assert listed.split("\n")[1:-1] == [
        f"{EAN},{code(CARD + 'maki-1/2')},card,sushi-go-party/maki-1/2,Maki roll 1",
        f'"a,b\x1d",{RED},badge,red,Red',
    ]
    again = (0, "Taught: 0 stickers; 2 already known\n", "")
    assert teach("--import", "-", stdin=listed) == again
    output = (0, "Forgotten: a,b\\x1d, it was badge red\n", "")
    assert teach("--forget", "a,b\\x1d") == output  # as a terminal shows it
    status, out, errors = teach("--forget", "a,b\x1d")
    assert (status, out) == (1, "")
    assert errors == "a,b\\x1d has not been taught: okanjo teach --list\n"
    assert kept(tmp_path) == [(EAN, code(CARD + "maki-1/2"))]


def test_two_do_not_write_at_once(teach: Teach, tmp_path: Path) -> None:
    """Somebody owns the folder who cannot be asked: an import that is still under way."""
    held = claim(str(tmp_path / "okanjo"))
    status, _, errors = teach("--import", "-", stdin=f"a,{RED}")
    held.release()
    assert status == 3
    assert "already running" in errors
    assert kept(tmp_path) == []


# --- with the program that runs -----------------------------------------------------------


def test_a_sticker_that_begins_like_a_word_of_ours_is_taught_by_typing(tmp_path: Path) -> None:
    program = ProgramTable(tmp_path)
    for typed, answer in (
        ("teach", "Scan your own sticker"),
        ("SOY SAUCE", "Teach SOY SAUCE: scan the label"),
        ("soy-sauce", "Taught: SOY SAUCE is Soy sauce"),
        ("teach", "Scan your own sticker"),
        ("teach", "Cancelled"),
    ):
        assert program.answer(typed).startswith(f"accepted {answer}"), typed
    status, errors = program.leave()
    assert (status, errors) == (0, "taught: SOY SAUCE is kind soy-sauce\n")


class Running:
    """A table and its local socket in this process."""

    def __init__(self, folder: Path) -> None:
        self.table = AppTable(folder, synchronous="OFF", stickers=True)
        self.known = sticker_routes(self.table.stickers, self.table.app.inbox.put)
        self.server = Server(self.known, str(folder), [str(folder)])
        self.server.start()
        until(lambda: listening(folder))


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path / "okanjo")
    yield running
    running.server.stop()
    running.table.unplugged()


def test_the_running_program_is_asked(running: Running, teach: Teach) -> None:
    table, lines = running.table, f"a,{RED}\n{EAN},badge blue\n"
    assert teach("--import", "-", stdin=lines) == (0, "Taught: 2 stickers\n", "")
    running.table.settle()
    assert table.lines == ("2 stickers", "taught from a file")
    assert table.refusal(EAN) == ""  # it knows at once
    again = (0, "Taught: 0 stickers; 2 already known\n", "")
    assert teach("--import", "-", stdin=lines) == again
    status, out, _ = teach("--list")
    assert (status, len(out.splitlines())) == (0, 3)
    assert teach("--forget", EAN) == (0, f"Forgotten: {EAN}, it was badge blue\n", "")
    running.table.settle()
    assert table.lines == (EAN, "is forgotten, was", "Blue")
    assert teach("--forget", EAN)[0] == 1
    assert table.refusal(EAN) != ""


def test_a_whole_deck_goes_through_at_once(running: Running, teach: Teach) -> None:
    labels = [label for label in BOOK.labels if label.slug != "teach"]
    lines = (f"https://qr.example/{number:08},{label.code}" for number, label in enumerate(labels))
    done = teach("--import", "-", stdin="\n".join(lines))
    assert done == (0, f"Taught: {len(labels)} stickers\n", "")
    many = "\n".join(f"{'x' * 200}{number},{RED}" for number in range(1000))
    status, _, errors = teach("--import", "-", stdin=many)
    assert (status, errors.split(":")[0]) == (1, "too much at once")


def test_a_sticker_that_was_taught_already_stops_an_import(running: Running) -> None:
    running.table.stickers.learn([("a", RED)])
    taken = Request({"rows": [["b", RED], ["a", code("badge blue")]]})
    assert running.known["teach-import"](taken)["trouble"] == "taught already"
    assert running.table.stickers.rows() == [("a", RED)]


def test_a_disk_that_fails_is_told(running: Running) -> None:
    running.table.stickers.learn([("a", RED)])
    folder = running.table.folder
    folder.rename(folder.with_name("gone"))
    for name, words in (("import", {"rows": [["b", RED]]}), ("forget", {"sticker": "a"})):
        answer = running.known[f"teach-{name}"](Request(words))
        assert answer == {"trouble": "no such file or directory"}
    folder.with_name("gone").rename(folder)
    assert running.table.stickers.rows() == [("a", RED)]
