"""Who sits in a lobby, by the protocol's own words, and ways to scan it at random."""

from collections.abc import Iterator, Sequence
from random import Random

COLOURS = ["red", "orange", "yellow", "green", "cyan", "blue", "magenta", "white"]


class Sitting:
    """Those whom the game before has `left` here, until one of them is scanned; who `joined`."""

    def __init__(self, left: Sequence[str] = ()) -> None:
        self.left, self.joined = [*left], list[str]()

    @property
    def badges(self) -> list[str]:
        return [*self.left, *self.joined]

    def scan(self, badge: str) -> None:
        if badge in self.left:
            self.left = []
        if badge not in self.joined:
            self.joined.append(badge)

    def remove(self, badge: str) -> None:
        (self.left if badge in self.left else self.joined).remove(badge)

    def scans(self, rng: Random, players: int) -> Iterator[list[str]]:
        """Scans that belong together, until so many sit."""
        while len(self.badges) != players or rng.random() < 0.2:
            too_many = len(self.badges) > players
            if self.badges and rng.random() < (0.6 if too_many else 0.1):
                badge = rng.choice(self.badges)
                self.remove(badge)
                yield ["command remove", f"badge {badge}"]
            elif rng.random() < 0.05:
                yield ["command remove", "command remove"]
            else:
                badge = rng.choice(COLOURS)
                self.scan(badge)
                yield [f"badge {badge}"]


def left_lobby(rng: Random, *, by_kinds: bool) -> tuple[list[str], Sitting]:
    """A game that was left, and who sits then: a lobby whose menu is chosen `by_kinds` has to be
    opened first.
    """
    badges = rng.sample(COLOURS, rng.randint(2, 6))
    ways = [["new-game", "new-game"], ["score", "new-game"], ["score"]][: 2 if by_kinds else 3]
    commands = ["next", *rng.choice(ways)]
    begun = ["game omakase", *(f"badge {badge}" for badge in badges)]
    return [*begun, *(f"command {slug}" for slug in commands)], Sitting(badges)
