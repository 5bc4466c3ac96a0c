// Settings in, those that were changed out; Okanjo starts anew to go by them.

import { device } from "./device.js";
import { $, filled, make, plate, words } from "./dom.js";
import { post } from "./pin.js";
import { brought, day, follow, list as listed } from "./stick.js";
import { anew, running, say } from "./told.js";

const form = $("form");
const save = $("bar").firstChild;
const notes = {};
const text = words();
/** How long a display stays as it is. */
function time(seconds) {
  if (!seconds) return text.never;
  if (seconds % 60) return filled(text.seconds, { count: seconds });
  return filled(text.minutes, { count: seconds / 60 });
}
/** How long it is silent before a sentence. */
const silence = (ms) =>
  ms
    ? filled(text.seconds, { count: (ms / 1000).toLocaleString(document.documentElement.lang) })
    : text.no_silence;
const shown = (name, value) =>
  /_ms$/.test(name) ? silence(value) : /_s$/.test(name) ? time(value) : value;
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const own = (name) => settings.shown.values[name][1];
const before = (name) => settings.before[name];
const differing = (from) =>
  Object.keys(settings.shown.values).filter((name) => !same(read(name), from(name)));
// What was sent, what the fields held then; a password of "" is to be removed.
const settings = { shown: null, before: {}, password: null };

const boxes = (name) => [form.elements[name]].flatMap((box) => (box.name ? box : [...box]));

function read(name) {
  const all = boxes(name);
  const [{ type, value }] = all;
  if (type === "checkbox") return all.filter((box) => box.checked).map((box) => box.value);
  if (typeof own(name) === "boolean") return value === "true";
  return typeof own(name) === "number" && value.trim() && !Number.isNaN(+value) ? +value : value;
}

function put(name, value) {
  for (const box of boxes(name)) {
    if (box.options && ![...box.options].some((option) => option.value === `${value}`))
      box.add(new Option(shown(name, value), value));
    if (box.type === "checkbox") box.checked = value.includes(box.value);
    else box.value = value;
  }
}

/** Whose each value is, and the way back to the owner's. */
function mark() {
  const others = differing(own);
  const changed = differing(before).length + (settings.password !== null);
  for (const name in notes) {
    const [box] = boxes(name);
    const isGiven = settings.shown.given.includes(name);
    const whose = isGiven ? settings.shown.file : text.default;
    const option = [...(box.options ?? [])].find(({ value }) => value === `${own(name)}`);
    const value = option?.text ?? (own(name) === "" ? text.none : own(name));
    const onclick = () => {
      put(name, own(name));
      mark();
      box.focus();
    };
    const reset = make("button", { type: "button", className: "link", onclick }, text.reset);
    notes[name].replaceChildren(
      ...(others.includes(name)
        ? [`${filled(text.value_of, { whose, value })} `, reset]
        : isGiven
          ? [filled(text.set_in, { file: settings.shown.file })]
          : []),
    );
  }
  for (const range of form.querySelectorAll("[type=range]"))
    range.previousSibling.textContent = filled(text.percent, {
      percent: Math.round((100 * range.value) / range.max),
    });
  secrecy();
  $("speak").hidden = changed || settings.shown.values["voice.say"][0] === "off";
  $("bar").hidden = save.hidden = save.disabled = !changed;
  $("printed").disabled = !others.some((name) => name[0] === "o");
  Object.assign($("said"), {
    className: "soft",
    textContent: filled(text.changed, { count: changed }),
    hidden: false,
  });
}

/** The password that is kept, if any. */
function secrecy() {
  const removed = settings.password === "";
  const onclick = () => {
    settings.password = removed ? null : "";
    $("secret").value = "";
    mark();
    $("secret").focus();
  };
  const props = { type: "button", className: "link", onclick };
  const button = make("button", props, removed ? text.keep_it : text.remove);
  const { kept } = settings.shown;
  const note = removed ? text.will_be_removed : text[kept];
  $("secrecy").replaceChildren(...(kept ? [`${note} `, button] : []));
}

