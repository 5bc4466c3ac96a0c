// The device itself: another version, a restart, switched off. Root does it, and the page is told.

import { $, filled, words } from "./dom.js";
import { post } from "./pin.js";
import { anew, pause, running, say } from "./told.js";

const text = words();
const RESTART_S = 180;

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

/** Tell how it goes until it has ended. Meanwhile the page itself may be away. */
async function follow() {
  for (;;) {
    const { text: how, ended, well, error } = await post("/setup/progress");
    if (ended) return say("asked", how, well ? "" : how);
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

/** What there is to do, with the PIN given. */
export async function device() {
  const { version, before, can } = await post("/setup/about");
  $("device").hidden = !can;
  $("version").textContent = filled(text.version, { version });
  $("back").hidden = !before;
  $("back").textContent = filled(text.back, { version: before });
  $("back").onclick = async () => {
    if (!(await sure("back", { version: before })) || !(await ask("go-back"))) return;
    await follow();
    device();
  };
}
