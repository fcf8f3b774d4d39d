// SPDX-License-Identifier: MIT
// Of what a function may be in several ways that engines make the same of, the one that gzip makes least of after the functions before
// it: which local variable has which number, and which operand comes first. Each choice is tried, and kept if it takes fewer bits.
import { DeflateBits } from './deflate_bits.mjs';
import { Reader, parametersOf } from './wasm_binary.mjs';
import { LOCAL_GET, LOCAL_TEE, functionsOf, instructionsOf, localsOf, withFunctions } from './wasm_code.mjs';
import { exchangesOf } from './wasm_operands.mjs';

const ROUNDS = 2; // what is chosen later may make another choice of before better
const NEAR = 10; // numbers that variables are tried to exchange are so near: those of similar use

/** Two sorted lists as one. */
function merged(a, b) {
  const list = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) list.push(j === b.length || a[i] < b[j] ? a[i++] : b[j++]);
  return list;
}

/** Exchanges numbers of variables of the same type. */
function chooseNumbers(text, parameters) {
  const types = [...parameters, ...localsOf(new Reader(text.part)).flatMap(({ count, type }) => new Array(count).fill(type))];
  if (types.length > 128) return; // numbers of two bytes
  const uses = types.map(() => []); // by number
  for (const { opcode, operands: [variable] } of instructionsOf(text.part))
    if (opcode >= LOCAL_GET && opcode <= LOCAL_TEE) uses[variable.value].push(variable.start);
  const write = (number) => { for (const place of uses[number]) text.part[place] = number; };
  const exchange = (i, j) => {
    [uses[i], uses[j]] = [uses[j], uses[i]];
    write(i);
    write(j);
  };
  for (let i = parameters.length; i < types.length; i++)
    for (let j = i + 1; j < types.length && j <= i + NEAR; j++) {
      if (types[i] !== types[j] || uses[i].length + uses[j].length === 0) continue;
      exchange(i, j);
      if (text.tryOut(merged(uses[i], uses[j])) < text.total) text.keep();
      else exchange(i, j);
    }
}

/** Exchanges operands. */
function chooseOperands(text) {
  for (const { first, second, end, opcode } of exchangesOf(text.part)) {
    const before = text.part.slice(first, end + 1), after = new Uint8Array(before.length), changed = [];
    after.set(before.subarray(second - first));
    after.set(before.subarray(0, second - first), end - second);
    after[end - first] = opcode ?? before[end - first];
    for (let i = 0; i < after.length; i++) if (after[i] !== before[i]) changed.push(first + i);
    if (changed.length === 0) continue;
    text.part.set(after, first);
    if (text.tryOut(changed) < text.total) text.keep();
    else text.part.set(before, first);
  }
}

export function withChoices(bytes) {
  const functions = functionsOf(bytes), parameters = parametersOf(bytes), text = new DeflateBits(Buffer.concat(functions.map(({ body }) => body)));
  return withFunctions(bytes, functions.map(({ type, body }) => {
    text.add(body);
    for (let round = 0; round < ROUNDS; round++) {
      const { total } = text;
      chooseNumbers(text, parameters[type]);
      chooseOperands(text);
      if (text.total === total) break;
    }
    return { type, body: Uint8Array.from(text.part) };
  }));
}
