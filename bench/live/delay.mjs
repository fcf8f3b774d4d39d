// SPDX-License-Identifier: MIT
// From a packet of a tracker to the picture: packets of VMC come 120 times a second, and now and then, at a time of chance,
// one has another expression. Noted are the times at which its pose was sent, a reader of the stream without a browser had
// it, the page of `vrm live` in chromium began a frame with it, and that picture was drawn.
//
// The page draws twice: a plain colour that depends on the expression, which takes a millisecond or two, and the avatar.
// Without a graphics card a picture of her takes longer than a frame, and a packet waits for the end of the picture before
// its own: that is no delay of the stage, and the plain colour shows the delay without it.
import dgram from 'node:dgram';
import { launchChromium } from '../../tests/judges/chromium.mjs';
import { RecordReader } from '../../web/live/poses.js';

const EXPRESSION = 'happy',
  NAME = 'Joy', // of VMC
  SIZE = { width: 640, height: 360 }; // headless chromium gives a page of 64 x 64 pixels one frame a second
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** As Date.now(), in parts of a millisecond. */
const clock = () => performance.timeOrigin + performance.now();

const text = (word) => Buffer.from(word + '\0'.repeat(4 - (Buffer.byteLength(word) % 4)));
const float = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatBE(value);
  return bytes;
};
const part = (...pieces) => {
  const body = Buffer.concat(pieces),
    size = Buffer.alloc(4);
  size.writeUInt32BE(body.length);
  return Buffer.concat([size, body]);
};

/** A packet of VMC with one expression. */
export const packetOf = (name, weight) =>
  Buffer.concat([
    text('#bundle'),
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]),
    part(text('/VMC/Ext/Blend/Val'), text(',sf'), text(name), float(weight)),
    part(text('/VMC/Ext/Blend/Apply'), text(',')),
  ]);

/** Sends packets until the signal aborts. `set` sends another weight at once, and `weight` is the present one. */
function startTracker(port, signal) {
  const socket = dgram.createSocket('udp4');
  const tracker = {
    weight: 0,
    set: (weight) => {
      tracker.weight = weight;
      send();
    },
  };
  const send = () => socket.send(packetOf(NAME, tracker.weight), port, '127.0.0.1');
  const timer = setInterval(send, 1000 / 120);
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    socket.close();
  });
  return tracker;
}

/** Reads the stream of poses. `changes` gets the times of the first state with each change: put by the server, and here. */
async function startReader(url, signal) {
  const changes = [];
  const response = await fetch(new URL('../poses', url), { signal });
  const follow = async () => {
    const records = new RecordReader();
    let expression = -1,
      shown = false;
    for await (const chunk of response.body) {
      const read = clock(),
        { avatar, state } = records.take(chunk);
      if (avatar) expression = avatar.expressions.indexOf(EXPRESSION);
      if (!state || state.weights[expression] > 0.5 === shown) continue;
      shown = !shown;
      changes.push({ put: state.clock, read });
    }
  };
  follow().catch((error) => signal.aborted || console.error(error));
  return changes;
}

/** In the page: notes the times of the first picture that shows each change. */
function watch({ expression, isPlain }) {
  const { rig, avatar } = live.shown,
    { stage } = live,
    index = rig.expressionIndex(expression),
    gl = stage.canvas.getContext('webgl2'),
    pixel = new Uint8Array(4);
  let shown = false;
  window.changes = [];
  stage.draw = () => {
    const begun = performance.now(),
      isHappy = avatar.expressionInputs[index] > 0.5;
    if (isPlain) {
      gl.clearColor(isHappy ? 1 : 0, 0, 0, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
    } else {
      Object.getPrototypeOf(stage).draw.call(stage);
    }
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel); // returns when the picture is drawn
    if (isHappy === shown || (isPlain && pixel[0] > 127 !== isHappy)) return;
    shown = isHappy;
    // The clock of performance.now() and that of Date.now() need not go at one rate.
    const drawn = Date.now();
    window.changes.push({ begun: drawn - (performance.now() - begun), drawn });
  };
}

/** Milliseconds from each of `count` packets until its pose was sent (`put`), a reader had it (`read`), the page began a
 * frame with it (`begun`) and the picture was drawn (`drawn`). The page draws a plain colour, or the avatar. */
export async function delays(url, port, { isPlain, count }) {
  const browser = await launchChromium(),
    abort = new AbortController();
  try {
    const page = await browser.newPage({ viewport: SIZE });
    await page.goto(url);
    await page.waitForFunction(() => globalThis.live?.states > 30, null, { timeout: 120000 });
    const tracker = startTracker(port, abort.signal),
      changes = await startReader(url, abort.signal);
    await page.evaluate(watch, { expression: EXPRESSION, isPlain });
    await sleep(1000);
    const rows = [];
    for (let i = 0; i < count; i++) {
      const sent = clock();
      tracker.set(1 - tracker.weight);
      await page.waitForFunction((least) => window.changes.length > least, i, { polling: 30, timeout: 60000 });
      const times = { ...changes[i], ...(await page.evaluate((at) => window.changes[at], i)) };
      rows.push(Object.fromEntries(Object.entries(times).map(([key, time]) => [key, time - sent])));
      await sleep(100 + 50 * Math.random());
    }
    return rows;
  } finally {
    abort.abort();
    await browser.close();
  }
}

/** The value that a share of the rows does not exceed. */
export const quantile = (rows, key, share) =>
  rows.map((row) => row[key]).sort((a, b) => a - b)[Math.floor(rows.length * share)];
