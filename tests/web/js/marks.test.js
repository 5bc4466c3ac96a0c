import assert from "node:assert/strict";
import { test } from "node:test";
import { apart, frame } from "./marks.js";

const label = (x, y, side) => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];
test("all of a photo is shown while cards have no names", () => {
  const photo = { width: 400, height: 300 };
  assert.deepEqual(frame(photo, []), { left: 0, top: 0, right: 400, bottom: 300 });
  assert.deepEqual(frame(photo, [{ points: label(10, 10, 20) }]), frame(photo, []));
});

test("then the part with the cards and a rim, as far as the photo goes", () => {
  const photo = { width: 1000, height: 500 };
  const marks = [{ points: label(100, 200, 50), title: "Tempura" }];
  assert.deepEqual(frame(photo, marks), { left: 70, top: 170, right: 180, bottom: 280 });
  marks.push({ points: label(960, 440, 50), title: "Tofu" });
  assert.deepEqual(frame(photo, marks), { left: 70, top: 170, right: 1000, bottom: 500 });
});

test("a photo that the browser cannot read ends a little beyond its cards", () => {
  const { right, bottom } = frame({}, [{ points: label(100, 100, 100) }]);
  assert.deepEqual([right, bottom], [210, 210]);
});

const box = (left, top) => ({ left, top, width: 100, height: 20 });

test("names that lie on each other move down, others stay", () => {
  const edge = { left: 0, right: 500, bottom: 300 };
  assert.deepEqual(apart([box(10, 15), box(20, 10), box(300, 12)], edge), [
    { x: 10, y: 31 },
    { x: 20, y: 10 },
    { x: 300, y: 12 },
  ]);
});

test("a name stays within the picture", () => {
  const edge = { left: 0, right: 200, bottom: 100 };
  assert.deepEqual(apart([box(-30, 5), box(150, 95)], edge), [
    { x: 0, y: 5 },
    { x: 100, y: 80 },
  ]);
});
