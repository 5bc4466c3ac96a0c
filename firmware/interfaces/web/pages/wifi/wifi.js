// A network in for the device, chosen by a phone in the Wi-Fi that the device has opened.

import { $, filled, words } from "./dom.js";

const text = words();
const form = document.querySelector("form");
const { network, password } = form.elements;

function say(sentence, isBad) {
  Object.assign($("said"), {
    textContent: sentence,
    className: `note ${isBad ? "bad" : "good"}`,
    hidden: !sentence,
  });
}

/** What became of it, or `error`: why nothing did. */
const asked = (path, init) =>
  fetch(path, { cache: "no-store", ...init })
    .then(async (answer) => (answer.ok || init ? answer.json() : { error: await answer.text() }))
    .catch(() => ({ error: text.lost }));

async function choose(chosen, then) {
  const body = JSON.stringify({ network: chosen, password: password.value });
  const headers = { "Content-Type": "application/json" };
  const { error } = await asked("/wifi/choose", { method: "POST", headers, body });
  say(error ?? then, !!error);
  form.hidden = !error;
}

const known = await asked("/wifi/networks");
say(known.error ?? known.why, true);
form.hidden = !!known.error;
for (const [name, secured] of known.networks ?? [])
  network.add(Object.assign(new Option(name, name), { secured }));
const mark = () => {
  password.closest("label").hidden = !network.selectedOptions[0]?.secured;
};
network.onchange = mark;
mark();
if (known.networks && !known.networks.length) {
  say([known.why, text.none_found].filter(Boolean).join(" "), true);
  network.closest("label").hidden = true;
  form.querySelector(".main").hidden = true;
}
form.onsubmit = (event) => {
  event.preventDefault();
  const values = { network: network.value, own: known.name };
  choose(network.value, filled(text.connecting, values));
};
$("without").onclick = () => choose("", text.without);
