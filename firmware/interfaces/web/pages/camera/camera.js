// The photo of the camera over the table, on every page: each label that was read is marked.

import { make, svg, words } from "./dom.js";

const view = { key: "", parts: null }; // which photo is shown, and the card that shows it

/** [number, step] of the photo there is, or nothing. */
export async function show(photo) {
  const key = `${photo ?? ""}`;
  if (key === view.key) return;
  view.key = key;
  if (!photo) return view.parts?.card.remove();
  view.parts ??= build();
  const { card, status, place, open } = view.parts;
  if (!card.isConnected)
    (document.querySelector("#stay") ?? document.querySelector("main")).prepend(card);
  const [number, step] = photo;
  const seen = await fetch("/photo/table")
    .then((answer) => answer.json())
    .catch(() => ({}));
  if (seen.n !== number || view.key !== key) return; // it is gone again
  status.textContent = seen.text;
  open.hidden = step < 2;
  place.replaceChildren(...(step ? [await picture(number, seen.codes)] : []));
}

function build() {
  const say = words("camera-words");
  document.head.append(make("link", { rel: "stylesheet", href: "/assets/camera.css" }));
  const status = make("p", { role: "status" });
  const place = make("div");
  const open = make("button", { type: "button", className: "btn", onclick: look }, say.look);
  const props = { className: "card camera", ariaLabel: say.photo };
  return { card: make("section", props, status, place, open), status, place, open };
}

async function picture(number, codes) {
  const image = make("img", { src: `/photo/table.jpg?${number}`, alt: "" });
  await image.decode().catch(() => 0);
  const lines = codes.flatMap(([, corners]) =>
    ["under", "over"].map((name) => svg("polygon", { points: corners.join(" "), class: name })),
  );
  const viewBox = `0 0 ${image.naturalWidth} ${image.naturalHeight}`;
  return make("div", "seen", image, svg("svg", { viewBox }, ...lines));
}

/** As a photo from a phone: every card named, to be changed and scored there. */
async function look({ currentTarget: open }) {
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
