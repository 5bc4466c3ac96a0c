// What /setup says of what it does, also while the device is away.

import { $, filled, words } from "./dom.js";

const text = words();

/** What became of it; `error`: why nothing did. */
export function say(id, sentence, error) {
  Object.assign($(id), {
    textContent: error || sentence,
    className: `note ${error ? "bad" : "good"}`,
    hidden: !error && !sentence,
  });
  if (id === "said") $("bar").hidden = $(id).hidden;
}

/** Which run of the program answers; undefined while none does. */
export const running = async () =>
  (
    await fetch("/state", { cache: "no-store", signal: AbortSignal.timeout(5e3) })
      .then((answer) => answer.json())
      .catch(() => 0)
  ).run;

export const pause = (ms) => new Promise((go) => setTimeout(go, ms));

/** Say when another run of the program than `run` answers; `seconds` is when it is late. */
export async function anew(id, what, run, seconds = 30) {
  say(id, filled(text.restarting, { what }));
  const late = setTimeout(say, 1e3 * seconds, id, "", filled(text.away, { what, seconds }));
  for (let newer; !newer || newer === run; newer = await running()) await pause(200);
  clearTimeout(late);
  say(id, filled(text.restarted, { what }));
}
