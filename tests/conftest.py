"""How all tests run."""

import signal

from hypothesis import HealthCheck, settings

# Nothing of Hypothesis's is held to a time, as any machine may be busy.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    # Under nohup: a handler, unlike SIG_IGN, is not inherited by the programs that tests start.
    signal.signal(signal.SIGHUP, lambda number, frame: None)
