// A photo of a tray in, its cards out: sent, read, looked at, put right, then scored in one.

import { counted, filled, make, plate } from "./dom.js";
import { signed } from "./format.js";
import { icon } from "./icons.js";
import { draw } from "./marks.js";
import { at, post } from "./pin.js";
import { button, cards, far, photoWords, pickers, shrink, upload } from "./shot.js";

const MOST_BYTES = 12e6;
const text = await photoWords();

/** A photo was taken, or chosen: show it, have it read, show what it brings. */
export async function tray(input) {
  const [file] = input.files;
  input.value = "";
  if (!file) return;
  await stylesheet();
  document.querySelector(".photo-told")?.remove();
  document.querySelector("dialog.photo")?.close();
  await new TrayDialog().open(file);
}

const link = (href, title) => make("a", { className: "btn", href }, title);

const stylesheet = () =>
  new Promise((done) => {
    const href = "/assets/photo.css";
    if (document.querySelector(`link[href="${href}"]`)) return done();
    document.head.append(make("link", { rel: "stylesheet", href, onload: done, onerror: done }));
  });

/** From a photo to its score. The device plans what the photos would do with what was chosen; each
 *  choice has it planned anew. */
class TrayDialog {
  photos = [];
  shown = 0; // of the photos
  seat = null; // whose tray it is, where somebody said so
  choices = { drop: [], add: [], on: {}, copies: {}, flipped: [] };
  plan = null; // what the photos would do
  table = { seats: [] }; // as it was when the photo was taken
  faces = null; // of this menu
  flips = false; // whether a card may lie face down
  asked = 0; // how often the device was asked for a plan
  busy = null; // stops what is on its way

  constructor() {
    this.box = make("dialog", { className: "photo", ariaLabel: text.title });
    this.box.innerHTML = `<header class="row"><h2 tabindex="-1" autofocus></h2>
</header><div class="look"></div><div class="side"><p class="told" role="status"></p>
<progress max="1" hidden></progress><div class="rest"></div></div>
<footer class="row"></footer>`;
    const [look, status, bar, rest, foot] = [".look", ".told", "progress", ".rest", "footer"].map(
      (part) => this.box.querySelector(part),
    );
    Object.assign(this, { look, status, bar, rest, foot, about: make("dialog", "card about") });
    this.box.querySelector("h2").textContent = text.title;
    bar.ariaLabel = text.sent;
    this.box.firstChild.append(button(text.close, () => this.box.close()));
  }

  async open(file) {
    const { box, about, look } = this;
    document.body.append(box, about);
    about.onclick = ({ target }) => target === about && about.close();
    look.onclick = ({ target }) =>
      this.plan && target.dataset.code && this.card(target.dataset.code);
    const isIdle = () => box.open && !this.busy && this.plan;
    const resized = new ResizeObserver(() => isIdle() && this.picture());
    // Both pages say on their body which state they show.
    const changed = new MutationObserver(() => isIdle() && this.replan(text.changed));
    box.onclose = () => {
      this.stop();
      for (const observer of [resized, changed]) observer.disconnect();
      for (const dialog of [box, about]) dialog.remove();
    };
    resized.observe(look);
    changed.observe(document.body, { attributeFilter: ["data-n", "data-v"] });
    box.showModal();
    await this.send(file);
  }

  /** Take no notice of what is still on its way. */
  stop() {
    this.busy?.abort();
    this.busy = null;
    this.asked++;
  }

  /** Say how it goes; a problem is an alert. */
  say(sentence, bad) {
    Object.assign(this.status, {
      textContent: sentence,
      className: bad ? "told note bad" : "told",
      role: bad ? "alert" : "status",
    });
  }

  // --- a photo on its way

  async send(file) {
    const stop = new AbortController();
    const left = () => this.busy !== stop;
    this.busy = stop;
    this.say(text.preparing);
    this.rest.replaceChildren();
    this.foot.replaceChildren();
    // whoever has to give the PIN gives it before a photo goes on its way
    const first = await post("/photo/plan", this.body());
    if (left()) return;
    if (first.error) return this.fail(first.error, () => this.send(file));
    this.table = await fetch("/state")
      .then((answer) => answer.json())
      .catch(() => ({ seats: [] }));
    for (const seat of this.table.seats) seat.badge ??= "dummy"; // as a plan has it
    const { blob, ...photo } = await shrink(file);
    if (left()) return;
    if (photo.picture) draw(this.look, photo, []);
    if (blob.size > MOST_BYTES) return this.fail(text.too_large);
    const answer = await this.upload(blob, photo, stop.signal);
    if (left()) return;
    if (answer.error) return this.fail(answer.error, answer.again && (() => this.send(file)));
    if (!answer.codes.length) {
      this.fail(answer.foreign?.length ? text.foreign : text.none);
      if (answer.foreign?.length) this.foot.append(link("/labels", text.labels));
      return;
    }
    this.shown = this.photos.push({ ...photo, codes: answer.codes, outlines: answer.outlines }) - 1;
    this.busy = null;
    await this.replan();
  }

