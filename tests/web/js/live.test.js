// The connection to the device, with a browser that does what the tests say: events, answers and time.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { listen } from "./live.js";

class Source {
  static OPEN = 1;
  static CLOSED = 2;
  static all = [];
  readyState = Source.OPEN;
  listeners = {};

  constructor(address) {
    this.address = address;
    Source.all.push(this);
  }
  addEventListener(name, listener) {
    this.listeners[name] = listener;
  }
  close() {
    this.readyState = Source.CLOSED;
  }
  send(state) {
    this.onmessage({ data: JSON.stringify(state) });
  }
  here(v) {
    this.listeners.here({ data: `${v}` });
  }
}

const state = (v, more) => ({ v, run: "first", assets: "pages 1", ...more });
let browser;

beforeEach(() => {
  browser = { now: 0, shown: [], touched: [], asked: [], reloads: 0, answer: null, wakes: {} };
  Source.all = [];
  Object.assign(globalThis, {
    EventSource: Source,
    document: {
      hidden: false,
      addEventListener: (name, wake) => Object.assign(browser.wakes, { [name]: wake }),
    },
    addEventListener: () => {},
    location: { reload: () => browser.reloads++ },
    setInterval: (tick) => Object.assign(browser, { tick }),
    fetch: async (address) => {
      browser.asked.push(address);
      if (!browser.answer) throw new Error("no network");
      return { json: async () => browser.answer };
    },
  });
  Date.now = () => browser.now;
  listen(
    "/events?desk",
    (newest) => browser.shown.push(newest.v),
    (seconds, newest) => browser.touched.push([seconds, newest?.v]),
  );
});

/** Let so much time pass in silence, and whatever was asked be answered. */
async function pass(ms) {
  browser.now += ms;
  browser.tick();
  await new Promise(setImmediate);
}

test("a state is shown once, a desk's each time", () => {
  const [source] = Source.all;
  for (const v of [1, 1, 2]) source.send(state(v));
  assert.deepEqual(browser.shown, [1, 2]);
  source.send(state(2, { desk: {} }));
  assert.deepEqual(browser.shown, [1, 2, 2]);
});

test("another run of the program may have the same number", () => {
  Source.all[0].send(state(1));
  Source.all[0].send(state(1, { run: "second" }));
  assert.deepEqual(browser.shown, [1, 1]);
});

test("a page of an older program is loaded anew, and shows nothing of the newer", () => {
  Source.all[0].send(state(1));
  Source.all[0].send(state(2, { assets: "pages 2" }));
  assert.deepEqual([browser.reloads, browser.shown], [1, [1]]);
});

test("a state that has not come is fetched by a new connection", () => {
  const [source] = Source.all;
  source.here(7); // before any state
  source.send(state(7));
  source.here(7);
  assert.equal(Source.all.length, 1);
  source.here(8);
  assert.deepEqual([Source.all.length, source.readyState], [2, Source.CLOSED]);
});

test("a quiet device is asked, and is not lost while it answers", async () => {
  Source.all[0].send(state(1));
  browser.answer = state(1);
  await pass(3000);
  assert.deepEqual(browser.asked, ["/state?desk"]);
  assert.deepEqual(browser.touched.at(-1), [0, 1]);
  await pass(2500);
  assert.equal(browser.asked.length, 1);
});

test("a device that does not answer is away by so many seconds, until it does", async () => {
  Source.all[0].send(state(1));
  await pass(3000);
  await pass(500);
  assert.deepEqual(browser.touched.at(-1), [4, 1]);
  browser.answer = state(2);
  await pass(500);
  assert.equal(Source.all.length, 2);
  assert.deepEqual([browser.touched.at(-1)[0], browser.shown], [0, [1, 2]]);
});

test("a phone that slept asks as soon as it wakes", async () => {
  Source.all[0].send(state(1));
  browser.now += 60_000;
  document.hidden = true;
  browser.wakes.visibilitychange();
  assert.equal(browser.asked.length, 0);
  document.hidden = false;
  browser.wakes.visibilitychange();
  assert.equal(browser.asked.length, 1);
});
