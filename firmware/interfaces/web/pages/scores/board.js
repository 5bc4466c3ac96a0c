// The table's state in, the scoreboard out: on phones, laptops and, large, at /tv, which leads to /#tv.
import { $, filled, lettered, make, plate, svg, words, write } from "./dom.js";
import { number, signed } from "./format.js";
import { icon } from "./icons.js";
import { listen } from "./live.js";
import { aloud, hear, lost } from "./phone.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const colour = (seat) => seat.badge || "dummy";
const name = (seat) => make("bdi", "", seat.name);
const say = words();

function turn(node, as) {
  if (node.className !== as) node.className = as;
}

// What was shown last: who alone had the most, and which scan of which run.
const shown = { leader: "", scan: "", away: 0, next: 0 }; // and when the code is to be asked for

// --- what is amiss

function notices(s, away) {
  const lines = (s?.missing || []).map((problem) => make("p", "note", problem));
  if (s && !s.saved) lines.unshift(make("p", "note bad", say.unsaved));
  if (away) {
    const age = make("span", "num", ` ${filled(say.old, { seconds: away })}`);
    age.ariaHidden = "true"; // or it would be read out every second
    lines.unshift(make("p", "note bad", lost, age));
    if (!shown.away) aloud(lost);
  }
  shown.away = away;
  write($("notices"), ...lines);
}

// --- now: who, what, what next

function now(s) {
  const seat = s.stage === "playing" ? s.seats[s.active] : null;
  const last = s.last && !s.last.aside ? s.last : null;
  const refused = last && !last.ok;
  const empty = !s.game && !s.seats.length;
  $("now").hidden = false;
  turn($("now"), `card ${seat ? `of ${colour(seat)}` : empty ? "welcome" : ""}`);
  write(
    $("whose"),
    ...(s.phase === "finished" ? [] : seat ? [plate(seat), name(seat)] : [s.doing]),
  );
  write($("notes"), s.notes.join(" · "));
  write($("figures"), ...(empty ? PLATES : s.start ? s.start.map(figure) : []));
  turn($("card"), refused ? "num bad" : "num");
  write(
    $("card"),
    ...(refused ? [`${say.refused} `, last.text, ...entry(last)] : last ? card(s, last) : []),
  );
  write(
    $("asks"),
    ...s.complaints.flatMap(([who, what]) => [
      make("dt", "", name({ name: who })),
      make("dd", "", what),
    ]),
  );
  write(
    $("awaited"),
    ...s.awaited.map((line, n) => make("span", n && s.phase !== "lobby" ? "soft num" : "", line)),
  );
}

// What a card brings, and the way to its place on the menu.
const entry = ({ dish: [href, look, text] = [] }) =>
  href ? [link(href, "chip", icon(look), text)] : [];

const PLATES = ["red", "orange", "yellow", "green", "cyan", "blue", "magenta", "white"].map(
  (badge) => plate({ badge, name: " " }),
);

const figure = ([count, what]) => make("span", "", make("b", "", count), " ", what);

function card(s, last) {
  if (last.dish) return entry(last);
  if (s.stage !== "playing") return [];
  if (last.worth === null)
    return last.seat === null && !s.awaited.includes(last.text) ? [last.text] : [];
  const [kind, face] = last.card;
  const colour = s.menu.find(({ slug }) => slug === kind)?.look[1];
  return [
    icon([face || kind, colour]),
    make("span", "", dish(kind, last.title)),
    make("b", s.unit && "long", signed(last.worth)),
    ...(last.others ? [make("small", "others", last.others)] : []),
  ];
}

// --- the seats

const rows = new Map(); // by badge

// What leads; nothing does until everybody has a score.
const most = ({ seats }) =>
  seats.some(({ live }) => live === null) || Math.max(1, ...seats.map(({ live }) => live));

