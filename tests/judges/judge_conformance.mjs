// SPDX-License-Identifier: MIT
// The sweeps of the vrm-conformance suite, made by this program, driven through `vrm serve` as the
// suite drives its adapters, and compared with three-vrm 3.5.5 in Node: one property at a time of
// spring bones (positions of every joint, settled and swinging), and VRM animations (rotations of
// every bone). Limits are the suite's. docs/reference/conformance.md has the figures; `--table` prints them as
// Markdown. judge_sweeps.mjs compares the adapter's pictures.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnimationMixer, LoopOnce, Vector3 } from 'three';
import { Adapter } from './adapter.mjs';
import { openInThree, scene, scratch, skip, Verdict } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');
globalThis.self ??= globalThis;
console.warn = () => {};
const { VRMLoaderPlugin } = await import('@pixiv/three-vrm');
const { VRMAnimationLoaderPlugin, createVRMAnimationClip } = await import('@pixiv/three-vrm-animation');

const verdict = new Verdict();
const folder = scratch();
const STEP = 1 / 60,
  SETTLE = 180,
  SWING = 30,
  WAY = [0.5, 0, 0.1];
const SETTLED = { mean: 5, most: 20 },
  SWINGING = { mean: 10, most: 40 }; // millimetres

// ---- Sweeps ----

/** Writes a GLB again with its JSON changed. */
function edit(path, change, out) {
  const bytes = readFileSync(path),
    size = bytes.readUInt32LE(12);
  const json = JSON.parse(bytes.subarray(20, 20 + size).toString());
  change(json);
  let text = Buffer.from(JSON.stringify(json));
  text = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const rest = bytes.subarray(20 + size),
    head = Buffer.alloc(20);
  head.write('glTF');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + text.length + rest.length, 8);
  head.writeUInt32LE(text.length, 12);
  head.write('JSON', 16);
  writeFileSync(out, Buffer.concat([head, text, rest]));
}

const jointsOf = (json) => json.extensions.VRMC_springBone.springs.flatMap((spring) => spring.joints);
const everyJoint = (values) => (json) => jointsOf(json).forEach((joint) => Object.assign(joint, values));
const sweeps = [];
const sweep = (property, value, change, options = []) => sweeps.push({ name: `${property} ${value}`, change, options });
for (const v of [0, 0.25, 1, 4]) sweep('stiffness', v, everyJoint({ stiffness: v }));
for (const v of [0, 0.5, 1, 2]) sweep('gravityPower', v, everyJoint({ gravityPower: v }));
for (const v of [0.1, 0.4, 0.7, 1]) sweep('dragForce', v, everyJoint({ dragForce: v }));
for (const v of [
  [1, 0, 0],
  [0, 0, 1],
  [0, 1, 0],
])
  sweep('gravityDir', v.join(' '), everyJoint({ gravityDir: v, gravityPower: 1 }));
for (const v of [0, 0.05, 0.1]) sweep('hitRadius', v, everyJoint({ hitRadius: v }));
for (const v of [2, 4, 8]) sweep('joints', v, () => {}, ['--joints', String(v)]);
for (const v of [0, 1, 2]) sweep('centers', v, () => {}, ['--centers', String(v)]);

// ---- Springs ----

async function runThree(path) {
  const gltf = await openInThree(path, [(parser) => new VRMLoaderPlugin(parser)]);
  const avatar = gltf.userData.vrm,
    springs = avatar.springBoneManager;
  const nodes = await Promise.all(gltf.parser.json.nodes.map((_, i) => gltf.parser.getDependency('node', i)));
  const positions = () => {
    avatar.scene.updateMatrixWorld(true);
    return gltf.parser.json.extensions.VRMC_springBone.springs.map(({ joints }) =>
      joints.map(({ node }) => new Vector3().setFromMatrixPosition(nodes[node].matrixWorld).toArray()),
    );
  };
  const step = () => {
    avatar.scene.updateMatrixWorld(true);
    springs.update(STEP);
  };
  avatar.scene.updateMatrixWorld(true);
  springs.reset();
  for (let i = 0; i < SETTLE; i++) step();
  const settled = positions();
  for (let i = 1; i <= SWING; i++) {
    avatar.scene.position.set(...WAY.map((x) => (x * i) / SWING));
    step();
  }
  return [settled, positions()];
}

async function runOurs(adapter, path) {
  const { session_id } = await adapter.call('load_vrm', { path });
  const positions = async () =>
    (await adapter.call('dump_bone_positions', { session_id })).springs.map((s) => s.joint_positions);
  await adapter.call('reset_physics', { session_id, settle_steps: SETTLE });
  const settled = await positions();
  await adapter.call('animate_root_transform', {
    session_id,
    translation_start: [0, 0, 0],
    translation_end: WAY,
    duration_seconds: SWING / 60,
    fps: 60,
  });
  const swinging = await positions();
  await adapter.call('dispose', { session_id });
  return [settled, swinging];
}

