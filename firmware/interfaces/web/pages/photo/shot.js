// A photo on its way: picked, made small, sent, and what is read in it.

import { filled, make, words } from "./dom.js";

const FULL = 4032; // pixels of the long side, as sent
const SMALL = 2016; // the same, where the network is slow
const KEPT = 1600; // the same, as shown
const SLOW_MS = 5000;
const FIRST_CARD = "05"; // codes below it belong to no game: badges, commands

/** What is said of photos: a page of words, fetched with the first. */
export async function photoWords() {
  const page = await (await fetch("/photo-words")).text();
  return words("", new DOMParser().parseFromString(page, "text/html"));
}

export const isCard = (code) => code >= FIRST_CARD;
/** How many cards are among the codes that were read, each once. */
export const cards = (codes) => new Set(codes.map(([code]) => code).filter(isCard)).size;
/** How far a photo is on its way; `part` of it is sent. */
export const far = (text, part) =>
  part < 1 ? filled(text.sending, { percent: Math.round(100 * part) }) : text.reading;

export const button = (title, onclick, more) =>
  make("button", { type: "button", className: "btn", onclick, ...more }, title);

/** Two ways to a photo: the camera, and one that is there. */
export function pickers(text, first, take, kind = "btn main") {
  const pick = (title, className, capture) => {
    const input = make("input", { type: "file", className: "sr", accept: "image/jpeg,image/*" });
    if (capture) input.setAttribute("capture", "environment");
    input.onchange = () => {
      take(input.files[0]);
      input.value = "";
    };
    return make("label", { className }, input, title);
  };
  return [pick(first, kind, true), pick(text.choose, "btn")];
}

/** As small as it may be, and without what else a camera writes into it; as it is, where that fails. */
export async function shrink(file) {
  try {
    const image = await createImageBitmap(file);
    const sent = drawn(image, sessionStorage.slow ? SMALL : FULL);
    image.close();
    const blob = await new Promise((done) => sent.toBlob(done, "image/jpeg", 0.85));
    const { width, height } = sent;
    const picture = drawn(sent, KEPT);
    sent.width = 0; // a phone has little room for canvases
    if (blob) return { blob, width, height, picture };
  } catch {} // HEIC, say: the device tells what to do
  return { blob: file };
}

function drawn(image, most) {
  const by = Math.min(1, most / Math.max(image.width, image.height));
  const canvas = make("canvas", {
    width: Math.round(image.width * by),
    height: Math.round(image.height * by),
  });
  const paper = canvas.getContext("2d");
  paper.imageSmoothingQuality = "high";
  paper.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The whole lines of a text from `start` on, as JSON, and where the next one starts. */
export function lines(received, start) {
  const end = received.lastIndexOf("\n") + 1;
  const whole = end > start ? received.slice(start, end).split("\n").filter(Boolean) : [];
  return { read: whole.map((line) => JSON.parse(line)), next: Math.max(start, end) };
}

/** Send it; each line of the answer to `read` as it comes. Gives the last one, or {error}. */
export function upload(text, address, blob, sent, read, signal) {
  return new Promise((done) => {
    const xhr = new XMLHttpRequest();
    const began = Date.now();
    let start = 0;
    let last = {};
    xhr.open("POST", address);
    xhr.timeout = 120e3;
    xhr.setRequestHeader(
      "Content-Type",
      /jpeg|png|webp/.test(blob.type) ? blob.type : "image/jpeg",
    );
    xhr.setRequestHeader("Authorization", `Bearer ${sessionStorage.token ?? ""}`);
    xhr.upload.onprogress = ({ loaded, total }) => sent(loaded / total);
    xhr.upload.onload = () => {
      sessionStorage.slow = Date.now() - began > SLOW_MS ? 1 : "";
      sent(1);
    };
    const take = () => {
      if (xhr.status !== 200) return;
      const more = lines(xhr.responseText, start);
      start = more.next;
      for (const line of more.read) {
        last = { ...last, ...line };
        read(last);
      }
    };
    xhr.onprogress = take;
    xhr.onload = () => {
      take();
      if (xhr.status === 200)
        return done(last.done || last.error ? last : { error: text.lost, again: true });
      let error = filled(text.failed, xhr);
      try {
        ({ error } = JSON.parse(xhr.responseText));
      } catch {} // not from Okanjo
      done({ error, again: xhr.status === 503 });
    };
    const lost = () => done({ error: text.lost, again: true });
    xhr.onerror = lost;
    xhr.ontimeout = lost;
    signal.onabort = () => xhr.abort();
    xhr.send(blob);
  });
}
