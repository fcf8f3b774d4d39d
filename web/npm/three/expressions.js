// SPDX-License-Identifier: MIT
// Expressions as objects of the scene with a weight, so that AnimationMixer can animate them.
import { Object3D } from 'three';
import { wrong } from '../engine/errors.js';
import { VRMExpressionPresetName } from './constants.js';
import { lightClassOf, NodeStore } from './light.js';

const noBinds = Object.freeze([]);

export class VRMExpression extends Object3D {
  weight = 0;
  expressionName;
  isBinary;
  overrideBlink;
  overrideLookAt;
  overrideMouth;
  _binds = noBinds; // binds added by the page

  constructor(
    name,
    { isBinary = false, overrideBlink = 'none', overrideLookAt = 'none', overrideMouth = 'none' } = {},
  ) {
    super();
    this.name = `VRMExpression_${name}`;
    this.type = 'VRMExpression';
    this.visible = false;
    this.expressionName = name;
    Object.assign(this, { isBinary, overrideBlink, overrideLookAt, overrideMouth });
  }

  get outputWeight() {
    if (this.isBinary) return this.weight > 0.5 ? 1 : 0;
    return this.weight;
  }

  get overrideBlinkAmount() {
    return amount(this, this.overrideBlink);
  }
  get overrideLookAtAmount() {
    return amount(this, this.overrideLookAt);
  }
  get overrideMouthAmount() {
    return amount(this, this.overrideMouth);
  }

  // ---- Binds that a page adds; the file's own are compiled into the rig ----

  get binds() {
    return this._binds;
  }

  addBind(bind) {
    if (typeof bind?.applyWeight !== 'function' || typeof bind.clearAppliedWeight !== 'function')
      throw wrong('bind', 'an object with applyWeight() and clearAppliedWeight()', bind);
    this._binds = [...this._binds, bind];
  }

  deleteBind(bind) {
    if (!this._binds.includes(bind)) return;
    bind.clearAppliedWeight();
    this._binds = this._binds.filter((each) => each !== bind);
  }

  applyWeight({ multiplier = 1 } = {}) {
    const { outputWeight } = this;
    let weight = outputWeight * multiplier;
    if (this.isBinary && multiplier < 1) weight = 0;
    for (const bind of this._binds) bind.applyWeight(weight);
  }

  clearAppliedWeight() {
    for (const bind of this._binds) bind.clearAppliedWeight();
  }
}

function amount({ outputWeight }, override) {
  if (override === 'blend') return outputWeight;
  return override === 'block' && outputWeight > 0 ? 1 : 0;
}

const LightExpression = lightClassOf(VRMExpression);

function makeExpression(
  store,
  number,
  name,
  { isBinary = false, overrideBlink = 'none', overrideLookAt = 'none', overrideMouth = 'none' } = {},
) {
  return Object.assign(new LightExpression(store, number, `VRMExpression_${name}`), {
    weight: 0,
    _binds: noBinds,
    expressionName: name,
    isBinary,
    overrideBlink,
    overrideLookAt,
    overrideMouth,
  });
}

const overrides = ['none', 'block', 'blend']; // in the order of vrm_Override
const lists = [
  ['mouthExpressionNames', 1],
  ['blinkExpressionNames', 2],
  ['lookAtExpressionNames', 3],
]; // with their vrm_Category

/** The number of an override of an expression. */
function overrideOf(expression, member) {
  const number = overrides.indexOf(expression[member]);
  if (number < 0) throw wrong(member, `one of ${overrides.join(', ')}`, expression[member]);
  return number;
}

const isSameList = (a, b) => a.length === b.length && a.every((name, i) => name === b[i]);

/** By rig: facts about its expressions, shared by all avatars. */
const known = new WeakMap();

function factsOf(rig) {
  if (!known.has(rig)) {
    const names = (category) =>
      rig.expressions.filter((expression) => expression.category === category).map(({ name }) => name);
    known.set(rig, {
      presets: new Set(rig.expressions.filter(({ isPreset }) => isPreset).map(({ name }) => name)),
      blink: names('blink'),
      lookAt: names('lookAt'),
      mouth: names('mouth'),
    });
  }
  return known.get(rig);
}

const unit = (weight) => Math.min(Math.max(weight, 0), 1) || 0;

const presetNames = new Set(Object.values(VRMExpressionPresetName));

const isExpression = (value) =>
  value?.isObject3D === true && typeof value.expressionName === 'string' && Array.isArray(value._binds);

export class VRMExpressionManager {
  #file; // expressions of the file, in the order of the rig; null: removed by the page
  #taken = new Map(); // indices of the removed ones
  #list; // all expressions, including those added by the page
  #map;
  #presets;
  #show;
  #rig;
  #sentRules; // by expression of the file: rules that the rig has
  #sentLists;
  blinkExpressionNames;
  lookAtExpressionNames;
  mouthExpressionNames;