/** Millimetres between two dumps: mean and most. */
function distance(ours, theirs, name) {
  verdict.claim(
    ours.length === theirs.length && ours.every((s, i) => s.length === theirs[i].length),
    `${name}: all joints are there`,
  );
  const all = ours.flatMap((spring, s) =>
    spring.map((p, j) => 1000 * Math.hypot(...p.map((x, k) => x - theirs[s][j][k]))),
  );
  return { mean: all.reduce((a, b) => a + b, 0) / all.length, most: Math.max(...all) };
}

const rows = [];
const adapter = new Adapter(folder);
for (const { name, change, options } of sweeps) {
  const base = join(folder, 'base.vrm'),
    path = join(folder, 'sweep.vrm');
  scene('springs', base, '--chains', '4', ...options);
  edit(base, change, path);
  const ours = await runOurs(adapter, path),
    theirs = await runThree(path);
  const settled = distance(ours[0], theirs[0], name),
    swinging = distance(ours[1], theirs[1], name);
  rows.push({ name, settled, swinging });
  for (const [what, measured, limit] of [
    ['settled', settled, SETTLED],
    ['swinging', swinging, SWINGING],
  ])
    verdict.claim(
      measured.mean <= limit.mean && measured.most <= limit.most,
      `${name}, ${what}: ${measured.mean.toFixed(2)} mm mean, ${measured.most.toFixed(2)} mm at most`,
    );
}

// ---- Animations ----

const angle = (a, b) => {
  const sign = a.reduce((sum, x, i) => sum + x * b[i], 0) < 0 ? -1 : 1;
  return (2 * Math.asin(Math.min(1, Math.hypot(...a.map((x, i) => x - sign * b[i])) / 2)) * 180) / Math.PI;
};

const clips = [];
for (const [kind, clipKind] of [
  ['1.0', 'clip'],
  ['hero', 'hero-clip'],
]) {
  const path = join(folder, `${kind}.vrm`),
    clipPath = join(folder, `${clipKind}.vrma`);
  scene(kind, path);
  scene(clipKind, clipPath);
  const { session_id } = await adapter.call('load_vrm', { path });
  const { vrma_handle, channel_summary } = await adapter.call('load_vrma', { vrma_path: clipPath });
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    const time = part * channel_summary.duration_seconds;
    await adapter.call('apply_vrma_at_time', { session_id, vrma_handle, vrm_handle: 0, time_seconds: time });
    const pose = await adapter.call('dump_humanoid_pose', { session_id });
    const gltf = await openInThree(path, [(parser) => new VRMLoaderPlugin(parser)]);
    const loaded = await openInThree(clipPath, [(parser) => new VRMAnimationLoaderPlugin(parser)]);
    const avatar = gltf.userData.vrm,
      mixer = new AnimationMixer(avatar.scene);
    const action = mixer.clipAction(createVRMAnimationClip(loaded.userData.vrmAnimations[0], avatar));
    action.setLoop(LoopOnce).play().clampWhenFinished = true;
    mixer.setTime(Math.min(time, channel_summary.duration_seconds - 1e-6));
    const angles = pose.bones.flatMap(({ name, local_rotation_quat }) => {
      // The clip's gaze turns the eyes; judge_runtime.mjs compares it.
      const node = /Eye$/.test(name) ? null : avatar.humanoid.getNormalizedBoneNode(name);
      return node ? [angle(local_rotation_quat, node.quaternion.toArray())] : [];
    });
    const most = Math.max(...angles);
    clips.push({ name: `${clipKind} at ${time.toFixed(2)} s`, bones: angles.length, most });
    verdict.claim(angles.length >= 15 && most < 0.1, `${clipKind} at ${time} s: ${most.toFixed(3)} degrees at most`);
  }
  await adapter.call('dispose', { session_id });
}
verdict.claim((await adapter.end()) === 0, 'the adapter ends with its input');

const mm = ({ mean, most }) => `${mean.toFixed(3)} / ${most.toFixed(3)}`;
if (process.argv.includes('--table')) {
  console.log('| sweep | settled, mm: mean / most | swinging, mm: mean / most |\n|---|---|---|');
  for (const row of rows) console.log(`| ${row.name} | ${mm(row.settled)} | ${mm(row.swinging)} |`);
  console.log('\n| animation | bones | most, degrees |\n|---|---|---|');
  for (const clip of clips) console.log(`| ${clip.name} | ${clip.bones} | ${clip.most.toFixed(4)} |`);
} else {
  for (const row of rows)
    console.log(`${row.name.padEnd(18)} settled ${mm(row.settled)}  swinging ${mm(row.swinging)} mm`);
  for (const clip of clips) console.log(`${clip.name.padEnd(24)} ${clip.bones} bones, ${clip.most.toFixed(4)} degrees`);
}
verdict.end();
