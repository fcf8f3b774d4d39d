// SPDX-License-Identifier: MIT
// Expressions: objects in the scene with a weight, so that AnimationMixer can move them.
import { Object3D } from 'three';
import { lightClassOf, NodeStore } from './light.js';

export class VRMExpression extends Object3D {
  weight = 0;
  expressionName;
  isBinary;
  overrideBlink;
  overrideLookAt;
  overrideMouth;

  constructor(name, { isBinary = false, overrideBlink = 'none', overrideLookAt = 'none', overrideMouth = 'none' } = {}) {
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

  get overrideBlinkAmount() { return amount(this, this.overrideBlink); }
  get overrideLookAtAmount() { return amount(this, this.overrideLookAt); }
  get overrideMouthAmount() { return amount(this, this.overrideMouth); }
}

function amount({ outputWeight }, override) {
  if (override === 'blend') return outputWeight;
  return override === 'block' && outputWeight > 0 ? 1 : 0;
}

const LightExpression = lightClassOf(VRMExpression);

function makeExpression(store, number, name, { isBinary = false, overrideBlink = 'none', overrideLookAt = 'none', overrideMouth = 'none' } = {}) {
  return Object.assign(new LightExpression(store, number, `VRMExpression_${name}`), { weight: 0, expressionName: name, isBinary, overrideBlink, overrideLookAt, overrideMouth });
}

/** What all avatars over one rig know of its expressions. */
const known = new WeakMap();

function factsOf(rig) {
  if (!known.has(rig)) {
    const names = (category) => rig.expressions.filter((expression) => expression.category === category).map(({ name }) => name);
    known.set(rig, { presets: new Set(rig.expressions.filter(({ isPreset }) => isPreset).map(({ name }) => name)), blink: names('blink'), lookAt: names('lookAt'), mouth: names('mouth') });
  }
  return known.get(rig);
}

const unit = (weight) => Math.min(Math.max(weight, 0), 1) || 0;

export class VRMExpressionManager {
  #list;
  #map;
  #presets;
  blinkExpressionNames;
  lookAtExpressionNames;
  mouthExpressionNames;

  constructor(rig, details) {
    const store = new NodeStore(rig.expressions.length), { presets, blink, lookAt, mouth } = factsOf(rig);
    this.#list = rig.expressions.map(({ name }, i) => makeExpression(store, i, name, details[i]));
    this.#map = new Map(this.#list.map((expression) => [expression.expressionName, expression]));
    this.#presets = presets;
    this.blinkExpressionNames = [...blink];
    this.lookAtExpressionNames = [...lookAt];
    this.mouthExpressionNames = [...mouth];
  }

  get expressions() { return [...this.#list]; }
  get expressionMap() { return Object.fromEntries(this.#map); }
  get presetExpressionMap() { return Object.fromEntries([...this.#map].filter(([name]) => this.#presets.has(name))); }
  get customExpressionMap() { return Object.fromEntries([...this.#map].filter(([name]) => !this.#presets.has(name))); }

  getExpression(name) {
    return this.#map.get(name) ?? null;
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

  /** The weights as engine/puppet.js takes them. */
  _writeWeights(weights) {
    for (let i = 0; i < this.#list.length; i++) weights[i] = unit(this.#list[i].weight);
  }

  /** VRM.update() does it all. */
  update() {}
}
