// SPDX-License-Identifier: MIT
// Functions of libvrm-tools.wasm for models: validate, migrate, normalize, optimize, edit, save.
import {
  checkBoolean,
  checkBytes,
  checkFiles,
  checkIndex,
  checkName,
  checkNumber,
  checkObject,
  checkText,
  failure,
  lostReport,
  wrong,
} from './errors.js';
import {
  check,
  constants,
  fileAt,
  heap,
  init,
  loadTools,
  readJson,
  release,
  takeBytes,
  vrm,
  withFiles,
  withOptionalText,
  withReport,
  withText,
  word,
} from './module.js';

export const flag = (name, value) => (checkBoolean(name, value) ? 1 : 0);

// ---- Validate ----

function validation(what, report, dialect) {
  if (report === lostReport) throw failure(what, 'memory');
  return Object.freeze({ dialect: constants.dialectNames[dialect], ...report });
}

export async function validate(bytes, options = {}) {
  const data = checkBytes('bytes', bytes);
  checkObject('options', options);
  const { skipData = false, maxFindings = 0 } = options;
  const skip = flag('options.skipData', skipData);
  checkIndex('options.maxFindings', maxFindings, 2 ** 31);
  const files = checkFiles(options.files);
  await init();
  await loadTools();
  const block = takeBytes(data, 'validate');
  try {
    const { value, report } = withReport(
      (address) =>
        withFiles(files, () => ({
          result: vrm.validate(block, data.length, skip, files ? 1 : 0, address),
          dialect: word(0),
        })),
      maxFindings,
    );
    check('validate', value.result, report);
    return validation('validate', report, value.dialect);
  } finally {
    release(block);
  }
}

export async function validateModel(model, { skipData = false, maxFindings = 0 }) {
  const skip = flag('options.skipData', skipData);
  checkIndex('options.maxFindings', maxFindings, 2 ** 31);
  await loadTools();
  const { value, report } = withReport(
    (address) => ({ result: vrm.model_validate(model._address, skip, address), dialect: word(0) }),
    maxFindings,
  );
  check('Model.validate', value.result, report);
  return validation('Model.validate', report, value.dialect);
}

// ---- Compare ----

export async function diffModels(before, after, { distance = -1, angle = -1, value = -1 }) {
  for (const [name, number] of Object.entries({ distance, angle, value })) checkNumber(`options.${name}`, number);
  await loadTools();
  return readJson('Model.diff', vrm.model_diff(before._address, after._address, distance, angle, value));
}

// ---- Change ----

/** Runs a change of a model, all or nothing. Cached values are discarded at once. */
export function changing(model, run) {
  return (report) => {
    const result = run(model._address, report);
    if (result === 0) model._invalidate();
    return result;
  };
}

/** The same; returns the report. */
function change(model, what, run) {
  const { value, report } = withReport(changing(model, run));
  check(what, value, report);
  model.report = report;
  return report;
}

export async function migrate(model, { to = '1.0', name, author }) {
  const target = checkName('options.to', to, constants.dialects ?? { '1.0': 4, '0.x': 1 });
  if (name !== undefined) checkText('options.name', name);
  if (author !== undefined) checkText('options.author', author);
  await loadTools();
  const what = 'Model.migrate';
  return withOptionalText(name, what, (nameAt) =>
    withOptionalText(author, what, (authorAt) =>
      change(model, what, (address, report) => vrm.model_migrate(address, target, nameAt, authorAt, report)),
    ),
  );
}

export async function normalize(model, { keepAxes = false, scaleOnly = false }) {
  const axes = flag('options.keepAxes', keepAxes),
    scale = flag('options.scaleOnly', scaleOnly);
  await loadTools();
  return change(model, 'Model.normalize', (address, report) => vrm.model_normalize(address, axes, scale, report));
}

// Options with defaults, and the numbers of a weight, in the order of web/wasm/tools.c.
const optimizeOptions = {
  removesUnused: true,
  mergesEqual: true,
  storesMorphsSparse: true,
  compactsVertices: true,
  joinsPrimitives: true,
  dropsUnboundMorphs: false,
  dropsIdleNodes: false,
  dropsMorphNormals: false,
  storesDense: false,
  quantizes: false,
  foldsBones: false,
  joinsMeshes: false,
};
const weightNames = [
  'bytes',
  'jsonBytes',
  'vertexBytes',
  'indexBytes',
  'morphBytes',
  'pictureBytes',
  'otherBytes',
  'vertices',
  'triangles',
  'drawCalls',
  'morphTargets',
  'images',
  'materials',
  'nodes',
  'meshes',
  'skinnedMeshes',
];
const passNames = ['vertices', 'morphs', 'elements', 'primitives'];

/** Reads the weight with an index from an address. */
function weightAt(address, index) {
  const numbers = new Float64Array(heap().buffer, address + index * weightNames.length * 8, weightNames.length);
  return Object.freeze(Object.fromEntries(weightNames.map((name, i) => [name, numbers[i]])));
}

