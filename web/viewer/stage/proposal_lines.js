// SPDX-License-Identifier: MIT
// Proposals drawn over the avatar: chains and colliders of springs, joints and bones of a figure.
import { boneParent } from '../libvrm/index.js';
import { pointerOf } from '../core/sway.js';
import { add, origin, scale, sub, transform } from './vectors.js';

const steps = 24; // segments of a circle
const faint = (color) => [...color.slice(0, 3), 0.35];

/** Lines for the next frame; `thick` makes lines wider, `pointers` are selected and hovered. */
export function swayLines(app, { accent, axis, wire }, pointers, thick) {
  const { sway, view } = app;
  if (!sway.isOpen || app.state.get('panel') !== 'springs' || !view.shown) return [];
  const { worlds } = view.shown.avatar,
    lines = [];
  for (const chain of sway.chains) {
    const isMeant = pointers.has(pointerOf(chain)),
      color = isMeant ? [...wire.slice(0, 3), 1] : chain.isTaken ? accent : faint(axis),
      numbers = Float32Array.from(chainNumbers(worlds, chain.nodes, color));
    lines.push({ numbers: chain.isTaken || isMeant ? thick(numbers) : numbers, inFront: true });
  }
  const numbers = sway.result.colliders.flatMap((collider) => colliderNumbers(worlds, collider, faint(axis)));
  lines.push({ numbers: Float32Array.from(numbers), inFront: true });
  return lines;
}

/** A line from node to node, with a cross at each. */
function chainNumbers(worlds, nodes, color) {
  const numbers = [];
  nodes.forEach((node, i) => {
    const p = origin(worlds, node);
    numbers.push(...cross(p, 0.006, color));
    if (i > 0) numbers.push(...origin(worlds, nodes[i - 1]), ...p, ...color);
  });
  return numbers;
}

/** Circles of a sphere, or of both ends of a capsule with lines between them. Planes are not drawn. */
export function colliderNumbers(worlds, { node, shape, offset, tail, radius }, color) {
  if (shape === 'plane') return [];
  const at = transform(worlds, node, offset),
    size = radius * Math.hypot(worlds[node * 12], worlds[node * 12 + 4], worlds[node * 12 + 8]),
    numbers = circles(at, size, color);
  if (!shape.toLowerCase().endsWith('capsule')) return numbers;
  const end = transform(worlds, node, tail);
  numbers.push(...circles(end, size, color));
  for (const arm of [
    [size, 0, 0],
    [-size, 0, 0],
    [0, 0, size],
    [0, 0, -size],
  ])
    numbers.push(...add(at, arm), ...add(end, arm), ...color);
  return numbers;
}

function circles(center, radius, color) {
  const numbers = [];
  for (const [u, v] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ])
    for (let i = 0; i < steps; i++) {
      const point = (k) => {
        const p = [0, 0, 0];
        p[u] = Math.cos((k / steps) * 2 * Math.PI);
        p[v] = Math.sin((k / steps) * 2 * Math.PI);
        return add(center, scale(p, radius));
      };
      numbers.push(...point(i), ...point(i + 1), ...color);
    }
  return numbers;
}

// ---- A figure ----

/** Joints of a figure and lines between the bones that were found. */
export function figureLines(app, { accent, axis, wire }, thick) {
  const { figure, view } = app;
  if (!isChoosingJoints(app)) return [];
  const { worlds } = view.shown.avatar,
    joints = jointsOf(view.shown.rig).flatMap((node) => cross(origin(worlds, node), 0.006, faint(axis)));
  const bones = [];
  for (const [name, { node }] of Object.entries(figure.bones)) {
    if (node >= view.shown.rig.nodeCount) continue;
    const at = origin(worlds, node),
      parent = nearestBone(figure.bones, name);
    bones.push(...cross(at, 0.012, name === figure.bone ? [...wire.slice(0, 3), 1] : accent));
    if (parent) bones.push(...origin(worlds, parent.node), ...at, ...accent);
  }
  return [
    { numbers: Float32Array.from(joints), inFront: true },
    { numbers: thick(Float32Array.from(bones)), inFront: true },
  ];
}

/** Whether the stage shows the joints of a figure, for the panel Set up. */
export const isChoosingJoints = ({ state, figure, view }) =>
  state.get('panel') === 'setup' && figure.isOpen && figure.facts !== null && view.shown !== null;

const jointsOf = (rig) => [...new Set(rig.skins.flatMap(({ joints }) => [...joints]))].filter((node) => node >= 0);

/** The bone above a bone that was found. */
function nearestBone(bones, name) {
  for (let parent = boneParent(name); parent; parent = boneParent(parent)) if (bones[parent]) return bones[parent];
  return null;
}

function cross(p, size, color) {
  const numbers = [];
  for (let side = 0; side < 3; side++) {
    const arm = [0, 0, 0];
    arm[side] = size;
    numbers.push(...sub(p, arm), ...add(p, arm), ...color);
  }
  return numbers;
}

const reach = 16; // pixels

/** The joint of a figure that is nearest to a point of the page, as a pointer; null if none is near. */
export function jointAt(app, x, y) {
  if (!isChoosingJoints(app)) return null;
  const { view } = app,
    box = view.canvas.getBoundingClientRect(),
    { worlds } = view.shown.avatar,
    own = Object.values(app.figure.bones).map(({ node }) => node),
    others = app.figure.isPosing ? [] : jointsOf(view.shown.rig);
  let nearest = null,
    least = reach;
  for (const node of new Set([...own, ...others])) {
    const place = view.project(origin(worlds, node)),
      distance = Math.hypot(place.x + box.left - x, place.y + box.top - y);
    if (place.z > 0 && distance < least) [nearest, least] = [node, distance];
  }
  return nearest === null ? null : `/nodes/${nearest}`;
}
