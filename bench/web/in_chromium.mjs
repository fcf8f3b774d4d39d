// SPDX-License-Identifier: MIT
// A function of a module of this folder, called in a page of chromium with an avatar, libvrm/three and three-vrm.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '../../tests/judges/chromium.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

export async function inChromium({ libvrm, modules }, file, name, bytes, argument) {
  const places = { '/libvrm/': libvrm, '/node_modules/': modules, '/bench/': here };
  const types = {
    '.js': 'text/javascript',
    '.mjs': 'text/javascript',
    '.wasm': 'application/wasm',
    '.html': 'text/html',
  };
  const page = `<!doctype html><script type="importmap">${JSON.stringify({ imports: { three: '/node_modules/three/build/three.module.js', 'three/addons/': '/node_modules/three/examples/jsm/' } })}</script>`;
  const server = createServer((request, response) => {
    const prefix = Object.keys(places).find((place) => request.url.startsWith(place));
    const body =
      request.url === '/'
        ? page
        : request.url === '/avatar.vrm'
          ? bytes
          : prefix
            ? readFileSync(join(places[prefix], request.url.slice(prefix.length)))
            : null;
    response
      .writeHead(body === null ? 404 : 200, { 'content-type': types[extname(request.url)] ?? 'text/html' })
      .end(body ?? '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launchChromium();
  try {
    const tab = await browser.newPage();
    await tab.goto(`http://127.0.0.1:${server.address().port}/`);
    return await tab.evaluate(
      async ([module, called, given]) => {
        const functions = await import(module);
        const theirs = await import('/node_modules/@pixiv/three-vrm/lib/three-vrm.module.js');
        return functions[called](
          await (await fetch('/avatar.vrm')).arrayBuffer(),
          await import('/libvrm/three.js'),
          theirs,
          given,
        );
      },
      [`/bench/${file}`, name, argument],
    );
  } finally {
    await browser.close();
    server.close();
  }
}
