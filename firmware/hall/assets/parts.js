// A tile in, its words and its seats out: what the hall and a table's own page share.
import { filled, make } from "./dom.js";
import { number, plain } from "./format.js";

const EMPTY = {
  table: 0,
  online: false,
  phase: "",
  title: "",
  unit: "",
  menu: [],
  players: [],
  turn: "",
  leaders: [],
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

/** A text in three: what is before its short form, that, and what is after it. */
export function parted(text, short) {
  const start = text.indexOf(short);
  return start < 0
    ? ["", text, ""]
    : [text.slice(0, start), short, text.slice(start + short.length)];
}

/** A text of which only the short form is seen where room is short. */
function shortened(text, short) {
  const [before, core, after] = parted(text, short);
  return [...(before ? [word(before)] : []), core, ...(after ? [word(after)] : [])];
}

/** How far the game is. */
export const stage = ({ stage, short_stage }) => shortened(stage, short_stage);

/** A table's name. */
export function label({ label, short }) {
  const { length } = short;
  return make(
    "bdi",
    `label${length > 5 ? " long" : ""}${length > 16 ? " longer" : ""}`,
    ...shortened(label, short),
  );
}

export const finds = (name, sought) => sought !== "" && plain(name).includes(sought);

/** The players, who has most first; before the game, as they sit. */
export function seats(tile, sought, words) {
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
              word(` ${over ? words.won : words.leads}`),
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
export function troubles(state, away, words) {
  const lines = state?.trouble ? [make("p", "note bad", `${state.trouble} ${words.again}`)] : [];
  if (!away) return lines;
  const age = make(
    "span",
    { className: "num", ariaHidden: "true" },
    ` ${filled(words.old, { seconds: away })}`,
  );
  return [make("p", "note bad", words.lost, age), ...lines];
}
