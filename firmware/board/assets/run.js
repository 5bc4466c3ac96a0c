// Show what is new in a tournament, unless somebody is writing.
import { listen } from "./live.js";

const { tournament, v } = document.getElementById("run").dataset;
let written = false, sent = false;
addEventListener("input", () => (written = true));
addEventListener("submit", () => (sent = true));

listen(`/events?tournament=${tournament}`, (now) => {
  if (now.v === +v || sent) return;
  if (!written && !document.querySelector("form :focus, details[open]")) location.reload();
  else if (!document.getElementById("news")) {
    const line = Object.assign(document.createElement("p"), { id: "news", className: "note" });
    line.setAttribute("role", "status");
    line.append("Something is new. ", Object.assign(document.createElement("a"), { href: location.pathname + location.search, textContent: "Show it" }));
    document.querySelector("main").prepend(line);
  }
}, () => {});
