// The list of players: found as one types (of a long one on this page, and by Enter in all of it),
// checked in by a tap, and new by itself.
import { $ } from "./dom.js";
import { fetched } from "./fetched.js";
import { plain } from "./format.js";
import { listen } from "./live.js";

const search = $("search");
const { tournament } = $("list").dataset;

function filter() {
  if (!search) return; // nobody is on the list
  for (const row of document.querySelectorAll(".taps li"))
    row.hidden = !plain(row.querySelector("bdi").textContent).includes(plain(search.value.trim()));
}

// What is the same stays: a finger may be on it.
function swap(before, now) {
  const [old, rows] = [before, now].map((list) => [...list.querySelectorAll("li")]);
  const ids = (list) => list.map(({ id }) => id).join();
  if (ids(old) !== ids(rows)) return before.replaceWith(now);
  before.dataset.v = now.dataset.v;
  before.lastElementChild.replaceWith(now.lastElementChild);
  for (const [n, row] of old.entries()) {
    row.hidden = false;
    if (!row.isEqualNode(rows[n])) row.replaceWith(rows[n]);
  }
}

async function take(answer, tapped) {
  const { page, ok } = await answer.catch(() => ({}));
  const had = document.activeElement;
  const row = had.closest("li")?.id;
  const now = ok && page.getElementById("list");
  if (!now) return tapped && location.reload(); // signed out, or the board is away
  if (+now.dataset.v < +$("list").dataset.v) return; // overtaken
  $("here").replaceWith(page.getElementById("here"));
  const off = page.getElementById("off"); // how many have not come
  if (off.textContent !== $("off").textContent) $("off").replaceWith(off);
  swap($("list"), now);
  if (row) document.querySelector(`#${row} ${had.tagName}`)?.focus({ preventScroll: true });
  filter();
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "list") return;
  const body = new URLSearchParams(new FormData(event.target, event.submitter));
  event.preventDefault();
  take(fetched({ method: "POST", body }), true);
});
search?.addEventListener("input", filter);
filter(); // the browser may have kept what was typed
listen(
  `/events?tournament=${tournament}`,
  ({ v }) => v !== +$("list").dataset.v && take(fetched()),
  () => {},
);
