"""How all tests run: no example of Hypothesis's is held to a time, as any machine may be busy."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
