// One table in, its page out: who has how many points, round by round once its result is kept.
import { $, make, write } from "./dom.js";
import { number, plain } from "./format.js";
import { listen } from "./live.js";
import { label, seats, stage, troubles, whole } from "./parts.js";

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
    ...troubles(state, away),
    ...(!tile
      ? [line("The board has not heard of this table.")]
      : [
          ...(tile.call ? [line("This table calls the organiser.")] : []),
          ...(tile.online
            ? []
            : [line("This table is offline. What you see is the last it said.")]),
          ...(tile.busy
            ? [line("This table plays a game of its own. After it, NEXT takes these seats.")]
            : []),
          ...tile.problems.map(line),
        ]),
  ];
}

/** Points of each round; a row for each player, as many columns as the game has rounds. */
function grid(all) {
  const desserts = all.some(({ desserts }) => desserts);
  const heads = all[0].rounds.map((_, at) => `R${at + 1}`);
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
    make("thead", {}, row("", ["Player", ...heads, ...(desserts ? ["Desserts"] : []), "Total"])),
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
  const all = answer.ok ? (await answer.json()).seats : [];
  if (result.number !== wanted) return;
  if (!answer.ok) result.number = 0; // asked for again with the next news
  $("rounds").hidden = !all.length;
  if (all.length)
    write(
      $("rounds"),
      $("rounds-h").cloneNode(true),
      make(
        "div",
        { className: "wide", tabIndex: 0, role: "group", ariaLabel: "Round by round" },
        grid(all.toSorted((a, b) => (a.place ?? 99) - (b.place ?? 99))),
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
    const at = new Date(tile.since * 1000);
    write($("state"), ...stage(tile));
    write($("players-h"), tile.title || "No game chosen");
    write($("now"), tile.turn ? `${tile.turn}’s cards are being scanned. ` : "", tile.last);
    write($("seats"), ...seats(tile, sought));
    $("menu").hidden = !tile.menu.length;
    write($("menu").lastElementChild, ...tile.menu.map((one) => make("span", "chip", one)));
    write(
      $("since"),
      ...(tile.label === device ? [] : [make("bdi", {}, `Device ${device}. `)]),
      ...(tile.since
        ? [
            ...stage(tile),
            ` since ${at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`,
          ]
        : []),
    );
    $("page").hidden = !/^https?:\/\//.test(tile.page);
    $("page").href = $("page").hidden ? "" : tile.page;
    rounds(tile);
  }
  document.body.dataset.v = state.v;
}
listen(`/events?${query}`, show, (away, state) => write($("notices"), ...notices(state, away)));
