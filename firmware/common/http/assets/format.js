// Numbers and names as pages show and compare them.

const figures = new Intl.NumberFormat(globalThis.document?.documentElement.lang || "en");

/** A number in the page's language, with a real minus; null is a dash. */
export const number = (n) => (n === null ? "–" : figures.format(n).replace("-", "−"));
/** What something brings: +3, −2; nothing is +0. */
export const signed = (n) => (n < 0 ? "" : "+") + number(n);
/** The letters of each name on its plate: the first and, where others begin alike, one that tells them
    apart. */
export function initials(names) {
  const all = names.map((name) => [...name.toUpperCase()]);
  return all.map((own) => {
    const alike = all.filter((other) => other !== own && other[0] === own[0]);
    if (!alike.length) return own[0] ?? "";
    const tells = (letter, at) =>
      at > 0 && letter.trim() && alike.every((other) => other[at] !== letter);
    return own[0] + (own.find(tells) ?? own[1] ?? "").toLowerCase();
  });
}
/** A name without accents and capitals, as people type it. */
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
