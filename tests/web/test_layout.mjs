// SPDX-License-Identifier: MIT
// The tools that lay out finished modules (web/build): a module does the same afterwards, and comes out the same each time.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { packageFolder, random, scratch, sourceFolder } from './support.mjs';

const tool = (name) => import(pathToFileURL(join(sourceFolder, 'web/build', name)));
const { exportsOf, functionIndices, startOf, tableOf } = await tool('wasm_binary.mjs');
const { functionsOf, instructionsOf, withFunctions } = await tool('wasm_code.mjs');
const { withChoices } = await tool('wasm_choices.mjs');
const { exchangesOf } = await tool('wasm_operands.mjs');
const { withOrder, withSimilarNear } = await tool('wasm_order.mjs');
const { DeflateBits } = await tool('deflate_bits.mjs');

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

/** An expression of i32 with variables 0 to 7, of which it sets some while it gets them, and with loads. */
function expression(pick, depth) {
  if (depth === 0) return pick(3) === 0 ? `(i32.const ${pick(200) - 100})` : `(local.get ${pick(8)})`;
  const inner = () => expression(pick, depth - 1 - pick(Math.min(depth, 2)));
  switch (pick(9)) {
  case 0: return `(local.tee ${pick(8)} ${inner()})`;
  case 1: return `(i32.load8_u (i32.and ${inner()} (i32.const 255)))`;
  case 2: return `(select ${inner()} ${inner()} ${inner()})`;
  case 3: return `(call $mixed ${inner()} ${inner()})`;
  case 4: return `(i32x4.extract_lane ${pick(4)} (i32x4.add (i32x4.splat ${inner()}) (v128.xor (i32x4.splat ${inner()}) (i32x4.splat ${inner()}))))`;
  default: {
    const names = ['add', 'sub', 'mul', 'and', 'or', 'xor', 'shl', 'lt_s', 'gt_u', 'le_s', 'ge_u', 'eq', 'ne'];
    return `(i32.${names[pick(names.length)]} ${inner()} ${inner()})`;
  }
  }
}

test('variables with other numbers and exchanged operands do the same', () => {
  const pick = random(7), count = 120;
  const statement = () => (pick(4) === 0
    ? `(if ${expression(pick, 2)} (then (local.set ${pick(8)} ${expression(pick, 3)})))`
    : `(local.set ${pick(8)} ${expression(pick, 4)})`);
  const functions = Array.from({ length: count }, (_, i) => `(func (export "f${i}") (param i32 i32) (result i32) (local i32 i32 i32 i32 i32 i32)
    ${Array.from({ length: 6 }, statement).join('\n')} ${Array.from({ length: 8 }, (_, v) => `(i32.add (i32.mul (local.get ${v}) (i32.const ${v + 3}))`).join(' ')} (i32.const 0) ${')'.repeat(8)})`);
  const bytes = assembled(`(module (memory 1) (data (i32.const 0) "${Array.from({ length: 256 }, (_, i) => `\\${((i * 37) & 255).toString(16).padStart(2, '0')}`).join('')}")
    (func $mixed (param i32 i32) (result i32) (i32.sub (i32.rotl (local.get 0) (i32.const 5)) (local.get 1)))
    ${functions.join('\n')})`);
  const chosen = withChoices(bytes);
  assert.equal(chosen.length, bytes.length);
  const numbers = (list) => functionsOf(list).map(({ body }) => instructionsOf(body).filter(({ opcode }) => opcode === 0x20).map(({ operands }) => operands[0].value).join());
  assert.notDeepEqual(numbers(chosen), numbers(bytes));
  const [before, after] = [bytes, chosen].map((list) => new WebAssembly.Instance(new WebAssembly.Module(list)).exports);
  for (let i = 0; i < count; i++)
    for (const [x, y] of [[0, 0], [1, -1], [12345, 678], [-2147483648, 2147483647], [77, 3]]) assert.equal(after[`f${i}`](x, y), before[`f${i}`](x, y), `f${i}(${x}, ${y})`);
});

test('operands that depend on each other keep their order', () => {
  const exchanges = (text) => exchangesOf(functionsOf(assembled(`(module (memory 1) (func $f (result i32) (i32.const 1))
    (func (param i32 i32) (result i32) ${text}))`))[1].body).length;
  assert.equal(exchanges('(i32.add (local.get 0) (local.get 1))'), 1);
  assert.equal(exchanges('(i32.add (local.tee 0 (i32.const 5)) (local.get 1))'), 1);
  assert.equal(exchanges('(i32.add (local.tee 0 (i32.const 5)) (local.get 0))'), 0);
  assert.equal(exchanges('(i32.add (local.get 0) (local.tee 0 (i32.const 5)))'), 0);
  assert.equal(exchanges('(i32.add (local.tee 0 (i32.const 5)) (local.tee 0 (i32.const 6)))'), 0);
  assert.equal(exchanges('(i32.add (i32.load (local.get 0)) (call $f))'), 0);
  assert.equal(exchanges('(i32.add (i32.load (local.get 0)) (memory.grow (i32.const 0)))'), 0);
  assert.equal(exchanges('(i32.sub (local.get 0) (local.get 1))'), 0);
  assert.equal(exchanges('(i32.lt_s (local.get 0) (local.get 1))'), 1);
  assert.equal(exchanges('(i32.mul (i32.add (local.get 0) (local.get 1)) (i32.const 3))'), 2);
});

test('bits are about those of zlib', () => {
  const bodies = functionsOf(readFileSync(join(packageFolder, 'wasm', 'libvrm-render.wasm'))).map(({ body }) => body), whole = Buffer.concat(bodies);
  const text = new DeflateBits(whole), pick = random(3);
  let sum = 0;
  for (const body of bodies) {
    text.add(body);
    const { total } = text, place = pick(body.length), byte = text.part[place];
    text.part[place] ^= 85;
    assert.notEqual(text.tryOut([place]), 0);
    text.part[place] = byte;
    assert.equal(text.tryOut([place]), total, 'what is not kept leaves nothing behind');
    sum += total;
  }
  const expected = deflateRawSync(whole, { level: 9 }).length;
  assert.ok(Math.abs(sum / 128 / expected - 1) < 0.04, `${sum / 128} instead of ${expected}`);
});

test('the files of the package', () => {
  for (const name of ['libvrm.wasm', 'libvrm-render.wasm', 'libvrm-tools.wasm']) {
    const bytes = readFileSync(join(packageFolder, 'wasm', name)), functions = functionsOf(bytes);
    assert.equal(Buffer.compare(withFunctions(bytes, functions), bytes), 0, `${name}: read and written`);
    for (const { body } of functions) assert.equal(instructionsOf(body).at(-1).end, body.length);
    if (name !== 'libvrm-render.wasm') continue; // the others take seconds
    const laidOut = () => withChoices(withSimilarNear(Buffer.from(bytes)));
    assert.ok(WebAssembly.validate(laidOut()));
    assert.equal(Buffer.compare(laidOut(), laidOut()), 0, `${name}: the same each time`);
  }
});