function seats(s) {
  const all = s.seats.map((seat, at) => ({ ...seat, at }));
  if (s.phase === "scored") all.sort((a, b) => b.live - a.live);
  if (s.phase === "finished") all.sort((a, b) => (a.place || 9) - (b.place || 9));
  const [first, other] = all.filter(({ live }) => live === most(s));
  const { leader } = shown;
  shown.leader = s.phase === "lobby" ? "" : first && !other ? colour(first) : leader;
  const took = leader && shown.leader !== leader ? shown.leader : ""; // who has just come first
  const nodes = all.map((seat) => {
    const key = colour(seat);
    if (!rows.has(key)) rows.set(key, row(key));
    fill(rows.get(key), s, seat, took === key);
    write(rows.get(key).got, ...got(s, seat));
    return rows.get(key).li;
  });
  const list = $("seats");
  list.style.setProperty("--n", nodes.length);
  list.classList.toggle("long", !!s.unit);
  list.classList.toggle("tall", nodes.length < 6); // rows with room for a third line
  const kinds = Math.max(1, ...nodes.map((node) => node.querySelector(".got").children.length));
  list.style.setProperty("--k", s.unit && kinds > 4 ? Math.ceil(kinds / 2) : kinds); // yen are long
  if (nodes.length === list.children.length && nodes.every((one, at) => one === list.children[at]))
    return;
  const had = document.activeElement;
  list.replaceChildren(...nodes);
  if (list.contains(had)) had.focus({ preventScroll: true });
}

function row(key) {
  const r = { key, disc: make("span", "") };
  for (const part of ["name", "meta soft", "gain soft", "live", "got num", "lane", "why"])
    r[part.split(" ")[0]] = make(part === "why" ? "div" : "span", part);
  r.lane.append(make("i", "open"), make("i", ""));
  r.lane.ariaHidden = "true";
  r.why.id = `why-${key}`;
  r.why.hidden = true;
  r.button = make(
    "button",
    "",
    r.disc,
    make("span", "who", r.name, r.meta),
    r.gain,
    r.live,
    r.got,
    r.lane,
  );
  r.button.type = "button";
  r.button.setAttribute("aria-controls", r.why.id);
  r.button.ariaExpanded = "false";
  r.button.onclick = () => {
    r.why.hidden = !r.why.hidden;
    r.button.ariaExpanded = String(!r.why.hidden);
  };
  r.li = make("li", "", r.button, r.why);
  return r;
}

function fill(r, s, seat, took) {
  const active = s.phase === "playing" && s.active === seat.at;
  const lobby = s.phase === "lobby";
  turn(r.li, `seat card ${r.key}${active ? " active" : ""}${took ? " took" : ""}`);
  r.button.ariaCurrent = String(active);
  const disc = plate(seat);
  if (r.disc.outerHTML !== disc.outerHTML) {
    r.disc.replaceWith(disc);
    r.disc = disc;
  }
  write(r.name, name(seat));
  write(r.meta, meta(s, seat, took));
  const round = seat.rounds.at(-1);
  const tell = s.phase === "scored" || (s.round > 1 && s.stage !== "dealt");
  write(
    r.gain,
    ...(round && tell && s.phase !== "finished"
      ? [signed(round.points), make("span", "sr", ` ${say.this_round}`)]
      : []),
  );
  const unit = s.unit ? make("small", "", ` ${s.unit}`) : make("span", "sr", ` ${say.points}`);
  write(r.live, ...(lobby ? [] : [number(seat.live), seat.live === null ? "" : unit]));
  if (r.points !== undefined && r.points !== seat.live && !calm.matches)
    r.live.animate({ scale: [1, 1.25, 1] }, { duration: 450, easing: "ease-out" });
  r.points = seat.live;
  r.lane.hidden = lobby;
  lane(r.lane, s, seat);
  write(r.why, why(s, seat));
}

// What a seat has got: in a round by kind, at the end by round. Once a round is scored all seats have
// the same kinds, one below the other.
function got(s, seat) {
  if (s.phase === "finished" && parts(seat).length === 1) return [];
  if (s.phase === "finished")
    return parts(seat).map(({ head, points }) =>
      make("span", "", make("span", "soft", `${head} `), number(points)),
    );
  const by = (of) => of.rounds.at(-1)?.by ?? [];
  const all = s.phase === "scored" ? s.seats.flatMap(by) : by(seat);
  const titles = new Map(all.map(({ kind, title }) => [kind, title]));
  return Array.from(titles, ([kind, title]) => {
    const points = by(seat).find((row) => row.kind === kind)?.points ?? 0;
    return make(
      "span",
      "",
      drawn(s, kind) || title,
      make("span", "sr", title),
      ` ${number(points)}`,
    );
  });
}

const parts = (seat) => [...seat.rounds, ...(seat.desserts ? [seat.desserts] : [])];

