// What decided a round or a game: loaded once one is over.
import { $, make } from "./dom.js";

const SMALL = 0.6; // of their size; what would make a television's scores so small has no room there

async function fetched(path) {
  try {
    return await (await fetch(path)).json();
  } catch {
    return { parts: [], short: [] }; // an addition: what is amiss is told elsewhere
  }
}

const drawn = ({ heading, sentences }) => [
  make("h3", { style: "margin-top: .5rem" }, heading),
  make("ul", "", ...sentences.map((text) => make("li", { style: "margin-block: .3rem" }, text))),
];

const tv = { node: null, fit: null };

/** On a television it is there as long as the scores beside it stay large enough. */
function findRoom() {
  if (!tv.node?.isConnected) return;
  tv.node.hidden = false;
  tv.node.hidden = tv.fit() < SMALL;
  if (tv.node.hidden) tv.fit();
}

new ResizeObserver(findRoom).observe(document.body);

/** Below the scores; on a television in a few words, beside what comes next. */
export async function tell(far, fit) {
  const { v } = document.body.dataset;
  const { parts, short } = await fetched("/story");
  if (v !== document.body.dataset.v) return;
  const id = "story";
  const node = far
    ? make("p", { id, style: "flex-basis: 100%; font-size: .65em" }, short.join(" "))
    : make(
        "section",
        { id, className: "card", style: "margin-top: .7rem" },
        ...parts.flatMap(drawn),
      );
  const before = $(id);
  if (before?.textContent !== node.textContent) {
    before?.remove();
    if (node.textContent) $(far ? "now" : "scores").append(node);
    if (far) Object.assign(tv, { node, fit });
  }
  findRoom();
}

/** Of a game in the history. */
export async function ofGame(number, table) {
  const { parts } = await fetched(`/games/${number}/story`);
  table.after(...parts.flatMap(drawn));
}
