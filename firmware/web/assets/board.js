// The table's state in, the scoreboard out: on phones, laptops and, large, on a TV.
import { listen } from "./live.js";

const $ = (id) => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const digits = new Intl.NumberFormat("en");
const number = (n) => (n < 0 ? "−" : "") + digits.format(Math.abs(n));
const signed = (n) => (n < 0 ? "" : "+") + number(n);
const BADGES = ["red", "orange", "yellow", "green", "cyan", "blue", "magenta", "white"];
const place = (n) => n + (["", "st", "nd", "rd"][n] || "th");

function make(tag, name, ...inside) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  node.append(...inside);
  return node;
}
const colour = (seat) => seat.badge || "dummy";
const plate = (seat) => {
  const node = make("span", "plate " + colour(seat), [...seat.name][0].toUpperCase());
  node.ariaHidden = "true";
  return node;
};
const name = (seat) => make("bdi", "", seat.name);
const heard = (text) => make("span", "sr", text);

// Nodes are only touched where something changed: focus stays, and nothing is read out twice.
function write(node, ...inside) {
  const now = make("p", "", ...inside);
  if (now.innerHTML === node.innerHTML) return;
  node.replaceChildren(...now.childNodes);
}
function turn(node, as) {
  if (node.className !== as) node.className = as;
}

// --- where the game is, what is amiss ------------------------------------------

function where(s) {
  if (s.phase === "lobby") return "";
  if (s.phase === "finished") return "The end";
  const round = s.rounds > 1 ? `Round ${s.round} of ${s.rounds}` : "";
  return s.turn ? `${round} · Turn ${s.turn} of ${s.hand}` : round;
}

function notices(s, away) {
  const lines = [];
  if (away) {
    const age = make("span", "num", ` What you see is ${away} s old.`);
    age.ariaHidden = "true";
    lines.push(make("p", "note bad", "Out of touch with Okanjo.", age));
  }
  if (s && !s.saved) lines.push(make("p", "note bad", "UNSAVED: Scores are not saved!"));
  lines.push(...(s?.missing || []).map((one) => make("p", "note", one)));
  write($("notices"), ...lines);
}

// --- now: who, what, what next ---------------------------------------------------

function now(s) {
  const seat = s.phase === "playing" && !s.asked ? s.seats[s.active] : null;
  const last = s.last && !s.last.aside ? s.last : null, refused = last && !last.ok;
  $("now").hidden = s.phase === "finished" && !refused && !s.asked;
  turn($("now"), "card " + (seat ? "of " + colour(seat) : s.game || s.seats.length ? "" : "welcome"));
  const title = s.phase === "scored" && !s.asked ? `${s.heading} scored` : s.game ? s.heading : "The bill, please.";
  if (seat) write($("whose"), plate(seat), name(seat));
  else write($("whose"), title);
  write($("notes"), s.notes.join(" · "));
  write($("figures"), ...figures(s));
  turn($("card"), refused ? "num no" : "num");
  write($("card"), ...card(s, last, refused));
  write($("asks"), ...s.complaints.flatMap(([who, why]) =>
    [make("dt", "", make("bdi", "", who)), make("dd", "", why)]));
  write($("awaited"), ...s.awaited.map((line, at) =>
    make("span", at && s.phase === "playing" ? "soft num" : "", line)));
}

function figures(s) {
  if (!s.game && !s.seats.length) return BADGES.map((badge) => plate({ badge, name: " " }));
  if (!s.start) return [];
  const count = (n, what) => (n ? [make("span", "", make("b", "", n), " ", what)] : []);
  return [...count(s.start.cards, "cards each"),
    ...count(s.start.desserts, s.start.desserts > 1 ? "desserts" : "dessert")];
}

function card(s, last, refused) {
  if (refused) return ["✗ Not counted. ", last.text];
  if (!last || s.phase !== "playing" || s.start || s.asked) return [];
  if (last.worth === null) return last.seat === null ? [last.text] : [];
  return [make("span", "", last.title), make("b", "", signed(last.worth))];
}

// --- the seats ---------------------------------------------------------------------

const rows = new Map();

