// WHAT on this phone alone: a code that was typed here (a scanner is a keyboard), or a photo, in; out come
// sentences that no other output hears of.

import { $, make } from "./dom.js";
import { aloud, lost, take } from "./phone.js";
import { photoWords, pickers, shrink } from "./shot.js";

const form = $("asked");
const field = form.elements[0];
const told = form.querySelector("[role=status]");
let asked = 0; // how often

/** Anew, even where it is the same: who scans a card twice hears it twice. */
function tell({ ok, error, told: sentences = [error] }) {
  told.className = ok ? "" : "note bad";
  told.replaceChildren(...sentences.map((sentence) => make("p", "", sentence)));
  aloud(sentences.join(" "));
}

async function ask(answer) {
  asked++;
  const mine = asked;
  const reply = await answer;
  if (mine === asked) tell(reply);
}

export const explain = (code) =>
  ask(
    fetch("/what", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code }),
    })
      .then((answer) => answer.json())
      .catch(() => ({ error: lost })),
  );

async function look(file) {
  tell({ ok: true, told: [text.reading] });
  const [{ post }, { blob }] = await Promise.all([import("./pin.js"), shrink(file)]);
  const sent = blob.type ? blob : new Blob([blob], { type: "image/jpeg" });
  const lines = async (answer) => (await answer.text()).trim().split("\n");
  return post("/what/photo", sent, async (answer) => JSON.parse((await lines(answer)).at(-1)));
}

// A scanner types wherever the focus is.
addEventListener("keydown", ({ key, target }) => {
  if (/^\d$/.test(key) && !form.hidden && !target.closest("input, dialog")) field.focus();
});
const text = await photoWords();
const picked = (file) => file && ask(look(file));
form.querySelector(".row").append(...pickers(text, take, picked, "btn"));
