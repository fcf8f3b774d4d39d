// SPDX-License-Identifier: MIT
// Colliders of springs as objects below their nodes, created when a page asks for them.
import { Object3D, Vector3 } from 'three';
import { checkKind, checkNumber } from '../engine/errors.js';

export class VRMSpringBoneColliderShape {}

export class VRMSpringBoneColliderShapeSphere extends VRMSpringBoneColliderShape {
  offset;
  radius;
  inside;

  constructor({ offset = new Vector3(), radius = 0, inside = false } = {}) {
    super();
    Object.assign(this, { offset, radius, inside });
  }

  get type() {
    return 'sphere';
  }
}

export class VRMSpringBoneColliderShapeCapsule extends VRMSpringBoneColliderShape {
  offset;
  tail;
  radius;
  inside;

  constructor({ offset = new Vector3(), tail = new Vector3(), radius = 0, inside = false } = {}) {
    super();
    Object.assign(this, { offset, tail, radius, inside });
  }

  get type() {
    return 'capsule';
  }
}

export class VRMSpringBoneColliderShapePlane extends VRMSpringBoneColliderShape {
  offset;
  normal;

  constructor({ offset = new Vector3(), normal = new Vector3(0, 1, 0) } = {}) {
    super();
    Object.assign(this, { offset, normal });
  }

  get type() {
    return 'plane';
  }
}

export class VRMSpringBoneCollider extends Object3D {
  shape;

  constructor(shape = new VRMSpringBoneColliderShapeSphere()) {
    super();
    this.type = 'VRMSpringBoneCollider';
    this.shape = shape;
  }
}

/** Creates the collider of a file below its node. */
export function makeCollider({ shape, offset, tail, normal, radius }, node) {
  const at = new Vector3(...offset),
    inside = shape.startsWith('inside');
  let made;
  if (shape === 'plane') made = new VRMSpringBoneColliderShapePlane({ offset: at, normal: new Vector3(...normal) });
  else if (shape.toLowerCase().endsWith('capsule'))
    made = new VRMSpringBoneColliderShapeCapsule({ offset: at, tail: new Vector3(...tail), radius, inside });
  else made = new VRMSpringBoneColliderShapeSphere({ offset: at, radius, inside });
  const collider = new VRMSpringBoneCollider(made);
  node?.add(collider);
  return collider;
}

const shapes = ['sphere', 'capsule', 'insideSphere', 'insideCapsule', 'plane']; // in the order of vrm_ColliderShape

/** The shape of a collider for Rig._setCollider(): its number, and ten numbers. */
export function shapeOf({ shape }) {
  const { type, inside = false, offset, tail = offset, normal = up, radius = 0 } = shape;
  for (const [name, vector] of Object.entries({ offset, tail, normal })) {
    checkKind(`shape.${name}`, vector, 'isVector3', 'a Vector3');
    for (const axis of ['x', 'y', 'z']) checkNumber(`shape.${name}.${axis}`, vector[axis]);
  }
  const word = inside ? `inside${type[0].toUpperCase()}${type.slice(1)}` : type;
  return {
    kind: shapes.indexOf(word),
    numbers: [...offset.toArray(), ...tail.toArray(), ...normal.toArray(), checkNumber('shape.radius', radius)],
  };
}

const up = new Vector3(0, 1, 0);
