// /photo: what lies in all the photos so far, against a whole deck or the desserts kept. Nothing is scored.

import { make } from "./dom.js";
import { plural } from "./format.js";
import { draw } from "./marks.js";
import { post } from "./pin.js";
import { button, cards, far, pickers, shrink, upload } from "./shot.js";

const form = document.getElementById("check");
const [status, place, result] = ["[role=status]", ".look", ".found"].map((part) =>
  form.querySelector(part),
);
const { what, game } = form.elements;
const codes = new Set(); // of all photos
const never = new AbortController();

function say(text, bad) {
  Object.assign(status, { textContent: text, className: bad ? "told note bad" : "told" });
}

/** Show what is missing and too many; whether the device could tell. */
async function tell() {
  const deck = what.value === "desserts" ? {} : { game: game.value };
  const answer = await post("/photo/check", { what: what.value, codes: [...codes], ...deck });
  say(answer.error ?? answer.text, answer.error);
  result.replaceChildren(...part("Missing", answer.missing), ...part("Too many", answer.extra));
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
  say("Preparing the photo …");
  const { blob, ...photo } = await shrink(file);
  const read = (line) => {
    if (!line.codes) return;
    const marks = line.codes.map(([, points]) => ({ points, className: "seen" }));
    draw(place, photo, marks);
    say(plural(cards(line.codes), "card"));
  };
  const answer = await upload(blob, "", (sent) => say(far(sent)), read, never.signal);
  if (answer.error) return say(answer.error, true);
  for (const [code] of answer.codes) codes.add(code);
  await tell();
}

function begin() {
  codes.clear();
  place.replaceChildren();
  result.replaceChildren();
  say("");
  game.closest("label").hidden = what.value === "desserts";
}

form.querySelector(".shots").append(...pickers("Take a photo", send), button("Start over", begin));
form.onsubmit = () => false;
what.onchange = begin;
game.onchange = begin;
const { games } = await fetch("/labels.json")
  .then((answer) => answer.json())
  .catch(() => ({ games: [] }));
game.append(
  ...games.map(([slug, title, count]) => new Option(`${title}: ${plural(count, "card")}`, slug)),
);
if (location.hash === "#desserts") what.value = "desserts";
begin();
document.body.dataset.ready = "";
