// Elements: by id, and new ones. Names go in as text.
export const $ = (id) => document.getElementById(id);

export function make(tag, props, ...inside) {
  const one = Object.assign(document.createElement(tag), props);
  one.append(...inside);
  return one;
}

export function svg(tag, marks, ...inside) {
  const one = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const key in marks) one.setAttribute(key, marks[key]);
  one.append(...inside);
  return one;
}
