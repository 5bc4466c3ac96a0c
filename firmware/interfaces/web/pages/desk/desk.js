// What is shown in, a desk to click and type at out; each click is a scan.

import { $, make } from "./dom.js";
import { draw, follow, play } from "./glass.js";
import { icon } from "./icons.js";
import { listen } from "./live.js";
import { post } from "./pin.js";

const find = $("find"),
  lights = follow($("track"));
const UNSAVED = "UNSAVED: Scores are not saved!";
let table,
  desk,
  run,
  tray,
  heard,
  open,
  away = "",
  audio,
  hush,
  held,
  lies,
  waits = [],
  line = Promise.resolve();

// --- what comes in --------------------------------------------------------------

async function take(state) {
  if ((run ??= state.run) != state.run) location.reload(); // it has another PIN, too
  ({ desk } = table = state);
  if (tray?.key != desk.tray) {
    const answer = await fetch("/codes").catch(() => ({}));
    if (!answer.ok) return setTimeout(() => take(table), 1000);
    tray = await answer.json();
  }
  show();
}

function show() {
  const { n, sound, recent, seats, out, steps, step, hint, calls } = desk;
  draw($("glass"), desk);
  lights(desk.track, tray.motion);
  $("track").ariaLabel =
    `Score track: ${seats.map(({ name, score = "" }) => `${name} ${score}`).join(", ")}`;
  if (heard < n || sound.name == "saved-late") beep(sound);
  for (const [at, ok, text] of recent)
    if (!(at <= heard))
      $("log").prepend(
        make(
          "li",
          { value: at, className: ok ? "" : "no", ariaLive: ok ? null : "assertive" },
          text,
        ),
      );
  for (const line of [...$("log").children])
    if (!recent.some(([at]) => at == line.value)) line.remove();
  Object.assign(document.body.dataset, { n: (heard = n), phase: table.phase });
  $("photo").hidden = table.phase != "playing";
  brief();
  $("hint").textContent = hint;
  amiss();
  $("way").replaceChildren(
    ...steps.map((text, at) =>
      make(
        "li",
        { className: at < step ? "done" : "", ariaCurrent: at == step ? "step" : null },
        text,
      ),
    ),
  );
  lies = Object.fromEntries(out.map((code) => [code, [["dummy", "out"]]]));
  for (const { badge, name, cards = [] } of seats)
    for (const [code] of cards) (lies[code] ??= []).push([badge, name]);
  if (!held) players(), labels();
  for (const one of document.querySelectorAll("[name]"))
    one.classList.toggle("call", !!calls && one.matches(calls));
  waits = waits.filter((wait) => wait.n > n || wait.done());
}

/** The device in one line, where there is no room for more. */
function brief() {
  const { active, heading, last, menu } = table,
    { name, score } = (table.phase == "playing" && desk.seats[active]) || {};
  const [kind, face] = last?.card ?? [],
    worth = last?.seat == active ? last?.worth : null;
  const card =
    worth == null
      ? []
      : [
          icon([face || kind, menu.find(({ look }) => look[0] == kind)?.look[1]]),
          `${last.title} ${worth < 0 ? "−" : "+"}${Math.abs(worth)}`,
        ];
  $("line").replaceChildren(
    make("b", {}, name ?? heading),
    make("span", {}, ...card),
    make("b", {}, score ?? ""),
  );
}

/** The whole display below that line, or not. */
const unfold = (on) => ($("line").ariaExpanded = document.body.classList.toggle("unfolded", on));

function amiss() {
  $("lost").textContent = [away, table?.saved === false && UNSAVED].filter(Boolean).join(" ");
}

function beep({ name, level }) {
  hush?.();
  if (audio && name && level != "off") hush = play(audio, tray.sounds[name], tray.volumes[level]);
}

// --- what is drawn --------------------------------------------------------------

/** New buttons for old, with the focus where it was; Tab finds one of them, arrows the others. */
function fill(place, nodes) {
  const is = nodes.map((one) => one.outerHTML).join("");
  if (place.is == is) return;
  place.is = is;
  const all = () => [...place.querySelectorAll("button")];
  const had = document.activeElement,
    at = all().indexOf(had);
  place.replaceChildren(...nodes);
  const now =
    at >= 0 &&
    (all().find((one) => one.value == had.value && one.name == had.name) ??
      all()[at] ??
      all().at(-1));
  rove(all(), now || all()[0]);
  if (now) now.focus();
}

