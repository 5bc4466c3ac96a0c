// A look in, its drawn icon out: the words beside it say the same. All icons are one file, fetched once.
import { svg } from "./dom.js";

fetch("/assets/icons.svg")
  .then((answer) => answer.ok && answer.text())
  .then((all) => all && document.body.insertAdjacentHTML("beforeend", all))
  .catch(() => {});

export function icon(look) {
  const [name, colour] = look || [];
  if (!name) return "";
  const use = svg("use", { href: `#icon-${name}` });
  const drawing = svg("svg", { class: "icon", "aria-hidden": "true" }, use);
  if (colour) drawing.style.setProperty("--k", `var(--k-${colour})`);
  return drawing;
}
