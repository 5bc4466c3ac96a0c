// The list of players: found as one types, checked in by a tap, and new by itself.
import { fetched } from "./fetched.js";
import { listen } from "./live.js";
import { plain } from "./parts.js";

const $ = (id) => document.getElementById(id),
  search = $("search"),
  { tournament } = $("list").dataset;

function filter() {
  const rows = document.querySelectorAll(".taps li");
  search.parentNode.hidden = !rows.length;
  for (const row of rows)
    row.hidden = !plain(row.querySelector("bdi").textContent).includes(plain(search.value.trim()));
}

// What is the same stays: a finger may be on it.
function swap(before, now) {
  const [old, rows] = [before, now].map((one) => [...one.querySelectorAll("li")]);
  if (old.map((one) => one.id).join() !== rows.map((one) => one.id).join())
    return before.replaceWith(now);
  before.dataset.v = now.dataset.v;
  before.lastElementChild.replaceWith(now.lastElementChild);
  for (const [at, one] of old.entries()) {
    one.hidden = false;
    if (!one.isEqualNode(rows[at])) one.replaceWith(rows[at]);
  }
}

async function take(asked, tapped) {
  const { page, ok } = await asked.catch(() => ({})),
    at = document.activeElement,
    row = at.closest("li")?.id;
  const now = ok && page.getElementById("list");
  if (!now) return tapped && location.reload(); // signed out, or the board is away
  if (+now.dataset.v < +$("list").dataset.v) return; // overtaken
  $("here").replaceWith(page.getElementById("here"));
  swap($("list"), now);
  if (row) document.querySelector(`#${row} ${at.tagName}`)?.focus({ preventScroll: true });
  filter();
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "list") return;
  const body = new URLSearchParams(new FormData(event.target, event.submitter));
  event.preventDefault();
  take(fetched({ method: "POST", body }), true);
});
search.addEventListener("input", filter);
filter(); // the browser may have kept what was typed
listen(
  `/events?tournament=${tournament}`,
  ({ v }) => v !== +$("list").dataset.v && take(fetched()),
  () => {},
);