/** What depends on the tables of badges and dishes. */
function draw(reply) {
  const { badges, longest, sets, dishes, decks, longest_card, given, file, languages } = reply;
  const input = (name, ariaLabel, props) => make("input", { name, ariaLabel, ...props });
  const amount = (name, label) => {
    const box = input(name, label);
    box.inputMode = "numeric";
    return box;
  };
  $("names").append(
    ...badges.map(([badge, colour, label]) => {
      const props = { maxLength: longest, autocomplete: "off", placeholder: colour };
      const letter = plate({ badge, name: colour });
      return make("label", "field", letter, input(`names.${badge}`, label, props));
    }),
  );
  $("names").before(make("p", "soft", filled(text.longest, { count: longest })));
  $("sets").append(
    ...sets.map(([set, title]) =>
      make("label", "field", title, amount(`omakase.sets.${set}`, title)),
    ),
  );
  const titles = sets.map(([, title]) => title);
  const heads = [text.card, "¥", text.copies, ...titles];
  form.querySelector("thead").append(make("tr", {}, ...heads.map((head) => make("th", {}, head))));
  form.querySelector("tbody").append(
    ...dishes.map(([slug, title]) => {
      const name = `omakase.faces.${slug}.`;
      const boxes = sets.map(([set, what]) => {
        const props = { type: "checkbox", value: set };
        return input(`${name}sets`, filled(text.of_dish, { dish: title, what }), props);
      });
      const yen = amount(`${name}yen`, filled(text.yen_of, { dish: title }));
      const copies = amount(`${name}copies`, filled(text.copies_of, { dish: title }));
      const cells = [yen, copies, ...boxes].map((box) => make("td", {}, box));
      return make("tr", {}, make("th", {}, title), ...cells);
    }),
  );
  $("decks").append(
    ...decks.map(({ game, title, cards, counts }) => {
      const heads = [text.card, text.name, ...(counts ? [text.copies] : [])];
      const rows = cards.map(([slug, card]) => {
        const key = `deck.${game}.${slug}.`;
        const props = { maxLength: longest_card, autocomplete: "off", placeholder: card };
        const boxes = [input(`${key}name`, filled(text.name_of, { dish: card }), props)];
        if (counts) boxes.push(amount(`${key}copies`, filled(text.copies_of, { dish: card })));
        const cells = boxes.map((box) => make("td", {}, box));
        return make("tr", {}, make("th", {}, card), ...cells);
      });
      const head = make("tr", {}, ...heads.map((each) => make("th", {}, each)));
      const table = [make("thead", {}, head), make("tbody", {}, ...rows)];
      return make("details", {}, make("summary", {}, title), make("table", "grid deck", ...table));
    }),
  );
  for (const select of form.querySelectorAll("[name$=_s]"))
    select.append(...[0, 30, 60, 120, 300, 600, 1800, 3600].map((s) => new Option(time(s), s)));
  const ms = [0, 200, 400, 600, 1000];
  form["voice.lead_in_ms"].append(...ms.map((ms) => new Option(silence(ms), ms)));
  form["voice.card"].append(
    ...reply.cards.map(([card, title]) => new Option(filled(text.of_card, { card, title }), card)),
  );
  form["language.device"].append(...languages.map(([code, name]) => new Option(name, code)));
  $("language").hidden = languages.length < 2;
  const isOwners = given.some((name) => name[0] === "o");
  $("printed").textContent = isOwners ? filled(text.reset_to, { file }) : text.reset_printed;
  for (const label of form.querySelectorAll(".field:has([name])")) {
    const cell = make("div");
    const note = make("small", "soft");
    notes[label.lastChild.name] = note;
    label.replaceWith(cell);
    cell.append(label, note);
  }
}

function fill(reply) {
  const { values, warnings } = reply;
  const first = !settings.shown;
  settings.shown = reply;
  if (first) {
    draw(reply);
    $("broker").open = values["mqtt.host"][0];
    $("versions").hidden = !reply.latest;
    $("asks").textContent = filled(text.asks, { address: reply.latest });
  }
  for (const name in values) put(name, values[name][0]);
  settings.before = Object.fromEntries(Object.keys(values).map((name) => [name, read(name)]));
  mark();
  if (warnings[0]) say("said", "", warnings.join("\n"));
}

function complain(mistakes) {
  const names = mistakes.map(({ key }) => key);
  for (const field of form.elements) field.ariaInvalid = names.includes(field.name);
  const wrong = [...form.elements].find(({ name }) => name && names.includes(name));
  for (const part of form.querySelectorAll("details")) if (part.contains(wrong)) part.open = true;
  wrong?.focus();
  say("said", "", mistakes.map(({ text }) => text).join("\n"));
}

$("speak").onclick = async () => say("spoken", text.spoken, (await post("/setup/speak")).error);
$("secret").oninput = ({ target }) => {
  settings.password = target.value || null;
};
form.oninput = mark;
form.onchange = mark;
$("printed").onclick = () => {
  for (const name in settings.shown.values) if (name[0] === "o") put(name, own(name));
  mark();
};
form.onsubmit = async (event) => {
  event.preventDefault();
  const changes = Object.fromEntries(differing(before).map((name) => [name, read(name)]));
  save.disabled = true;
  const run = await running();
  const reply = await post("/setup/change", { changes, password: settings.password });
  complain(reply.mistakes ?? (reply.error ? [{ text: reply.error }] : []));
  save.disabled = !!reply.values;
  if (!reply.values) return;
  $("secret").value = "";
  settings.password = null;
  fill(reply);
  if (!reply.saved) return say("said", text.changed_at_once);
  anew("said", text.saved, run);
  $("said").focus();
};

// --- stickers, backup, doctor

const list = (id, rows) =>
  $(id).replaceChildren(
    ...rows.map(([head, ...inside]) =>
      make("li", {}, make("b", {}, head), make("span", {}, inside[0]), ...inside.slice(1)),
    ),
  );

