// SPDX-License-Identifier: MIT
// An avatar whose body is in another engine's scene: takes what the host did to the scene as inputs,
// steps, and writes the results into the host's nodes, morph targets and materials. It knows no
// engine: an adapter gives it a port, an object with
//
//   hasNode(node)                      whether the scene has a node of the file
//   nameOf(node)                       what the host calls it, for errors
//   readRoot(out)                      what stands above the root nodes in the world: ten numbers,
//                                      translation, rotation, scale
//   readNode(node, out)                a node's local transform, ten numbers
//   eachChanged(nodes, seen, hasRotation, changed)
//                                      calls changed(node) for each of the nodes whose transform is not
//                                      what `seen` has at node * 10; its rotation counts if hasRotation
//   show(locals)                       ten numbers for each node after a step, before they are written; for a
//                                      scene that keeps them itself
//   showSome(locals, nodes)            the same for some nodes
//   writeRotations(nodes, locals)      rotations of nodes from `locals`, ten numbers for each node
//   writeTranslation(node, x, y, z)    and the others: a result
//   writeScale(node, x, y, z)
//   writeMorph(meshNode, morph, weight)      meshNode: index in Rig.meshNodes
//   writeMaterial(value, x, y, z, w)         value: index in Rig.materialValues
//
// Who owns a rotation is decided by the rig: springs and constraints own those of their nodes, the
// pose those of the bones while `isPosed`; every other transform is the host's, and read from the
// scene in each update. Translations and scales are the host's but for that of the posed hips.
import { boneNames, poseLength, restPose } from './rig.js';
import { Sim } from './sim.js';

export const simOptions = { outputs: ['locals', 'face'], keepsVrm0Facing: true };

/** Ten numbers, and views of their parts. */
const parts = (all) => ({
  all,
  translation: all.subarray(0, 3),
  rotation: all.subarray(3, 7),
  scale: all.subarray(7, 10),
});

/** An error of an input, with the place where the host has the wrong value. */
const named = (place, { constructor: Kind, message }) => new Kind(`${place}: ${message}`);

export class Puppet {
  rig;
  avatar = null;
  /** Normalized rotations and the offset of the hips (poseLength), in the file's axes for 0.x. */
  pose = restPose();
  /** The pose moves the bones; else the host does. */
  isPosed = true;
  /** Weights of the expressions as the host wants them. */
  weights;
  /** What the gaze follows: 'off', 'point' (gaze x y z, world) or 'angles' (gaze x yaw, y pitch). */
  gazeMode = 'off';
  gaze = [0, 0, 0];
  /** Transforms that the host gives to nodes are looked for. False saves the looking. */
  readsNodes = true;
  /** Players that run over the pose; advanced by each step. */
  players = [];
  /** A Face, advanced by each step: moves what the host leaves alone. */
  face = null;

  #port;
  #base; // local transforms at rest as the host has them, ten numbers for each node
  #sent; // the same as last given to the avatar
  #root = parts(new Float64Array(10));
  #sentRoot = new Float64Array(10);
  #sentPose = new Float32Array(poseLength);
  #facedPose = new Float32Array(poseLength); // as it is sent, where that differs from `pose`
  #sentWeights;
  #sentGaze = { mode: 'off', x: 0, y: 0, z: 0 };
  #shownMorphs;
  #shownValues;
  #now = parts(new Float64Array(10));
  #nodes; // nodes of the scene
  #driven; // those whose rotation is a spring's or a constraint's
  #posed; // and those whose rotation is the pose's
  #undriven; // the others of each
  #unposed;
  #drivenShown; // of #driven and #posed those that are written
  #posedShown;
  #takeHostNode = (node) => this.#takeNode(node, true);
  #takeOwnedNode = (node) => this.#takeNode(node, false);
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

  /** What is the same for all over one rig. */
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

