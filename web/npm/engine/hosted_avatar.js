// SPDX-License-Identifier: MIT
// An avatar in the scene of another engine. Each update reads the host's changes of the scene as inputs,
// steps, and writes the results into the host's nodes, morph targets and materials. The engine is
// unknown here; an adapter provides a port, an object with these functions. A transform is ten numbers:
// translation, rotation, scale.
//
//   hasNode(node)                      whether the scene has a node of the file
//   nameOf(node)                       the host's name of a node, for errors
//   readRoot(out)                      reads the world transform above the root nodes
//   readNode(node, out)                reads a node's local transform
//   eachChanged(nodes, seen, hasRotation, changed)
//                                      calls changed(node) for each node whose transform differs from
//                                      `seen` at node * 10; compares rotations only if hasRotation
//   show(locals)                       receives the transforms of all nodes after a step, before the calls
//                                      of write...(); for scenes with their own storage
//   showSome(locals, nodes)            the same for some nodes
//   writeRotations(nodes, locals)      writes rotations of nodes from `locals`, ten numbers per node
//   writeTranslation(node, x, y, z)
//   writeScale(node, x, y, z)
//   writeMorph(meshNode, morph, weight)      meshNode: index in Rig.meshNodes
//   writeMaterial(value, x, y, z, w)         value: index in Rig.materialValues
//
// The rig decides who owns a rotation: springs and constraints own the rotations of their nodes, and the
// pose owns the rotations of bones while `isPosed`. The host owns all other transforms, which each update
// reads from the scene: all translations and scales too, except the translation of the posed hips.
import { boneNames, poseLength, restPose } from './rig.js';
import { Sim } from './sim.js';

export const simOptions = { outputs: ['locals', 'face'], keepsVrm0Facing: true };

/** A transform, and views of its parts. */
const parts = (all) => ({
  all,
  translation: all.subarray(0, 3),
  rotation: all.subarray(3, 7),
  scale: all.subarray(7, 10),
});

/** An error of an input, with the name of the wrong value in the host's scene. */
const named = (place, { constructor: Kind, message }) => new Kind(`${place}: ${message}`);

export class HostedAvatar {
  rig;
  avatar = null;
  /** Normalized rotations and the offset of the hips (poseLength), in the file's axes for 0.x. */
  pose = restPose();
  /** The pose moves the bones; else the host does. */
  isPosed = true;
  /** Weights of expressions, set by the host. */
  weights;
  /** 'off', 'point' (gaze is x y z, world space) or 'angles' (gaze is yaw, pitch in degrees). */
  gazeMode = 'off';
  gaze = [0, 0, 0];
  /** Each update compares nodes with their last transforms. False skips that. */
  readsNodes = true;
  /** Players over the pose, advanced by each update. */
  players = [];
  /** A Face, advanced by each update: moves expressions and gaze that the host does not set. */
  face = null;

  #port;
  #base; // local transforms of the host's scene at rest, ten numbers per node
  #sent; // local transforms last sent to the avatar
  #root = parts(new Float64Array(10));
  #sentRoot = new Float64Array(10);
  #sentPose = new Float32Array(poseLength);
  #facedPose = new Float32Array(poseLength); // the pose to send, where it differs from `pose`
  #sentWeights;
  #sentGaze = { mode: 'off', x: 0, y: 0, z: 0 };
  #shownMorphs;
  #shownValues;
  #now = parts(new Float64Array(10));
  #nodes; // nodes of the scene
  #driven; // nodes rotated by springs and constraints
  #posed; // #driven and the bones
  #undriven; // all nodes but #driven
  #unposed; // all nodes but #posed
  #drivenShown; // nodes of #driven that are written
  #posedShown; // nodes of #posed that are written
  #sendHostNode = (node) => this.#sendNode(node, true);
  #sendOwnedNode = (node) => this.#sendNode(node, false);
  #eyes;
  #hips;
  #ownSim = null;
  #simOptions;
  #wasPlaying = false;
  #twin = null; // see still

  constructor(rig, port, options = {}, source = null) {
    this.rig = rig;
    this.#port = port;
    this.#simOptions = { ...options, ...simOptions };
    this.weights = new Float64Array(rig.expressions.length);
    this.#sentWeights = new Float64Array(rig.expressions.length);
    this.#shownValues = new Float32Array(rig.materialValues.length * 4).fill(NaN);
    if (source) this.#share(source);
    else this.#sortNodes(rig, port);
    this.enter(null);
    this.#shownMorphs = this.avatar.morphs.slice();
  }