function seats(s) {
  const all = s.seats.map((seat, at) => [colour(seat), seat, at]);
  if (s.phase === "finished") all.sort((a, b) => (a[1].place || 9) - (b[1].place || 9));
  const keys = all.map(([key]) => key);
  for (const key of rows.keys()) if (!keys.includes(key)) rows.delete(key);
  const nodes = all.map(([key, seat, at]) => {
    if (!rows.has(key)) rows.set(key, row(key));
    fill(rows.get(key), s, seat, at);
    return rows.get(key).li;
  });
  const list = $("seats");
  list.style.setProperty("--n", nodes.length);
  if (nodes.some((node, at) => list.children[at] !== node) || list.children[nodes.length])
    list.replaceChildren(...nodes);
}

function row(key) {
  const part = (tag, name) => make(tag, name);
  const r = { key, who: part("span", "name"), meta: part("span", "meta"), gain: part("span", "gain"),
    live: part("span", "live"), banked: part("i", ""), open: part("i", "open"), why: part("div", "why"),
    disc: part("span", "") };
  r.lane = make("span", "lane", r.open, r.banked);
  r.lane.ariaHidden = "true";
  r.button = make("button", "", r.disc, make("span", "who", r.who, r.meta), r.gain, r.live, r.lane);
  r.button.type = "button";
  r.why.id = "why-" + key;
  r.why.hidden = true;
  r.button.setAttribute("aria-controls", r.why.id);
  r.button.ariaExpanded = "false";
  r.button.onclick = () => {
    r.why.hidden = !r.why.hidden;
    r.button.ariaExpanded = String(!r.why.hidden);
  };
  r.li = make("li", "", r.button, r.why);
  return r;
}

function fill(r, s, seat, at) {
  const active = s.phase === "playing" && s.active === at;
  turn(r.li, `seat card ${r.key}${active ? " active" : ""}`);
  r.button.ariaCurrent = String(active);
  if (r.disc.textContent !== plate(seat).textContent || !r.disc.className) {
    const disc = plate(seat);
    r.disc.replaceWith(disc);
    r.disc = disc;
  }
  write(r.who, name(seat));
  write(r.meta, meta(s, seat));
  const round = seat.rounds.at(-1), tell = round && (s.round > 1 ? s.phase !== "finished" : s.phase === "scored");
  write(r.gain, ...(tell ? [signed(round.points), heard(" this round")] : []));
  if (r.points !== undefined && r.points !== seat.live && !calm.matches)
    r.live.animate({ scale: [1, 1.25, 1] }, { duration: 450, easing: "ease-out" });
  r.points = seat.live;
  const unit = s.unit ? make("small", "", " " + s.unit) : heard(" points");
  write(r.live, ...(s.phase === "lobby" ? [] : [number(seat.live), unit]));
  r.lane.hidden = s.phase === "lobby";
  lane(r, s, seat);
  write(r.why, why(s, seat));
}

function meta(s, seat) {
  const best = Math.max(...s.seats.map((one) => one.live)), dealt = s.hand;
  const bits = [];
  if (seat.place) bits.push(place(seat.place));
  else if (seat.live === best && best > 0) bits.push("leads");
  if (s.phase === "playing" && s.turn) bits.push(seat.revealed ? "✓ revealed" : "");
  else if (s.phase === "playing" && !s.start)
    bits.push(dealt ? `${seat.cards} of ${dealt} cards` : `${seat.cards} card${seat.cards === 1 ? "" : "s"}`);
  if (seat.badge && seat.name.toLowerCase() !== seat.badge) bits.unshift(seat.badge);
  return bits.filter(Boolean).join(" · ");
}

function lane(r, s, seat) {
  const most = Math.max(s.unit ? 5000 : 30, ...s.seats.flatMap((one) => [one.live, one.banked]));
  let step = 1;
  for (let at = 0; most / step > 10; at += 1) step *= at % 3 === 1 ? 2.5 : 2; // 1 2 5 10 20 50
  const to = (node, points) => node.style.setProperty("--to", (Math.max(0, points) * 100) / most);
  r.li.style.setProperty("--step", `${(step * 100) / most}%`);
  to(r.banked, Math.min(seat.banked, seat.live));
  to(r.open, Math.max(seat.banked, seat.live));
}

