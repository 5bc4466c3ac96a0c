"""The sentence beside a kind's points has the numbers that count at this table."""

import pytest

from engine.games import omakase, sushi_go, sushi_go_party
from firmware.words.language import say
from firmware.words.rules import face_rule, rule

PARTY, CLASSIC, OMAKASE = sushi_go_party.GAME, sushi_go.GAME, omakase.GAME


@pytest.mark.parametrize(
    ("game", "slug", "players", "sentence"),
    [
        (PARTY, "maki", 5, "most icons 6, second 3"),
        (PARTY, "maki", 6, "most icons 6, second 4, third 2"),
        (PARTY, "temaki", 3, "most +4, fewest −4"),
        (PARTY, "temaki", 2, "most +4"),
        (PARTY, "maki", 8, "most icons 6, second 4, third 2"),
        (PARTY, "pudding", 2, "at the end: most +6"),
        (PARTY, "pudding", 3, "at the end: most +6, fewest −6"),
        (PARTY, "onigiri", 3, "shapes: 1, 4, 9, 16"),
        (CLASSIC, "pudding", 2, "at the end: most +6"),
        (CLASSIC, "pudding", 3, "at the end: most +6, fewest −6; a tie shares"),
        (CLASSIC, "pudding", 4, "at the end: most +6, fewest −6; a tie shares"),
        (CLASSIC, "tempura", 4, "2 for 5 points"),
        (OMAKASE, "tofu", 4, "200 yen; Kids set"),
        (OMAKASE, "shoyu", 4, "doubles one sushi outside the sets"),
    ],
)
def test_a_rule_has_the_numbers_of_its_table(game, slug, players, sentence):
    assert say(rule(game, slug, players)).replace("\xa0", " ") == sentence


@pytest.mark.parametrize("game", [PARTY, CLASSIC, OMAKASE])
def test_every_kind_has_its_rule(game):
    assert [kind.slug for kind in game.kinds if not say(rule(game, kind.slug, 4))] == []


def test_a_face_has_its_own_numbers():
    for game in (PARTY, CLASSIC):
        assert say(face_rule(game, "squid-nigiri", "nigiri")) == "3; on wasabi 9"
