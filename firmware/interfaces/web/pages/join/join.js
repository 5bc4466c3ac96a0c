// /join: the code that the QR brings in, a badge to choose; out comes the badge of this phone.

import { $, make, words } from "./dom.js";
import { post } from "./pin.js";

/** The badge, as soon as this phone has one. */
export async function joined() {
  const say = words();
  const code = location.hash.slice(1);
  history.replaceState(null, "", "/join");
  document.body.classList.add("own");
  document.title = `${say.own} · Okanjo`;
  document.querySelector("h1").textContent = say.own;
  const tell = (sentence, className) =>
    Object.assign($("hint"), { textContent: sentence, className });
  const { badge, error = say.scan_code } = await post("/own");
  if (badge && !code) return badge;
  const { badges, error: why } = code ? await post("/choose", { code }) : { error };
  tell(why ?? say.choose, why ? "note" : "");
  return new Promise((done) => {
    const row = ({ badge, name, mine, taken }) => {
      const onclick = async () => {
        const { error } = await post("/take", { code, badge });
        sessionStorage.removeItem("token"); // the owner's, where that was asked for
        if (error) tell(error, "note bad");
        else done(badge);
      };
      const letter = make("i", { className: "plate", ariaHidden: true }, [...name][0]);
      const inside = [letter, make("span", {}, name), make("small", "", taken ? say.taken : "")];
      const props = { className: "badge", onclick, ariaPressed: mine };
      return make("div", `${badge} ${mine ? "on" : ""}`, make("button", props, ...inside));
    };
    if (badges) $("trays").replaceChildren(...badges.map(row));
    else if (badge) done(badge);
  });
}
