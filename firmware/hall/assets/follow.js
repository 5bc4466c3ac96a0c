// What is new of a page comes by itself: not of all phones at once, and again where the board is away.
import { $ } from "./dom.js";
import { listen } from "./live.js";

const SPREAD_MS = 1500; // or all phones would ask at once

/** Hear news at that address, and `renew` the page until it is of the newest `version`; returns what
 * has it renewed in so many ms. */
export function follow(address, version, renew) {
  const news = { wanted: 0, later: 0 }; // the newest version there is, and when it is asked for

  async function ask() {
    news.later = 0;
    const asked = news.wanted;
    try {
      await renew();
      if (news.wanted !== asked) again();
    } catch {
      again(10_000);
    }
  }

  function again(ms = 300) {
    news.later ||= setTimeout(ask, ms + Math.random() * SPREAD_MS);
  }

  listen(
    address,
    ({ v }) => {
      news.wanted = v;
      if (v !== version()) again();
    },
    (away) => {
      $("lost").hidden = !away;
    },
  );
  return again;
}
