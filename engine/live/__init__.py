"""Live: every card is scanned as it is revealed, and scores move with the play."""

from engine.live.decide import ANSWERS, DECIDE
from engine.live.evolve import evolve

__all__ = ["ANSWERS", "DECIDE", "evolve"]
