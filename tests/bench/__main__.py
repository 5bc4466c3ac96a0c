"""`make bench`: the project's figures, measured here and now; the last line is one JSON object."""

import json
import sys
from collections.abc import Callable, Mapping

from bench import (
    bench_desk,
    bench_labels,
    bench_paint,
    bench_parts,
    bench_points,
    bench_scan,
    bench_web,
)
from bench.bench_figures import Figure

FIGURES: Mapping[str, Callable[[], Figure]] = {
    "rescore_cutthroat_us": bench_points.rescore_cutthroat,
    "rescore_sushi_go_us": bench_points.rescore_sushi_go,
    "one_more_card_us": bench_points.one_more_card,
    "scan_to_panel_us": bench_points.scan_to_panel,
    "scan_to_picture_us": bench_points.scan_to_picture,
    "acknowledge_over_commit_ms": bench_scan.acknowledge_over_commit,
    "restart_cpu_ratio": bench_desk.restart_cpu_ratio,
    "desk_rss_mb": bench_desk.rss,
    "desk_idle_wakeups_per_s": bench_desk.idle_wakeups,
    "labels_party_s": bench_labels.party,
    **bench_parts.FIGURES,
    **bench_web.FIGURES,
    "first_paint_ms": bench_paint.first_paint,
}


def main(wanted: list[str]) -> None:
    records = {}
    for name in wanted or FIGURES:
        measured = FIGURES[name]()
        records[name] = measured.record()
        verdict = "reached" if measured.reached else "MISSED"
        print(
            f"{name:28}{measured.median:9.3f} {measured.unit:6}"
            f" goal {measured.goal:g}: {verdict}  ({measured.note})",
            flush=True,
        )
    missed = [name for name, record in records.items() if not record["reached"]]
    print(f"missed: {', '.join(missed)}" if missed else "all goals reached")
    print(json.dumps(records))


if __name__ == "__main__":
    main(sys.argv[1:])
