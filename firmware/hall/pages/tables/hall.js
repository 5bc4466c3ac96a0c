// All tables in, the hall out: one screen that turns its pages by itself where it is large, else a list.
import { face, renew } from "./clock.js";
import { $, filled, make, words, write } from "./dom.js";
import { plain } from "./format.js";
import { listen } from "./live.js";
import { finds, label, seats, stage, troubles, waits, whole } from "./parts.js";
import { wrap } from "./wrap.js";

const wide = matchMedia("(min-width: 60rem) and (min-height: 30rem)");
const texts = words();
const { title } = document;
const field = $("find").lastElementChild;
const TURN_S = 12;
const GAP = 0.4; // GAP: em between tiles
const byLabel = new Intl.Collator("en", { numeric: true });
const tiles = new Map();
const nodes = new Map(); // by device: tiles, and what shows them
// What is shown: `ahead` ms is this clock before the board's, for `ticks` s this page is shown; `clocks`
// are those of the rounds, as text.
const view = { state: null, ahead: 0, page: 0, held: false, ticks: 0, clocks: "[]" };

field.value = new URLSearchParams(location.search).get("find") ?? "";
const sought = () => plain(field.value.trim());

// --- how large

// What a tile needs, in its letters: a line for each player, or a large one for who leads.
const ROOMY = (players, long) => ({
  roomy: true,
  wide: 13,
  high: (long ? 4.8 : 3.7) + 1.6 * Math.max(2, players),
});
const TIGHT = (players, long) => ({
  roomy: false,
  wide: 11.4,
  high: (long ? 5.3 : 4.2) + 1.08 * Math.max(3, players),
});
const TALL = (players, long) => ({
  roomy: false,
  tall: true,
  wide: 12,
  high: (long ? 5 : 3.7) + 2.1 * Math.max(3, players),
});
const WRAPPED = 12; // letters: longer names take two lines in a tile that is tall
const READABLE = 0.0068; // of the width: no letter of a name is smaller

/** The largest letters with which so many tiles of that kind fit. */
function fit(count, kind) {
  const { clientWidth: w, clientHeight: h } = $("tables");
  let best = { size: 0 };
  for (let columns = 1; columns <= Math.min(count, 16); columns++) {
    const rows = Math.ceil(count / columns);
    const size = Math.min(w / columns / (kind.wide + GAP), h / rows / (kind.high + GAP), w * 0.026);
    if (size > best.size) best = { ...kind, size, columns, rows };
  }
  return best;
}

/** What is shown of all that is to be shown: so many a page that they can be read from afar. */
function arrange(all) {
  const least = Math.max(12, $("tables").clientWidth * 0.01);
  const players = Math.max(...all.map((one) => one.players.length));
  const long = all.some((one) => label(one).matches(".long"));
  let most = all.length;
  while (most > 1 && fit(most, TIGHT(players, long)).size < least) most--;
  const calling = all.filter((one) => one.call).slice(0, Math.floor(most / 2));
  const others = all.filter((one) => !calling.includes(one));
  const room = most - calling.length;
  const pages = Math.max(1, Math.ceil(others.length / room));
  view.page = (view.page + pages) % pages;
  const roomy = fit(most, ROOMY(players, long));
  const wraps = all.some((one) => one.players.some(({ name }) => name.length > WRAPPED));
  const tight = fit(most, (wraps ? TALL : TIGHT)(players, long));
  return {
    shown: [...calling, ...others.slice(view.page * room, (view.page + 1) * room)],
    pages,
    ...(roomy.size >= (wraps ? 1.25 * least : Math.min(tight.size, 1.25 * least)) ? roomy : tight),
  };
}

// --- a tile

function draw(tile) {
  const { device, online, call, problems, since, players } = tile;
  if (!nodes.has(device)) {
    const link = make("a", {});
    nodes.set(device, { link, li: make("li", {}, link) });
  }
  const node = nodes.get(device);
  const { link, li } = node;
  const minutes = Math.floor((Date.now() - view.ahead) / 60_000 - since / 60);
  const as = `${minutes} ${sought()}`;
  if (node.tile === tile && node.as === as) return li;
  Object.assign(node, { tile, as, wrapped: "" });
  li.className = `card tile${call ? " call" : ""}${online ? "" : " offline"}${waits(tile) ? " waits" : ""}`;
  link.href = `/table/${encodeURIComponent(device)}${location.search}`;
  link.replaceChildren(
    make(
      "span",
      "head",
      label(tile),
      " ",
      ...(problems.length
        ? [make("span", "foot", "⚠", make("span", "word", ` ${problems.join(", ")}`)), " "]
        : []),
      make(
        "span",
        "stage",
        ...(call ? [texts.calls] : online ? stage(tile) : [texts.offline]),
        ...(since && minutes > 0 && !call && !waits(tile)
          ? [make("span", "age soft", ` ${filled(texts.age, { minutes })}`)]
          : []),
      ),
    ),
    make("ol", "seats", ...seats(tile, sought(), texts)),
    ...(players.length ? [] : [make("span", "soft", texts.empty)]),
  );
  return li;
}

