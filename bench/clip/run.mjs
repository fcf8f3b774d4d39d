// SPDX-License-Identifier: MIT
// usage: run.mjs OURS SCENE
// A VRM animation of all 53 bones that one may have, hips, three expressions and the gaze, 8 seconds
// of 30 keys each, on a typical avatar: one frame of sampling and retargeting, beside
// three-vrm-animation with three.js' AnimationMixer. OURS is bench_clip_ours, SCENE writes the files.
//
// Ours: advance a player and set local rotations, weights and gaze (vrm_avatar_play). Theirs:
// mixer.update() and humanoid.update(), which carries normalized rotations over to the avatar's
// nodes; the mixer alone is measured beside it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

globalThis.self ??= globalThis;
const { AnimationMixer, Group, Texture } = await import('three');
const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js');
const { VRMLoaderPlugin } = await import('@pixiv/three-vrm');
const { VRMAnimationLoaderPlugin, VRMLookAtQuaternionProxy, createVRMAnimationClip } =
  await import('@pixiv/three-vrm-animation');

const [ours, scene] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'vrm-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const avatarPath = join(folder, 'typical.vrm'),
  clipPath = join(folder, 'all.vrma');
execFileSync(scene, ['typical', avatarPath], { stdio: 'ignore' });
execFileSync(scene, ['clip', clipPath, '--rotated'], { stdio: 'ignore' });
console.warn = () => {};

/* ---- A clip that moves everything ---- */

const KEYS = 240;

/** The scene's clip with channels for all that it names. */
function fillClip(path) {
  const file = readFileSync(path);
  const jsonSize = file.readUInt32LE(12);
  const json = JSON.parse(file.subarray(20, 20 + jsonSize).toString());
  const floats = [];
  json.accessors = [];
  const accessor = (type, numbers) => {
    const width = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
    json.accessors.push({
      bufferView: 0,
      byteOffset: floats.length * 4,
      componentType: 5126,
      count: numbers.length / width,
      type,
      ...(type === 'SCALAR' && { min: [numbers[0]], max: [numbers.at(-1)] }),
    });
    floats.push(...numbers);
    return json.accessors.length - 1;
  };
  const keys = Array.from({ length: KEYS }, (_, i) => i);
  const input = accessor(
    'SCALAR',
    keys.map((i) => i / 30),
  );
  const animation = { channels: [], samplers: [] };
  const add = (node, path, type, valueAt) => {
    animation.samplers.push({ input, output: accessor(type, keys.flatMap(valueAt)) });
    animation.channels.push({ sampler: animation.samplers.length - 1, target: { node, path } });
  };
  const { humanoid, expressions, lookAt } = json.extensions.VRMC_vrm_animation;
  Object.entries(humanoid.humanBones).forEach(([name, { node }], b) => {
    add(node, 'rotation', 'VEC4', (i) => {
      const half = 0.3 * Math.sin(0.2 * i + b);
      return [Math.sin(half), 0, 0, Math.cos(half)];
    });
    if (name === 'hips') add(node, 'translation', 'VEC3', (i) => [0, 0.9 + 0.05 * Math.sin(0.3 * i), 0]);
  });
  for (const kind of [expressions.preset, expressions.custom])
    for (const { node } of Object.values(kind))
      add(node, 'translation', 'VEC3', (i) => [0.5 + 0.5 * Math.sin(0.1 * i), 0, 0]);
  add(lookAt.node, 'rotation', 'VEC4', (i) => {
    const half = 0.2 * Math.sin(0.15 * i);
    return [0, Math.sin(half), 0, Math.cos(half)];
  });
  json.animations = [animation];
  const bin = Buffer.from(new Float32Array(floats).buffer);
  json.buffers = [{ byteLength: bin.length }];
  json.bufferViews = [{ buffer: 0, byteLength: bin.length }];
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const head = Buffer.alloc(20),
    chunk = Buffer.alloc(8);
  head.write('glTF');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(28 + padded.length + bin.length, 8);
  head.writeUInt32LE(padded.length, 12);
  head.write('JSON', 16);
  chunk.writeUInt32LE(bin.length, 0);
  chunk.write('BIN\0', 4);
  writeFileSync(path, Buffer.concat([head, padded, chunk, bin]));
  return animation.channels.length;
}

/* ---- three-vrm-animation ---- */

async function open(path, plugin) {
  const loader = new GLTFLoader();
  loader.register(() => ({ name: 'NO_IMAGES', loadTexture: async () => new Texture() }));
  loader.register(plugin);
  const bytes = readFileSync(path);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return (await loader.parseAsync(buffer, '')).userData;
}

/** Least nanoseconds of a frame, over short stretches, so that a busy machine spoils few of them. */
async function timeThree() {
  const { vrm } = await open(avatarPath, (parser) => new VRMLoaderPlugin(parser));
  const { vrmAnimations } = await open(clipPath, (parser) => new VRMAnimationLoaderPlugin(parser));
  const proxy = new VRMLookAtQuaternionProxy(vrm.lookAt);
  proxy.name = 'gaze';
  vrm.scene.add(proxy);
  new Group().add(vrm.scene);
  const mixer = new AnimationMixer(vrm.scene);
  mixer.clipAction(createVRMAnimationClip(vrmAnimations[0], vrm)).play();
  let whole = Infinity,
    alone = Infinity;
  for (let round = 0; round < 500; round++) {
    let all = 0n,
      mixing = 0n;
    for (let f = 0; f < 20; f++) {
      const start = process.hrtime.bigint();
      mixer.update(1 / 60);
      mixing += process.hrtime.bigint() - start;
      vrm.humanoid.update();
      all += process.hrtime.bigint() - start;
    }
    whole = Math.min(whole, Number(all) / 20);
    alone = Math.min(alone, Number(mixing) / 20);
  }
  return { whole, alone };
}

function timeOurs() {
  const text = execFileSync(ours, [avatarPath, clipPath], { encoding: 'utf8' });
  const [sample, play] = text.split(' ').map(Number);
  return { sample, play };
}

/* ---- The race ---- */

const channels = fillClip(clipPath);
const first = timeOurs();
const theirs = await timeThree();
const second = timeOurs();
const sample = Math.min(first.sample, second.sample),
  play = Math.min(first.play, second.play);
console.log(
  `${channels} channels, ns per frame: ours ${play.toFixed(0)} (sampling alone ` +
    `${sample.toFixed(0)}), three-vrm-animation ${theirs.whole.toFixed(0)} (mixer alone ` +
    `${theirs.alone.toFixed(0)})`,
);
writeFileSync(
  join(process.env.VRM_BENCH_RESULTS ?? '.', 'clip.csv'),
  'channels,ours_ns,ours_sample_ns,three_vrm_animation_ns,three_mixer_ns\n' +
    `${[channels, play, sample, theirs.whole, theirs.alone].join()}\n`,
);
console.log(`ratio clip.mixer-alone-vs-three ${(theirs.alone / sample).toFixed(2)}`);
console.log(`ratio clip.vs-three-vrm-animation ${(theirs.whole / play).toFixed(2)}`);
