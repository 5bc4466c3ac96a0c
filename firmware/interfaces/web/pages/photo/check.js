// /photo: what lies in all the photos so far, against a whole deck, the menu or the desserts kept. Nothing is scored.

import { counted, make, words } from "./dom.js";
import { draw } from "./marks.js";
import { post } from "./pin.js";
import { button, cards, far, photoWords, pickers, shrink, upload } from "./shot.js";

const text = await photoWords();
const own = words();
const form = document.getElementById("check");
const [status, place, result] = ["[role=status]", ".look", ".found"].map((part) =>
  form.querySelector(part),
);
const { what, game } = form.elements;
const codes = new Set(); // of all photos
const never = new AbortController();

function say(sentence, bad) {
  Object.assign(status, { textContent: sentence, className: bad ? "told note bad" : "told" });
}

/** Show what is missing and too many; whether the device could tell. */
async function tell() {
  const deck = what.value === "deck" ? { game: game.value } : {};
  const answer = await post("/photo/check", { what: what.value, codes: [...codes], ...deck });
  say(answer.error ?? answer.text, answer.error);
  const extra = what.value === "menu" ? own.not_on_menu : own.too_many;
  result.replaceChildren(...part(own.missing, answer.missing), ...part(extra, answer.extra));
  return !answer.error;
}

function part(heading, faces = []) {
  if (!faces.length) return [];
  const lines = faces.map(([title, copies]) =>
    make("li", {}, make("b", {}, title), ` ${copies.filter(Boolean).join(", ")}`),
  );
  return [make("h2", {}, heading), make("ul", {}, ...lines)];
}

async function send(file) {
  if (!file || !(await tell())) return;
  say(text.preparing);
  const { blob, ...photo } = await shrink(file);
  const read = (line) => {
    if (!line.codes) return;
    const marks = line.codes.map(([, points]) => ({ points, className: "seen" }));
    draw(place, photo, marks);
    say(counted(text.cards, cards(line.codes)));
  };
  const answer = await upload(
    text,
    "/photo",
    blob,
    (sent) => say(far(text, sent)),
    read,
    never.signal,
  );
  if (answer.error) return say(answer.error, true);
  for (const [code] of answer.codes) codes.add(code);
  await tell();
}

function begin() {
  codes.clear();
  place.replaceChildren();
  result.replaceChildren();
  say("");
  game.closest("label").hidden = what.value !== "deck";
}

form.querySelector(".shots").append(...pickers(text, own.take, send), button(own.over, begin));
form.onsubmit = () => false;
what.onchange = begin;
game.onchange = begin;
const { games } = await fetch("/labels.json")
  .then((answer) => answer.json())
  .catch(() => ({ games: [] }));
game.append(...games.map(([slug, , , , title]) => new Option(title, slug)));
const asked = location.hash.slice(1);
if ([...what.options].some(({ value }) => value === asked)) what.value = asked;
begin();
document.body.dataset.ready = "";
