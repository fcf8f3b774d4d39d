// SPDX-License-Identifier: MIT
// usage: platforms.mjs OUT
// Writes what platforms demand, as the viewer shows it, from the policies of the command (policies/). Those that are
// for no single platform come first.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = fileURLToPath(new URL('../../policies', import.meta.url));
const first = ['everywhere', 'web'];
const place = (id) => (first.includes(id) ? first.indexOf(id) : first.length);

/** { platforms: [{ id, name, note, limits, ... }] }: the documents with their names in the command. */
export function platforms() {
  const ids = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -5));
  ids.sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
  return {
    platforms: ids.map((id) => {
      const { policy, ...document } = JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8'));
      return { id, ...document };
    }),
  };
}

export const platformsText = () => `${JSON.stringify(platforms())}\n`;

if (import.meta.url === pathToFileURL(process.argv[1]).href) writeFileSync(process.argv[2], platformsText());
