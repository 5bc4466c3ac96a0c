// Settings in, those that were changed out; Okanjo starts anew to go by them.

import { $, make } from "./dom.js";
import { post } from "./pin.js";

const form = $("form");
const save = $("bar").firstChild;
const notes = {};
const words = (slug) => slug[0].toUpperCase() + slug.slice(1).replace("-", " ");
const time = (s) => (s ? (s % 60 ? `${s} s` : `${s / 60} min`) : "never");
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const own = (name) => settings.shown.values[name][1];
const before = (name) => settings.before[name];
const differing = (from) =>
  Object.keys(settings.shown.values).filter((name) => !same(read(name), from(name)));
// What the device sent, what its fields held then, and the password: null: as it is; "": to be removed.
const settings = { shown: null, before: {}, password: null };

/** What became of it; `error`: why nothing did. */
function say(id, text, error) {
  Object.assign($(id), {
    textContent: error || text,
    className: `note ${error ? "bad" : "good"}`,
    hidden: !error && !text,
  });
  if (id === "said") $("bar").hidden = $(id).hidden;
}

const boxes = (name) => [form.elements[name]].flatMap((one) => (one.name ? one : [...one]));

function read(name) {
  const all = boxes(name);
  const [{ type, value }] = all;
  if (type === "checkbox") return all.filter((box) => box.checked).map((box) => box.value);
  if (typeof own(name) === "boolean") return value === "true";
  return typeof own(name) === "number" && value.trim() && !Number.isNaN(+value) ? +value : value;
}

function put(name, value) {
  for (const one of boxes(name)) {
    if (one.options && ![...one.options].some((option) => option.value === `${value}`))
      one.add(new Option(/_s$/.test(name) ? time(value) : value, value));
    if (one.type === "checkbox") one.checked = value.includes(one.value);
    else one.value = value;
  }
}

/** Whose each value is, and the way back to the owner's. */
function mark() {
  const others = differing(own);
  const changed = differing(before).length + (settings.password !== null);
  for (const name in notes) {
    const [one] = boxes(name);
    const given = settings.shown.given.includes(name);
    const text =
      [...(one.options ?? [])].find(({ value }) => value === `${own(name)}`)?.text ?? own(name);
    const onclick = () => {
      put(name, own(name));
      mark();
      one.focus();
    };
    notes[name].replaceChildren(
      ...(others.includes(name)
        ? [
            `${given ? settings.shown.file : "Default"}: ${text === "" ? "none" : text} `,
            make("button", { type: "button", className: "link", onclick }, "Reset"),
          ]
        : given
          ? [`Set in ${settings.shown.file}. A change here overrides it.`]
          : []),
    );
  }
  const removed = settings.password === "";
  const onclick = () => {
    settings.password = removed ? null : "";
    $("secret").value = "";
    mark();
    $("secret").focus();
  };
  $("secrecy").replaceChildren(
    ...(settings.shown.kept
      ? [
          removed ? "It is removed when you save. " : "A password is saved. ",
          make(
            "button",
            { type: "button", className: "link", onclick },
            removed ? "Keep it" : "Remove",
          ),
        ]
      : []),
  );
  $("bar").hidden = save.hidden = save.disabled = !changed;
  $("printed").disabled = !others.some((name) => name[0] === "o");
  Object.assign($("said"), {
    className: "soft",
    textContent: `${changed} changed. Saving restarts Okanjo; the game continues.`,
    hidden: false,
  });
}

/** What depends on the tables of badges and dishes, which are Okanjo's own. */
function draw({ badges, longest, sets, dishes, given, file }) {
  const input = (name, label, more = 'inputmode="numeric"') =>
    `<input name="${name}" aria-label="${label}" ${more}>`;
  const row = (cell, ...all) => `<tr><th>${all.join(`<${cell}>`)}`;
  const name = (badge) => {
    const plate = `<i class="plate ${badge}" aria-hidden="true">${badge[0].toUpperCase()}</i>`;
    const more = `maxlength="${longest}" autocomplete="off" placeholder="${words(badge)}"`;
    return `<label class="field">${plate}${input(`names.${badge}`, `${badge} badge`, more)}</label>`;
  };
  $("names").innerHTML = badges.map(name).join("");
  $("names").before(
    make("p", "soft", `Up to ${longest} letters each. The display shortens long names.`),
  );
  $("sets").innerHTML = sets
    .map(
      (one) =>
        `<label class="field">${words(one)}${input(`omakase.sets.${one}`, words(one))}</label>`,
    )
    .join("");
  form.querySelector("thead").innerHTML = row("th", "Card", "¥", "Copies", ...sets.map(words));
  form.querySelector("tbody").innerHTML = Object.entries(dishes)
    .map(([slug, title]) => {
      const at = `omakase.faces.${slug}.`;
      return row(
        "td",
        title,
        input(`${at}yen`, `${title}: yen`),
        input(`${at}copies`, `${title}: copies`),
        ...sets.map((one) =>
          input(`${at}sets`, `${title}: ${words(one)}`, `type="checkbox" value="${one}"`),
        ),
      );
    })
    .join("");
  for (const one of form.querySelectorAll("[name$=_s]"))
    one.append(...[0, 30, 60, 120, 300, 600, 1800, 3600].map((s) => new Option(time(s), s)));
  $("printed").textContent = given.some((name) => name[0] === "o")
    ? `Reset to ${file}`
    : "Reset to the printed values";
  for (const label of form.querySelectorAll(".field:has([name])")) {
    const cell = make("div");
    const note = make("small", "soft");
    notes[label.lastChild.name] = note;
    label.replaceWith(cell);
    cell.append(label, note);
  }
}

