"""Count how often a virtual Pi's buzzer has sounded, by its kernel's trace."""

BUZZER = 18
NOTED = "/sys/kernel/tracing"  # each time that somebody makes the pin high
LISTEN = f"""
mountpoint -q {NOTED} || mount -t tracefs none {NOTED}
first=$(cat /sys/class/gpio/gpiochip*/base) && cd {NOTED}/events/gpio/gpio_value &&
echo "gpio == $((first + {BUZZER})) && get == 0 && value == 1" >filter &&
echo 1 >enable && echo >{NOTED}/trace
"""


def beeps(okanjo):
    """So many since somebody began to listen."""
    return int(okanjo.shell(f"grep -c gpio_value: {NOTED}/trace; true"))
