import assert from "node:assert/strict";
import { test } from "node:test";
import { initials, number, plain, signed } from "./format.js";

test("a number has a real minus, and groups of three from a thousand on", () => {
  assert.equal(number(-1500), "−1,500");
  assert.equal(number(0), "0");
});

test("no number yet is a dash", () => assert.equal(number(null), "–"));

test("what a card brings always has its sign", () => {
  assert.deepEqual([3, 0, -6].map(signed), ["+3", "+0", "−6"]);
});

test("a name is found without its accents and capitals", () => {
  assert.equal(plain("Zoë ÅNGSTRÖM"), "zoe angstrom");
  assert.equal(plain("李"), "李");
});

test("names that begin alike have two letters, by which they are told apart", () => {
  assert.deepEqual(initials(["Chris", "bo", "Bartholomew"]), ["C", "Bo", "Ba"]);
  assert.deepEqual(initials(["Max", "Mara", "Moritz"]), ["Mx", "Ma", "Mo"]);
  assert.deepEqual(initials(["Kim", "Kim"]), ["Ki", "Ki"]);
  assert.deepEqual(initials(["Ann B", "Ann", "李", ""]), ["Ab", "An", "李", ""]);
});

test("a number is written as in the page's language", async () => {
  globalThis.document = { documentElement: { lang: "de" } };
  const german = await import("./format.js?de");
  delete globalThis.document;
  assert.equal(german.number(-1500), "−1.500");
  assert.equal(german.signed(6000), "+6.000");
});
