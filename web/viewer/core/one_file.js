// SPDX-License-Identifier: MIT
// One HTML file with an avatar and all that draws it. It opens from a disk or a mail, without a server or a network.
import { attributesText, escapeHtml } from './address.js';
import { blobOf } from './turn.js';

const modules = ['libvrm.wasm', 'libvrm-render.wasm', 'libvrm-face.wasm'];
const controls = './element/camera_controls.js'; // which element.min.js imports on demand

const policy =
  "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' data:; style-src 'unsafe-inline'; " +
  'connect-src data: blob:; img-src data: blob:; media-src blob:';

const style = `html, body { height: 100%; margin: 0; }
body { display: grid; grid-template-rows: minmax(0, 1fr) auto; background: linear-gradient(#fbfcfc, #dbe3e6);
  color: #1b2226; font: 13px/20px system-ui, sans-serif; }
vrm-avatar { display: block; width: 100%; height: 100%; touch-action: none; }
footer { padding: 8px 16px; text-align: center; }
@media (prefers-color-scheme: dark) { body { background: linear-gradient(#2b3338, #13171a); color: #e7ecee; } }`;

/** Runs in the written page: browsers refuse to fetch files for a page on a disk, so fetch() answers with those that
 * are in the page. */
function answerFromPage() {
  const ask = window.fetch.bind(window);
  window.fetch = async (address, options) => {
    const name = new URL(address, document.baseURI).pathname.split('/').pop();
    const holder = document.getElementById(`file-${name}`);
    if (!holder) return ask(address, options);
    const packed = await ask(`data:application/octet-stream;base64,${holder.textContent}`);
    const type = name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
    const body = packed.body.pipeThrough(new DecompressionStream('gzip'));
    return new Response(body, { headers: { 'content-type': type } });
  };
}

const base64 = (blob) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result.slice(reader.result.indexOf(',') + 1)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(blob);
  });

const pieceSize = 3 << 18; // bytes, a multiple of 3: a piece of base64 ends where the next begins

/** Base64 as parts of a Blob: a text of 50 MB at once would block the page. */
async function base64Parts(blob) {
  const parts = [];
  for (let at = 0; at < blob.size; at += pieceSize)
    parts.push(new Blob([await base64(blob.slice(at, at + pieceSize))]));
  return parts;
}

const gzip = async (data) =>
  new Response((await blobOf(data)).stream().pipeThrough(new CompressionStream('gzip'))).blob();

async function fetched(path, how) {
  const response = await fetch(new URL(`libvrm/${path}`, document.baseURI));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response[how]();
}

/** A script that cannot end the element around it. */
const inScript = (text) => text.replace(/<(?=\/script|!--)/gi, '\\x3c');

const moduleUrl = async (text) => `data:text/javascript;base64,${await base64(new Blob([text]))}`;

/** A part of the page that answerFromPage() finds. */
const holder = async (name, data) => [
  `<script type="text/plain" id="file-${name}">`,
  ...(await base64Parts(await gzip(data))),
  '</script>\n',
];

/** Writes the page. `avatar` and `motion` are bytes, `motion` may be null; `attributes` are those of <vrm-avatar>. */
export async function oneFile({ title, caption, language, avatar, motion, attributes }) {
  const [element, orbit, ...wasm] = await Promise.all([
    fetched('element.min.js', 'text'),
    fetched('element/camera_controls.js', 'text'),
    ...modules.map(async (name) => new Uint8Array(await fetched(`wasm/${name}`, 'arrayBuffer'))),
  ]);
  const files = [
    ...modules.map((name, i) => [name, wasm[i]]),
    ['libvrm-rules.txt', new TextEncoder().encode('{}')], // sentences of findings, which the page does not show
    ['avatar.vrm', avatar],
    ...(motion ? [['motion.vrma', motion]] : []),
  ];
  const shown = { src: 'avatar.vrm', ...(motion ? { animation: 'motion.vrma' } : {}), ...attributes, alt: title };
  const head = [
    `<!doctype html>\n<html lang="${language}">\n<meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<title>${escapeHtml(title)}</title>\n<style>${style}</style>`,
    `<script type="importmap">${JSON.stringify({ imports: { [controls]: await moduleUrl(orbit) } })}</script>`,
    `<vrm-avatar ${attributesText(shown)}></vrm-avatar>`,
    caption ? `<footer>${escapeHtml(caption)}</footer>` : '',
  ];
  const scripts = [
    `<script>(${inScript(String(answerFromPage))})();</script>`,
    `<script type="module">${inScript(element)}</script>`,
  ];
  const holders = [];
  for (const [name, data] of files) holders.push(...(await holder(name, data)));
  return new Blob([`${head.filter(Boolean).join('\n')}\n`, ...holders, scripts.join('\n')], { type: 'text/html' });
}
