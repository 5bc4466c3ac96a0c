// The backups on a USB stick: which there are, and one of them brought to this browser, which sends it
// as it would a file of its own.

import { filled, make, words } from "./dom.js";
import { post } from "./pin.js";

const EVERY_MS = 3e3;
const text = words();
const now = { known: "", timer: 0 };

export const day = (of) => new Date(of).toLocaleDateString(document.documentElement.lang);

/** The file, or why it does not come. */
export const brought = ({ stick, name }) =>
  post("/setup/from-stick", { stick, name }, async (answer) => ({ content: await answer.blob() }));

/** Each with its button, in a list; `bring` is what that does. */
export function list(place, backups, bring, className = "btn") {
  const row = (backup) => {
    const { evening, has, lacks } = backup;
    const when = evening ? day(`${evening}T12:00`) : text.undated;
    const ariaLabel = filled(text.bring_of, { day: when, has });
    const button = make(
      "button",
      { className, ariaLabel, onclick: () => bring(backup) },
      text.bring,
    );
    const what = make("span", {}, has, make("small", "soft", ` ${lacks}`));
    return make("li", {}, make("b", {}, when), what, button);
  };
  place.replaceChildren(...backups.map(row));
}

/** Show which there are, now and whenever others are; nobody is asked for the PIN meanwhile. */
export function follow(path, show) {
  const look = async () => {
    if (document.hidden) return;
    const headers = {
      "Content-Type": "application/json",
      Authorization: `Bearer ${sessionStorage.token ?? ""}`,
    };
    const asking = path === "/stick" ? {} : { method: "POST", headers, body: "{}" };
    const answer = await fetch(path, asking).catch(() => 0);
    if (answer.status === 401) clearInterval(now.timer); // another PIN
    const told = answer.ok ? await answer.text() : now.known;
    if (told === now.known) return; // focus stays where it is
    now.known = told;
    show(JSON.parse(told));
  };
  clearInterval(now.timer);
  now.timer = setInterval(look, EVERY_MS);
  look();
}
