// SPDX-License-Identifier: MIT
// Shared by all elements of a page: one stage, so one WebGL context, since browsers allow few; one file per
// address; one frame loop, which runs while an element needs frames. An element is a member with
//
//   wantsFrames(now)   whether it must be drawn in this frame
//   prepare(seconds)   before the step: steps its actor
//   paint(stage)       after the step: draws its avatar and copies the picture
import { Stage } from '../stage.js';
import { fetchBytes } from './download.js';

const closeAfter = 5000; // milliseconds without any member
const longestStep = 0.1; // seconds: time does not jump after a pause

let opening = null; // promise of the stage
let closing = 0;
let users = 0;
const files = new Map(); // by address: { users, root, abort, listeners }

async function openStage() {
  clearTimeout(closing);
  opening ??= Stage.create(document.createElement('canvas'), { powerPreference: 'low-power' });
  try {
    return await opening;
  } catch (error) {
    opening = null;
    throw error;
  }
}

/** Frees the renderer and its context some time after the last member has left, since pages remove elements and insert
 * them again. */
function closeSoon() {
  clearTimeout(closing);
  closing = setTimeout(async () => {
    const stage = await opening?.catch(() => null);
    if (users > 0 || !stage) return;
    opening = null;
    const gl = stage.canvas.getContext('webgl2');
    stage.dispose();
    gl?.getExtension('WEBGL_lose_context')?.loseContext(); // at once, not when it is collected
  }, closeAfter);
}

// ---- Files ----

async function loadRoot(file, address) {
  const stage = await openStage();
  const tell = (progress) => {
    for (const listener of file.listeners) listener(progress);
  };
  const bytes = await fetchBytes(address, file.abort.signal, tell);
  const root = await stage.load(bytes, { signal: file.abort.signal });
  root.isVisible = false;
  root.avatar.setParts([]);
  return root;
}

/** Creates an avatar of the file at an address. Resolves with { shown, stage, release }. */
export async function borrow(address, signal, onProgress) {
  users++;
  let file = files.get(address);
  if (!file) {
    file = { users: 0, root: null, abort: new AbortController(), listeners: new Set() };
    file.root = loadRoot(file, address);
    files.set(address, file);
    file.root.catch(() => {
      if (files.get(address) === file) files.delete(address);
    }); // the next call tries again
  }
  file.users++;
  file.listeners.add(onProgress);
  let shown = null,
    isReleased = false;
  const release = () => {
    if (isReleased) return;
    isReleased = true;
    shown?.dispose();
    file.listeners.delete(onProgress);
    if (--file.users === 0) {
      if (files.get(address) === file) files.delete(address);
      file.abort.abort();
      file.root.then(
        (root) => root.dispose(),
        () => {},
      );
    }
    if (--users === 0) closeSoon();
  };
  signal.addEventListener('abort', release, { once: true });
  try {
    const root = await file.root,
      stage = await openStage();
    signal.throwIfAborted();
    shown = root.clone();
    shown.isVisible = false;
    return { shown, stage, release };
  } catch (error) {
    release();
    throw error;
  }
}

// ---- Frames ----

const members = new Set();
let request = 0;
let last = 0;

export function join(member) {
  members.add(member);
  wake();
}

export function leave(member) {
  members.delete(member);
}

/** Runs the frame loop: all members are asked in the next frame. */
export function wake() {
  if (request === 0 && members.size > 0) request = requestAnimationFrame(first);
}

/** The first frame after a pause: no time has passed. */
function first(now) {
  last = now;
  frame(now);
}

async function frame(now) {
  request = 0;
  const seconds = Math.min(Math.max(now - last, 0) / 1000, longestStep);
  last = now;
  const shown = [...members].filter((member) => member.wantsFrames(now));
  if (shown.length === 0 || document.hidden) return; // until wake() is called
  request = requestAnimationFrame(frame);
  const stage = await openStage();
  if (stage.isDisposed || stage.isContextLost) return;
  for (const member of shown) guarded(member, () => member.prepare(seconds));
  stage.sim.step(seconds);
  stage.time += seconds;
  const size = (side) => Math.max(1, ...shown.map((member) => member.size[side]));
  const width = size(0),
    height = size(1);
  if (
    stage.canvas.width < width ||
    stage.canvas.height < height ||
    stage.canvas.width > 2 * width ||
    stage.canvas.height > 2 * height
  )
    Object.assign(stage.canvas, { width, height });
  for (const member of shown) guarded(member, () => member.paint(stage));
}

/** An error of one member does not stop the others. */
function guarded(member, run) {
  if (!members.has(member)) return; // it has left meanwhile
  try {
    run();
  } catch (error) {
    leave(member);
    member.fail(error);
  }
}

if (typeof document === 'object')
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) wake();
  });

// ---- The pointer ----

/** Last position of the pointer in the window; null before the first event. */
export const pointer = { at: null };

let isFollowed = false;

export function followPointer() {
  if (isFollowed) return;
  isFollowed = true;
  const see = ({ clientX, clientY }) => {
    pointer.at = [clientX, clientY];
  };
  for (const name of ['pointermove', 'pointerdown']) addEventListener(name, see, { passive: true, capture: true });
}

/** For tests: the present state. */
export const census = () => ({
  users,
  files: files.size,
  members: members.size,
  isOpen: opening !== null,
  isRunning: request !== 0,
});
