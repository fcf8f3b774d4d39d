// SPDX-License-Identifier: MIT
// As much of the WebAssembly binary format as cutting a module in parts needs: sections, names of
// functions, imports and exports, the function table, data segments.
// https://webassembly.github.io/spec/core/binary/

const TYPE = 1, IMPORT = 2, EXPORT = 7, START = 8, ELEMENT = 9, DATA = 11, DATA_COUNT = 12, CUSTOM = 0;
const FUNCTION = 0; // the kind of an import or export

export class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  byte() {
    return this.bytes[this.at++];
  }
  peek() {
    return this.bytes[this.at];
  }
  unsigned() {
    let value = 0, scale = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }
  slice(size) {
    this.at += size;
    return this.bytes.subarray(this.at - size, this.at);
  }
  text() {
    return new TextDecoder().decode(this.slice(this.unsigned()));
  }
}

export function unsigned(value) {
  const bytes = [];
  do {
    bytes.push((value % 128) | (value >= 128 ? 128 : 0));
    value = Math.floor(value / 128);
  } while (value > 0);
  return bytes;
}

export function signed(value) { // of 32 bits
  const bytes = [];
  for (;;) {
    const byte = value & 127;
    value >>= 7;
    const isLast = (value === 0 && !(byte & 64)) || (value === -1 && byte & 64);
    bytes.push(isLast ? byte : byte | 128);
    if (isLast) return bytes;
  }
}

/** The sections of a module, in order: { id, body }. */
export function sections(bytes) {
  const reader = new Reader(bytes, 8);
  const list = [];
  while (reader.at < bytes.length) {
    const id = reader.byte();
    list.push({ id, body: reader.slice(reader.unsigned()) });
  }
  return list;
}

export function assemble(list) {
  const chunks = [Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)];
  for (const { id, body } of list) chunks.push(Uint8Array.of(id, ...unsigned(body.length)), body);
  return Buffer.concat(chunks);
}

const isNames = ({ id, body }) => id === CUSTOM && new Reader(body).text() === 'name';

/** The functions of a module by their names, from its name section: Map of indices. */
export function functionIndices(bytes) {
  const indices = new Map();
  for (const { body } of sections(bytes).filter(isNames)) {
    const reader = new Reader(body);
    reader.text();
    while (reader.at < body.length) {
      const part = reader.byte();
      const size = reader.unsigned();
      const end = reader.at + size;
      if (part === 1)
        for (let left = reader.unsigned(); left > 0; left--) {
          const index = reader.unsigned();
          indices.set(reader.text(), index);
        }
      reader.at = end;
    }
  }
  return indices;
}

/** The module with other names of functions, and of nothing else. */
export function withFunctionIndices(bytes, indices) {
  const list = [...indices].sort(([, a], [, b]) => a - b).flatMap(([name, index]) => [...unsigned(index), ...textBytes(name)]);
  const size = unsigned(indices.length);
  const rest = assemble(sections(bytes).filter((section) => !isNames(section)));
  return withCustom(rest, 'name', Uint8Array.from([1, ...unsigned(size.length + list.length), ...size, ...list]));
}

/** Names of the functions that a module defines. */
export function functionNames(bytes) {
  const imported = importsOf(bytes).filter(({ kind }) => kind === FUNCTION).length;
  return [...functionIndices(bytes)].filter(([, index]) => index >= imported).map(([name]) => name);
}

function limits(reader) {
  const flags = reader.byte();
  const initial = reader.unsigned();
  if (flags & 1) reader.unsigned();
  return initial;
}

/** The imports of a module: { module, name, kind, size, type }, of which `size` is that of a memory in pages and `type`
 * the bytes that say what is imported. */
export function importsOf(bytes) {
  const { body } = sections(bytes).find(({ id }) => id === IMPORT) ?? {};
  if (!body) return [];
  const reader = new Reader(body);
  return Array.from({ length: reader.unsigned() }, () => {
    const module = reader.text(), name = reader.text(), start = reader.at, kind = reader.byte();
    let size = 0;
    if (kind === FUNCTION) reader.unsigned();
    else if (kind === 2) size = limits(reader);
    else {
      reader.byte(); // type of a table or global
      if (kind === 1) limits(reader);
      else reader.byte();
    }
    return { module, name, kind, size, type: body.subarray(start, reader.at) };
  });
}

/** The types of the parameters of each type of functions. */
export function parametersOf(bytes) {
  const { body } = sections(bytes).find(({ id }) => id === TYPE) ?? {};
  if (!body) return [];
  const reader = new Reader(body);
  return Array.from({ length: reader.unsigned() }, () => {
    if (reader.byte() !== 0x60) throw new Error('a type that is not one of functions');
    const parameters = [...reader.slice(reader.unsigned())];
    reader.slice(reader.unsigned()); // results
    return parameters;
  });
}

/** Pages that the imported memory of a module begins with. */
export const memoryPages = (bytes) => importsOf(bytes).find(({ kind }) => kind === 2).size;

