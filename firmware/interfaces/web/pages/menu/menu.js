// /menu: the dishes of this table's menu, or (?game=) all of a game's; #tempura opens one.

import { $, make, words, write } from "./dom.js";
import { icon } from "./icons.js";
import { listen } from "./live.js";

const say = words();
const game = new URLSearchParams(location.search).get("game");
const shown = { of: null }; // what the newest answer was asked for

function card({ look, as, back, up }) {
  const drawing = back ? make("i", "back") : icon(look);
  const copied = as ? [make("span", "as", "="), icon(as)] : [];
  return make("span", `drawn ${up ? "up" : ""}`, drawing, ...copied);
}

const tray = ({ cards, points, words }) =>
  make(
    "li",
    "",
    make("span", "sr", words),
    make(
      "span",
      { className: "cards", ariaHidden: "true" },
      ...(cards.length ? cards.map(card) : [make("span", "soft", say.no_card)]),
    ),
    make("b", { className: "num", ariaHidden: "true" }, points),
  );

function example(trays) {
  const list = make("ul", trays.length > 1 ? "compared" : "", ...trays.map(tray));
  return trays.length > 1 ? [make("p", "soft", say.compared), list] : [list];
}

function dish({ slug, title, group, look, cards, rule, examples, care }) {
  const name = make("h2", "", title, make("small", "soft", ` ${group} · ${cards}`));
  const node = make(
    "section",
    "dish card",
    make("div", "head", icon(look), name),
    make("p", "rule", rule),
    ...examples.flatMap(example),
    ...(care.length ? [make("ul", "care", ...care.map((text) => make("li", "", text)))] : []),
  );
  node.id = `dish-${slug}`;
  node.tabIndex = -1;
  return node;
}

/** A menu that is proposed, with why; a tap scans its tile. */
function proposal({ title, code, looks, why }) {
  const take = make("button", { className: "btn", value: code, onclick: scan }, say.take);
  take.ariaLabel = `${say.take}: ${title}`;
  return make(
    "div",
    "proposal",
    make("h3", "", title),
    make("p", { className: "looks", ariaHidden: "true" }, ...looks.map(icon)),
    make("p", "", why),
    take,
  );
}

async function scan({ currentTarget: { value: code } }) {
  const { post } = await import("./pin.js"); // who only looks needs none
  const { text, error } = await post("/scan", { code });
  $("told").textContent = error ?? text;
}

function steps(section, texts) {
  section.hidden = !texts.length;
  write(section.querySelector("ol"), ...texts.map((text) => make("li", "", text)));
}

const pick = ({ slug, title, look }) =>
  make("a", { className: "chip", href: `#${slug}`, onclick: again }, icon(look), title);

/** A second tap on the same changes no address. */
function again({ currentTarget: { hash } }) {
  if (hash === location.hash) open();
}

/** The dish (or the section #play) that the address names, once it is there. */
function open() {
  const name = location.hash.slice(1);
  const dish = $(`dish-${name}`) ?? $(name);
  for (const other of document.querySelectorAll(".dish"))
    other.classList.toggle("open", other === dish);
  dish?.scrollIntoView();
  dish?.focus({ preventScroll: true });
}

async function show(state) {
  const of = JSON.stringify([state.game, state.menu, state.seats.length, state.phase, state.run]);
  if (of === shown.of) return;
  shown.of = of;
  const answer = await fetch(game ? `/dishes?game=${encodeURIComponent(game)}` : "/dishes").catch(
    () => ({}),
  );
  const menu = answer.ok ? await answer.json() : null;
  if (!menu) {
    shown.of = null;
    return;
  }
  const first = !document.body.dataset.n;
  document.querySelector("h1").textContent = menu.title || document.title.split(" · ")[0];
  write($("dishes"), ...(menu.dishes.length ? menu.dishes.map(dish) : [make("p", "", say.none)]));
  $("pick").replaceChildren(...menu.dishes.map(pick));
  $("pick").hidden = !menu.dishes.length;
  steps($("box"), menu.set_up);
  steps($("play"), menu.play);
  $("which").hidden = !menu.proposals.length;
  $("which").children[1].replaceChildren(...menu.proposals.map(proposal));
  $("games").hidden = !game && !!menu.dishes.length;
  write(
    $("games").lastElementChild,
    ...menu.games.map(([slug, title]) =>
      make("a", { className: "btn", href: `/menu?game=${slug}` }, title),
    ),
  );
  document.body.dataset.n = menu.dishes.length;
  if (first) open();
}

addEventListener("hashchange", open);
listen("/events", show, (away) => {
  $("lost").textContent = away ? say.lost : "";
});
