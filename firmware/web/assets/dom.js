// Elements: by id, and new ones. Names go in as text.
export const $ = (id) => document.getElementById(id);

export function make(tag, props, ...inside) {
  const one = Object.assign(document.createElement(tag), props);
  one.append(...inside);
  return one;
}
