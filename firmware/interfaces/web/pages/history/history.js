// Games and figures, ready to be shown, in; the page out. What is chosen stands in the address.
import { $, filled, lettered, make, plate, svg, words } from "./dom.js";
import { icon } from "./icons.js";
import { post } from "./pin.js";

const { player, menu, from, to } = document.forms[0];
const games = document.querySelector("ol");
const requests = { newest: 0 };
const text = words();

const part = (name) => make("bdi", {}, name);
const person = ([badge, name]) => make("span", "person", plate({ badge, name }), part(name));

async function get(address, take) {
  const answer = await fetch(address).catch(() => 0);
  return answer.ok ? take(await answer.json()) : take(0, answer ? await answer.text() : text.lost);
}

/** A kind's title is a link to its entry on the menu; any other text stays as it is. */
const dish = (title, look) => (look ? make("a", { href: look[2] }, icon(look), title) : title);

const people = (cells) => cells.filter(Array.isArray).length;

/** A pair in a cell is a player; a wide table scrolls by itself. */
function grid({ label, heads, rows }, looks = {}) {
  const line = (tag, cells) =>
    make(
      "tr",
      { className: cells[0][0] === " " ? "in" : "" },
      ...cells.map((cell, at) =>
        make(
          ...((at && tag) || cell === "" ? ["td", {}] : ["th", { scope: tag ? "row" : "col" }]),
          ...(Array.isArray(cell) ? [person(cell)] : [dish(cell, tag && looks[cell.trim()])]),
        ),
      ),
    );
  return make(
    "div",
    { className: "wide", tabIndex: 0, role: "group", ariaLabel: label },
    make(
      "table",
      `grid ${people(heads) > 3 ? "crowd" : ""}`,
      make("thead", {}, line(0, heads)),
      make("tbody", {}, ...rows.map((row) => line(1, row))),
    ),
  );
}

const btn = (title, onclick, kind = "") =>
  make("button", { className: `btn ${kind}`, type: "button", onclick }, title);
const head = ({ date, menu, venue, note }) => [
  make("span", "soft", `${date} · ${menu}`, ...(venue ? [" · ", part(venue)] : [])),
  ...(note ? [make("q", {}, part(note))] : []),
];

/** Have the device change a game or its players, then show all as it is now; what went wrong is told beside it. */
async function change(what, { number, seen }, where, more = {}) {
  const { error } = await post(`/history/${what}`, { number, seen, ...more });
  if (error) where.replaceChildren(error);
  else load(number);
}

/** The form for what only people know of a game; `names` has each seat's badge, its colour, the
 * name in this game and the one that it began with, which an empty field brings back. */
function notes(game, names, back) {
  const field = (label, name, props) =>
    make("label", "field", label, make("input", { name, value: game[name], ...props }));
  const wrong = make("p", { className: "note bad", role: "alert" });
  const venue = field(text.place, "venue", { maxLength: 60, autocomplete: "off" });
  venue.lastChild.setAttribute("list", "venues");
  const form = make(
    "form",
    "edit",
    make(
      "div",
      "names",
      ...names.map(([badge, title, value, placeholder]) =>
        make(
          "label",
          `field ${badge}`,
          title,
          make("input", { name: badge, value, placeholder, maxLength: 24, autocomplete: "off" }),
        ),
      ),
    ),
    field(text.note, "note", { maxLength: 200, autocomplete: "off" }),
    venue,
    field(text.date, "day", { type: "date", min: "2000-01-01", max: "2099-12-31" }),
    make("p", "soft", text.scores),
    wrong,
    make("p", "row", make("button", "btn main", text.save), btn(text.cancel, back)),
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    // A day that is as the clock has it stays the clock's, and keeps its hour.
    const { note, venue, day, ...named } = Object.fromEntries(new FormData(form));
    for (const [badge, , now] of names) if (named[badge] === now) delete named[badge];
    change("annotate", game, wrong, {
      ...{ note, venue, names: named },
      day: day === game.day ? game.put : day,
    });
  };
  return form;
}