function fill(sent) {
  const { values, warnings } = sent;
  const first = !settings.shown;
  settings.shown = sent;
  if (first) {
    draw(sent);
    $("broker").open = values["mqtt.host"][0];
  }
  for (const name in values) put(name, values[name][0]);
  settings.before = Object.fromEntries(Object.keys(values).map((name) => [name, read(name)]));
  mark();
  if (warnings[0]) say("said", "", warnings.join("\n"));
}

function complain(mistakes) {
  const names = mistakes.map((one) => one.replace(/^\[(.+?)\] ([\w-]+).*/s, "$1.$2"));
  for (const field of form.elements) field.ariaInvalid = names.includes(field.name);
  const wrong = [...form.elements].find(({ name }) => name && names.includes(name));
  if (wrong?.closest("details")) wrong.closest("details").open = true;
  wrong?.focus();
  say("said", "", mistakes.join("\n"));
}

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
  const { password } = settings;
  const run = await running();
  const kept = password === null ? {} : await post("/setup/password", { password });
  const told = kept.error
    ? kept
    : await post("/setup/change", { changes, restart: password !== null });
  complain(told.mistakes ?? (told.error ? [told.error] : []));
  save.disabled = !!told.values;
  if (!told.values) return;
  $("secret").value = "";
  settings.password = null;
  fill(told);
  if (!told.saved) return;
  anew("said", "Saved.", run);
  $("said").focus();
};

const running = async () =>
  (
    await fetch("/state", { cache: "no-store" })
      .then((answer) => answer.json())
      .catch(() => 0)
  ).run;

const AWAY =
  "But Okanjo has not come back within 30 s. Check that the device is on and in the same network. " +
  "If it is, run this on it: sudo okanjo doctor";

/** Say when another run of the program than `run` answers. */
async function anew(id, what, run) {
  say(id, `${what} Okanjo is restarting …`);
  const late = setTimeout(say, 3e4, id, "", `${what} ${AWAY}`);
  for (let found; !found || found === run; found = await running())
    await new Promise((go) => setTimeout(go, 200));
  clearTimeout(late);
  say(id, `${what} Okanjo has restarted.`);
}

// --- stickers, backup, doctor ---------------------------------------------------------

const list = (id, rows) =>
  $(id).replaceChildren(
    ...rows.map(([head, ...inside]) =>
      make("li", {}, make("b", {}, head), make("span", {}, inside[0]), ...inside.slice(1)),
    ),
  );

async function download(id, path, name) {
  const file = await post(path, {}, "blob");
  say(id, "", file.error);
  if (!file.error) make("a", { href: URL.createObjectURL(file), download: name }).click();
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
        { className: "link", ariaLabel: `Forget ${shown}`, onclick: () => forget(sticker) },
        "Forget",
      ),
    ]),
  );
}

async function forget(sticker) {
  const { forgotten, error } = await post("/setup/forget", { sticker });
  say("taught", `Forgotten: ${forgotten}.`, error);
  stickers();
}

$("csv").onclick = () => download("taught", "/setup/stickers.csv", "okanjo-stickers.csv");
$("bring").onchange = async ({ target }) => {
  const {
    mistakes,
    error = mistakes?.join("\n"),
    new: count,
  } = await post("/setup/import", picked(target, "text/csv")[1]);
  say("taught", `Imported: ${count}.`, error && `Nothing was imported.\n${error}`);
  stickers();
};
$("backup").onclick = () =>
  download("kept", "/setup/backup", `${new Date().toISOString().slice(0, 10)}.okanjo`);
$("restore").onchange = async ({ target }) => {
  const [{ name }, content] = picked(target, "application/octet-stream");
  if (!confirm(`Replace all games, stickers and settings with the contents of ${name}?`)) return;
  say("kept", "Checking the file …");
  const run = await running();
  let told = await post("/setup/values"); // the PIN first
  if (!told.error) told = await post("/setup/restore", content);
  if (told.error) return say("kept", "", `Not restored. ${told.error}`);
  await anew("kept", [`Restored: ${told.restored}.`, ...told.notes, ""].join("\n"), run);
  load();
};
/** A sentence with the names of the fields here for those of a settings file. */
const named = (text) =>
  text.replace(/(set )?(\w+)(?: = "?(\w+)"?)? in \[(\w+)\]/g, (all, to, key, value, section) => {
    const one = form.elements[`${section}.${key}`];
    if (!one) return all;
    const chosen =
      [...(one.options ?? [])].find((option) => [value, `${+value}`].includes(option.value))
        ?.text ?? value;
    const field = one.closest("label").firstChild.textContent;
    const part = one.closest("section, details").querySelector("h2, summary").textContent;
    const as = value ? `${to ? " to" : ":"} “${chosen}”` : "";
    return `${to ?? ""}“${field}” under ${part}${as}`;
  });

$("look").onclick = async ({ target }) => {
  target.disabled = true;
  say("well", "Checking …");
  const {
    fine,
    lines = [],
    error = fine ? "" : "Something needs attention. Scoring continues.",
  } = await post("/setup/doctor");
  target.disabled = false;
  say("well", "Everything is connected.", error);
  list(
    "lines",
    lines.map(({ part, state, found, do: what, wanted }) => [
      `${state === "ok" ? "✓" : wanted ? "✗" : "–"} ${part}`,
      make("span", {}, named(found), make("small", "soft", what && ` → ${named(what)}`)),
    ]),
  );
};

async function load() {
  const told = await post("/setup/values");
  const { error } = told;
  form.hidden = $("more").hidden = !!error;
  $("gate").hidden = !error;
  say("why", "", error);
  if (error) return;
  fill(told);
  stickers();
}
$("gate").lastChild.onclick = load;
load();
