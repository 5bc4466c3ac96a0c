"""What the page says of a finding instead of what a terminal is told: nobody can type a command
there, and a setting is a field. `<section.key>`, or `<section.key=value>`, is the field's name.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.message import Message, gettext
from firmware.common.settings.errors import SERVICE_GOES_ON

INSTALL = gettext("run Okanjo's installer again (docs/install.md)")
RESTART = gettext("restart the device")
RESTART_PI = gettext("restart the Pi")
SWITCH_ON = gettext("run Okanjo's installer again (docs/install.md), then restart the Pi")
MQTT = gettext("see docs/mqtt.md")
PHOTO = gettext("see docs/photo.md")
SCANNER = gettext("plug it in, or correct the scanner's settings (docs/labels.md)")

OTHER_CARD = gettext("choose another <voice.card>")

PARTS: Mapping[str, Message] = {  # by what a terminal calls them
    "settings": gettext("settings"),
    "python": gettext("Python"),
    "board": gettext("board"),
    "service": gettext("service"),
    "crash": gettext("crash"),
    "page": gettext("page"),
    "MQTT": gettext("MQTT"),
    "disk": gettext("disk"),
    "journal": gettext("journal"),
    "backup": gettext("backup"),
    "I2C": gettext("I2C"),
    "SPI": gettext("SPI"),
    "scanner": gettext("scanner"),
    "display": gettext("display"),
    "track": gettext("track"),
    "buttons": gettext("buttons"),
    "buzzer": gettext("buzzer"),
    "photos": gettext("photos"),
    "games": gettext("games"),
    "language": gettext("language"),
    "power": gettext("power"),
    "clock": gettext("clock"),
    "voice": gettext("voice"),
    "camera": gettext("camera"),
}
ATTENTION = gettext("Something needs attention. Scoring continues.")
INSTEAD: Mapping[str, Message] = {
    # the whole
    "Ready. No scanner yet: plug one in, or score at the desk (okanjo run, or the page).": gettext(
        "Ready. No scanner yet: plug one in, or score at the desk."
    ),
    "Needs attention: {parts}. Scoring continues.": ATTENTION,
    SERVICE_GOES_ON: ATTENTION,
    # libraries, permissions, buses
    "sudo apt install python3-lgpio, then start again": INSTALL,
    "pip install 'gpiozero>=2.0.1', then start again": INSTALL,
    "sudo apt install python3-spidev, then start again": INSTALL,
    "pip install 'okanjo[display]'": INSTALL,
    "pip install pyserial": INSTALL,
    "sudo apt install python3-evdev, or pip install 'okanjo[keyboard]'": INSTALL,
    "restart Okanjo; after an upgrade of the system, run install.sh again": gettext(
        "restart the device; after an upgrade of the system, run Okanjo's installer again"
        " (docs/install.md)"
    ),
    "sudo okanjo doctor": INSTALL,
    "sudo okanjo doctor, or set a folder of your own under [state]": INSTALL,
    "sudo usermod -aG {group} $USER, then log in again": INSTALL,
    "sudo usermod -aG gpio with this user, then log in again": INSTALL,
    "sudo usermod -aG spi with this user, then log in again": INSTALL,
    "join the group i2c": INSTALL,
    "join the group spi": INSTALL,
    "switch I2C on with raspi-config": SWITCH_ON,
    "switch SPI on with raspi-config": SWITCH_ON,
    "switch SPI on with sudo raspi-config, then restart the Pi": SWITCH_ON,
    "sudo raspi-config nonint do_{bus} 0, then sudo reboot": SWITCH_ON,
    "switched on in config.txt, but not until a restart: sudo reboot": RESTART_PI,
    "sudo modprobe i2c-dev; to keep it: echo i2c-dev | sudo tee -a /etc/modules": RESTART_PI,
    # the display, the track, pins
    "faster: dtparam=i2c_arm=on,i2c_arm_baudrate=400000 in /boot/firmware/config.txt, then"
    " restart": gettext("faster: set its bus to 400 kHz (docs/wiring.md)"),
    "check its four wires; SDA and SCL may be swapped; i2cdetect -y {port} shows what answers: set"
    " i2c_address in [display]": gettext(
        "check its four wires; SDA and SCL may be swapped; try another <display.i2c_address>"
    ),
    "something answers at {address}: i2c_address = {address} in [display]": gettext(
        "something answers at {address}: set <display.i2c_address={address}>"
    ),
    'switched off: fitted = "no" in [{part}]': gettext("switched off: <{part}.fitted=no>"),
    'if there is one: set fitted = "yes" in [{part}]': gettext(
        "if there is one: set <{part}.fitted=yes>"
    ),
    "if there is one: set kind in [track]": gettext("if there is one: set <track.kind>"),
    "use the Pi's own supply and a short, thick cable; give a strip its own supply, or a lower"
    " cap_ma in [track]": gettext(
        "use the Pi's own supply and a short, thick cable; give a strip its own supply, or a lower"
        " <track.cap_ma>"
    ),
    "correct order in [track]": gettext("correct the order of colours in the settings file"),
    "stop the program that uses them, or choose others in [display]": gettext(
        "stop the program that uses them, or choose others in the settings file"
    ),
    # the voice
    'switched off: say = "off" in [voice]': gettext("switched off: <voice.say=off>"),
    "if not: turn it up with alsamixer, or choose another sound card: card in [voice]": gettext(
        "if not: turn the speaker up, or choose another <voice.card>"
    ),
    "install it: sudo apt install espeak-ng": INSTALL,
    "install it: sudo apt install alsa-utils": INSTALL,
    "end that program, or choose another sound card at /setup": OTHER_CARD,
    "plug it in, or choose another at /setup; aplay -l lists them": gettext(
        "plug it in, or choose another <voice.card>"
    ),
    "choose another at /setup, or correct card in [voice]; aplay -L lists them": OTHER_CARD,
    "choose another sound card at /setup; aplay -l lists them": OTHER_CARD,
    "choose another sound card at /setup, or switch the voice off": OTHER_CARD,
    "restart Okanjo; if this stays, switch the voice off": RESTART,
    "start Okanjo as its service, or join the group audio": INSTALL,
    # scanners
    "plug it in, or correct usb in [[scanner]]: lsusb lists all": SCANNER,
    "plug it in, or correct port in [[scanner]]: ls /dev/serial/by-id lists all": SCANNER,
    'to give it to one player: usb = "{name}" and badge in [[scanner]]': gettext(
        "to give it to one player: see docs/labels.md"
    ),
    "faster: set the scanner and baud in [[scanner]] to 115200": gettext(
        "faster: set the scanner and its settings (docs/labels.md) to 115200"
    ),
    # disk, service, page, language, photos
    "delete what you do not need: df -h shows how full it is": gettext(
        "delete what you do not need"
    ),
    "keep games on a writable disk: folder in [state]; a card that became read-only by itself is"
    " worn out": gettext(
        "keep games on a writable disk; a card that became read-only by itself is worn out"
    ),
    "correct that line, then restart the service: sudo systemctl restart okanjo": gettext(
        "correct that line, then restart the device"
    ),
    "restart Okanjo; the service: sudo systemctl restart okanjo": RESTART,
    "set device in [language] to one of: {languages}": gettext(
        "set another language in the settings file: {languages}"
    ),
    "Photos need {library}, which is not installed: pip install 'okanjo[photo]'": gettext(
        "Photos need {library}, which is not installed"
    ),
    "to see why: journalctl -u okanjo-photo -n 20": RESTART,
    "rpicam-still is missing: sudo apt install rpicam-apps-lite": gettext(
        "install rpicam-apps-lite (docs/photo.md)"
    ),
    "ffmpeg is missing: sudo apt install ffmpeg": gettext("install ffmpeg (docs/photo.md)"),
    "save one: okanjo backup FILE, or on the page under Setup": gettext("save one, above"),
    # the broker
    "to see why: journalctl -u okanjo-mqtt -n 20": RESTART,
    "check user in [mqtt], and give the password again: okanjo mqtt --password": gettext(
        "check <mqtt.user>, and give the password again"
    ),
    "the broker refuses us as nobody: user in [mqtt] is empty": gettext(
        "the broker refuses us as nobody: <mqtt.user> is empty"
    ),
    "install it: pip install okanjo[mqtt]": INSTALL,
    "check host in [mqtt]": gettext("check <mqtt.host>"),
    "start the broker, or check port in [mqtt] (1883 is usual, with TLS 8883); mosquitto hears"
    " other machines only with this in its configuration: listener 1883": gettext(
        "start the broker, or check <mqtt.port> (1883 is usual, with TLS 8883); mosquitto hears"
        " other machines only with this in its configuration: listener 1883"
    ),
    "check the certificate, ca in [mqtt], the broker's name, and this machine's clock": gettext(
        "check the certificate, <mqtt.ca>, the broker's name, and the device's clock"
    ),
    "check port in [mqtt] (with TLS 8883 is usual)": gettext(
        "check <mqtt.port> (with TLS 8883 is usual)"
    ),
    "check host in [mqtt], network and firewalls": gettext(
        "check <mqtt.host>, network and firewalls"
    ),
    "check ca in [mqtt]": gettext("check <mqtt.ca>"),
    "give one of them another: id in [mqtt]": gettext("give one of them another: <mqtt.id>"),
    "in a terminal: sudo okanjo doctor": MQTT,
    "for more: sudo systemctl edit mosquitto, add [Service] LimitNOFILE=65536, then sudo systemctl"
    " restart mosquitto": MQTT,
    "echo persistence true | sudo tee -a {file}; sudo systemctl restart mosquitto": MQTT,
    "echo persistence_location /var/lib/mosquitto/ | sudo tee -a {file}; sudo systemctl restart"
    " mosquitto": MQTT,
    "sudo install -d -o mosquitto {folder}; sudo systemctl restart mosquitto": MQTT,
}


def on_page(message: Message) -> Message:
    """The message as the page says it, and those within."""
    values = {
        name: on_page(value) if isinstance(value, Message) else value
        for name, value in message.values.items()
    }
    return INSTEAD.get(message.text, message)._replace(values=values)
