// SPDX-License-Identifier: MIT
// The tools that lay out finished modules (web/build): a module does the same afterwards, and comes out the same each time.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { packageFolder, scratch, sourceFolder } from './support.mjs';

const tool = (name) => import(pathToFileURL(join(sourceFolder, 'web/build', name)));
const { exportsOf, functionIndices, startOf, tableOf } = await tool('wasm_binary.mjs');
const { functionsOf, instructionsOf, withFunctions } = await tool('wasm_code.mjs');
const { withOrder, withSimilarNear } = await tool('wasm_order.mjs');

const folder = scratch();

/** The module that a text in WebAssembly's format describes. */
function assembled(text, ...options) {
  writeFileSync(join(folder, 'module.wat'), text);
  execFileSync('wasm-as', [join(folder, 'module.wat'), '--all-features', ...options, '-o', join(folder, 'module.wasm')]);
  return readFileSync(join(folder, 'module.wasm'));
}

const COUNT = 300; // so that numbers of functions take one byte and two

/** Functions that are reached in every way: by calls, by the table, as exports, as the start, and one that is imported. */
const reached = assembled(`(module
  (type $number (func (param i32) (result i32)))
  (import "env" "seen" (func $seen (param i32)))
  (table 8 funcref)
  (elem (i32.const 1) $f7 $f150 $f299)
  (elem (i32.const 5) $f0 $seen)
  (func $start (call $seen (call $f200 (i32.const 3))))
  (start $start)
  (func (export "indirect") (param $place i32) (param $x i32) (result i32) (call_indirect (type $number) (local.get $x) (local.get $place)))
  ${Array.from({ length: COUNT }, (_, i) => `(func $f${i} (export "f${i}") (param $x i32) (result i32)
    ${i < 3 ? `(i32.add (local.get $x) (i32.const ${i}))` : `(i32.mul (i32.const ${i}) (call $f${(i * 7) % i} (i32.xor (local.get $x) (i32.const ${i % 5}))))`})`).join('\n')})`, '-g');

/** What all functions of `reached` return. */
function resultsOf(bytes) {
  const seen = [], { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { seen: (x) => seen.push(x) } });
  return [seen, ...[1, 2, 3, 5].map((place) => exports.indirect(place, 12)), ...Array.from({ length: COUNT }, (_, i) => exports[`f${i}`](i * 31 + 1))];
}

test('functions in another order do the same', () => {
  const count = functionsOf(reached).length, expected = resultsOf(reached);
  const forward = Array.from({ length: count }, (_, i) => i);
  const orders = { forward, backward: [...forward].reverse(), turned: forward.map((i) => (i + 129) % count), mixed: forward.map((i) => (i * 145) % count) };
  for (const [name, order] of Object.entries(orders)) {
    assert.equal(new Set(order).size, count);
    const moved = withOrder(reached, order);
    assert.deepEqual(resultsOf(moved), expected, name);
    const names = functionIndices(moved), nameOf = new Map([...names].map(([text, index]) => [index, text]));
    assert.equal(nameOf.get(startOf(moved)), 'start');
    assert.deepEqual(tableOf(moved).map(({ place, index }) => [place, nameOf.get(index)]), [[1, 'f7'], [2, 'f150'], [3, 'f299'], [5, 'f0'], [6, 'seen']]);
    for (const { name: text, index } of exportsOf(moved)) if (text !== 'indirect') assert.equal(nameOf.get(index), text);
  }
  assert.ok(Buffer.compare(withOrder(reached, forward), withOrder(reached, orders.backward)) !== 0);
});

test('an instruction that is not known is no guess', () => {
  const bytes = assembled('(module (func $f) (elem declare func $f) (func (result funcref) (ref.func $f)))');
  assert.throws(() => withOrder(bytes, [1, 0]), /d2 is not known/);
});

test('similar functions come together', () => {
  const kinds = [
    (i) => `(func (export "a${i}") (param i32) (result i32) (i32.add (i32.mul (i32.shl (local.get 0) (i32.const 3)) (i32.const 7)) (i32.rotl (i32.const ${i}) (local.get 0))))`,
    (i) => `(func (export "b${i}") (param i32) (result i32) (i32.sub (i32.div_s (local.get 0) (i32.popcnt (local.get 0))) (i32.clz (i32.xor (local.get 0) (i32.const ${i})))))`,
  ];
  const bytes = assembled(`(module ${Array.from({ length: 32 }, (_, i) => kinds[Number(i % 8 < 3 || i > 27)](i)).join('\n')})`);
  const moved = withSimilarNear(bytes);
  const names = exportsOf(moved).sort((a, b) => a.index - b.index).map(({ name }) => name[0]).join('');
  assert.match(names, /^(a{16}b{16}|b{16}a{16})$/);
  assert.deepEqual(resultsOf(withSimilarNear(reached)), resultsOf(reached));
});

test('the files of the package', () => {
  for (const name of ['libvrm.wasm', 'libvrm-render.wasm', 'libvrm-tools.wasm']) {
    const bytes = readFileSync(join(packageFolder, 'wasm', name)), functions = functionsOf(bytes);
    assert.equal(Buffer.compare(withFunctions(bytes, functions), bytes), 0, `${name}: read and written`);
    for (const { body } of functions) assert.equal(instructionsOf(body).at(-1).end, body.length);
    if (name !== 'libvrm-render.wasm') continue; // the others take seconds
    const moved = withSimilarNear(bytes);
    assert.ok(WebAssembly.validate(moved));
    assert.equal(Buffer.compare(moved, withSimilarNear(Buffer.from(bytes))), 0, `${name}: the same each time`);
  }
});
