// SPDX-License-Identifier: MIT
// usage: page.mjs OUT LIBVRM
// Puts the viewer into the folder OUT: the page of viewer/, what platforms demand as platforms.json, the page of
// `vrm live` as live/, and the npm package LIBVRM beside them as libvrm/.
// With esbuild, modules and style sheets are bundled into one file each, in page/, because browsers
// request only six files at a time from a plain web server. The page works without bundles too.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { platformsText } from './platforms.mjs';

const source = fileURLToPath(new URL('../viewer', import.meta.url)),
  liveSource = fileURLToPath(new URL('../live', import.meta.url));

export function hasBundler() {
  try {
    execFileSync('esbuild', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs in OUT, where the modules of libvrm are found, which stay as they are: workers load them too. */
function bundle(out) {
  const run = (...options) =>
    execFileSync('esbuild', [...options, '--minify', '--target=es2022', '--log-level=warning'], {
      cwd: out,
      stdio: 'inherit',
    });
  const modules = ['--bundle', '--splitting', '--format=esm', `--external:${out}/libvrm/*`, '--outdir=page'];
  run('main.js', ...modules);
  run('core/optimize_worker.js', ...modules); // found beside the module that starts it
  const styles = [],
    html = readFileSync(join(out, 'index.html'), 'utf8')
      .replace(/<link rel="modulepreload" href="(?!libvrm\/).*\n/g, '')
      .replace('src="main.js"', 'src="page/main.js"')
      .replace(
        /<link rel="stylesheet" href="(.*)">\n/g,
        (link, path) => (styles.push(path), styles.length > 1 ? '' : '<link rel="stylesheet" href="page/style.css">\n'),
      );
  writeFileSync(join(out, 'style.css'), styles.map((path) => readFileSync(join(out, path), 'utf8')).join('\n'));
  run('style.css', '--outdir=page');
  writeFileSync(join(out, 'index.html'), html);
  for (const entry of readdirSync(source, { withFileTypes: true }))
    if (entry.isDirectory()) rmSync(join(out, entry.name), { recursive: true });
  for (const name of ['main.js', 'style.css']) rmSync(join(out, name));
}

export function makePage(folder, libvrm) {
  const out = resolve(folder);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  cpSync(source, out, { recursive: true });
  writeFileSync(join(out, 'platforms.json'), platformsText());
  cpSync(liveSource, join(out, 'live'), { recursive: true });
  cpSync(libvrm, join(out, 'libvrm'), { recursive: true });
  if (hasBundler()) bundle(out);
  else console.error('page: no esbuild here, so the page stays in 60 modules');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) makePage(process.argv[2], process.argv[3]);
