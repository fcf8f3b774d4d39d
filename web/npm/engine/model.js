// SPDX-License-Identifier: MIT
import { checkBoolean, checkBytes, checkFiles, checkIndex, checkObject, emptyReport, wrong } from './errors.js';
import { Handle } from './handle.js';
import { mimeTypeOf } from './images.js';
import { countAll } from './info.js';
import { checkDecoder, withoutCompression } from './meshopt.js';
import {
  check,
  heap,
  init,
  readJson,
  release,
  take,
  takeFile,
  text,
  vrm,
  withFiles,
  withWholeReport,
  word,
} from './module.js';
import { MemoryOwner } from './owner.js';
import * as tools from './tools.js';

const construct = Symbol('construct');

export class Model extends MemoryOwner {
  #handle;
  #facts = null;
  #json = null;
  #info = null;
  #surfaces = null;
  report;
  fit = null;
  _revision = 0; // number of changes

  constructor(key, handle, report) {
    if (key !== construct) throw new TypeError('a Model is made by Model.load()');
    super('Model');
    this.#handle = handle;
    this.report = report;
    this._own(() => handle.release());
  }

  static async load(bytes, options = {}) {
    const data = checkBytes('bytes', bytes);
    const given = checkOptions(options);
    const files = checkFiles(options.files);
    const meshopt = checkDecoder('options.meshoptDecoder', options.meshoptDecoder);
    await init();
    const most = options.limits?.decodedBytes || 2 ** 30;
    return load(meshopt ? await withoutCompression(data, meshopt, most) : data, given, files);
  }

  /** Wraps a model made by C. `block` is memory that must outlive it; 0: none. */
  static _adopt(address, report = emptyReport, block = 0) {
    return new Model(
      construct,
      new Handle(address, (model) => {
        vrm.model_destroy(model);
        if (block !== 0) release(block);
      }),
      report,
    );
  }

  get _handle() {
    this._check();
    return this.#handle;
  }

  get _address() {
    return this._handle.address;
  }

  /** Discards cached values after an edit. */
  _invalidate() {
    this._revision++;
    this.#facts = this.#json = this.#info = this.#surfaces = null;
  }

