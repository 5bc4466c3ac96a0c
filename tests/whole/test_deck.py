"""Another edition's deck: what a renamed card is called, how many there are, and what is kept."""

import csv
from pathlib import Path

import pytest
from support.languages import language
from support.table_app import AppTable
from support.table_engine import EngineTable

from engine.cards import Deck, OwnersTitle
from engine.catalogue import Labelled, codebook_of, games_of
from engine.codes import Label
from engine.deck import with_deck
from engine.games import omakase, sushi_go, sushi_go_party
from engine.message import Message
from engine.report import report
from engine.review.best_card import best_cards
from engine.review.oddities import Oddity, OddityDetail
from firmware.cli.parser import carry_out
from firmware.core.photo.check import deck as check_deck
from firmware.core.view.commands import vocabulary
from firmware.core.view.menu import entry
from firmware.interfaces.desk.words import DeskWords
from firmware.interfaces.web.pages.history.view import whole
from firmware.paper.cards.names import wording
from firmware.records.history.games import Played, Titles
from firmware.records.history.reader import LAST_FINISHED, Past
from firmware.words.labels import cards_of, kind_title, noun, title
from firmware.words.language import ENGLISH, Language, say
from firmware.words.sheets import display
from firmware.words.spoken import spoken
from firmware.words.story import oddity

CLASSIC, PARTY = sushi_go.GAME.slug, sushi_go_party.GAME.slug
DECKS = {
    CLASSIC: Deck(
        {"squid-nigiri": "Thunfisch-Nigiri", "dumpling": "Muschel", "pudding": "Mochi"},
        {"squid-nigiri": 4, "tempura": 16},
    ),
    PARTY: Deck({"fruit-watermelon-pineapple": "Melone"}, {"squid-nigiri": 2}),
    "omakase": Deck({"tuna": "Maguro"}),
}
STANDARD, OTHER = games_of(omakase.CARD_TABLE), games_of(omakase.CARD_TABLE, decks=DECKS)
OURS = OTHER[CLASSIC]
BEGIN = (f"game {CLASSIC}", "red", "blue", "next")
SPOKEN = [ENGLISH, language("de"), language("ja")]


def label(type_: str, slug: str, games: Labelled = OTHER) -> Label:
    return codebook_of(games).label(type_, slug)


# --- what it is called -----------------------------------------------------------------------


@pytest.mark.parametrize("spoken_in", SPOKEN, ids=lambda language: language.code)
def test_a_renamed_card_is_so_called_in_every_language(spoken_in: Language) -> None:
    def says(message: Message) -> str:
        return say(message, spoken_in)

    for type_, slug in (("face", "squid-nigiri"), ("card", "squid-nigiri/2")):
        name = title(label(type_, f"{CLASSIC}/{slug}"))
        assert (says(name), says(noun(name))) == ("Thunfisch-Nigiri", "Thunfisch-Nigiri")
    assert says(kind_title(OURS, "dumpling")) == "Muschel", "a kind of one face is that face"
    assert says(cards_of(OURS, "pudding")) == "Mochi"
    assert says(kind_title(OTHER["omakase"], "tuna")) == "Maguro"
    assert says(kind_title(OTHER[PARTY], "dumpling")) != "Muschel", "another game has its own"


def test_a_name_that_a_catalogue_has_is_not_translated() -> None:
    game = with_deck(sushi_go.GAME, Deck({"squid-nigiri": "Tuna", "dumpling": "{Mussel} %s"}))
    assert say(title(game.face("squid-nigiri")), language("de")) == "Tuna"
    assert say(noun(title(game.face("dumpling"))), language("de")) == "{Mussel} %s"


@pytest.mark.parametrize("spoken_in", SPOKEN, ids=lambda language: language.code)
def test_display_and_voice_name_it(spoken_in: Language) -> None:
    table = EngineTable(*BEGIN, games=OTHER.values()).scan("red squid-nigiri")
    assert "Thunfisch-Nigiri" in str(display(table.shown.panel, spoken_in))
    assert "Thunfisch-Nigiri" in spoken(table.shown.panel, spoken_in)


def test_what_was_odd_has_its_name() -> None:
    table = EngineTable(*BEGIN, games=OTHER.values())
    odd = Oddity("two-squids", 0, OddityDetail(2, 1))
    sentence = oddity(odd, table.standings)
    assert say(sentence) == "Red put 2 × Thunfisch-Nigiri on wasabi in round 1."
    assert say(sentence, language("de")) == "Rot legte 2 × Thunfisch-Nigiri in Runde 1 auf Wasabi."


def test_the_desk_knows_the_name_and_the_old_one() -> None:
    table = EngineTable(*BEGIN, games=OTHER.values()).table
    words = DeskWords(vocabulary(table, codebook_of(table.games)))
    for typed in ("thunfisch-nigiri", "Thunfisch", "squid-nigiri"):
        (scanned,) = words.read(typed)
        assert words.resolve(scanned) == f"face {CLASSIC}/squid-nigiri"
    assert words.resolve("thunfisch-nigiri/2") == f"card {CLASSIC}/squid-nigiri/2"


