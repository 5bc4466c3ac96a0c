// What was chosen in, its PDF out, drawn by the device.

import { $, counted, filled, words } from "./dom.js";

const text = words();
const form = document.forms[0];
const [draw] = form.getElementsByTagName("button");
const again = form.querySelector("a");
const sheet = form.querySelector("img");
const { what, menu, stock, own, code, square, dpi, language, second, only, from } = form.elements;
const { games, menus, stocks, languages, first } = await (await fetch("/labels.json")).json();
const paper = () => what.selectedIndex >= games.length;
const plain = () => what.value === "menu"; // nothing on it is scanned
const photo = () => !paper() && code.value.endsWith("photo");

function say(sentence, className = "soft") {
  Object.assign($("told"), { textContent: sentence, className });
}

function choose(changed) {
  const list = paper()
    ? [["a4", "A4"], ...(plain() ? [["a5", "A5"]] : []), ["letter", text.letter]]
    : [...stocks.map(([name, title]) => [name, title]), ["", text.another_size]];
  if (changed === what)
    stock.replaceChildren(...list.map(([value, title]) => new Option(title, value)));
  if ((changed === what || changed === code) && photo() && stock.value === stocks[0][0])
    stock.value = "L4732"; // the first has no room for 10 mm
  form.querySelector(".own").hidden = stock.value;
  for (const field of form.querySelectorAll(".card1")) field.hidden = paper();
  for (const part of document.querySelectorAll(".coded")) part.hidden = plain();
  form.querySelector(".menu").hidden = !plain();
  for (const option of second.options) option.disabled = option.value === language.value;
  if (second.selectedOptions[0].disabled) second.value = "";
  for (const part of document.querySelectorAll(".photo")) part.hidden = !photo();
  again.hidden = true;
  sheet.hidden = what.value !== "table";
  if (plain()) return say(text.any_size);
  if (paper()) return say(text.full_size);
  if (only.value) return say(text.these_cards);
  const [, , cards, labels] = games[what.selectedIndex];
  const room = stocks[stock.selectedIndex]?.[2] ?? 1;
  const first = Number.parseInt(from.value, 10) || 1;
  const sheets = counted(text.sheets, Math.ceil((cards + first - 1) / room));
  say(filled(room > 1 ? text.on_sheets : text.on_a_roll, { labels, sheets }));
}

form.oninput = form.onchange = ({ target }) => choose(target);
form.onsubmit = async (event) => {
  event.preventDefault();
  const asked = {
    what: what.value,
    stock: stock.value || own.value.replace(/\s/g, ""),
  };
  if (plain()) asked.menu = menu.value;
  else Object.assign(asked, { code: code.value.split(" ")[0], dpi: dpi.value });
  if (photo()) asked.square = square.value;
  const chosen = [language.value, second.value].filter(Boolean).join(",");
  if (chosen !== languages[0][0]) asked.language = chosen;
  if (!paper())
    Object.assign(asked, {
      only: only.value.trim(),
      from: stock.value ? from.value.replace(/\s/g, "") : "",
    });
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value));
  draw.disabled = true;
  say(text.making);
  const answer = await fetch(`/labels.pdf?${query}`).catch(() => 0);
  draw.disabled = false;
  if (!answer?.ok) return say(answer ? await answer.text() : text.lost, "note bad");
  again.href = URL.createObjectURL(await answer.blob());
  again.download = answer.headers.get("Content-Disposition").split('"')[1];
  again.hidden = false;
  again.click();
  say(decodeURIComponent(answer.headers.get("Okanjo-Told")), "note good");
};
what.replaceChildren(
  ...games.map(([slug, title]) => new Option(title, slug)),
  new Option(text.table, "table"),
  new Option(text.guide, "guide"),
  new Option(text.menu, "menu"),
);
menu.replaceChildren(...menus.map(([slug, title]) => new Option(title, slug)));
for (const list of [language, second])
  list.append(...languages.map(([code, name]) => new Option(name, code)));
if (first) what.value = "table"; // it is played from before any card has a label
if (location.search.includes("what=menu")) what.value = "menu";
choose(what);
