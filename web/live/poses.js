// SPDX-License-Identifier: MIT
// The stream of `vrm live --page`: bytes in, records out. cli/live/live_page_state.h describes the records.

const HEAD = 8; // bytes: size and kind
const STATE_HEAD = 72; // to the end of the root
const RECORD_MAX = 2 ** 26; // far above any avatar: the nodes of a file are limited
const kinds = { nothing: 0, avatar: 1, state: 2, camera: 3 };
const parts = { translation: 1 << 24, rotation: 1 << 25, scale: 1 << 26 };

/** Cuts the stream into records, whatever the chunks are in which it comes. */
export class RecordReader {
  #kept = new Uint8Array(0); // the beginning of a record whose end has not come yet

  /** Takes a chunk. Returns its avatar and its last camera, if there are any, and the newest state after the avatar; older
   * states are skipped.
   * Throws if the bytes are not such a stream. */
  take(chunk) {
    const bytes = joined(this.#kept, chunk);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0,
      avatar = null,
      camera = null,
      state = null;
    while (bytes.length - at >= HEAD) {
      const size = view.getUint32(at, true);
      if (size < HEAD || size % 4 !== 0 || size > RECORD_MAX) throw new Error(`a record of ${size} bytes`);
      if (bytes.length - at < size) break;
      const kind = view.getUint32(at + 4, true),
        record = bytes.subarray(at, at + size);
      if (kind === kinds.avatar) [avatar, state] = [readJson(record), null];
      else if (kind === kinds.camera) camera = readJson(record);
      else if (kind === kinds.state) state = record;
      else if (kind !== kinds.nothing) throw new Error(`a record of kind ${kind}`);
      at += size;
    }
    this.#kept = new Uint8Array(bytes.subarray(at));
    return { avatar, camera, state: state && readState(state) };
  }
}

function joined(a, b) {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

const readJson = (record) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(record.subarray(HEAD)));

/** { time, clock, root, weights, nodes }: seconds, milliseconds since 1970, ten floats, floats, and the transforms of
 * nodes that are not at rest: [{ node, translation, rotation, scale }], null for parts at rest. */
function readState(record) {
  if (record.length < STATE_HEAD) throw new Error('a state without a root');
  const aligned = new Uint8Array(record); // a copy: floats must begin at a multiple of 4
  const view = new DataView(aligned.buffer),
    expressions = view.getUint32(24, true),
    count = view.getUint32(28, true);
  let at = 32;
  const floats = (length) => {
    if (length * 4 > aligned.length - at) throw new Error('a state that is cut short');
    at += length * 4;
    return new Float32Array(aligned.buffer, at - length * 4, length);
  };
  const root = floats(10),
    weights = floats(expressions),
    nodes = [];
  for (let i = 0; i < count; i++) {
    if (at + 4 > aligned.length) throw new Error('a state that is cut short');
    const head = view.getUint32(at, true);
    at += 4;
    nodes.push({
      node: head & 0xffffff,
      translation: head & parts.translation ? floats(3) : null,
      rotation: head & parts.rotation ? floats(4) : null,
      scale: head & parts.scale ? floats(3) : null,
    });
  }
  return { time: view.getFloat64(8, true), clock: view.getFloat64(16, true), root, weights, nodes };
}
