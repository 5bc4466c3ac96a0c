// A path and a body in, the answer out; the PIN is asked for when it is needed.

const ask = document.createElement("dialog");
ask.className = "card pin";
ask.ariaLabel = "PIN";
ask.innerHTML = `<form><h2>PIN, please</h2><p>Six digits: PAGE brings them to the display; the terminal has them, too.</p>
<label class="field">PIN<input inputmode="numeric" pattern="[0-9]{6}" maxlength="6" required autocomplete="one-time-code"></label>
<p class="wrong" role="alert"></p><p class="row"><button class="btn main">Sign in</button><button class="btn" type="button">Not now</button></p></form>`;
document.body.append(ask);
const [typed, wrong, no] = ["input", ".wrong", "[type=button]"].map((one) => ask.querySelector(one));

/** What became of it, or `error`: why nothing did. */
export async function post(path, body) {
  for (;;) {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${sessionStorage.token ?? ""}` };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => 0);
    if (!answer) return { error: "Out of touch with Okanjo: not done" };
    if (answer.status != 401) return answer.json().catch(() => ({ error: `Not done (${answer.status})` }));
    if (!(await asked())) return { error: "Not done: it needs the PIN" };
  }
}

/** Whether that PIN is right; else the dialog says why not. */
async function signIn(pin) {
  const { token, error } = await post("/pin", { pin });
  if (token) sessionStorage.token = token;
  wrong.textContent = error ?? "";
  return !!token;
}

function asked() {
  ask.showModal();
  return new Promise((done) => {
    const end = (signed) => (ask.close(), (typed.value = wrong.textContent = ""), done(signed));
    ask.oncancel = no.onclick = () => end(false);
    ask.firstChild.onsubmit = async (event) => {
      event.preventDefault();
      if (await signIn(typed.value)) end(true);
    };
  });
}

// An address may bring the PIN; it leaves the address bar at once.
(onhashchange = () => {
  const [, pin] = location.hash.match(/^#pin=(\d{6})$/) ?? [];
  if (pin) history.replaceState(null, "", location.pathname), signIn(pin);
})();