  /** Local transforms as the host has them, ten numbers for each node. */
  readAll(out) {
    for (const node of this.#nodes) {
      this.#port.readNode(node, this.#now.all);
      out.set(this.#now.all, node * 10);
    }
    return out;
  }

  /** Ten numbers: how a node stood when the scene was new. */
  restOf(node) {
    return this.#base.subarray(node * 10, node * 10 + 10);
  }

  /** Another one over the same rig, with a copy of the scene as it is now. */
  clone(port) {
    const copy = new Puppet(this.rig, port, this.#simOptions, this);
    copy.#shownMorphs.fill(NaN);
    return copy;
  }

  /** A puppet over the same scene whose springs do not run, made when it is first asked for. Its update(0) shows pose,
   * gaze, expressions and constraints as they are now. This one cannot: springs take the body's way between two
   * steps for motion, also when no time has passed. */
  get still() {
    if (this.#twin !== null) return this.#twin;
    const { rig } = this,
      twin = new Puppet(rig, this.#port, this.#simOptions, this);
    twin.avatar.setParts(['lookAt', 'expressions', 'constraints']);
    const isSpring = new Set(rig.springJoints.filter(({ moves }) => moves).map(({ node }) => node));
    const others = (nodes) => nodes.filter((node) => !isSpring.has(node));
    twin.#drivenShown = others(this.#driven);
    twin.#posedShown = others(this.#posed);
    twin.#shownMorphs = this.#shownMorphs; // one scene: what either has written
    twin.#shownValues = this.#shownValues;
    twin.#twin = this;
    return (this.#twin = twin);
  }

  /** Nodes that the host has moved, and hips that the pose has: their transforms are not those at rest. */
  movedNodes() {
    const moved = [],
      add = (node) => moved.push(node),
      port = this.#port;
    port.eachChanged(this.isPosed ? this.#unposed : this.#undriven, this.#base, true, add);
    port.eachChanged(this.isPosed ? this.#posed : this.#driven, this.#base, false, add);
    return moved;
  }

  /** Moves the avatar into a sim, or into one of its own. Springs begin at rest there. */
  enter(sim) {
    const next = sim ?? new Sim(this.#simOptions)._warnAs('VRM');
    let avatar;
    try {
      avatar = next.add(this.rig);
    } catch (error) {
      if (sim === null) next.dispose();
      throw error; // it stays where it was
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

  /** Leaves its sim for good. */
  leave() {
    this.avatar?.dispose();
    this.#ownSim?.dispose();
    this.#ownSim = this.avatar = null;
    const twin = this.#twin;
    if (twin === null) return;
    this.#twin = twin.#twin = null;
    twin.leave();
  }

  /** The avatar of one that is still there. */
  get living() {
    if (this.avatar === null) throw new Error('this VRM was disposed');
    return this.avatar;
  }

  get isAlone() {
    return this.#ownSim !== null;
  }

  /** Inputs, step, outputs; for an avatar that has its own sim. */
  update(seconds) {
    this.takeInputs(seconds);
    this.step(seconds);
    this.giveOutputs();
  }

  step(seconds) {
    this.#ownSim.step(seconds);
  }

  // ---- Inputs ----

  takeInputs(seconds) {
    const isPlaying = this.players.length > 0;
    const isForced = isPlaying || this.#wasPlaying; // players change what was sent
    this.#wasPlaying = isPlaying;
    this.#takeRoot();
    this.#takeNodes();
    this.face?.step(seconds);
    if (this.isPosed) this.#takePose(isForced);
    if (this.face) this.#takeFace();
    else {
      this.#takeWeights(isForced);
      this.#takeGaze(isForced);
    }
    if (!isPlaying) return;
    for (const player of this.players) player.advance(seconds);
    this.avatar.play(this.players);
  }

  #takeRoot() {
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

  #takeNodes() {
    if (!this.readsNodes) return;
    const port = this.#port;
    port.eachChanged(this.isPosed ? this.#unposed : this.#undriven, this.#sent, true, this.#takeHostNode);
    port.eachChanged(this.isPosed ? this.#posed : this.#driven, this.#sent, false, this.#takeOwnedNode);
  }

  #takeNode(node, hasRotation) {
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

  #takePose(isForced) {
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

  /** The pose of an avatar that faces -Z as one that faces +Z has it. */
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

  /** The face sets all expressions and the gaze. Where the host wants more of an expression it gets it; a gaze that it
   * gives is the face's target. */
  #takeFace() {
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
      avatar.setExpression(i, Math.max(weights[i], shown[i])); // one that the face has never moved it does not end either
      given[i] = weights[i];
    }
  }

  #takeWeights(isForced) {
    const { weights } = this,
      sent = this.#sentWeights;
    for (let i = 0; i < weights.length; i++) {
      if (weights[i] === sent[i] && !isForced) continue;
      this.avatar.setExpression(i, weights[i]);
      sent[i] = weights[i];
    }
  }

  #takeGaze(isForced) {
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

  giveOutputs() {
    const { avatar } = this;
    const { locals } = avatar;
    const isWhole = this.#posedShown === this.#posed;
    if (isWhole) this.#port.show(locals);
    else this.#port.showSome(locals, this.#posedShown);
    if (isWhole && this.players.some(({ clip }) => clip.kind === 'nodes')) this.#giveAll(locals);
    else this.#giveRotations(locals);
    this.#giveMorphs(avatar.morphs);
    this.#giveMaterials(avatar.materialValues);
  }

  #giveRotations(locals) {
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
    for (const puppet of [this, this.#twin])
      for (let i = 0; i < 3 && puppet; i++) puppet.#sent[at + i] = locals[at + i]; // not the host's doing
  }

  /** A clip of nodes may move anything. What it moved is not taken for the host's in the next update. */
  #giveAll(locals) {
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

  #giveMorphs(morphs) {
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

  #giveMaterials(values) {
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