  async upload(blob, photo, signal) {
    const whose = this.seat ?? this.table.seats[this.table.active]?.badge ?? "";
    const sent = (part) => {
      if (part < 1) this.bar.value = part;
      else this.bar.removeAttribute("value"); // it moves on, nobody knows for how long
      this.say(far(text, part));
    };
    this.bar.hidden = false;
    const read = (line) => line.codes && this.seen(photo, line.codes);
    const answer = await upload(text, `${at("/photo")}?seat=${whose}`, blob, sent, read, signal);
    this.bar.hidden = true;
    return answer;
  }

  seen(photo, codes) {
    photo.codes = codes;
    const marks = codes.map(([, points]) => ({ points, className: "seen" }));
    draw(this.look, photo, marks);
    const count = cards([...this.photos.flatMap((other) => other.codes), ...codes]);
    const { turn, hand } = this.table;
    const known = turn == null && hand >= count;
    this.say(known ? ofCards(count, hand) : counted(text.cards, count));
  }

  /** What went wrong stands where the cards would, with what may be done; what was read before stays. */
  fail(sentence, again) {
    this.busy = null;
    if (this.plan) return this.replan(sentence, true);
    this.say(sentence, true);
    this.rest.replaceChildren(...(this.photos.length ? [] : [guide()]));
    const another = (file) => {
      this.photos = [];
      this.send(file);
    };
    this.foot.replaceChildren(
      ...(again ? [button(text.again, again)] : []),
      ...pickers(text, text.another, another),
    );
  }

  // --- what the photos would do

  body() {
    const { photos, seat, choices } = this;
    return { photos: photos.map(({ codes }) => codes), seat, choices };
  }

  /** Ask again what the photos would do with what was chosen. */
  async replan(news = "", bad = false) {
    this.asked++;
    const asked = this.asked;
    const planned = (plan) => plan && JSON.stringify([plan.cards, plan.seats]);
    const before = planned(this.plan);
    const answer = await post("/photo/plan", this.body());
    if (asked !== this.asked) return;
    this.plan = answer.error ? null : answer;
    if (answer.error) return this.fail(answer.error, () => this.replan());
    if (news && !bad && before === planned(answer)) return; // not for this tray
    if (!this.faces) await this.fetchFaces();
    this.say(news || answer.summary, bad);
    this.picture();
    this.list();
  }

  async fetchFaces() {
    const { parts, tools } = await fetch("/codes")
      .then((answer) => answer.json())
      .catch(() => ({ parts: [], tools: {} }));
    const tiles = parts.flatMap(([, all]) => all);
    this.faces = tiles.filter(({ copies }) => copies);
    this.flips = !!tools.flip;
  }

  picture() {
    const { plan, table } = this;
    const photo = this.photos[this.shown];
    const where = Object.fromEntries(photo.codes);
    const asks = new Set(plan.asks.map(({ card }) => card));
    const name = (badge) => table.seats.find((seat) => seat.badge === badge)?.name;
    const titles = {
      badge: ({ badge, title }) => name(badge) ?? title,
      refused: ({ title }) => `✗\u00a0${title}`,
    };
    const mark = (card) => ({
      code: card.code,
      title: titles[card.state]?.(card) ?? card.title,
      points: photo.outlines[card.code] ?? where[card.code],
      className: `${card.badge ?? "dummy"} ${card.state}${asks.has(card.code) ? " asked" : ""}`,
    });
    draw(this.look, photo, plan.cards.filter(({ code }) => where[code]).map(mark));
  }

  // --- what is put right

  choose(change) {
    change();
    this.about.close();
    return this.replan();
  }