function meta(s, seat, took) {
  const leads = seat.live === most(s) && (took ? say.takes : say.leads);
  return [seat.colour, seat.placed || leads, seat.laid].filter(Boolean).join(" · ");
}

// A score track: what is banked, then what the open round would bring, or take.
function lane(node, s, seat) {
  const most = Math.max(
    s.unit ? 5000 : 30,
    ...s.seats.flatMap(({ live, banked }) => [live, banked]),
  );
  const step = [5, 10, 20, 50, 500, 1000, 2000, 5000].find((step) => most / step <= 10) || most;
  node.style.setProperty("--step", `${(step * 100) / most}%`);
  for (const [n, of] of [Math.max, Math.min].entries()) {
    const to = (Math.max(0, of(seat.banked, seat.live)) * 100) / most;
    node.children[n].style.setProperty("--to", to);
  }
}

const drawn = (s, kind) => icon(s.menu.find(({ slug }) => slug === kind)?.look);

// Why a total is what it is: points by kind, round by round.
function why(s, seat) {
  if (!seat.rounds.length) return make("p", "soft", say.no_cards);
  const all = parts(seat);
  const several = all.length > 1;
  const line = (tag, title, cells) =>
    make(
      "tr",
      "",
      ...[title, ...cells].map((what, n) => {
        const cell = make(n ? tag : title ? "th" : "td", "", what ?? "·");
        if (cell.tagName === "TH") cell.scope = tag === "th" ? "col" : "row";
        return cell;
      }),
    );
  const sums = (title, points) =>
    line(
      "td",
      title,
      [...points, ...(several ? [points.reduce((a, b) => a + (b || 0), 0)] : [])].map((n) =>
        n === undefined ? n : number(n),
      ),
    );
  const titles = new Map(all.flatMap(({ by }) => by.map(({ kind, title }) => [kind, title])));
  const heads = [...all.map(({ head }) => head), ...(several ? [say.total] : [])];
  const rows = [...titles].map(([kind, title]) => {
    const points = all.map(({ by }) => by.find((row) => row.kind === kind)?.points);
    return sums(because(s, seat, kind, title), points);
  });
  const total = all.map(({ points }) => points);
  return make(
    "table",
    "grid",
    make("thead", "", line("th", "", heads)),
    make("tbody", "", ...rows),
    make("tfoot", "", sums(say.total, total)),
  );
}

// A kind, its rule with its numbers, and what the seat has of it now.
function because(s, seat, kind, title) {
  const rule = s.menu.find(({ slug }) => slug === kind)?.rule;
  const lines = [rule, ...(seat.details[kind] || [])].filter(Boolean);
  return make(
    "span",
    "",
    drawn(s, kind),
    rule ? dish(kind, title) : title,
    ...lines.map((text) => make("small", "soft", text)),
  );
}

// --- the end, the menu

function podium(s) {
  const over = s.phase === "finished";
  const firsts = s.seats.filter((seat) => seat.place === 1);
  $("podium").hidden = $("after").hidden = !over;
  if (!over) return;
  turn($("podium"), `card ${firsts.length === 1 ? `of ${colour(firsts[0])}` : ""}`);
  const lengths = s.heading.split(" ").map((word) => word.length);
  $("won").style.setProperty("--n", Math.max(...lengths, 2 * Math.sqrt(s.heading.length))); // all of it fits
  write($("won"), `${s.heading} `, make("small", "", s.tie));
  $("firsts").style.setProperty("--n", firsts.length);
  write(
    $("firsts"),
    ...firsts.map(plate),
    make("span", "", make("b", "num", number(firsts[0].live)), ` ${firsts[0].unit}`),
  );
}

function menu(s) {
  const groups = {};
  const add = (heading, chip) => {
    groups[heading] ??= [];
    groups[heading].push(chip);
  };
  for (const kind of s.menu) add(kind.heading, chip(kind));
  for (const [heading, text] of s.lacks) add(heading, make("span", "chip gap", text));
  const list = $("menu").children[1];
  list.hidden = !s.menu.length || s.menu.length > 12;
  write(
    list,
    ...Object.entries(groups).flatMap(([heading, chips]) => [
      make("dt", "soft", heading),
      make("dd", "row", ...chips),
    ]),
  );
}