const rove = (all, to) => all.forEach((one) => (one.tabIndex = one == to ? 0 : -1));
const tint = (one, colour) => (colour && one.style.setProperty("--k", `var(--k-${colour})`), one);
const button = (name, value, className, pressed, ...inside) =>
  make("button", { name, value, className, ariaPressed: pressed ?? null }, ...inside);

function players() {
  fill(
    $("trays"),
    desk.seats.map(({ badge, code, name, score, on, cards = [] }) =>
      make(
        "div",
        { className: `${badge} ${on ? "on" : ""}` },
        button(
          "scan",
          code,
          "badge",
          on,
          make("i", { className: "plate", ariaHidden: true }, badge[0].toUpperCase()),
          make("span", {}, name),
          make("b", {}, score ?? ""),
        ),
        make(
          "div",
          { className: "laid" },
          ...cards.map(([card, title, look, as]) => {
            const one = button(
              desk.awaits ? "scan" : "about",
              card,
              `lies ${as}`,
              null,
              icon(look),
              make("span", {}, title),
              make("i", {}, as && ` ${as}`),
            );
            if (!desk.awaits) one.ariaHasPopup = "dialog";
            return tint(one, look[1]);
          }),
        ),
      ),
    ),
  );
}

function tile({ title, code, note, looks = [], copies, small, on }) {
  const colour = looks.length == 1 && looks[0][1];
  const left = copies && copies.filter((one) => !lies[one]).length - (lies[code]?.length ?? 0);
  const words = [
    make("i", {}, ...looks.map(icon)),
    make("b", {}, title),
    make("span", {}, copies ? `${Math.max(0, left)} left` : (note ?? "")),
  ];
  if (!copies) return tint(button("scan", code, small ? "pill" : "tile", on, ...words), colour);
  const more = Object.assign(button("copies", code, "more", null, "⋯"), {
    ariaLabel: `${title}: each copy`,
    ariaExpanded: open == code,
  });
  const each =
    open != code
      ? []
      : [code, ...copies].map((one, n) => {
          const [badge, name] = (n && lies[one]?.[0]) || ["", ""];
          return button("scan", one, `lies ${badge}`, null, n ? `Copy ${n} ${name}` : "Any copy");
        });
  const face = button("face", code, left > 0 ? "tile" : "tile gone", null, ...words);
  return tint(make("div", { className: "face" }, face, more, ...each), colour);
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
  const words = find.value.trim().toLowerCase();
  fill(
    $("labels"),
    words
      ? [tiles(found(words.split(/[\s-]+/)), "found")]
      : tray.parts.flatMap(([heading, all]) => [make("h2", {}, heading), tiles(all)]),
  );
}

/** What has a word for each one typed: what is called just so, then what begins so, comes first. */
function found(typed) {
  const at = ({ title, note = "" }) => {
    const words = `${title} ${note}`.toLowerCase().split(/[\s,-]+/);
    const found = typed.map((one) => words.findIndex((word) => word.startsWith(one)));
    return found.includes(-1) ? 99 : title.toLowerCase() == typed.join(" ") ? -1 : found[0];
  };
  const all = [...now(), ...tray.rest].filter((one) => at(one) < 99);
  return all.sort((a, b) => at(a) - at(b)).slice(0, 24);
}

const now = () => tray.parts.flatMap(([, all]) => all);

// --- what goes out ---------------------------------------------------------------

/** Beside what was clicked, or in its corner where that is wide. */
function place(one, { left, bottom, right, top, width }) {
  const inside = width > 300,
    most = (inside ? right : innerWidth) - one.offsetWidth - 8;
  one.style.left = `${Math.max(8, inside ? most : Math.min(left, most))}px`;
  one.style.top = `${Math.max(8, Math.min((inside ? top : bottom) + 4, innerHeight - one.offsetHeight - 8))}px`;
}

/** Scans go one after the other, each when it is known what the one before did. Where a card is
    refused, the command before it is taken back: it would wait for another card. */
function send(from, path, ...bodies) {
  const box = from.getBoundingClientRect();
  line = line.then(async () => {
    let told,
      at = 0;
    do told = await post(path, bodies[at]());
    while (told.ok && ++at < bodies.length);
    if (told.ok === false && at && at == bodies.length - 1)
      await post("/press", { button: "undo" });
    const { n, ok, text, error, saved = true } = told;
    answer([text ?? error, ...(saved ? [] : [UNSAVED])].join(". "), ok && saved, box);
    $("failed").textContent = error ?? (saved ? "" : UNSAVED); // what became of a scan is read out by the log
    if (n > heard) await new Promise((done) => waits.push({ n, done }));
    if (ok && desk.recent.every(([at]) => at != n)) $("failed").textContent = text; // PAGE, SOUND: no line of the log
  });
}

