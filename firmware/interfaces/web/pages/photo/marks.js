// What was read in a photo, marked on it.

import { make, svg } from "./dom.js";

const RIM = 0.03; // of the photo's long side, round what is marked

/** The part of a photo that has all `marks` with a rim round them; all of it while they have no
 *  names yet. Where its size is not known, it ends a little beyond the last of them. */
export function frame({ width, height }, marks) {
  const points = marks.flatMap((mark) => mark.points);
  const along = (axis) => points.map((point) => point[axis]);
  const [xs, ys] = [along(0), along(1)];
  const right = width ?? Math.max(1, ...xs) * 1.05;
  const bottom = height ?? Math.max(1, ...ys) * 1.05;
  if (marks.every(({ title }) => !title)) return { left: 0, top: 0, right, bottom };
  const rim = RIM * Math.max(right, bottom);
  return {
    left: Math.max(0, Math.min(...xs) - rim),
    top: Math.max(0, Math.min(...ys) - rim),
    right: Math.min(right, Math.max(...xs) + rim),
    bottom: Math.min(bottom, Math.max(...ys) + rim),
  };
}

/** The part of the photo in which something is marked: `marks` are outlines, each with its card's name. */
export function draw(place, photo, marks) {
  const { left, top, right, bottom } = frame(photo, marks);
  const [width, height] = [right - left, bottom - top];
  const highest = Number.parseFloat(getComputedStyle(place).maxHeight);
  const by = Math.min(place.clientWidth / width, highest / height);
  const [wide, high] = [width * by, height * by];
  const labels = marks.map((mark) => ({
    ...mark,
    points: mark.points.map(([x, y]) => [(x - left) * by, (y - top) * by]),
  }));
  const names = labels.filter(({ title }) => title).map(named);
  const sheet = make(
    "div",
    { className: "sheet", ariaHidden: true },
    cut(photo, [left, top, width, height], [wide, high]),
    svg("svg", { viewBox: `0 0 ${wide} ${high}` }, ...labels.flatMap(edges)),
    ...names,
  );
  Object.assign(sheet.style, { width: `${wide}px`, height: `${high}px` });
  sheet.dataset.cut = JSON.stringify([left, top, width, height]);
  place.replaceChildren(sheet);
  const edge = sheet.getBoundingClientRect();
  const boxes = names.map((name) => name.getBoundingClientRect());
  for (const [n, { x, y }] of apart(boxes, edge).entries())
    Object.assign(names[n].style, {
      left: `${x - edge.left + boxes[n].width / 2}px`,
      top: `${y - edge.top + boxes[n].height / 2}px`,
    });
}

/** That part of the photo, in so many pixels; empty where a browser could not read the photo. */
function cut({ picture, width }, [left, top, wide, high], size) {
  const [w, h] = size.map((side) => side * devicePixelRatio);
  const canvas = make("canvas", { width: w, height: h });
  const paper = canvas.getContext("2d");
  paper.imageSmoothingQuality = "high";
  const [x, y, dx, dy] = [left, top, wide, high].map((n) => (n * picture?.width) / width);
  if (picture) paper.drawImage(picture, x, y, dx, dy, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const edges = ({ points, className, code }) =>
  ["under", "over"].map((line) =>
    svg("polygon", {
      points: points.join(" "),
      class: `${className} ${line}`,
      "data-code": code,
    }),
  );

function named({ points, title, className, code }) {
  const [x, y] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / 4);
  const name = make("b", { className, textContent: title });
  name.dataset.code = code;
  Object.assign(name.style, { left: `${x}px`, top: `${y}px` });
  return name;
}

/** Where boxes go that lie on each other: down, or up where there is no room. */
export function apart(boxes, edge) {
  const set = [];
  const places = [];
  for (const [n, box] of [...boxes.entries()].sort(([, a], [, b]) => a.top - b.top)) {
    const { width, height } = box;
    const x = Math.max(edge.left, Math.min(box.left, edge.right - width));
    let y = box.top;
    for (const other of set)
      if (
        x < other.x + other.width &&
        other.x < x + width &&
        y < other.y + other.height &&
        other.y < y + height
      )
        y = other.y + other.height + 1;
    y = Math.min(y, edge.bottom - height);
    set.push({ x, y, width, height });
    places[n] = { x, y };
  }
  return places;
}