// Why a total is what it is: points by kind, round by round.
function why(s, seat) {
  if (!seat.rounds.length) return make("p", "soft", "Points by kind come with the cards.");
  const parts = seat.rounds.map((one, at) => [`R${at + 1}`, `Round ${at + 1}`, one]);
  if (s.rounds < 2) parts[0][0] = "Points";
  if (seat.desserts) parts.push(["D", "Desserts", seat.desserts]);
  const kinds = [...new Set(parts.flatMap(([, , one]) => one.by.map(([kind]) => kind)))];
  const cell = (n) => make("td", "", n === undefined ? "·" : number(n));
  const sum = (all) => all.reduce((a, b) => a + (b || 0), 0);
  const line = (title, all) => {
    const head = make("th", "", title);
    head.scope = "row";
    return make("tr", "", head, ...all.map(cell), ...(parts.length > 1 ? [cell(sum(all))] : []));
  };
  const heads = [["", "Kind"], ...parts, ...(parts.length > 1 ? [["=", "In all"]] : [])];
  const head = make("tr", "", ...heads.map(([short, long]) => {
    const th = make("th", "", short, heard(" " + long));
    th.scope = "col";
    th.title = long;
    return th;
  }));
  return make("table", "grid", make("thead", "", head),
    make("tbody", "", ...kinds.map((kind) =>
      line(kind, parts.map(([, , one]) => one.by.find(([other]) => other === kind)?.[1])))),
    make("tfoot", "", line("In all", parts.map(([, , one]) => one.points))));
}

// --- the end, the menu ---------------------------------------------------------------

function podium(s) {
  const over = s.phase === "finished";
  $("podium").hidden = !over;
  if (!over) return write($("steps"));
  const ranked = s.seats.filter((seat) => seat.place).sort((a, b) => a.place - b.place);
  const firsts = ranked.filter((seat) => seat.place === 1);
  turn($("podium"), "card " + (firsts.length === 1 ? colour(firsts[0]) : ""));
  write($("won"), s.heading);
  write($("steps"), ...ranked.slice(0, Math.max(3, firsts.length)).map((seat, at) => {
    const unit = s.unit && ` ${s.unit}`;
    const block = make("span", "block", make("strong", "", number(seat.live)), place(seat.place) + unit);
    const li = make("li", seat.place === 1 ? "first" : at % 2 ? "left" : "", plate(seat),
      make("b", "", name(seat)), block);
    block.classList.add("p" + Math.min(3, seat.place));
    return li;
  }));
}

function menu(s) {
  const groups = new Map();
  const of = (group) => groups.get(group) || groups.set(group, []).get(group);
  for (const kind of s.menu) of(kind.group).push(make("span", "chip " + kind.group, kind.title));
  for (const [group, n] of s.lacks) of(group).push(make("span", "chip gap", `${n} missing`));
  $("menu").hidden = !groups.size || s.menu.length > 12;
  write($("menu").lastElementChild, ...[...groups].flatMap(([group, chips]) =>
    [make("dt", "", group), make("dd", "", ...chips)]));
}

// --- for ears: one sentence a scan -----------------------------------------------------

let told;

function say(s) {
  const last = s.last, before = told;
  told = s.run + (last ? last.n : 0);
  if (before === undefined || before === told || !last || last.aside) return;
  const text = last.text.replace(/,? \+(?=\d)/g, ", plus ").replace(/,? -(?=\d)/g, ", minus ");
  const seat = last.seat === null || s.phase !== "playing" ? null : s.seats[last.seat];
  const total = seat && last.worth !== null ? `, total ${number(seat.live)}` : "";
  const next = s.awaited.slice(-1).join("").replace(/[←→] /, "");
  write($("said"), last.ok ? `${text}${total}. ${next}` : "");
  write($("refused"), last.ok ? "" : `Not counted. ${text}.`);
}

let state;

function show(s) {
  state = s;
  $("game").textContent = s.game ? s.game.title : "Okanjo";
  $("round").textContent = where(s);
  document.title = [where(s), "Okanjo"].filter(Boolean).join(" · ");
  Object.assign(document.body.dataset, { v: s.v, phase: s.phase });
  for (const part of [notices, now, podium, seats, menu, say]) part(s);
}

document.documentElement.classList.toggle("tv", location.pathname === "/tv");
listen("/events", show, (away) => notices(state, away));
