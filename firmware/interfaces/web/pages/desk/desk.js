// What is shown in, a desk to click and type at out; each click is a scan.

import { $, filled, lettered, make, words } from "./dom.js";
import { signed } from "./format.js";
import { draw, follow, play } from "./glass.js";
import { icon } from "./icons.js";
import { listen } from "./live.js";
import { post } from "./pin.js";
import { aloud, hear, isAloud, lost } from "./phone.js";

// The badge of a phone that joined, which may do no more than scan its own cards.
const own = location.pathname === "/join" && (await (await import("/assets/join.js")).joined());
const find = $("find");
const keys = Array.from($("keys").children, ({ childNodes: [, word] }) => word.data.trim());
$("keys").style.setProperty("--n", keys.join("").length); // all of them fit on a phone
const lights = follow($("track"));
const say = words();
// What came in: the newest state, its scans up to the one that was `heard`, the tray of labels; by a
// card's code, in whose trays it lies.
const device = { state: null, heard: undefined, tray: null, lies: {}, away: "" };
// Whether a finger is down; of which face each copy is shown; whether kinds are, once that is chosen.
const hand = { held: false, open: "", own: null };
const sound = { audio: null, hush: null };
const scans = { end: Promise.resolve(), waits: [] }; // what goes out, and what waits to be heard

// --- what comes in --------------------------------------------------------------

async function take(state) {
  if (device.state && device.state.run !== state.run) location.reload(); // it has another PIN, too
  device.state = state;
  if (device.tray?.key !== state.desk.tray) {
    const answer = await fetch("/codes").catch(() => ({}));
    if (!answer.ok) return setTimeout(() => take(device.state), 1000);
    device.tray = await answer.json();
  }
  show();
}

function show() {
  const { state, heard, tray } = device;
  const { n, recent, steps, step, hint, removing, calls } = state.desk;
  draw($("glass"), state.desk);
  lights(state.desk.track, tray.motion);
  $("track").ariaLabel = state.desk.track_words;
  if (heard < n || state.desk.sound.name === "saved-late") beep(state.desk.sound);
  for (const [value, className, text] of recent) {
    const props = {
      value,
      className,
      ariaLive: className === "no" && !isAloud() ? "assertive" : null,
    };
    if (!(value <= heard)) $("log").prepend(make("li", props, text));
  }
  for (const line of [...$("log").children])
    if (!recent.some(([value]) => value === line.value)) line.remove();
  device.heard = n;
  Object.assign(document.body.dataset, { n, phase: state.phase });
  $("photo").hidden = state.phase !== "playing";
  const [next, undo] = $("keys").children;
  next.disabled = own && !state.desk.seats.some(({ badge, waits }) => waits && badge === own);
  undo.disabled = own && state.desk.undoes !== own;
  brief(state);
  Object.assign($("hint"), { textContent: hint, className: removing ? "note" : "" });
  $("way").replaceChildren(
    ...steps.map((text, number) =>
      make(
        "li",
        {
          className: number < step ? "done" : "",
          ariaCurrent: number === step ? "step" : null,
        },
        text,
      ),
    ),
  );
  device.lies = lying(state.desk);
  if (!hand.held) {
    players(state.desk);
    labels();
  }
  for (const control of document.querySelectorAll("[name]"))
    control.classList.toggle("call", !!calls && control.matches(calls));
  scans.waits = scans.waits.filter((wait) => wait.n > n || wait.done());
}

/** By a card's code: the badge and name of each tray it lies in. */
function lying({ out, seats }) {
  const lies = Object.fromEntries(out.map((code) => [code, [["dummy", "out"]]]));
  for (const { badge, name, cards = [] } of seats)
    for (const { code } of cards) lies[code] = [...(lies[code] ?? []), [badge, name]];
  return lies;
}

/** The device in one line, where there is no room for more. */
function brief({ phase, desk, active, heading, last, menu }) {
  const { name, score } = (phase === "playing" && desk.seats[active]) || {};
  const [kind, face] = last?.card ?? [];
  const worth = last?.seat === active ? last?.worth : null;
  const card =
    worth == null
      ? []
      : [
          icon([face || kind, menu.find(({ slug }) => slug === kind)?.look[1]]),
          make("i", {}, last.title),
          ` ${signed(worth)}`,
        ];
  $("line").replaceChildren(
    make("b", {}, name ?? heading),
    make("span", {}, ...card),
    make("b", {}, score ?? ""),
  );
}

