// SPDX-License-Identifier: MIT
// Expressions: objects in the scene with a weight, so that AnimationMixer can move them.
import { Object3D } from 'three';
import { undrawn } from './port.js';

export class VRMExpression extends Object3D {
  weight = 0;
  expressionName;
  isBinary;
  overrideBlink;
  overrideLookAt;
  overrideMouth;

  constructor(name, { isBinary = false, overrideBlink = 'none', overrideLookAt = 'none', overrideMouth = 'none' } = {}) {
    super();
    undrawn(this);
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

  #amount(override) {
    if (override === 'blend') return this.outputWeight;
    return override === 'block' && this.outputWeight > 0 ? 1 : 0;
  }

  get overrideBlinkAmount() { return this.#amount(this.overrideBlink); }
  get overrideLookAtAmount() { return this.#amount(this.overrideLookAt); }
  get overrideMouthAmount() { return this.#amount(this.overrideMouth); }
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
    this.#list = rig.expressions.map(({ name }, i) => new VRMExpression(name, details[i]));
    this.#map = new Map(this.#list.map((expression) => [expression.expressionName, expression]));
    this.#presets = new Set(rig.expressions.filter(({ isPreset }) => isPreset).map(({ name }) => name));
    const names = (category) => rig.expressions.filter((expression) => expression.category === category).map(({ name }) => name);
    this.blinkExpressionNames = names('blink');
    this.lookAtExpressionNames = names('lookAt');
    this.mouthExpressionNames = names('mouth');
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
