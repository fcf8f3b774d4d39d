// SPDX-License-Identifier: MIT
// usage: node tools/generate/readme_pictures.mjs [BUILD]
// Makes the pictures of README.md anew in docs/images/: Vesna greeting, her face, what her springs do in
// a twirl, and what is inside her. BUILD is the folder of vrm and vrm_scene, build/ without
// it. Look at them before you commit them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodePng, encodePng, sheet } from '../tests/judges/png.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const build = process.argv[2] ?? join(root, 'build');
const images = join(root, 'docs/images');
const folder = mkdtempSync(join(tmpdir(), 'vrm-pictures-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
mkdirSync(images, { recursive: true });

const avatar = join(folder, 'vesna.vrm');
const greeting = join(folder, 'greeting.vrma'),
  twirl = join(folder, 'twirl.gltf');
const render = (...args) =>
  execFileSync(join(build, 'vrm'), ['render', '-q', '--samples', '16', avatar, ...args], { stdio: 'inherit' });
const report = (name) => console.log(`docs/images/${name}  ${Math.ceil(statSync(join(images, name)).size / 1000)} kB`);

/** A VRM animation: one turn on the spot with the arms spread, then quiet. */
function writeTwirl(path) {
  const seconds = 3,
    rate = 30,
    count = seconds * rate + 1;
  const times = Array.from({ length: count }, (_, i) => i / rate);
  const ease = (x) => {
    const c = Math.min(1, Math.max(0, x));
    return c * c * c * (c * (c * 6 - 15) + 10);
  };
  const spread = (t) => ease(t / 0.5) - ease((t - 1.4) / 0.7);
  const about = (axis, degrees) => {
    const half = (degrees * Math.PI) / 360,
      s = Math.sin(half);
    return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(half)];
  };
  const tracks = [
    ['hips', 'rotation', (t) => about([0, 1, 0], 360 * ease((t - 0.3) / 1.1))],
    ['hips', 'translation', (t) => [0, 1 + 0.02 * spread(t), 0]],
    ['leftUpperArm', 'rotation', (t) => about([0, 0, 1], -70 + 45 * spread(t))],
    ['rightUpperArm', 'rotation', (t) => about([0, 0, 1], 70 - 45 * spread(t))],
    ['head', 'rotation', (t) => about([0, 0, 1], 6 * spread(t))],
  ];
  const bones = ['hips', 'head', 'leftUpperArm', 'rightUpperArm'];
  const nodes = bones.map((name, i) => (i === 0 ? { name, translation: [0, 1, 0], children: [1, 2, 3] } : { name }));
  const lists = [times, ...tracks.map(([, , value]) => times.flatMap(value))];
  const views = [],
    accessors = [];
  let offset = 0;
  lists.forEach((list, i) => {
    views.push({ buffer: 0, byteOffset: offset, byteLength: 4 * list.length });
    accessors.push({
      bufferView: i,
      componentType: 5126,
      count,
      type: ['', 'SCALAR', '', 'VEC3', 'VEC4'][list.length / count],
      ...(i === 0 ? { min: [0], max: [seconds] } : {}),
    });
    offset += 4 * list.length;
  });
  const bytes = Buffer.from(new Float32Array(lists.flat()).buffer);
  writeFileSync(
    path,
    JSON.stringify({
      asset: { version: '2.0' },
      extensionsUsed: ['VRMC_vrm_animation'],
      nodes,
      scenes: [{ nodes: [0] }],
      scene: 0,
      extensions: {
        VRMC_vrm_animation: {
          specVersion: '1.0',
          humanoid: { humanBones: Object.fromEntries(bones.map((name, node) => [name, { node }])) },
        },
      },
      animations: [
        {
          samplers: tracks.map((_, i) => ({ input: 0, output: i + 1, interpolation: 'LINEAR' })),
          channels: tracks.map(([bone, path], sampler) => ({ sampler, target: { node: bones.indexOf(bone), path } })),
        },
      ],
      accessors,
      bufferViews: views,
      buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
    }),
  );
}

/** Pictures side by side, in so many columns. */
function writeSheet(name, paths, columns) {
  const pictures = paths.map((path) => decodePng(readFileSync(path)));
  writeFileSync(join(images, name), encodePng(sheet(pictures, columns)));
  report(name);
}

execFileSync(join(build, 'vrm_scene'), ['hero', avatar]);
execFileSync(join(build, 'vrm_scene'), ['hero-clip', greeting]);
writeTwirl(twirl);

render(
  '--pose',
  'idle',
  '--animation',
  greeting,
  '--animate',
  join(images, 'vesna.webp'),
  '--size',
  '250x380',
  '--fps',
  '12',
  '--quality',
  '35',
);
report('vesna.webp');

const ground = ['--background', '#e9f1ee'];
const faces = ['neutral', 'happy', 'relaxed', 'surprised', 'sad', 'angry'].map((name) => {
  const out = join(folder, `${name}.png`);
  render(
    '--camera',
    'face',
    '--size',
    '200',
    '--orbit',
    '-12,2',
    '--look-at',
    'camera',
    '--expression',
    name,
    ...ground,
    '-o',
    out,
  );
  return out;
});
writeSheet('expressions.png', faces, 6);

const moments = [0.3, 0.7, 0.95, 1.2, 1.45, 1.75, 2.2];
const strip = moments.map((time) => {
  const out = join(folder, `at${time}.png`);
  render(
    '--pose',
    'idle',
    '--animation',
    twirl,
    '--time',
    String(time),
    '--size',
    '170x270',
    ...ground,
    '--eye',
    '0,1,4.6',
    '--target',
    '0,0.78,0',
    '--fov',
    '21',
    '-o',
    out,
  );
  return out;
});
writeSheet('springs.png', strip, moments.length);

const inside = ['bones', 'springs,colliders', 'first-person'].map((kind) => {
  const out = join(folder, `${kind}.png`);
  render(
    '--debug',
    kind,
    '--size',
    '260x400',
    '--eye',
    '0.9,1.1,4.5',
    '--target',
    '0,0.78,0',
    '--fov',
    '21',
    '--background',
    '#20282c',
    '-o',
    out,
  );
  return out;
});
writeSheet('inside.png', inside, 3);
