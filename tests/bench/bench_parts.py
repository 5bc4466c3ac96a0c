"""The figures of a table with all its parts, by name."""

from collections.abc import Callable, Mapping

from bench import bench_all, bench_by_hand, bench_table
from bench.bench_figures import Figure

FIGURES: Mapping[str, Callable[[], Figure]] = {
    "oled_bytes_per_scan": bench_by_hand.oled_bytes_per_scan,
    "key_to_led_ms": bench_table.key_to_led,
    "key_to_oled_ms": bench_table.key_to_oled,
    "path_over_luma_ratio": bench_by_hand.path_over_luma_ratio,
    "scan_with_hung_oled_extra_ms": bench_table.scan_with_hung_oled,
    "characters_lost": bench_table.characters_lost,
    "all_rss_mb": bench_all.rss,
    "all_idle_wakeups_per_s": bench_all.idle_wakeups,
    "all_idle_cpu_percent": bench_all.idle_cpu,
    "ready_cpu_ratio": bench_all.ready_cpu_ratio,
}
