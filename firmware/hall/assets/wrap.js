// Names in tiles that are too long for a line: on two or three, in smaller letters until their tile
// holds them.
const STEP = 0.95; // of the letters before

const isCut = ({ clientWidth, scrollWidth, clientHeight, scrollHeight }) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight + 1;
const isFull = ({ clientHeight, scrollHeight }) => scrollHeight > clientHeight + 1;

/** Wrap the names in those boxes, in letters no smaller than `least` px; 0 undoes it. What is too long
 * even so is broken within a word, and at last cut. */
export function wrap(boxes, least) {
  const names = boxes.flatMap((box) =>
    Array.from(box.querySelectorAll(".seat bdi"), (name) => ({ box, name })),
  );
  for (const { name } of names) {
    name.classList.remove("wraps", "broken");
    name.style.fontSize = "";
  }
  if (!least) return;
  const long = names.filter(({ name }) => isCut(name));
  for (const one of long) one.size = Number.parseFloat(getComputedStyle(one.name).fontSize);
  for (const { name } of long) name.classList.add("wraps");
  shrink(boxes, long, least);
  for (const { name } of long.filter(({ name }) => isCut(name))) name.classList.add("broken");
  shrink(boxes, long, least);
}

/** Smaller letters where a name is cut, or its box is full. */
function shrink(boxes, names, least) {
  for (let left = names; left.length; ) {
    const full = new Set(boxes.filter(isFull));
    left = left.filter(({ box, name, size }) => size > least && (full.has(box) || isCut(name)));
    for (const one of left) {
      one.size = Math.max(least, one.size * STEP);
      one.name.style.fontSize = `${one.size}px`;
    }
  }
}
