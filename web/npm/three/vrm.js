// SPDX-License-Identifier: MIT
// An avatar in a scene of three.js.
import { Quaternion } from 'three';
import { checkBoolean, checkNumber, checkObject, wrong } from '../engine/errors.js';
import { Face } from '../engine/face.js';
import { HostedAvatar, simOptions } from '../engine/hosted_avatar.js';
import { Player } from '../engine/clip.js';
import { Rig } from '../engine/rig.js';
import { Sim } from '../engine/sim.js';
import { VRMExpression, VRMExpressionManager } from './expressions.js';
import { VRMFirstPerson } from './first_person.js';
import { VRMHumanoid } from './humanoid.js';
import { VRMLookAt, VRMLookAtBoneApplier, VRMLookAtExpressionApplier } from './look_at.js';
import { VRMSpringBoneCollider } from './colliders.js';
import { canBeLight, hang, lightCopy, LightSkeleton, NodeStore } from './light.js';
import { LightPort, ScenePort, textureProperties } from './port.js';
import { VRMNodeConstraintManager, VRMSpringBoneManager } from './springs.js';

/** Avatars by scene, for VRMUtils.deepDispose(). */
export const ofScene = new WeakMap();

function checkPlayers(players) {
  if (!Array.isArray(players)) throw wrong('players', 'an array of Players', players);
  for (const player of players) if (!(player instanceof Player)) throw wrong('players', 'an array of Players', player);
  return players;
}

const listed = (material) => (Array.isArray(material) ? material : [material]);

/** `family` is shared by an avatar and its clones: { rig, facts, uses, faceMap, faceOptions, faceCount,
 * autoUpdateHumanBones, simOptions }. `body` belongs to one avatar: { scene, nodes, meshes, materials, ownMaterials }.
 */
export class VRM {
  scene;
  meta;
  humanoid;
  expressionManager;
  lookAt;
  firstPerson;
  springBoneManager;
  nodeConstraintManager;
  materials;
  report;
  #family;
  #body;
  #hosted;
  #applier = null;
  #crowd = null;
  #isUpdating = false;
  #still = null; // the avatar of #show() whose pose is complete
  #isGone = false; // by VRMUtils.deepDispose(): pages for three-vrm may call update() until their next avatar is loaded
  #isWarned = false;