def test_no_name_of_a_card_takes_another_words_place() -> None:
    decks = {CLASSIC: Deck({"dumpling": "Undo", "tempura": "Red"})}
    table = EngineTable(*BEGIN, games=games_of(omakase.CARD_TABLE, decks=decks).values()).table
    words = DeskWords(vocabulary(table, codebook_of(table.games)))
    assert (words.resolve("undo"), words.resolve("red")) == ("command undo", "badge red")


def test_a_label_has_the_name_uncut_and_the_number() -> None:
    card = wording(label("card", f"{CLASSIC}/squid-nigiri/2"), OURS, language("ja"))
    assert (card.name, card.copy) == ("Thunfisch-Nigiri", "2/4")
    fruit = label("card", f"{PARTY}/fruit-watermelon-pineapple/1")
    assert wording(fruit, OTHER[PARTY]).name == "Melone"


# --- how many there are ----------------------------------------------------------------------


def test_the_menu_the_photo_and_the_best_card_count_them() -> None:
    assert entry(OURS, "tempura", (), 2).cards == 16
    book = codebook_of(OTHER)
    whole_deck = [card.code for card in book.labels if (card.type, card.game) == ("card", CLASSIC)]
    assert len(whole_deck) == 108 - 1 + 2
    checked = check_deck(OURS, book, whole_deck[1:])
    assert (checked.there, checked.of) == (108, 109)
    few = games_of(omakase.CARD_TABLE, decks={CLASSIC: Deck(copies={"sashimi": 2})})
    trays = "red tempura tempura blue sashimi sashimi egg-nigiri score"
    gained = [card.gained for card in best_cards(EngineTable(*BEGIN, trays).table)]
    assert gained[1] == "sashimi"
    table = EngineTable(*BEGIN, trays, games=few.values()).table
    assert "sashimi" not in [card.gained for card in best_cards(table)], "both are in sight"


# --- what is kept ----------------------------------------------------------------------------


def test_a_game_goes_on_with_its_own_deck(tmp_path: Path) -> None:
    """Settings change between two starts: the game does not, the next one follows them."""
    table = AppTable(tmp_path, OTHER)
    table.scan(*BEGIN, "red tempura/15 tempura/16 face:squid-nigiri blue dumpling")
    before = report(table.standings)
    table.unplugged()
    for games in (
        STANDARD,
        games_of(omakase.CARD_TABLE, decks={CLASSIC: Deck({"maki-1": "Roll"})}),
    ):
        table.plugged_in(games)
        assert report(table.standings) == before
        now = table.table.game
        assert now
        assert say(title(now.face("squid-nigiri"))) == "Thunfisch-Nigiri"
        assert table.refusal("card:sushi-go/tempura/16") == "laid-elsewhere", (
            "blue has scanned last"
        )
        assert len(table.kept()) == len(BEGIN) + 6
        table.unplugged()
    table.plugged_in(STANDARD)
    table.scan("undo", "dumpling", "score next score next score", "new-game")
    now = table.table.game
    assert now
    assert not isinstance(now.face("squid-nigiri").title, OwnersTitle)
    assert now.face("tempura").copies == 14
    table.unplugged()


def test_a_game_of_the_usual_deck_keeps_that(tmp_path: Path) -> None:
    table = AppTable(tmp_path, STANDARD)
    table.scan(*BEGIN, "red squid-nigiri/5")
    table.unplugged()
    table.plugged_in(OTHER)
    now = table.table.game
    assert now
    assert say(title(now.face("squid-nigiri"))) == "Squid nigiri"
    assert table.live == [3, 0]
    table.unplugged()


def test_an_undone_game_is_replayed_with_its_deck(tmp_path: Path) -> None:
    """Scans of another game stand in the same row of the journal: all decks are kept."""
    table = AppTable(tmp_path, OTHER)
    table.scan(*BEGIN, "red tempura/16", *["undo"] * 3)
    table.scan("preset sushi-go-classic", "next", "red tempura/1")
    position = report(table.standings)
    table.unplugged()
    table.plugged_in(STANDARD)
    assert report(table.standings) == position
    table.unplugged()


def test_the_history_of_a_game_has_its_names(tmp_path: Path) -> None:
    table = AppTable(tmp_path, OTHER)
    table.scan(*BEGIN, "red dumpling score next score next score")
    table.unplugged()
    played = next(step for step in Past(str(tmp_path)).find(LAST_FINISHED, STANDARD) if step)
    assert isinstance(played, Played)
    for spoken_in in SPOKEN:
        then = Titles(STANDARD, spoken_in).then(played)
        assert "Muschel" in str(whole(played, then)["table"])


def test_labels_of_the_deck_in_force(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.toml"
    own.write_text('[deck.sushi-go.squid-nigiri]\nname = "Tuna nigiri"\ncopies = 6\n')
    words = ("--config", str(own), "labels", CLASSIC, "--only", "squid-nigiri", "--csv")
    assert carry_out(words) == 0
    rows = [*csv.DictReader(capsys.readouterr().out.splitlines())]
    assert {row["title"] for row in rows} == {"Tuna nigiri"}
    assert len(rows) == 6
