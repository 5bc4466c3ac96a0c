// What a phone does by itself. It reads aloud what the table says, by its own voice, once somebody has tapped;
// the words are the state's. The page's live regions are silent meanwhile: a screen reader would speak, too.
// WHAT is loaded when it is opened.

import { $, words } from "./dom.js";

// As the device has them, in words a minute.
const RATES = [1, 0.8, 0.63];
const LIVE = ":is([role=status], [role=alert], [role=log], [aria-live]):not(dialog *)";
export const { lost, take } = words("phone-words");
const speech = window.speechSynthesis;
const isPhone = location.hash !== "#tv" && location.pathname !== "/desk";
const language = document.documentElement.lang.toLowerCase();
const [repeat, slower, table] = $("speech").children;
// What each was, while it is silent.
const regions = new Map();
// The newest of what was heard, what is said of that, what is amiss, and what was said last.
const heard = { scan: "", said: "", amiss: [], last: "" };
// Undefined before the first tap on this page, without which no browser speaks.
let isOn;

export const isAloud = () => isOn;

/** Of the page's language, and none that sends what it says to its maker. */
function voice() {
  const code = ({ lang }) => lang.replace("_", "-").toLowerCase();
  const all = isPhone && speech ? speech.getVoices() : [];
  const [spoken] = language.split("-");
  const own = all.filter(
    (speaker) => speaker.localService && code(speaker).split("-")[0] === spoken,
  );
  return (
    own.find((speaker) => code(speaker) === language) ??
    own.find((speaker) => speaker.default) ??
    own[0]
  );
}

/** The newest alone: what was being said ends, unless this can wait. */
function say(text, waits) {
  if (!waits) {
    heard.last = text;
    speech.cancel();
  }
  const speaker = voice();
  if (!speaker || document.hidden) return;
  const utterance = new SpeechSynthesisUtterance(text);
  const { lang } = speaker;
  speech.speak(
    Object.assign(utterance, { voice: speaker, lang, rate: RATES[localStorage.slower || 0] }),
  );
}

/** Say it, if this phone reads aloud. */
export function aloud(text, waits = false) {
  if (isOn && text) say(text, waits);
}

/** A state: what is new in it is said once; at REPEAT the table's last, never a card in hand. */
export function hear({ run, voice: { n, said, amiss } }) {
  const scan = `${run} ${n}`;
  const isNew = scan !== heard.scan;
  const news = amiss.filter((part) => (isNew && !said) || !heard.amiss.includes(part));
  Object.assign(heard, { scan, said: said || heard.said, amiss });
  aloud([isNew && heard.said, ...news].filter(Boolean).join(" "), !isNew);
}

function turn(on) {
  isOn = on;
  $("aloud").ariaPressed = String(on);
  $("speech").hidden = !on;
  for (const [node, was] of regions) Object.assign(node, was);
  regions.clear();
  if (!on) return speech.cancel();
  for (const node of document.querySelectorAll(LIVE)) {
    const { role, ariaLive } = node;
    regions.set(node, { role, ariaLive });
    Object.assign(node, { role: role === "alert" ? "status" : role, ariaLive: "off" });
  }
  say(heard.said);
}

/** Voices come late, and may go for a while: meanwhile there is nothing to tap, and live regions speak. */
function offer() {
  $("aloud").hidden = !voice();
  if (isOn === !voice() && (isOn || localStorage.aloud)) turn(!isOn);
}

/** It may speak only after a tap or a key: where it was on before, with the first on this page. */
function begin({ target }) {
  if (localStorage.aloud && !isOn && voice() && !target.closest("#aloud")) turn(true);
}

offer();
speech?.addEventListener?.("voiceschanged", offer);
for (const name of ["click", "keydown"]) addEventListener(name, begin);
document.addEventListener("visibilitychange", () => document.hidden && isOn && speech.cancel());
$("aloud").onclick = () => {
  localStorage.aloud = isOn ? "" : 1;
  turn(!isOn);
};
repeat.onclick = () => say(heard.last);
slower.onclick = () => {
  localStorage.slower = (Number(localStorage.slower || 0) + 1) % RATES.length;
  say(heard.last);
};
table.onclick = async () => {
  const { scan } = heard;
  const { said } = await fetch("/table-read")
    .then((answer) => answer.json())
    .catch(() => ({ said: lost }));
  if (scan === heard.scan) aloud(said);
};

const form = $("asked");
$("what").onclick = ({ currentTarget }) => {
  form.hidden = !form.hidden;
  currentTarget.ariaExpanded = String(!form.hidden);
  // at once: later a phone would show no keyboard
  form.elements[0].focus();
  import("./what.js");
};
form.onsubmit = async (event) => {
  event.preventDefault();
  const code = form.elements[0].value;
  form.elements[0].value = "";
  if (code) (await import("./what.js")).explain(code);
};
