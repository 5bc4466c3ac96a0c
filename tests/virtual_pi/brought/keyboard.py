"""In a virtual Pi: words in, typed by an ordinary USB keyboard, plugged in for that (a USB gadget).

`keyboard.py plug` and `keyboard.py type WORDS`: in small letters, at the pace of a hand.
"""

import os
import subprocess
import sys
import time

GADGET = "/sys/kernel/config/usb_gadget/keyboard"
HAND_S = 0.06
# HID 1.11, appendix B.1: a boot keyboard
REPORTS = bytes.fromhex(
    "05010906a101050719e029e71500250175019508810295017508810195057501050819012905910295017503"
    "9101950675081500256505071900296581 00c0"
)
KEYS = {letter: 4 + number for number, letter in enumerate("abcdefghijklmnopqrstuvwxyz")}
KEYS |= {" ": 44, "\n": 40}


def write(path, content):
    with open(os.path.join(GADGET, path), "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())


def plug():
    subprocess.run(["modprobe", "-a", "dummy_hcd", "libcomposite", "usb_f_hid"], check=True)
    for folder in ("strings/0x409", "configs/c.1", "functions/hid.0"):
        os.makedirs(os.path.join(GADGET, folder), exist_ok=True)
    write("idVendor", "0x046d")
    write("idProduct", "0xc31c")
    write("strings/0x409/product", "Ordinary Keyboard")
    write("strings/0x409/manufacturer", "Somebody")
    for name, value in {"protocol": "1", "subclass": "1", "report_length": "8"}.items():
        write(f"functions/hid.0/{name}", value)
    write("functions/hid.0/report_desc", REPORTS)
    os.symlink(f"{GADGET}/functions/hid.0", f"{GADGET}/configs/c.1/hid.0")
    write("UDC", os.listdir("/sys/class/udc")[0])


def type_(words):
    with open("/dev/hidg0", "wb", buffering=0) as keys:
        for letter in words:
            for key in (KEYS[letter], 0):
                keys.write(bytes([0, 0, key, 0, 0, 0, 0, 0]))
                time.sleep(HAND_S)


if sys.argv[1] == "plug":
    plug()
else:
    type_(sys.argv[2] + "\n")
