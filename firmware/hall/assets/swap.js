// A part of a page as it is now, in place of what it was.

/** What was open in it stays open, by the nearest id, and the focus where it was. */
export function swap(before, now) {
  const opened = [...before.querySelectorAll("details[open]")].map(
    (details) => details.closest("[id]")?.id,
  );
  const focused = before.contains(document.activeElement)
    ? [...before.querySelectorAll("a, summary")].indexOf(document.activeElement)
    : -1;
  before.replaceWith(now);
  for (const details of now.querySelectorAll("details"))
    details.open = opened.includes(details.closest("[id]")?.id);
  if (focused >= 0) now.querySelectorAll("a, summary")[focused]?.focus({ preventScroll: true });
}

/** Heading, title and ways of a page as it is now. */
export function reframe(fresh) {
  const ways = fresh.querySelector(".ways");
  document.querySelector("h1").textContent = fresh.querySelector("h1").textContent;
  document.title = fresh.title;
  const links = document.querySelector(".ways");
  if (!links.querySelector("[open]") && links.innerHTML !== ways.innerHTML) links.replaceWith(ways);
}
