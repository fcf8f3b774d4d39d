// SPDX-License-Identifier: MIT
// usage: node tools/run_wasm.mjs PROGRAM.wasm [ARGUMENT...]
// Runs a WASI program with the folders that its path arguments name, and hands on its exit status.
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [program, ...args] = process.argv.slice(2);
if (!program) {
  console.error('usage: node tools/run_wasm.mjs PROGRAM.wasm [ARGUMENT...]');
  process.exit(2);
}
const wasi = new WASI({
  version: 'preview1',
  args: [program, ...args],
  env: process.env,
  preopens: { '/': '/', '.': '.' },
  returnOnExit: true,
});
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
