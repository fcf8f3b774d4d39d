// SPDX-License-Identifier: MIT
// Places in a function where the two operands of an instruction can change places without a difference.
import { LOCAL_GET, LOCAL_TEE, SIMD, instructionsOf, prefixed } from './wasm_code.mjs';

const simd = (number) => prefixed(SIMD, number);
const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** How many operands the instructions take that give one result and change nothing but a local variable. */
const takes = new Map();
const define = (count, ...opcodes) => { for (const opcode of opcodes.flat()) takes.set(opcode, count); };
define(0, LOCAL_GET, 0x23, range(0x41, 0x44), simd(12)); // variables, constants
define(1, LOCAL_TEE, range(0x28, 0x35), range(0, 10).map(simd), 0xfd5c, 0xfd5d); // loads
define(1, 0x45, 0x50, range(0x67, 0x69), range(0x79, 0x7b), range(0x8b, 0x91), range(0x99, 0x9f), range(0xa7, 0xc4), range(0xfc00, 0xfc07));
define(2, range(0x46, 0x4f), range(0x51, 0x66), range(0x6a, 0x78), range(0x7c, 0x8a), range(0x92, 0x98), range(0xa0, 0xa6));
define(1, range(15, 20).map(simd), [21, 22, 24, 25, 27, 29, 31, 33, 77, 83].map(simd)); // splats, lanes out of a vector, not, any_true
define(2, [13, 14, 23, 26, 28, 30, 32, 34].map(simd), range(35, 76).map(simd), range(78, 81).map(simd)); // shuffles, lanes into a vector, comparisons, bits
define(3, 0x1b, simd(82)); // select, bitselect
define(1, [224, 225, 227, 236, 237, 239, 103, 104, 105, 106, 148].map(simd), range(248, 251).map(simd)); // numbers of a vector: signs, roots, rounding, conversions
define(2, [...range(228, 235), ...range(240, 247), 110, 113, 142, 145, 149, 174, 177, 181].map(simd)); // numbers of two vectors

const commutative = new Set([
  0x46, 0x47, 0x51, 0x52, 0x5b, 0x5c, 0x61, 0x62, // equal or not
  0x6a, 0x6c, 0x71, 0x72, 0x73, 0x7c, 0x7e, 0x83, 0x84, 0x85, 0x92, 0x94, 0xa0, 0xa2, // add, mul, and, or, xor
  ...[78, 80, 81, 110, 142, 149, 174, 181, 228, 230].map(simd),
]);

/** Comparisons that say the same with their operands the other way round: less and greater. */
const mirrored = new Map([[0x48, 0x4a], [0x49, 0x4b], [0x4c, 0x4e], [0x4d, 0x4f], [0x53, 0x55], [0x54, 0x56], [0x57, 0x59], [0x58, 0x5a], [0x5d, 0x5e],
  [0x5f, 0x60], [0x63, 0x64], [0x65, 0x66]].flatMap(([one, other]) => [[one, other], [other, one]]));

const meet = (some, others) => some.some((one) => others.includes(one));

/** Instructions whose operands, from `first` to `second` and from there to `end`, may change places; at `end` the instruction is `opcode`
 * then, where it is another one. Those within an operand come before. */
export function exchangesOf(body) {
  const list = [];
  let stack = []; // expressions whose values are on the stack, as far as they are known: where they begin, variables that they get and set
  for (const { opcode, start, operands } of instructionsOf(body)) {
    const count = takes.get(opcode);
    if (count === undefined || count > stack.length) {
      stack = [];
      continue;
    }
    const of = stack.splice(stack.length - count);
    const gets = of.flatMap((one) => one.gets), sets = of.flatMap((one) => one.sets);
    if (opcode === LOCAL_GET) gets.push(operands[0].value);
    if (opcode === LOCAL_TEE) sets.push(operands[0].value);
    stack.push({ start: count > 0 ? of[0].start : start, gets, sets });
    if (!commutative.has(opcode) && !mirrored.has(opcode)) continue;
    const [a, b] = of;
    if (meet(a.sets, b.gets) || meet(a.sets, b.sets) || meet(b.sets, a.gets)) continue;
    list.push({ first: a.start, second: b.start, end: start, opcode: mirrored.get(opcode) });
  }
  return list;
}
