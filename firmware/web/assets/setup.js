// Settings in, those that were changed out; Okanjo starts anew to go by them.

import { post } from "./pin.js";

const $ = (id) => document.getElementById(id), form = $("form"), save = $("bar").firstChild, notes = {};
const make = (tag, props, ...inside) => {
  const one = Object.assign(document.createElement(tag), props);
  one.append(...inside);
  return one;
};
const row = (cell, head, ...cells) => make("tr", {}, make("th", { scope: cell == "th" ? "col" : "row" }, head), ...cells.map((one) => make(cell, {}, one)));
const words = (slug) => slug[0].toUpperCase() + slug.slice(1).replace("-", " ");
const time = (s) => (s ? (s % 60 ? `${s} s` : `${s / 60} min`) : "never");
const same = (one, other) => JSON.stringify(one) == JSON.stringify(other);
const differing = (from) => Object.keys(set.values).filter((name) => !same(read(name), from(name)));
const own = (name) => set.values[name][1];
let set, was, run;

/** What became of it; `error`: why nothing did. */
function say(id, text, error) {
  Object.assign($(id), { textContent: error || text, className: `note ${error ? "bad" : "good"}`, hidden: !error && !text });
}

// --- settings ---------------------------------------------------------------------

const boxes = (name) => [form.elements[name]].flatMap((one) => (one.name ? one : [...one]));

function read(name) {
  const all = boxes(name), [{ type, value }] = all;
  if (type == "checkbox") return all.filter((box) => box.checked).map((box) => box.value);
  return typeof own(name) == "number" && value.trim() && !isNaN(value) ? +value : value;
}

function put(name, value) {
  for (const one of boxes(name)) {
    if (/_s$/.test(name) && ![...one.options].some((option) => option.value == value)) one.add(new Option(time(value), value));
    if (one.type == "checkbox") one.checked = value.includes(one.value);
    else one.value = value;
  }
}

/** Whose each value is, and the way back to the owner's. */
function mark() {
  const others = differing(own), changed = differing((name) => was[name]).length;
  for (const name in notes) {
    const given = set.given.includes(name), back = () => (put(name, own(name)), mark(), boxes(name)[0].focus());
    const text = [...(boxes(name)[0].options ?? [])].find(({ value }) => value == own(name))?.text ?? own(name);
    notes[name].replaceChildren(...(others.includes(name)
      ? [`${given ? set.file : "As delivered"}: ${text === "" ? "none" : text} `, make("button", { type: "button", className: "link", onclick: back }, "Put back")]
      : given ? [`Set in ${set.file}; changed here it is laid over.`] : []));
  }
  save.disabled = !changed;
  $("printed").disabled = !others.some((name) => name[0] == "o");
  $("said").className = "soft";
  $("said").textContent = changed ? `${changed} changed. Okanjo starts anew to go by it; the game on the table goes on where it is.` : "Nothing is changed.";
}

function draw() {
  const input = (name, label, more) => make("input", { name, ariaLabel: label, inputMode: "numeric", ...more });
  $("names").append(...set.badges.map((badge) => make("label", { className: "field" },
    make("i", { className: `plate ${badge}`, ariaHidden: true }, badge[0].toUpperCase()),
    input(`names.${badge}`, `${badge} badge`, { inputMode: "text", maxLength: 12, autocomplete: "off", placeholder: words(badge) }))));
  for (const one of form.querySelectorAll("[name$=_s]")) one.append(...[0, 30, 60, 120, 300, 600, 1800, 3600].map((s) => new Option(time(s), s)));
  $("sets").append(...set.sets.map((slug) => make("label", { className: "field" }, words(slug), input(`omakase.sets.${slug}`, words(slug)))));
  form.querySelector("thead").append(row("th", "Card", "¥", "Copies", ...set.sets.map(words)));
  form.querySelector("tbody").append(...Object.entries(set.dishes).map(([slug, title]) => {
    const at = `omakase.faces.${slug}.`;
    return row("td", title, input(`${at}yen`, `${title}: yen`), input(`${at}copies`, `${title}: copies`),
      ...set.sets.map((value) => input(`${at}sets`, `${title}: ${words(value)}`, { type: "checkbox", inputMode: "", value })));
  }));
  $("printed").textContent = set.given.some((name) => name[0] == "o") ? `As in ${set.file}` : "As printed";
  for (const label of form.querySelectorAll(".field")) {
    const note = (notes[label.lastChild.name] = make("small", { className: "soft" })), cell = make("div");
    label.replaceWith(cell);
    cell.append(label, note);
  }
}

function fill(told) {
  if (!set) (set = told), draw();
  set = told;
  for (const name in set.values) put(name, set.values[name][0]);
  was = Object.fromEntries(Object.keys(set.values).map((name) => [name, read(name)]));
  mark();
  if (set.warnings[0]) say("said", "", set.warnings.join("\n"));
}

