// The round's clock: what the board says is left is counted on here, by a clock that nobody sets.
import { $, filled, words } from "./dom.js";

const EVERY_MS = 60_000; // or a browser that slept would show what was
const texts = $("clock-words") ? words("clock-words") : {};
const clock = { left: null, runs: false, extra: {}, asked: 0 }; // `left`: null where there is none

/** Minutes, and seconds in the last one; "time" after that. */
function shown(seconds) {
  if (seconds <= 0) return texts.time;
  if (seconds < 60) return filled(texts.seconds, { seconds: Math.ceil(seconds) });
  return filled(texts.minutes, { minutes: Math.ceil(seconds / 60) });
}

function show() {
  const element = $("clock");
  if (!element) return;
  element.hidden = clock.left === null;
  if (element.hidden) return;
  const passed = clock.runs ? (performance.now() - clock.asked) / 1000 : 0;
  const extra = clock.extra[$("table")?.textContent] ?? 0; // on a player's own page
  const left = clock.left + extra - passed;
  element.classList.toggle("over", left <= 0);
  const text = `${shown(left)}${clock.runs ? "" : ` · ${texts.stands}`}`;
  if (element.textContent !== text) element.textContent = text;
}

/** Ask the board, as after each of its news. */
export async function renew() {
  if (!$("clock")) return;
  const answer = await fetch($("clock").dataset.at, { cache: "no-store" });
  if (!answer.ok) return;
  const { left = null, runs = false, extra = {} } = await answer.json();
  Object.assign(clock, { left, runs, extra, asked: performance.now() });
  show();
}

const quietly = () => renew().catch(() => {});
setInterval(show, 1000);
setInterval(quietly, EVERY_MS);
quietly();