  /** `show()` updates the scene with the present weights. */
  constructor(rig, details, show) {
    if (!Array.isArray(details))
      throw new TypeError('a VRMExpressionManager is made by the loader: use vrm.expressionManager');
    const store = new NodeStore(rig.expressions.length),
      { presets, blink, lookAt, mouth } = factsOf(rig);
    this.#file = rig.expressions.map(({ name }, i) => makeExpression(store, i, name, details[i]));
    this.#list = [...this.#file];
    this.#map = new Map(this.#list.map((expression) => [expression.expressionName, expression]));
    this.#presets = presets;
    this.#show = show;
    this.#rig = rig;
    this.blinkExpressionNames = [...blink];
    this.lookAtExpressionNames = [...lookAt];
    this.mouthExpressionNames = [...mouth];
    this.#sentRules = this.#file.map(({ isBinary, overrideBlink, overrideLookAt, overrideMouth }) => ({
      isBinary,
      overrideBlink,
      overrideLookAt,
      overrideMouth,
    }));
    this.#sentLists = lists.map(([name]) => [...this[name]]);
  }

  /** Copies weights and rules of an avatar of the same rig. */
  _copy(other) {
    for (const { expressionName, weight } of other.expressions) this.setValue(expressionName, weight);
    this.#sentRules = other.#sentRules.map((rules) => ({ ...rules }));
    this.#file.forEach((expression, i) => Object.assign(expression, this.#sentRules[i]));
    this.#sentLists = other.#sentLists;
    lists.forEach(([name], i) => {
      this[name] = [...this.#sentLists[i]];
    });
  }

  /** Sends changed rules to the rig, and so to all clones. */
  #sendRules() {
    const hasLists = lists.every(([name], i) => isSameList(this[name], this.#sentLists[i]));
    for (let i = 0; i < this.#file.length; i++) {
      const expression = this.#file[i],
        sent = this.#sentRules[i];
      if (expression === null) continue;
      const { expressionName, isBinary, overrideBlink, overrideLookAt, overrideMouth } = expression;
      if (
        hasLists &&
        isBinary === sent.isBinary &&
        overrideBlink === sent.overrideBlink &&
        overrideLookAt === sent.overrideLookAt &&
        overrideMouth === sent.overrideMouth
      )
        continue;
      const [mouth, blink, lookAt] = ['overrideMouth', 'overrideBlink', 'overrideLookAt'].map((member) =>
        overrideOf(expression, member),
      );
      const [, category] = lists.find(([name]) => this[name].includes(expressionName)) ?? [null, 0];
      this.#rig._setExpression(i, { category, isBinary, mouth, blink, lookAt });
      this.#sentRules[i] = { isBinary, overrideBlink, overrideLookAt, overrideMouth };
    }
    if (!hasLists) this.#sentLists = lists.map(([name]) => [...this[name]]);
  }

  #isPreset(name) {
    return this.#presets.has(name) || presetNames.has(name);
  }

  get expressions() {
    return [...this.#list];
  }
  get expressionMap() {
    return Object.fromEntries(this.#map);
  }
  get presetExpressionMap() {
    return Object.fromEntries([...this.#map].filter(([name]) => this.#isPreset(name)));
  }
  get customExpressionMap() {
    return Object.fromEntries([...this.#map].filter(([name]) => !this.#isPreset(name)));
  }

  getExpression(name) {
    return this.#map.get(name) ?? null;
  }

  registerExpression(expression) {
    if (!isExpression(expression)) throw wrong('expression', 'a VRMExpression', expression);
    if (this.#list.includes(expression)) return;
    this.#list.push(expression);
    if (this.#taken.has(expression)) this.#file[this.#taken.get(expression)] = expression;
    this.#map.set(expression.expressionName, expression);
  }

  unregisterExpression(expression) {
    const at = this.#list.indexOf(expression);
    if (at < 0) return;
    this.#list.splice(at, 1);
    expression.clearAppliedWeight();
    const place = this.#file.indexOf(expression);
    if (place >= 0) {
      this.#taken.set(expression, place);
      this.#file[place] = null;
    }
    const { expressionName: name } = expression;
    if (this.#map.get(name) !== expression) return;
    const other = this.#list.findLast((each) => each.expressionName === name);
    if (other) this.#map.set(name, other);
    else this.#map.delete(name);
  }

  getValue(name) {
    return this.#map.get(name)?.weight ?? null;
  }

  setValue(name, weight) {
    const expression = this.#map.get(name);
    if (expression) expression.weight = unit(weight);
  }

  resetValues() {
    for (const expression of this.#list) expression.weight = 0;
  }

  getExpressionTrackName(name) {
    const expression = this.#map.get(name);
    return expression ? `${expression.name}.weight` : null;
  }

  /** Returns a function: the factor that the overrides of a list of expressions leave to another expression. */
  #multipliers(expressions) {
    const left = (member) =>
      Math.max(
        0,
        expressions.reduce((rest, expression) => rest - expression[member], 1),
      );
    const blink = left('overrideBlinkAmount'),
      lookAt = left('overrideLookAtAmount'),
      mouth = left('overrideMouthAmount');
    return ({ expressionName: name }) =>
      (this.blinkExpressionNames.includes(name) ? blink : 1) *
      (this.lookAtExpressionNames.includes(name) ? lookAt : 1) *
      (this.mouthExpressionNames.includes(name) ? mouth : 1);
  }

  /** Writes the weights for HostedAvatar. The rig computes overrides among expressions of the file. */
  _writeWeights(weights) {
    const file = this.#file;
    this.#sendRules();
    for (let i = 0; i < file.length; i++) weights[i] = file[i] === null ? 0 : unit(file[i].weight);
    if (this.#list.length === file.length) return;
    const multiplier = this.#multipliers(this.#list.filter((expression) => !file.includes(expression)));
    for (let i = 0; i < file.length; i++) if (file[i] !== null) weights[i] *= multiplier(file[i]);
  }

  /** Removes the effect of the page's binds before results are written; _applyAdded() adds it again afterwards. */
  _clearAdded() {
    for (const expression of this.#list) if (expression._binds.length > 0) expression.clearAppliedWeight();
  }

  _applyAdded() {
    const bound = this.#list.filter(({ _binds: binds }) => binds.length > 0);
    if (bound.length === 0) return;
    const multiplier = this.#multipliers(this.#list);
    for (const expression of bound) expression.applyWeight({ multiplier: multiplier(expression) });
  }

  /** Shows the present weights. VRM.update() does this too. */
  update() {
    this.#show();
  }
}
