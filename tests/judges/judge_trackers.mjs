// SPDX-License-Identifier: MIT
// What trackers send, recorded by `vrm receive --replay` and played by three-vrm-animation: at each
// moment the avatar has the pose and the weights that `vrm live --replay` sends as VMC for the same
// packet, and those of the person that tests/trackers/recordings.py made the packets of.
//
// The packets of mocopi that its makers recorded are judged with VRM_CORPUS.
import { execFileSync, spawn } from 'node:child_process';
import dgram from 'node:dgram';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AnimationMixer, Euler, LoopOnce, Quaternion } from 'three';
import { khronos } from './khronos.mjs';
import { openInThree, openInThreeVrm, scene, scratch, skip, Verdict, vrm } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');
console.warn = () => {};
globalThis.self ??= globalThis;

const FPS = 30;
const LIVE_FPS = 60; // packet i has arrived in frame 2 i + 1
const LOST = [40, 60]; // packets that show nobody
const radians = Math.PI / 180;
const folder = scratch();
const here = dirname(fileURLToPath(import.meta.url));
const verdict = new Verdict();
const worst = {};
const { VRMAnimationLoaderPlugin, createVRMAnimationClip } = await import('@pixiv/three-vrm-animation');

const avatarPath = join(folder, 'avatar.vrm');
scene('1.0', avatarPath, '--constraints', '0');

function see(kind, difference, limit, where) {
  worst[kind] = Math.max(worst[kind] ?? 0, difference);
  if (!(difference <= limit)) verdict.claim(false, `${where}: ${kind} differs by ${difference}`);
}

const angle = (a, b) => {
  const turn = a.clone().normalize().invert().multiply(b.clone().normalize());
  return (2 * Math.atan2(Math.hypot(turn.x, turn.y, turn.z), Math.abs(turn.w))) / radians;
};

// ---- vrm live ----

/** Messages of a packet of VMC: address and values. */
function* messagesOf(packet) {
  const text = (at) => packet.toString('latin1', at, packet.indexOf(0, at));
  for (let at = 16; at < packet.length;) {
    const end = at + 4 + packet.readInt32BE(at);
    const values = [];
    const skipText = (string) => (at += (string.length + 4) & ~3);
    at += 4;
    const address = text(at);
    skipText(address);
    const types = text(at);
    skipText(types);
    for (const type of types.slice(1)) {
      if (type === 's') skipText(values[values.push(text(at)) - 1]);
      else at += values.push(packet.readFloatBE(at)) && 4;
    }
    yield { address, values };
    at = end;
  }
}

/** The frames that vrm live sends, by number, in libvrm's axes: rotations of bones, weights. */
async function liveFrames(packets, seconds) {
  const socket = dgram.createSocket({ type: 'udp4', recvBufferSize: 1 << 22 });
  await new Promise((done) => socket.bind(0, '127.0.0.1', done));
  const frames = [];
  let frame = { number: -1, bones: {}, weights: {} };
  const take = (address, [name, ...v]) => {
    if (address === '/VMC/Ext/T') frame = { number: Math.round(name * LIVE_FPS), bones: {}, weights: {} };
    else if (address === '/VMC/Ext/Blend/Apply')
      frames[frame.number] = frame; // its last message
    else if (address === '/VMC/Ext/Blend/Val') frame.weights[name] = v[0];
    else if (address === '/VMC/Ext/Bone/Pos')
      frame.bones[name[0].toLowerCase() + name.slice(1)] = new Quaternion(v[3], -v[4], -v[5], v[6]);
  };
  socket.on('message', (packet) => {
    for (const { address, values } of messagesOf(packet)) take(address, values);
  });
  const words = ['live', avatarPath, '--replay', packets, '--smooth', '1000', '--fps', LIVE_FPS, '--seconds', seconds];
  const program = spawn(process.env.VRM, [...words, '--vmc-out', socket.address().port, '-q'], { stdio: 'inherit' });
  const status = await new Promise((done) => program.on('exit', done));
  verdict.claim(status === 0, `vrm live --replay ${packets}`);
  await new Promise((done) => setTimeout(done, 200));
  socket.close();
  return frames;
}

// ---- three-vrm ----

async function play(clipPath) {
  const avatar = await openInThreeVrm(avatarPath);
  const file = await openInThree(clipPath, [(parser) => new VRMAnimationLoaderPlugin(parser)]);
  const mixer = new AnimationMixer(avatar.scene);
  const action = mixer.clipAction(createVRMAnimationClip(file.userData.vrmAnimations[0], avatar));
  action.setLoop(LoopOnce);
  action.clampWhenFinished = true;
  action.play();
  return { avatar, at: (time) => mixer.setTime(time) };
}

