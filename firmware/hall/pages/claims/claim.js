// A table's page for its players: what the organiser does with their result comes by itself.
import { fetched } from "./fetched.js";
import { listen } from "./live.js";

const SPREAD_MS = 1500; // or all tables would ask at once
const said = (page = document) => page.getElementById("said");

// Keep what is typed, as long as the same form is asked for.
async function fresh() {
  const { page, ok } = await fetched(),
    now = said(page);
  if (!ok) return;
  if (now?.dataset.form !== said().dataset.form) return location.reload();
  const { childElementCount: is } = now;
  if (is !== said().childElementCount) document.getElementById("refused").hidden = is > 0;
  said().replaceWith(now);
}

listen(
  `/events?tournament=${said().dataset.tournament}`,
  ({ v }) =>
    v !== +said().dataset.v && setTimeout(() => fresh().catch(() => {}), Math.random() * SPREAD_MS),
  () => {},
);
