// SPDX-License-Identifier: MIT
// libvrm/three: against three-vrm over motions, and what it promises by itself. test_three_page.mjs has
// what needs a browser.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'node:test';
import { corpus, load, sceneBytes, sourceFolder } from './support.mjs';

globalThis.self ??= globalThis;
console.warn = () => {}; // three-vrm's remarks about what it does not support

const installed = await import('three').then(() => import('@pixiv/three-vrm')).catch(() => null);
const skip = installed ? false : 'three and three-vrm are not installed (tools/deps.sh check)';
const THREE = skip ? null : await import('three');
const { compareMotion, limits, parse } = skip ? {} : await import('./three_compare.mjs');
const ours = skip ? null : await load('three.js');

const buffer = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const open = async (bytes, options) => (await parse(buffer(bytes), (parser) => new ours.VRMLoaderPlugin(parser, options))).userData.vrm;

const folder = join(sourceFolder, 'tests/vectors/motions');
const motions = readdirSync(folder).sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));

function claim(channels, label) {
  for (const [channel, difference, where] of channels)
    assert.ok(difference <= limits[channel], `${label}: ${channel} of ${where} differs by ${difference}`);
}

for (const kind of ['0.x', '1.0-beta', '1.0', 'typical', 'springs', 'hero', 'hero-0.x'])
  test(`${kind} moves as in three-vrm`, { skip }, async () => {
    for (const motion of motions)
      claim(await compareMotion(buffer(sceneBytes(kind)), motion, ours, installed), `${kind}, ${motion.name}`);
  });

const turn = (angle, x, y) => {
  const s = Math.sin(angle / 2) / Math.hypot(x, y);
  return [x * s, y * s, 0, Math.cos(angle / 2)];
};
const samples = (frames, curve) => Array.from({ length: frames }, (_, f) => curve(f)).flat();
const sway = (frames) => ({ name: 'sway', frames, dt: 1 / 60, tracks: [
  { target: 'root', property: 'translation', samples: samples(frames, (f) => [0.2 * Math.sin(0.05 * f), 0.02 * Math.sin(0.11 * f), 0.1 * Math.sin(0.03 * f)]) },
  { target: 'root', property: 'rotation', samples: samples(frames, (f) => turn(0.6 * Math.sin(0.02 * f), 0, 1)) },
  { target: 'bone', name: 'head', property: 'rotation', samples: samples(frames, (f) => turn(0.5 * Math.sin(0.07 * f), 0.4, 1)) },
] });

for (const kind of ['springs', '1.0', '1.0-beta'])
  test(`springs of ${kind} sway as in three-vrm`, { skip }, async () => {
    claim(await compareMotion(buffer(sceneBytes(kind)), sway(300), ours, installed, { hasSprings: true }), kind);
  });