async function download(id, path, name) {
  const reply = await post(path, {}, async (answer) => ({
    file: await answer.blob(),
    notes: decodeURIComponent(answer.headers.get("Okanjo-Notes") ?? ""),
  }));
  say(id, "", reply.error ?? reply.notes);
  if (reply.file) make("a", { href: URL.createObjectURL(reply.file), download: name }).click();
}

/** What was picked, and as it is sent; the same may be picked again. */
function picked(input, type) {
  const [file] = input.files;
  input.value = "";
  return [file, file.slice(0, file.size, type)];
}

async function stickers() {
  const { rows = [], error } = await post("/setup/stickers");
  if (error) say("taught", "", error);
  $("csv").disabled = !rows.length;
  list(
    "stickers",
    rows.map(([sticker, shown, name]) => [
      shown,
      name,
      make(
        "button",
        {
          className: "link",
          ariaLabel: filled(text.forget_sticker, { sticker: shown }),
          onclick: () => forget(sticker),
        },
        text.forget,
      ),
    ]),
  );
}

async function forget(sticker) {
  const { forgotten, error } = await post("/setup/forget", { sticker });
  say("taught", filled(text.forgotten, { sticker: forgotten }), error);
  stickers();
}

$("csv").onclick = () => download("taught", "/setup/stickers.csv", "okanjo-stickers.csv");
$("bring").onchange = async ({ target }) => {
  const {
    mistakes,
    error = mistakes?.join("\n"),
    new: count,
  } = await post("/setup/import", picked(target, "text/csv")[1]);
  const why = error && `${text.not_imported}\n${error}`;
  say("taught", filled(text.imported, { count }), why);
  stickers();
};
function backedUp({ backed_up_at: seconds, evening }) {
  const saved = seconds ? filled(text.last_backup, { day: day(1000 * seconds) }) : text.no_backup;
  const kept = evening && filled(text.last_evening, { day: day(`${evening}T12:00`) });
  $("since").textContent = [saved, kept].join(" ");
}

$("backup").onclick = async () => {
  await download("kept", "/setup/backup", `${new Date().toISOString().slice(0, 10)}.okanjo`);
  backedUp(await post("/setup/values"));
};
$("restore").onchange = ({ target }) => {
  const [{ name }, content] = picked(target, "application/octet-stream");
  offer(name, content);
};

/** Say what is in a file, and restore it if that is wanted; `more` is said then. */
async function offer(name, content, more = "") {
  say("kept", text.checking_file);
  const { has, error } = await post("/setup/check-backup", content);
  if (error) return notRestored(error);
  say("kept", "");
  $("has").textContent = filled(text.in_file, { file: name, has });
  $("sure").firstChild.onsubmit = ({ submitter }) => submitter.value && restore(content, more);
  $("sure").showModal();
}

const notRestored = (why) => say("kept", "", filled(text.not_restored, { why }));

async function restore(content, more) {
  const run = await running();
  const { restored, notes, error } = await post("/setup/restore", content);
  if (error) return notRestored(error);
  const sentences = [filled(text.restored, { what: restored }), more, ...notes];
  await anew("kept", `${sentences.filter(Boolean).join("\n")}\n`, run);
  load();
}

/** The backups on a stick that is plugged in. */
function onStick({ backups, others, can }) {
  $("sticks").hidden = !backups.length && !others;
  $("nostick").hidden = !can || !$("sticks").hidden;
  $("others").textContent = others;
  listed($("sticks").querySelector("ul"), backups, bring);
}

async function bring(backup) {
  say("kept", text.reading_stick);
  const { content, error } = await brought(backup);
  if (error) return notRestored(error);
  offer(backup.name, content, text.pull);
}

/** A sentence with the names of its fields, which are <section.key> or <section.key=value>. */
const named = (sentence) =>
  sentence.replace(/<(\w+\.\w+)(?:=(\w+))?>/g, (_, name, value) => {
    const box = form.elements[name];
    const field = box.closest("label").firstChild.textContent;
    const part = box.closest("section, details").querySelector("h2, summary").textContent;
    if (!value) return filled(text.under, { field, part });
    const options = [...(box.options ?? [])];
    const chosen = options.find((option) => [value, `${+value}`].includes(option.value));
    return filled(text.under_is, { field, part, value: chosen?.text ?? value });
  });

$("look").onclick = async ({ target }) => {
  target.disabled = true;
  say("well", text.checking);
  const { fine, lines = [], verdict, error = fine ? "" : verdict } = await post("/setup/doctor");
  target.disabled = false;
  say("well", verdict, error);
  list(
    "lines",
    lines.map(({ part, state, found, do: what, wanted }) => [
      `${state === "ok" ? "✓" : wanted ? "✗" : "–"} ${part}`,
      make("span", {}, named(found), make("small", "soft", what && ` → ${named(what)}`)),
    ]),
  );
};

async function load() {
  const reply = await post("/setup/values");
  const { error } = reply;
  form.hidden = $("more").hidden = !!error;
  $("gate").hidden = !error;
  say("why", "", error);
  if (error) return;
  fill(reply);
  backedUp(reply);
  stickers();
  device();
  follow("/setup/sticks", onStick);
}
$("gate").lastChild.onclick = load;
load();
