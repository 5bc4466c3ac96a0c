// The device itself: another version, a restart, switched off. Root does it, and the page is told.

import { $, filled, make, words } from "./dom.js";
import { post } from "./pin.js";
import { anew, pause, running, say } from "./told.js";

const text = words();
const RESTART_S = 180;
const MOST_FILE = 1e8; // bytes

/** Whether somebody wants it; `name` is that of its button, its question and what it comes to. */
function sure(name, values = {}) {
  const dialog = $("really");
  $("question").textContent = text[`${name}_sure`];
  $("then").textContent = filled(text[`${name}_then`], values);
  dialog.querySelector("[value=yes]").textContent = filled(text[name], values);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => {
    dialog.onclose = () => done(!!dialog.returnValue);
  });
}

/** Have it done; whether it has begun. */
async function ask(wish) {
  say("asked", text.asking);
  const { error } = await post("/setup/ask", { wish });
  say("asked", "", error);
  return !error;
}

/** Send a file, and tell how much of it has gone; `error`: why it was not taken. */
function send(path, file) {
  const request = new XMLHttpRequest(); // fetch does not tell how far it is
  request.open("POST", path);
  request.setRequestHeader("Content-Type", "application/octet-stream");
  request.setRequestHeader("Authorization", `Bearer ${sessionStorage.token ?? ""}`);
  request.responseType = "json";
  request.upload.onprogress = ({ loaded, total }) => {
    const percent = Math.floor((100 * loaded) / total);
    say("asked", filled(text.sending, { file: file.name, percent }));
  };
  return new Promise((done) => {
    request.onload = () => done(request.response ?? { error: text.lost });
    request.onerror = () => done({ error: text.lost });
    request.send(file);
  });
}

/** What the release brings, open as soon as it is there. */
function show(news) {
  const all = $("news");
  const known = JSON.stringify(news);
  if (all.dataset.known === known) return; // nobody loses their place in it
  all.dataset.known = known;
  all.replaceChildren(all.firstElementChild);
  for (const [kind, words] of news) {
    if (kind === "li" && all.lastChild.tagName !== "UL") all.append(make("ul"));
    (kind === "li" ? all.lastChild : all).append(make(kind === "h" ? "h3" : kind, {}, words));
  }
  all.hidden = !news.length;
  all.open = true;
}

/** Tell how it goes until it has ended; whether well. Meanwhile the page itself may be away. */
async function follow() {
  for (;;) {
    const { text: how, ended, well, news, error } = await post("/setup/progress");
    if (news) show(news);
    if (ended) {
      say("asked", how, well ? "" : how);
      return well;
    }
    if (!error) say("asked", how);
    await pause(500);
  }
}

$("restart").onclick = async () => {
  if (!(await sure("restart"))) return;
  const run = await running();
  if (await ask("restart")) anew("asked", text.whole, run, RESTART_S);
};
$("off").onclick = async () => {
  if ((await sure("off")) && (await ask("switch-off"))) say("asked", text.is_off);
};

$("installed").ontoggle = async ({ target }) => {
  const list = target.querySelector("ul");
  if (!target.open || list.firstChild) return;
  const { packages = [], error } = await post("/setup/installed");
  say("unlisted", "", error);
  const row = ([name, version, licence]) =>
    make(
      "li",
      {},
      make("b", {}, filled(text.package, { name, version })),
      make("span", {}, licence || text.no_licence),
    );
  list.replaceChildren(...packages.map(row));
};

$("update").onchange = async ({ target }) => {
  const [file] = target.files;
  target.value = ""; // the same may be picked again
  show([]);
  $("offer").hidden = true;
  if (file.size > MOST_FILE) return say("asked", "", text.too_large);
  const { error: why } = await post("/setup/about"); // by who has given the PIN
  if (why) return say("asked", "", why);
  const { error } = await send("/setup/update", file);
  if (error) return say("asked", "", error);
  await follow();
  device();
};

$("newest").onclick = async ({ target }) => {
  target.disabled = true;
  $("offer").hidden = true;
  show([]);
  say("asked", text.looking);
  const { text: what, version, news = [], error } = await post("/setup/look");
  target.disabled = false;
  say("asked", what, error);
  show(news);
  $("offer").hidden = !version;
  const button = $("offer").firstChild;
  button.textContent = filled(text.update_to, { version });
  button.onclick = async () => {
    $("offer").hidden = true;
    say("asked", text.asking);
    const { error: why } = await post("/setup/fetch", { version });
    say("asked", "", why);
    $("offer").hidden = !why && (await follow());
    device();
  };
};

/** What there is to do, with the PIN given. */
export async function device() {
  const { version, before, can, looks } = await post("/setup/about");
  $("device").hidden = !can;
  $("newest").hidden = !looks;
  $("version").textContent = filled(text.version, { version });
  $("back").hidden = !before;
  $("back").textContent = filled(text.back, { version: before });
  $("back").onclick = async () => {
    if (!(await sure("back", { version: before })) || !(await ask("go-back"))) return;
    await follow();
    device();
  };
  if (!can) return;
  const { wish, ended } = await post("/setup/progress");
  if (wish && !ended) await follow(); // begun before this page was opened
}
