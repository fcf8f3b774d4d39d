// SPDX-License-Identifier: MIT
// Finds the same part in another file, and the part of a difference, by names as `vrm diff` does.

const nodeAt = (pointer) => /^\/nodes\/(\d+)$/.exec(pointer)?.[1];
const named = (list, name, kind) => {
  const index = (list ?? []).findIndex((entry) => entry?.name === name);
  return index < 0 ? null : `/${kind}/${index}`;
};

const boneNamed = (items, name) => items.bones.find(({ bone }) => bone === name)?.pointer ?? null;
const expressionNamed = (items, name) => items.expressions.find((other) => other.name === name)?.pointer ?? null;
const nodeNamed = (items, name) => (name ? named(items.nodes, name, 'nodes') : null);

/** A spring by its own name, or by that of its first joint, since groups of 0.x have many chains. */
function springNamed(items, name) {
  return (
    (
      items.springs.find((spring) => spring.name === name) ??
      items.springs.find((spring) => spring.name.split(': ').includes(name)) ??
      items.springs.find((spring) => items.nodes[spring.joints[0].node]?.name === name)
    )?.pointer ?? null
  );
}

/** The pointer in `to` of the part that `from` has at a pointer; null if there is none. */
export function sameIn(from, to, pointer) {
  const bone = from.boneAt(pointer);
  if (bone) return boneNamed(to, bone.bone);
  const expression = from.expressionAt(pointer);
  if (expression) return expressionNamed(to, expression.name);
  const spring = from.springAt(pointer),
    joint = spring?.joints.find((other) => other.pointer === pointer);
  if (joint && spring.isPerJoint) {
    const name = from.nodes[joint.node]?.name,
      there = to.springs.flatMap(({ joints }) => joints).find((other) => name && to.nodes[other.node]?.name === name);
    if (there) return there.pointer;
  }
  if (spring) return springNamed(to, spring.name) ?? springNamed(to, from.nodes[spring.joints[0].node]?.name);
  const material = /^\/materials\/(\d+)/.exec(pointer);
  if (material) return named(to.materials, from.materials[material[1]]?.name, 'materials');
  const node = nodeAt(pointer);
  if (node !== undefined) return nodeNamed(to, from.nodes[node]?.name);
  const collider = from.colliders.find((other) => other.pointer === pointer);
  return collider ? nodeNamed(to, from.nodes[collider.node]?.name) : null;
}

/** The pointer of a difference's part; null if a file does not have it, or it has no pointer. */
export function placeOfDifference(items, { part, subject }) {
  const find = {
    meta: () => `${items.root}/meta`,
    humanoid: () => boneNamed(items, subject),
    expressions: () => expressionNamed(items, subject),
    lookAt: () => boneNamed(items, 'head'),
    springs: () => springNamed(items, subject),
    materials: () => named(items.materials, subject, 'materials'),
    colliders: () => nodeNamed(items, subject.replace(/^on /, '')),
    animations: () => named(items.json.animations, subject, 'animations'),
    meshes: () => nodeNamed(items, subject) ?? named(items.meshes, subject, 'meshes'),
  }[part];
  return find ? find() : nodeNamed(items, subject);
}
