// A path and a body (an object or a file) in, the answer out; the PIN is asked for when needed.

import { make } from "./dom.js";

const ask = make("dialog", { className: "card", ariaLabel: "PIN" });
ask.innerHTML = `<form><h2>Enter the PIN</h2>
<p>Press PAGE on the device to see it, or look at the terminal.</p>
<p class="field"><input aria-label="PIN" inputmode="numeric" pattern="[0-9]{6}" maxlength="6"
 required autocomplete="one-time-code"></p>
<p class="note bad" role="alert" hidden></p><p class="row"><button class="btn main">Sign in</button>
<button class="btn" type="button">Not now</button></p></form>`;
document.body.append(ask);
const [form, typed, wrong, no] = ["form", "input", ".bad", "[type=button]"].map((one) =>
  ask.querySelector(one),
);
ask.style.cssText = "margin: auto; max-width: 24rem; color: inherit";
form.style.cssText = "display: grid; gap: .8rem";
typed.style.cssText = "font-size: 1.6rem; letter-spacing: .3em; text-align: center";

/** What became of it, or `error`: why nothing did. */
export async function post(path, body = {}, as = "json") {
  for (;;) {
    const headers = {
      "Content-Type": body.type ?? "application/json",
      Authorization: `Bearer ${sessionStorage.token ?? ""}`,
    };
    const answer = await fetch(path, {
      method: "POST",
      headers,
      body: body.type ? body : JSON.stringify(body),
    }).catch(() => 0);
    if (!answer) return { error: "Connection lost. Check what was done before you try again." };
    if (answer.status !== 401)
      return answer[answer.ok ? as : "json"]().catch(() => ({
        error: `That failed (${answer.status}).`,
      }));
    if (!(await asked())) return { error: "Not done: this needs the PIN." };
  }
}

/** Whether that PIN is right; else the dialog says why not. */
async function signIn(pin) {
  const { token, error } = await post("/pin", { pin });
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
