"""Live: every card is scanned as it is revealed, and scores move with the play."""

from engine.live.answers import ANSWERS
from engine.live.decide import DECIDE
from engine.live.evolve import EVOLVE

__all__ = ["ANSWERS", "DECIDE", "EVOLVE"]
