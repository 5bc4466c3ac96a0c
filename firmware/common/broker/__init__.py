"""A connection to an MQTT broker, and the messages that go over it (docs/mqtt.md)."""
