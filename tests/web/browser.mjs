// SPDX-License-Identifier: MIT
// A page in chromium with the package served to it: by its folder, as a plain web server would.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { after } from 'node:test';
import { LLVMPIPE, launchChromium, whyNoChromium } from '../judges/chromium.mjs';
import { packageFolder } from './support.mjs';

export { whyNoChromium };

const types = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.html': 'text/html',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Serves folders: { '/prefix/': folder }, single bodies: { '/name': bytes }, and functions of request
 * and response; the first that fits is taken. `headers` go with every answer. */
export async function serve(places, headers = {}) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const prefix = Object.keys(places).find((name) => (name.endsWith('/') ? path.startsWith(name) : path === name));
    try {
      const place = places[prefix];
      if (typeof place === 'function') return place(request, response);
      const file = typeof place === 'string' ? join(place, normalize(`/${path.slice(prefix.length)}`)) : null;
      const body = file ? readFileSync(file) : place;
      response
        .writeHead(200, { ...headers, 'content-type': types[extname(file ?? path)] ?? 'application/octet-stream' })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** One browser for all pages of a test, by its options: starting one takes longer than most pages, and the next page finds its
 * shaders compiled. */
const browsers = new Map(); // by options: { key, users, launched }
let isOver = false;

function borrow(flags) {
  const key = flags.join(' ');
  if (!browsers.has(key)) browsers.set(key, { key, users: 0, launched: launchChromium(flags) });
  const browser = browsers.get(key);
  browser.users++;
  return browser;
}

async function giveBack(browser) {
  browser.users--;
  if (isOver) await closeUnused(browser);
}

async function closeUnused(browser) {
  if (browser.users > 0) return;
  browsers.delete(browser.key);
  await (await browser.launched).close();
}

/** Pages that a failed test left open, and browsers: they would keep the process from ending. Node calls this once, and where a file
 * waits for a page after its first tests have ended, then already: from then on a browser goes with its last page. */
const opened = new Set();
after(async () => {
  isOver = true;
  await Promise.all([...opened].map((close) => close()));
  await Promise.all([...browsers.values()].map(closeUnused));
});

const blank = Buffer.from('<!doctype html><title>test</title><canvas width="256" height="256"></canvas>');

/** A page that can import the package from /libvrm/; what it says on the console as an error is an
 * error here. `flags`: options of chromium, such as a file to be its microphone. `script`: a function that runs before those of the page.
 * Tests of pictures say `isSwiftShader`: a rasteriser that is not the one of our own pictures. */
export async function openPage(
  places = {},
  address = '/blank.html',
  { headers, flags = [], isSwiftShader = false, script, ...options } = {},
) {
  const server = await serve({ '/libvrm/': packageFolder, ...places, '/blank.html': blank }, headers);
  const browser = borrow(isSwiftShader ? flags : [...LLVMPIPE, ...flags]);
  const context = await (await browser.launched).newContext({ viewport: { width: 320, height: 240 }, ...options }); // drawn without a graphics card
  context.setDefaultTimeout(120000); // on a busy machine a picture takes half a minute
  const page = await context.newPage();
  if (script) await page.addInitScript(script);
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  async function close() {
    if (!opened.delete(close)) return; // it was closed before
    await context.close();
    server.close();
    await giveBack(browser);
  }
  opened.add(close);
  await page.goto(server.origin + address, { timeout: 120000 });
  return { page, complaints, origin: server.origin, close };
}