function line(game) {
  const { number, says, badge, seats, running } = game;
  const more = make("div", { className: "more", hidden: true });
  const wrong = make("p", { className: "note bad", role: "alert" });
  const button = make(
    "button",
    { type: "button", ariaExpanded: "false" },
    ...head(game),
    make("strong", {}, ...says.map(part)),
    make(
      "span",
      "row num",
      ...lettered(seats.map(([badge, name, total]) => ({ badge, name, total }))).map((seat) =>
        make(
          "span",
          "person",
          plate(seat),
          make("span", "sr", part(seat.name), " "),
          make("b", {}, seat.total, " "),
        ),
      ),
    ),
  );
  button.onclick = () => {
    more.hidden = !more.hidden;
    button.ariaExpanded = String(!more.hidden);
    if (!more.firstChild)
      get(`/games/${number}`, (all, why) => {
        if (!all) return more.replaceChildren(why);
        const edit = () => {
          tools.replaceWith(form);
          form[0].focus();
        };
        const form = notes(game, all.names, () => {
          form.replaceWith(tools);
          tools.querySelector(".edit").focus();
        });
        const tools = make(
          "p",
          "row",
          ...(all.finished
            ? [make("a", { className: "btn", href: `/bg/${number}` }, text.bg_stats)]
            : []),
          ...(all.evening
            ? [make("a", { className: "btn", href: `/recap?${recap(all)}` }, text.recap)]
            : []),
          btn(text.edit, edit, "edit"),
          ...(running ? [] : [btn(text.delete, () => remove(game, wrong), "bad")]),
        );
        const table = grid(all.table, all.looks);
        more.replaceChildren(make("p", "soft", all.about), table, tools, wrong);
        import("./story.js").then(({ ofGame }) => ofGame(number, table));
      });
  };
  return make("li", { className: `card ${badge ?? "none"}`, id: `g${number}` }, button, more);
}

const recap = ({ evening, number }) => new URLSearchParams({ evening, game: number });

function remove(game, wrong) {
  const ask = $("sure");
  $("which").textContent = filled(text.delete_game, game);
  ask.firstChild.onsubmit = ({ submitter }) => submitter.value && change("delete", game, wrong);
  ask.showModal();
}

function deleted(game) {
  const wrong = make("p", { className: "note bad", role: "alert" });
  return make(
    "li",
    "card none gone",
    ...head(game),
    make("span", {}, ...game.seats.flatMap(([, name], n) => [n ? ", " : "", part(name)])),
    btn(text.bring_back, () => change("bring-back", game, wrong)),
    wrong,
  );
}

/** A line that opens, with the games behind it. */
function fold(id, some, draw) {
  const folded = $(id);
  folded.hidden = !some;
  folded.firstChild.textContent = some?.title;
  folded.lastChild.replaceChildren(...(some?.list ?? []).map(draw));
}

const plot =
  (marks) =>
  ({ who, words, points }) =>
    make(
      "figure",
      { className: who[0] },
      make("figcaption", {}, person(who)),
      svg(
        "svg",
        { viewBox: "0 0 320 80", role: "img", "aria-label": words },
        ...marks.flatMap(([y, points]) => [
          svg("path", { d: `M34 ${y}H320` }),
          svg("text", { x: 28, y: y + 4 }, points),
        ]),
        ...["edge", ""].map((name) => svg("polyline", { class: name, points: points.join(" ") })),
        ...points.map(([cx, cy]) => svg("circle", { cx, cy, r: 3.5 })),
      ),
    );

