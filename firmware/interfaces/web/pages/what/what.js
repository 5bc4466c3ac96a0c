// WHAT on this phone alone: a code that is typed here (a scanner is a keyboard), or a photo, in; out come
// sentences that no other output hears of.

import { $, make } from "./dom.js";
import { aloud, lost } from "./voice.js";

const form = $("asked");
const field = form.querySelector("input");
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

const explain = (code) =>
  fetch("/what", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code }),
  })
    .then((answer) => answer.json())
    .catch(() => ({ error: lost }));

async function look(file) {
  const [{ photoWords, shrink }, { post }] = await Promise.all([
    import("./shot.js"),
    import("./pin.js"),
  ]);
  tell({ ok: true, told: [(await photoWords()).reading] });
  const { blob } = await shrink(file);
  const sent = blob.type ? blob : new Blob([blob], { type: "image/jpeg" });
  const lines = async (answer) => (await answer.text()).trim().split("\n");
  return post("/what/photo", sent, async (answer) => JSON.parse((await lines(answer)).at(-1)));
}

$("what").onclick = ({ currentTarget }) => {
  form.hidden = !form.hidden;
  currentTarget.ariaExpanded = String(!form.hidden);
  field.focus();
};
form.onsubmit = (event) => {
  event.preventDefault();
  if (field.value) ask(explain(field.value));
  field.value = "";
};
form.onchange = ({ target }) => {
  if (!target.files?.length) return;
  ask(look(target.files[0]));
  target.value = "";
};
// A scanner types wherever the focus is.
addEventListener("keydown", ({ key, target }) => {
  if (/^\d$/.test(key) && !form.hidden && !target.closest("input, dialog")) field.focus();
});
