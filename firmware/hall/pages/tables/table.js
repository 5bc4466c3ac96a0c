// One table in, its page out: who has how many points, round by round once its result is kept.
import { $, filled, make, words, write } from "./dom.js";
import { number, plain } from "./format.js";
import { listen } from "./live.js";
import { label, seats, stage, troubles, whole } from "./parts.js";

const texts = words();
const device = decoded(location.pathname.split("/").at(-1));
const query = new URLSearchParams({ table: device });
const sought = plain(new URLSearchParams(location.search).get("find") ?? "");
const result = { number: 0 }; // of which change of the tile the rounds are shown

$("all").href = `/${location.search}`;

const tileOf = (state) => state?.tiles[0] && whole(state.tiles[0]);

function decoded(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // nobody's
  }
}

function notices(state, away) {
  const tile = tileOf(state);
  const line = (text) => make("p", "note", text);
  return [
    ...troubles(state, away, texts),
    ...(!tile
      ? [line(texts.unknown)]
      : [
          ...(tile.call ? [line(texts.calls)] : []),
          ...(tile.online ? [] : [line(texts.away)]),
          ...(tile.busy ? [line(texts.busy)] : []),
          ...tile.problems.map(line),
        ]),
  ];
}

/** Points of each round; a row for each player, as many columns as the game has rounds. */
function grid(all, heads) {
  const desserts = all.some(({ desserts }) => desserts);
  const row = (tag, cells) =>
    make(
      "tr",
      {},
      ...cells.map((one, at) =>
        make(...(tag && at ? ["td", {}] : ["th", { scope: tag ? "row" : "col" }]), one),
      ),
    );
  return make(
    "table",
    "grid",
    make("thead", {}, row("", heads)),
    make(
      "tbody",
      {},
      ...all.map((seat) =>
        row("td", [
          make("bdi", {}, seat.name),
          ...seat.rounds.map(({ points }) => number(points)),
          ...(desserts ? [seat.desserts ? number(seat.desserts.points) : "–"] : []),
          make("b", {}, number(seat.total)),
        ]),
      ),
    ),
  );
}

async function rounds(tile) {
  const wanted = tile.kept ? tile.number : 0;
  if (wanted === result.number) return;
  result.number = wanted;
  if (!wanted) $("rounds").hidden = true;
  const answer = wanted && (await fetch(`/result?${query}`).catch(() => 0));
  const { seats: all, heads } = answer.ok ? await answer.json() : { seats: [] };
  if (result.number !== wanted) return;
  if (!answer.ok) result.number = 0; // asked for again with the next news
  $("rounds").hidden = !all.length;
  if (all.length)
    write(
      $("rounds"),
      $("rounds-h").cloneNode(true),
      make(
        "div",
        { className: "wide", tabIndex: 0, role: "group", ariaLabel: $("rounds-h").textContent },
        grid(
          all.toSorted((a, b) => (a.place ?? 99) - (b.place ?? 99)),
          heads,
        ),
      ),
    );
}

function show(state) {
  const tile = tileOf(state);
  write($("notices"), ...notices(state, 0));
  $("seats").parentNode.hidden = !tile;
  write($("label"), tile ? label(tile) : device);
  document.title = `${$("label").textContent} · Okanjo`;
  if (tile) {
    const time = new Date(tile.since * 1000).toLocaleTimeString([], {
      hour: "2-digit",
      minute: "2-digit",
    });
    write($("state"), ...stage(tile));
    write($("players-h"), tile.title || texts.no_game);
    write($("now"), tile.turn ? `${tile.turn} ` : "", tile.last);
    write($("seats"), ...seats(tile, sought, texts));
    $("menu").hidden = !tile.menu.length;
    write($("menu").lastElementChild, ...tile.menu.map((one) => make("span", "chip", one)));
    write(
      $("since"),
      ...(tile.table ? [make("bdi", {}, `${filled(texts.device, { device })} `)] : []),
      tile.since ? filled(texts.since, { stage: tile.stage, time }) : "",
    );
    $("page").hidden = !/^https?:\/\//.test(tile.page);
    $("page").href = $("page").hidden ? "" : tile.page;
    rounds(tile);
  }
  document.body.dataset.v = state.v;
}
listen(`/events?${query}`, show, (away, state) => write($("notices"), ...notices(state, away)));
