// The list of players: found as one types, checked in by a tap, and new by itself.
import { listen } from "./live.js";

const $ = (id) => document.getElementById(id), search = $("search"), { tournament } = $("list").dataset;
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

function filter() {
  const rows = document.querySelectorAll(".taps li");
  search.parentNode.hidden = !rows.length;
  for (const row of rows)
    row.hidden = !plain(row.querySelector("bdi").textContent).includes(plain(search.value));
}

async function take(asked, tapped) {
  const answer = await asked.catch(() => null), text = answer?.ok ? await answer.text() : "";
  const page = new DOMParser().parseFromString(text, "text/html"), at = document.activeElement, row = at.closest("li")?.id;
  if (!page.getElementById("list")) return tapped && location.reload(); // signed out, or the board is away
  for (const id of ["here", "list"]) $(id).replaceWith(page.getElementById(id));
  if (row) document.querySelector(`#${row} ${at.tagName}`)?.focus({ preventScroll: true });
  filter();
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "list") return;
  const body = new URLSearchParams(new FormData(event.target, event.submitter));
  event.preventDefault();
  take(fetch(location.pathname, { method: "POST", body }), true);
});
search.addEventListener("input", filter);
filter(); // the browser may have kept what was typed
listen(`/events?tournament=${tournament}`, ({ v }) => v !== +$("list").dataset.v && take(fetch(location.pathname)), () => {});
