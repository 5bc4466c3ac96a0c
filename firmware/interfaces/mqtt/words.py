"""What the program that runs and the client call things between them."""

from typing import Literal

PART = "MQTT broker"
STATE_VERSION = RESULT_VERSION = 1
SETTINGS, FOLLOW, GAMES, GAME, TELL, DO, SEATS = [
    f"mqtt-{name}" for name in ("settings", "follow", "games", "game", "tell", "do", "seats")
]
Command = Literal["identify", "next", "score", "answered"]
COMMANDS: tuple[Command, ...] = ("identify", "next", "score", "answered")
