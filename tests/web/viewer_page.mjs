// SPDX-License-Identifier: MIT
// The viewer in chromium: served as any web server would, under the policy that docs/guide/viewer.md states.
import { join } from 'node:path';
import { platformsText } from '../../web/build/platforms.mjs';
import { openPage } from './browser.mjs';
import { load, packageFolder, sceneBytes, sourceFolder } from './support.mjs';

export const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; " +
  "connect-src 'self' blob:; worker-src 'self' blob:";

/** The bundled avatar after what `change` makes of it. */
export async function edited(change) {
  const { Model } = await load();
  const model = await Model.load(sceneBytes('hero'));
  await model.edit(change);
  const bytes = await model.save({ allowErrors: true });
  model.dispose();
  return bytes;
}

/** The bundled avatar with another name in its meta. */
export const renamed = (name) => edited((edit) => edit.setMeta({ name }));

/** Pixels of the screen for each of the page. Half of them take a third of the CPU, and layout and pointer are the same;
 * pictures that people look at have all. */
const scale = process.env.VRM_SHOTS ? 1 : 0.5;

/** Opens the viewer. `query` is the part after ?, `fragment` the part after #; `places` are further files beside
 * the page. */
export async function openViewer({
  query = '',
  fragment = '',
  places = {},
  flags = [],
  isWaiting = true,
  ...options
} = {}) {
  const session = await openPage(
    {
      '/v/libvrm/': packageFolder,
      '/v/bundled.vrm': sceneBytes('hero'),
      '/v/bundled.vrma': sceneBytes('hero-clip'),
      '/v/platforms.json': Buffer.from(platformsText()),
      ...Object.fromEntries(Object.entries(places).map(([name, body]) => [`/v/${name}`, body])),
      '/v/': join(sourceFolder, 'web/viewer'),
    },
    `/v/index.html${query ? `?${query}` : ''}${fragment ? `#${fragment}` : ''}`,
    {
      headers: { 'content-security-policy': policy },
      viewport: { width: 1280, height: 800 },
      deviceScaleFactor: scale,
      reducedMotion: 'reduce',
      flags,
      ...options,
    },
  );
  if (isWaiting) await session.page.waitForSelector('html[data-ready]', { timeout: 240000 });
  return session;
}

/** Gives the page files as if they were dropped on it together. Changes that a test has left count as saved,
 * unless `isAsking`. */
export async function dropFiles(page, files, { isAsking = false } = {}) {
  await page.evaluate(
    ([list, keeps]) => {
      window.documentBeforeDrop = window.viewer.document;
      if (!keeps) {
        const { document, isEditing } = window.viewer;
        document?.noteSaved();
        if (isEditing) {
          const end = window.viewer.on('edits-done', () => (end(), document.noteSaved())); // not waited for
        }
      }
      const transfer = new DataTransfer();
      for (const [name, text] of list)
        transfer.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
      for (const type of ['dragenter', 'dragover', 'drop'])
        window.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    [Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]), isAsking],
  );
}

export const dropFile = (page, name, bytes, options) => dropFiles(page, { [name]: bytes }, options);

/** Waits until an async function in the page resolves with something true. page.waitForFunction() takes its promise for
 * something true. */
export async function waitUntil(page, isSo, argument) {
  const end = Date.now() + 120000;
  while (!(await page.evaluate(isSo, argument))) {
    if (Date.now() > end) throw new Error(`Waited in vain for ${isSo}`);
    await page.waitForTimeout(50);
  }
}

/** Waits until a file of that name, opened by the last drop, is there with its findings. */
export const waitForFile = (page, name) =>
  page.waitForFunction(
    (wanted) => {
      const { document, findings } = window.viewer;
      return document?.name === wanted && document !== window.documentBeforeDrop && findings !== null;
    },
    name,
    { timeout: 180000, polling: 100 },
  );
