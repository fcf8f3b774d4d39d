// SPDX-License-Identifier: MIT
// Vectors of four equal numbers or sixteen equal bytes as one of them, which is repeated when it is used: a constant of
// 16 bytes otherwise. Engines make the same of both.
import { Reader, assemble, sections, signed, unsigned } from './wasm_binary.mjs';

const CODE = 10;
const I32_CONST = 0x41, F32_CONST = 0x43, SIMD = 0xfd, I8X16_SPLAT = 15, I32X4_SPLAT = 17, F32X4_SPLAT = 19;

/** Steps over what follows an opcode. Returns the 16 bytes of a v128.const, otherwise nothing. */
function skipOperands(reader, opcode) {
  const skip = (count) => { for (; count > 0; count--) reader.unsigned(); };
  if (opcode >= 0x28 && opcode <= 0x3e) return skip(2); // loads and stores: alignment, offset
  if (opcode >= 0x02 && opcode <= 0x04) return skip(1); // block, loop, if
  if (opcode >= 0x20 && opcode <= 0x24) return skip(1); // variables
  switch (opcode) {
  case 0x0c: case 0x0d: case 0x10: case 0x3f: case 0x40: case I32_CONST: case 0x42: return skip(1);
  case 0x0e: return skip(reader.unsigned() + 1); // br_table
  case 0x11: return skip(2); // call_indirect
  case F32_CONST: return void reader.slice(4);
  case 0x44: return void reader.slice(8);
  case 0xfc: return skip([8, 10].includes(reader.peek()) ? 3 : [9, 11].includes(reader.peek()) ? 2 : 1); // of bulk memory 8 to 11
  case SIMD: return skipVector(reader);
  default:
    if (opcode > 0xc4) throw new Error(`the instruction ${opcode.toString(16)} is not known`);
  }
}

function skipVector(reader) {
  const kind = reader.unsigned();
  if (kind === 12) return reader.slice(16); // v128.const
  if (kind === 13) reader.slice(16); // i8x16.shuffle
  else if (kind >= 21 && kind <= 34) reader.byte(); // lanes
  else if (kind <= 11 || (kind >= 84 && kind <= 93)) { // loads and stores: alignment, offset, of some a lane
    reader.unsigned();
    reader.unsigned();
    if (kind >= 84 && kind <= 91) reader.byte();
  }
}

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

function functionWithSplats(body) {
  const reader = new Reader(body), chunks = [];
  for (let left = reader.unsigned(); left > 0; left--) { // variables by type
    reader.unsigned();
    reader.byte();
  }
  let copied = 0;
  while (reader.at < body.length) {
    const start = reader.at, vector = skipOperands(reader, reader.byte());
    const shorter = vector && splat(vector);
    if (!shorter) continue;
    chunks.push(body.subarray(copied, start), Uint8Array.from(shorter));
    copied = reader.at;
  }
  return Buffer.concat([...chunks, body.subarray(copied)]);
}

export function withSplats(bytes) {
  return assemble(sections(bytes).map(({ id, body }) => {
    if (id !== CODE) return { id, body };
    const reader = new Reader(body), count = reader.unsigned(), chunks = [Uint8Array.from(unsigned(count))];
    for (let i = 0; i < count; i++) {
      const code = functionWithSplats(reader.slice(reader.unsigned()));
      chunks.push(Uint8Array.from(unsigned(code.length)), code);
    }
    return { id, body: Buffer.concat(chunks) };
  }));
}
