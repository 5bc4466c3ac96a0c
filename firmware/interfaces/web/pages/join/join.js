// /join: the code that the QR brings in, a badge to choose; out comes the badge of this phone.

import { $, lettersOf, make, words } from "./dom.js";
import { post } from "./pin.js";

/** The badge, as soon as this phone has one. */
export async function joined() {
  const say = words();
  const code = location.hash.slice(1);
  history.replaceState(0, "", "/join");
  document.body.className += " own";
  document.querySelector("h1").textContent = document.title = say.own;
  const tell = (sentence) => {
    $("hint").textContent = sentence;
  };
  const { badge, badges = [], error } = await post("/choose", { code });
  if (badge && !badges.length) return badge;
  tell(error ?? (code ? say.choose : say.scan_code));
  return new Promise((done) => {
    const row = ({ badge, name, mine, taken }) => {
      const onclick = async () => {
        const { error } = await post("/take", { code, badge });
        sessionStorage.token = ""; // the owner's, where that was asked for
        if (error) tell(error);
        else done(badge);
      };
      const letter = make("i", { className: "plate", ariaHidden: true }, lettersOf(name));
      const inside = [letter, make("span", {}, name), make("small", "", taken ? say.taken : "")];
      const props = { className: "badge", onclick, ariaPressed: mine };
      return make("div", `${badge} ${mine ? "on" : ""}`, make("button", props, ...inside));
    };
    $("trays").replaceChildren(...badges.map(row));
  });
}
