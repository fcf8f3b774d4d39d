// SPDX-License-Identifier: MIT
// usage: node count_wasm.mjs PROGRAM [ARGUMENT...]
// Runs a WASI program and prints how many wasm instructions it executed, as `refs: N` to stderr.
//
// wabt writes the program as text, one instruction a line. Instructions between two branches run all or none: a few
// more in front of each branch add the number of those before it to a global variable. They leave the operand stack
// as it was, so that they fit in anywhere. wabt compiles the text again, and Node runs it.
import { execFileSync } from 'node:child_process';
import { WASI } from 'node:wasi';

const BRANCHES = new Set(['br', 'br_if', 'br_table', 'if', 'return', 'unreachable', 'call', 'call_indirect']);
const LABELS = new Set(['block', 'loop', 'else', 'end']); // mark where code begins and ends; nothing is executed

const add = (count) => (count ? `i64.const ${count} global.get $executed i64.add global.set $executed` : '');
const closesFunction = (line) => line.split(')').length > line.split('(').length;

function countedText(text) {
  let count = 0;
  const lines = text.split('\n').map((line) => {
    const [, name] = /^ +([a-z][a-z0-9_.]*)/.exec(line) ?? [];
    if (!name) return line; // a declaration
    if (!LABELS.has(name)) count++;
    if (!LABELS.has(name) && !BRANCHES.has(name) && !closesFunction(line)) return line;
    const counted = `${add(count)}\n${line}`;
    count = 0;
    return counted;
  });
  const end = lines.join('\n').lastIndexOf(')');
  return `${lines.join('\n').slice(0, end)}(global $executed (export "executed") (mut i64) (i64.const 0)))`;
}

const tool = (name, input, ...args) => execFileSync(name, ['--enable-all', ...args], { input, maxBuffer: 1e9 });

const [program, ...args] = process.argv.slice(2);
const text = tool('wasm2wat', '', program).toString();
const module = await WebAssembly.compile(tool('wat2wasm', countedText(text), '-', '--output=-'));
const wasi = new WASI({ version: 'preview1', args: [program, ...args], returnOnExit: true });
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
console.error(`refs: ${instance.exports.executed.value}`);
