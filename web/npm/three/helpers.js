// SPDX-License-Identifier: MIT
// Debug lines for bones, gaze, springs, colliders and constraints, computed from the nodes in each
// frame.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Quaternion,
  Vector3,
} from 'three';
import { checkKind, wrong } from '../engine/errors.js';

const red = new Color(0xff4040),
  green = new Color(0x40ff40),
  blue = new Color(0x4080ff),
  yellow = new Color(0xffff40),
  magenta = new Color(0xff40ff),
  cyan = new Color(0x40ffff);
const inverse = new Matrix4();

/** The world position of a node. */
const placeOf = (node) => {
  node.updateWorldMatrix(true, false);
  return new Vector3().setFromMatrixPosition(node.matrixWorld);
};

/** The world rotation of a node. */
const turnOf = (node) => {
  const turn = new Quaternion();
  node.matrixWorld.decompose(new Vector3(), turn, new Vector3());
  return turn;
};

class Lines extends LineSegments {
  #points = []; // in world space: pairs of end points
  #colors = [];

  constructor() {
    super(
      new BufferGeometry(),
      new LineBasicMaterial({
        vertexColors: true,
        depthTest: false,
        depthWrite: false,
        transparent: true,
        toneMapped: false,
        fog: false,
      }),
    );
    this.frustumCulled = false;
    this.renderOrder = 10000;
  }

  /** Draws by calling line() and circle(). */
  _draw() {}

  line(from, to, color) {
    this.#points.push(from.x, from.y, from.z, to.x, to.y, to.z);
    this.#colors.push(color.r, color.g, color.b, color.r, color.g, color.b);
  }

  axes(node, size) {
    const at = placeOf(node),
      turn = turnOf(node);
    [red, green, blue].forEach((color, i) =>
      this.line(at, new Vector3().setComponent(i, size).applyQuaternion(turn).add(at), color),
    );
  }

  /** Three circles about a point, perpendicular to three axes. */
  ball(center, radius, turn, color, parts = 16) {
    for (let axis = 0; axis < 3; axis++) {
      let last = null;
      for (let i = 0; i <= parts; i++) {
        const angle = (i / parts) * 2 * Math.PI;
        const point = new Vector3()
          .setComponent(axis, Math.cos(angle) * radius)
          .setComponent((axis + 1) % 3, Math.sin(angle) * radius);
        point.applyQuaternion(turn).add(center);
        if (last) this.line(last, point, color);
        last = point;
      }
    }
  }

