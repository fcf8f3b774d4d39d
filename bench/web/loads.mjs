// SPDX-License-Identifier: MIT
// From bytes to the first update in scenes of three.js: VRMLoader, GLTFLoader with our plugin, and GLTFLoader
// with three-vrm's. Runs in Node and in a page, on files without textures: pictures are decoded by the browser
// for all alike.
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

/** A GLB without its textures. */
export function withoutTextures(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    size = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + size)), (key, value) =>
    /Texture$/.test(key) ? undefined : value,
  );
  for (const list of ['images', 'textures', 'samplers']) delete json[list];
  const text = new TextEncoder().encode(JSON.stringify(json));
  const out = new Uint8Array(bytes.length).fill(0x20, 20, 20 + size); // the chunk keeps its size
  out.set(bytes.subarray(0, 20));
  out.set(text, 20);
  out.set(bytes.subarray(20 + size), 20 + size);
  return out;
}

const through = (bytes, Plugin) => {
  const loader = new GLTFLoader();
  loader.register((parser) => new Plugin(parser));
  return loader.parseAsync(bytes, '');
};

/** Least milliseconds of each, in turn: other programs disturb all alike. */
export async function loads(bytes, ours, theirs, rounds) {
  const ways = {
    loader: (copy) => new ours.VRMLoader().parseAsync(copy),
    plugin: (copy) => through(copy, ours.VRMLoaderPlugin),
    theirs: (copy) => through(copy, theirs.VRMLoaderPlugin),
  };
  const least = { loader: Infinity, plugin: Infinity, theirs: Infinity };
  for (let round = 0; round < rounds; round++)
    for (const [name, load] of Object.entries(ways)) {
      const copy = bytes.slice(0),
        start = performance.now();
      const { vrm } = (await load(copy)).userData;
      vrm.update(1 / 60);
      least[name] = Math.min(least[name], performance.now() - start);
      vrm.dispose?.();
    }
  return least;
}
