// The photo of the camera over the table, on every page: each label that was read is marked.

import { make, svg } from "./dom.js";

let card,
  told,
  place,
  open,
  now = "";

/** [number, step] of the photo there is, or nothing. */
export async function show(photo) {
  if (`${photo}` == now) return;
  now = `${photo ?? ""}`;
  if (!photo) return card?.remove();
  if (!card) build();
  if (!card.isConnected)
    (document.querySelector("#stay") ?? document.querySelector("main")).prepend(card);
  const [number, step] = photo;
  const seen = await fetch("/photo/table")
    .then((answer) => answer.json())
    .catch(() => ({}));
  if (seen.n != number || `${photo}` != now) return; // it is gone again
  told.textContent = seen.text;
  open.hidden = step < 2;
  place.replaceChildren(...(step ? [await picture(number, seen.codes)] : []));
}

function build() {
  told = make("p", { role: "status" });
  place = make("div");
  open = make(
    "button",
    { type: "button", className: "btn", onclick: look },
    "Look closer or change it",
  );
  card = make(
    "section",
    { className: "card camera", ariaLabel: "Photo of the table" },
    told,
    place,
    open,
  );
  document.head.append(make("link", { rel: "stylesheet", href: "/assets/camera.css" }));
}

async function picture(number, codes) {
  const image = make("img", { src: `/photo/table.jpg?${number}`, alt: "" });
  await image.decode().catch(() => 0);
  const lines = codes.flatMap(([, corners]) =>
    ["under", "over"].map((name) => svg("polygon", { points: corners.join(" "), class: name })),
  );
  const viewBox = `0 0 ${image.naturalWidth} ${image.naturalHeight}`;
  return make("div", { className: "seen" }, image, svg("svg", { viewBox }, ...lines));
}

/** As a photo from a phone: every card named, to be changed and scored there. */
async function look() {
  try {
    const [{ tray }, taken] = await Promise.all([
      import("/assets/photo.js"),
      fetch("/photo/table.jpg"),
    ]);
    tray({ files: [new File([await taken.blob()], "table.jpg", { type: "image/jpeg" })] });
  } catch {
    open.hidden = true; // there is no more to see than this
  }
}
