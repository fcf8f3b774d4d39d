// SPDX-License-Identifier: MIT
import {
  checkBoolean,
  checkIndex,
  checkName,
  checkNumber,
  checkNumbers,
  checkObject,
  failure,
  wrong,
} from './errors.js';
import { Player } from './clip.js';
import { Handle } from './handle.js';
import { check, constants, floatHeap, floatWord, floatsAt, requireStarted, vrm, withFloats, word } from './module.js';
import { MemoryOwner } from './owner.js';
import { Rig, checkBone, poseLength } from './rig.js';

/** The sum of the flags of a list of names. */
function flags(name, values, table) {
  if (!Array.isArray(values)) throw wrong(name, 'an array', values);
  return values.reduce((sum, value, i) => sum | checkName(`${name}[${i}]`, value, table), 0);
}

export class Sim extends MemoryOwner {
  #handle;
  #rigs; // handles by index of avatar
  #avatars = new Set();
  /** Changes whenever outputs may have moved in memory; their addresses are read again then. */
  _revision = 0;

  constructor(options = {}) {
    super('Sim');
    checkObject('options', options);
    requireStarted('new Sim');
    const {
      springRate = -1,
      maxStep = -1,
      outputs = ['locals', 'worlds', 'palettes', 'face'],
      keepsVrm0Facing = false,
      capacity = -1,
    } = options;
    checkNumber('options.springRate', springRate);
    checkNumber('options.maxStep', maxStep);
    checkBoolean('options.keepsVrm0Facing', keepsVrm0Facing);
    if (capacity !== -1) checkIndex('options.capacity', capacity, 2 ** 20 + 1);
    const wanted = flags('options.outputs', outputs, constants.outputs);
    check('new Sim', vrm.sim_create(springRate, maxStep, wanted, keepsVrm0Facing ? 1 : 0, capacity));
    const rigs = new Map();
    const handle = new Handle(word(0), (address) => {
      vrm.sim_destroy(address);
      for (const rig of rigs.values()) rig.release();
    });
    this.#handle = handle;
    this.#rigs = rigs;
    this._own(() => handle.release());
  }

  get _handle() {
    this._check();
    return this.#handle;
  }

  get _address() {
    return this._handle.address;
  }

  get avatars() {
    this._check();
    return [...this.#avatars];
  }

  add(rig) {
    if (!(rig instanceof Rig)) throw wrong('rig', 'a Rig', rig);
    const handle = rig._handle;
    if (!vrm.sim_add(this._address, handle.address)) throw failure('Sim.add', 'memory');
    const avatar = new Avatar(construct, this, rig, word(0), word(1));
    this.#rigs.set(avatar._id[0], handle.retain());
    this.#avatars.add(avatar);
    this._revision++;
    return avatar;
  }

  _remove(avatar, index, generation) {
    if (this.isDisposed) return;
    vrm.sim_remove(this.#handle.address, index, generation);
    this.#avatars.delete(avatar);
    this.#rigs.get(index).release();
    this.#rigs.delete(index);
    this._revision++;
  }

  step(seconds) {
    vrm.sim_step(this._address, checkNumber('seconds', seconds));
    this._revision++;
  }
}

const construct = Symbol('construct');

// Indices of the words of avatar_outputs, and floats per entry.
const outputNames = [
  'locals',
  'worlds',
  'palettes',
  'expressionWeights',
  'expressionInputs',
  'morphs',
  'materialValues',
  'springRotations',
];

const identity = [0, 0, 0, 1];
const ones = [1, 1, 1];

export class Avatar extends MemoryOwner {
  #index;
  #generation;
  #facts; // facts of the rig, which may be disposed before its avatars
  #lengths;
  #addresses = new Uint32Array(outputNames.length);
  #views = {};
  #gaze = [0, 0];
  #readAt = -1; // revision of the addresses and gaze that were read
  sim;
  rig;

  constructor(key, sim, rig, index, generation) {
    if (key !== construct) throw new TypeError('an Avatar is made by Sim.add()');
    super('Avatar');
    this.sim = sim;
    this.rig = rig;
    this.#index = index;
    this.#generation = generation;
    const facts = rig._facts;
    const expressions = facts.expressions.length;
    this.#facts = facts;
    this.#lengths = [
      facts.nodeCount * 10,
      facts.nodeCount * 12,
      facts.paletteCount * 12,
      expressions,
      expressions,
      facts.morphCount,
      facts.materialValues.length * 4,
      facts.springJoints.length * 4,
    ];
  }

  dispose() {
    if (this.isDisposed) return;
    this.sim._remove(this, this.#index, this.#generation);
    super.dispose();
  }

  get isDisposed() {
    return super.isDisposed || this.sim.isDisposed;
  }

  _check() {
    if (this.isDisposed) throw new Error('this Avatar was disposed');
  }

  /** The address of the sim, for a call. */
  get #at() {
    if (super.isDisposed) throw new Error('this Avatar was disposed');
    return this.sim._address;
  }

  /** Checks the result of an input. After the checks in JavaScript, only rotations that are nearly zero fail. */
  #took(isTaken, what) {
    if (!isTaken) throw new RangeError(`Avatar.${what}: a value is out of range`);
  }

