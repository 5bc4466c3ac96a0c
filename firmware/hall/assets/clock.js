// The round's clock: what the board says is left is counted on here, by a clock that nobody sets.
import { $, filled, words } from "./dom.js";

const EVERY_MS = 60_000; // or a browser that slept would show what was
const texts = $("clock-words") ? words("clock-words") : {};
const clock = { left: null, runs: false, extra: {}, since: 0 }; // `left`: null where there is none
const asked = { last: 0 };

/** Minutes, and seconds in the last one; "time" after that. */
function shown(seconds) {
  if (seconds <= 0) return texts.time;
  if (seconds < 60) return filled(texts.seconds, { seconds: Math.ceil(seconds) });
  return filled(texts.minutes, { minutes: Math.ceil(seconds / 60) });
}

/** Tables that have longer, once all others have no time left. */
const longer = (left) =>
  Object.entries(clock.extra)
    .filter(([, extra]) => left <= 0 && left + extra > 0)
    .map(([table, extra]) => filled(texts.table, { table, time: shown(left + extra) }));

function show() {
  const element = $("clock");
  if (!element) return;
  element.hidden = clock.left === null;
  if (element.hidden) return;
  const passed = clock.runs ? (performance.now() - clock.since) / 1000 : 0;
  const own = $("table")?.textContent; // on a player's own page
  const left = clock.left - passed + (clock.extra[own] ?? 0);
  element.classList.toggle("over", left <= 0);
  const parts = [shown(left), ...(own ? [] : longer(left)), ...(clock.runs ? [] : [texts.stands])];
  const text = parts.join(" · ");
  if (element.textContent !== text) element.textContent = text;
}

/** Ask the board, as after each of its news; an answer that was overtaken says nothing. */
export async function renew() {
  if (!$("clock")) return;
  const number = ++asked.last;
  const answer = await fetch($("clock").dataset.at, { cache: "no-store" });
  if (!answer.ok || number !== asked.last) return;
  const { left = null, runs = false, extra = {} } = await answer.json();
  Object.assign(clock, { left, runs, extra, since: performance.now() });
  show();
}

const quietly = () => renew().catch(() => {});
setInterval(show, 1000);
setInterval(() => clock.runs && quietly(), EVERY_MS);
quietly();