// A tap on a kind opens its place on the menu.
const link = (href, className, ...inside) => make("a", { href, className }, ...inside);
const dish = (slug, title) => link(`/menu#${slug}`, "", title);
const chip = ({ slug, title, look }) => link(`/menu#${slug}`, "chip", icon(look), title);

// --- for ears: one sentence a scan

function read(s) {
  const { last } = s;
  const before = shown.scan;
  shown.scan = s.run + last?.n;
  if (!before || before === shown.scan || !last || last.aside) return;
  // set anew even where it says the same: who scans a card in vain twice hears it twice
  $("said").textContent = last.ok ? last.heard : "";
  $("refused").textContent = last.ok ? "" : last.heard;
}

// --- what fits

const LEAST = 0.4; // of its size; a name that takes more room than that has an ellipsis
const SMALL = 0.75; // the smallest that a name shall be beside what else stands in its row
const place = (node) => node.getBoundingClientRect();

function holds(box) {
  const { top, bottom } = place(box);
  return [...box.children]
    .filter((node) => node.checkVisibility())
    .every((node) => place(node).top > top - 1 && place(node).bottom < bottom + 1);
}

// How large the longest of these names may be to take one line.
const room = (names) => Math.min(...names.map((name) => name.clientWidth / name.scrollWidth));

// Names that stand together have one size, with which none is cut. The room is measured anew, as a
// font's letters may become narrower by whole pixels only.
function makeFit(names) {
  for (let size = 1; size > LEAST && room(names) < 1; ) {
    size -= 0.03;
    for (const name of names) name.style.fontSize = `${size}em`;
  }
}

// On a TV, the podium, what is now, and all rows fit their boxes: the smallest size that one of them has.
function fit() {
  const names = [...document.querySelectorAll(".name")];
  const whose = [...document.querySelectorAll("#whose bdi")];
  let least = 1;
  for (const name of [...names, ...whose]) name.style.fontSize = "";
  for (const box of tv ? ["podium", "now", "scores"].map($) : [])
    for (let size = 1; size > 0.3; size -= 0.05) {
      box.style.setProperty("--fit", size);
      least = Math.min(least, size);
      if (holds(box) && room([...box.querySelectorAll(".name")]) > SMALL) break;
    }
  makeFit(names);
  makeFit(whose);
  return least;
}

// --- on /tv, in a lobby: the code by which phones join, another one each minute

async function invite({ phase }) {
  $("join").hidden ||= phase !== "lobby";
  if (!tv || phase !== "lobby" || Date.now() < shown.next) return;
  shown.next = Number.POSITIVE_INFINITY;
  const { box, path, seconds } = await fetch("/tv/join")
    .then((answer) => answer.json())
    .catch(() => ({ seconds: 5 }));
  shown.next = Date.now() + seconds * 1000;
  setTimeout(() => invite(document.body.dataset), seconds * 1000 + 500);
  $("join").hidden = !path;
  write($("join"), svg("svg", { viewBox: box }, svg("path", { d: path })), say.join);
  fit();
}

function show(state) {
  const s = { ...state, seats: lettered(state.seats) };
  write($("game"), s.game ? s.game.title : "Okanjo");
  write($("round"), [s.where, s.clock].filter(Boolean).join(" · "));
  document.title = [s.where, "Okanjo"].filter(Boolean).join(" · ");
  Object.assign(document.body.dataset, { v: s.v, phase: s.phase });
  $("photo").hidden =
    s.phase === "lobby" ||
    (s.phase !== "playing" && !s.menu.some(({ group }) => group === "dessert"));
  for (const part of [notices, now, podium, seats, menu, read, hear, invite]) part(s, 0);
  if (/^(sc|fi)/.test(s.phase)) import("./story.js").then(({ tell }) => tell(tv, fit));
  else $("story")?.remove();
  fit();
}

$("photo").onchange = async ({ target }) => (await import("/assets/photo.js")).tray(target);
const tv = location.hash === "#tv";
document.documentElement.classList.toggle("tv", tv);
if (tv) {
  document.querySelector(".ways [aria-current]").removeAttribute("aria-current");
  document.querySelector('.ways [href="/tv"]').setAttribute("aria-current", "page");
}
new ResizeObserver(fit).observe(document.body);
listen("/events", show, (away, state) => notices(state, away));
