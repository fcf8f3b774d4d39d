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

/** Opens the viewer. `fragment` is the part after #; `places` are further files beside the page. */
export async function openViewer({ fragment = '', places = {}, isWaiting = true, ...options } = {}) {
  const session = await openPage(
    {
      '/v/libvrm/': packageFolder,
      '/v/bundled.vrm': sceneBytes('hero'),
      '/v/bundled.vrma': sceneBytes('hero-clip'),
      '/v/platforms.json': Buffer.from(platformsText()),
      ...Object.fromEntries(Object.entries(places).map(([name, body]) => [`/v/${name}`, body])),
      '/v/': join(sourceFolder, 'web/viewer'),
    },
    `/v/index.html${fragment ? `#${fragment}` : ''}`,
    {
      headers: { 'content-security-policy': policy },
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
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
      if (!keeps) window.viewer.document?.noteSaved();
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

/** Waits until a file of that name is open and its findings are there. */
export const waitForFile = (page, name) =>
  page.waitForFunction((wanted) => window.viewer.document?.name === wanted && window.viewer.findings !== null, name, {
    timeout: 180000,
    polling: 100,
  });