  /** Shares everything that depends on the rig alone. */
  #share(source) {
    this.#nodes = source.#nodes;
    this.#driven = source.#driven;
    this.#undriven = source.#undriven;
    this.#posed = source.#posed;
    this.#unposed = source.#unposed;
    this.#drivenShown = this.#driven;
    this.#posedShown = this.#posed;
    this.#eyes = source.#eyes;
    this.#hips = source.#hips;
    this.#base = source.#base;
  }

  #sortNodes(rig, port) {
    const count = rig.nodeCount;
    this.#nodes = Array.from({ length: count }, (_, node) => node).filter((node) => port.hasNode(node));
    const isDriven = new Uint8Array(count);
    for (const { node, moves } of rig.springJoints) if (moves) isDriven[node] = 1;
    for (const { node } of rig.constraints) isDriven[node] = 1;
    this.#driven = this.#nodes.filter((node) => isDriven[node] === 1);
    this.#undriven = this.#nodes.filter((node) => isDriven[node] === 0);
    for (const node of Object.values(rig.bones)) isDriven[node] = 1;
    this.#posed = this.#nodes.filter((node) => isDriven[node] === 1);
    this.#unposed = this.#nodes.filter((node) => isDriven[node] === 0);
    this.#drivenShown = this.#driven;
    this.#posedShown = this.#posed;
    this.#eyes =
      rig.lookAt !== 'bone'
        ? []
        : ['leftEye', 'rightEye']
            .map((bone) => rig.bones[bone] ?? -1)
            .filter((node) => node >= 0 && port.hasNode(node));
    this.#hips = rig.bones.hips ?? -1;
    if (!this.#nodes.includes(this.#hips)) this.#hips = -1;
    this.#base = this.readAll(new Float64Array(count * 10));
  }

  /** Reads the local transforms of all nodes from the host's scene. */
  readAll(out) {
    for (const node of this.#nodes) {
      this.#port.readNode(node, this.#now.all);
      out.set(this.#now.all, node * 10);
    }
    return out;
  }

  /** The transform of a node when the scene was new. */
  restOf(node) {
    return this.#base.subarray(node * 10, node * 10 + 10);
  }

  /** A copy over the same rig; `port` is that of a copy of the present scene. */
  clone(port) {
    const copy = new HostedAvatar(this.rig, port, this.#simOptions, this);
    copy.#shownMorphs.fill(NaN);
    return copy;
  }

  /** A second avatar over the same scene, without springs, created on first use. Its update(0) shows the present pose,
   * gaze, expressions and constraints. This one cannot do that: its springs would react to the body's motion since the
   * last step even if no time has passed. */
  get still() {
    if (this.#twin !== null) return this.#twin;
    const { rig } = this,
      twin = new HostedAvatar(rig, this.#port, this.#simOptions, this);
    twin.avatar.setParts(['lookAt', 'expressions', 'constraints']);
    const isSpring = new Set(rig.springJoints.filter(({ moves }) => moves).map(({ node }) => node));
    const others = (nodes) => nodes.filter((node) => !isSpring.has(node));
    twin.#drivenShown = others(this.#driven);
    twin.#posedShown = others(this.#posed);
    twin.#shownMorphs = this.#shownMorphs; // both write to one scene
    twin.#shownValues = this.#shownValues;
    twin.#twin = this;
    return (this.#twin = twin);
  }

  /** Nodes whose transforms differ from those at rest: moved by the host, or hips moved by the pose. */
  movedNodes() {
    const moved = [],
      add = (node) => moved.push(node),
      port = this.#port;
    port.eachChanged(this.isPosed ? this.#unposed : this.#undriven, this.#base, true, add);
    port.eachChanged(this.isPosed ? this.#posed : this.#driven, this.#base, false, add);
    return moved;
  }

  /** Moves the avatar into a sim; null: into a sim of its own. Springs begin at rest. */
  enter(sim) {
    const next = sim ?? new Sim(this.#simOptions)._warnAs('VRM');
    let avatar;
    try {
      avatar = next.add(this.rig);
    } catch (error) {
      if (sim === null) next.dispose();
      throw error; // the avatar stays in its sim
    }
    this.leave();
    this.#ownSim = sim === null ? next : null;
    this.avatar = avatar;
    this.#sent = this.#base.slice();
    this.#sentPose.fill(NaN);
    this.#sentRoot.fill(NaN);
    this.#sentWeights.fill(0);
    this.#sentGaze.mode = 'off';
  }

  /** Removes the avatar; it cannot be used afterwards. */
  leave() {
    this.avatar?.dispose();
    this.#ownSim?.dispose();
    this.#ownSim = this.avatar = null;
    const twin = this.#twin;
    if (twin === null) return;
    this.#twin = twin.#twin = null;
    twin.leave();
  }

  /** The avatar; throws after leave(). */
  get living() {
    if (this.avatar === null) throw new Error('this VRM was disposed');
    return this.avatar;
  }

  get isAlone() {
    return this.#ownSim !== null;
  }

  /** Inputs, step, outputs; only for an avatar in a sim of its own. */
  update(seconds) {
    this.readInputs(seconds);
    this.step(seconds);
    this.writeOutputs();
  }

  step(seconds) {
    this.#ownSim.step(seconds);
  }

  // ---- Inputs ----

  readInputs(seconds) {
    const isPlaying = this.players.length > 0;
    const isForced = isPlaying || this.#wasPlaying; // players overwrite inputs that were sent
    this.#wasPlaying = isPlaying;
    this.#sendRoot();
    this.#sendNodes();
    this.face?.step(seconds);
    if (this.isPosed) this.#sendPose(isForced);
    if (this.face) this.#sendFace();
    else {
      this.#sendWeights(isForced);
      this.#sendGaze(isForced);
    }
    if (!isPlaying) return;
    for (const player of this.players) player.advance(seconds);
    this.avatar.play(this.players);
  }

  #sendRoot() {
    const { all, translation, rotation, scale } = this.#root,
      sent = this.#sentRoot;
    this.#port.readRoot(all);
    let isSame = true;
    for (let i = 0; i < 10; i++) isSame &&= all[i] === sent[i];
    if (isSame) return;
    try {
      this.avatar.setRoot(translation, rotation, scale);
    } catch (error) {
      throw named('the scene', error);
    }
    sent.set(all);
  }

  #sendNodes() {
    if (!this.readsNodes) return;
    const port = this.#port;
    port.eachChanged(this.isPosed ? this.#unposed : this.#undriven, this.#sent, true, this.#sendHostNode);
    port.eachChanged(this.isPosed ? this.#posed : this.#driven, this.#sent, false, this.#sendOwnedNode);
  }

  #sendNode(node, hasRotation) {
    const { all, translation, rotation, scale } = this.#now,
      at = node * 10;
    this.#port.readNode(node, all);
    if (!hasRotation) for (let i = 3; i < 7; i++) all[i] = this.#base[at + i];
    try {
      this.avatar.setNode(node, translation, rotation, scale);
    } catch (error) {
      throw named(`node ${JSON.stringify(this.#port.nameOf(node))}`, error);
    }
    this.#sent.set(all, at);
    this.#sentPose[0] = NaN; // setNode() may have turned a bone
  }

  #sendPose(isForced) {
    const { pose, face } = this,
      sent = this.#sentPose;
    let isSame = !isForced && face === null;
    for (let i = 0; isSame && i < poseLength; i++) isSame = pose[i] === sent[i];
    if (isSame) return;
    try {
      const given = this.rig.facing > 0 ? pose : this.#faced();
      if (face === null) this.avatar.setPose(given);
      else {
        this.#facedPose.set(given);
        this.avatar.setPose(face.addIdle(this.#facedPose));
      }
    } catch (error) {
      const at = pose.findIndex((value) => !Number.isFinite(value));
      throw named(at < 0 ? 'the pose' : `the normalized bone ${boneNames[at >> 2] ?? 'hips'}`, error);
    }
    sent.set(pose);
  }

  /** Turns the pose of an avatar that faces -Z by 180 degrees about Y. */
  #faced() {
    const faced = this.#facedPose;
    faced.set(this.pose);
    for (let i = 0; i < poseLength - 3; i += 4) {
      faced[i] = -faced[i];
      faced[i + 2] = -faced[i + 2];
    }
    faced[poseLength - 3] = -faced[poseLength - 3];
    faced[poseLength - 1] = -faced[poseLength - 1];
    return faced;
  }

  /** The face sets all expressions and the gaze. The host's weight of an expression counts if it is larger; the host's
   * gaze becomes the target of the face. */
  #sendFace() {
    const { face, avatar, weights, gaze, gazeMode } = this,
      sent = this.#sentGaze;
    if (gazeMode === 'point') face.lookAt(gaze);
    else if (gazeMode === 'angles') face.lookAlong(gaze[0], gaze[1]);
    else if (sent.mode !== 'off') face.lookAlong(0, 0);
    sent.mode = gazeMode;
    face.apply(avatar);
    const shown = face.weights,
      given = this.#sentWeights;
    for (let i = 0; i < weights.length; i++) {
      if (weights[i] <= shown[i] && given[i] <= 0) continue;
      avatar.setExpression(i, Math.max(weights[i], shown[i])); // the face does not reset expressions it never moved
      given[i] = weights[i];
    }
  }

  #sendWeights(isForced) {
    const { weights } = this,
      sent = this.#sentWeights;
    for (let i = 0; i < weights.length; i++) {
      if (weights[i] === sent[i] && !isForced) continue;
      this.avatar.setExpression(i, weights[i]);
      sent[i] = weights[i];
    }
  }

  #sendGaze(isForced) {
    const { gaze, gazeMode } = this,
      sent = this.#sentGaze;
    if (gazeMode === sent.mode && gaze[0] === sent.x && gaze[1] === sent.y && gaze[2] === sent.z && !isForced) return;
    if (gazeMode === 'point') this.avatar.lookAt(gaze);
    else if (gazeMode === 'angles') this.avatar.lookAlong(gaze[0], gaze[1]);
    else this.avatar.lookOff();
    sent.mode = gazeMode;
    [sent.x, sent.y, sent.z] = gaze;
  }

  // ---- Outputs ----

  writeOutputs() {
    const { avatar } = this;
    const { locals } = avatar;
    const isWhole = this.#posedShown === this.#posed;
    if (isWhole) this.#port.show(locals);
    else this.#port.showSome(locals, this.#posedShown);
    if (isWhole && this.players.some(({ clip }) => clip.kind === 'nodes')) this.#writeAll(locals);
    else this.#writeRotations(locals);
    this.#writeMorphs(avatar.morphs);
    this.#writeMaterials(avatar.materialValues);
  }

  #writeRotations(locals) {
    const port = this.#port;
    if (!this.isPosed) {
      port.writeRotations(this.#drivenShown, locals);
      if (this.gazeMode !== 'off') port.writeRotations(this.#eyes, locals);
      return;
    }
    port.writeRotations(this.#posedShown, locals);
    if (this.#hips < 0) return;
    const at = this.#hips * 10;
    port.writeTranslation(this.#hips, locals[at], locals[at + 1], locals[at + 2]);
    for (const hosted of [this, this.#twin])
      for (let i = 0; i < 3 && hosted; i++) hosted.#sent[at + i] = locals[at + i]; // not a change by the host
  }

  /** Writes all transforms: a clip of nodes may move any of them. The next update must not read them as changes by the
   * host. */
  #writeAll(locals) {
    const port = this.#port,
      now = this.#now.all;
    port.writeRotations(this.#nodes, locals);
    for (const node of this.#nodes) {
      const at = node * 10;
      port.writeTranslation(node, locals[at], locals[at + 1], locals[at + 2]);
      port.writeScale(node, locals[at + 7], locals[at + 8], locals[at + 9]);
      port.readNode(node, now);
      this.#sent.set(now, at);
    }
  }

  #writeMorphs(morphs) {
    const shown = this.#shownMorphs,
      { meshNodes } = this.rig;
    for (let m = 0; m < meshNodes.length; m++) {
      const { firstMorph, morphCount } = meshNodes[m];
      for (let i = 0; i < morphCount; i++) {
        const weight = morphs[firstMorph + i];
        if (weight === shown[firstMorph + i]) continue;
        this.#port.writeMorph(m, i, weight);
        shown[firstMorph + i] = weight;
      }
    }
  }

  #writeMaterials(values) {
    const shown = this.#shownValues;
    for (let at = 0; at < shown.length; at += 4) {
      if (
        values[at] === shown[at] &&
        values[at + 1] === shown[at + 1] &&
        values[at + 2] === shown[at + 2] &&
        values[at + 3] === shown[at + 3]
      )
        continue;
      this.#port.writeMaterial(at / 4, values[at], values[at + 1], values[at + 2], values[at + 3]);
      for (let i = 0; i < 4; i++) shown[at + i] = values[at + i];
    }
  }
}
