// SPDX-License-Identifier: MIT
// Proposals: spring bones for an avatar, and an avatar made of a figure.
import { checkBoolean, checkIndex, checkNumber, checkNumbers, checkObject, checkText, wrong } from './errors.js';
import { Handle } from './handle.js';
import { Model } from './model.js';
import {
  check,
  constants,
  heap,
  loadTools,
  readJson,
  release,
  take,
  vrm,
  withFloats,
  withOptionalText,
  withReport,
  withText,
  word,
} from './module.js';
import { MemoryOwner } from './owner.js';
import { changing, flag } from './tools.js';

const construct = Symbol('construct');

/** Base class: an object of C that reads a model, which it keeps alive. */
class Proposal extends MemoryOwner {
  #handle;
  #model;
  #revision;
  report;

  constructor(kind, key, made) {
    if (key !== construct) throw new TypeError(`a ${kind} is made by ${kind}.create()`);
    super(kind);
    const { address, model, report, destroy } = made;
    const modelHandle = model._handle.retain(),
      handle = new Handle(address, (own) => {
        destroy(own);
        modelHandle.release();
      });
    this.#handle = handle;
    this.#model = model;
    this.#revision = model._revision;
    this.report = report;
    this._own(() => handle.release());
  }

  /** The model while it is as it was proposed for. */
  get _model() {
    this._check();
    if (this.#model._revision !== this.#revision)
      throw new Error('the model has changed since this was proposed; propose again');
    this.#model._check();
    return this.#model;
  }

  /** The address of the proposal, while the model has not changed. */
  get _address() {
    return this._model && this.#handle.address;
  }
}

/** Calls a function that makes a proposal; returns what the constructor takes. */
function propose(what, model, destroy, run) {
  const { value, report } = withReport((reportAt) => ({ result: run(model._address, reportAt), address: word(0) }));
  check(what, value.result, report);
  return { address: value.address, model, report, destroy };
}

// ---- Springs ----

let names = null; // of kinds and feels

function checkWord(name, value, list) {
  const index = list.indexOf(value);
  if (index < 0) throw wrong(name, `one of ${list.join(', ')}`, value);
  return index;
}

export class SpringProposal extends Proposal {
  #chains;

  constructor(key, made) {
    super('SpringProposal', key, made);
    this.#chains = readJson('SpringProposal', vrm.spring_proposal_chains(made.address)).map(Object.freeze);
  }

  static async create(model, options = {}) {
    if (!(model instanceof Model)) throw wrong('model', 'a Model', model);
    checkObject('options', options);
    const { replaces = false, hasColliders = true, center = -1 } = options;
    const flags = [flag('options.replaces', replaces), flag('options.hasColliders', hasColliders)];
    if (center !== -1) checkIndex('options.center', center, 2 ** 31);
    await loadTools();
    names ??= readJson('SpringProposal', vrm.sway_names());
    return new SpringProposal(
      construct,
      propose(
        'SpringProposal.create',
        model,
        (address) => vrm.spring_proposal_destroy(address),
        (address, reportAt) => vrm.spring_proposal_create(address, ...flags, center, reportAt),
      ),
    );
  }

  get kinds() {
    return names.kinds;
  }

  get feels() {
    return names.feels;
  }

  get chains() {
    this._check();
    return this.#chains;
  }

