// The table's state in, the scoreboard out: on phones, laptops and, large, at /tv, which leads to /#tv.
import { $, make, plate, write } from "./dom.js";
import { number, signed } from "./format.js";
import { icon } from "./icons.js";
import { listen } from "./live.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const place = (n) => n + (["", "st", "nd", "rd"][n] || "th");
const colour = (seat) => seat.badge || "dummy";
const name = (seat) => make("bdi", "", seat.name);

function turn(node, as) {
  if (node.className !== as) node.className = as;
}

// What was shown last: who alone had the most, and which scan of which run.
const shown = { leader: "", scan: "" };

// --- where the game is, what is amiss

function where(s) {
  if (s.phase === "lobby") return "";
  if (s.phase === "finished") return "The end";
  const round = s.rounds > 1 ? `Round ${s.round} of ${s.rounds}` : "";
  return s.turn ? `${round} · Turn ${s.turn} of ${s.hand}` : round;
}

function notices(s, away) {
  const lines = (s?.missing || []).map((one) => make("p", "note", one));
  if (s && !s.saved) lines.unshift(make("p", "note bad", "UNSAVED: Scores are not saved!"));
  if (away) {
    const age = make("span", "num", ` Scores are ${away} s old.`);
    age.ariaHidden = "true"; // or it would be read out every second
    lines.unshift(make("p", "note bad", "Connection lost.", age));
  }
  write($("notices"), ...lines);
}

// --- now: who, what, what next

function now(s) {
  const seat = s.phase === "playing" && !s.asked ? s.seats[s.active] : null;
  const last = s.last && !s.last.aside ? s.last : null;
  const refused = last && !last.ok;
  const empty = !s.game && !s.seats.length;
  $("now").hidden = false;
  turn($("now"), `card ${seat ? `of ${colour(seat)}` : empty ? "welcome" : ""}`);
  const scored = s.phase === "scored" && !s.asked ? " scored" : "";
  write(
    $("whose"),
    ...(s.phase === "finished"
      ? []
      : seat
        ? [plate(seat), name(seat)]
        : [s.game ? s.heading + scored : "The bill, please."]),
  );
  write($("notes"), s.notes.join(" · "));
  write($("figures"), ...(empty ? PLATES : s.start ? figures(s.start) : []));
  turn($("card"), refused ? "num bad" : "num");
  write($("card"), ...(refused ? ["✗ Not counted. ", last.text] : last ? card(s, last) : []));
  write(
    $("asks"),
    ...s.complaints.flatMap(([who, what]) => [
      make("dt", "", name({ name: who })),
      make("dd", "", what),
    ]),
  );
  write(
    $("awaited"),
    ...s.awaited.map((line, at) => make("span", at && s.phase !== "lobby" ? "soft num" : "", line)),
  );
}

const PLATES = ["red", "orange", "yellow", "green", "cyan", "blue", "magenta", "white"].map(
  (badge) => plate({ badge, name: " " }),
);

const figures = ({ cards, desserts }) =>
  [
    [cards, "cards each"],
    [desserts, desserts > 1 ? "desserts" : "dessert"],
  ]
    .filter(([n]) => n)
    .map(([n, what]) => make("span", "", make("b", "", n), " ", what));

function card(s, last) {
  if (s.phase !== "playing" || s.start || s.asked) return [];
  if (last.worth === null)
    return last.seat === null && !s.awaited.includes(last.text) ? [last.text] : [];
  const [kind, face] = last.card;
  const colour = s.menu.find(({ look }) => look[0] === kind)?.look[1];
  return [
    icon([face || kind, colour]),
    make("span", "", last.title),
    make("b", s.unit && "long", signed(last.worth)),
    ...(last.others ? [make("small", "others", last.others.replace(/ -(?=\d)/g, " −"))] : []),
  ];
}

// --- the seats

const rows = new Map(); // by badge

