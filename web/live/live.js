// SPDX-License-Identifier: MIT
// The page of `vrm live --page`, for OBS's browser source and any browser: draws the avatar whose inputs the server
// streams. Options stand in the address, as a query or a fragment:
//
//   camera=bust        full, bust or face, then degrees around and up: "face 20 5"; until an agent moves the camera
//   background=%23000  any colour of CSS; transparent by default
//
// The page keeps itself alive: when the stream ends it asks for another one, every second, and loads the avatar again
// if the new server has another file.
import { viewFrom } from '../libvrm/element/orbit.js';
import { Stage } from '../libvrm/stage.js';
import { RecordReader } from './poses.js';

const RETRY_MS = 1000;
const SILENCE_MS = 8000; // the server says something every two seconds
const STEP_MOST = 0.1; // seconds; a page that was hidden does not make up for the time
const JUMP = 1; // seconds of the avatar's time in one step: it was moved, not animated
const REST_MS = 3000; // after the last state, until springs hang still

const canvas = document.querySelector('canvas'),
  notice = document.querySelector('p');

/** What tests and curious people look at. */
const live = (globalThis.live = {
  stage: null,
  shown: null,
  avatar: null, // the first record of the stream
  isConnected: false,
  states: 0, // received and shown
  frames: 0,
  lastClock: 0, // when the state of the last frame was put, as Date.now()
  lastBegun: 0, // when that frame began
});

let newest = null; // state that no frame has shown yet
let lastStateAt = 0;
let options = {};
let asked = null; // camera of the stream; null: that of the address
let isFramed = false;

// ---- Options ----

const shots = ['full', 'bust', 'face'];

/** "bust", "bust 20", "bust 20 -5", as <vrm-avatar> has it. */
function cameraOf(text) {
  const [shot = '', yaw = 0, pitch = 0] = (text ?? '').trim().split(/[\s,]+/);
  const number = (value, most) => Math.max(-most, Math.min(most, Number(value) || 0));
  return { shot: shots.includes(shot) ? shot : 'bust', yaw: number(yaw, 360), pitch: number(pitch, 89) };
}

/** The fragment counts before the query: it can be changed without a reload. */
function readOptions() {
  const given = [location.hash.slice(1), location.search].map((text) => new URLSearchParams(text));
  const option = (name) => given.map((list) => list.get(name)).find((value) => value) ?? null;
  options = { camera: cameraOf(option('camera')) };
  const colour = option('background');
  document.documentElement.style.backgroundColor = colour && CSS.supports('color', colour) ? colour : 'transparent';
  isFramed = false;
}

addEventListener('hashchange', readOptions);

// ---- Notices ----

/** One line at the bottom; null removes it. A page that is part of a picture says only what keeps it empty. */
function say(text) {
  notice.textContent = text ?? '';
  notice.hidden = text === null;
}

// ---- Avatar ----

