// What decided a round or a game: loaded once one is over.
import { $, make } from "./dom.js";

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

/** Below the scores; on a television in a few words, beside what comes next. */
export async function tell(tv, fit) {
  const { v } = document.body.dataset;
  const { parts, short } = await fetched("/story");
  if (v !== document.body.dataset.v) return;
  const id = "story";
  const node = tv
    ? make("p", { id, style: "flex-basis: 100%; font-size: .65em" }, short.join(" "))
    : make("section", { id, className: "card" }, ...parts.flatMap(drawn));
  const before = $("story");
  if (before?.textContent === node.textContent) return;
  before?.remove();
  if (!node.textContent) return;
  if (tv) $("now").append(node);
  else $("scores").after(node);
  fit();
}

/** Of a game in the history. */
export async function ofGame(number, table) {
  const { parts } = await fetched(`/games/${number}/story`);
  table.after(...parts.flatMap(drawn));
}
