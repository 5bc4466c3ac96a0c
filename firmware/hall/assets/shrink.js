// Names that are too long for their place: smaller letters first, where those leave room for it a
// second line, then an ellipsis.
const HALF = 0.56; // of a line's letters: two such lines are as high

/** Letters as small as a name takes, but no smaller than that share of what they were, or `least` px. */
export function shrink(names, share, least = 0) {
  for (const name of names) {
    name.style.fontSize = "";
    name.classList.remove("two");
  }
  const fits = names.map((name) => {
    const { clientWidth, scrollWidth } = name;
    if (scrollWidth <= clientWidth) return { size: "", lines: 1 };
    const { fontSize, paddingLeft } = getComputedStyle(name);
    const [size, side] = [fontSize, paddingLeft].map(Number.parseFloat); // as wide as its margin
    const needed = (size * (clientWidth - 2 * side - 1)) / (scrollWidth - 2 * side);
    const smallest = Math.min(size, Math.max(least, size * share));
    const lines = needed < smallest && smallest <= size * HALF ? 2 : 1;
    return { size: `${Math.max(needed, smallest)}px`, lines };
  });
  for (const [n, { size, lines }] of fits.entries()) {
    names[n].style.fontSize = size;
    names[n].classList.toggle("two", lines === 2);
  }
}
