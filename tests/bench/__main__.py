"""`make bench`: the project's figures, measured here and now; the last line is one JSON object.

make bench                          all of them
make bench ONLY="web_rss_mb ..."    some
"""

import json
import sys
from collections.abc import Mapping
from importlib import import_module

from bench.bench_figures import Figure, Skipped, WentWrong

# Module and function of each, imported when it is its turn: what is not installed here skips its
# own figures and no others.
FIGURES: Mapping[str, tuple[str, str]] = {
    "rescore_cutthroat_ratio": ("bench_points", "rescore_cutthroat"),
    "rescore_sushi_go_ratio": ("bench_points", "rescore_sushi_go"),
    "scan_to_panel_ratio": ("bench_points", "scan_to_panel"),
    "best_card_ms": ("bench_best_card", "best_card"),
    "best_card_scan_extra_ms": ("bench_best_card", "acknowledge_extra"),
    "acknowledge_over_commit_ratio": ("bench_scan", "acknowledge_over_commit"),
    "restart_cpu_ratio": ("bench_desk", "restart_cpu_ratio"),
    "desk_rss_mb": ("bench_desk", "rss"),
    "desk_idle_wakeups_per_s": ("bench_desk", "idle_wakeups"),
    "labels_party_s": ("bench_labels", "party"),
    "recap_picture_s": ("bench_recap", "card"),
    "recap_race_s": ("bench_recap", "race"),
    "recap_race_kb": ("bench_recap", "race_size"),
    "recap_peak_mb": ("bench_recap", "peak"),
    "recap_scan_extra_ms": ("bench_recap", "acknowledge_extra"),
    "evening_backup_s": ("bench_backup", "thousand_games"),
    "evening_backup_most_mb": ("bench_backup", "most_games"),
    "evening_backup_scan_extra_ms": ("bench_backup", "acknowledge_extra"),
    "history_10000_open_ratio": ("bench_history", "opens"),
    "history_10000_first_extra_ms": ("bench_history", "opens_first"),
    "history_10000_people_ms": ("bench_history", "peoples_figures"),
    "history_10000_read_s": ("bench_history", "reading"),
    "history_10000_rss_mb": ("bench_history", "rss"),
    "history_10000_scan_extra_ms": ("bench_history", "acknowledge_extra"),
    "oled_bytes_per_scan": ("bench_by_hand", "oled_bytes_per_scan"),
    "key_to_led_ms": ("bench_table", "key_to_led"),
    "key_to_oled_ms": ("bench_table", "key_to_oled"),
    "path_over_luma_ratio": ("bench_by_hand", "path_over_luma_ratio"),
    "all_rss_mb": ("bench_all", "rss"),
    "all_idle_wakeups_per_s": ("bench_all", "idle_wakeups"),
    "all_idle_cpu_percent": ("bench_all", "idle_cpu"),
    "ready_cpu_ratio": ("bench_all", "ready_cpu_ratio"),
    "push_20_ms": ("bench_web", "push"),
    "scan_with_64_listeners_extra_ms": ("bench_web", "scan_with_listeners"),
    "page_kb": ("bench_web", "page_size"),
    "page_setup_kb": ("bench_web", "owner_size"),
    "page_story_kb": ("bench_web", "story_size"),
    "page_photo_kb": ("bench_web", "photo_size"),
    "page_menu_kb": ("bench_web", "menu_size"),
    "page_recap_kb": ("bench_web", "recap_size"),
    "page_year_kb": ("bench_web", "year_size"),
    "language_switch_ms": ("bench_languages", "switch"),
    "second_language_mb": ("bench_languages", "second"),
    "second_language_scan_extra_ms": ("bench_languages", "acknowledge_extra"),
    "voice_first_sound_ms": ("bench_voice", "first_sound"),
    "voice_mb": ("bench_voice", "memory"),
    "voice_scan_extra_ms": ("bench_voice", "acknowledge_extra"),
    "web_rss_mb": ("bench_web", "rss"),
    "web_storm_mb": ("bench_web", "storm"),
    "web_idle_wakeups_per_s": ("bench_web", "idle_wakeups"),
    "first_paint_ms": ("bench_paint", "first_paint"),
    "photo_medium_missed_percent": ("bench_photo", "medium_missed"),
    "photo_trays_not_whole_percent": ("bench_photo", "trays_not_whole"),
    "photo_hard_missed_percent": ("bench_photo", "hard_missed"),
    "photo_hard_12_mm_missed_percent": ("bench_photo", "hard_12_mm_missed"),
    "photo_two_trays_missed_percent": ("bench_photo", "two_trays_missed"),
    "photo_wrong_codes": ("bench_photo", "wrong"),
    "photo_pairs_missed_percent": ("bench_photo", "pairs_missed"),
    "photo_medium_cpu_ms": ("bench_photo", "medium_cpu"),
    "photo_most_cpu_ms": ("bench_photo", "most_cpu"),
    "photo_peak_mb": ("bench_photo", "peak"),
    "photo_scan_extra_ms": ("bench_photo", "acknowledge_extra"),
    "board_rss_mb": ("bench_board", "rss"),
    "board_cpu_percent": ("bench_board", "cpu"),
    "board_result_ms": ("bench_board", "result"),
    "board_update_ms_p99": ("bench_hall", "update"),
    "mqtt_client_rss_mb": ("bench_mqtt", "client"),
    "mqtt_rss_extra_mb": ("bench_mqtt", "service"),
    "mqtt_scan_extra_ms": ("bench_mqtt", "acknowledge"),
    "board_typed_40_ms_p99": ("bench_hall_day", "typed_40"),
    "board_typed_400_ms_p99": ("bench_hall_day", "typed_400"),
    "board_typed_4000_ms_p99": ("bench_hall_day", "typed_4000"),
    "board_paired_40_ms_p99": ("bench_hall_day", "paired_40"),
    "board_paired_400_ms_p99": ("bench_hall_day", "paired_400"),
    "board_paired_4000_ms_p99": ("bench_hall_day", "paired_4000"),
    "board_growth_times": ("bench_hall_day", "growth"),
    "board_largest_page_kb": ("bench_hall_day", "largest_page"),
    "board_signs_1000_s": ("bench_hall_day", "signs"),
    "pair_1000_tables_ms": ("bench_pairing", "thousand_tables"),
    "pair_rounds_short_of_known": ("bench_pairing", "short_of_known"),
    "season_of_20_tournaments_ms": ("bench_season", "from_nothing"),
}


