// What a new device wants before its first game, a step at a time: names, paper, a scanner, a menu.

import { $, filled, make, plate, words } from "./dom.js";
import { icon } from "./icons.js";
import { listen } from "./live.js";
import { post } from "./pin.js";
import { brought, follow, list } from "./stick.js";
import { anew, running, say as tell } from "./told.js";

if (localStorage.skipped) location.replace("/?scores");
document.querySelector('.ways [href="/"]').href = "/?scores"; // which is this page until a game begins
const PAGE = "001119";
const say = words();
const steps = [...document.querySelectorAll("section")];
const [form] = document.forms;
const [save] = form.getElementsByTagName("button");
const wrong = form.querySelector(".bad");
// What was seen so far: the tray of labels, the count of scans; whether the scanner works: false where
// NEXT was pressed without it; whether a backup is brought back, and this page stays to tell of it; the
// language of the device.
const seen = {
  tray: "",
  scanned: undefined,
  works: undefined,
  restores: false,
  language: undefined,
};

const speaks = form["language.device"]; // that of this browser, unless somebody says otherwise
const languages = [...document.querySelectorAll(".languages a")];
speaks.append(
  ...languages.map(({ lang, textContent, ariaCurrent }) => {
    const isBrowsers = ariaCurrent === "true";
    return new Option(textContent, lang, isBrowsers, isBrowsers);
  }),
);
speaks.parentNode.hidden = !languages.length;

function turn(event) {
  const now = steps.find(({ id }) => `#${id}` === location.hash) ?? steps[0];
  for (const step of steps) step.hidden = step !== now;
  if (!event) return;
  now.querySelector("h2").focus();
  scrollTo(0, 0);
}

async function show(state) {
  if (seen.restores) return;
  if (state.phase !== "lobby") return location.replace(seen.works === false ? "/desk" : "/");
  const { desk } = state;
  seen.language ??= desk.language;
  const fields = form.querySelector(".badges");
  if (!fields.children[0])
    fields.append(
      ...desk.seats.map(({ badge, named, colour, field }) =>
        make(
          "label",
          "field",
          plate({ badge, name: colour }),
          make("input", {
            name: badge,
            defaultValue: named,
            placeholder: colour,
            ariaLabel: field,
            maxLength: 24,
            autocomplete: "off",
          }),
        ),
      ),
    );
  heard(desk.scanned, state.last);
  seats(desk);
  const { game, heading } = state;
  $("hint").textContent = game ? filled(say.next, { heading, next: state.awaited.join(" ") }) : "";
  if (seen.tray !== desk.tray) menus(await (await fetch("/codes")).json());
}

/** Whatever a scanner reads from now on shows that it works. */
function heard(scanned, last) {
  const isNew = scanned > seen.scanned;
  seen.scanned = scanned; // which begins anew when Okanjo does
  if (!isNew) return;
  seen.works = true;
  const works = last.label === "command page" ? say.works : filled(say.read, { card: last.title });
  const [text, className] = last.ok
    ? [works, "note good"]
    : [filled(say.another, { what: last.text }), "note bad"];
  if ($("heard").textContent !== text) Object.assign($("heard"), { textContent: text, className });
}

/** New buttons for old, if they are others, with the focus where it was. */
function fill(place, nodes) {
  const is = nodes.map((node) => node.outerHTML).join("");
  if (place.is === is) return;
  place.is = is;
  const index = [...place.children].indexOf(document.activeElement);
  place.replaceChildren(...nodes);
  place.children[index]?.focus();
}

const button = (value, on, ...inside) => make("button", { value, ariaPressed: !!on }, ...inside);

function seats(desk) {
  fill(
    $("seats"),
    desk.seats.map(({ badge, code, name, colour, on }) =>
      button(code, on, plate({ badge, name: colour }), make("b", {}, name)),
    ),
  );
}

function menus(tray) {
  seen.tray = tray.key;
  const [[, menus], [, games]] = tray.parts;
  fill(
    $("menus"),
    [...menus, ...games.filter(({ note }) => !note)].map(({ code, on, title, note = "", looks }) =>
      button(
        code,
        on,
        ...(note ? [] : [icon(looks[0])]),
        make("b", {}, title),
        make("small", {}, note),
      ),
    ),
  );
}

async function send(path, body) {
  const { ok, text, error = ok ? "" : text } = await post(path, body);
  Object.assign($("told"), { textContent: error, hidden: !error });
}

addEventListener("click", ({ target }) => {
  const { id, value } = target.closest("button, a") ?? {};
  if (id === "skip") localStorage.skipped = 1;
  if (/^\d+$/.test(value)) send("/scan", { code: value });
  if (id === "undo") send("/press", { button: "undo" });
  if (id === "next") {
    seen.works ??= false;
    send("/press", { button: "next" });
  }
  if (target.closest("[href^='/labels.pdf']")) $("making").textContent = say.making;
});

// --- a stick with a backup

function offer({ backups }) {
  if (seen.restores) return;
  $("stick").hidden = !backups.length;
  list($("offers"), backups, bring, "btn main");
}

/** Have it restored; nothing is replaced yet, so nobody is asked whether that is meant. */
async function bring(backup) {
  const alone = (on) => {
    seen.restores = on;
    for (const part of document.querySelectorAll("section, .ask, #skip"))
      part.classList.toggle("away", on);
  };
  alone(true);
  tell("told-stick", say.reading_stick);
  const run = await running();
  const { content, error: unread } = await brought(backup);
  const { restored, notes, error = unread } = content ? await post("/setup/restore", content) : {};
  if (error) {
    tell("told-stick", "", filled(say.not_restored, { why: error }));
    return alone(false);
  }
  const told = [filled(say.restored, { what: restored }), say.pull, ...notes, ""];
  await anew("told-stick", told.join("\n"), run);
  $("on").hidden = false;
  $("stick").firstChild.focus();
}
follow("/stick", offer);

/** What is typed, for a scanner that acts as a keyboard of this browser. */
function watch() {
  let typed = "";
  addEventListener("keydown", ({ key }) => {
    typed = key === "Enter" ? "" : typed + key;
    if (typed.endsWith(PAGE))
      Object.assign($("heard"), { className: "note bad", textContent: say.typing });
  });
}
watch();
form.onsubmit = async (event) => {
  event.preventDefault();
  const all = [...form.querySelectorAll("input")].filter(
    (field) => field.value.trim() !== field.defaultValue,
  );
  const changes = Object.fromEntries(all.map(({ name, value }) => [`names.${name}`, value.trim()]));
  if (speaks.value && speaks.value !== seen.language) changes["language.device"] = speaks.value;
  save.disabled = true;
  const { mistakes, error = mistakes?.join("\n") } = Object.keys(changes).length
    ? await post("/setup/change", { changes })
    : {};
  save.disabled = false;
  wrong.hidden = !error;
  wrong.textContent = error ?? "";
  if (error) return;
  seen.language = changes["language.device"] ?? seen.language;
  for (const field of all) field.defaultValue = field.value = field.value.trim();
  location.hash = "#sheet";
};
addEventListener("hashchange", turn);
turn();
listen("/events?desk", show, (quiet) =>
  Object.assign($("amiss"), {
    hidden: !quiet,
    textContent: filled(say.reconnecting, { seconds: quiet }),
  }),
);
