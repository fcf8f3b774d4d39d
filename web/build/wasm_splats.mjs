// SPDX-License-Identifier: MIT
// Vectors of four equal numbers or sixteen equal bytes as one of them, which is repeated when it is used: a constant of
// 16 bytes otherwise. Engines make the same of both.
import { signed } from './wasm_binary.mjs';
import { F32_CONST, I32_CONST, SIMD, V128_CONST, functionsOf, instructionsOf, withFunctions, withPatches } from './wasm_code.mjs';

const I8X16_SPLAT = 15, I32X4_SPLAT = 17, F32X4_SPLAT = 19;

/** The instructions for a vector, if there are shorter ones. */
function splat(vector) {
  const bytes = Buffer.from(vector), first = bytes.readInt32LE();
  if (![4, 8, 12].every((at) => bytes.readInt32LE(at) === first)) return null;
  const isNumber = Number.isFinite(bytes.readFloatLE()); // the bits of a NaN are not safe in all engines
  if (first === 0) return [I32_CONST, 0, SIMD, I32X4_SPLAT];
  if ([1, 2, 3].every((at) => bytes[at] === bytes[0])) return [I32_CONST, ...signed(bytes.readInt8()), SIMD, I8X16_SPLAT];
  if (!isNumber) return [I32_CONST, ...signed(first), SIMD, I32X4_SPLAT];
  return [F32_CONST, ...bytes.subarray(0, 4), SIMD, F32X4_SPLAT];
}

export function withSplats(bytes) {
  return withFunctions(bytes, functionsOf(bytes).map(({ type, body }) => {
    const vectors = instructionsOf(body).filter(({ opcode }) => opcode === V128_CONST);
    const patches = vectors.map(({ start, end, operands: [vector] }) => ({ start, end, bytes: splat(body.subarray(vector.start, vector.end)) }));
    return { type, body: withPatches(body, patches.filter((patch) => patch.bytes)) };
  }));
}
