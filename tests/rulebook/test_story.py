"""The story of a game that is over: docs/protocol-notes.md, "What decided the game"."""

from support.table_engine import EngineTable, begun

from engine.review.story import Decided, SeatRound, Story, story

PARTY, CLASSIC = "sushi-go-party", "sushi-go"


def told(example: EngineTable, *trays: str) -> Story:
    """The story of a game whose rounds these are."""
    for number, tray in enumerate(trays):
        example.scan("next" if number else "", f"{tray} score")
    tale = story(example.standings)
    assert tale is not None
    return tale


def test_there_is_none_until_the_end() -> None:
    example = begun(CLASSIC, 2)
    assert story(example.standings) is None
    assert story(example.scan("red tempura score next score").standings) is None
    assert story(example.scan("next score").standings)


def test_who_led_all_the_way() -> None:
    tale = told(begun(CLASSIC, 3), "red squid-nigiri", "red egg-nigiri", "red salmon-nigiri")
    assert tale == Story(
        leaders=((0,), (0,)),
        throughout=True,
        changes=None,
        largest=SeatRound(0, 1, 3),
        behind=None,
        decided=Decided("nigiri", 6, (1, 2)),
    )


def test_a_comeback_by_puddings() -> None:
    """Red has six points less after the second round, and two less before the desserts."""
    tale = told(
        begun(CLASSIC, 2),
        "red egg-nigiri orange squid-nigiri squid-nigiri",
        "red pudding orange egg-nigiri",
        "red squid-nigiri salmon-nigiri",
    )
    assert tale.leaders == ((1,), (1,))
    assert (tale.throughout, tale.behind) == (False, SeatRound(0, 2, 6))
    assert tale.largest == SeatRound(1, 1, 6)
    assert tale.decided == Decided("pudding", 6, (1,))


def test_the_largest_round_is_one() -> None:
    tale = told(begun(CLASSIC, 2), "red squid-nigiri", "orange squid-nigiri", "red egg-nigiri")
    assert tale.largest is None
    assert tale.leaders == ((0,), (0, 1))
    assert not tale.throughout


def test_the_dummy_has_no_story() -> None:
    tale = told(
        begun(CLASSIC, 2, commands="dummy"),
        "dummy squid-nigiri squid-nigiri red egg-nigiri",
        "dummy squid-nigiri",
        "red egg-nigiri",
    )
    assert (tale.leaders, tale.throughout) == (((0,), (0,)), True)
    assert (tale.largest, tale.behind) == (None, None)


def test_a_shared_win_was_decided_by_nothing() -> None:
    tale = told(begun(CLASSIC, 2), "red squid-nigiri", "orange squid-nigiri", "")
    assert (tale.behind, tale.decided) == (None, None)


def test_dessert_cards_leave_no_dish_to_decide() -> None:
    """Level at six."""
    tale = told(begun(CLASSIC, 2), "red pudding", "orange squid-nigiri squid-nigiri", "")
    assert tale.decided is None
    assert tale.behind == SeatRound(0, 2, 6)


def test_a_small_lead_of_many_dishes_was_decided_by_none() -> None:
    """Ten of 17 points by sashimi, five by tempura."""
    tale = told(
        begun(CLASSIC, 2),
        "red tempura tempura sashimi sashimi sashimi dumpling dumpling",
        "orange egg-nigiri",
        "",
    )
    assert tale.decided is None


def test_the_difference_is_to_each_in_second_place() -> None:
    """Six more than Orange by dumplings, as is the lead, but three more than Yellow."""
    tale = told(
        begun(CLASSIC, 3),
        "red tempura tempura dumpling dumpling dumpling"
        " orange tempura tempura yellow dumpling dumpling salmon-nigiri",
        "",
        "",
    )
    assert tale.decided is None


def test_omakase_is_decided_by_a_set() -> None:
    tale = told(begun("omakase", 2), "red omelette cucumber-roll tofu karaage orange premium-eel")
    assert tale == Story((), True, None, None, None, Decided("kids-set", 2000, (1,)))


def test_the_lead_changes_turn_by_turn_in_live() -> None:
    menu = "temaki tempura tofu dumpling chopsticks tea pudding"
    orange_then_red = "egg-nigiri tofu squid-nigiri egg-nigiri"
    assert told(begun(PARTY, 2, menu, commands="live"), orange_then_red, "", "").changes == 1
    level_between = f"{orange_then_red} chopsticks-1 egg-nigiri chopsticks-2 salmon-nigiri"
    assert told(begun(PARTY, 2, menu, commands="live"), level_between, "", "").changes == 2
    next_round = "egg-nigiri squid-nigiri"  # 5 to 6
    tale = told(begun(PARTY, 2, menu, commands="live"), orange_then_red, next_round, "")
    assert (tale.changes, tale.leaders) == (2, ((0,), (1,)))