function seats(s) {
  const all = s.seats.map((seat, at) => ({ ...seat, at }));
  if (s.phase === "finished") all.sort((a, b) => (a.place || 9) - (b.place || 9));
  const best = Math.max(1, ...all.map((one) => one.live));
  const [first, other] = all.filter((one) => one.live === best);
  const { leader } = shown;
  shown.leader = s.phase === "lobby" ? "" : first && !other ? colour(first) : leader;
  const took = leader && shown.leader !== leader ? shown.leader : ""; // who has just come first
  const nodes = all.map((seat) => {
    const key = colour(seat);
    if (!rows.has(key)) rows.set(key, row(key));
    fill(rows.get(key), s, seat, took === key);
    return rows.get(key).li;
  });
  const list = $("seats");
  list.style.setProperty("--n", nodes.length);
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
  const tell = s.phase === "scored" || (s.round > 1 && !s.start);
  write(
    r.gain,
    ...(round && tell && s.phase !== "finished"
      ? [signed(round.points), make("span", "sr", " this round")]
      : []),
  );
  const unit = s.unit ? make("small", "", ` ${s.unit}`) : make("span", "sr", " points");
  write(r.live, ...(lobby ? [] : [number(seat.live), seat.live === null ? "" : unit]));
  if (r.points !== undefined && r.points !== seat.live && !calm.matches)
    r.live.animate({ scale: [1, 1.25, 1] }, { duration: 450, easing: "ease-out" });
  r.points = seat.live;
  r.lane.hidden = lobby;
  lane(r.lane, s, seat);
  write(
    r.got,
    ...(round && s.phase !== "finished" ? round.by : []).map(([kind, points]) =>
      make("span", "", drawn(s, kind) || kind, make("span", "sr", kind), ` ${number(points)}`),
    ),
  );
  write(r.why, why(s, seat));
}

