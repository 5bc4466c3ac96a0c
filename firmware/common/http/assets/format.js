// Numbers and names as pages show and compare them.

/** A number with a real minus; null is a dash. */
export const number = (n) => (n === null ? "–" : n.toLocaleString("en").replace("-", "−"));
/** What something brings: +3, −2; nothing is +0. */
export const signed = (n) => (n < 0 ? "" : "+") + number(n);
/** A name without accents and capitals, as people type it. */
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