  constructor(family, body, source = null) {
    if (!(family?.rig instanceof Rig)) throw new TypeError('a VRM is made by VRMLoaderPlugin, or by clone()');
    const { rig, facts } = family,
      { scene, nodes, meshes, materials } = body;
    const port = body.store ? new LightPort(rig, body) : new ScenePort(rig, body);
    this.#hosted = source ? source.#hosted.clone(port) : new HostedAvatar(rig, port, family.simOptions);
    if (family.faceMap) this.#hosted.face = this.#makeFace(family);
    family.uses++;
    this.#family = family;
    this.#body = body;
    this.scene = scene;
    this.meta = facts.meta;
    this.report = facts.report;
    this.materials = [...new Set(materials.flat())];
    const head = nodes[facts.firstPersonNode] ?? nodes[rig.bones.head] ?? null;
    if (source) for (const node of source.#hosted.movedNodes()) port.makeLive(node);
    this.humanoid = new VRMHumanoid(rig, nodes, family, source?.humanoid ?? null, (node) => this.#hosted.restOf(node));
    this.humanoid._startPose(this.#hosted.pose);
    const show = () => this.#show();
    this.humanoid._show = show;
    this.expressionManager = new VRMExpressionManager(rig, facts.expressions, show);
    this.firstPerson = new VRMFirstPerson(this.#hosted, this.humanoid, head, meshes);
    if (rig.lookAt !== null) {
      const Applier = rig.lookAt === 'bone' ? VRMLookAtBoneApplier : VRMLookAtExpressionApplier;
      this.#applier = new Applier(this.humanoid, { ...facts.lookAt, root: scene }, show);
      this.lookAt = new VRMLookAt(this.humanoid, this.#applier);
    }
    this.springBoneManager = new VRMSpringBoneManager(this.#hosted, nodes, facts.colliders, (delta) =>
      this.#advance(delta),
    );
    if (rig.constraints.length > 0) this.nodeConstraintManager = new VRMNodeConstraintManager(rig, nodes, show);
    for (const object of [this.humanoid.normalizedHumanBonesRoot, ...this.expressionManager.expressions])
      hang(scene, object);
    ofScene.set(scene, this);
  }

  /** Clones have different seeds, so that they do not blink in unison. */
  #makeFace(family) {
    const { seed = 0 } = family.faceOptions;
    try {
      return new Face(family.faceMap, { ...family.faceOptions, seed: seed + family.faceCount++ })._warnAs('VRM');
    } catch (error) {
      this.#hosted.leave();
      throw error;
    }
  }

  get avatar() {
    this.#check();
    return this.#hosted.avatar;
  }

  get face() {
    return this.#hosted.face;
  }

  get rig() {
    return this.#hosted.rig;
  }
  get isDisposed() {
    return this.#hosted.avatar === null;
  }

  get readsNodes() {
    return this.#hosted.readsNodes;
  }

  set readsNodes(value) {
    this.#hosted.readsNodes = checkBoolean('readsNodes', value);
  }

  get players() {
    return this.#hosted.players;
  }

  set players(players) {
    this.#hosted.players = checkPlayers(players);
  }

  #check() {
    if (this.isDisposed) throw new Error('this VRM was disposed');
  }

  update(delta) {
    if (this.#isGone) return;
    this.#check();
    checkNumber('delta', delta);
    if (this.#crowd) throw new Error('this VRM is in a VRMCrowd, whose update() moves it');
    this._readInputs(delta);
    this.#hosted.readInputs(delta);
    this.#hosted.step(delta);
    this._writeOutputs(delta);
  }

  // ---- Parts that the page updates by itself ----

  /** Whether the page may update the avatar now; warns once if a crowd does. */
  #isFree(what) {
    if (this.#isGone) return false;
    this.#check();
    if (this.#isUpdating) return false;
    if (this.#crowd && !this.#isWarned)
      console.warn(`libvrm: ${what} has no effect: this VRM is in a VRMCrowd, whose update() moves it`);
    this.#isWarned ||= this.#crowd !== null;
    return this.#crowd === null;
  }

  /** Shows the present pose, gaze, expressions and constraints; no time passes. */
  #show() {
    if (!this.#isFree('update() of a part')) return;
    const still = this.rig.springJoints.length > 0 ? this.#hosted.still : null,
      hosted = still ?? this.#hosted;
    if (still !== null && still !== this.#still) this.humanoid._startPose(still.pose);
    this.#still = still;
    Object.assign(hosted, {
      players: this.#hosted.players,
      readsNodes: this.#hosted.readsNodes,
      face: this.#hosted.face,
    });
    this.#readInputs(hosted);
    hosted.readInputs(0);
    hosted.step(0);
    this.#writeOutputs(hosted);
  }

  /** Advances springs, with the present pose, gaze and expressions. */
  #advance(delta) {
    checkNumber('delta', delta);
    if (!this.#isFree('springBoneManager.update()')) return;
    this.#readInputs(this.#hosted);
    this.#hosted.readInputs(delta);
    this.#hosted.step(delta);
    this.#writeOutputs(this.#hosted);
  }

  // ---- For VRMCrowd ----

  _enter(crowd, sim) {
    this.#check();
    this.#hosted.enter(sim);
    this.#crowd = crowd;
  }

  get _crowd() {
    return this.#crowd;
  }
  get _hosted() {
    return this.#hosted;
  }

  _readInputs(delta) {
    const { lookAt } = this;
    if (lookAt && !this.#isPlain(lookAt)) this.#updateGaze(lookAt, delta);
    this.#readInputs(this.#hosted);
  }

  #isPlain(lookAt) {
    return lookAt instanceof VRMLookAt && lookAt._isPlain(this.#applier);
  }

  /** Updates a gaze class of the page; the current update shows the angles that it gives the applier. */
  #updateGaze(lookAt, delta) {
    this.#isUpdating = true;
    try {
      lookAt.update?.(delta);
    } finally {
      this.#isUpdating = false;
    }
  }

  #readInputs(hosted) {
    const { humanoid, lookAt } = this;
    checkPlayers(hosted.players); // the page may have changed the array
    hosted.isPosed = humanoid.autoUpdateHumanBones;
    if (hosted.isPosed) humanoid._writePose(hosted.pose);
    this.expressionManager._writeWeights(hosted.weights);
    if (lookAt && this.#isPlain(lookAt)) lookAt._writeGaze(hosted);
    else this.#applier?._write(hosted);
    if (hosted === this.#hosted) this.springBoneManager?._send();
  }

  _writeOutputs(delta) {
    this.#writeOutputs(this.#hosted);
    for (const material of this.#body.animated) material.update(delta);
  }

  #writeOutputs(hosted) {
    this.expressionManager._clearAdded();
    hosted.writeOutputs();
    this.expressionManager._applyAdded();
    if (this.lookAt && this.#isPlain(this.lookAt)) this.lookAt._readGaze(hosted);
  }

  // ---- Life ----

  clone() {
    this.#check();
    const copy = new VRM(this.#family, cloneBody(this.#body, this), this);
    copy.expressionManager._copy(this.expressionManager);
    if (this.lookAt instanceof VRMLookAt) copy.lookAt?._copy(this.lookAt);
    copy.firstPerson._copy(this.firstPerson);
    copy.springBoneManager?._copy(this.springBoneManager);
    return copy;
  }

  dispose() {
    if (this.isDisposed) return;
    this.#crowd?._forget(this);
    this.#crowd = null;
    this.#hosted.leave();
    this.#hosted.face?.dispose();
    ofScene.delete(this.scene);
    this.scene.removeFromParent();
    const family = this.#family,
      isLast = --family.uses === 0;
    for (const skeleton of skeletonsOf(this.scene)) skeleton.dispose();
    for (const material of this.#body.ownMaterials) material.dispose();
    if (!isLast) return;
    family.rig.dispose();
    family.faceMap?.dispose();
    family.facts.thumbnail.dispose();
    disposeShared(this.scene);
  }

  /** For VRMUtils.deepDispose(): later updates have no effect. */
  _leave() {
    this.dispose();
    this.#isGone = true;
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.dispose();
  }
}

function skeletonsOf(scene) {
  const skeletons = new Set();
  scene.traverse((object) => object.skeleton && skeletons.add(object.skeleton));
  return skeletons;
}

/** Textures of a material, ours or three.js's. */
function* texturesOf(material) {
  for (const value of Object.values(material)) if (value?.isTexture) yield value;
  for (const { value } of Object.values(material.uniforms ?? {})) if (value?.isTexture) yield value;
}

/** Frees GPU memory of geometries, materials and textures below an object. */
export function disposeShared(root) {
  root.traverse((object) => {
    object.geometry?.dispose();
    for (const material of object.material ? listed(object.material) : []) {
      for (const texture of texturesOf(material)) texture.dispose();
      material.dispose();
    }
    object.skeleton?.dispose();
  });
}

/** Adds the list of materials that time animates. */
export function withAnimated(body) {
  const all = new Set(body.materials.flat());
  return {
    ...body,
    animated: [...all].filter((material) => typeof material.update === 'function' && material.isAnimated !== false),
  };
}

// ---- Cloning ----

/** Clones the scene: new nodes, shared geometries; materials are shared unless expressions or time change them. */
function cloneBody(body, vrm) {
  const { normalizedHumanBonesRoot } = vrm.humanoid;
  const isLeftOut = (object) =>
    object === normalizedHumanBonesRoot ||
    object instanceof VRMExpression ||
    object instanceof VRMSpringBoneCollider ||
    object.type === 'VRMLookAtQuaternionProxy';
  const store = new NodeStore(vrm.rig.nodeCount),
    nodeOf = new Map();
  body.nodes.forEach((object, node) => object && nodeOf.set(object, node));
  const copies = new Map(),
    skeletons = new Map();
  const copyOf = (object) => {
    const node = nodeOf.get(object);
    let copy;
    if (node !== undefined && canBeLight(object)) copy = lightCopy(object, store, node);
    else copy = object.clone(false);
    copies.set(object, copy);
    for (const child of object.children) if (!isLeftOut(child)) hang(copy, copyOf(child));
    copy.children = copy.children.slice(); // drops unused capacity
    return copy;
  };
  const scene = copyOf(body.scene);
  vrm._hosted.readAll(store.locals);
  const { materials, ownMaterials } = cloneMaterials(body, vrm.rig);
  const influences = new Map(); // the mesh without the head shares the weights of the whole mesh
  for (const [object, copy] of copies) {
    if (object.morphTargetInfluences) {
      if (!influences.has(object.morphTargetInfluences))
        influences.set(object.morphTargetInfluences, copy.morphTargetInfluences);
      copy.morphTargetInfluences = influences.get(object.morphTargetInfluences);
    }
    if (copy.material)
      copy.material = Array.isArray(copy.material)
        ? copy.material.map((material) => ownMaterials.get(material) ?? material)
        : (ownMaterials.get(copy.material) ?? copy.material);
    if (!object.skeleton) continue;
    if (!skeletons.has(object.skeleton))
      skeletons.set(
        object.skeleton,
        new LightSkeleton(
          object.skeleton.bones.map((bone) => copies.get(bone) ?? bone),
          object.skeleton.boneInverses,
        ),
      );
    copy.skeleton = skeletons.get(object.skeleton);
  }
  return withAnimated({
    scene,
    store,
    materials,
    meshes: body.meshes.map((list) => list.map((mesh) => copies.get(mesh))),
    nodes: body.nodes.map((node) => copies.get(node)),
    ownMaterials: [...ownMaterials.values()],
  });
}

/** Clones materials that expressions or time change. Returns them by material of the file, and by original. */
function cloneMaterials(body, rig) {
  const moved = new Map(); // by material of the file: names of texture properties that are transformed
  for (const { material, kind, target } of rig.materialValues) {
    if (!moved.has(material)) moved.set(material, []);
    if (kind === 'texture') moved.get(material).push(...textureProperties[target]);
  }
  const ownMaterials = new Map();
  const materials = body.materials.map((list, index) =>
    list.map((material) => {
      if (!moved.has(index) && !body.animated.includes(material)) return material;
      if (!ownMaterials.has(material)) ownMaterials.set(material, copyMaterial(material, moved.get(index) ?? []));
      return ownMaterials.get(material);
    }),
  );
  return { materials, ownMaterials };
}

/** Clones a material and the textures that are transformed; images stay shared. */
function copyMaterial(material, textureNames) {
  const copy = material.clone();
  for (const name of textureNames) {
    if (!copy[name]?.isTexture) continue;
    copy[name] = copy[name].clone();
    copy[name].needsUpdate = material[name].version > 0;
  }
  return copy;
}

// ---- Crowds ----

/** Avatars that are stepped together: clones of one file are computed several at a time. */
export class VRMCrowd {
  #sim;
  #members = new Set();

  constructor(options = {}) {
    checkObject('options', options);
    this.#sim = new Sim({ ...options, ...simOptions })._warnAs('VRMCrowd');
  }

  get vrms() {
    return [...this.#members];
  }

  #check() {
    if (this.#sim.isDisposed) throw new Error('this VRMCrowd was disposed');
  }

  add(vrm) {
    this.#check();
    if (!(vrm instanceof VRM)) throw wrong('vrm', 'a VRM', vrm);
    if (vrm._crowd) throw new Error('this VRM is in a VRMCrowd already');
    vrm._enter(this, this.#sim);
    this.#members.add(vrm);
    return this;
  }

  remove(vrm) {
    if (!this.#members.has(vrm)) return this;
    vrm._enter(null, null); // without memory for a sim of its own it stays
    this.#members.delete(vrm);
    return this;
  }

  /** Removes a member that was disposed. */
  _forget(vrm) {
    this.#members.delete(vrm);
  }

  update(delta) {
    this.#check();
    checkNumber('delta', delta);
    for (const vrm of this.#members) {
      vrm._readInputs(delta);
      vrm._hosted.readInputs(delta);
    }
    this.#sim.step(delta);
    for (const vrm of this.#members) vrm._writeOutputs(delta);
  }

  dispose() {
    for (const vrm of this.#members) this.remove(vrm);
    this.#sim.dispose();
  }

  get isDisposed() {
    return this.#sim.isDisposed;
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.dispose();
  }
}

/** The rest rotation of the head in model space. */
export function headRestOf(rig) {
  const head = rig.bones.head;
  return head === undefined ? new Quaternion() : new Quaternion().fromArray(rig.restModel(), head * 10 + 3);
}
