"""Tally: the cards are scanned at the end of a round, as they lie on the table."""

from engine.tally.decide import ANSWERS, DECIDE
from engine.tally.evolve import evolve

__all__ = ["ANSWERS", "DECIDE", "evolve"]
