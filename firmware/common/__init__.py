"""What every program here stands on: files and systemd, settings, local socket, HTTP, MQTT."""