  set(index, choice) {
    const address = this._address;
    checkIndex('index', index, this.#chains.length);
    checkObject('choice', choice);
    const { isTaken, kind, feel } = { ...this.#chains[index], ...choice };
    checkBoolean('choice.isTaken', isTaken);
    const places = [checkWord('choice.kind', kind, names.kinds), checkWord('choice.feel', feel, names.feels)];
    vrm.spring_proposal_set(address, index, isTaken ? 1 : 0, ...places);
    this.#chains = this.#chains.map((chain, i) =>
      i === index ? Object.freeze({ ...chain, isTaken, kind, feel }) : chain,
    );
  }

  get result() {
    return readJson('SpringProposal.result', vrm.spring_proposal_result(this._address));
  }

  apply() {
    const model = this._model,
      own = this._address;
    const { value, report } = withReport(
      changing(model, (address, reportAt) => vrm.spring_proposal_apply(own, address, reportAt)),
    );
    check('SpringProposal.apply', value, report);
    model.report = report;
    return report;
  }
}

// ---- An avatar ----

/** Pairs of a bone and its node. */
function checkBones(bones) {
  checkObject('options.bones', bones);
  return Object.entries(bones)
    .filter(([, node]) => node !== undefined)
    .flatMap(([bone, node]) => [
      checkWord('options.bones', bone, constants.bones),
      node === null ? -1 : checkIndex(`options.bones.${bone}`, node, 2 ** 31),
    ]);
}

/** A bone and its three angles each. */
function checkTurns(boneTurns) {
  checkObject('options.boneTurns', boneTurns);
  return Object.entries(boneTurns)
    .filter(([, degrees]) => degrees !== undefined)
    .flatMap(([bone, degrees]) => [
      checkWord('options.boneTurns', bone, constants.bones),
      ...checkNumbers(`options.boneTurns.${bone}`, degrees, 3),
    ]);
}

/** Copies integers to memory for the duration of a call. */
function withIntegers(numbers, what, use) {
  const address = take(numbers.length * 4, what);
  try {
    new Int32Array(heap().buffer, address, numbers.length).set(numbers);
    return use(address);
  } finally {
    release(address);
  }
}

function checkMeta(meta) {
  checkObject('meta', meta);
  const { name, authors = [], otherLicenseUrl } = meta;
  if (name !== undefined) checkText('meta.name', name);
  if (!Array.isArray(authors)) throw wrong('meta.authors', 'an array of texts', authors);
  authors.forEach((author, i) => checkText(`meta.authors[${i}]`, author));
  if (otherLicenseUrl !== undefined) checkText('meta.otherLicenseUrl', otherLicenseUrl);
  return { name, authors, otherLicenseUrl };
}

export class AvatarProposal extends Proposal {
  #facts;

  constructor(key, made) {
    super('AvatarProposal', key, made);
    this.#facts = readJson('AvatarProposal', vrm.avatar_proposal_facts(made.address));
  }

  static async create(model, options = {}) {
    if (!(model instanceof Model)) throw wrong('model', 'a Model', model);
    checkObject('options', options);
    const { bones = {}, boneTurns = {}, metres = 0 } = options,
      flags = ['ignoresNames', 'keepsPose', 'makesMtoon'].map((name) =>
        flag(`options.${name}`, options[name] ?? false),
      );
    if (checkNumber('options.metres', metres) < 0)
      throw new RangeError(`options.metres must be at least 0, not ${metres}`);
    await loadTools();
    const what = 'AvatarProposal.create',
      choices = checkBones(bones),
      turns = checkTurns(boneTurns),
      destroy = (address) => vrm.avatar_proposal_destroy(address);
    return withIntegers(choices, what, (choicesAt) =>
      withFloats(turns, what, (turnsAt) => {
        const given = [choicesAt, choices.length / 2, turnsAt, turns.length / 4, ...flags, metres],
          create = (address, reportAt) => vrm.avatar_proposal_create(address, ...given, reportAt);
        return new AvatarProposal(construct, propose(what, model, destroy, create));
      }),
    );
  }

  get bones() {
    return this.#facts.bones;
  }

  get nodes() {
    return this.#facts.nodes;
  }

  get facts() {
    const { bones, nodes, ...facts } = this.#facts;
    return facts;
  }

  apply(meta = {}) {
    const { name, authors, otherLicenseUrl } = checkMeta(meta);
    const model = this._model,
      own = this._address,
      what = 'AvatarProposal.apply';
    try {
      const { value, report } = withReport((reportAt) =>
        withOptionalText(name, what, (nameAt) =>
          withOptionalText(otherLicenseUrl, what, (licenceAt) =>
            withText(authors.map((author) => `${author}\0`).join(''), what, (authorsAt) =>
              vrm.avatar_proposal_apply(own, model._address, nameAt, authorsAt, authors.length, licenceAt, reportAt),
            ),
          ),
        ),
      );
      check(what, value, value === 0 ? report : { ...report, findings: [...this.report.findings, ...report.findings] });
      model.report = report;
      return report;
    } finally {
      model._invalidate(); // a failure may have changed a part
    }
  }
}
