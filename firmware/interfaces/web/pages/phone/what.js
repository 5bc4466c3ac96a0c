// WHAT on this phone alone: a code that was typed here (a scanner is a keyboard), or a photo, in; out come
// sentences that no other output hears of.

import { $, make } from "./dom.js";
import { aloud, lost, take } from "./phone.js";
import { photoWords, pickers, shrink } from "./shot.js";

const form = $("asked");
const field = form.elements[0];
const status = form.querySelector("[role=status]");
let questions = 0; // how many were asked

/** Anew, even where it is the same: who scans a card twice hears it twice. */
function tell({ ok, error, sentences = [error] }) {
  status.className = ok ? "" : "note bad";
  status.replaceChildren(...sentences.map((sentence) => make("p", "", sentence)));
  aloud(sentences.join(" "));
}

/** Tell the answer, unless there is a newer question by then. */
async function ask(answer) {
  questions++;
  const question = questions;
  const reply = await answer.catch(() => ({ error: lost }));
  if (question === questions) tell(reply);
}

export const explain = (code) =>
  ask(
    fetch("/what", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code }),
    }).then((answer) => answer.json()),
  );

async function look(file) {
  tell({ ok: true, sentences: [text.reading] });
  const [{ post }, { blob }] = await Promise.all([import("./pin.js"), shrink(file)]);
  const photo = blob.type ? blob : new Blob([blob], { type: "image/jpeg" });
  const last = (lines) => JSON.parse(lines.trim().split("\n").at(-1));
  const cutOff = () => ({ error: lost });
  return post("/what/photo", photo, (answer) => answer.text().then(last, cutOff));
}

// A scanner types wherever the focus is; a field for files takes no text.
addEventListener("keydown", ({ key, target }) => {
  if (/^\d$/.test(key) && !form.hidden && !target.closest(":read-write, dialog")) field.focus();
});
// Where they do not come, codes are explained all the same.
let text;
photoWords().then(
  (words) => {
    text = words;
    const picked = (file) => file && ask(look(file));
    form.querySelector(".row").append(...pickers(text, take, picked, "btn"));
  },
  () => {},
);