/** The whole display below that line, or not. */
function unfold(on) {
  $("line").ariaExpanded = document.body.classList.toggle("unfolded", on);
}

function amiss(quiet, state) {
  const away = quiet ? filled(say.reconnecting, { seconds: quiet }) : "";
  if (away && !device.away) aloud(lost);
  device.away = away;
  $("lost").textContent = [away, state?.saved === false && say.unsaved].filter(Boolean).join(" ");
}

function beep({ name, level }) {
  const { sounds, volumes } = device.tray;
  sound.hush?.();
  if (sound.audio && name && level !== "off")
    sound.hush = play(sound.audio, sounds[name], volumes[level]);
}

// --- what is drawn --------------------------------------------------------------

/** New buttons for old, with the focus where it was; Tab finds one of them, arrows the others. */
function fill(place, nodes) {
  const is = nodes.map((node) => node.outerHTML).join("");
  if (place.is === is) return;
  place.is = is;
  const all = () => controls(place);
  const had = document.activeElement;
  const index = all().indexOf(had);
  place.replaceChildren(...nodes);
  const now =
    index >= 0 &&
    (all().find(({ name, value }) => value === had.value && name === had.name) ??
      all()[index] ??
      all().at(-1));
  rove(all(), now || all()[0]);
  if (now) now.focus();
}

/** The buttons there that can be clicked: some are hidden, or another's. */
const controls = (place) =>
  [...place.querySelectorAll("button:enabled")].filter((one) => one.offsetWidth);

function rove(all, to) {
  for (const control of all) control.tabIndex = control === to ? 0 : -1;
}

function tint(node, colour) {
  if (colour) node.style.setProperty("--k", `var(--k-${colour})`);
  return node;
}

const button = (name, value, className, pressed, ...inside) =>
  make("button", { name, value, className, ariaPressed: pressed ?? null }, ...inside);

function players(desk) {
  const joins = device.state.phase === "lobby";
  fill(
    $("trays"),
    lettered(desk.seats).map(({ badge, code, name, letters, score, on, waits, cards = [] }) =>
      make(
        "div",
        `${badge} ${(own ? badge === own : on) ? "on" : ""}`,
        Object.assign(
          button(
            "scan",
            code,
            "badge",
            on,
            make("i", { className: "plate", ariaHidden: true }, letters),
            make("span", {}, name),
            make("b", {}, score ?? ""),
          ),
          { disabled: own && (badge !== own || on || !joins) },
        ),
        make(
          "div",
          "laid",
          ...cards.map(({ code: card, title, look, note, mark }) => {
            const scans = own ? waits : desk.awaits;
            const control = button(
              scans ? "scan" : "about",
              card,
              `lies ${mark}`,
              null,
              icon(look),
              make("span", {}, title),
              make("i", {}, note && ` ${note}`),
            );
            if (!scans) control.ariaHasPopup = "dialog";
            return tint(control, look[1]);
          }),
        ),
      ),
    ),
  );
}

function tile({ title, code, note, looks = [], copies, small, on }) {
  const { lies } = device;
  const { open } = hand;
  const colour = looks.length === 1 && looks[0][1];
  const left = copies && copies.filter((copy) => !lies[copy]).length - (lies[code]?.length ?? 0);
  const count = Math.max(0, left);
  const inside = [
    make("i", {}, ...looks.map(icon)),
    make("b", {}, title),
    make("span", {}, copies ? filled(say.left, { count }) : (note ?? "")),
  ];
  if (!copies) return tint(button("scan", code, small ? "pill" : "tile", on, ...inside), colour);
  const more = Object.assign(button("copies", code, "more", null, "⋯"), {
    ariaLabel: filled(say.each_copy, { title }),
    ariaExpanded: open === code,
  });
  const each =
    open !== code
      ? []
      : [code, ...copies].map((copy, number) => {
          const [badge, name] = (number && lies[copy]?.[0]) || ["", ""];
          const text = number ? filled(say.copy, { number, name }) : say.any_copy;
          return button("scan", copy, `lies ${badge}`, null, text);
        });
  const face = button("face", code, left > 0 ? "tile" : "tile gone", null, ...inside);
  return tint(make("div", "face", face, more, ...each), colour);
}

