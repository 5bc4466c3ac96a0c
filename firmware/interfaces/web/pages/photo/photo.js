// A photo of a tray in, its cards out: sent, read, looked at, put right, then scored in one.

import { make, svg } from "./dom.js";
import { icon } from "./icons.js";
import { post } from "./pin.js";

const MOST_BYTES = 12e6,
  FULL = 4032,
  SMALL = 2016,
  SLOW_MS = 5000,
  KEPT = 1600; // pixels of the long side
const FIRST_CARD = "05"; // codes below it belong to no game: badges, commands
// A label of 10 mm is 12 fields across, the symbol ten of them; about where on a card it lies.
const SYMBOL_MM = 25 / 3,
  CARD_MM = [
    [-9, -9],
    [48, -9],
    [48, 79],
    [-9, 79],
  ];
const GUIDE = "Whole tray, from above, labels sharp.";
const LOST = "Connection lost on the way. Nothing was scored.";

const button = (text, onclick, more) =>
  make("button", { type: "button", className: "btn", onclick, ...more }, text);
const signed = (n) => (n < 0 ? "−" : n ? "+" : "") + Math.abs(n).toLocaleString("en");
const plural = (n, what) => `${n} ${what}${n == 1 ? "" : "s"}`;

/** Two ways to a photo: the camera, and one that is there. */
function pickers(first, take) {
  const pick = (text, className, capture) => {
    const input = make("input", { type: "file", className: "sr", accept: "image/jpeg,image/*" });
    if (capture) input.setAttribute("capture", "environment");
    input.onchange = () => (take(input.files[0]), (input.value = ""));
    return make("label", { className }, input, text);
  };
  return [pick(first, "btn main", true), pick("Choose a photo", "btn")];
}

// --- the photo on its way -----------------------------------------------------------

/** As small as it may be, and without what else a camera writes into it; as it is, where that fails. */
async function shrink(file) {
  try {
    const image = await createImageBitmap(file),
      sent = drawn(image, sessionStorage.slow ? SMALL : FULL);
    image.close();
    const blob = await new Promise((done) => sent.toBlob(done, "image/jpeg", 0.85));
    const { width, height } = sent,
      picture = drawn(sent, KEPT);
    sent.width = 0; // a phone has little room for canvases
    if (blob) return { blob, width, height, picture };
  } catch {} // HEIC, say: the device tells what to do
  return { blob: file };
}

