// SPDX-License-Identifier: MIT
// usage: node shaders.mjs OUT GLSL...
// Writes the renderer's shaders in fewer bytes. OUT.js: a module with one string for each, for the
// material of libvrm/three, which knows their names. Any other OUT: a folder with one file for each, to
// be embedded; those have short names.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bare, expanded, renamed } from './glsl.mjs';

const [out, ...files] = process.argv.slice(2);

const names = files.map((file) => basename(file, '.glsl'));
const texts = files.map((file) => bare(readFileSync(file, 'utf8')));
if (out.endsWith('.js')) {
  writeFileSync(out, `// SPDX-License-Identifier: MIT\n// Written by web/build/shaders.mjs from render/shaders/.\n${
    texts.map((text, i) => `export const ${names[i]} = ${JSON.stringify(text)};\n`).join('')}`);
} else {
  mkdirSync(out, { recursive: true });
  for (const [i, text] of renamed(expanded(texts)).entries()) writeFileSync(join(out, `${names[i]}.glsl`), text);
}