const tiles = (all, more = "") =>
  make(
    "div",
    {
      className: `${!all[0]?.small ? "tiles" : all[0].looks?.[0][1] ? "pills" : "pills say"} ${more}`,
    },
    ...all.map(tile),
  );

function labels() {
  const typed = find.value.trim().toLowerCase();
  fill(
    $("labels"),
    typed ? [tiles(matches(typed.split(/[\s-]+/)), "found")] : sections(device.tray.parts),
  );
}

/** By heading; in the lobby the kinds, of which a menu of one's own is made, fold away. */
function sections(parts) {
  const nodes = parts.map(([heading, all]) =>
    make("section", {}, make("h2", {}, heading), tiles(all)),
  );
  const own = nodes.filter((node) => node.querySelector(".pills:not(.say)"));
  if (!own.length) {
    hand.own = null;
    return nodes;
  }
  const open = hand.own ?? !parts[0][1].some((menu) => menu.on);
  const ontoggle = ({ target }) => {
    if (target.isConnected) hand.own = target.open;
  };
  const fold = make("details", { open, ontoggle }, make("summary", {}, say.own_menu), ...own);
  return nodes.flatMap((node) => (node === own[0] ? fold : own.includes(node) ? [] : node));
}

/** What has a word for each one typed: what is called just so, then what begins so, comes first. */
function matches(typed) {
  const rank = ({ title, note = "" }) => {
    const parts = `${title} ${note}`.toLowerCase().split(/[\s,-]+/);
    const places = typed.map((piece) => parts.findIndex((part) => part.startsWith(piece)));
    return places.includes(-1) ? 99 : title.toLowerCase() === typed.join(" ") ? -1 : places[0];
  };
  const all = [...now(), ...device.tray.rest].filter((tile) => rank(tile) < 99);
  return all.sort((a, b) => rank(a) - rank(b)).slice(0, 24);
}

const now = () => device.tray.parts.flatMap(([, all]) => all);

// --- what goes out ---------------------------------------------------------------

/** Beside what was clicked. */
function place(node, { left, bottom }) {
  const most = innerWidth - node.offsetWidth - 8;
  const lowest = innerHeight - node.offsetHeight - 8;
  node.style.left = `${Math.max(8, Math.min(left, most))}px`;
  node.style.top = `${Math.max(8, Math.min(bottom + 4, lowest))}px`;
}

/** Scans go one after the other, each when it is known what the one before did. Where a card is
    refused, the command before it is taken back: it would wait for another card. */
function send(from, path, ...bodies) {
  scans.end = scans.end.then(async () => {
    let reply = { ok: true };
    let sent = 0;
    for (; reply.ok && sent < bodies.length; sent++) reply = await post(path, bodies[sent]());
    if (reply.ok === false && sent > 1 && sent === bodies.length)
      await post("/press", { button: "undo" });
    const { n, ok, text, told, error, saved = true } = reply;
    const became = [text ?? error, told].filter(Boolean).join(". ");
    answer(saved ? became : filled(say.not_saved, { text: became }), ok && saved);
    // what became of a scan is read out by the log
    $("failed").textContent = error ?? [told, saved ? "" : say.unsaved].filter(Boolean).join(" ");
    // all else is in the state
    aloud(error);
    if (error && from === find && !find.value) {
      find.value = bodies[0]().line;
      labels();
    }
    if (n > device.heard) await new Promise((done) => scans.waits.push({ n, done }));
    const { recent } = device.state.desk;
    // PAGE, SOUND: no line of the log
    if (ok && recent.every(([number]) => number !== n)) $("failed").textContent = text;
  });
}

/** Say for a while what became of a click, in the head, where it hides nothing. */
function answer(text, good) {
  const bubble = $("answer");
  const hide = () => {
    bubble.hidden = true;
  };
  Object.assign(bubble, { textContent: text, className: good ? "" : "no", hidden: false });
  clearTimeout(answer.timer);
  answer.timer = setTimeout(hide, good ? 2500 : 6000);
}

