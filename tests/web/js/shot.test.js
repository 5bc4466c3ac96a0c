import assert from "node:assert/strict";
import { test } from "node:test";
import { cards, lines } from "./shot.js";

test("badges and commands are no cards, and a card seen twice is one", () => {
  const codes = ["001001", "050011", "050012", "050011", "001102"].map((code) => [code, []]);
  assert.equal(cards(codes), 2);
});

test("an answer is read line by line as it comes, half a line later", () => {
  const answer = '{"tries": 1}\n{"tries": 2}\n\n{"tri';
  const { read, next } = lines(answer, 0);
  assert.deepEqual(read, [{ tries: 1 }, { tries: 2 }]);
  assert.deepEqual(lines(answer, next), { read: [], next });
  assert.deepEqual(lines(`${answer}es": 3}\n`, next).read, [{ tries: 3 }]);
});
