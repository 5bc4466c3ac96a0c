import assert from "node:assert/strict";
import { test } from "node:test";
import { finds, stage, waits, whole } from "./parts.js";

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

test("how far a game is", () => {
  const of = (phase, more) => stage(whole({ phase, ...more }));
  assert.deepEqual(of("lobby"), ["Not begun"]);
  assert.deepEqual(of("playing", { rounds: 1 }), ["Playing"]);
  assert.deepEqual(of("finished"), ["Finished"]);
  assert.deepEqual(of("playing", { busy: true }), ["Other game"]);
});

test("nobody is sought by an empty field", () => {
  assert.deepEqual(
    [finds("Zoë", "zoe"), finds("Zoë", ""), finds("Zoë", "bo")],
    [true, false, false],
  );
});
