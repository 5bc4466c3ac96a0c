// A season's page: its standings follow what happens in its tournaments.
import { $ } from "./dom.js";
import { fetched } from "./fetched.js";
import { follow } from "./follow.js";
import { reframe, swap } from "./swap.js";

const { season } = $("live").dataset;

async function renew() {
  const { page, ok, status } = await fetched({ cache: "no-cache" });
  if (status === 404) return location.reload(); // the organiser has deleted it
  const now = page.getElementById("live");
  if (!ok || !now) throw new Error(page.title);
  reframe(page);
  swap($("live"), now);
}

follow(`/events?season=${season}`, () => +$("live").dataset.v, renew);
