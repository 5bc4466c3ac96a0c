// An organiser's page of rounds: what is new comes by itself, and nothing that is typed gets lost by it.
import { renew as renewClock } from "./clock.js";
import { $, make, words } from "./dom.js";
import { fetched } from "./fetched.js";
import { listen } from "./live.js";

const run = $("run").dataset;
const main = document.querySelector("main");
const typed = new Map(); // by a form's id: the fields that were changed and not sent yet
const line = { end: Promise.resolve(), busy: "" }; // busy: what came into it last, until it is sent

function keep({ target: { form, name, type, checked, value, dataset } }) {
  if (!form?.id || dataset.table) return;
  if (!typed.has(form.id)) typed.set(form.id, { seen: form.elements.seen?.value }); // so an older page's, to the board
  typed.get(form.id)[name] = type === "checkbox" ? checked : value;
}
for (const name of ["input", "change"]) addEventListener(name, keep);

function retype() {
  for (const [id, fields] of typed) {
    for (const [name, value] of Object.entries(fields)) {
      const field = $(id)?.elements[name];
      if (field?.type === "checkbox") field.checked = value;
      else if (field && field.value !== value) field.value = value;
    }
    $(id)?.closest("details")?.setAttribute("open", "");
  }
}

const named = (one) =>
  [
    one.closest("[id]")?.id,
    one.localName,
    one.name || one.textContent,
    one.localName === "button" && one.value,
  ].join();

/** What has the focus is not touched: a phone would put its keyboard away. */
function arrange(list, rows, focused) {
  const fixed = rows.findIndex((one) => one.contains(focused));
  if (fixed < 0) return list.replaceChildren(...rows);
  for (const one of [...list.children]) if (!rows.includes(one)) one.remove();
  rows[fixed].before(...rows.slice(0, fixed));
  rows[fixed].after(...rows.slice(fixed + 1));
}

function show(page) {
  const now = page.querySelector("main");
  const v = page.getElementById("run")?.dataset.v;
  if (!v) return tell((now ?? page.body).textContent.trim()); // signed out, say, or a proxy's own page
  if (+v < +run.v) return; // overtaken
  const focused = document.activeElement;
  const focus = main.contains(focused) && named(focused);
  const open = [...main.querySelectorAll("details[open] > summary")].map(named);
  for (const one of now.querySelectorAll("summary"))
    one.parentNode.open ||= open.includes(named(one));
  const list = main.querySelector(".results");
  const parts = [...now.children];
  const at = parts.findIndex((one) => one.matches(".results"));
  if (list && at >= 0) {
    // Only what is new of the tables was sent, and the order of all.
    const ids = parts[at].dataset.order.trim().split(" ");
    const rows = ids.map((id) => page.getElementById(id) ?? $(id)).filter(Boolean);
    arrange(list, rows, focused);
    for (const one of [...main.children]) if (one !== list) one.remove();
    list.before(...parts.slice(0, at));
    list.after(...parts.slice(at + 1));
  } else main.replaceChildren(...parts);
  if (run.v !== v) renewClock().catch(() => {});
  run.v = v;
  retype();
  if (focus && document.activeElement !== focused)
    [...main.querySelectorAll("input, select, button, summary, a")]
      .find((one) => named(one) === focus)
      ?.focus({ preventScroll: true });
}

function tell(words) {
  $("told")?.remove();
  main.prepend(make("p", { id: "told", className: "note bad", role: "alert" }, words));
  scrollTo({ top: 0 });
}

/** The page as it is now, without the tables that are here already. */
const newest = (how) =>
  fetched({
    ...how,
    has: Array.from(main.querySelectorAll("[data-key]"), ({ dataset }) => dataset.key).join(" "),
  });

async function post(body, form) {
  const at = body.get("at");
  const { page, ok, url } = await newest({ method: "POST", body }).catch(() => ({}));
  if (!page) return tell(words().away);
  if (new URL(url).pathname !== location.pathname) return location.assign(url);
  if (ok) {
    typed.delete(form?.id);
    $(form?.id)?.closest("details")?.removeAttribute("open"); // it may have been drawn anew meanwhile
  } else if (typed.has(form?.id)) delete typed.get(form.id).seen; // who sends it again has seen what is new
  show(page);
  if (!ok) scrollTo({ top: 0 });
  else if (at) location.replace(`#${at}`);
}

/** One after another, as somebody may be faster than the network; a double tap is sent once. */
function send(body, form) {
  const sent = `${body}`;
  if (sent === line.busy) return;
  line.busy = sent;
  line.end = line.end
    .then(() => post(body, form))
    .catch(console.error)
    .then(() => {
      if (sent === line.busy) line.busy = "";
    });
}

addEventListener("submit", (event) => {
  if (!main.contains(event.target)) return;
  event.preventDefault();
  send(new URLSearchParams(new FormData(event.target, event.submitter)), event.target);
});

// A draft's devices are kept with it, so that another laptop sees them.
addEventListener("change", ({ target: { value: device, dataset } }) => {
  const { table: number } = dataset;
  if (number) send(new URLSearchParams({ do: "device", number, device }));
});

const renew = () =>
  newest().then(
    ({ page, ok }) => ok && show(page),
    () => {},
  );
listen(
  `/events?tournament=${run.tournament}`,
  ({ v }) => v !== +run.v && renew(),
  () => {},
);
// What devices do meanwhile is no news of the tournament.
setInterval(
  () => line.busy || document.hidden || document.activeElement.matches("input, select") || renew(),
  30_000,
);
