"""How all tests run."""

import signal

from hypothesis import HealthCheck, settings

# Nothing of Hypothesis's is held to a time, as any machine may be busy.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

for number in (signal.SIGHUP, signal.SIGINT):
    if signal.getsignal(number) is signal.SIG_IGN:
        # Under nohup, or behind a script's "&": a handler, unlike SIG_IGN, is not inherited by the
        # programs that tests start.
        signal.signal(number, lambda number, frame: None)
