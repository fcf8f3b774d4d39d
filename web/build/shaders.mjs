// SPDX-License-Identifier: MIT
// usage: node shaders.mjs OUT GLSL...
// Writes the renderer's shaders without comments. OUT.js: a module with one string for each, for the
// material of libvrm/three. Any other OUT: a folder with one file for each, to be embedded.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stripped } from './glsl.mjs';

const [out, ...files] = process.argv.slice(2);
const shaders = files.map((file) => ({ name: basename(file, '.glsl'), text: stripped(readFileSync(file, 'utf8')) }));
if (out.endsWith('.js')) {
  writeFileSync(
    out,
    `// SPDX-License-Identifier: MIT\n// Written by web/build/shaders.mjs from render/shaders/.\n${shaders
      .map(({ name, text }) => `export const ${name} = ${JSON.stringify(text)};\n`)
      .join('')}`,
  );
} else {
  mkdirSync(out, { recursive: true });
  for (const { name, text } of shaders) writeFileSync(join(out, `${name}.glsl`), text);
}
