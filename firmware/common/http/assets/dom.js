import { initials } from "./format.js";

// Elements: by id, and new ones. Text goes in as text, never as markup.
export const $ = (id) => document.getElementById(id);

/** A new element; `props` are its properties, or its class. */
export function make(tag, props, ...inside) {
  const node = document.createElement(tag);
  Object.assign(node, typeof props === "string" ? { className: props } : props);
  node.append(...inside);
  return node;
}

export function svg(tag, marks, ...inside) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const key in marks) node.setAttribute(key, marks[key]);
  node.append(...inside);
  return node;
}

/** Only what changed is touched: focus stays where it is, and nothing is read out twice. */
export function write(node, ...inside) {
  const now = make("p", {}, ...inside);
  if (now.innerHTML !== node.innerHTML) node.replaceChildren(...now.childNodes);
}

// The colours of all badges in the page's language, each with the letters that tell it from the others,
// as on paper: who gave no name is called by one.
const colours = (globalThis.document?.documentElement.dataset?.badges ?? "").split("|");
const onBadges = new Map(initials(colours).map((letters, at) => [colours[at], letters]));

/** What stands for a name on a plate. */
export const lettersOf = (name) =>
  onBadges.get(name) ?? [...name.toUpperCase()].slice(0, 1).join("");

/** A player's plate, in the badge's colour with its letters, else the name's first. */
export const plate = ({ badge, name, letters = lettersOf(name) }) =>
  make("span", { className: `plate ${badge || "dummy"}`, ariaHidden: "true" }, letters);

/** Seats with the letters on their plates. */
export const lettered = (seats) => {
  const letters = initials(seats.map(({ name }) => name));
  return seats.map((seat, at) => {
    const own = onBadges.get(seat.name) ?? "";
    return { ...seat, letters: own.length > 1 ? own : letters[at] };
  });
};

/** What a script says, by name: these words stand in a template of the page, in its language. */
export const words = (id = "words", page = $(id).content) =>
  Object.fromEntries(
    Array.from(page.querySelectorAll("[data-word]"), (node) => [
      node.dataset.word,
      node.textContent,
    ]),
  );

/** What is said of so many, of a word that has a text for each number. */
export const counted = (forms, count) => forms.split("|")[count] ?? String(count);

/** A text with `{name}` filled in; only for what the browser alone knows, such as seconds. */
export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
