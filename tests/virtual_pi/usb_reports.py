"""In: a virtual Pi. Out: how often its scanner stopped short within a code, by its kernel's word.

Keys lie ready in QEMU's keyboard, and the kernel fetches them one by one, 8 ms apart. Now and then
an emulated machine stands still meanwhile, for up to 200 ms. No scanner does that within a code,
and for Okanjo 100 ms of silence end one: a code that was cut off like this is scanned again.
"""

MONITOR = "/run/virtual-pi/reports"
WATCH = f"""
modprobe usbmon; mountpoint -q /sys/kernel/debug || mount -t debugfs none /sys/kernel/debug
mkdir -p $(dirname {MONITOR}) && : >{MONITOR}
setsid grep --line-buffered " C Ii" /sys/kernel/debug/usb/usbmon/0u >{MONITOR} 2>/dev/null &
until ls -l /proc/$!/fd | grep -q usbmon; do sleep 0.05; done
"""
# A report's fields: ..., when (in microseconds), ..., "8 =", its eight bytes in two. 28 is Enter.
STOPS = f"""awk '
  !/ = /                 {{ within = 0; next }}
  within && $2 - at > 95000 {{ stops++ }}
                         {{ at = $2; key = $(NF - 1) }}
  key == "00002800"      {{ within = 0; next }}
  key != "00000000"      {{ within = 1 }}
  END                    {{ print stops + 0 }}' {MONITOR}"""
