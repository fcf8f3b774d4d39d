// SPDX-License-Identifier: MIT
// Pictures by three-vrm, drawn in chromium. One page draws any number of shots.
//
//   const studio = await openStudio();
//   const [picture] = await studio.draw([{ file: 'avatar.vrm', eye: [0, 1.4, 2], target: [0, 1.4, 0] }]);
//   await studio.close();
//
// A shot is a file and how it is looked at; what is left out is as in `usual`. Avatars face +Z, those
// of 0.x are turned so. The light is one directional light that shines from `lightFrom` towards the
// origin, and light from `sky` above and `ground` below. Light of colour 1 shows a white lit surface as white. Colours are
// linear. Springs rest; materials are as at `time`.
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium } from './chromium.mjs';

const here = dirname(fileURLToPath(import.meta.url));

export const usual = {
  width: 256,
  height: 256,
  samples: 4,
  eye: [0, 1.3, 2.5],
  target: [0, 1.3, 0],
  up: [0, 1, 0],
  fov: 30,
  near: 0.1,
  far: 20, // degrees from top to bottom; metres
  lightFrom: [1, 1, 1],
  light: [1, 1, 1],
  sky: [0, 0, 0],
  ground: [0, 0, 0],
  time: 0, // seconds
  expressions: {}, // weights by name
  pose: {}, // normalised local rotations by bone, x y z w
  lookAt: null, // a point
  firstPerson: false,
};

const page = `<!doctype html><canvas></canvas>
<script type="importmap">{ "imports": {
  "three": "/npm/three/build/three.module.js",
  "three/addons/": "/npm/three/examples/jsm/",
  "@pixiv/three-vrm": "/npm/@pixiv/three-vrm/lib/three-vrm.module.js"
} }</script>
<script type="module" src="/studio_page.js"></script>`;

/** Serves the page, the packages and the files of the shots on the loopback; takes the pictures. */
function serve(packages, files, pictures) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    const send = (type, body) => response.writeHead(200, { 'content-type': type }).end(body);
    if (path === '/favicon.ico') return response.writeHead(204).end();
    if (path === '/') return send('text/html', page);
    if (path === '/studio_page.js') return send('text/javascript', readFileSync(join(here, 'studio_page.js')));
    const [, kind, name] = path.split('/');
    if (kind === 'npm' && existsSync(join(packages, path.slice(5))))
      return send('text/javascript', readFileSync(join(packages, path.slice(5))));
    if (kind === 'file' && files[Number(name)] !== undefined)
      return createReadStream(files[Number(name)])
        .on('error', () => response.destroy())
        .pipe(response);
    if (kind === 'picture') {
      const parts = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', () => {
        pictures[Number(name)] = Buffer.concat(parts);
        response.end();
      });
      return undefined;
    }
    return response.writeHead(404).end();
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Rows from the top, and alpha taken out of the colours. */
function straighten(pixels, width, height) {
  const rgba = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = 4 * ((height - 1 - y) * width + x),
        to = 4 * (y * width + x);
      const alpha = pixels[from + 3];
      for (let c = 0; c < 3; c++)
        rgba[to + c] = alpha === 0 ? 0 : Math.min(255, Math.round((pixels[from + c] * 255) / alpha));
      rgba[to + 3] = alpha;
    }
  }
  return { width, height, rgba };
}

/** Opens the browser; whyNoChromium() says beforehand whether there is one. All pictures of a studio
 * have `samples` samples in a pixel, 4 or 1. */
export async function openStudio({ samples = usual.samples } = {}) {
  const packages = normalize(join(dirname(createRequire(import.meta.url).resolve('three')), '../..'));
  const files = [],
    pictures = [];
  const server = await serve(packages, files, pictures);
  const browser = await launchChromium();
  const tab = await browser.newPage();
  tab.setDefaultTimeout(120000);
  const complaints = [];
  tab.on('pageerror', (error) => complaints.push(String(error)));
  await tab.goto(`http://127.0.0.1:${server.address().port}/?samples=${samples}`);
  try {
    await tab.waitForFunction('window.isReady', null, { timeout: 60000 });
  } catch (error) {
    throw new Error(`the page does not start: ${complaints.join('; ') || error}`);
  }
  if (!(await tab.evaluate(() => window.canSkin()))) {
    await browser.close();
    server.close();
    throw new Error("this CPU's SwiftShader cannot draw skinned meshes: see chromium.mjs");
  }

  const complete = (shot) => {
    if (!files.includes(shot.file)) files.push(shot.file);
    return { ...usual, samples, ...shot, url: `/file/${files.indexOf(shot.file)}` };
  };
  return {
    /** The pictures of the shots, in their order. Shots of one file in a row load it once. */
    async draw(shots) {
      const whole = shots.map(complete);
      pictures.length = 0;
      await tab.evaluate((list) => window.drawAll(list), whole);
      return whole.map((shot, i) => straighten(pictures[i], shot.width, shot.height));
    },
    /** The box around a file at rest: { min, max }. */
    bounds: (file) => tab.evaluate((url) => window.boundsOf(url), complete({ file }).url),
    /** Least milliseconds of a warm frame. */
    time: (shot, frames) => tab.evaluate(([s, n]) => window.timeShot(s, n), [complete(shot), frames]),
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