function meta(s, seat, took) {
  const best = Math.max(1, ...s.seats.map((one) => one.live));
  const many = seat.cards === 1 ? "" : "s";
  return [
    seat.name.toLowerCase() === seat.badge ? "" : seat.badge,
    seat.place ? place(seat.place) : seat.live === best && (took ? "★ takes the lead" : "leads"),
    s.phase !== "playing" || s.start
      ? ""
      : s.turn
        ? seat.revealed && "✓ revealed"
        : `${seat.cards}${s.hand ? ` of ${s.hand} cards` : ` card${many}`}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

// A score track: what is banked, then what the open round would bring, or take.
function lane(node, s, seat) {
  const most = Math.max(s.unit ? 5000 : 30, ...s.seats.flatMap((one) => [one.live, one.banked]));
  const step = [5, 10, 20, 50, 500, 1000, 2000, 5000].find((one) => most / one <= 10) || most;
  node.style.setProperty("--step", `${(step * 100) / most}%`);
  for (const [n, of] of [Math.max, Math.min].entries()) {
    const to = (Math.max(0, of(seat.banked, seat.live)) * 100) / most;
    node.children[n].style.setProperty("--to", to);
  }
}

const drawn = (s, title) => icon(s.menu.find((kind) => kind.title === title)?.look);

// Why a total is what it is: points by kind, round by round.
function why(s, seat) {
  if (!seat.rounds.length) return make("p", "soft", "No cards yet.");
  const parts = seat.rounds.map((one, at) => [s.rounds > 1 ? `R${at + 1}` : "Points", one]);
  if (seat.desserts) parts.push(["Desserts", seat.desserts]);
  const several = parts.length > 1;
  const line = (tag, title, all) =>
    make(
      "tr",
      "",
      ...[title, ...all].map((what, at) => {
        const cell = make(at ? tag : title ? "th" : "td", "", what ?? "·");
        if (cell.tagName === "TH") cell.scope = tag === "th" ? "col" : "row";
        return cell;
      }),
    );
  const sums = (title, all) =>
    line(
      "td",
      title,
      [...all, ...(several ? [all.reduce((a, b) => a + (b || 0), 0)] : [])].map((n) =>
        n === undefined ? n : number(n),
      ),
    );
  const kinds = new Set(parts.flatMap(([, one]) => one.by.map(([kind]) => kind)));
  return make(
    "table",
    "grid",
    make(
      "thead",
      "",
      line("th", "", [...parts.map(([head]) => head), ...(several ? ["Total"] : [])]),
    ),
    make(
      "tbody",
      "",
      ...[...kinds].map((kind) =>
        sums(
          because(s, seat, kind),
          parts.map(([, one]) => one.by.find(([other]) => other === kind)?.[1]),
        ),
      ),
    ),
    make(
      "tfoot",
      "",
      sums(
        "Total",
        parts.map(([, one]) => one.points),
      ),
    ),
  );
}

// A kind, its rule with its numbers, and what the seat has of it now.
function because(s, seat, kind) {
  const rule = s.menu.find((one) => one.title === kind)?.rule;
  const now = seat.details[kind] || [];
  return make(
    "span",
    "",
    drawn(s, kind),
    kind,
    ...[rule, ...now].filter(Boolean).map((words) => make("small", "soft", words)),
  );
}

// --- the end, the menu

function podium(s) {
  const over = s.phase === "finished";
  const firsts = s.seats.filter((seat) => seat.place === 1);
  $("podium").hidden = $("after").hidden = !over;
  if (!over) return;
  turn($("podium"), `card ${firsts.length === 1 ? colour(firsts[0]) : ""}`);
  const words = s.heading.split(" ").map((word) => word.length);
  $("won").style.setProperty("--n", Math.max(...words, 2 * Math.sqrt(s.heading.length))); // all of it fits
  write($("won"), `${s.heading} `, make("small", "", s.tie));
  $("firsts").style.setProperty("--n", firsts.length);
  write(
    $("firsts"),
    ...firsts.map(plate),
    make(
      "span",
      "",
      make("b", "num", number(firsts[0].live)),
      ` ${s.unit || `point${firsts[0].live === 1 ? "" : "s"}`}`,
    ),
  );
}

function menu(s) {
  const groups = {};
  const add = (group, chip) => {
    groups[group] ??= [];
    groups[group].push(chip);
  };
  for (const kind of s.menu) add(kind.group, chip(kind));
  for (const [group, n] of s.lacks)
    add(group, make("span", "chip gap", `${n} ${group}${n > 1 ? "s" : ""} missing`));
  $("menu").hidden = !s.menu.length || s.menu.length > 12;
  write(
    $("menu").lastElementChild,
    ...Object.entries(groups).flatMap(([group, chips]) => [
      make("dt", "soft", group),
      make("dd", "row", ...chips),
    ]),
  );
}

// A tap on a kind says its rule.
function chip({ title, look, rule }) {
  const about = make("div", "about card", make("b", "", title), make("p", "", rule));
  const button = make("button", "chip", icon(look), title);
  Object.assign(about, { id: `rule-${title.replace(/\W/g, "-")}`, popover: "auto" });
  button.setAttribute("popovertarget", about.id);
  return rule ? make("span", "", button, about) : make("span", "chip", icon(look), title);
}

// --- for ears: one sentence a scan

function say(s) {
  const { last } = s;
  const before = shown.scan;
  shown.scan = s.run + last?.n;
  if (!before || before === shown.scan || !last || last.aside) return;
  const seat = last.worth === null ? null : s.seats[last.seat];
  const text = last.text.replace(/,? ([+-])(?=\d)/g, (_, sign) =>
    sign === "+" ? ", plus " : ", minus ",
  );
  const total = seat ? `, total ${number(seat.live)}` : "";
  // set anew even where it says the same: who scans a card in vain twice hears it twice
  $("said").textContent = last.ok
    ? `${text}${total}. ${(s.awaited.at(-1) || "").replace(/[←→] /, "")}`
    : "";
  $("refused").textContent = last.ok ? "" : `Not counted. ${text}.`;
}

function show(s) {
  write($("game"), s.game ? s.game.title : "Okanjo");
  write($("round"), where(s));
  document.title = [where(s), "Okanjo"].filter(Boolean).join(" · ");
  Object.assign(document.body.dataset, { v: s.v, phase: s.phase });
  $("photo").hidden =
    s.phase === "lobby" ||
    (s.phase !== "playing" && !s.menu.some(({ group }) => group === "dessert"));
  for (const part of [notices, now, podium, seats, menu, say]) part(s, 0);
}

$("photo").onchange = async ({ target }) => (await import("/assets/photo.js")).tray(target);
const tv = location.hash === "#tv";
document.documentElement.classList.toggle("tv", tv);
document.querySelector(`.ways [href="${tv ? "/tv" : "/"}"]`).setAttribute("aria-current", "page");
listen("/events", show, (away, state) => notices(state, away));