export async function optimize(model, options) {
  const choices = Object.entries(optimizeOptions).reduce(
    (bits, [name, usual], i) =>
      bits | (flag(`options.${name}`, options[name] === undefined ? usual : options[name]) << i),
    0,
  );
  const { maxSpringJoints = 0, maxTriangles = 0, maxError = 0.01 } = options;
  checkIndex('options.maxSpringJoints', maxSpringJoints, 2 ** 32);
  checkIndex('options.maxTriangles', maxTriangles, 2 ** 32);
  if (checkNumber('options.maxError', maxError) < 0) throw wrong('options.maxError', '0 or more', maxError);
  await loadTools();
  let address = 0;
  const report = change(model, 'Model.optimize', (at, reportAt) => {
    const result = vrm.model_optimize(at, choices, maxSpringJoints, maxTriangles, maxError, reportAt);
    address = word(0);
    return result;
  });
  const passes = Object.fromEntries(passNames.map((name, i) => [name, weightAt(address, 2 + i)]));
  return Object.freeze({
    ...report,
    before: weightAt(address, 0),
    after: weightAt(address, 1),
    passes: Object.freeze(passes),
  });
}

/** JSON text of a value; throws if it cannot be written as JSON. */
function jsonOf(value) {
  const json = JSON.stringify(value);
  if (json === undefined) throw wrong('value', 'something that JSON can say', value);
  return json;
}

class Edit {
  #edit;
  #model;

  constructor(edit, model) {
    this.#edit = edit;
    this.#model = model;
  }

  _end() {
    this.#edit = 0;
  }

  get #address() {
    if (this.#edit === 0) throw new Error('this Edit is over');
    return this.#edit;
  }

  #withValue(what, at, value, use) {
    const edit = this.#address;
    withText(at, what, (atAddress) =>
      withText(jsonOf(value), what, (address, size) => check(what, use(edit, atAddress, address, size))),
    );
  }

  set(pointer, value) {
    this.#withValue('Edit.set', checkText('pointer', pointer), value, vrm.edit_set);
  }

  insert(pointer, value) {
    this.#withValue('Edit.insert', checkText('pointer', pointer), value, vrm.edit_insert);
  }

  remove(pointer) {
    const edit = this.#address;
    withText(checkText('pointer', pointer), 'Edit.remove', (address) =>
      check('Edit.remove', vrm.edit_remove(edit, address)),
    );
  }

  add(array, value) {
    this.#withValue('Edit.add', checkText('array', array), value, vrm.edit_add);
    return word(0);
  }

  addImage(bytes, name) {
    const edit = this.#address;
    const data = checkBytes('bytes', bytes);
    if (name !== undefined) checkText('name', name);
    const block = takeBytes(data, 'Edit.addImage');
    try {
      return withOptionalText(name, 'Edit.addImage', (nameAt) => {
        check('Edit.addImage', vrm.edit_add_image(edit, block, data.length, nameAt));
        return word(0);
      });
    } finally {
      release(block);
    }
  }

  setThumbnail(bytes) {
    const edit = this.#address;
    const data = checkBytes('bytes', bytes);
    const block = takeBytes(data, 'Edit.setThumbnail');
    try {
      check('Edit.setThumbnail', vrm.edit_set_thumbnail(edit, block, data.length));
    } finally {
      release(block);
    }
  }

  setMeta(members) {
    checkObject('members', members);
    if (this.#model.info.dialect !== '1.0') throw new TypeError('setMeta is for 1.0 avatars; migrate it first');
    for (const [name, value] of Object.entries(members)) {
      const pointer = `/extensions/VRMC_vrm/meta/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`;
      if (value === undefined) this.remove(pointer);
      else this.set(pointer, value);
    }
  }
}

export async function edit(model, changeIt) {
  await loadTools();
  const handle = model._handle;
  check('Model.edit', vrm.edit_begin(handle.address));
  const address = word(0);
  const given = new Edit(address, model);
  let isCommitted = false;
  handle.retain(); // the function may dispose the model
  try {
    const promise = changeIt(given);
    given._end();
    if (typeof promise?.then === 'function') {
      promise.then(undefined, () => {}); // it may reject later, when nobody waits for it
      throw new TypeError('change must not be asynchronous: an edit is over when the function returns');
    }
    return change(model, 'Model.edit', (_, reportAt) => {
      const result = vrm.edit_commit(address, reportAt);
      isCommitted = result === 0;
      return result;
    });
  } finally {
    given._end();
    if (!isCommitted) vrm.edit_abandon(address);
    handle.release();
  }
}

// ---- Expressions ----

/** Runs a function that leaves JSON, before the report is read in its place. */
function factsWithReport(what, run) {
  const { value, report } = withReport((address) => {
    const result = run(address);
    return { result, facts: result === 0 ? readJson(what, result) : null };
  });
  check(what, value.result, report);
  return value.facts;
}

export async function expressionFacts(model) {
  await loadTools();
  return factsWithReport('Model.expressionFacts', (address) => vrm.expression_facts(model._address, address));
}

export async function mirrorExpression(model, name, to) {
  checkText('name', name);
  if (to !== undefined) checkText('to', to);
  await loadTools();
  const what = 'Model.mirrorExpression';
  return factsWithReport(what, (address) =>
    withText(name, what, (nameAt) =>
      withOptionalText(to, what, (toAt) => vrm.expression_mirror(model._address, nameAt, toAt, address)),
    ),
  );
}

// ---- Save ----

export async function save(model, { allowErrors = false }) {
  const allow = flag('options.allowErrors', allowErrors);
  await loadTools();
  const { value, report } = withReport((address) => ({
    result: vrm.model_save(model._address, allow, address),
    bytes: word(0),
    size: word(1),
  }));
  try {
    check('Model.save', value.result, report);
    return await fileAt(value.bytes, value.size);
  } finally {
    release(value.bytes);
  }
}
