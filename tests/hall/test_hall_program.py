"""A real table, a real broker, the board as it is started, and a television that looks at it."""

from pathlib import Path

from support.browser import page, text_of, until
from support.hall_board import BoardProgram, broker
from support.mqtt_broker import Broker, needs_mosquitto, table_of
from support.mqtt_told import GAME

pytestmark = needs_mosquitto


def test_what_is_scanned_at_a_table_is_on_the_television(tmp_path: Path) -> None:
    mosquitto = broker(tmp_path / "broker")
    hall = BoardProgram(tmp_path / "board", mosquitto)
    try:
        look(mosquitto, hall, tmp_path)
        assert hall.end() == 0
    finally:
        hall.kill()
        mosquitto.stop()


def look(mosquitto: Broker, hall: BoardProgram, folder: Path) -> None:
    until(lambda: hall.logged("the broker answers"))
    with page(f"http://127.0.0.1:{hall.port}/", (1920, 1080)) as driver:

        def shows(*words: str) -> bool:
            tiles = text_of(driver, "#tables")
            return all(word in tiles for word in words)

        until(lambda: driver.find_element("id", "empty").is_displayed())
        assert text_of(driver, "#broker").endswith(f":{mosquitto.port}")
        table = table_of(folder / "table", mosquitto)
        until(lambda: shows("t", "Not begun", "Nobody sits here"))
        table.scan(*GAME, "red", "squid-nigiri", "blue", "egg-nigiri")
        until(lambda: shows("Round 1 of 3", "Red ★ leads 3", "Blue 1"))
        table.answer("call-organiser")
        until(lambda: text_of(driver, "#calls") == "t calls")
        hall.kill()
        until(lambda: text_of(driver, "#notices").startswith("Connection to the board lost."))
        table.answer("call-organiser")
        table.leave()
        hall.start()
        until(lambda: shows("Offline", "Red ★ leads 3") and not text_of(driver, "#calls"))
        mosquitto.stop()
        until(lambda: "No broker listens at" in text_of(driver, "#notices"))
        mosquitto.start()
        until(lambda: text_of(driver, "#notices") == "")
