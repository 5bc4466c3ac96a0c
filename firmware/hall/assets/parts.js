// A tile in, its words and its seats out: what the hall and a table's own page share.
import { make } from "./dom.js";
import { number, plain } from "./format.js";

const EMPTY = {
  online: false,
  phase: "",
  title: "",
  unit: "",
  menu: [],
  round: 0,
  rounds: 0,
  players: [],
  turn: "",
  leaders: [],
  winners: [],
  call: false,
  problems: [],
  page: "",
  last: "",
  since: 0,
  number: 0,
  kept: false,
  busy: false,
};
const SEAT = ["badge", "name", "points", "place"];

/** A tile as it is sent, without what is empty, made whole. */
export const whole = (tile) => ({
  ...EMPTY,
  ...tile,
  players: (tile.players ?? []).map((values) =>
    Object.fromEntries(values.map((value, field) => [SEAT[field], value])),
  ),
});

export const waits = (tile) => !tile.phase || tile.phase === "lobby";

const word = (text) => make("span", "word", text); // where room is short, for ears only

/** How far the game is. */
export function stage({ phase, round, rounds, busy }) {
  if (busy) return ["Other game"];
  if (phase === "finished") return ["Finished"];
  if (phase !== "playing" && phase !== "scored") return ["Not begun"];
  return [
    ...(rounds > 1 ? [word("Round "), `${round} of ${rounds}`] : ["Playing"]),
    ...(phase === "scored" ? [word(", scored")] : []),
  ];
}

/** A table's name. */
export function label({ label }) {
  const [, number] = label.match(/^table[-_ ]?(\d+)$/i) ?? [];
  const { length } = number ?? label;
  return make(
    "bdi",
    `label${length > 5 ? " long" : ""}${length > 16 ? " longer" : ""}`,
    ...(number ? [word("Table "), number] : [label]),
  );
}

export const finds = (name, sought) => sought !== "" && plain(name).includes(sought);

/** The players, who has most first; before the game, as they sit. */
export function seats(tile, sought) {
  const { players, leaders, unit } = tile;
  const over = tile.phase === "finished";
  const ranked = waits(tile)
    ? players
    : players.toSorted((a, b) => (a.place ?? 99) - (b.place ?? 99) || b.points - a.points);
  const isFirst = ({ badge, place }) => (over ? place === 1 : leaders.includes(badge));
  const alone = players.filter(isFirst).length === 1;
  return ranked.map((seat) => {
    const { badge, name, points } = seat;
    const first = isFirst(seat) ? ` first${alone ? ` alone${unit && " yen"}` : ""}` : "";
    return make(
      "li",
      `seat ${badge || "dummy"}${first}${finds(name, sought) ? " me" : ""}`,
      make("i", { className: "plate", ariaHidden: "true" }),
      make("bdi", {}, name),
      ...(first
        ? [
            " ",
            make(
              "small",
              {},
              make("span", { ariaHidden: "true" }, "★"),
              word(over ? " won" : " leads"),
            ),
          ]
        : []),
      ...(waits(tile)
        ? []
        : [
            " ",
            make("b", {}, number(points), ...(unit ? [make("small", "word", ` ${unit}`)] : [])),
          ]),
    );
  });
}

/** The lines above all: what keeps the page, or the board, from the tables. */
export function troubles(state, away) {
  const lines = state?.trouble
    ? [make("p", "note bad", `${state.trouble} The board tries again by itself.`)]
    : [];
  if (!away) return lines;
  const age = make(
    "span",
    { className: "num", ariaHidden: "true" },
    ` What you see is ${away} s old.`,
  );
  return [make("p", "note bad", "Connection to the board lost.", age), ...lines];
}