/** Make room for the long names of tiles that are new, or of another size. */
function wrapNames(shown) {
  const list = $("tables");
  const as = `${list.className} ${list.style.cssText} ${list.clientWidth}x${list.clientHeight}`;
  const fresh = shown.map(({ device }) => nodes.get(device)).filter((node) => node.wrapped !== as);
  for (const node of fresh) node.wrapped = as;
  const least = Math.max(10, list.clientWidth * READABLE);
  const links = fresh.map(({ link }) => link);
  wrap(links, wide.matches ? least : 0);
}

// --- the hall

function show() {
  if (!view.state) return;
  const all = [...tiles.values()].sort(
    (a, b) => b.call - a.call || byLabel.compare(a.label, b.label),
  );
  const who = sought();
  const found = who
    ? all.filter((one) => finds(one.label, who) || one.players.some(({ name }) => finds(name, who)))
    : all;
  const calls = all.filter((one) => one.call).length;
  const [what, which] = view.state.calls;
  document.body.classList.toggle("held", view.held);
  $("empty").hidden = all.length > 0;
  $("none").hidden = !who || found.length > 0;
  write($("none").querySelector("bdi"), field.value);
  write($("sum"), view.state.sum);
  $("tournaments").hidden = $("others").hidden = !view.state.tournaments;
  const { seasons } = view.state;
  $("season").hidden = !seasons.length;
  write($("season"), seasons.length > 1 ? texts.seasons : texts.season);
  $("season").href = seasons.length > 1 ? "/t#seasons" : `/season/${seasons[0]}`;
  write($("broker"), view.state.broker);
  write($("calls"), ...(calls ? [make("b", {}, what), which ? ` ${which}` : ""] : []));
  document.title = `${calls ? `(${calls}) ` : ""}${title}`;
  const list = $("tables");
  const plan =
    wide.matches && found.length
      ? arrange(found)
      : { shown: found, pages: 1, roomy: who || found.length < 13 };
  list.className = plan.roomy ? "roomy" : plan.tall ? "tight tall" : "tight";
  list.style.cssText = plan.columns
    ? `--letter: ${plan.size}px; --columns: ${plan.columns}; --rows: ${plan.rows}`
    : "";
  $("turns").hidden = plan.pages < 2;
  $("hold").hidden = plan.pages < 2 && !calls;
  const { pages } = plan;
  write($("turns").children[1], filled(texts.page, { page: view.page + 1, pages }));
  const lines = plan.shown.map(draw);
  const had = document.activeElement;
  if (lines.length !== list.children.length || lines.some((one, n) => one !== list.children[n])) {
    list.replaceChildren(...lines);
    if (list.contains(had)) had.focus({ preventScroll: true });
  }
  wrapNames(plan.shown);
}

function turn(by) {
  view.page += by;
  view.ticks = 0;
  show();
}

$("back").onclick = () => turn(-1);
$("on").onclick = () => turn(1);
$("hold").onclick = () => {
  view.held = !view.held;
  $("hold").ariaPressed = String(view.held);
  show();
};
field.oninput = () => {
  const find = field.value.trim();
  history.replaceState(0, "", find ? `?${new URLSearchParams({ find })}` : "/");
  view.page = 0;
  show();
};
wide.onchange = show;
new ResizeObserver(() => wide.matches && requestAnimationFrame(show)).observe($("tables"));
setInterval(() => {
  view.ticks++;
  if (view.ticks % TURN_S === 0)
    turn(view.held || sought() || $("tables").matches(":has(:focus-visible)") ? 0 : 1);
}, 1000);

/** The clocks of the rounds that are played; of several tournaments, with their titles. */
function setClocks(clocks) {
  const now = JSON.stringify(clocks);
  if (now === view.clocks) return;
  view.clocks = now;
  const several = clocks.length > 1;
  const faces = clocks.map(({ at, of }) => face({ at, of: several ? of : "" }));
  $("clocks").replaceChildren(...faces);
  renew().catch(() => {});
}

function take(state) {
  view.state = state;
  view.ahead = Date.now() - state.now * 1000;
  if (state.all) tiles.clear();
  for (const tile of state.tiles) tiles.set(tile.device, whole(tile));
  write($("notices"), ...troubles(state, 0, texts));
  write($("announced"), ...state.announced.map((text) => make("p", "note announcement", text)));
  setClocks(state.clocks);
  show();
  document.body.dataset.v = state.v;
}
listen("/events", take, (away, state) => write($("notices"), ...troubles(state, away, texts)));
