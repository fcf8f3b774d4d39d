// SPDX-License-Identifier: MIT
// Shapes of colliders of VRM 1.0: read, shown before they are written, and changed.
import { valueAt } from './items.js';
import { number, t } from './words.js';

const kinds = ['sphere', 'capsule', 'insideSphere', 'insideCapsule', 'plane']; // in the order of vrm_ColliderShape
const extended = '/extensions/VRMC_springBone_extended_collider/shape';
const own = '/extensions/VRMC_springBone/colliders/';

/** The collider at a pointer; null if there is none, or in 0.x. */
export function colliderAt(json, pointer) {
  const place = pointer?.startsWith(own) ? /^\d+/.exec(pointer.slice(own.length)) : null;
  const collider = place && valueAt(json, `${own}${place[0]}`);
  if (!collider) return null;
  const at = `${own}${place[0]}`,
    base = valueAt(json, at + extended) ? at + extended : `${at}/shape`,
    shapes = valueAt(json, base) ?? {},
    kind = ['sphere', 'capsule', 'plane'].find((name) => shapes[name]);
  if (!kind) return null;
  const { offset = [0, 0, 0], tail = [0, 0, 0], normal = [0, 1, 0], radius = 0, inside = false } = shapes[kind];
  return {
    pointer: at,
    place: `${base}/${kind}`,
    index: Number(place[0]),
    node: collider.node,
    kind,
    shape: inside && kind !== 'plane' ? `inside${kind[0].toUpperCase()}${kind.slice(1)}` : kind,
    offset,
    tail,
    normal,
    radius,
  };
}

/** Shows a shape on the running avatar; false if it must be built again. */
export function showCollider(app, { index, shape, offset, tail, normal, radius }) {
  const isTaken = app.view.shown.rig._setCollider(index, kinds.indexOf(shape), [...offset, ...tail, ...normal, radius]);
  app.view.invalidate();
  return isTaken;
}

/** Members of a shape that a change differs in, as edits. */
const editsOf = (before, after) =>
  ['radius', 'offset', 'tail']
    .filter((member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]))
    .map((member) => [`${before.place}/${member}`, after[member]]);

/** Writes what `changed` makes of a collider as it is by then; changes of one control in quick succession are one. */
export function changeCollider(app, collider, changed, control) {
  const { node, radius } = changed(collider);
  return app.change({
    label: t('colliderChanged', { name: app.items.nodeName(node), radius: number(radius, 3) }),
    edits: (json) => {
      const present = colliderAt(json, collider.pointer);
      if (!present) throw new Error(t('changedMeanwhile'));
      return editsOf(present, changed(present));
    },
    series: `${collider.pointer} ${control}`,
    isVisible: true,
  });
}
