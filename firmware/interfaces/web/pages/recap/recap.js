// /recap: the pictures of an evening. What they are like stands in the address, and is kept nowhere.
import { $, make, plate, words } from "./dom.js";

const { evening, look } = document.forms[0];
const text = words();
const requests = { newest: 0 };
const without = new Set(); // players, by name
const left = { names: false, place: false };

const options = (select, choices, value) =>
  select.replaceChildren(
    ...choices.map(([is, title]) =>
      make("option", { value: is, selected: String(is) === String(value) }, title),
    ),
  );

/** The address's query: the evening, the game of the race, and how the pictures are to be. */
function query(more = {}) {
  const chosen = new URLSearchParams({ evening: evening.value, ...more });
  if (left.names) chosen.set("names", "no");
  for (const name of without) chosen.append("without", name);
  if (left.place) chosen.set("place", "no");
  return chosen;
}

function draw(image, link, address) {
  link.href = address;
  if (image.hidden || image.getAttribute("src") === address) return;
  image.ariaBusy = "true";
  $("busy").textContent = text.drawing;
  image.src = address;
}

for (const image of [$("card"), $("race")]) {
  const ready = (note) => {
    image.ariaBusy = "false";
    $("busy").textContent = "";
    $("note").textContent = note;
  };
  image.onload = () => ready("");
  image.onerror = () => ready(text.failed);
}

function pictures() {
  const like = { look: look.value };
  draw($("card"), $("save-card"), `/recap.png?${query(like)}`);
  draw($("race"), $("save-race"), `/recap.gif?${query({ ...like, game: $("game").value })}`);
}

/** A button that is pressed as long as its words are on the pictures. */
function toggle(isOn, press, ...inside) {
  const button = make("button", { className: "btn", type: "button" }, ...inside);
  button.ariaPressed = String(isOn);
  button.onclick = () => {
    press(isOn);
    load(button.dataset.key);
  };
  return button;
}

function names({ players, has_place }) {
  const person = ([badge, name, called]) =>
    toggle(
      !left.names && !without.has(name),
      (isOn) => {
        if (left.names) for (const [, other] of players) without.add(other);
        left.names = false;
        without[isOn ? "add" : "delete"](name);
      },
      plate({ badge, name: called }),
      make("bdi", {}, called),
    );
  const everybody = toggle(
    !left.names && !without.size,
    (isOn) => {
      left.names = isOn;
      without.clear();
    },
    text.all,
  );
  const place = toggle(
    !left.place,
    (isOn) => {
      left.place = isOn;
    },
    text.place,
  );
  const buttons = [...(players.length > 1 ? [everybody] : []), ...players.map(person)];
  if (has_place) buttons.push(place);
  for (const [key, button] of buttons.entries()) button.dataset.key = key;
  $("names").replaceChildren(...buttons);
}

function show(all, focused) {
  $("note").textContent = all.note ?? text.lost;
  $("all").hidden = !all.players?.length;
  if (!all.evenings) return;
  const none = all.note ? [["", text.choose]] : [];
  options(evening, [...none, ...all.evenings], all.note ? "" : all.evening);
  evening.parentNode.parentNode.hidden = !all.evenings.length;
  if ($("all").hidden) return;
  options($("game"), all.games, all.game);
  names(all);
  if (focused) document.querySelector(`#names [data-key="${focused}"]`)?.focus();
  $("card").alt = all.card;
  $("race").alt = all.race;
  pictures();
}

/** Have all told anew, unless it is overtaken by another request; `focused` is the button pressed. */
async function load(focused) {
  requests.newest++;
  const mine = requests.newest;
  const chosen = query(
    evening.value
      ? { game: $("game").value }
      : Object.fromEntries(new URLSearchParams(location.search)),
  );
  if (evening.value) history.replaceState(0, "", `?${chosen}`);
  const answer = await fetch(`/recap.json?${chosen}`).catch(() => 0);
  const all = answer.ok ? await answer.json() : { note: answer ? await answer.text() : text.lost };
  if (mine !== requests.newest) return;
  show(all, focused);
  document.body.dataset.n = mine;
}

/** What the address says when the page is opened. */
function begin() {
  const address = new URLSearchParams(location.search);
  for (const name of address.getAll("without")) without.add(name);
  left.names = address.get("names") === "no";
  left.place = address.get("place") === "no";
  look.value = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

evening.onchange = () => {
  $("game").replaceChildren();
  load();
};
$("game").onchange = () => load();
look.onchange = pictures;
$("show").onclick = () => {
  $("race").hidden = !$("race").hidden;
  $("show").textContent = $("race").hidden ? text.show : text.hide;
  if ($("race").hidden) $("race").removeAttribute("src");
  pictures();
};
begin();
load();
