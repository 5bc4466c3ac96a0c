// A player's figures, or how all players compare: ready to be shown, they come after the page.
import { $, make, svg } from "./dom.js";

const part = (text) => make("bdi", {}, text);

/** A figure, and on how many games it rests. */
const row = ({ label, value, rests, places, words }) => [
  make("dt", {}, label),
  make(
    "dd",
    {},
    make("b", {}, ...value.map(part)),
    ...(places
      ? [
          make(
            "span",
            "row form",
            make("span", "sr", words),
            ...places.map((place) => make("i", place === 1 ? "first" : "", `${place} `)),
          ),
        ]
      : []),
    make("span", "soft", rests),
  ),
];

/** Where somebody stands: a bar as wide as it is uncertain. */
const bar =
  (person) =>
  ({ who, player, place, games, span, mean }) =>
    make(
      "li",
      `standing ${who[0]}`,
      make("b", {}, place),
      make("a", { href: `/history?player=${encodeURIComponent(player)}#facts` }, person(who)),
      make("span", "soft", games),
      svg(
        "svg",
        { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("rect", { x: span[0], width: span[1] - span[0], y: 2, height: 6 }),
        svg("rect", { class: "mean", x: mean - 0.4, width: 0.8, height: 10 }),
      ),
    );

let newest = 0;

export async function showPeople(player, person) {
  newest++;
  const mine = newest;
  const answer = await fetch(`/people.json?player=${encodeURIComponent(player)}`).catch(() => 0);
  const all = answer.ok && (await answer.json());
  if (mine !== newest) return;
  const section = $("people");
  section.hidden = !all;
  if (!all) return;
  section.replaceChildren(
    make("h2", {}, part(all.title), make("span", "soft", ` ${all.of}`)),
    ...(all.rows.length ? [make("dl", "num", ...all.rows.flatMap(row))] : []),
    ...(all.bars?.length ? [make("ol", "num", ...all.bars.map(bar(person)))] : []),
    ...(all.note.length ? [make("p", "soft", ...all.note.map(part))] : []),
  );
  section.dataset.of = player;
}