async function fetchBytes({ name, url }, signal) {
  const response = await fetch(`../${url}`, { signal, cache: 'no-store' });
  if (response.status === 404) throw new Error(`${name} is not there any more`);
  if (!response.ok) throw new Error(`${name}: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function fetchSides(sides, signal) {
  const read = sides.map(async ({ uri, url }) => [uri, await fetchBytes({ name: uri, url }, signal).catch(() => null)]);
  return Object.fromEntries((await Promise.all(read)).filter(([, bytes]) => bytes)); // a missing one is a finding
}

let refused = null; // an avatar that cannot be shown: it is not fetched again with each stream

const isSame = (a, b) => a !== null && JSON.stringify(a) === JSON.stringify(b);

/** Shows the avatar of the stream, unless it is there already. */
async function showAvatar(avatar, signal) {
  if (isSame(refused, avatar)) return;
  refused = null;
  if (isSame(live.avatar, avatar)) return;
  const { file } = avatar;
  const files = await fetchSides(file.sideFiles, signal),
    bytes = await fetchBytes(file, signal);
  const shown = await live.stage.load(bytes, { files, signal }).catch((error) => {
    if (!signal.aborted) refused = avatar;
    throw error;
  });
  const names = shown.rig.expressions.map(({ name }) => name);
  if (shown.rig.nodeCount !== avatar.nodes || !isSame(names, avatar.expressions)) {
    shown.dispose();
    refused = avatar;
    throw new Error(`${file.name} was exported again: restart vrm live`);
  }
  live.shown?.dispose();
  Object.assign(live, { shown, avatar });
  canvas.setAttribute('aria-label', shown.model.meta?.name || file.name);
  document.title = file.name;
  isFramed = false;
  poseRest = shown.rig.rest();
  pose = poseRest.slice();
  lastTime = null;
}

// ---- Camera ----

/** Shows what the stream asks for; null is the camera of the address. */
function useCamera(camera) {
  if (JSON.stringify(camera) === JSON.stringify(asked)) return;
  asked = camera;
  isFramed = false;
}

function placeCamera() {
  const { stage, shown } = live;
  stage.frame(shown, asked?.shot ? asked : options.camera);
  if (asked?.eye) stage.camera = viewFrom(stage.camera, asked.eye, asked.target, asked.fov);
}

// ---- Poses ----

let poseRest = null,
  pose = null, // local transforms, ten numbers for each node
  lastTime = null; // of the avatar, in the last state

function apply(state) {
  const { avatar } = live.shown;
  pose.set(poseRest);
  for (const { node, translation, rotation, scale } of state.nodes) {
    if (translation) pose.set(translation, node * 10);
    if (rotation) pose.set(rotation, node * 10 + 3);
    if (scale) pose.set(scale, node * 10 + 7);
  }
  avatar.setNodes(pose);
  state.weights.forEach((weight, expression) => avatar.setExpression(expression, weight));
  const root = [state.root.subarray(0, 3), state.root.subarray(3, 7), state.root.subarray(7, 10)];
  const isJump = lastTime === null || Math.abs(state.time - lastTime) > JUMP;
  avatar.setRoot(...root);
  if (isJump) avatar.resetSprings();
  lastTime = state.time;
}

// ---- Frames ----

let size = [0, 0]; // pixels of the device
let before = null;

function frame(now) {
  requestAnimationFrame(frame);
  const { stage, shown } = live;
  const seconds = Math.min(STEP_MOST, (now - (before ?? now)) / 1000);
  before = now;
  if (!shown || size[0] === 0 || size[1] === 0) return;
  const state = newest,
    begun = performance.now();
  newest = null;
  if (state) {
    apply(state);
    lastStateAt = now;
  } else if (isFramed && now - lastStateAt > REST_MS) return; // the server says nothing and nothing moves
  stage.step(seconds);
  if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
  if (!isFramed) {
    placeCamera();
    isFramed = !stage.isContextLost;
  }
  stage.draw();
  live.frames++;
  if (!state) return;
  live.states++;
  live.lastClock = state.clock;
  live.lastBegun = performance.timeOrigin + begun;
}

function watchSize() {
  const observer = new ResizeObserver(([entry]) => {
    const [box] = entry.devicePixelContentBoxSize ?? entry.contentBoxSize,
      ratio = entry.devicePixelContentBoxSize ? 1 : devicePixelRatio;
    size = [Math.round(box.inlineSize * ratio), Math.round(box.blockSize * ratio)];
    isFramed = false;
  });
  try {
    observer.observe(canvas, { box: 'device-pixel-content-box' });
  } catch {
    observer.observe(canvas); // Safari
  }
}

// ---- Stream ----

/** Reads the stream until it ends. States that come while the avatar loads are skipped. */
async function follow() {
  const abort = new AbortController();
  let patience = null;
  const beginPatience = () => {
    clearTimeout(patience);
    // In two parts: a page that was busy for so long, with a large avatar, first reads what has come meanwhile.
    patience = setTimeout(() => (patience = setTimeout(() => abort.abort(), RETRY_MS)), SILENCE_MS);
  };
  beginPatience();
  try {
    const response = await fetch('../poses', { signal: abort.signal, cache: 'no-store' });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const reader = response.body.getReader(),
      records = new RecordReader();
    let loading = null,
      camera = null;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      beginPatience();
      live.isConnected = true;
      const { avatar, state, ...more } = records.take(value);
      camera = more.camera ?? camera;
      if (state) useCamera(camera); // it comes before the states, so that there is none if a state comes first
      if (avatar) {
        newest = null;
        loading = showAvatar(avatar, abort.signal).then(
          () => refused === null && say(null),
          (error) => {
            if (abort.signal.aborted) return;
            say(error.message);
            if (refused === null) abort.abort(); // a file that did not arrive is asked for again
          },
        );
        loading.finally(() => (loading = null));
      }
      if (state && loading === null && refused === null) newest = state;
    }
  } finally {
    clearTimeout(patience);
    abort.abort();
    live.isConnected = false;
  }
}

async function keepFollowing() {
  for (;;) {
    await follow().catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

try {
  live.stage = await Stage.create(canvas);
  readOptions();
  watchSize();
  requestAnimationFrame(frame);
  document.documentElement.dataset.ready = '';
  keepFollowing();
} catch (error) {
  say(error.message);
}