  list() {
    const { plan, photos } = this;
    const refused = plan.cards.filter(({ state }) => state === "refused");
    const loose = plan.cards.filter(
      ({ badge, state }) => !badge && !["refused", "badge"].includes(state),
    );
    const [short, open] = [true, false].map((is) =>
      plan.asks.filter(({ what }) => what !== "seat" && (what === "count") === is),
    );
    const had = document.activeElement;
    const { code } = had.dataset;
    const chips = (all) => all.map((card) => this.chip(card));
    const whys = plan.is_open ? [...new Set(refused.map(({ why }) => why))] : [];
    const lines = whys.map((why) =>
      make("li", {}, ...chips(refused.filter((card) => card.why === why)), why),
    );
    this.rest.replaceChildren(
      ...(photos.length < 2 ? [] : [this.shots()]),
      ...open.map((ask) => this.question(ask)),
      ...(this.isClear() ? [] : [this.whose()]),
      ...plan.seats.map((seat) => this.part(seat)),
      ...(loose.length ? [make("p", "row cards", ...chips(loose))] : []),
      ...(plan.is_open ? [] : [make("p", "row cards", ...chips(refused))]),
      ...(lines.length
        ? [make("section", "card no", make("h3", {}, text.not_counted), make("ul", {}, ...lines))]
        : []),
      ...short.map((ask) => make("p", "note", ask.text)),
      this.ways(),
    );
    const props = { className: "btn main", disabled: !plan.codes.length };
    const isAsked = plan.asks.some(({ what }) => what === "seat");
    this.foot.replaceChildren(
      ...(plan.is_open
        ? [button(text.score, () => this.score(), props)]
        : [button(text.start, () => this.start(), { className: "btn main" })]),
      ...(isAsked ? [make("span", "soft", text.choose_whose)] : []),
    );
    if (had.isConnected) return;
    const anew = this.rest.querySelector(`[data-code="${code}"]`); // its button is a new one
    (anew ?? this.box.querySelector("h2")).focus();
  }

  /** NEXT, so that there is a round to take it in. */
  async start() {
    const { ok, text: news, error } = await post("/press", { button: "next" });
    if (!ok) this.say(error ?? news, true);
  }

  /** Whether a badge says whose tray it is. What was chosen stays in sight: who tapped the wrong
   *  name taps another. */
  isClear() {
    const { cards, asks } = this.plan;
    const seen = cards.some(({ state }) => state === "badge");
    const joined = at(""); // and has one tray
    return joined || (!this.seat && seen && asks.every(({ what }) => what !== "seat"));
  }

  shots() {
    const show = (n) => {
      this.shown = n;
      this.picture();
      this.list();
    };
    const each = this.photos.map((_, n) =>
      button(filled(text.photo, { number: n + 1 }), () => show(n), {
        ariaPressed: n === this.shown,
      }),
    );
    return make("p", "row", ...each);
  }

  ways() {
    const add = (code) => this.choose(() => this.choices.add.push(code));
    return make(
      "p",
      "row",
      button(text.add_card, () => this.find(text.add_card, add)),
      ...pickers(text, text.add_photo, (file) => this.send(file), "btn"),
    );
  }

  /** Whose tray it is, where no badge lies beside it, or one that may be another's. */
  whose() {
    const { seats, asks } = this.plan;
    const open = asks.find(({ what }) => what === "seat");
    const chosen = this.seat ?? (!open && seats.length === 1 && seats[0].badge);
    const take = (badge) =>
      this.choose(() => {
        this.seat = badge;
      });
    const picks = this.table.seats.map((seat) => {
      const props = { ariaPressed: chosen === seat.badge, className: "pick" };
      const pick = button("", () => take(seat.badge), props);
      pick.append(plate(seat), seat.name);
      return pick;
    });
    return group(open?.text ?? text.whose, open ? "note" : "", picks);
  }

  question({ what, card, text: asked, choices: answers }) {
    const answer = (code) =>
      this.choose(() => {
        this.choices[what === "copy" ? "copies" : "on"][card] = code;
      });
    const buttons = answers.map(([code, title]) => button(title, () => answer(code)));
    return group(asked, "note", buttons);
  }

  part({ badge, name, count, by, brings }) {
    const own = this.plan.cards.filter(
      (card) => card.badge === badge && ["counts", "lies", "dropped"].includes(card.state),
    );
    const kinds = by.map(([kind, points]) =>
      make("li", {}, `${kind} `, make("b", {}, signed(points))),
    );
    return make(
      "section",
      `card ${badge}`,
      make(
        "h3",
        {},
        plate({ badge, name }),
        make("bdi", {}, name),
        make("span", "soft", count),
        make("b", { ariaLabel: filled(text.points, { points: signed(brings) }) }, signed(brings)),
      ),
      make("ul", "by num", ...kinds),
      make("div", "row cards", ...own.map((card) => this.chip(card))),
    );
  }

  chip({ code, title, look, state }) {
    const props = { className: `chip ${state}`, ariaHasPopup: "dialog" };
    const chip = button("", () => this.card(code), props);
    chip.append(
      icon(look),
      title,
      make("span", "sr", { lies: text.lies, dropped: text.dropped }[state] ?? ""),
      this.choices.flipped.includes(code) ? text.face_down : "",
    );
    chip.dataset.code = code;
    return chip;
  }

