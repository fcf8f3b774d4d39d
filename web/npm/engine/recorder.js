// SPDX-License-Identifier: MIT
// Recorder and Baker: record frames of avatars as a VRM animation, or bake them into a model.
import { checkNumber, checkObject, checkText, checkTolerances, wrong } from './errors.js';
import { Handle } from './handle.js';
import { Model } from './model.js';
import { check, loadTools, release, vrm, withOptionalText, withReport, word } from './module.js';
import { MemoryOwner } from './owner.js';
import { Rig } from './rig.js';
import { Avatar } from './sim.js';
import { changing, flag } from './tools.js';

const construct = Symbol('construct');

/** Base class of Recorder and Baker: an object of C that receives frames of avatars. */
class FrameTaker extends MemoryOwner {
  #add;
  #handle;
  frameCount = 0;

  constructor(kind, key, handle, add) {
    if (key !== construct) throw new TypeError(`a ${kind} is made by ${kind}.create()`);
    super(kind);
    this.#handle = handle;
    this.#add = add;
    this._own(() => handle.release());
  }

  get _address() {
    this._check();
    return this.#handle.address;
  }

  addFrame(seconds, avatar) {
    checkNumber('seconds', seconds);
    if (!(avatar instanceof Avatar)) throw wrong('avatar', 'an Avatar', avatar);
    check('addFrame', this.#add(this._address, seconds, avatar.sim._address, ...avatar._id));
    this.frameCount++;
  }
}

export class Recorder extends FrameTaker {
  constructor(key, handle) {
    super('Recorder', key, handle, vrm.recorder_add);
  }

  static async create(rig, options = {}) {
    if (!(rig instanceof Rig)) throw wrong('rig', 'a Rig', rig);
    checkObject('options', options);
    const tolerances = checkTolerances(options.tolerances);
    if (options.name !== undefined) checkText('options.name', options.name);
    await loadTools();
    withOptionalText(options.name, 'Recorder.create', (nameAt) =>
      check('Recorder.create', vrm.recorder_create(rig._address, nameAt, ...tolerances)),
    );
    return new Recorder(construct, new Handle(word(0), (address) => vrm.recorder_destroy(address)));
  }

  finish() {
    check('Recorder.finish', vrm.recorder_finish(this._address));
    return Model._adopt(word(0), undefined);
  }
}

export class Baker extends FrameTaker {
  constructor(key, handle) {
    super('Baker', key, handle, vrm.baker_add);
  }

  static async create(rig, options = {}) {
    if (!(rig instanceof Rig)) throw wrong('rig', 'a Rig', rig);
    checkObject('options', options);
    const { name, hasMaterials = false, keepsVrm = false } = options;
    const tolerances = checkTolerances(options.tolerances);
    const flags = [flag('options.hasMaterials', hasMaterials), flag('options.keepsVrm', keepsVrm)];
    if (name !== undefined) checkText('options.name', name);
    await loadTools();
    const rigHandle = rig._handle;
    withOptionalText(name, 'Baker.create', (nameAt) =>
      check('Baker.create', vrm.baker_create(rigHandle.address, nameAt, ...tolerances, ...flags)),
    );
    rigHandle.retain(); // the baker reads the model until the end
    return new Baker(
      construct,
      new Handle(word(0), (address) => {
        vrm.baker_destroy(address);
        rigHandle.release();
      }),
    );
  }

  finish(model) {
    if (!(model instanceof Model)) throw wrong('model', 'a Model', model);
    const { value, report } = withReport(
      changing(model, (address, reportAt) => vrm.baker_finish(this._address, address, reportAt)),
    );
    check('Baker.finish', value, report);
    model.report = report;
    return report;
  }
}
