// SPDX-License-Identifier: MIT
// FBX: places and rotations of every joint, beside three.js's FBXLoader, in the files of the corpus.
//
// FBXLoader has straight lines between keys whatever the file says, so frames count where each of
// its tracks has a key or has ended. The axes are the file's: its turn of files with Z up is taken
// back. `known` has the files in which it differs, each with the reason; assimp 5.2 is asked beside
// it where it can tell. Neither reads files before version 7: those must equal the same scene in a
// later version. Curves between keys, layers and inherit types are compared with Maya's own numbers
// in test_fbx_curves.c.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AnimationMixer, LoopOnce, Matrix4, PropertyBinding, Quaternion, Vector3 } from 'three';
import { FBXLoader } from 'three/examples/jsm/loaders/FBXLoader.js';
import { corpus, scratch, skip, Verdict } from './support.mjs';

const dump = process.env.VRM_DUMP_MOTION;
if (!dump) skip('no program that prints motion');
const files = [...corpus('motion-import/rocketbox', '.fbx'), ...corpus('motion-import/ufbx', '.fbx')];

/** Why FBXLoader differs or fails, by the beginning of the file's name. With `assimp` that program has what we have. */
const known = [
  ['casegen_rotation_', 'pre- and post-rotation and the order are applied to models whose RotationActive is 0'],
  ['maya_anim_diffuse_curve_', 'throws: a curve of a material'],
  ['maya_material_anim_', 'throws: a curve of a material', 'assimp'],
  ['maya_anim_extrapolation_', 'what lies beyond the keys is constant there'],
  ['maya_anim_layer', 'only the first layer is read'],
  ['synthetic_rotation_order_layers_', 'only the first layer is read'],
  ['maya_anim_linear_', 'an axis without a key is taken from the key before', 'assimp'],
  ['maya_anim_no_inherit_scale_', 'inherit types are applied once, to the rest pose, not to animated scales'],
  ['maya_child_pivots_', 'scales over turned joints have no rotation; pivots are left out of animated places'],
  ['maya_null_pivots_', 'pivots are left out of animated places', 'assimp'],
  ['maya_pivot_offset_', 'pivots are left out of animated places', 'assimp'],
  ['maya_split_pivot_', 'pivots are left out of animated places', 'assimp'],
  ['maya_zero_scale_pivot_', 'pivots are left out of animated places', 'assimp'],
  ['motionbuilder_pivot_', 'throws: a stack without a layer'],
];

/** Cameras and lights alone: no joints for us. */
const without = ['blender_402_ortho_', 'maya_anim_light_', 'maya_camera_light_'];

console.warn = () => {};
globalThis.self ??= globalThis;
globalThis.window ??= { URL, innerWidth: 1, innerHeight: 1 };
globalThis.document ??= { createElementNS: () => ({ addEventListener() {}, removeEventListener() {} }) };

const folder = scratch();
const verdict = new Verdict();
const angle = (a, b) => {
  const turn = a.clone().invert().multiply(b);
  return 2 * Math.atan2(Math.hypot(turn.x, turn.y, turn.z), Math.abs(turn.w));
};

function readOurs(path) {
  return JSON.parse(
    execFileSync(dump, [path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 30 }),
  );
}

/** The scene of FBXLoader in the file's axes, with a clip of that name. */
function readTheirs(path, take) {
  const bytes = readFileSync(path);
  const root = new FBXLoader().parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), '');
  root.rotation.set(0, 0, 0);
  const clip = root.animations.find(({ name }) => name === take) ?? null;
  const mixer = new AnimationMixer(root);
  const action = clip ? mixer.clipAction(clip) : null;
  if (action) {
    action.setLoop(LoopOnce);
    action.clampWhenFinished = true;
    action.play();
  }
  const seek = (time) => {
    action?.reset(); // one that has ended is paused
    mixer.setTime(Math.min(time, clip?.duration ?? 0));
    root.updateMatrixWorld(true);
  };
  const nodes = new Map();
  root.traverse((node) => {
    if (!nodes.has(node.name)) nodes.set(node.name, []);
    nodes.get(node.name).push(node);
  });
  return { clip, seek, nodes, clean: PropertyBinding.sanitizeNodeName };
}

const isKey = (track, time) => {
  const { times } = track;
  return time < times[0] + 1e-5 || time > times.at(-1) - 1e-5 || times.some((t) => Math.abs(t - time) < 1e-5);
};

/** The scene of assimp, whose times begin with the take: a node for each factor of the local transform, a channel for each that moves. */
function readAssimp(path, take, start) {
  const out = join(folder, 'assimp.json');
  execFileSync('assimp', ['export', path, out, '-fassjson'], { stdio: 'ignore' });
  const { rootnode, animations = [] } = JSON.parse(readFileSync(out, 'utf8'));
  const animation = animations.find(({ name }) => name === take) ?? animations[0];
  const rate = animation?.tickspersecond || 1;
  const channels = new Map((animation?.channels ?? []).map((channel) => [channel.name, channel]));
  const nodes = new Map();
  const all = [];
  const visit = (node, parent) => {
    const mine = { node, parent, rest: new Matrix4().set(...node.transformation), world: new Matrix4() };
    all.push(mine);
    nodes.set(node.name, [...(nodes.get(node.name) ?? []), { matrixWorld: mine.world }]);
    for (const child of node.children ?? []) visit(child, mine);
  };
  for (const child of rootnode.children ?? []) visit(child, null); // the root itself turns and scales
  const lists = [...channels.values()].flatMap((c) => [c.positionkeys, c.rotationkeys, c.scalingkeys]);
  const tracks = lists
    .filter((keys) => keys?.length > 1)
    .map((keys) => ({ times: keys.map(([time]) => start + time / rate) }));
  const at = (keys, time) =>
    keys.reduce((best, key) =>
      Math.abs(start + key[0] / rate - time) < Math.abs(start + best[0] / rate - time) ? key : best,
    )[1];
  const seek = (time) => {
    for (const { node, parent, rest, world } of all) {
      const channel = channels.get(node.name);
      world.copy(rest);
      if (channel) {
        const [w, x, y, z] = at(channel.rotationkeys, time);
        world.compose(
          new Vector3(...at(channel.positionkeys, time)),
          new Quaternion(x, y, z, w),
          new Vector3(...at(channel.scalingkeys, time)),
        );
      }
      if (parent) world.premultiply(parent.world);
    }
  };
  return { clip: { tracks }, seek, nodes, clean: (name) => name };
}

