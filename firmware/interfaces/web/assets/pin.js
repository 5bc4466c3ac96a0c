// A path and a body (an object or a file) in, the answer out; the PIN is asked for when needed.

import { $, filled, words } from "./dom.js";

if (!$("pin")) {
  // a page that needs it seldom
  const page = await (await fetch("/pin-dialog")).text();
  document.body.append(...new DOMParser().parseFromString(page, "text/html").body.children);
}
const say = words("pin-words");
const ask = $("pin");
const [form, typed, wrong, no, tap] = ["form", "input", ".bad", "[value=no]", "details button"].map(
  (part) => ask.querySelector(part),
);
form.style.cssText = "display: grid; gap: .8rem";
typed.style.cssText =
  "font-size: 1.6rem; letter-spacing: .3em; text-indent: .3em; text-align: center";

const SIGN_IN = ["/pin", "/enter"];
// A phone that joined asks for the same as the desk, but at an address of its own.
export const at = (path) =>
  location.pathname === "/join" && !SIGN_IN.includes(path) ? `/join${path}` : path;

/** What became of it, or `error`: why nothing did. */
export async function post(path, body = {}, read = 0) {
  for (;;) {
    const headers = {
      "Content-Type": body.type ?? "application/json",
      Authorization: `Bearer ${sessionStorage.token ?? ""}`,
    };
    const answer = await fetch(at(path), {
      method: "POST",
      headers,
      body: body.type ? body : JSON.stringify(body),
    }).catch(() => 0);
    if (!answer) return { error: say.lost };
    if (answer.status !== 401)
      return (answer.ok && read ? read(answer) : answer.json()).catch(() => ({
        error: filled(say.failed, { status: answer.status }),
      }));
    if (!(await asked())) return { error: say.needs_pin };
  }
}

/** Whether that PIN is right, or a tap is enough; else the dialog says why not. */
async function signIn(pin) {
  const { token, error } = await (pin ? post("/pin", { pin }) : post("/enter"));
  if (token) sessionStorage.token = token;
  wrong.textContent = error ?? "";
  wrong.hidden = !error;
  return !!token;
}

function asked() {
  ask.showModal();
  return new Promise((done) => {
    const end = (isSignedIn) => {
      ask.close();
      typed.value = "";
      wrong.hidden = true;
      done(isSignedIn);
    };
    ask.oncancel = () => end(false);
    no.onclick = () => end(false);
    tap.onclick = async () => (await signIn()) && end(true);
    form.onsubmit = async (event) => {
      event.preventDefault();
      if (await signIn(typed.value)) end(true);
    };
  });
}

// An address may bring the PIN; it leaves the address bar at once.
async function take() {
  const [, pin] = location.hash.match(/^#pin=(\d{6})$/) ?? [];
  if (!pin) return;
  history.replaceState(null, "", location.pathname);
  await signIn(pin);
}
addEventListener("hashchange", take);
await take();
