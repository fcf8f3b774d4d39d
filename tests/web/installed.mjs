// SPDX-License-Identifier: MIT
// The package as a user has it: packed, and installed from its tarball in a folder of its own.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageFolder, scratch } from './support.mjs';

const require = createRequire(import.meta.url);

/** Folder of a package from npm that the tests use; null when it is not installed. */
export function npmFolder(name) {
  const folder = require.resolve
    .paths(name)
    .map((place) => join(place, name))
    .find((place) => existsSync(place));
  return folder ? realpathSync(folder) : null;
}

/** Installs without a network; `files` are those that npm packs. */
export function installed() {
  const folder = scratch(),
    home = join(folder, 'home');
  const packed = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', folder, packageFolder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{"private":true,"type":"module"}');
  execFileSync(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', join(folder, packed[0].filename)],
    { cwd: home, stdio: 'ignore' },
  );
  return { home, files: packed[0].files.map(({ path }) => path) };
}
