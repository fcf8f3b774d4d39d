// SPDX-License-Identifier: MIT
// Files packed by a model of WebAssembly's code (web/packed): a quarter fewer bytes than gzip makes of the modules. They are unpacked
// while they arrive.

const magic = 0x706d7276, headerSize = 16; // web/packed/format.h
const slice = 4096; // bytes that are unpacked between two looks at the clock
const longest = 8; // milliseconds without a pause

/** Lets a page draw and answer. Timers that follow each other wait for milliseconds; messages do not. */
const pause = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(null);
});

const numberAt = (bytes, at) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);

/** A packed file, of which `head` is the beginning. */
async function begin(head, unpacker) {
  const [fileSize, size, sum] = [4, 8, 12].map((at) => numberAt(head, at));
  const { exports } = await WebAssembly.instantiate(await unpacker());
  const place = exports.begin(fileSize, size);
  if (place === 0) throw new Error(`there is no memory for its sizes, ${fileSize} and ${size} bytes`);
  const file = new Uint8Array(exports.memory.buffer, place, fileSize);
  let have = 0, done = 0, since = performance.now();
  return {
    async add(bytes) {
      if (bytes.length > fileSize - have) throw new Error('it is longer than it says');
      file.set(bytes, have);
      have += bytes.length;
      for (;;) {
        const before = done;
        done = exports.unpack(have, slice);
        if (performance.now() - since > longest) {
          await pause();
          since = performance.now();
        }
        if (done - before < slice) return;
      }
    },
    end() {
      if (have < fileSize) throw new Error(`only ${have} of its ${fileSize} bytes came`);
      if (exports.sum() >>> 0 !== sum) throw new Error('it is damaged');
      return new Uint8Array(exports.memory.buffer, place + fileSize, size);
    },
  };
}

function bytesOf(part) {
  if (part instanceof ArrayBuffer) return new Uint8Array(part);
  if (!ArrayBuffer.isView(part)) throw new TypeError('its parts are no bytes');
  return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
}

function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The module in a file, packed or plain, that comes in parts. `unpacker` gives the module of web/packed/unpack.c. */
export async function unpacked(parts, unpacker) {
  let file = null, kept = [], isKnown = false;
  for await (const part of parts) {
    if (file !== null) {
      await file.add(bytesOf(part));
      continue;
    }
    kept.push(bytesOf(part));
    if (isKnown) continue;
    const head = joined(kept);
    kept = [head];
    if (head.length < headerSize) continue;
    isKnown = true;
    if (numberAt(head, 0) !== magic) continue;
    file = await begin(head, unpacker);
    await file.add(head);
  }
  return file !== null ? file.end() : joined(kept);
}