/** Say it beside what was clicked, for a while. */
function answer(words, good, box) {
  const one = $("answer");
  Object.assign(one, { textContent: words, className: good ? "" : "no", hidden: false });
  place(one, box);
  clearTimeout(answer.timer);
  answer.timer = setTimeout(() => (one.hidden = true), good ? 2500 : 6000);
}

/** The lowest copy that lies nowhere; the face itself where all do, so that it is said why. */
const free = (code) =>
  now()
    .find((one) => one.code == code)
    ?.copies.find((one) => !lies[one]) ?? code;

function act({ name, value }, from) {
  if (name == "copies") (open = open == value ? "" : value), labels();
  else if (name == "about") about(value, from);
  else if (name == "press")
    unfold(value == "page"), send(from, "/press", () => ({ button: value }));
  else if (name)
    unfold(false), send(from, "/scan", () => ({ code: name == "face" ? free(value) : value }));
}

/** What a card that lies there scores, and what may be done with it. */
function about(code, from) {
  const {
    code: badge,
    on,
    cards,
  } = desk.seats[[...$("trays").children].indexOf(from.closest("#trays > *"))];
  const [, title, look, as, scores, use] = cards.find(([one]) => one == code),
    box = $("about");
  const say = (words) => as != "kept" && now().find((one) => one.title == words)?.code;
  const whose = on ? [] : [badge],
    numbered = !now().some((one) => one.copies && one.code == code);
  const acts = [
    [use, code],
    ["Remove", ...(numbered ? [] : whose), say("Remove"), code],
    ["Flip", ...whose, as != "flipped" && say("Flip"), code],
  ];
  $("which").replaceChildren(icon(look), `${title} ${as}`);
  $("scores").textContent = scores;
  box.lastChild.replaceChildren(
    ...acts
      .filter((act) => act.every(Boolean))
      .map(([words, ...codes]) =>
        make(
          "button",
          {
            className: "btn",
            onclick: () => send(from, "/scan", ...codes.map((code) => () => ({ code }))),
          },
          words,
        ),
      ),
    make("button", { className: "btn", autofocus: true }, "Close"),
  );
  box.showModal();
  place(box, from.getBoundingClientRect());
}

/** Enter: what was found first; what has a digit as it is, so that a scanner may type here. A slip of the keys
 *  goes no further. */
function enter() {
  const first = $("labels").querySelector("button"),
    value = find.value.trim();
  if (value && !first && !/\d/.test(value)) {
    $("failed").textContent = `“${value}” is unknown, so nothing was scanned.`;
    return answer($("failed").textContent, false, find.getBoundingClientRect());
  }
  if (value) act(first && !/^\d+$/.test(value) ? first : { name: "scan", value }, find);
  find.value = "";
  labels();
}

function move(from, by) {
  const all = [...(from.closest("#trays, #labels") ?? $("labels")).querySelectorAll("button")];
  const next = all[all.indexOf(from) + by];
  rove(all, next ?? from);
  (next ?? find).focus();
}

onclick = ({ target }) => {
  const one = target.closest("button[name]");
  if (one) act(one, one);
};
onpointerdown = () => (held = true); // nothing changes under a finger
onpointerup = onpointercancel = () => setTimeout(() => ((held = false), tray && show()));
onkeydown = (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const press = ctrlKey ? ["Enter", find.value ? "" : "z", "."].indexOf(key) : -1;
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  if (target.closest("dialog")) return;
  if (press >= 0) $("keys").children[press].click();
  else if (target == find && key == "Enter") enter();
  else if (target == find && key == "Escape") (find.value = ""), labels();
  else if (by && (target == find ? key == "ArrowDown" : target.closest("#trays, #labels")))
    move(target, by);
  else return key.length > 1 || key == " " || ctrlKey || metaKey || altKey || find.focus();
  event.preventDefault();
};
find.oninput = labels;
$("photo").onchange = async ({ target }) => (await import("/assets/photo.js")).tray(target);
$("line").onclick = () => unfold();
$("about").onclick = ({ target, currentTarget: box }) =>
  (target == box || target.closest("button")) && box.close();
$("loud").onclick = ({ target }) => {
  audio = audio ? void audio.close() : new AudioContext();
  target.ariaPressed = !!audio;
  beep({ name: "accepted", level: desk.sound.level });
};
listen(
  "/events?desk",
  take,
  (quiet) => ((away = quiet ? `Reconnecting … (${quiet} s)` : ""), amiss()),
);
