"""How people and machines reach the device: pages, the desk at a terminal, MQTT."""
