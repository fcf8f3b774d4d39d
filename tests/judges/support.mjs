// SPDX-License-Identifier: MIT
// What the judges share: running our programs, and opening files in three.js without a browser.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Ends the test as skipped. */
export function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}

/** Runs the vrm command; throws with its standard error when it fails. */
export const vrm = (...args) => run(process.env.VRM, args);

/** The program that writes the avatars made in code. */
export const scene = (...args) => run(process.env.VRM_SCENE, args);

function run(program, args) {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 30 });
}

/** An empty folder, which is removed when the program ends. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'vrm-judge-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Files of a corpus folder, sorted; ends the test as skipped without a corpus. */
export function corpus(folder, extension) {
  const root = process.env.VRM_CORPUS;
  if (!root) skip('VRM_CORPUS is not set');
  const top = join(root, folder);
  return readdirSync(top, { recursive: true, withFileTypes: false })
    .filter((name) => name.endsWith(extension))
    .sort()
    .map((name) => join(top, name));
}

/** Opens a GLB in three.js with the given plugins (parser => plugin). Images are not decoded:
 * every texture is one empty pixel. */
export async function openInThree(path, plugins = []) {
  globalThis.self ??= globalThis;
  const { Texture } = await import('three');
  const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js');
  const loader = new GLTFLoader();
  loader.register(() => ({ name: 'NO_IMAGES', loadTexture: async () => new Texture() }));
  for (const plugin of plugins) loader.register(plugin);
  const bytes = readFileSync(path);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return loader.parseAsync(buffer, '');
}

/** Opens an avatar in three-vrm. */
export async function openInThreeVrm(path) {
  const { VRMLoaderPlugin } = await import('@pixiv/three-vrm');
  const gltf = await openInThree(path, [(parser) => new VRMLoaderPlugin(parser)]);
  return gltf.userData.vrm;
}

/** Counts claims and ends the program with the verdict. */
export class Verdict {
  #good = 0;
  #bad = 0;
  claim(holds, text) {
    if (holds) this.#good++;
    else {
      this.#bad++;
      console.log(`not so: ${text}`);
    }
  }
  end() {
    console.log(`${this.#good} claims hold, ${this.#bad} do not`);
    process.exit(this.#bad === 0 && this.#good > 0 ? 0 : 1);
  }
}
