import assert from "node:assert/strict";
import { test } from "node:test";
import { finds, parted, waits, whole } from "./parts.js";

test("a tile is sent without what is empty, and its players without names of fields", () => {
  const tile = whole({
    device: "one",
    players: [
      ["red", "Ann", 12, 1],
      ["", "Bo"],
    ],
  });
  assert.deepEqual(tile.players, [
    { badge: "red", name: "Ann", points: 12, place: 1 },
    { badge: "", name: "Bo" },
  ]);
  assert.deepEqual([tile.online, tile.menu, tile.problems], [false, [], []]);
});

test("a table waits until its game has begun", () => {
  assert.deepEqual(
    ["", "lobby", "playing", "finished"].map((phase) => waits({ phase })),
    [true, true, false, false],
  );
});

test("a text is parted around its short form, whatever its language", () => {
  assert.deepEqual(parted("Round 2 of 3, scored", "2 of 3"), ["Round ", "2 of 3", ", scored"]);
  assert.deepEqual(parted("第7卓", "7"), ["第", "7", "卓"]);
  assert.deepEqual(parted("Finished", "Finished"), ["", "Finished", ""]);
  assert.deepEqual(parted("Anders", "x"), ["", "Anders", ""]);
});

test("nobody is sought by an empty field", () => {
  assert.deepEqual(
    [finds("Zoë", "zoe"), finds("Zoë", ""), finds("Zoë", "bo")],
    [true, false, false],
  );
});