/** The lowest copy that lies nowhere; the face itself where all do, so that it is said why. */
const free = (code) =>
  now()
    .find((tile) => tile.code === code)
    ?.copies.find((copy) => !device.lies[copy]) ?? code;

function act({ name, value }, from) {
  if (name === "copies") {
    hand.open = hand.open === value ? "" : value;
    labels();
  } else if (name === "about") {
    about(value, from);
  } else if (name === "press") {
    unfold(value === "page");
    send(from, "/press", () => ({ button: value }));
  } else if (name) {
    unfold(false);
    send(from, "/scan", () => ({ code: name === "face" ? free(value) : value }));
  }
}

/** What a card that lies there scores, and what may be done with it. */
function about(code, from) {
  const seat = [...$("trays").children].indexOf(from.closest("#trays > *"));
  const { code: badge, on, cards } = device.state.desk.seats[seat];
  const { kind, title, look, note, mark, scores, use } = cards.find((card) => card.code === code);
  const box = $("about");
  const { remove, flip } = mark === "kept" ? {} : device.tray.tools;
  const whose = on || own ? [] : [badge];
  const numbered = !now().some((tile) => tile.copies && tile.code === code);
  const acts = [
    [use, ...whose, code],
    [!own && remove?.title, ...(numbered ? [] : whose), remove?.code, code],
    [flip?.title, ...whose, mark !== "flipped" && flip?.code, code],
  ];
  $("which").replaceChildren(icon(look), make("a", { href: `/menu#${kind}` }, title), ` ${note}`);
  $("scores").textContent = scores;
  box.lastChild.replaceChildren(
    ...acts
      .filter((act) => act.every(Boolean))
      .map(([text, ...codes]) =>
        make(
          "button",
          {
            className: "btn",
            onclick: () => send(from, "/scan", ...codes.map((code) => () => ({ code }))),
          },
          text,
        ),
      ),
    make("button", { className: "btn", autofocus: true }, say.close),
  );
  box.showModal();
  place(box, from.getBoundingClientRect());
}

/** Enter: the line is read as at the terminal; one that was not taken comes back. */
function enter() {
  const line = find.value.trim();
  if (line) send(find, "/typed", () => ({ line }));
  find.value = "";
  labels();
}

function move(from, by) {
  const all = controls(from.closest("#trays, #labels") ?? $("labels"));
  const next = all[all.indexOf(from) + by];
  rove(all, next ?? from);
  (next ?? find).focus();
}

addEventListener("click", ({ target }) => {
  const clicked = target.closest("button[name]");
  if (clicked) act(clicked, clicked);
});
// Nothing changes under a finger.
addEventListener("pointerdown", () => {
  hand.held = true;
});
for (const name of ["pointerup", "pointercancel"])
  addEventListener(name, () =>
    setTimeout(() => {
      hand.held = false;
      if (device.tray) show();
    }),
  );
addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const press = ctrlKey ? ["Enter", find.value ? "" : "z", "."].indexOf(key) : -1;
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  if (target.closest("dialog, #asked")) return;
  if (press >= 0) $("keys").children[press].click();
  else if (target === find && key === "Enter") enter();
  else if (target === find && key === "Escape") {
    find.value = "";
    labels();
  } else if (by && (target === find ? key === "ArrowDown" : target.closest("#trays, #labels")))
    move(target, by);
  else return key.length > 1 || key === " " || ctrlKey || metaKey || altKey || find.focus();
  event.preventDefault();
});
find.oninput = labels;
$("photo").onchange = async ({ target }) => (await import("/assets/photo.js")).tray(target);
$("line").onclick = () => unfold();
$("about").onclick = ({ target, currentTarget: box }) =>
  (target === box || target.closest("button")) && box.close();
$("loud").onclick = ({ target }) => {
  sound.audio?.close();
  sound.audio = sound.audio ? null : new AudioContext();
  target.ariaPressed = !!sound.audio;
  beep({ name: "accepted", level: device.state.desk.sound.level });
};
listen(
  "/events?desk",
  (state) => {
    amiss(0, state);
    hear(state);
    take(state);
  },
  amiss,
);
