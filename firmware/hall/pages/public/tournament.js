// A tournament's page in; on news, what is new of it. A new round calls whose page it is.
import { $, make } from "./dom.js";
import { fetched } from "./fetched.js";
import { listen } from "./live.js";

const SPREAD_MS = 1500; // or all phones would ask at once
const { tournament, key, me } = $("live").dataset;
const query = new URLSearchParams(location.search);
const home = location.pathname === `/t/${tournament}`;
const title = document.title;
const news = { wanted: 0, later: 0 }; // the newest version there is, and when it is asked for

// Whose page it is: in the address, and remembered in this browser where it may.
try {
  if (me !== "0") localStorage.setItem(key, me);
  else if (query.get("find") === "") localStorage.removeItem(key);
  else if (home && !query.size && localStorage.getItem(key))
    location.replace(`?me=${localStorage.getItem(key)}`);
} catch {}

const seat = (live) => live.querySelector("#table, #bye")?.textContent;

function swap(page) {
  const before = $("live");
  const now = page.getElementById("live");
  const ways = page.querySelector(".ways");
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
  document.querySelector("h1").textContent = page.querySelector("h1").textContent;
  document.title = page.title;
  const links = document.querySelector(".ways");
  if (links.innerHTML !== ways.innerHTML) links.replaceWith(ways);
  const was = seat(before);
  const is = seat(now);
  if (is !== was) $("call").replaceChildren();
  if (me !== "0" && (+now.dataset.round > +before.dataset.round || (was && is && is !== was)))
    call(now);
}

function call(now) {
  $("call").replaceChildren(make("p", "note calling", now.dataset.call));
  document.title = `${now.dataset.title} · ${title}`;
  navigator.vibrate?.([300, 150, 300, 150, 300]);
  scrollTo({ top: 0 });
}
addEventListener("click", () => $("call").replaceChildren());

async function ask() {
  news.later = 0;
  try {
    const { page, ok } = await fetched();
    if (!ok || !page.getElementById("live")) throw new Error(page.title);
    swap(page);
    if (news.wanted > +$("live").dataset.v) again();
  } catch {
    again(10_000);
  }
}

function again(ms = 300) {
  news.later ||= setTimeout(ask, ms + Math.random() * SPREAD_MS);
}

listen(
  `/events?tournament=${tournament}`,
  ({ v }) => {
    news.wanted = v;
    if (v !== +$("live").dataset.v) again();
  },
  (away) => {
    $("lost").hidden = !away;
  },
);
