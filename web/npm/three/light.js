// SPDX-License-Identifier: MIT
// Light nodes: Object3Ds of clones, normalized bones and expressions whose members are created on
// first access. An Object3D takes two kilobytes, mostly for unused matrices, angles and lists, and an
// avatar has hundreds. A light node is an instance of its class with the same members. Until the page
// reads its transform, the transform is in a shared array.
import { Bone, Euler, Group, Matrix4, Object3D, Quaternion, Skeleton, Vector3 } from 'three';

/* Results are written to the fields of a quaternion, without its callback, which would compute unused Euler angles;
 * `rotation` of such a node computes them when it is read. If three.js has no such fields, set() does both. */
export const hasFields = '_x' in new Quaternion() && '_x' in new Euler();

class LazyEuler extends Euler {
  isStale = null;
  node = 0;
  source = null;

  _onChangeCallback() {
    this.source.setFromEuler(this, false);
  }
}
for (const axis of ['x', 'y', 'z']) {
  const kept = `kept_${axis}`;
  Object.defineProperty(LazyEuler.prototype, `_${axis}`, {
    get() {
      refresh(this);
      return this[kept];
    },
    set(value) {
      refresh(this);
      this[kept] = value;
    },
  });
}

function refresh(euler) {
  const { isStale, node } = euler;
  if (!isStale || isStale[node] === 0) return;
  isStale[node] = 0;
  euler.setFromQuaternion(euler.source, undefined, false);
}

/** The callback of quaternions with lazy Euler angles; one function for all. */
function markStale() {
  const { isStale, node } = this.euler;
  isStale[node] = 1;
}

/** Lazy Euler angles: follow a quaternion, and set it when they change. */
function anglesOf(quaternion, node, isStale, { x, y, z, order } = {}) {
  if (!hasFields) {
    const euler = new Euler(x, y, z, order).setFromQuaternion(quaternion, order);
    euler._onChange(() => quaternion.setFromEuler(euler, false));
    quaternion._onChange(() => euler.setFromQuaternion(quaternion, undefined, false));
    return euler;
  }
  const euler = Object.assign(new LazyEuler(x, y, z, order), { isStale, node, source: quaternion });
  quaternion.euler = euler;
  quaternion._onChange(markStale);
  return euler;
}

/** Makes the Euler angles of an object of three.js lazy. */
export function makeRotationLazy(object, node, isStale) {
  const rotation = anglesOf(object.quaternion, node, isStale, object.rotation);
  Object.defineProperty(object, 'rotation', { value: rotation }); // accessors would make the object slow
}

// ---- Stores ----

/** Transforms of nodes as numbers: local translation, rotation and scale, and the world matrix. */
export class NodeStore {
  locals;
  #worlds = null; // created on first use: many stores are never drawn
  isLive; // nodes whose transforms are objects of three.js, which the page may change
  isStale; // nodes whose Euler angles are older than their quaternions
  revision = 0; // increases with each node that becomes live

  constructor(count) {
    this.locals = new Float32Array(count * 10);
    for (let at = 0; at < this.locals.length; at += 10) this.locals.fill(1, at + 6, at + 10);
    this.isLive = new Uint8Array(count);
    this.isStale = new Uint8Array(count);
  }

