"""What the program that runs and the client call things between them."""

from typing import Literal

PART = "MQTT broker"
STATE_VERSION = RESULT_VERSION = 1
SETTINGS, FOLLOW, GAMES, GAME, TELL, DO = (
    *("mqtt-settings", "mqtt-follow", "mqtt-games", "mqtt-game", "mqtt-tell", "mqtt-do"),
)
Command = Literal["identify", "next", "score", "answered"]
COMMANDS: tuple[Command, ...] = ("identify", "next", "score", "answered")
