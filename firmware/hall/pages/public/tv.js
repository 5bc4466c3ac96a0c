// Pairings and standings for a whole hall: as large as they fit, in pages that turn by themselves.
import { fetched } from "./fetched.js";
import { listen } from "./live.js";

const TURN_S = 10,
  LINE = 1.45,
  WIDE = 15; // em: a line's height, a column's least width
const live = () => document.getElementById("live");
let page = 0;

/** The largest letters with which all lines fit, or the smallest that are read from afar. */
function arrange(count, width, height) {
  const least = Math.max(18, width * 0.021),
    most = width * 0.04;
  for (let size = most; ; size = Math.max(least, size * 0.97)) {
    const columns = Math.max(1, Math.floor(width / (size * WIDE))),
      rows = Math.max(1, Math.floor(height / (size * LINE)));
    if (columns * rows >= count || size <= least) return { size, columns, rows };
  }
}

function show() {
  const box = live(),
    all = [...box.children].flatMap((list) => {
      const lines = [...list.children],
        { size, columns, rows } = arrange(lines.length, box.clientWidth, box.clientHeight);
      const pages = Math.max(1, Math.ceil(lines.length / (columns * rows)));
      return Array.from({ length: pages }, (_, at) => ({
        list,
        lines,
        size,
        columns,
        rows,
        at,
        pages,
      }));
    });
  page = (page + all.length) % all.length || 0;
  const { list, lines, size, columns, rows, at, pages } = all[page] ?? { lines: [] };
  for (const one of box.children) one.hidden = one !== list;
  lines.forEach((one, n) => (one.hidden = Math.floor(n / (columns * rows)) !== at));
  if (list)
    list.style.cssText = `--letter: ${size}px; grid-template: repeat(${rows}, ${LINE}em) / repeat(${columns}, minmax(0, 1fr))`;
  document.getElementById("what").textContent = list
    ? `${list.dataset.what}${pages > 1 ? ` · ${at + 1} of ${pages}` : ""}`
    : "No round is announced yet";
  document.body.dataset.shown = page;
}

function turn(by) {
  page += by;
  show();
}

async function fresh() {
  const now = (await fetched()).page.getElementById("live");
  if (live().firstElementChild?.dataset.what !== now.firstElementChild?.dataset.what) page = 0;
  live().replaceWith(now);
  show();
}

new ResizeObserver(show).observe(document.body);
let turns = setInterval(() => turn(1), TURN_S * 1000);
addEventListener("keydown", ({ key }) => {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (!by) return;
  clearInterval(turns);
  turns = setInterval(() => turn(1), TURN_S * 1000);
  turn(by);
});
listen(
  `/events?tournament=${live().dataset.tournament}`,
  ({ v }) => v !== +live().dataset.v && fresh().catch(() => {}),
  (away) => (document.getElementById("lost").hidden = !away),
);
show();
