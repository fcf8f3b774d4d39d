// SPDX-License-Identifier: MIT
// Shapes of colliders of VRM 1.0: read, shown before they are written, and changed.
import { valueAt } from './items.js';
import { number, t } from './words.js';

/** Three numbers; otherwise those of a reader for what is none. */
const vectorOf = (value, otherwise) =>
  Array.isArray(value) && value.length === 3 && value.every(Number.isFinite) ? value : otherwise;
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
  const { offset, tail, normal, radius, inside } = shapes[kind];
  return {
    pointer: at,
    place: `${base}/${kind}`,
    index: Number(place[0]),
    node: collider.node,
    kind,
    shape: inside && kind !== 'plane' ? `inside${kind[0].toUpperCase()}${kind.slice(1)}` : kind,
    offset: vectorOf(offset, [0, 0, 0]),
    tail: vectorOf(tail, [0, 0, 0]),
    normal: vectorOf(normal, [0, 1, 0]),
    radius: Number.isFinite(radius) ? radius : 0,
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

/** Writes what `changed` makes of a collider as it is by then; changes of one control in quick succession are one. If
 * that is refused, the avatar has the collider of the file again. */
export async function changeCollider(app, collider, changed, control) {
  const { node, radius } = changed(collider),
    { document } = app;
  const isMade = await app.change({
    label: t('colliderChanged', { name: app.items.nodeName(node), radius: number(radius, 3) }),
    edits: (json) => {
      const present = colliderAt(json, collider.pointer);
      if (!present) throw new Error(t('changedMeanwhile'));
      return editsOf(present, changed(present));
    },
    series: `${collider.pointer} ${control}`,
    isVisible: true,
  });
  const present = isMade || document !== app.document ? null : colliderAt(document.json, collider.pointer);
  if (present) showCollider(app, present);
  return isMade;
}
