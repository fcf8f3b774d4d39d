// SPDX-License-Identifier: MIT
// Functions that have much in common next to each other, for gzip looks back 32 kB only and has short codes for small distances.
// The order is found by recursive bisection: functions change sides as long as that brings more of their common sequences of bytes
// to one side, then the functions of each side in the same way.
import {
  exportsOf, functionIndices, importsOf, startOf, tableOf, unsigned, withExports, withFunctionIndices, withStart, withTable,
} from './wasm_binary.mjs';
import { CALL, functionsOf, instructionsOf, withFunctions, withPatches } from './wasm_code.mjs';

const SEQUENCE = 6; // bytes; shorter ones are found everywhere, longer ones hardly anywhere
const ROUNDS = 20;

/** The module with its functions in another order: order[i] says which of them comes at place i. */
export function withOrder(bytes, order) {
  const imported = importsOf(bytes).filter(({ kind }) => kind === 0).length;
  const places = new Map(order.map((old, i) => [imported + old, imported + i]));
  const moved = (index) => places.get(index) ?? index;
  const functions = functionsOf(bytes).map(({ type, body }) => {
    const calls = instructionsOf(body).filter(({ opcode }) => opcode === CALL);
    return { type, body: withPatches(body, calls.map(({ operands: [{ start, end, value }] }) => ({ start, end, bytes: unsigned(moved(value)) }))) };
  });
  let result = withFunctions(bytes, order.map((old) => functions[old]));
  result = withExports(result, exportsOf(bytes).map((one) => (one.kind === 0 ? { ...one, index: moved(one.index) } : one)));
  if (startOf(bytes) !== undefined) result = withStart(result, moved(startOf(bytes)));
  if (tableOf(bytes).length > 0) result = withTable(result, tableOf(bytes).map(({ place, index }) => ({ place, index: moved(index) })));
  const names = functionIndices(bytes);
  return names.size > 0 ? withFunctionIndices(result, [...names].map(([name, index]) => [name, moved(index)])) : result;
}

/** For each function the numbers of the sequences of bytes in it, each once. */
function sequencesOf(functions) {
  const numbers = new Map(), numberOf = (hash) => numbers.get(hash) ?? (numbers.set(hash, numbers.size), numbers.size - 1);
  const lists = functions.map(({ body }) => {
    const hashes = new Set();
    for (let start = 0; start + SEQUENCE <= body.length; start++) {
      let hash = 0;
      for (let i = start; i < start + SEQUENCE; i++) hash = (Math.imul(hash, 0x9e3779b1) + body[i] + 1) | 0;
      hashes.add(hash);
    }
    return Int32Array.from(hashes, numberOf);
  });
  return { lists, count: numbers.size };
}

/** The functions in an order that brings similar ones together. */
function similarNear(functions) {
  const { lists, count } = sequencesOf(functions);
  const logarithms = Float64Array.from({ length: functions.length + 2 }, (_, i) => Math.log2(i + 1));
  /** What a sequence costs of which one side has x functions and the other y: about the logarithms of the distances between them. */
  const cost = (x, y) => -x * logarithms[x] - y * logarithms[y];
  // Of each sequence: functions on either side that have it, and what it gains when one of them changes sides.
  const has = [new Int32Array(count), new Int32Array(count)], gains = [new Float64Array(count), new Float64Array(count)];

  function bisect(items) {
    const all = new Set();
    for (const { sequences } of items) for (const one of sequences) {
      all.add(one);
      has[0][one]++;
    }
    // What one function has, or all have, does not depend on the sides, nor on those of their parts.
    const depends = (one) => has[0][one] > 1 && has[0][one] < items.length;
    for (const item of items) item.sequences = item.sequences.filter(depends);
    const used = Int32Array.from(all).filter(depends);
    for (const one of all) has[0][one] = 0;
    items.forEach((item, i) => {
      item.side = Number(i >= items.length >> 1);
      for (const one of item.sequences) has[item.side][one]++;
    });
    for (let round = 0; round < ROUNDS; round++) {
      for (const one of used) {
        const x = has[0][one], y = has[1][one];
        gains[0][one] = x > 0 ? cost(x, y) - cost(x - 1, y + 1) : 0;
        gains[1][one] = y > 0 ? cost(x, y) - cost(x + 1, y - 1) : 0;
      }
      for (const item of items) {
        item.gain = 0;
        for (const one of item.sequences) item.gain += gains[item.side][one];
      }
      const byGain = [0, 1].map((side) => items.filter((item) => item.side === side).sort((a, b) => b.gain - a.gain || a.index - b.index));
      const pairs = byGain[0].map((item, i) => [item, byGain[1][i]]).filter(([a, b]) => a.gain + b.gain > 0);
      if (pairs.length === 0) break;
      for (const item of pairs.slice(0, Math.ceil(pairs.length / 2)).flat()) { // all at once would come back in the next round
        for (const one of item.sequences) {
          has[item.side][one]--;
          has[1 - item.side][one]++;
        }
        item.side = 1 - item.side;
      }
    }
    for (const one of used) has[0][one] = has[1][one] = 0;
    return [0, 1].map((side) => items.filter((item) => item.side === side));
  }

  const sorted = (items) => (items.length < 2 ? items : bisect(items).flatMap(sorted));
  return sorted(functions.map((_, index) => ({ index, sequences: lists[index] }))).map(({ index }) => index);
}

export const withSimilarNear = (bytes) => withOrder(bytes, similarNear(functionsOf(bytes)));
