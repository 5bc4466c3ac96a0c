// Clocks of rounds: what the board says is left is counted on here, by a clock that nobody sets.
import { $, filled, make, words } from "./dom.js";

const EVERY_MS = 60_000; // or a browser that slept would show what was
const texts = $("clock-words") ? words("clock-words") : {};
const NONE = { left: null, runs: false, extra: {}, since: 0, asked: 0 }; // `left`: null where there is none
const known = new WeakMap(); // by its element: what the board said of a clock
const elements = () => [...document.querySelectorAll(".clock")];
const clock = (element) => known.get(element) ?? NONE;

/** Where a clock is shown; `at` is the address that says what is left, `of` what it is of. */
export function face({ at, of }) {
  const element = make("p", { className: "clock num", role: "timer", hidden: true });
  Object.assign(element.dataset, { at, of });
  return element;
}

/** Minutes, and seconds in the last one; "time" after that. */
function shown(seconds) {
  if (seconds <= 0) return texts.time;
  if (seconds < 60) return filled(texts.seconds, { seconds: Math.ceil(seconds) });
  return filled(texts.minutes, { minutes: Math.ceil(seconds / 60) });
}

/** Tables that have longer, once all others have no time left. */
const longer = (extra, left) =>
  Object.entries(extra)
    .filter(([, more]) => left <= 0 && left + more > 0)
    .map(([table, more]) => filled(texts.table, { table, time: shown(left + more) }));

function show(element) {
  const { left, runs, extra, since } = clock(element);
  element.hidden = left === null;
  if (element.hidden) return;
  const passed = runs ? (performance.now() - since) / 1000 : 0;
  const own = $("table")?.textContent; // on a player's own page
  const now = left - passed + (extra[own] ?? 0);
  element.classList.toggle("over", now <= 0);
  const { of } = element.dataset;
  const more = [...(own ? [] : longer(extra, now)), ...(runs ? [] : [texts.stands])];
  const text = [shown(now), ...more, ...(of ? [of] : [])].join(" · ");
  if (element.textContent !== text) element.textContent = text;
}

/** Ask the board; an answer that was overtaken says nothing. */
async function ask(element) {
  const asked = clock(element).asked + 1;
  known.set(element, { ...clock(element), asked });
  const answer = await fetch(element.dataset.at, { cache: "no-store" });
  if (!answer.ok || clock(element).asked !== asked) return;
  const { left = null, runs = false, extra = {} } = await answer.json();
  known.set(element, { left, runs, extra, since: performance.now(), asked });
  show(element);
}

/** Ask of all clocks, as after each of the board's news. */
export const renew = () => Promise.all(elements().map(ask));

const quietly = () => renew().catch(() => {});
setInterval(() => elements().forEach(show), 1000);
setInterval(() => elements().some((element) => clock(element).runs) && quietly(), EVERY_MS);
quietly();