/** The largest differences of a file beside what another reader made of it. */
function compare(ours, theirs) {
  const used = new Map();
  const pairs = ours.joints.map(({ name }) => {
    const key = theirs.clean(name);
    const index = used.get(key) ?? 0;
    used.set(key, index + 1);
    return theirs.nodes.get(key)?.[index];
  });
  const result = {
    joints: ours.joints.length,
    found: pairs.filter(Boolean).length,
    frames: 0,
    of: ours.worlds.length,
    rotation: 0,
    place: 0,
    where: '',
  };
  const q = new Quaternion(),
    p = new Vector3(),
    s = new Vector3();
  let reach = 1;
  for (let f = 0; f < ours.worlds.length; f++) {
    const time = ours.start + f * ours.frameTime;
    if (theirs.clip && !theirs.clip.tracks.every((track) => isKey(track, time))) continue;
    result.frames++;
    theirs.seek(time);
    pairs.forEach((node, j) => {
      if (!node) return;
      node.matrixWorld.decompose(p, q, s);
      const w = ours.worlds[f].slice(7 * j, 7 * j + 7);
      // A joint without size has no rotation.
      const turn = Math.min(...s.toArray().map(Math.abs)) > 1e-6 ? angle(q, new Quaternion(w[3], w[4], w[5], w[6])) : 0;
      const way = p.distanceTo(new Vector3(w[0], w[1], w[2]));
      reach = Math.max(reach, p.length());
      if (turn > Math.max(result.rotation, 1e-4) || way / reach > Math.max(result.place, 1e-5))
        result.where = `${ours.joints[j].name} in frame ${f}`;
      result.rotation = Math.max(result.rotation, turn);
      result.place = Math.max(result.place, way / reach);
    });
  }
  result.isEqual = result.found === result.joints && result.frames > 0 && result.rotation < 1e-4 && result.place < 1e-5;
  return result;
}

function attempt(read) {
  try {
    return read();
  } catch (error) {
    return {
      isEqual: false,
      error: String(error.message ?? error)
        .split('\n')[0]
        .slice(0, 80),
    };
  }
}

const worst = { rotation: 0, place: 0 };
const counts = { three: 0, assimp: 0, reasons: 0, versions: 0 };
const hasAssimp = !attempt(() => ({ said: execFileSync('assimp', ['version'], { encoding: 'utf8' }) })).error;
if (!hasAssimp) console.log('assimp is not installed: it is not asked');
const scenes = new Map();

for (const path of files) {
  const name = basename(path);
  if (without.some((begin) => name.startsWith(begin))) {
    verdict.claim(attempt(() => readOurs(path)).error !== undefined, `${name} has no joints`);
    continue;
  }
  const ours = readOurs(path);
  const take = ours.takes[ours.take];
  const [base, version] = name.split(/_(\d{4})_(?:ascii|binary)\.fbx$/);
  if (version) scenes.set(base, [...(scenes.get(base) ?? []), { name, ours }]);
  if (version && Number(version) < 7000) continue;
  const result = attempt(() => compare(ours, readTheirs(path, take)));
  const reason = known.find(([begin]) => name.startsWith(begin));
  if (!reason) {
    verdict.claim(result.isEqual, `${name}: ${JSON.stringify(result)}`);
    worst.rotation = Math.max(worst.rotation, result.rotation ?? 0);
    worst.place = Math.max(worst.place, result.place ?? 0);
    counts.three++;
    continue;
  }
  counts.reasons++;
  verdict.claim(!result.isEqual, `${name}: FBXLoader reads it right now; take it out of the list`);
  if (reason[2] !== 'assimp' || !hasAssimp) continue;
  const beside = attempt(() => compare(ours, readAssimp(path, take, ours.start)));
  verdict.claim(beside.isEqual, `${name} beside assimp: ${JSON.stringify(beside)}`);
  counts.assimp++;
}

// One scene in several versions, binary and text.
for (const versions of scenes.values())
  for (const { name, ours } of versions.slice(0, -1)) {
    const last = versions.at(-1).ours;
    let most = 0;
    ours.worlds.forEach((frame, f) =>
      frame.forEach((v, i) => {
        most = Math.max(most, Math.abs(v - last.worlds[f]?.[i]));
      }),
    );
    verdict.claim(
      ours.joints.length === last.joints.length && ours.frames === last.frames && most < 1e-5,
      `${name} differs from ${versions.at(-1).name} by ${most}`,
    );
    counts.versions++;
  }

console.log(
  `${counts.three} files as FBXLoader has them, to ${worst.rotation.toExponential(1)} rad and ` +
    `${worst.place.toExponential(1)} of their size; ${counts.reasons} where it differs for a reason, ${counts.assimp} of them as assimp ` +
    `has them; ${counts.versions} as the same scene in another version`,
);
verdict.end();
