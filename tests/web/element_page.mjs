// SPDX-License-Identifier: MIT
// Pages with <vrm-avatar> in chromium, for the tests of the element.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openPage } from './browser.mjs';

/** A page whose body is `body`, with the element defined. */
export const page = (body, head = '') =>
  Buffer.from(`<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>${head}
<script type="module" src="/libvrm/element.js"></script><style>body { margin: 0; background: #fff }</style><main><h1>A page</h1>${body}</main></html>`);

/** Keeps the WebGL contexts that a page makes. */
function keepContexts() {
  const { getContext } = HTMLCanvasElement.prototype;
  const made = (window.contexts = new Set());
  HTMLCanvasElement.prototype.getContext = function kept(kind, ...rest) {
    const context = getContext.call(this, kind, ...rest);
    if (kind === 'webgl2' && context) made.add(context);
    return context;
  };
}

/** Opens a page of `places` whose element is defined; `said` has all that it says on the console. */
export async function openElement(places, name, options) {
  const session = await openPage({ '/favicon.ico': Buffer.alloc(0), ...places }, name, {
    viewport: { width: 600, height: 400 },
    script: keepContexts,
    ...options,
  });
  session.said = [];
  session.page.on('console', (message) => session.said.push(message.text()));
  session.page.setDefaultTimeout(120000);
  await session.page.waitForFunction(() => customElements.get('vrm-avatar'), null, { timeout: 120000 });
  return session;
}

/** Until all avatars of a page have loaded. */
export const loaded = ({ page: tab }) =>
  tab.waitForFunction(() => [...document.querySelectorAll('vrm-avatar')].every((element) => element.isLoaded), null, {
    timeout: 120000,
  });

/** Until all avatars of a page are drawn. */
export const painted = ({ page: tab }) =>
  tab.waitForFunction(
    () =>
      [...document.querySelectorAll('vrm-avatar')].every((element) => {
        const canvas = element.shadowRoot.querySelector('canvas');
        return canvas
          .getContext('2d')
          .getImageData(0, 0, canvas.width, canvas.height)
          .data.some((value) => value > 0);
      }),
    null,
    { timeout: 120000 },
  );

let axe = null;

/** What axe-core calls serious or critical. */
export async function complaintsOf({ page: tab }) {
  axe ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await tab.evaluate(`(() => { ${axe} })()`);
  const { violations } = await tab.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}