/** The active data segments: { address, bytes }. */
export function dataSegments(bytes) {
  const section = sections(bytes).find(({ id }) => id === DATA);
  if (!section) return [];
  const reader = new Reader(section.body);
  const list = [];
  for (let left = reader.unsigned(); left > 0; left--) {
    if (reader.unsigned() !== 0 || reader.byte() !== 0x41) throw new Error('a data segment without a plain address');
    const address = reader.unsigned(); // below 2^31, so that the sign does not matter but for the top bit
    if (reader.byte() !== 0x0b) throw new Error('a data segment without a plain address');
    list.push({ address: address, bytes: reader.slice(reader.unsigned()) });
  }
  return list;
}

/** The module with these data segments instead of its own. */
export function withData(bytes, segments) {
  const list = sections(bytes).filter(({ id }) => id !== DATA && id !== DATA_COUNT);
  if (segments.length > 0) {
    const chunks = [Uint8Array.from(unsigned(segments.length))];
    for (const segment of segments)
      chunks.push(Uint8Array.of(0, 0x41, ...signed(segment.address), 0x0b, ...unsigned(segment.bytes.length)), segment.bytes);
    const after = list.findIndex(({ id }, i) => i > 0 && id === CUSTOM && list[i - 1].id !== CUSTOM);
    list.splice(after < 0 ? list.length : after, 0, { id: DATA, body: Buffer.concat(chunks) });
  }
  return assemble(list);
}

/** A module that imports env.memory and does nothing but write these data segments to it. */
export function dataModule(segments) {
  const text = (value) => [value.length, ...new TextEncoder().encode(value)];
  const memory = [1, ...text('env'), ...text('memory'), 2, 1, 1, ...unsigned(32768)];
  return withData(assemble([{ id: IMPORT, body: Uint8Array.from(memory) }]), segments);
}

/** The module with one more custom section at its end. */
export function withCustom(bytes, name, body) {
  const text = new TextEncoder().encode(name);
  return assemble([...sections(bytes), { id: CUSTOM, body: Buffer.concat([Uint8Array.from(unsigned(text.length)), text, body]) }]);
}

/** The exports of a module: { name, kind, index }. */
export function exportsOf(bytes) {
  const { body } = sections(bytes).find(({ id }) => id === EXPORT) ?? {};
  if (!body) return [];
  const reader = new Reader(body);
  return Array.from({ length: reader.unsigned() }, () => ({ name: reader.text(), kind: reader.byte(), index: reader.unsigned() }));
}

const textBytes = (text) => {
  const bytes = new TextEncoder().encode(text);
  return [...unsigned(bytes.length), ...bytes];
};

/** The module with another body of a section, which is added where it has none. */
function withSection(bytes, id, body) {
  const list = sections(bytes).filter((section) => section.id !== id);
  const after = list.findIndex((section) => section.id > id);
  list.splice(after < 0 ? list.length : after, 0, { id, body: Uint8Array.from(body) });
  return assemble(list);
}

export const withExports = (bytes, list) => withSection(bytes, EXPORT,
  [...unsigned(list.length), ...list.flatMap(({ name, kind, index }) => [...textBytes(name), kind, ...unsigned(index)])]);

/** A module whose imports have other names: `list` is as long as importsOf() said. */
export const withImports = (bytes, list) => withSection(bytes, IMPORT,
  [...unsigned(list.length), ...list.flatMap(({ module, name, type }) => [...textBytes(module), ...textBytes(name), ...type])]);

/** The function that runs when the module is instantiated, if there is one. */
export function startOf(bytes) {
  const { body } = sections(bytes).find(({ id }) => id === START) ?? {};
  return body && new Reader(body).unsigned();
}

export const withStart = (bytes, index) => withSection(bytes, START, unsigned(index));

/** The function table of a module as far as it fills it: { place, index }, by place. */
export function tableOf(bytes) {
  const { body } = sections(bytes).find(({ id }) => id === ELEMENT) ?? {};
  if (!body) return [];
  const reader = new Reader(body), list = [];
  for (let left = reader.unsigned(); left > 0; left--) {
    if (reader.unsigned() !== 0 || reader.byte() !== 0x41) throw new Error('functions in the table without a plain place');
    let place = reader.unsigned();
    if (reader.byte() !== 0x0b) throw new Error('functions in the table without a plain place');
    for (let count = reader.unsigned(); count > 0; count--) list.push({ place: place++, index: reader.unsigned() });
  }
  return list;
}

/** Entries of a function table in runs without gaps. */
function tableRuns(list) {
  const runs = [];
  for (const entry of list)
    if (runs.at(-1)?.at(-1).place === entry.place - 1) runs.at(-1).push(entry);
    else runs.push([entry]);
  return runs;
}

/** The module with another function table; places that are missing are empty. */
export function withTable(bytes, list) {
  const runs = tableRuns(list);
  return withSection(bytes, ELEMENT, [...unsigned(runs.length), ...runs.flatMap((run) =>
    [0, 0x41, ...signed(run[0].place), 0x0b, ...unsigned(run.length), ...run.flatMap(({ index }) => unsigned(index))])]);
}
