// SPDX-License-Identifier: MIT
// Names of members ("extensions", "node") are string literals of many sources, and compilers merge equal ones within an
// object only. Here each gets a symbol that is named by its content, and weak: of equal weak symbols the linker keeps the first.
// https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md
import { createHash } from 'node:crypto';
import { Reader, assemble, sections, unsigned } from './wasm_binary.mjs';

const CUSTOM = 0, DATA = 11;
const SEGMENTS = 5, SYMBOLS = 8;                 // parts of the section "linking"
const ANY_DATA = 1, ANY_SECTION = 3;             // kinds of symbols
const WEAK = 1, LOCAL = 2, HIDDEN = 4, UNDEFINED = 16, HAS_NAME = 64;

const PREFIX = 'vrm.name.';

/** The name of the section of a piece of data that objects share, as the linker's map has it; undefined for others. */
export const sharedName = (text) => /:\(\.rodata\.(vrm\.name\.\w+)\)$/.exec(text)?.[1];

const textBytes = (text) => {
  const bytes = Buffer.from(text);
  return [...unsigned(bytes.length), ...bytes];
};

/** The contents of an object's data segments. */
function contentsOf(body) {
  const reader = new Reader(body);
  return Array.from({ length: reader.unsigned() }, () => {
    if (reader.unsigned() !== 0 || reader.byte() !== 0x41) throw new Error('a data segment without a plain address');
    reader.unsigned();
    reader.byte(); // the end of the address
    return reader.slice(reader.unsigned());
  });
}

/** By segment: the name that a string without spaces gets, from its content; undefined for all else. Sentences are left alone:
 * who has them depends on the source. */
function namesOf(body, contents) {
  const reader = new Reader(body);
  return Array.from({ length: reader.unsigned() }, (_, i) => {
    const name = reader.text(), content = Buffer.from(contents[i]);
    reader.unsigned(); // alignment
    reader.unsigned(); // flags
    const isName = /^\.rodata\.\.L\.str(\.\d+)?$/.test(name) && content.indexOf(0) === content.length - 1 && !content.includes(' ');
    return isName ? PREFIX + createHash('sha256').update(content).digest('hex').slice(0, 16) : undefined;
  });
}

function withSegments(body, names) {
  const reader = new Reader(body), out = [...unsigned(reader.unsigned())];
  for (const shared of names) {
    const name = reader.text();
    out.push(...textBytes(shared ? `.rodata.${shared}` : name), ...unsigned(reader.unsigned()), ...unsigned(reader.unsigned()));
  }
  return out;
}

function withSymbols(body, names) {
  const reader = new Reader(body), out = [...unsigned(reader.unsigned())];
  while (reader.at < body.length) {
    const kind = reader.byte(), flags = reader.unsigned();
    if (kind !== ANY_DATA) {
      out.push(kind, ...unsigned(flags), ...unsigned(reader.unsigned()));
      if (kind !== ANY_SECTION && (!(flags & UNDEFINED) || flags & HAS_NAME)) out.push(...textBytes(reader.text()));
      continue;
    }
    const name = reader.text();
    const place = flags & UNDEFINED ? [] : [reader.unsigned(), reader.unsigned(), reader.unsigned()]; // segment, offset, size
    const shared = names[place[0]];
    out.push(kind, ...unsigned(shared ? (flags & ~LOCAL) | WEAK | HIDDEN : flags), ...textBytes(shared ?? name), ...place.flatMap(unsigned));
  }
  return out;
}

/** The object with names that the linker merges with those of other objects. */
export function withSharedNames(bytes) {
  const list = sections(bytes), data = list.find(({ id }) => id === DATA);
  const linking = list.find(({ id, body }) => id === CUSTOM && new Reader(body).text() === 'linking');
  if (!data || !linking) return bytes;
  const reader = new Reader(linking.body), parts = [];
  reader.text();
  const head = linking.body.subarray(0, reader.at + 1), version = reader.unsigned();
  if (version !== 2) throw new Error(`an object of another version of linking: ${version}`);
  while (reader.at < linking.body.length) parts.push({ kind: reader.byte(), body: reader.slice(reader.unsigned()) });
  const names = namesOf(parts.find(({ kind }) => kind === SEGMENTS).body, contentsOf(data.body));
  const changed = { [SEGMENTS]: withSegments, [SYMBOLS]: withSymbols };
  linking.body = Buffer.concat([head, ...parts.map(({ kind, body }) => {
    const part = changed[kind]?.(body, names) ?? body;
    return Buffer.from([kind, ...unsigned(part.length), ...part]);
  })]);
  return assemble(list);
}