  get worlds() {
    return (this.#worlds ??= new Float64Array(this.isLive.length * 16));
  }

  setLive(node) {
    if (this.isLive[node] === 1) return;
    this.isLive[node] = 1;
    this.revision++;
  }
}

// ---- Nodes ----

/** Members that the constructor of a light node sets; all others are on its prototype. */
const ownKeys = new Set([
  'parent',
  'children',
  'name',
  '_store',
  '_node',
  '_place',
  '_localMatrix',
  '_worldMatrix',
  '_givenName',
]);
const placeKeys = ['position', 'quaternion', 'rotation', 'scale'];

/** Creates the objects of the transform; the node is live from now on. */
function becomeLive(light) {
  const { _store: store, _node: node } = light,
    { locals } = store,
    at = node * 10;
  const quaternion = new Quaternion().fromArray(locals, at + 3);
  const rotation = anglesOf(quaternion, node, store.isStale);
  if (hasFields) store.isStale[node] = 1;
  light._place = {
    position: new Vector3().fromArray(locals, at),
    quaternion,
    rotation,
    scale: new Vector3().fromArray(locals, at + 7),
  };
  store.setLive(node);
  return light._place;
}

const composed = new Float64Array(16);
composed[15] = 1;

/** The local matrix from a transform in a store. */
function compose(locals, at, out) {
  const x = locals[at + 3],
    y = locals[at + 4],
    z = locals[at + 5],
    w = locals[at + 6];
  const sx = locals[at + 7],
    sy = locals[at + 8],
    sz = locals[at + 9];
  out[0] = (1 - 2 * (y * y + z * z)) * sx;
  out[1] = 2 * (x * y + z * w) * sx;
  out[2] = 2 * (x * z - y * w) * sx;
  out[4] = 2 * (x * y - z * w) * sy;
  out[5] = (1 - 2 * (x * x + z * z)) * sy;
  out[6] = 2 * (y * z + x * w) * sy;
  out[8] = 2 * (x * z + y * w) * sz;
  out[9] = 2 * (y * z - x * w) * sz;
  out[10] = (1 - 2 * (x * x + y * y)) * sz;
  out[12] = locals[at];
  out[13] = locals[at + 1];
  out[14] = locals[at + 2];
}

/** out = a b: affine matrices at offsets of arrays. */
function multiply(a, i, b, j, out, k) {
  const a0 = a[i],
    a1 = a[i + 1],
    a2 = a[i + 2],
    a4 = a[i + 4],
    a5 = a[i + 5],
    a6 = a[i + 6],
    a8 = a[i + 8],
    a9 = a[i + 9],
    a10 = a[i + 10];
  for (let c = 0; c < 16; c += 4) {
    const x = b[j + c],
      y = b[j + c + 1],
      z = b[j + c + 2];
    out[k + c] = a0 * x + a4 * y + a8 * z;
    out[k + c + 1] = a1 * x + a5 * y + a9 * z;
    out[k + c + 2] = a2 * x + a6 * y + a10 * z;
    out[k + c + 3] = 0;
  }
  out[k + 12] += a[i + 12];
  out[k + 13] += a[i + 13];
  out[k + 14] += a[i + 14];
  out[k + 15] = 1;
}

/** Computes the world matrix of a node that is not live in its store. */
function placeInWorld(light) {
  const { _store: store, _node: node, parent } = light;
  compose(store.locals, node * 10, composed);
  if (light._localMatrix !== null) for (let i = 0; i < 16; i++) light._localMatrix.elements[i] = composed[i];
  if (!light.matrixWorldAutoUpdate) return;
  if (parent === null) store.worlds.set(composed, node * 16);
  else if (parent._store instanceof NodeStore)
    multiply(parent._store.worlds, parent._node * 16, composed, 0, store.worlds, node * 16);
  else multiply(parent.matrixWorld.elements, 0, composed, 0, store.worlds, node * 16);
}

/** Whether the node has no change that the fast path would miss. */
const isPlain = (light) => light._place === null && light.matrixAutoUpdate && !light.pivot;

const methods = (Base) => ({
  updateMatrix() {
    if (!isPlain(this)) Base.prototype.updateMatrix.call(this);
    else if (this._localMatrix !== null) compose(this._store.locals, this._node * 10, this._localMatrix.elements);
  },

  updateMatrixWorld(force) {
    if (!isPlain(this)) {
      Base.prototype.updateMatrixWorld.call(this, force);
      return;
    }
    placeInWorld(this);
    const { children } = this;
    for (let i = 0; i < children.length; i++) children[i].updateMatrixWorld(true);
  },

  updateWorldMatrix(updateParents, updateChildren, force) {
    if (!isPlain(this)) {
      Base.prototype.updateWorldMatrix.call(this, updateParents, updateChildren, force);
      return;
    }
    if (updateParents === true) this.parent?.updateWorldMatrix(true, false);
    placeInWorld(this);
    if (updateChildren === true) for (const child of this.children) child.updateWorldMatrix(false, true, true);
  },
});

/** Defines an own member as the constructor would. */
function own(object, key, value) {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  return value;
}

/** The initial value of a member that is an object. */
const makers = {
  uuid: () => new Object3D().uuid,
  id: () => new Object3D().id,
  up: () => Object3D.DEFAULT_UP.clone(),
  userData: ({ _givenName: givenName }) => (givenName === null ? {} : { name: givenName }),
};

function accessorOf(key, sample) {
  if (placeKeys.includes(key))
    return {
      get() {
        return (this._place ?? becomeLive(this))[key];
      },
    };
  if (key === 'matrix')
    return {
      get() {
        if (this._localMatrix === null) {
          this._localMatrix = new Matrix4();
          compose(this._store.locals, this._node * 10, this._localMatrix.elements);
        }
        return this._localMatrix;
      },
      set(value) {
        this._localMatrix = value;
      },
    };
  if (key === 'matrixWorld')
    return {
      get() {
        if (this._worldMatrix === null) {
          this._worldMatrix = new Matrix4();
          this._worldMatrix.elements = this._store.worlds.subarray(this._node * 16, this._node * 16 + 16);
        }
        return this._worldMatrix;
      },
      set(value) {
        this.matrixWorld.copy(value);
      },
    };
  const make = makers[key] ?? (() => new sample[key].constructor());
  return {
    get() {
      return own(this, key, make(this));
    },
    set(value) {
      own(this, key, value);
    },
  };
}

const lightClasses = new Map();

/** The light class of a class of three.js. Reads the members from an instance, since releases differ. */
export function lightClassOf(Base) {
  if (lightClasses.has(Base)) return lightClasses.get(Base);
  const sample = new Base();
  const prototype = Object.create(Base.prototype);
  for (const key of Reflect.ownKeys(sample)) {
    if (ownKeys.has(key)) continue;
    const value = sample[key],
      isLazy = Object.hasOwn(makers, key) || (value !== null && typeof value === 'object');
    Object.defineProperty(prototype, key, {
      configurable: true,
      enumerable: true,
      ...(isLazy ? accessorOf(key, sample) : { value, writable: true }),
    });
  }
  for (const [key, value] of Object.entries(methods(Base)))
    Object.defineProperty(prototype, key, { value, writable: true, configurable: true });
  // The constructor is that of three.js: clone() of a light node is an ordinary one.
  function Light(store, node, name) {
    this.parent = null;
    this.children = [];
    this.name = name;
    this._store = store;
    this._node = node;
    this._place = null; // { position, quaternion, rotation, scale } of a live node
    this._localMatrix = null;
    this._worldMatrix = null; // a view of the store
    this._givenName = null; // the only member of its userData, as in GLTFLoader
  }
  Light.prototype = prototype;
  lightClasses.set(Base, Light);
  return Light;
}

export const isLight = (object) => object._store instanceof NodeStore;

/** Attaches a new child to a new parent. */
export function hang(parent, child) {
  child.parent = parent;
  parent.children.push(child);
}

// ---- Copies ----

const classes = [Object3D, Bone, Group];

/** Primitive members of Object3D in which a copy may differ from a new object. */
const plainKeys = Object.entries(new Object3D())
  .filter(
    ([key, value]) =>
      !ownKeys.has(key) && key !== 'uuid' && key !== 'type' && (value === null || typeof value !== 'object'),
  )
  .map(([key]) => key);

/** Whether a copy can be light: the object has only a transform, and a class of three.js. */
export const canBeLight = (object) =>
  classes.some(
    (Class) => object.constructor === Class && (isLight(object) || Object.getPrototypeOf(object) === Class.prototype),
  ) &&
  object.matrixAutoUpdate &&
  !object.pivot;

function nameIn(userData) {
  const keys = Object.keys(userData);
  return keys.length === 1 && typeof userData.name === 'string' ? userData.name : null;
}

/** A light copy without children. Its transform is in the store. */
export function lightCopy(object, store, node) {
  const copy = new (lightClassOf(object.constructor))(store, node, object.name);
  for (const key of plainKeys) if (object[key] !== copy[key]) copy[key] = object[key];
  if (isLight(object) && !Object.hasOwn(object, 'userData')) copy._givenName = object._givenName;
  else {
    copy._givenName = nameIn(object.userData);
    if (copy._givenName === null && Object.keys(object.userData).length > 0)
      copy.userData = JSON.parse(JSON.stringify(object.userData));
  }
  const has = (key) => !isLight(object) || Object.hasOwn(object, key);
  if (has('layers') && object.layers.mask !== 1) copy.layers.mask = object.layers.mask;
  if (has('animations') && object.animations.length > 0) copy.animations = object.animations.slice();
  if (has('up') && !object.up.equals(Object3D.DEFAULT_UP)) copy.up = object.up.clone();
  return copy;
}

/** A skeleton with mostly light bones. */
export class LightSkeleton extends Skeleton {
  update() {
    const { bones, boneInverses, boneMatrices, boneTexture } = this;
    for (let i = 0; i < bones.length; i++) {
      const bone = bones[i];
      if (!bone) multiply(identity, 0, boneInverses[i].elements, 0, boneMatrices, i * 16);
      else if (bone._store instanceof NodeStore)
        multiply(bone._store.worlds, bone._node * 16, boneInverses[i].elements, 0, boneMatrices, i * 16);
      else multiply(bone.matrixWorld.elements, 0, boneInverses[i].elements, 0, boneMatrices, i * 16);
    }
    if (boneTexture !== null) boneTexture.needsUpdate = true;
  }
}

const identity = new Matrix4().elements;
