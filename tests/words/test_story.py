"""What decided a round or a game, in words."""

from support.table_engine import EngineTable, begun

from engine.review.best_card import best_cards
from engine.review.oddities import ODDITIES, Oddity, OddityDetail
from engine.review.story import story
from firmware.core.view.effects import tie_break
from firmware.words.language import say
from firmware.words.story import best_card, oddity
from firmware.words.story import story as story_words

CLASSIC = "sushi-go"


def cards(example: EngineTable, words: str) -> list[str]:
    """Each player's best single card after these words."""
    example.scan(words)
    return [say(best_card(card, example.standings)) for card in best_cards(example.table)]


def tale(example: EngineTable, *rounds: str) -> list[str]:
    """The story of a game with these trays."""
    for number, trays in enumerate(rounds):
        example.scan("next" if number else "", f"{trays} score")
    facts = story(example.standings)
    assert facts
    sentences = story_words(facts, example.standings, tie_break(example.standings))
    return [say(sentence) for sentence in sentences]


def test_best_single_cards() -> None:
    sentences = cards(
        begun(CLASSIC, 2), "red tempura tempura orange sashimi sashimi egg-nigiri score"
    )
    assert sentences[1] == "Orange: Sashimi instead of Egg nigiri: +9, and the lead"
    assert cards(begun(CLASSIC, 2), "red squid-nigiri squid-nigiri orange chopsticks score") == [
        "Red: Maki roll 1 instead of Squid nigiri: +3",
        "Orange: Maki roll 1 instead of Chopsticks: +6, and Red and Orange share the lead",
    ]


def test_the_win_at_the_end() -> None:
    example = begun(CLASSIC, 2).scan("score next score next")
    sentences = cards(example, "red tempura chopsticks orange squid-nigiri squid-nigiri score")
    assert sentences[0] == (
        "Red: Maki roll 1 instead of Tempura: +6, and Red and Orange share the win"
    )
    example.scan("undo remove squid-nigiri/2")
    assert cards(example, "score")[0] == "Red: Maki roll 1 instead of Tempura: +6, and the win"


def test_a_fruit_is_named_in_full() -> None:
    menu = "temaki tempura sashimi dumpling chopsticks tea fruit"
    others = "orange temaki temaki yellow temaki temaki fruit-orange-orange"
    two = "fruit-watermelon-watermelon fruit-watermelon-watermelon"
    three = " ".join(["fruit-watermelon-orange", "fruit-orange-pineapple"] * 3)
    example = begun("sushi-go-party", 3, menu).scan("score next score next")
    sentences = cards(example, f"red fruit-orange-orange {others} {two} {three} score")
    assert sentences[0] == "Red: Watermelon, pineapple instead of Orange twice: +1"


def test_yen() -> None:
    words = "red fatty-tuna eel crab tuna salmon ginger orange premium-eel score"
    sentences = cards(begun("omakase", 2), words)
    assert sentences[0] == "Red: Salmon roe instead of Ginger: +2,900 yen"


def test_who_led_all_the_way() -> None:
    assert tale(begun(CLASSIC, 3), "red squid-nigiri", "red egg-nigiri", "red salmon-nigiri") == [
        "Red led from the first round to the end.",
        "Red had the largest round: 3 points in round 1.",
        "Nigiri decided it: 6 more than Orange and Yellow.",
    ]


def test_a_comeback() -> None:
    one_point = ("red squid-nigiri orange squid-nigiri", "orange egg-nigiri", "red pudding")
    assert tale(begun(CLASSIC, 3), *one_point) == [
        "Red and Orange led after round 1, Orange after round 2.",
        "Red was 1 point behind after round 2.",
        "Pudding decided it: 9 more than Orange.",
    ]
    late = ("", "red egg-nigiri", "red pudding orange salmon-nigiri salmon-nigiri")
    assert "Red was 3 points behind before the desserts." in tale(begun(CLASSIC, 3), *late)


