from engine.message import *  # noqa: F403