async function record(packets) {
  const out = packets.replace('.packets', '.vrma');
  vrm('receive', '--replay', packets, '--fps', FPS, '-o', out);
  const bad = (await khronos(out)).filter(({ severity }) => severity === 'error' || severity === 'warning');
  verdict.claim(bad.length === 0, `${out}: the Khronos validator says ${JSON.stringify(bad)}`);
  return play(out);
}

// ---- The person of recordings.py ----

function personAt(i) {
  const s = i / FPS;
  const turn = new Euler(15 * Math.sin(2 * s), 30 * Math.sin(3 * s), 10 * Math.sin(2.5 * s)).toArray();
  const head = new Euler(...turn.slice(0, 3).map((degrees) => degrees * radians), 'YXZ');
  return {
    head: new Quaternion().setFromEuler(head),
    weights: { aa: 0.5 + 0.4 * Math.sin(7 * s), blinkLeft: 0.4 - 0.3 * Math.cos(5 * s) },
  };
}

function judgePerson(avatar, i, where) {
  const turn = (bone) => avatar.humanoid.getNormalizedBoneNode(bone).quaternion;
  const person = personAt(i);
  see('head of the person (degrees)', angle(turn('neck').clone().multiply(turn('head')), person.head), 0.4, where);
  for (const [name, weight] of Object.entries(person.weights))
    see('weight of the person', Math.abs(avatar.expressionManager.getValue(name) - weight), 0.012, where);
}

// ---- Each tracker ----

function judgeLive(avatar, frame, bones, weights, where) {
  for (const bone of bones)
    see(
      'bone of vrm live (degrees)',
      angle(avatar.humanoid.getNormalizedBoneNode(bone).quaternion, frame.bones[bone]),
      0.25,
      `${where} ${bone}`,
    );
  for (const name of weights)
    see(
      'weight of vrm live',
      Math.abs(avatar.expressionManager.getValue(name) - frame.weights[name]),
      0.012,
      `${where} ${name}`,
    );
}

async function judge(name, packets, moments, bones, weights = [], isPerson = false) {
  const frames = await liveFrames(packets, (moments.at(-1) + 2) / FPS);
  const player = await record(packets);
  // In real time: a busy machine leaves frames out.
  const arrived = moments.filter((i) => frames[2 * i + 1]);
  verdict.claim(arrived.length > moments.length / 4, `${name}: ${arrived.length} frames of vrm live`);
  for (const i of moments) {
    // The first frame of a take, at 0, has the second packet.
    player.at((i - 1) / FPS);
    const where = `${name}, packet ${i}`;
    if (frames[2 * i + 1]) judgeLive(player.avatar, frames[2 * i + 1], bones, weights, where);
    if (isPerson) judgePerson(player.avatar, i, where);
  }
  verdict.claim(true, `${name}: ${moments.length} moments`);
}

const range = (from, to) => Array.from({ length: to - from }, (_, i) => from + i);
/** After what was found was eased in, and while it is seen. */
const seen = [...range(10, LOST[0]), ...range(LOST[1] + 10, 90)];

execFileSync('python3', [join(here, '../trackers/recordings.py'), folder]);
for (const name of ['openseeface', 'ifacialmocap', 'vtubestudio', 'livelink', 'mediapipe'])
  await judge(name, join(folder, `${name}.packets`), seen, ['neck', 'head'], ['aa', 'blinkLeft'], true);
await judge('mocopi', join(folder, 'mocopi.packets'), seen, [
  ...['hips', 'spine', 'chest', 'neck', 'head', 'leftUpperArm', 'leftLowerArm', 'leftHand', 'rightUpperArm'],
  ...['leftUpperLeg', 'leftLowerLeg', 'leftFoot', 'rightUpperLeg', 'rightFoot'],
]);
await judge(
  'vmc',
  join(folder, 'vmc.packets'),
  seen,
  ['hips', 'spine', 'head', 'leftUpperArm', 'rightUpperArm'],
  ['happy', 'aa'],
);

// ---- Packets that mocopi sent ----

const samples = process.env.VRM_CORPUS && join(process.env.VRM_CORPUS, 'motion-import/mocopi');
if (samples && existsSync(samples)) {
  const line = (t, file) =>
    JSON.stringify({ t, from: 'mocopi', data: readFileSync(join(samples, file)).toString('base64') });
  const lines = [line(0, 'sample_skdf.bin'), ...range(0, 20).map((i) => line(i / FPS, 'sample_fram.bin'))];
  const packets = join(folder, 'sample.packets');
  writeFileSync(packets, ['{"format":"vrm-packets","version":1}', ...lines, ''].join('\n'));
  await judge('mocopi, recorded', packets, range(10, 18), ['hips', 'spine', 'head', 'leftUpperArm', 'rightLowerLeg']);
} else {
  console.log('skipped: VRM_CORPUS is not set: packets that mocopi sent');
}

console.log(worst);
verdict.end();
