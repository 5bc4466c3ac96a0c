// A table's page for its players: what the organiser does with their result comes by itself.
import { fetched } from "./fetched.js";
import { listen } from "./live.js";

const SPREAD_MS = 1500; // or all tables would ask at once
const answer = (page = document) => page.getElementById("said"); // what the organiser did with it

// Keep what is typed, as long as the same form is asked for.
async function fresh() {
  const { page, ok } = await fetched();
  const now = answer(page);
  if (!ok) return;
  if (now?.dataset.form !== answer().dataset.form) return location.reload();
  const { childElementCount: is, dataset } = now;
  const isGone = answer().dataset.mine && !dataset.mine; // this phone's, though others may wait
  if (isGone || is !== answer().childElementCount)
    document.getElementById("refused").hidden = is > 0 && !isGone;
  answer().replaceWith(now);
}

listen(
  `/events?tournament=${answer().dataset.tournament}`,
  ({ v }) =>
    v !== +answer().dataset.v &&
    setTimeout(() => fresh().catch(() => {}), Math.random() * SPREAD_MS),
  () => {},
);