const figures =
  (all) =>
  ({ title, games, best, players, plots, kinds, menus }) => {
    const looks = all[title];
    const head = (title) => make("h3", {}, title);
    return make(
      "section",
      "card",
      make("h2", {}, title, make("span", "soft", ` ${games}`)),
      make("p", "", ...best.map(part)),
      grid(players),
      ...(plots
        ? [
            head(text.by_game),
            make("div", "plots", ...plots.each.map(plot(plots.marks))),
            make("details", {}, make("summary", {}, text.as_table), grid(plots.table)),
          ]
        : []),
      head(text.per_dish),
      make(
        "ul",
        "num",
        ...kinds.map(([kind, points, of]) =>
          make(
            "li",
            {},
            make("span", {}, dish(kind, looks?.[kind])),
            svg(
              "svg",
              { viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": true },
              svg("rect", { width: Math.max(0, of), height: 1 }),
            ),
            make("b", {}, points),
          ),
        ),
      ),
      head(text.menus),
      grid(menus, looks),
    );
  };

const options = (some, value) =>
  some.map(([is, title]) => make("option", { value: is, selected: is === value }, title));

/** Two names to merge, and those that are merged. */
function merging({ players: [, ...names], player: chosen, merged }) {
  const form = document.forms.merge;
  const wrong = form.nextElementSibling;
  const { name, player } = form;
  const choose = (select, but) =>
    select.replaceChildren(
      ...options([["", text.choose], ...names.filter(([is]) => is !== but)], select.value),
    );
  choose(name);
  if (chosen) name.value = chosen;
  choose(player, name.value);
  name.onchange = () => choose(player, name.value);
  form.onsubmit = (event) => {
    event.preventDefault();
    change("merge", {}, wrong, { name: name.value, player: player.value });
  };
  form.hidden = names.length < 2;
  $("merge").hidden = form.hidden && !merged.length;
  wrong.replaceChildren();
  wrong.nextElementSibling.replaceChildren(
    ...merged.map(([is, name, player]) =>
      make(
        "li",
        "row",
        make(
          "span",
          {},
          ...text.merged
            .split(/\{(\w+)\}/)
            .map((piece, at) => (at % 2 ? part({ name, player }[piece]) : piece)),
        ),
        btn(text.part, () => change("part", {}, wrong, { name: is })),
      ),
    ),
  );
}

/** Show all games and figures, or why there are none; of the `changed` game what was open is open again. */
function show(all, why, changed) {
  const query = new URLSearchParams(location.search);
  const key = query.get("menu") ? "menu" : "game";
  const { page } = all;
  const turn = (to, title) => {
    if (!to || to > all.pages) return [];
    query.set("page", to);
    return [make("a", { className: "btn", href: `?${query}` }, title)];
  };
  $("note").textContent = why || all.note;
  if (!all) return;
  $("sum").textContent = all.sum;
  player.replaceChildren(...options(all.players, all.player));
  menu.replaceChildren(
    ...options([["", text.all_menus]]),
    ...all.menus.map(([label, some]) =>
      make("optgroup", { label }, ...options(some, `${key}=${query.get(key)}`)),
    ),
  );
  from.value = query.get("from") ?? "";
  to.value = query.get("to") ?? "";
  const chosen = [...query.keys()].some((key) => key !== "page");
  $("all").hidden = !chosen;
  for (const part of [document.forms[0], document.querySelector(".jump")])
    part.hidden = !chosen && all.players.length < 2;
  $("recap").hidden = !all.figures.length;
  $("venues").replaceChildren(...all.venues.map((value) => make("option", { value })));
  games.replaceChildren(...all.list.map(line));
  fold("left", all.left, line);
  fold("deleted", all.deleted, deleted);
  games.nextElementSibling.replaceChildren(
    ...turn(page - 1, text.newer),
    all.pages > 1 ? filled(text.page_of, { page, pages: all.pages }) : "",
    ...turn(page + 1, text.older),
  );
  merging(all);
  $("facts").replaceChildren($("people"), ...all.figures.map(figures(all.looks)), $("merge"));
  import("./people.js").then(({ showPeople }) => showPeople(all.player, person));
  if (changed) open($(`g${changed}`));
}

function open(item) {
  if (!item) return $("games").focus();
  item.closest("details")?.setAttribute("open", "");
  item.firstChild.click();
  item.firstChild.focus();
}

/** Fetch everything and show it, unless it is overtaken by another request. */
function load(changed) {
  requests.newest++;
  const mine = requests.newest;
  get(`/history.json${location.search}`, (all, why) => {
    if (mine !== requests.newest) return;
    show(all, why, changed);
    if (all) document.body.dataset.n = mine;
  });
}
document.forms[0].onchange = () => {
  const query = new URLSearchParams(menu.value);
  for (const { name, value } of [player, from, to]) if (value) query.set(name, value);
  history.pushState(0, "", `?${query}${location.hash}`);
  load();
};
addEventListener("popstate", () => load());
load();
