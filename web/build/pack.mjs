// SPDX-License-Identifier: MIT
// usage: node pack.mjs PACK.wasm OUT FILE.wasm...
// Packs modules into the folder OUT as FILE.bin (web/packed).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A function that packs, by the module of web/packed/pack.c. */
export function packer(bytes) {
  const module = new WebAssembly.Module(bytes);
  return (file) => {
    const { exports } = new WebAssembly.Instance(module), place = exports.begin(file.length);
    if (place === 0) throw new Error(`${file.length} bytes are too many`);
    new Uint8Array(exports.memory.buffer, place).set(file);
    const size = exports.pack();
    return new Uint8Array(exports.memory.buffer, exports.packed(), size).slice();
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [program, out, ...files] = process.argv.slice(2);
  if (files.length === 0) {
    console.error('usage: node pack.mjs PACK.wasm OUT FILE.wasm...');
    process.exit(2);
  }
  const packed = packer(readFileSync(program));
  mkdirSync(out, { recursive: true });
  for (const file of files) writeFileSync(join(out, basename(file, '.wasm') + '.bin'), packed(readFileSync(file)));
}
