import assert from "node:assert/strict";
import { test } from "node:test";
import { lights } from "./glass.js";

const RED = [200, 0, 0];
const DARK = "000000";
const motion = {
  rest: 10,
  breath: [4, 0.25],
  share: 2,
  rhythm: [1, 0.5, 0.1],
  run: [1, 3],
  flashes: { accepted: [RED, [0.1, 0.1, 0.1]] },
};
const track = { still: DARK.repeat(12), stays: [], runs: [], at: [2], flash: "" };
const long_ago = { scanned: -1e9, flashed: -1e9, won: -1e9 };
const led = (all, n) => all.slice(3 * n, 3 * n + 3);

test("LEDs that nobody stands on are as the strip has them", () => {
  const still = "0a0b0c".repeat(12);
  assert.deepEqual(
    led(lights({ track: { ...track, still }, ...long_ago }, 0, motion), 7),
    [10, 11, 12],
  );
});

test("a flash goes on and off, where it was scanned, and ends", () => {
  const seen = { ...long_ago, track: { ...track, flash: "accepted" }, flashed: 0 };
  const red = (at) => led(lights(seen, at, motion), 2)[0];
  assert.deepEqual([0.05, 0.15, 0.25, 0.35].map(red), [200, 0, 200, 0]);
  assert.equal(led(lights(seen, 0.05, motion), 3)[0], 0);
});

test("two pawns on one LED take turns, until the strip rests on the first", () => {
  const stays = [
    [
      5,
      [
        [RED, false, ""],
        [[0, 0, 90], false, ""],
      ],
    ],
  ];
  const seen = { ...long_ago, track: { ...track, stays }, scanned: 0 };
  const colour = (at) => led(lights(seen, at, motion), 5);
  assert.deepEqual([1, 3, 5].map(colour), [RED, [0, 0, 90], RED]);
  assert.deepEqual(colour(13), RED);
});

test("who is active breathes, between full and the least", () => {
  const seen = { ...long_ago, track: { ...track, stays: [[0, [[RED, true, ""]]]] }, scanned: 0 };
  const red = (at) => led(lights(seen, at, motion), 0)[0];
  assert.deepEqual([red(0), red(2), red(4)], [200, 50, 200]);
});

test("a winner's light runs round with a tail, then stands", () => {
  const seen = { ...long_ago, track: { ...track, runs: [[0, RED]] }, won: 0 };
  const red = (at) => [...Array(12).keys()].map((n) => led(lights(seen, at, motion), n)[0]);
  const running = red(0.5);
  assert.equal(running[6], 200);
  assert.ok(running[6] > running[5] && running[5] > running[4] && running[7] === 0, running.join());
  assert.deepEqual(red(3.5), Array(12).fill(0));
});
