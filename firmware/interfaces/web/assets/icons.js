// A look in, its drawn icon out: the words beside it say the same. All icons are one file, fetched once.
const SVG = "http://www.w3.org/2000/svg";
fetch("/assets/icons.svg")
  .then((answer) => answer.ok && answer.text())
  .then((all) => all && document.body.insertAdjacentHTML("beforeend", all))
  .catch(() => {});

export function icon(look) {
  const [name, colour] = look || [];
  if (!name) return "";
  const node = document.createElementNS(SVG, "svg"),
    use = document.createElementNS(SVG, "use");
  node.setAttribute("class", "icon");
  node.setAttribute("aria-hidden", "true");
  if (colour) node.style.setProperty("--k", `var(--k-${colour})`);
  use.setAttribute("href", `#icon-${name}`);
  node.append(use);
  return node;
}