  updateMatrixWorld(force) {
    super.updateMatrixWorld(force);
    this.#points.length = this.#colors.length = 0;
    this._draw();
    const { geometry } = this,
      count = this.#points.length / 3;
    const position = new BufferAttribute(new Float32Array(this.#points), 3).applyMatrix4(
      inverse.copy(this.matrixWorld).invert(),
    );
    if (geometry.getAttribute('position')?.count === count) {
      for (const [name, array] of [
        ['position', position.array],
        ['color', this.#colors],
      ]) {
        geometry.getAttribute(name).array.set(array);
        geometry.getAttribute(name).needsUpdate = true;
      }
      return;
    }
    geometry.dispose(); // attributes of another length need new buffers
    geometry.setAttribute('position', position);
    geometry.setAttribute('color', new BufferAttribute(new Float32Array(this.#colors), 3));
  }

  dispose() {
    this.geometry.dispose();
    this.material.dispose();
  }
}

/** Bones: a line from the parent bone to each bone, and its axes. */
export class VRMHumanoidHelper extends Lines {
  vrmHumanoid;

  constructor(humanoid) {
    super();
    if (typeof humanoid?.getRawBoneNode !== 'function') throw wrong('humanoid', 'a VRMHumanoid', humanoid);
    this.vrmHumanoid = humanoid;
  }

  _draw() {
    const nodes = Object.values(this.vrmHumanoid.rawHumanBones).map(({ node }) => node),
      isBone = new Set(nodes);
    for (const node of nodes) {
      this.axes(node, 0.04);
      let above = node.parent;
      while (above && !isBone.has(above)) above = above.parent;
      if (above) this.line(placeOf(above), placeOf(node), yellow);
    }
  }
}

/** The gaze: a line from between the eyes to the target. */
export class VRMLookAtHelper extends Lines {
  vrmLookAt;

  constructor(lookAt) {
    super();
    if (typeof lookAt?.getLookAtWorldDirection !== 'function') throw wrong('lookAt', 'a VRMLookAt', lookAt);
    this.vrmLookAt = lookAt;
  }

  _draw() {
    const from = this.vrmLookAt.getLookAtWorldPosition(new Vector3());
    this.line(from, this.vrmLookAt.getLookAtWorldDirection(new Vector3()).multiplyScalar(0.5).add(from), green);
  }
}

/** A joint: a line to its tail, and the sphere that collides there. */
export class VRMSpringBoneJointHelper extends Lines {
  springBone;

  constructor(joint) {
    super();
    if (!joint?.settings || !joint.initialLocalChildPosition) throw wrong('joint', 'a VRMSpringBoneJoint', joint);
    this.springBone = joint;
  }

  _draw() {
    const { bone, settings, initialLocalChildPosition: rest } = this.springBone;
    if (!bone) return;
    const from = placeOf(bone),
      tail = rest.clone().applyMatrix4(bone.matrixWorld);
    this.line(from, tail, cyan);
    if (settings.hitRadius > 0)
      this.ball(tail, settings.hitRadius * bone.matrixWorld.getMaxScaleOnAxis(), turnOf(bone), cyan, 8);
  }
}

/** A collider: a sphere, a capsule or a plane. */
export class VRMSpringBoneColliderHelper extends Lines {
  collider;

  constructor(collider) {
    super();
    this.collider = checkKind('collider', collider, 'isObject3D', 'a VRMSpringBoneCollider');
    if (!collider.shape) throw wrong('collider', 'a VRMSpringBoneCollider', collider);
  }

  _draw() {
    const { collider } = this,
      { type, offset, tail, normal, radius } = collider.shape;
    if (!collider.parent) return;
    placeOf(collider);
    const at = offset.clone().applyMatrix4(collider.matrixWorld),
      turn = turnOf(collider),
      size = radius * collider.matrixWorld.getMaxScaleOnAxis();
    if (type === 'plane') {
      const up = normal.clone().applyQuaternion(turn).normalize(),
        u = new Vector3(up.y, up.z, up.x).cross(up).normalize(),
        v = u.clone().cross(up);
      for (const side of [u, v])
        this.line(side.clone().multiplyScalar(0.2).add(at), side.clone().multiplyScalar(-0.2).add(at), magenta);
      this.line(at, up.multiplyScalar(0.1).add(at), magenta);
      return;
    }
    this.ball(at, size, turn, magenta);
    if (type !== 'capsule') return;
    const end = tail.clone().applyMatrix4(collider.matrixWorld),
      along = end.clone().sub(at).normalize();
    const u = new Vector3(along.y, along.z, along.x).cross(along).normalize().multiplyScalar(size),
      v = u.clone().cross(along);
    this.ball(end, size, turn, magenta);
    for (const side of [u, v, u.clone().negate(), v.clone().negate()])
      this.line(side.clone().add(at), side.clone().add(end), magenta);
  }
}

/** A constraint: a line from its node to its source. */
export class VRMNodeConstraintHelper extends Lines {
  constraint;

  constructor(constraint) {
    super();
    if (constraint === null || typeof constraint !== 'object' || !('destination' in constraint))
      throw wrong('constraint', 'a constraint of VRMNodeConstraintManager', constraint);
    this.constraint = constraint;
  }

  _draw() {
    const { destination, source } = this.constraint;
    if (destination && source) this.line(placeOf(destination), placeOf(source), blue);
  }
}

/** All helpers of an avatar. */
export class VRMDebugHelper extends Group {
  constructor(vrm) {
    super();
    if (typeof vrm?.humanoid?.getRawBoneNode !== 'function') throw wrong('vrm', 'a VRM', vrm);
    const { humanoid, lookAt, springBoneManager, nodeConstraintManager } = vrm;
    this.add(new VRMHumanoidHelper(humanoid));
    if (lookAt) this.add(new VRMLookAtHelper(lookAt));
    for (const joint of springBoneManager?.joints ?? []) this.add(new VRMSpringBoneJointHelper(joint));
    for (const collider of springBoneManager?.colliders ?? []) this.add(new VRMSpringBoneColliderHelper(collider));
    for (const constraint of nodeConstraintManager?.constraints ?? [])
      this.add(new VRMNodeConstraintHelper(constraint));
  }

  dispose() {
    for (const helper of this.children) helper.dispose?.();
  }
}