  /** What may be done with one card. */
  card(code) {
    const { title, look, state, why } = this.plan.cards.find((card) => card.code === code);
    if (state === "badge") return;
    this.explain(
      make("h3", {}, icon(look), title),
      make("p", {}, state === "lies" ? text.lies_there : (why ?? "")),
      make("p", "row", ...this.acts(code, title, state), this.closing()),
    );
  }

  acts(code, title, state) {
    const { choices } = this;
    const { drop, add, on, copies, flipped } = choices;
    const out = drop.includes(code);
    const stays = !out && state !== "lies";
    const without = (key) => {
      choices[key] = choices[key].filter((other) => other !== code);
    };
    const remove = () => {
      if (add.includes(code)) choices.add.splice(add.indexOf(code), 1);
      else drop.push(code);
    };
    const replace = (other) => {
      remove();
      choices.add.push(other);
    };
    const ask = () => {
      delete on[code];
      delete copies[code];
    };
    const flip = flipped.includes(code)
      ? [text.face_up, () => without("flipped")]
      : [text.lies_face_down, () => flipped.push(code)];
    const acts = [
      out && [text.put_back, () => without("drop")],
      stays && [text.take_out, remove],
      stays && state === "counts" && this.flips && flip,
      (code in on || code in copies) && [text.ask_again, ask],
    ]
      .filter(Boolean)
      .map(([title, act]) => button(title, () => this.choose(act)));
    const another = () =>
      this.find(filled(text.instead, { card: title }), (other) =>
        this.choose(() => replace(other)),
      );
    return stays ? [...acts, button(text.is_another, another)] : acts;
  }

  closing() {
    return button(text.close, () => this.about.close());
  }

  explain(...inside) {
    this.about.ariaLabel = inside[0].textContent;
    this.about.replaceChildren(...inside);
    if (!this.about.open) this.about.showModal();
  }

  /** A card by its name: those that have a word for each one typed. */
  find(heading, take) {
    const field = make("input", {
      type: "search",
      ariaLabel: text.name,
      placeholder: text.type_name,
      autocomplete: "off",
    });
    const fitting = make("div", "row cards");
    const chip = ({ code, title, looks }) => {
      const chip = button("", () => take(code), { className: "chip" });
      chip.append(icon(looks[0]), title);
      return chip;
    };
    const show = () => {
      const typed = wordsOf(field.value.trim());
      const fits = ({ title }) =>
        typed.every((start) => wordsOf(title).some((word) => word.startsWith(start)));
      const chips = this.faces.filter(fits).map(chip);
      fitting.replaceChildren(...(chips.length ? chips : [text.no_card]));
    };
    field.oninput = show;
    field.onkeydown = ({ key }) => {
      if (key === "Enter" && field.value) fitting.querySelector("button")?.click();
    };
    show();
    this.explain(
      make("h3", {}, heading),
      make("p", "field", field),
      fitting,
      make("p", "row", this.closing()),
    );
    field.focus();
  }

  // --- scored

  async score() {
    const { n, codes } = this.plan;
    this.asked++; // the table changes by this now
    this.busy = new AbortController();
    this.foot.firstChild.disabled = true;
    const answer = await post("/photo/score", { n, codes });
    this.busy = null;
    if (!answer.ok) return this.replan(answer.error ?? filled(text.text_end, answer), true);
    this.plan = null;
    this.box.close();
    const undo = button(text.undo, () => takeBack(answer.n));
    tell(answer.saved ? answer.text : filled(text.unsaved, answer), undo);
  }
}

const wordsOf = (name) => name.toLowerCase().split(/[\s-]+/);

function guide() {
  const drawing = make("img", { src: "/assets/photo.svg", alt: "", width: 220, height: 150 });
  return make("div", "guide", drawing, make("p", {}, text.guide));
}

const ofCards = (count, hand) => filled(text.of_cards, { count, cards: counted(text.cards, hand) });

const group = (heading, className, inside) =>
  make(
    "div",
    { role: "group", ariaLabel: heading, className },
    make("p", {}, make("b", {}, heading)),
    make("p", "row", ...inside),
  );

/** Press UNDO, if nothing was scanned since that scan. */
async function takeBack(n) {
  const { last } = await fetch("/state")
    .then((answer) => answer.json())
    .catch(() => ({}));
  if (last?.n !== n) return tell(text.since);
  const answer = await post("/press", { button: "undo" });
  tell(answer.text ?? answer.error);
}

/** What became of it, perhaps with a way back. */
function tell(sentence, undo) {
  document.querySelector(".photo-told")?.remove();
  const status = make("p", { role: "status" });
  const close = button("✕", () => bubble.remove(), { ariaLabel: text.close });
  const bubble = make("div", "photo-told row", status, make("span", "row", undo ?? "", close));
  document.body.append(bubble);
  status.textContent = sentence; // into a region that is there, or it is not read out
  (undo ?? close).focus();
}
