"""All tables' ears: which seats a broker keeps for them."""

import threading
from typing import Any

from paho.mqtt import client
from paho.mqtt.enums import CallbackAPIVersion
from support.mqtt_broker import Broker


class SeatsKept:
    """By device; and `said`, whom somebody sent something, each time."""

    def __init__(self, broker: Broker, **account: str) -> None:
        self.kept: dict[str, bytes] = {}
        self.said: list[str] = []
        self.paho = client.Client(CallbackAPIVersion.VERSION2, protocol=client.MQTTv5)
        if account:
            self.paho.username_pw_set(**account)
        self.paho.reconnect_delay_set(1, 1)
        self.paho.on_connect = self._on_connect
        self.paho.on_message = self._on_message
        listens = threading.Event()
        self.paho.on_subscribe = lambda *arguments: listens.set()
        self.paho.connect("127.0.0.1", broker.port)
        self.paho.loop_start()
        assert listens.wait(30)

    def _on_connect(self, paho: Any, *arguments: Any) -> None:
        self.kept.clear()
        paho.subscribe("okanjo/+/seats", 1)

    def _on_message(self, paho: Any, data: Any, message: Any) -> None:
        device = message.topic.split("/")[1]
        if not message.retain:
            self.said.append(device)
        self.kept[device] = message.payload

    def have(self, offers: dict[str, bytes]) -> bool:
        return {device: payload for device, payload in self.kept.items() if payload} == offers

    def say(self, device: str, payload: bytes) -> None:
        self.paho.publish(f"okanjo/{device}/seats", payload, 1, retain=True).wait_for_publish(5)

    def close(self) -> None:
        self.paho.disconnect()
        self.paho.loop_stop()