  /** Checks the result of an input that allocates on first use. */
  #tookMemory(isTaken, what) {
    if (!isTaken) throw failure(`Avatar.${what}`, 'memory');
  }

  get _id() {
    this._check();
    return [this.#index, this.#generation];
  }

  // ---- Inputs: where things are ----

  setRoot(translation, rotation = identity, scale = ones) {
    checkTransform(translation, rotation, scale);
    this.#took(
      vrm.avatar_set_root(
        this.#at,
        this.#index,
        this.#generation,
        translation[0],
        translation[1],
        translation[2],
        rotation[0],
        rotation[1],
        rotation[2],
        rotation[3],
        scale[0],
        scale[1],
        scale[2],
      ),
      'setRoot',
    );
  }

  teleport(translation, rotation = identity, scale = ones) {
    checkTransform(translation, rotation, scale);
    this.#took(
      vrm.avatar_teleport(
        this.#at,
        this.#index,
        this.#generation,
        translation[0],
        translation[1],
        translation[2],
        rotation[0],
        rotation[1],
        rotation[2],
        rotation[3],
        scale[0],
        scale[1],
        scale[2],
      ),
      'teleport',
    );
  }

  root() {
    this._check();
    vrm.avatar_root(this.sim._address, this.#index, this.#generation);
    return Float32Array.from({ length: 10 }, (_, i) => floatWord(i));
  }

  setNode(node, translation, rotation, scale) {
    this.#checkNode(node);
    checkTransform(translation, rotation, scale);
    this.#took(
      vrm.avatar_set_node(
        this.#at,
        this.#index,
        this.#generation,
        node,
        translation[0],
        translation[1],
        translation[2],
        rotation[0],
        rotation[1],
        rotation[2],
        rotation[3],
        scale[0],
        scale[1],
        scale[2],
      ),
      'setNode',
    );
  }

  setRotation(node, rotation) {
    const q = checkRotation('rotation', rotation);
    this.#took(
      vrm.avatar_set_rotation(this.#at, this.#index, this.#generation, this.#checkNode(node), q[0], q[1], q[2], q[3]),
      'setRotation',
    );
  }

  setTranslation(node, translation) {
    const v = checkNumbers('translation', translation, 3);
    this.#took(
      vrm.avatar_set_translation(this.#at, this.#index, this.#generation, this.#checkNode(node), v[0], v[1], v[2]),
      'setTranslation',
    );
  }

  setNodes(locals) {
    checkNumbers('locals', locals, this.#facts.nodeCount * 10);
    withFloats(locals, 'Avatar.setNodes', (address) =>
      this.#took(
        vrm.avatar_set_nodes(this.#at, this.#index, this.#generation, address, this.#facts.nodeCount),
        'setNodes',
      ),
    );
  }

  setBone(bone, rotation) {
    const index = checkBone('bone', bone);
    const q = checkRotation('rotation', rotation);
    this.#took(vrm.avatar_set_bone(this.#at, this.#index, this.#generation, index, q[0], q[1], q[2], q[3]), 'setBone');
  }

  setHips(offset) {
    const v = checkNumbers('offset', offset, 3);
    this.#took(vrm.avatar_set_hips(this.#at, this.#index, this.#generation, v[0], v[1], v[2]), 'setHips');
  }

  setPose(pose) {
    this.#took(vrm.avatar_set_pose(this.#at, this.#index, this.#generation, givePose(pose)), 'setPose');
  }

  addPose(pose) {
    this.#took(vrm.avatar_add_pose(this.#at, this.#index, this.#generation, givePose(pose)), 'addPose');
  }

  resetPose() {
    this.#took(vrm.avatar_reset_pose(this.#at, this.#index, this.#generation), 'resetPose');
  }

  // ---- Inputs: face and view ----

  setExpression(expression, weight) {
    let index = expression;
    if (typeof expression === 'string') index = this.#facts.expressionIndices.get(expression) ?? -1;
    else if (!Number.isInteger(expression)) throw wrong('expression', 'a name or a number', expression);
    checkNumber('weight', weight);
    if (index < 0 || index >= this.#facts.expressions.length) {
      this._check();
      return false;
    }
    this.#took(vrm.avatar_set_expression(this.#at, this.#index, this.#generation, index, weight), 'setExpression');
    return true;
  }

  setMorph(morph, weight) {
    this.#took(
      vrm.avatar_set_morph(
        this.#at,
        this.#index,
        this.#generation,
        checkIndex('morph', morph, this.#facts.morphCount),
        checkNumber('weight', weight),
      ),
      'setMorph',
    );
  }

  setMorphs(weights) {
    checkNumbers('weights', weights, this.#facts.morphCount);
    withFloats(weights, 'Avatar.setMorphs', (address) =>
      this.#took(
        vrm.avatar_set_morphs(this.#at, this.#index, this.#generation, address, this.#facts.morphCount),
        'setMorphs',
      ),
    );
  }

  resetMorphs() {
    this.#took(vrm.avatar_reset_morphs(this.#at, this.#index, this.#generation), 'resetMorphs');
  }

  lookAt(target) {
    const v = checkNumbers('target', target, 3);
    return vrm.avatar_look_at(this.#at, this.#index, this.#generation, v[0], v[1], v[2]) !== 0;
  }

  lookAlong(yaw, pitch) {
    return (
      vrm.avatar_look_along(
        this.#at,
        this.#index,
        this.#generation,
        checkNumber('yaw', yaw),
        checkNumber('pitch', pitch),
      ) !== 0
    );
  }

  lookOff() {
    this.#took(vrm.avatar_look_off(this.#at, this.#index, this.#generation), 'lookOff');
  }

  setView(view) {
    this.#took(
      vrm.avatar_set_view(this.#at, this.#index, this.#generation, checkName('view', view, constants.views)),
      'setView',
    );
  }

  setParts(parts) {
    this.#took(
      vrm.avatar_set_stages(this.#at, this.#index, this.#generation, flags('parts', parts, constants.parts)),
      'setParts',
    );
  }

  play(players) {
    const list = Array.isArray(players) ? players : [players];
    if (list.length > 16) throw new RangeError(`players must be 16 at most, not ${list.length}`);
    list.forEach((player, i) => {
      const name = Array.isArray(players) ? `players[${i}]` : 'players';
      if (!(player instanceof Player)) throw wrong(name, 'a Player', player);
      vrm.player_set(
        i,
        player.clip._address,
        checkNumber(`${name}.time`, player.time),
        checkNumber(`${name}.speed`, player.speed),
        checkNumber(`${name}.weight`, player.weight),
        player.loops ? 1 : 0,
        player.isAdditive ? 1 : 0,
      );
    });
    this._check();
    if (!vrm.avatar_play(this.sim._address, this.#index, this.#generation, list.length))
      throw new RangeError('players: a clip of nodes comes from a file with other nodes');
  }

  // ---- Inputs: springs ----

  resetSprings() {
    this.#took(vrm.avatar_reset_springs(this.#at, this.#index, this.#generation), 'resetSprings');
  }

  pauseSprings(isPaused) {
    this.#took(
      vrm.avatar_pause_springs(this.#at, this.#index, this.#generation, checkBoolean('isPaused', isPaused) ? 1 : 0),
      'pauseSprings',
    );
  }

  setSpringDetail(detail) {
    this.#took(
      vrm.avatar_set_spring_detail(
        this.#at,
        this.#index,
        this.#generation,
        checkName('detail', detail, constants.springDetails),
      ),
      'setSpringDetail',
    );
  }

  setSpringScaling(isOn) {
    this.#took(
      vrm.avatar_set_spring_scaling(this.#at, this.#index, this.#generation, checkBoolean('isOn', isOn) ? 1 : 0),
      'setSpringScaling',
    );
  }

  setForce(force) {
    const v = checkNumbers('force', force, 3);
    this.#took(vrm.avatar_set_force(this.#at, this.#index, this.#generation, v[0], v[1], v[2]), 'setForce');
  }

  setSpringForce(spring, force) {
    const v = checkNumbers('force', force, 3);
    this.#tookMemory(
      vrm.avatar_set_spring_force(
        this.#at,
        this.#index,
        this.#generation,
        checkIndex('spring', spring, this.#facts.springCount),
        v[0],
        v[1],
        v[2],
      ),
      'setSpringForce',
    );
  }

  setSpringWeight(spring, weight) {
    this.#tookMemory(
      vrm.avatar_set_spring_weight(
        this.#at,
        this.#index,
        this.#generation,
        checkIndex('spring', spring, this.#facts.springCount),
        checkNumber('weight', weight),
      ),
      'setSpringWeight',
    );
  }

  setJointSettings(joint, settings) {
    checkIndex('joint', joint, this.#facts.springJoints.length);
    checkObject('settings', settings);
    const of = (name) => checkNumber(`settings.${name}`, settings[name]);
    const dir = checkNumbers('settings.gravityDir', settings.gravityDir, 3);
    this.#tookMemory(
      vrm.avatar_set_joint_settings(
        this.#at,
        this.#index,
        this.#generation,
        joint,
        of('stiffness'),
        of('gravityPower'),
        dir[0],
        dir[1],
        dir[2],
        of('dragForce'),
        of('hitRadius'),
      ),
      'setJointSettings',
    );
  }

  // ---- Outputs ----

  #read() {
    this._check();
    if (this.#readAt === this.sim._revision) return;
    vrm.avatar_outputs(this.sim._address, this.#index, this.#generation);
    for (let i = 0; i < outputNames.length; i++) this.#addresses[i] = word(i);
    this.#gaze = [floatWord(8), floatWord(9)];
    this.#readAt = this.sim._revision;
  }

  /** The view of an output; the same object as long as address and memory are the same. */
  #view(output) {
    this.#read();
    const address = this.#addresses[output];
    let view = this.#views[output];
    if (view === undefined || view.byteOffset !== address || view.buffer !== floatHeap().buffer)
      this.#views[output] = view = floatsAt(address, this.#lengths[output]) ?? undefined;
    return view ?? null;
  }

  get locals() {
    return this.#view(0);
  }
  get worlds() {
    return this.#view(1);
  }
  get palettes() {
    return this.#view(2);
  }
  get expressionWeights() {
    return this.#view(3);
  }
  get expressionInputs() {
    return this.#view(4);
  }
  get morphs() {
    return this.#view(5);
  }
  get materialValues() {
    return this.#view(6);
  }
  get springRotations() {
    return this.#view(7);
  }

  get gaze() {
    this.#read();
    return this.#gaze;
  }

  visibility(node) {
    this._check();
    const value = vrm.avatar_visibility(this.sim._address, this.#index, this.#generation, this.#checkNode(node));
    return Object.keys(constants.visibilities).find((name) => constants.visibilities[name] === value);
  }

  #checkNode(node) {
    return checkIndex('node', node, this.#facts.nodeCount);
  }
}

/** Writes a pose to memory for C, and returns its address. */
function givePose(pose) {
  checkNumbers('pose', pose, poseLength);
  const address = vrm.pose();
  floatHeap().set(pose, address >> 2);
  return address;
}

function checkRotation(name, value) {
  checkNumbers(name, value, 4);
  if (value[0] === 0 && value[1] === 0 && value[2] === 0 && value[3] === 0)
    throw new RangeError(`${name} must not be all zero`);
  return value;
}

export function checkTransform(translation, rotation, scale) {
  checkNumbers('translation', translation, 3);
  checkRotation('rotation', rotation);
  checkNumbers('scale', scale, 3);
}
