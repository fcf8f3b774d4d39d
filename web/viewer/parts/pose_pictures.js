// SPDX-License-Identifier: MIT
// Small pictures of the open avatar in poses and with expressions, drawn one after the other with a clone that nobody sees.
import { Actor, Clip } from '../libvrm/index.js';
import { othersTurn } from '../core/turn.js';

const size = 192; // pixels

/** Keeps the pictures of the open avatar; `request()` draws the missing ones while the page has time. */
export function createPosePictures(app) {
  const made = new Map(); // by key: an address, or null while it is drawn or if it cannot be
  let rig = null,
    wanted = [],
    isBusy = false;

  const forget = () => {
    for (const address of made.values()) if (address) URL.revokeObjectURL(address);
    made.clear();
    rig = app.view.shown?.rig ?? null;
  };

  const drawOne = async (pose) => {
    const { shown } = app.view;
    made.set(pose.key, null);
    const blob = await drawPose(app, shown, pose).catch(() => null); // the avatar may be gone by now
    if (!blob || shown.rig !== rig || !made.has(pose.key)) return;
    made.set(pose.key, URL.createObjectURL(blob));
    app.emit('pose-picture', pose.key);
  };

  const drawAll = async () => {
    isBusy = true;
    for (let pose; app.view.shown?.rig === rig && (pose = wanted.find(({ key }) => !made.has(key)));) {
      await drawOne(pose);
      await othersTurn();
    }
    isBusy = false;
  };

  return {
    /** The address of a picture; undefined until it is drawn. */
    get: (key) => made.get(key) ?? undefined,
    /** Draws pictures of poses, { key, stance } or { key, bytes }, and of faces, { key, expression }; a newer request replaces the one before. */
    request(poses) {
      wanted = poses;
      if (app.view.shown?.rig !== rig) forget();
      if (!isBusy && app.view.shown) drawAll();
    },
  };
}

async function drawPose(app, shown, { stance = 'rest', bytes, expression }) {
  const clip = bytes ? await Clip.load(bytes) : null;
  if (shown.isDisposed) throw new Error('the avatar is gone');
  const double = shown.clone();
  double.isVisible = false;
  let actor = null;
  try {
    actor = await Actor.create(double.avatar, { stance });
    if (clip) actor.play(clip, { fadeIn: 0, atEnd: 'holds' });
    actor.step(0);
    if (expression !== undefined) double.avatar.setExpression(expression, 1);
    return await shoot(app.view.stage, double, expression === undefined ? { shot: 'full', yaw: 20 } : { shot: 'face' });
  } finally {
    actor?.dispose();
    if (!double.isDisposed) double.dispose();
    clip?.dispose();
  }
}

/** Draws one avatar alone, beside the canvas: the page needs no new picture. */
function shoot(stage, double, framing) {
  const { camera, lines, background, mode } = stage,
    others = [...stage.avatars].filter((other) => other !== double && other.isVisible);
  try {
    double.avatar.resetSprings();
    stage.step(0);
    double.isVisible = true;
    for (const other of others) other.isVisible = false;
    stage.frame(double, { ...framing, aspect: 1 });
    Object.assign(stage, { lines: [], background: [0, 0, 0, 0], mode: 'lit' });
    return stage.screenshot({ width: size, height: size });
  } finally {
    for (const other of others) other.isVisible = true;
    double.isVisible = false;
    Object.assign(stage, { camera, lines, background, mode });
  }
}