  get #read() {
    this.#facts ??= readJson('Model', vrm.model_facts(this._address));
    return this.#facts;
  }

  get json() {
    this._check();
    if (this.#json === null) {
      const result = vrm.model_json(this.#handle.address);
      const address = word(0),
        size = word(1);
      try {
        check('Model.json', result);
        this.#json = JSON.parse(text(address, size));
      } finally {
        release(address);
      }
    }
    return this.#json;
  }

  /** Expressions, gaze and first person of `info`, without counting everything else. */
  get _character() {
    this._check();
    const { lookAt, expressions, firstPersonNode } = this.#read;
    return { lookAt, expressions, firstPersonNode };
  }

  /** { colliders, groups, springs }: collision of springs. */
  get _colliders() {
    return readJson('Model', vrm.model_colliders(this._address));
  }

  get meta() {
    this._check();
    return this.#read.meta;
  }

  get info() {
    this._check();
    if (this.#info === null) {
      const { meta, springs, springJoints, colliders, colliderGroups, ...facts } = this.#read;
      const json = this.json;
      const strings = (list) => (Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []);
      const generator = json.asset?.generator;
      this.#info = {
        ...facts,
        generator: typeof generator === 'string' ? generator : '',
        name: meta?.name ?? '',
        authors: meta?.authors ?? [],
        licenseUrl: meta?.licenseUrl ?? '',
        extensionsUsed: strings(json.extensionsUsed),
        counts: countAll(json, { ...facts, springs, springJoints, colliders, colliderGroups }),
      };
    }
    return this.#info;
  }

  get surfaces() {
    this.#surfaces ??= readJson('Model.surfaces', vrm.model_surfaces(this._address));
    return this.#surfaces;
  }

  /** The bytes of an image where they stand in memory, until the next call; null without them. */
  _imageView(index) {
    if (!vrm.model_image(this._address, checkInteger('index', index))) return null;
    return heap().subarray(word(0), word(0) + word(1));
  }

  image(index) {
    const bytes = this._imageView(index)?.slice();
    if (!bytes) return null;
    const image = this.json.images?.[index];
    return {
      bytes,
      mimeType: mimeTypeOf(bytes) || (typeof image?.mimeType === 'string' ? image.mimeType : ''),
      name: typeof image?.name === 'string' ? image.name : '',
    };
  }

  readFloats(accessor) {
    return this.#readAccessor(accessor, Float32Array, vrm.accessor_floats);
  }

  readIntegers(accessor) {
    return this.#readAccessor(accessor, Uint32Array, vrm.accessor_integers);
  }

  #readAccessor(accessor, Kind, read) {
    checkInteger('accessor', accessor);
    if (!vrm.accessor_size(this._address, accessor))
      throw new RangeError(`accessor must be the index of an accessor, not ${accessor}`);
    const count = word(0) * word(1);
    return copyOut(count, Kind, (address) =>
      check(`accessor ${accessor}`, read(this._address, accessor, address, count)),
    );
  }

  firstPersonIndices(node, primitive) {
    checkInteger('node', node);
    checkInteger('primitive', primitive);
    const ask = (address, count) =>
      check('Model.firstPersonIndices', vrm.first_person_indices(this._address, node, primitive, address, count));
    ask(0, 0);
    const count = word(0);
    return copyOut(count, Uint32Array, (address) => ask(address, count));
  }

  async diff(other, options = {}) {
    if (!(other instanceof Model)) throw wrong('other', 'a Model', other);
    checkObject('options', options);
    return tools.diffModels(this, other, options);
  }

  async validate(options = {}) {
    checkObject('options', options);
    return tools.validateModel(this, options);
  }

  async migrate(options = {}) {
    checkObject('options', options);
    return tools.migrate(this, options);
  }

  async normalize(options = {}) {
    checkObject('options', options);
    return tools.normalize(this, options);
  }

  async optimize(options = {}) {
    checkObject('options', options);
    return tools.optimize(this, options);
  }

  async expressionFacts() {
    return tools.expressionFacts(this);
  }

  async mirrorExpression(name, to) {
    return tools.mirrorExpression(this, name, to);
  }

  async edit(change) {
    if (typeof change !== 'function') throw wrong('change', 'a function', change);
    return tools.edit(this, change);
  }

  async save(options = {}) {
    checkObject('options', options);
    return tools.save(this, options);
  }
}

async function load(data, given, files) {
  const what = 'Model.load';
  const block = await takeFile(data, what);
  try {
    const { value, report } = await withWholeReport(
      (address) =>
        withFiles(files, () => {
          const result = vrm.model_load(
            block,
            data.length,
            given.isStrict ? 1 : 0,
            files ? 1 : 0,
            ...given.limits,
            address,
          );
          return { result, model: word(0) };
        }),
      given.maxFindings,
    );
    check(what, value.result, report);
    return Model._adopt(value.model, report, block);
  } catch (error) {
    release(block);
    throw error;
  }
}

/** Calls `fill` with memory for `count` numbers, and returns them as a new array. */
function copyOut(count, Kind, fill) {
  const address = take(count * 4, 'Model');
  try {
    fill(address);
    return new Kind(heap().buffer, address, count).slice();
  } finally {
    release(address);
  }
}

// ---- Options ----

const limitNames = ['fileBytes', 'decodedBytes', 'jsonDepth', 'jsonValues', 'elements'];

function checkOptions(options) {
  checkObject('options', options);
  const { isStrict = false, limits = {}, maxFindings = 0 } = options;
  checkBoolean('options.isStrict', isStrict);
  checkObject('options.limits', limits);
  checkIndex('options.maxFindings', maxFindings, 2 ** 31);
  return {
    isStrict,
    maxFindings,
    limits: limitNames.map((name) => {
      const value = limits[name] ?? 0;
      if (value !== 0) checkIndex(`options.limits.${name}`, value, name.endsWith('Bytes') ? 2 ** 53 : 2 ** 32);
      return value;
    }),
  };
}

/** A 32 bit integer: larger numbers would wrap in C. */
function checkInteger(name, value) {
  if (!Number.isInteger(value)) throw wrong(name, 'an integer', value);
  if (value !== (value | 0)) throw new RangeError(`${name} must be below ${2 ** 31}, not ${value}`);
  return value;
}
