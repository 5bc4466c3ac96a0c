"""An evening from the table sheet alone: what is scanned was read from the print."""

from __future__ import annotations

from support.table_reading import WANTED, found

from engine.catalogue import codebook_of
from engine.position import empty
from engine.report import report
from firmware.cli.replay import replay


def scans(text: str, game: str = "") -> list[str]:
    """Names on tiles (faces of that game) -> the digits that a scanner reads there."""
    read_here = {one.text for codes in found("letter", "code128", 203) for one in codes}
    lines = []
    for word in text.split():
        slug = f"{game}/{word}" if game else word
        label = next(one for one in WANTED.values() if one.slug == slug)
        assert label.code in read_here
        lines.append(label.code)
    return lines


PARTY = {
    "red": "temaki temaki eel eel soy-sauce squid-nigiri tofu miso-soup pudding spoon-4",
    "blue": "temaki tofu tofu salmon-nigiri salmon-nigiri miso-soup miso-soup pudding pudding eel",
    "green": "egg-nigiri egg-nigiri eel tofu tofu tofu soy-sauce squid-nigiri squid-nigiri spoon-5",
}


def evening(starts: str, game: str, hands: dict[str, str], rounds: int):
    lines = scans(f"{starts} {' '.join(hands)} next")
    for number in range(rounds):
        lines += scans("next") if number else []
        for badge, hand in hands.items():
            lines += scans(badge) + scans(hand, game)
        lines += scans("score")
    table = empty()
    ended = replay(lines, "the sheet", table, codebook_of(table.games))
    assert ended.refused == []
    return report(ended.table, {})


def test_a_game_of_party_is_scored_from_the_sheet() -> None:
    """The README's round, three times. Puddings 1, 2, 0 a round: 3, 6, 0 kept."""
    told = evening("cutthroat-combo", "sushi-go-party", PARTY, 3)
    assert told["phase"] == "finished"
    assert [seat["rounds"][0]["points"] for seat in told["seats"]] == [23, 13, 1]
    assert [seat["total"] for seat in told["seats"]] == [69, 39 + 6, 3 - 6]


def test_a_menu_of_ones_own_is_laid_out_of_tiles() -> None:
    tiles = "nigiri temaki tofu eel miso-soup spoon soy-sauce pudding"
    by_tile = {label.kind: label.code for label in WANTED.values() if label.type == "kind"}
    lines = [by_tile[slug] for slug in tiles.split()] + scans("red blue green next")
    table = empty()
    ended = replay(lines, "the sheet", table, codebook_of(table.games))
    assert (ended.refused, ended.table.phase) == ([], "playing")


def test_a_game_of_sushi_go_is_scored_from_the_sheet() -> None:
    """Rules, Sushi Go!: sashimi 10 for each 3, tempura 5 for each 2, a nigiri on wasabi 9."""
    hands = {
        "red": "sashimi sashimi sashimi tempura tempura wasabi squid-nigiri chopsticks chopsticks",
        "blue": " ".join(["dumpling"] * 5 + ["maki-3"] + ["egg-nigiri"] * 3),
    }
    dummy = {"dummy": "pudding pudding maki-1 tempura tempura tempura tempura dumpling egg-nigiri"}
    lines = scans("sushi-go dummy red blue next")
    for badge, hand in (hands | dummy).items():
        lines += scans(badge) + scans(hand, "sushi-go")
    table = empty()
    ended = replay([*lines, *scans("score")], "the sheet", table, codebook_of(table.games))
    assert ended.refused == []
    told = report(ended.table, {})
    assert [seat["rounds"][0]["points"] for seat in told["seats"]] == [24, 24, 15]


def test_a_game_of_omakase_is_scored_from_the_sheet() -> None:
    """Rules, Omakase, the examples."""
    told = evening(
        "omakase",
        "omakase",
        {
            "red": "octopus eel crab tuna tuna salmon-roll karaage umeshu",
            "blue": "assorted-sashimi eel salmon shrimp tuna-roll shoyu shoyu",
            "green": "omelette cucumber-roll tofu karaage",
        },
        1,
    )
    assert [seat["total"] for seat in told["seats"]] == [4000, 5500, 2000]
