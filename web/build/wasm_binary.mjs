// SPDX-License-Identifier: MIT
// As much of the WebAssembly binary format as cutting a module in parts needs: sections, names of
// functions, imports and exports, data segments. https://webassembly.github.io/spec/core/binary/

const IMPORT = 2, EXPORT = 7, DATA = 11, DATA_COUNT = 12, CUSTOM = 0;

class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  byte() {
    return this.bytes[this.at++];
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

function signed(value) { // of 32 bits
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

/** Names of the functions that a module defines, from its name section. */
export function functionNames(bytes) {
  const names = [];
  let imported = 0;
  for (const { id, body } of sections(bytes)) {
    if (id === IMPORT) imported = countImportedFunctions(body);
    if (id !== CUSTOM) continue;
    const reader = new Reader(body);
    if (reader.text() !== 'name') continue;
    while (reader.at < body.length) {
      const part = reader.byte();
      const size = reader.unsigned();
      const end = reader.at + size;
      if (part === 1)
        for (let left = reader.unsigned(); left > 0; left--) {
          const index = reader.unsigned();
          const name = reader.text();
          if (index >= imported) names.push(name);
        }
      reader.at = end;
    }
  }
  return names;
}

function limits(reader) {
  const flags = reader.byte();
  const initial = reader.unsigned();
  if (flags & 1) reader.unsigned();
  return initial;
}

/** What an import is, after its names: kind, and type or size. */
function readImport(reader) {
  const kind = reader.byte();
  if (kind === 0) return [kind, reader.unsigned()];
  if (kind === 2) return [kind, limits(reader)];
  reader.byte(); // type of a table or global
  return [kind, kind === 1 ? limits(reader) : reader.byte()];
}

function eachImport(body, use) {
  const reader = new Reader(body);
  for (let left = reader.unsigned(); left > 0; left--) {
    reader.text();
    reader.text();
    use(...readImport(reader));
  }
}

function countImportedFunctions(body) {
  let count = 0;
  eachImport(body, (kind) => (count += kind === 0));
  return count;
}

/** Pages that the imported memory of a module begins with. */
export function memoryPages(bytes) {
  let pages = 0;
  const section = sections(bytes).find(({ id }) => id === IMPORT);
  eachImport(section.body, (kind, value) => (pages = kind === 2 ? value : pages));
  return pages;
}

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

/** Names of a module's exports. */
export function exportNames(bytes) {
  const { body } = sections(bytes).find(({ id }) => id === EXPORT) ?? {};
  if (!body) return [];
  const reader = new Reader(body);
  return Array.from({ length: reader.unsigned() }, () => {
    const name = reader.text();
    reader.byte();
    reader.unsigned();
    return name;
  });
}

const textBytes = (text) => {
  const bytes = new TextEncoder().encode(text);
  return [...unsigned(bytes.length), ...bytes];
};

/** A module with other names: `rename` gets each export's name and that of each import from `from`. */
export function withNames(bytes, from, rename) {
  return assemble(sections(bytes).map(({ id, body }) => {
    if (id !== EXPORT && id !== IMPORT) return { id, body };
    const reader = new Reader(body), count = reader.unsigned(), out = [...unsigned(count)];
    for (let i = 0; i < count; i++) {
      const module = id === IMPORT ? reader.text() : null, name = reader.text();
      if (module !== null) out.push(...textBytes(module));
      out.push(...textBytes(module === null || module === from ? rename(name) : name));
      const start = reader.at;
      if (id === EXPORT) {
        reader.byte();
        reader.unsigned();
      } else readImport(reader);
      out.push(...body.subarray(start, reader.at));
    }
    return { id, body: Uint8Array.from(out) };
  }));
}
