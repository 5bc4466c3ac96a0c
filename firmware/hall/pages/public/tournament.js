// A tournament's page in; on news, what is new of it. A new round calls whose page it is.
import { renew } from "./clock.js";
import { $, make } from "./dom.js";
import { fetched } from "./fetched.js";
import { follow } from "./follow.js";
import { reframe, swap } from "./swap.js";

const { tournament, key, me: mine } = $("live").dataset;
const query = new URLSearchParams(location.search);
const home = `/t/${tournament}`;
const title = document.title;
const isOwn = mine !== "0"; // this page is a player's own, which is put on top of all others
const me = isOwn ? mine : remembered();
const own = { live: isOwn ? $("live") : null }; // the newest there is of it

/** Whose page it is: in the address, and kept in this browser where it may. */
function remembered() {
  const asked = /^[0-9]+$/.test(query.get("me") ?? "") && query.get("me");
  try {
    if (query.get("find") === "") localStorage.removeItem(key);
    return asked || localStorage.getItem(key);
  } catch {
    return asked;
  }
}

if (isOwn)
  try {
    localStorage.setItem(key, me);
  } catch {}
else if (me && location.pathname === home && !query.size) location.replace(`?me=${me}`);

const seat = (live) => live.querySelector("#table, #bye")?.textContent;

/** What is new of a player's own page; it calls whose round it is. */
function notice(now) {
  const before = own.live;
  own.live = now;
  if (!before) return;
  const was = seat(before);
  const is = seat(now);
  if (is !== was) $("call").replaceChildren();
  if (+now.dataset.round > +before.dataset.round || (was && is && is !== was)) call(now);
}

function call(now) {
  $("call").replaceChildren(make("p", "note calling", now.dataset.call));
  document.title = `${now.dataset.title} · ${title}`;
  navigator.vibrate?.([300, 150, 300, 150, 300]);
  scrollTo({ top: 0 });
}
addEventListener("click", () => $("call").replaceChildren());

/** What is this player's, in what everybody sees. */
function mark() {
  for (const part of $("live").querySelectorAll(`#p${me}, [data-player="${me}"]`))
    part.classList.add("mine");
}

async function page(address) {
  const { page, ok } = await fetched({ address, cache: "no-cache" });
  if (!ok || !page.getElementById("live")) throw new Error(page.title);
  return page;
}

async function putOwn() {
  if (!me || isOwn) return;
  const now = (await page(`${home}?me=${me}`)).getElementById("live");
  notice(now);
  const card = now.querySelector(".you")?.cloneNode(true);
  if (!card) return; // no such player
  if ($("own").firstElementChild) swap($("own").firstElementChild, card);
  else $("own").append(card);
  mark();
}

async function show() {
  const fresh = await page(location.href);
  const now = fresh.getElementById("live");
  reframe(fresh);
  swap($("live"), now);
  if (isOwn) notice(now);
  else if (me) mark();
}

const again = follow(
  `/events?tournament=${tournament}`,
  () => +$("live").dataset.v,
  async () => {
    await show();
    await renew();
    await putOwn();
  },
);
putOwn().catch(() => again(10_000));
