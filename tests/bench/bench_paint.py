"""The scoreboard on a slow phone: a throttled Chromium, from the tap to the first paint."""

import tempfile
from pathlib import Path
from statistics import median

from bench.bench_figures import Figure, Skipped, p99
from support.browser import page, until, why_none
from support.web_site import Played

LAPS = 9
CPU_SLOWER = 4  # a cheap phone, as Chromium's own "Mid-tier mobile" has it
NETWORK = {
    "offline": False,
    "latency": 150,  # ms, there and back: a phone at the far end of a crowded Wi-Fi
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
PAINTED = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


def first_paint() -> Figure:
    """With nothing kept from before."""
    why = why_none()
    if why:
        raise Skipped(why)
    with (
        tempfile.TemporaryDirectory(prefix="okanjo-bench-") as folder,
        Played(Path(folder)) as table,
    ):
        laps = [_lap(f"http://127.0.0.1:{table.port}/") for _ in range(LAPS + 1)][1:]
    note = f"CPU {CPU_SLOWER} times slower, 1.6 Mbit/s, {NETWORK['latency']} ms; {LAPS} laps"
    return Figure("ms", median(laps), p99(laps), 1000, note)


def _lap(address: str) -> float:
    with page("about:blank") as driver:
        driver.execute_cdp_cmd("Network.enable", {})
        driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
        driver.execute_cdp_cmd("Network.emulateNetworkConditions", NETWORK)
        driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWER})
        driver.get(address)
        return until(lambda: driver.execute_script(PAINTED), "nothing was painted")