function drawn(image, most) {
  const by = Math.min(1, most / Math.max(image.width, image.height));
  const canvas = make("canvas", {
    width: Math.round(image.width * by),
    height: Math.round(image.height * by),
  });
  const paper = canvas.getContext("2d");
  paper.imageSmoothingQuality = "high";
  paper.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Send it; each line of the answer to `read` as it comes. Gives the last one, or {error}. */
function upload(blob, seat, sent, read, signal) {
  return new Promise((done) => {
    const xhr = new XMLHttpRequest(),
      began = Date.now();
    let at = 0,
      last = {};
    xhr.open("POST", `/photo${seat ? `?seat=${seat}` : ""}`);
    xhr.timeout = 120e3;
    xhr.setRequestHeader(
      "Content-Type",
      /jpeg|png|webp/.test(blob.type) ? blob.type : "image/jpeg",
    );
    xhr.setRequestHeader("Authorization", `Bearer ${sessionStorage.token ?? ""}`);
    xhr.upload.onprogress = ({ loaded, total }) => sent(loaded / total);
    xhr.upload.onload = () => {
      sessionStorage.slow = Date.now() - began > SLOW_MS ? 1 : "";
      sent(1);
    };
    xhr.onprogress = () => {
      for (
        let end;
        xhr.status == 200 && (end = xhr.responseText.indexOf("\n", at)) >= 0;
        at = end + 1
      )
        if (end > at) read((last = { ...last, ...JSON.parse(xhr.responseText.slice(at, end)) }));
    };
    xhr.onload = () => {
      xhr.onprogress();
      if (xhr.status == 200)
        return done(last.done || last.error ? last : { error: LOST, again: true });
      let error = `That failed (${xhr.status}).`;
      try {
        ({ error } = JSON.parse(xhr.responseText));
      } catch {} // not from Okanjo
      done({ error, again: xhr.status == 503 });
    };
    xhr.onerror = xhr.ontimeout = () => done({ error: LOST, again: true });
    signal.onabort = () => xhr.abort();
    xhr.send(blob);
  });
}

// --- the picture ---------------------------------------------------------------------

/** Where on the picture a card lies, by its label's two mean edges. */
function outline([[ax, ay], [bx, by], [cx, cy], [dx, dy]]) {
  const x = (ax + bx + cx + dx) / 4,
    y = (ay + by + cy + dy) / 4,
    mm = 2 * SYMBOL_MM;
  const right = [(bx + cx - ax - dx) / mm, (by + cy - ay - dy) / mm];
  const down = [(cx + dx - ax - bx) / mm, (cy + dy - ay - by) / mm];
  return CARD_MM.map(([u, v]) => [x + u * right[0] + v * down[0], y + u * right[1] + v * down[1]]);
}

/** The part of the photo in which something is marked: `marks` are outlines, each with its card's name. */
function draw(place, { picture, width, height }, marks) {
  const of = (axis, edge, pick) =>
    pick(...marks.flatMap(({ points }) => points.map((one) => one[axis])), ...(edge ?? []));
  const whole = marks.every(({ title }) => !title);
  width ??= of(0, [1], Math.max) * 1.05;
  height ??= of(1, [1], Math.max) * 1.05;
  const rim = 0.03 * Math.max(width, height);
  const [left, top] = whole
    ? [0, 0]
    : [0, 1].map((axis) => Math.max(0, of(axis, null, Math.min) - rim));
  const [right, bottom] = [width, height].map((most, axis) =>
    whole ? most : Math.min(most, of(axis, null, Math.max) + rim),
  );
  const by = Math.min(
    place.clientWidth / (right - left),
    parseFloat(getComputedStyle(place).maxHeight) / (bottom - top),
  );
  const [wide, high] = [(right - left) * by, (bottom - top) * by];
  const canvas = make("canvas", {
    width: wide * devicePixelRatio,
    height: high * devicePixelRatio,
  });
  const scale = picture && picture.width / width,
    paper = canvas.getContext("2d");
  paper.imageSmoothingQuality = "high";
  if (picture)
    paper.drawImage(
      picture,
      left * scale,
      top * scale,
      (right - left) * scale,
      (bottom - top) * scale,
      0,
      0,
      canvas.width,
      canvas.height,
    );
  const lines = svg("svg", { viewBox: `0 0 ${wide} ${high}` });
  const names = marks
    .map(({ points, title, className, code }) => {
      const shape = points.map(([x, y]) => [(x - left) * by, (y - top) * by]);
      for (const line of ["under", "over"])
        lines.append(
          svg("polygon", {
            points: shape.join(" "),
            class: `${className} ${line}`,
            "data-code": code,
          }),
        );
      const middle = [0, 1].map((axis) => shape.reduce((sum, one) => sum + one[axis], 0) / 4);
      const name = make("b", { className, textContent: title });
      name.dataset.code = code;
      Object.assign(name.style, { left: `${middle[0]}px`, top: `${middle[1]}px` });
      return name;
    })
    .filter(({ textContent }) => textContent);
  const sheet = make("div", { className: "sheet", ariaHidden: true }, canvas, lines, ...names);
  Object.assign(sheet.style, { width: `${wide}px`, height: `${high}px` });
  sheet.dataset.cut = JSON.stringify([left, top, right - left, bottom - top]);
  place.replaceChildren(sheet);
  apart(sheet, names);
}

/** Names that lie on each other move down, or up where there is no room. */
function apart(sheet, names) {
  const edge = sheet.getBoundingClientRect(),
    set = [];
  for (const [name, box] of names
    .map((one) => [one, one.getBoundingClientRect()])
    .sort(([, a], [, b]) => a.top - b.top)) {
    const x = Math.max(edge.left, Math.min(box.left, edge.right - box.width));
    let y = box.top;
    for (const [left, top, width, height] of set)
      if (x < left + width && left < x + box.width && y < top + height && top < y + box.height)
        y = top + height + 1;
    y = Math.min(y, edge.bottom - box.height);
    set.push([x, y, box.width, box.height]);
    Object.assign(name.style, {
      left: `${x - edge.left + box.width / 2}px`,
      top: `${y - edge.top + box.height / 2}px`,
    });
  }
}

// --- a tray: from the photo to its score ---------------------------------------------

let box, look, told, bar, rest, foot, about; // the dialog's parts
let table,
  photos,
  at,
  seat,
  choices,
  plan,
  faces,
  flips,
  turn = 0,
  busy;

/** A photo was taken, or chosen: show it, have it read, show what it brings. */
export async function tray(input) {
  const [file] = input.files;
  input.value = "";
  if (!file) return;
  if (!box) await build();
  document.querySelector(".photo-told")?.remove();
  [photos, at, seat, plan] = [[], 0, null, null];
  choices = { drop: [], add: [], on: {}, copies: {}, flipped: [] };
  look.replaceChildren();
  if (!box.open) box.showModal();
  await send(file);
}

async function build() {
  await stylesheet();
  box = make("dialog", { className: "photo", ariaLabel: "A photo of a tray" });
  box.innerHTML = `<header class="row"><h2 tabindex="-1" autofocus>A photo of a tray</h2></header><div class="look"></div>
<div class="side"><p class="told" role="status"></p><progress max="1" hidden aria-label="Sent"></progress><div class="rest"></div></div><footer class="row"></footer>`;
  [look, told, bar, rest, foot] = [".look", ".told", "progress", ".rest", "footer"].map((one) =>
    box.querySelector(one),
  );
  box.firstChild.append(button("Close", () => box.close()));
  about = make("dialog", { className: "card about" });
  document.body.append(box, about);
  about.onclick = ({ target }) => target == about && about.close();
  look.onclick = ({ target }) => plan && target.dataset.code && card(target.dataset.code);
  box.onclose = () => (busy?.abort(), (busy = null), turn++);
  new ResizeObserver(() => box.open && !busy && plan && picture()).observe(look);
  // Both pages say on their body which state they show.
  new MutationObserver(
    () => box.open && !busy && plan && replan("The table has changed. Look again, then score it."),
  ).observe(document.body, { attributeFilter: ["data-n", "data-v"] });
}

const stylesheet = () =>
  new Promise((done) => {
    document.head.append(
      make("link", { rel: "stylesheet", href: "/assets/photo.css", onload: done, onerror: done }),
    );
  });

/** Say how it goes; a problem is an alert. */
function say(text, bad) {
  Object.assign(told, {
    textContent: text,
    className: bad ? "told note bad" : "told",
    role: bad ? "alert" : "status",
  });
}

async function send(file) {
  const stop = (busy = new AbortController()),
    left = () => busy != stop;
  say("Preparing the photo …");
  rest.replaceChildren();
  foot.replaceChildren();
  // whoever has to give the PIN gives it before a photo goes on its way
  const first = await post("/photo/plan", body());
  if (left()) return;
  if (first.error) return fail(first.error, () => send(file));
  table = await fetch("/state")
    .then((answer) => answer.json())
    .catch(() => ({ seats: [] }));
  for (const one of table.seats) one.badge ??= "dummy"; // as a plan has it
  const { blob, ...photo } = await shrink(file);
  if (left()) return;
  if (photo.picture) draw(look, photo, []);
  if (blob.size > MOST_BYTES)
    return fail("The photo has more than 12 MB. Take it with fewer megapixels.");
  bar.hidden = false;
  const whose = seat ?? table.seats[table.active]?.badge;
  const answer = await upload(
    blob,
    whose,
    sent,
    (line) => line.codes && seen(photo, line.codes),
    stop.signal,
  );
  bar.hidden = true;
  if (left()) return;
  if (answer.error) return fail(answer.error, answer.again && (() => send(file)));
  if (!answer.codes.length)
    return fail(
      answer.foreign?.length
        ? "These are no labels of Okanjo. Print them with okanjo labels."
        : "No label found. Take the tray from above, with labels sharp and all in sight.",
    );
  at = photos.push({ ...photo, codes: answer.codes }) - 1;
  busy = null;
  await replan();
}

function sent(part) {
  if (part < 1) bar.value = part;
  else bar.removeAttribute("value"); // it moves on, nobody knows for how long
  say(far(part));
}

const far = (part) => (part < 1 ? `Sending: ${Math.round(100 * part)} %` : "Reading the labels …");
const cards = (codes) =>
  new Set(codes.map(([code]) => code).filter((code) => code >= FIRST_CARD)).size;

function seen(photo, codes) {
  photo.codes = codes;
  draw(
    look,
    photo,
    codes.map(([, points]) => ({ points, className: "seen" })),
  );
  const all = cards([...photos.flatMap((one) => one.codes), ...codes]);
  say(
    table.turn == null && table.hand >= all
      ? `${all} of ${plural(table.hand, "card")}`
      : plural(all, "card"),
  );
}

/** What went wrong stands where the cards would, with what may be done; what was read before stays. */
function fail(text, again) {
  busy = null;
  if (plan) return replan(text, true);
  say(text, true);
  rest.replaceChildren(...(photos.length ? [] : [guide()]));
  foot.replaceChildren(
    ...(again ? [button("Try again", again)] : []),
    ...pickers("Take another", (file) => ((photos = []), send(file))),
  );
}

function guide() {
  const drawing = make("img", { src: "/assets/photo.svg", alt: "", width: 220, height: 150 });
  return make("div", { className: "guide" }, drawing, make("p", {}, GUIDE));
}

const body = () => ({ photos: photos.map(({ codes }) => codes), seat, choices });

/** Ask again what the photos would do with what was chosen. */
async function replan(news = "", bad) {
  const asked = ++turn,
    before = plan && JSON.stringify([plan.cards, plan.seats]);
  const answer = await post("/photo/plan", body());
  if (asked != turn) return;
  const { error } = answer;
  plan = error ? null : answer;
  if (error) return fail(error, () => replan());
  if (news && !bad && before == JSON.stringify([plan.cards, plan.seats])) return; // not for this tray
  if (!faces) await fetchFaces();
  say(
    news || (plan.cards.some(({ state }) => state == "counts") ? "" : plan.why) || summary(),
    bad,
  );
  picture();
  list();
}

async function fetchFaces() {
  const { parts } = await fetch("/codes")
    .then((answer) => answer.json())
    .catch(() => ({ parts: [] }));
  const tiles = parts.flatMap(([, all]) => all);
  faces = tiles.filter(({ copies }) => copies);
  flips = tiles.some(({ title }) => title == "Flip");
}

function summary() {
  const count = (state) => plan.cards.filter((one) => one.state == state).length;
  const parts = [
    plural(count("counts"), "new card"),
    count("lies") && `${count("lies")} there already`,
    count("refused") && `${count("refused")} not counted`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

function picture() {
  const photo = photos[at],
    where = Object.fromEntries(photo.codes),
    ask = new Set(plan.asks.map((one) => one.card));
  draw(
    look,
    photo,
    plan.cards
      .filter(({ code }) => where[code])
      .map(({ code, title, badge, state }) => ({
        code,
        title:
          state == "badge"
            ? (table.seats.find((one) => one.badge == badge)?.name ?? title)
            : (state == "refused" ? "✗\u00a0" : "") + title,
        points: code < FIRST_CARD ? where[code] : outline(where[code]),
        className: `${badge ?? "dummy"} ${state}${ask.has(code) ? " asked" : ""}`,
      })),
  );
}

// --- what is put right ----------------------------------------------------------------

const plate = ({ badge, name }) =>
  make(
    "span",
    { className: `plate ${badge || "dummy"}`, ariaHidden: true },
    [...name][0].toUpperCase(),
  );
const choose = (change) => (change(), about.close(), replan());
const without = (all, code) => all.filter((one, n) => n != all.indexOf(code));

function list() {
  // what was chosen stays in sight: who tapped the wrong name taps another
  const clear =
    !seat &&
    plan.cards.some(({ state }) => state == "badge") &&
    plan.asks.every(({ what }) => what != "seat");
  const mine = clear ? [] : [whose()];
  const refused = plan.cards.filter(({ state }) => state == "refused");
  const shots =
    photos.length < 2
      ? []
      : [
          make(
            "p",
            { className: "row" },
            ...photos.map((_, n) =>
              button(`Photo ${n + 1}`, () => ((at = n), picture(), list()), {
                ariaPressed: n == at,
              }),
            ),
          ),
        ];
  const loose = plan.cards.filter((one) => !one.badge && !["refused", "badge"].includes(one.state));
  const [short, open] = [true, false].map((is) =>
    plan.asks.filter(({ what }) => what != "seat" && (what == "count") == is),
  );
  const had = document.activeElement,
    { code } = had.dataset;
  rest.replaceChildren(
    ...shots,
    ...open.map(question),
    ...mine,
    ...plan.seats.map(part),
    ...(loose.length ? [make("p", { className: "row cards" }, ...loose.map(chip))] : []),
    ...(refused.length
      ? [
          make(
            "section",
            { className: "card no" },
            make("h3", {}, "Not counted"),
            make("ul", {}, ...refused.map((one) => make("li", {}, chip(one), one.why))),
          ),
        ]
      : []),
    ...short.map(({ text }) => make("p", { className: "note" }, text)),
    make(
      "p",
      { className: "row" },
      button("Add a card", () =>
        find("Add a card", (code) => choose(() => choices.add.push(code))),
      ),
      ...pickers("Add a photo", send).map((one) => (one.classList.remove("main"), one)),
    ),
  );
  foot.replaceChildren(
    button("Score it", score, { className: "btn main", disabled: !plan.codes.length }),
  );
  if (!had.isConnected)
    (rest.querySelector(`[data-code="${code}"]`) ?? box.querySelector("h2")).focus(); // its button is a new one
}

/** Whose tray it is, where no badge lies beside it, or one that may be another's. */
function whose() {
  const open = plan.asks.find(({ what }) => what == "seat");
  const one = seat ?? (!open && plan.seats.length == 1 && plan.seats[0].badge);
  return group(
    open?.text ?? "Whose tray?",
    open ? "note" : "",
    table.seats.map((of) => {
      const pick = button("", () => choose(() => (seat = of.badge)), {
        ariaPressed: one == of.badge,
        className: "pick",
      });
      pick.append(plate(of), of.name);
      return pick;
    }),
  );
}

const group = (text, className, inside) =>
  make(
    "div",
    { role: "group", ariaLabel: text, className },
    make("p", {}, make("b", {}, text)),
    make("p", { className: "row" }, ...inside),
  );

function question({ what, card, text, choices: all }) {
  const answer = (code) => choose(() => (choices[what == "copy" ? "copies" : "on"][card] = code));
  return group(
    text,
    "note",
    all.map(([code, words]) => button(words, () => answer(code))),
  );
}

function part({ badge, name, cards, expected, by, brings }) {
  const of = plan.cards.filter(
    (one) => one.badge == badge && ["counts", "lies", "dropped"].includes(one.state),
  );
  const count =
    expected == null || cards > expected
      ? plural(cards, "card")
      : `${cards} of ${plural(expected, "card")}`;
  return make(
    "section",
    { className: `card ${badge}` },
    make(
      "h3",
      {},
      plate({ badge, name }),
      make("bdi", {}, name),
      make("span", { className: "soft" }, count),
      make("b", { ariaLabel: `${signed(brings)} points` }, signed(brings)),
    ),
    make(
      "ul",
      { className: "by num" },
      ...by.map(([kind, points]) => make("li", {}, `${kind} `, make("b", {}, signed(points)))),
    ),
    make("div", { className: "row cards" }, ...of.map(chip)),
  );
}

const SAID = { lies: ", there already", dropped: ", taken out" };

function chip({ code, title, look, state }) {
  const one = button("", () => card(code), { className: `chip ${state}`, ariaHasPopup: "dialog" });
  one.append(
    icon(look),
    title,
    make("span", { className: "sr" }, SAID[state] ?? ""),
    choices.flipped.includes(code) ? ", face down" : "",
  );
  one.dataset.code = code;
  return one;
}

/** What may be done with one card. */
function card(code) {
  const { title, look, state, why } = plan.cards.find((one) => one.code == code);
  if (state == "badge") return;
  const { drop, add, on, copies, flipped } = choices,
    added = add.includes(code),
    out = drop.includes(code);
  const remove = () => (added ? (choices.add = without(add, code)) : drop.push(code));
  const acts = [
    out && ["Put it back", () => (choices.drop = without(drop, code))],
    !out && state != "lies" && ["Take it out", remove],
    !out &&
      state == "counts" &&
      flips &&
      (flipped.includes(code)
        ? ["Turn it face up", () => (choices.flipped = without(flipped, code))]
        : ["It lies face down", () => flipped.push(code)]),
    (code in on || code in copies) && [
      "Ask me again",
      () => (delete on[code], delete copies[code]),
    ],
  ]
    .filter(Boolean)
    .map(([words, act]) => button(words, () => choose(act)));
  if (!out && state != "lies")
    acts.push(
      button("It is another card", () =>
        find(`Instead of ${title}`, (other) => choose(() => (remove(), choices.add.push(other)))),
      ),
    );
  open(
    make("h3", {}, icon(look), title),
    make(
      "p",
      {},
      state == "lies" ? "It lies in this tray already. REMOVE takes it out." : (why ?? ""),
    ),
    make(
      "p",
      { className: "row" },
      ...acts,
      button("Close", () => about.close()),
    ),
  );
}

function open(...inside) {
  about.ariaLabel = inside[0].textContent;
  about.replaceChildren(...inside);
  if (!about.open) about.showModal();
}

/** A card by its name: those that have a word for each one typed. */
function find(heading, take) {
  const field = make("input", {
    type: "search",
    ariaLabel: "Name of the card",
    placeholder: "Type a name: tem",
    autocomplete: "off",
  });
  const found = make("div", { className: "row cards" });
  const show = () => {
    const typed = field.value
      .trim()
      .toLowerCase()
      .split(/[\s-]+/);
    const fits = ({ title }) =>
      typed.every((one) =>
        title
          .toLowerCase()
          .split(/[\s-]+/)
          .some((word) => word.startsWith(one)),
      );
    found.replaceChildren(
      ...faces.filter(fits).map(({ code, title, looks }) => {
        const one = button("", () => take(code), { className: "chip" });
        one.append(icon(looks[0]), title);
        return one;
      }),
    );
    if (!found.children.length) found.append("No card of this menu has that name.");
  };
  field.oninput = show;
  field.onkeydown = ({ key }) => {
    if (key == "Enter" && field.value) found.querySelector("button")?.click();
  };
  show();
  open(
    make("h3", {}, heading),
    make("p", { className: "field" }, field),
    found,
    make(
      "p",
      { className: "row" },
      button("Close", () => about.close()),
    ),
  );
  field.focus();
}

// --- scored -----------------------------------------------------------------------------

async function score() {
  const { n, codes } = plan;
  turn++; // the table changes by this now
  busy = new AbortController();
  foot.firstChild.disabled = true;
  const answer = await post("/photo/score", { n, codes });
  busy = null;
  if (!answer.ok) return replan(answer.error ?? `${answer.text}.`, true);
  plan = null;
  box.close();
  tell(
    [answer.text, answer.saved ? "" : "UNSAVED: Scores are not saved!"].filter(Boolean).join(". "),
    button("UNDO", async () => {
      const { last } = await fetch("/state")
        .then((now) => now.json())
        .catch(() => ({}));
      if (last?.n != answer.n)
        return tell("Something was scanned since. UNDO on the device takes that back first.");
      const { text, error } = await post("/press", { button: "undo" });
      tell(text ?? error);
    }),
  );
}

/** What became of it, perhaps with a way back. */
function tell(text, undo) {
  document.querySelector(".photo-told")?.remove();
  const words = make("p", { role: "status" }),
    close = button("✕", () => bubble.remove(), { ariaLabel: "Close" });
  const bubble = make(
    "div",
    { className: "photo-told row" },
    words,
    make("span", { className: "row" }, undo ?? "", close),
  );
  document.body.append(bubble);
  words.textContent = text; // into a region that is there, or it is not read out
  (undo ?? close).focus();
}

// --- /photo: the deck, and the desserts -----------------------------------------------

/** What lies in all the photos so far, against what there should be. Nothing is scored. */
async function check(form) {
  const [told, place, found] = ["[role=status]", ".look", ".found"].map((one) =>
    form.querySelector(one),
  );
  const { what, game } = form.elements,
    codes = new Set(),
    stopped = new AbortController();
  const say = (text, bad) =>
    Object.assign(told, { textContent: text, className: bad ? "told note bad" : "told" });
  const tell = async () => {
    const asked = what.value == "desserts" ? {} : { game: game.value };
    const answer = await post("/photo/check", { what: what.value, codes: [...codes], ...asked });
    say(answer.error ?? answer.text, answer.error);
    const part = (heading, all = []) =>
      all.length
        ? [
            make("h2", {}, heading),
            make(
              "ul",
              {},
              ...all.map(([title, which]) =>
                make("li", {}, make("b", {}, title), ` ${which.filter(Boolean).join(", ")}`),
              ),
            ),
          ]
        : [];
    found.replaceChildren(...part("Missing", answer.missing), ...part("Too many", answer.extra));
    return !answer.error;
  };
  const send = async (file) => {
    if (!file || !(await tell())) return;
    say("Preparing the photo …");
    const { blob, ...photo } = await shrink(file);
    const seen = (all) =>
      draw(
        place,
        photo,
        all.map(([, points]) => ({ points, className: "seen" })),
      );
    const answer = await upload(
      blob,
      "",
      (part) => say(far(part)),
      (line) => line.codes && (seen(line.codes), say(plural(cards(line.codes), "card"))),
      stopped.signal,
    );
    if (answer.error) return say(answer.error, true);
    answer.codes.forEach(([code]) => codes.add(code));
    await tell();
  };
  const begin = () => {
    codes.clear();
    [place, found].forEach((one) => one.replaceChildren());
    say("");
    game.closest("label").hidden = what.value == "desserts";
  };
  form
    .querySelector(".shots")
    .append(...pickers("Take a photo", send), button("Start over", begin));
  form.onsubmit = () => false;
  what.onchange = game.onchange = begin;
  const { games } = await fetch("/labels.json")
    .then((answer) => answer.json())
    .catch(() => ({ games: [] }));
  game.append(
    ...games.map(([slug, title, count]) => new Option(`${title}: ${plural(count, "card")}`, slug)),
  );
  if (location.hash == "#desserts") what.value = "desserts";
  begin();
  document.body.dataset.ready = "";
}

const form = document.getElementById("check");
if (form) check(form);
