// Pairings, standings and a podium for a whole hall: as large as they fit, in pages that turn by themselves.
import { renew } from "./clock.js";
import { $, filled, words } from "./dom.js";
import { fetched } from "./fetched.js";
import { shrink } from "./shrink.js";
import { listen } from "./live.js";

const texts = words();
const TURN_MS = 10_000;
const LINE = 1.45; // em: a line's height
const WIDE = 15; // em: a column's least width
const SMALLEST = 0.5; // of a line's letters: those of a long name
const view = { page: 0, turns: 0 }; // what is shown, and the timer that turns it

/** The largest letters with which all lines fit, or the smallest that are read from afar. */
function arrange(count, width, height) {
  const least = Math.max(18, width * 0.021);
  const most = width * 0.04;
  for (let size = most; ; size = Math.max(least, size * 0.97)) {
    const columns = Math.max(1, Math.floor(width / (size * WIDE)));
    const rows = Math.max(1, Math.floor(height / (size * LINE)));
    if (columns * rows >= count || size <= least) return { size, columns, rows };
  }
}

const isPodium = (list) => list.matches(".podium");

function show() {
  const box = $("live");
  const all = [...box.children].flatMap((list) => {
    const lines = [...list.children];
    const { size, columns, rows } = isPodium(list)
      ? { columns: 1, rows: lines.length }
      : arrange(lines.length, box.clientWidth, box.clientHeight);
    const pages = Math.max(1, Math.ceil(lines.length / (columns * rows)));
    return Array.from({ length: pages }, (_, part) => ({
      list,
      lines,
      size,
      columns,
      rows,
      part,
      pages,
    }));
  });
  view.page = (view.page + all.length) % all.length || 0;
  const { list, lines, size, columns, rows, part, pages } = all[view.page] ?? { lines: [] };
  for (const other of box.children) other.hidden = other !== list;
  for (const [n, line] of lines.entries()) line.hidden = Math.floor(n / (columns * rows)) !== part;
  if (list && !isPodium(list)) {
    const grid = `repeat(${rows}, ${LINE}em) / repeat(${columns}, minmax(0, 1fr))`;
    list.style.cssText = `--letter: ${size}px; grid-template: ${grid}`;
  }
  shrink([...box.querySelectorAll(":not([hidden]) > li:not([hidden]) bdi")], SMALLEST);
  const what = list?.dataset.what ?? texts.none;
  $("what").textContent = pages > 1 ? filled(texts.page, { what, page: part + 1, pages }) : what;
  document.body.dataset.shown = view.page;
}

function turn(by) {
  view.page += by;
  show();
}

/** Turn by itself from now on. */
function wind() {
  clearInterval(view.turns);
  view.turns = setInterval(turn, TURN_MS, 1);
}

async function fresh() {
  const { page } = await fetched();
  const now = page.getElementById("live");
  renew().catch(() => {});
  $("announcement").replaceWith(page.getElementById("announcement"));
  const what = (live) => live.firstElementChild?.dataset.what;
  if (what($("live")) !== what(now)) view.page = 0;
  $("live").replaceWith(now);
  show();
}

new ResizeObserver(show).observe(document.body);
wind();
addEventListener("keydown", ({ key }) => {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (!by) return;
  wind();
  turn(by);
});
listen(
  `/events?tournament=${$("live").dataset.tournament}`,
  ({ v }) => v !== +$("live").dataset.v && fresh().catch(() => {}),
  (away) => {
    $("lost").hidden = !away;
  },
);
show();