def measure(name: str) -> Figure:
    """The figure of that name; Skipped where it cannot be measured here, and why."""
    module, function = FIGURES[name]
    try:
        return getattr(import_module(f"bench.{module}"), function)()
    except ModuleNotFoundError as why:
        raise Skipped(f"{why.name} is not installed") from None


def main(wanted: list[str]) -> None:
    unknown = [name for name in wanted if name not in FIGURES]
    if unknown:
        sys.exit(f"there is no figure {unknown[0]}; all there are: {', '.join(FIGURES)}")
    records: dict[str, object] = {}
    missed, skipped = [], {}
    for name in wanted or FIGURES:
        try:
            measured = measure(name)
        except (Skipped, WentWrong) as why:
            skipped[name] = str(why)
            print(f"{name:32}skipped: {why}", flush=True)
            continue
        records[name] = measured.record()
        if not measured.reached:
            missed.append(name)
        print(
            f"{name:32}{measured.median:9.3f} {measured.unit:6} goal {measured.goal:g}:"
            f" {'reached' if measured.reached else 'MISSED'}  ({measured.note})",
            flush=True,
        )
    print(f"missed: {', '.join(missed)}" if missed else "all goals reached")
    print(json.dumps({**records, "skipped": skipped}))


if __name__ == "__main__":
    main(sys.argv[1:])