function complain(mistakes) {
  const names = mistakes.map((one) => one.replace(/^\[(.+?)\] ([\w-]+).*/s, "$1.$2"));
  const [wrong] = [...form.elements].filter((one) => (one.ariaInvalid = names.includes(one.name)) && one.name);
  if (wrong?.closest("details")) wrong.closest("details").open = true;
  wrong?.focus();
  say("said", "", mistakes.join("\n"));
}

form.oninput = form.onchange = mark;
$("printed").onclick = () => {
  for (const name in set.values) if (name[0] == "o") put(name, own(name));
  mark();
};
form.onsubmit = async (event) => {
  event.preventDefault();
  const changes = Object.fromEntries(differing((name) => was[name]).map((name) => [name, read(name)]));
  save.disabled = true;
  run = await running();
  const told = await post("/setup/change", { changes });
  complain(told.mistakes ?? (told.error ? [told.error] : []));
  if (!told.values) return (save.disabled = false);
  fill(told);
  if (told.saved) await anew("said", "Saved.");
};

const running = async () => (await fetch("/state", { cache: "no-store" }).then((answer) => answer.json()).catch(() => 0)).run;

async function anew(id, what) {
  say(id, `${what} Okanjo starts anew …`);
  for (let found; !found || found == run; found = await running()) await new Promise((go) => setTimeout(go, 200));
  say(id, `${what} Okanjo is back, and goes by it.`);
}

// --- stickers, backup, doctor ---------------------------------------------------------

async function download(id, path, name) {
  const file = await post(path, {}, "blob"), href = file.error || URL.createObjectURL(file);
  say(id, "", file.error);
  if (!file.error) make("a", { href, download: name }).click();
}

/** What was picked, as it is sent; it may be picked again. */
function picked(input, type) {
  const [file] = input.files;
  input.value = "";
  return [file.slice(0, file.size, type), file];
}

async function stickers() {
  const { rows = [], error } = await post("/setup/stickers");
  if (error) say("taught", "", error);
  $("csv").disabled = !rows.length;
  $("stickers").replaceChildren(...rows.map(([sticker, shown, name]) => make("li", {}, make("b", {}, shown), make("span", {}, name),
    make("button", { className: "link", ariaLabel: `Forget ${shown}`, onclick: () => forget(sticker) }, "Forget"))));
}

async function forget(sticker) {
  const { forgotten, error } = await post("/setup/forget", { sticker });
  say("taught", `${forgotten} is forgotten.`, error);
  stickers();
}

$("csv").onclick = () => download("taught", "/setup/stickers.csv", "okanjo-stickers.csv");
$("bring").onchange = async ({ target }) => {
  const { mistakes, error = mistakes?.join("\n"), new: count } = await post("/setup/import", picked(target, "text/csv")[0]);
  say("taught", `${count} taught.`, error && `Nothing was taught.\n${error}`);
  stickers();
};
$("backup").onclick = () => download("kept", "/setup/backup", `${new Date().toISOString().slice(0, 10)}.okanjo`);
$("restore").onchange = async ({ target }) => {
  const [content, { name, size }] = picked(target, "application/octet-stream");
  if (!confirm(`Replace all games, stickers and settings by what is in ${name}?`)) return;
  say("kept", "It is being checked …");
  run = await running();
  const asked = await post("/setup/values"); // for the PIN, before 64 MB are on their way
  const { error, restored, told } = asked.error ? asked : size > 64 << 20 ? { error: "It has more than 64 MB." } : await post("/setup/restore", content);
  if (error) return say("kept", "", `Not restored. ${error}`);
  await anew("kept", [`Restored: ${restored}.`, ...told, ""].join("\n"));
  load();
};
$("look").onclick = async ({ target }) => {
  target.disabled = true;
  say("well", "Looking …");
  const { fine, lines = [], error = fine ? "" : "Something is to be seen to. The game goes on without." } = await post("/setup/doctor");
  target.disabled = false;
  say("well", "All that the settings want is there.", error);
  $("lines").replaceChildren(...lines.map(({ part, state, found, do: what, wanted }) => make("li", {},
    make("b", {}, `${state == "ok" ? "✓" : wanted ? "✗" : "–"} ${part}`), make("span", {}, found, make("small", { className: "soft" }, what && ` → ${what}`)))));
};

async function load() {
  const told = await post("/setup/values");
  form.hidden = $("more").hidden = !!told.error;
  $("gate").hidden = !told.error;
  say("why", "", told.error);
  if (!told.error) fill(told), stickers();
}
$("gate").lastChild.onclick = load;
load();
