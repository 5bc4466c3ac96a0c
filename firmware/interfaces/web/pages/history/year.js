// A year, ready to be shown, in; the page out. The year stands in the address.
import { $, make, plate, svg, words } from "./dom.js";

const form = document.forms[0];
const text = words();
const part = (name) => make("bdi", {}, name);

function cell(content, at) {
  const [tag, props] = at ? ["td", {}] : ["th", { scope: "row" }];
  if (!Array.isArray(content)) return make(tag, props, content);
  const [badge, name] = content;
  return make(tag, props, make("span", "person", plate({ badge, name }), part(name)));
}

const table = ({ label, heads, rows }) =>
  make(
    "section",
    "card",
    make("h2", {}, label),
    make(
      "table",
      "grid",
      make("thead", {}, make("tr", {}, ...heads.map((h) => make("th", { scope: "col" }, h)))),
      make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map(cell)))),
    ),
  );

const game = ({ title, highest, highs, dishes }) =>
  make(
    "section",
    "card",
    make("h2", {}, title),
    make("h3", {}, highest),
    make(
      "ol",
      "num",
      ...highs.map(([points, names, date]) =>
        make(
          "li",
          {},
          make("b", {}, points),
          make("span", {}, ...names.map(part)),
          make("span", "soft", date),
        ),
      ),
    ),
    ...table(dishes).childNodes,
  );

const month = ([name, count, of]) =>
  make(
    "li",
    {},
    make("b", {}, count || ""),
    svg(
      "svg",
      { viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("rect", { y: 1 - of, width: 1, height: of }),
    ),
    make("span", {}, name),
  );

let newest = 0; // request; another may overtake it

async function load() {
  newest++;
  const mine = newest;
  const answer = await fetch(`/year.json${location.search}`).catch(() => 0);
  const all = answer.ok ? await answer.json() : answer ? await answer.text() : text.lost;
  if (mine !== newest) return;
  if (!answer.ok) {
    $("sum").textContent = all;
    return;
  }
  $("title").textContent = all.title;
  $("sum").textContent = all.sum;
  form.year.replaceChildren(
    ...all.years.map((year) => make("option", { selected: year === all.year }, String(year))),
  );
  $("months").hidden = !all.months.length;
  $("months").replaceChildren(make("ol", "num", ...all.months.map(month)));
  $("tables").replaceChildren(...all.tables.map(table));
  $("games").replaceChildren(...all.games.map(game));
  document.body.dataset.n = all.year;
}
form.year.onchange = () => {
  history.pushState(0, "", `?year=${form.year.value}`);
  load();
};
form.onsubmit = (event) => {
  event.preventDefault();
  print();
};
addEventListener("popstate", load);
load();