def test_a_tie_that_puddings_broke() -> None:
    rounds = ("red pudding", "orange squid-nigiri squid-nigiri", "")
    assert tale(begun(CLASSIC, 2), *rounds)[-1] == "Level at 6: decided on puddings, 1 to 0."
    rounds = ("orange squid-nigiri", "", "red pudding")
    assert tale(begun(CLASSIC, 2), *rounds)[0] == "Orange led until the last round."


def test_a_set_decided_it() -> None:
    sentences = tale(
        begun("omakase", 2), "red omelette cucumber-roll tofu karaage orange premium-eel"
    )
    assert sentences == ["Kids set decided it: 2,000 yen more than Orange."]


def test_the_lead_in_live() -> None:
    menu = "temaki tempura tofu dumpling chopsticks tea pudding"
    example = begun("sushi-go-party", 2, menu, commands="live")
    sentences = tale(example, "egg-nigiri tofu squid-nigiri egg-nigiri", "", "")
    assert sentences[1] == "The lead changed 1 time."


def over(game: str) -> EngineTable:
    example = begun(game, 2)
    while example.table.phase != "finished":
        example.scan("next" if example.table.phase == "scored" else "score")
    return example


ODD = {
    "two-sets": "Red had 2 different sets.",
    "all-desserts": "Red kept all 2 desserts of the game.",
    "maki-in-vain": "Red had 2 maki cards in round 3, and still not the most.",
    "two-squids": "Red put 2 squid nigiri on wasabi in round 3.",
    "one-short": "Red was one card short of the dearest set: Salmon roe.",
    "level-rounds": "Red had 2 points in every round.",
    "last-dessert": "Red won by a single dessert card.",
    "first-win": "Red won for the first time in 2 games.",
    "runaway": "Red had at least twice as much as anybody else.",
    "sashimi-pairs": "Red had two sashimi in every round, and never the third.",
    "empty-round": "Red came out of round 3 with 0 points.",
    "first-to-last": "Red led until the last round, and came last.",
    "last-to-first": "Red was last until the last round, and won.",
    "personal-best": "Red has never had so many points in 2 games.",
    "more-actions": "Red had 2 action cards, and less sushi.",
    "close-win": "Red won by 2 points.",
    "same-total": "Red has 2 points, as last time.",
    "every-dish": "Red has points from all 2 dishes.",
    "wasted-wasabi": "Red had 2 wasabi and no nigiri in round 3.",
    "eels": "Red had a single eel, in 2 rounds.",
}


def test_each_oddity_has_a_sentence() -> None:
    sushi, omakase = over(CLASSIC).standings, over("omakase").standings
    sentences = {}
    for rule in ODDITIES:
        now = sushi if CLASSIC in rule.games or "omakase" not in rule.games else omakase
        face = "salmon-roe" if rule.slug == "one-short" else ""
        sentences[rule.slug] = say(oddity(Oddity(rule.slug, 0, OddityDetail(2, 3, face)), now))
    assert sentences == ODD


def test_an_oddity_in_yen() -> None:
    now = over("omakase").standings
    sentences = [
        say(oddity(Oddity(slug, 1, OddityDetail(1500)), now))
        for slug in ("close-win", "same-total", "personal-best")
    ]
    assert sentences == [
        "Orange won by 1,500 yen.",
        "Orange has 1,500 yen, as last time.",
        "Orange has never had so much in 1500 games.",
    ]


def test_one_point_is_one() -> None:
    won = Oddity("close-win", 0, OddityDetail(1))
    assert say(oddity(won, over(CLASSIC).standings)) == "Red won by 1 point."


def test_how_often_it_came() -> None:
    """A first time is worth a word among five games."""
    now, last = over(CLASSIC).standings, Oddity("last-dessert", 0, OddityDetail())
    often = {
        (times, games): say(oddity(last, now, times, games)).partition(". ")[2]
        for times, games in ((0, 0), (1, 4), (1, 34), (2, 3), (3, 34), (4, 34), (12, 340))
    }
    assert often == {
        (0, 0): "",
        (1, 4): "",
        (1, 34): "The first time in 34 games.",
        (2, 3): "The second time in 3 games.",
        (3, 34): "The third time in 34 games.",
        (4, 34): "The fourth time in 34 games.",
        (12, 340): "That makes 12 times in 340 games.",
    }
