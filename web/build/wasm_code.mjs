// SPDX-License-Identifier: MIT
// The functions of a module and their instructions, as far as the features of our builds go.
// https://webassembly.github.io/spec/core/binary/instructions.html
import { Reader, assemble, sections, unsigned } from './wasm_binary.mjs';

const FUNCTIONS = 3, CODE = 10;

export const CALL = 0x10, LOCAL_GET = 0x20, LOCAL_TEE = 0x22, I32_CONST = 0x41, F32_CONST = 0x43, BULK = 0xfc, SIMD = 0xfd;

/** The number of an instruction with a prefix, in one number. */
export const prefixed = (prefix, number) => (prefix << 8) | number;
export const V128_CONST = prefixed(SIMD, 12);

/** The instructions of a function: { opcode, start, end, operands }, of which operands are { start, end, value } in the order of the
 * bytes; `value` is missing for what is no number of variable length. */
export function instructionsOf(body) {
  const reader = new Reader(body), list = [];
  localsOf(reader);
  while (reader.at < body.length) list.push(instruction(reader));
  return list;
}

/** Declared variables of a function, without its parameters: { count, type }. The reader is at its first instruction then. */
export function localsOf(reader) {
  return Array.from({ length: reader.unsigned() }, () => ({ count: reader.unsigned(), type: reader.byte() }));
}

function instruction(reader) {
  const start = reader.at, operands = [];
  const number = () => {
    const from = reader.at, value = reader.unsigned();
    operands.push({ start: from, end: reader.at, value });
    return value;
  };
  const numbers = (count) => { for (; count > 0; count--) number(); };
  const bytes = (count) => { operands.push({ start: reader.at, end: (reader.at += count) }); };

  let opcode = reader.byte();
  if (opcode === SIMD || opcode === BULK) {
    const kind = reader.unsigned();
    if (kind > 255) throw new Error(`the instruction ${opcode.toString(16)} ${kind} is not known`);
    if (opcode === BULK) numbers(kind === 8 || kind === 10 ? 2 : kind === 9 || kind === 11 ? 1 : 0);
    else if (kind === 12 || kind === 13) bytes(16); // v128.const, i8x16.shuffle
    else if (kind >= 21 && kind <= 34) bytes(1); // lanes
    else if (kind <= 11 || (kind >= 84 && kind <= 93)) { // loads and stores: alignment, offset, of some a lane
      numbers(2);
      if (kind >= 84 && kind <= 91) bytes(1);
    }
    opcode = prefixed(opcode, kind);
  } else if (opcode >= 0x28 && opcode <= 0x3e) numbers(2); // loads and stores: alignment, offset
  else if (opcode >= 0x02 && opcode <= 0x04) numbers(1); // block, loop, if
  else if (opcode >= LOCAL_GET && opcode <= 0x24) numbers(1); // variables
  else if ([0x0c, 0x0d, CALL, 0x3f, 0x40, I32_CONST, 0x42].includes(opcode)) numbers(1);
  else if (opcode === 0x0e) numbers(number() + 1); // br_table
  else if (opcode === 0x11) numbers(2); // call_indirect
  else if (opcode === F32_CONST) bytes(4);
  else if (opcode === 0x44) bytes(8);
  else if (opcode > 0xc4 || (opcode > 0x11 && opcode < 0x1a) || opcode === 0x1c) throw new Error(`the instruction ${opcode.toString(16)} is not known`);
  return { opcode, start, end: reader.at, operands };
}

/** The functions that a module defines, in order: { type, body }. */
export function functionsOf(bytes) {
  const list = sections(bytes), of = (wanted) => new Reader(list.find(({ id }) => id === wanted)?.body ?? Uint8Array.of(0));
  const types = of(FUNCTIONS), code = of(CODE);
  if (types.unsigned() !== code.unsigned()) throw new Error('a module has other numbers of functions and of their types');
  const functions = [];
  while (code.at < code.bytes.length) functions.push({ type: types.unsigned(), body: code.slice(code.unsigned()) });
  return functions;
}

/** The module with other functions. */
export function withFunctions(bytes, functions) {
  const count = Uint8Array.from(unsigned(functions.length));
  const bodies = { [FUNCTIONS]: [count, ...functions.map(({ type }) => Uint8Array.from(unsigned(type)))],
    [CODE]: [count, ...functions.flatMap(({ body }) => [Uint8Array.from(unsigned(body.length)), body])] };
  return assemble(sections(bytes).map(({ id, body }) => ({ id, body: bodies[id] ? Buffer.concat(bodies[id]) : body })));
}

/** A function's body with other bytes at some places: { start, end, bytes }, in order. */
export function withPatches(body, patches) {
  const chunks = [];
  let copied = 0;
  for (const { start, end, bytes } of patches) {
    chunks.push(body.subarray(copied, start), Uint8Array.from(bytes));
    copied = end;
  }
  return Buffer.concat([...chunks, body.subarray(copied)]);
}
