// SPDX-License-Identifier: MIT
// From a packet of a tracker to the drawn picture: packets of VMC come 120 times a second, and now and then, at a time of
// chance, one has another expression. The page of `vrm live` in chromium notes when the first picture with it was drawn.
// The page is small, so that drawing takes little; one of 64 x 64 pixels gets 2 frames a second of headless
// chromium.
import dgram from 'node:dgram';
import { launchChromium } from '../../tests/judges/chromium.mjs';

const COUNT = 60;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

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

/** In the page: after each picture, notes the times of the first one that shows each change. */
function watch() {
  const { rig, avatar } = live.shown,
    happy = rig.expressionIndex('happy'),
    gl = live.stage.canvas.getContext('webgl2'),
    one = new Uint8Array(4);
  let shown = false,
    frames = live.frames;
  window.seen = [];
  const look = () => {
    requestAnimationFrame(look);
    if (live.frames === frames) return;
    frames = live.frames;
    if (avatar.expressionInputs[happy] > 0.5 === shown) return;
    shown = !shown;
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, one); // returns when the picture is drawn
    // The clock of performance.now() and that of Date.now() need not go at one rate.
    const drawn = Date.now(),
      begun = drawn - (performance.timeOrigin + performance.now() - live.lastBegun);
    window.seen.push({ put: live.lastClock, begun, drawn });
  };
  requestAnimationFrame(look);
}

/** Milliseconds of each packet: until its state was put, from there to the beginning of the frame, from there to the
 * drawn picture, and in all. */
export async function delays(url, port) {
  const browser = await launchChromium(),
    socket = dgram.createSocket('udp4');
  let weight = 0;
  const send = () => socket.send(packetOf('Joy', weight), port, '127.0.0.1');
  const timer = setInterval(send, 1000 / 120);
  try {
    const page = await browser.newPage({ viewport: { width: 640, height: 360 } });
    await page.goto(url);
    await page.waitForFunction(() => globalThis.live?.states > 30, null, { timeout: 120000 });
    await page.evaluate(watch);
    const rows = [];
    for (let i = 0; i < COUNT; i++) {
      const sent = Date.now();
      weight = 1 - weight;
      send();
      await page.waitForFunction((count) => window.seen.length > count, i, { polling: 30, timeout: 60000 });
      const { put, begun, drawn } = await page.evaluate((at) => window.seen[at], i);
      rows.push({ put: put - sent, begun: begun - put, drawn: drawn - begun, all: drawn - sent });
      await sleep(100 + 50 * Math.random());
    }
    return rows;
  } finally {
    clearInterval(timer);
    socket.close();
    await browser.close();
  }
}

/** The value that a share of the rows does not exceed. */
export const quantile = (rows, key, share) =>
  rows.map((row) => row[key]).sort((a, b) => a - b)[Math.floor(rows.length * share)];
