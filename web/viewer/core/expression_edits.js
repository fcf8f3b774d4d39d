// SPDX-License-Identifier: MIT
// Changes of the expressions of a 1.0 avatar, as edits of its document: [[pointer, value | undefined], ...]. Nothing
// here changes anything by itself.
import { expressionPresets } from '../libvrm/index.js';
import { escapePart, valueAt } from './items.js';

const root = '/extensions/VRMC_vrm/expressions';
const kindOf = (name) => (expressionPresets.includes(name) ? 'preset' : 'custom');

/** Where the expression of a name is, or would be. */
export const placeOf = (name) => `${root}/${kindOf(name)}/${escapePart(name)}`;

/** The definition of an expression; undefined if there is none. */
export const definitionOf = (json, name) => valueAt(json, placeOf(name));

/** Whether expressions of the document can be edited. */
export const isEditable = (document) => document.info.dialect === '1.0';

/** Why an expression cannot get a name: a key of the words; null if it can. `own` is its present name. */
export function problemOf(json, name, own) {
  if (name === '') return 'expr.nameEmpty';
  return name !== own && definitionOf(json, name) !== undefined ? 'expr.nameTaken' : null;
}

/** A name that is free: the name itself, or with a number. */
export function freeName(json, name) {
  let free = name;
  for (let n = 2; definitionOf(json, free) !== undefined; n++) free = `${name} ${n}`;
  return free;
}

export const added = (name, definition = {}) => [[placeOf(name), definition]];
export const removed = (name) => [[placeOf(name), undefined]];

/** An expression keeps its place among those of its kind. */
export function renamed(json, from, to) {
  const definition = definitionOf(json, from);
  if (kindOf(from) !== kindOf(to)) return [...removed(from), ...added(to, definition)];
  const all = Object.entries(valueAt(json, `${root}/${kindOf(from)}`));
  return [[`${root}/${kindOf(from)}`, Object.fromEntries(all.map(([name, def]) => [name === from ? to : name, def]))]];
}

/** Sets a list of binds; an empty one is removed. */
const listed = (name, member, list) => [[`${placeOf(name)}/${member}`, list.length ? list : undefined]];

/** Sets the weight of a morph target; 0 removes it. */
export function morphed(json, name, { node, index }, weight) {
  const list = definitionOf(json, name)?.morphTargetBinds ?? [],
    isIt = (bind) => bind.node === node && bind.index === index;
  const kept = list.some(isIt)
    ? list.flatMap((bind) => (isIt(bind) ? (weight === 0 ? [] : [{ ...bind, weight }]) : [bind]))
    : [...list, ...(weight === 0 ? [] : [{ node, index, weight }])];
  return listed(name, 'morphTargetBinds', kept);
}

/** Changes a bind of a material: `member` is materialColorBinds or textureTransformBinds. `changed` makes the new bind
 * of the present one; undefined removes it. `at` behind the last adds one. */
export function bound(json, name, member, at, changed) {
  const list = [...(definitionOf(json, name)?.[member] ?? [])],
    bind = changed(list[at]);
  list.splice(at, 1, ...(bind ? [bind] : []));
  return listed(name, member, list);
}

export const membered = (name, member, value) => [[`${placeOf(name)}/${member}`, value]];

/** The mirror image that Model.mirrorExpression() found. An expression that exists keeps its other members. */
export function mirrored(json, from, { name, morphTargetBinds, colorMaterials, textureMaterials }) {
  const source = definitionOf(json, from),
    made = { ...(definitionOf(json, name) ?? source) };
  const take = (member, list) => {
    if (list.length) made[member] = list;
    else delete made[member];
  };
  const withMaterials = (member, materials) => {
    const binds = source[member] ?? [],
      isWhole = binds.length === materials.length; // otherwise some are invalid, and were not read
    take(
      member,
      binds.map((bind, i) => (isWhole ? { ...bind, material: materials[i] } : bind)),
    );
  };
  take('morphTargetBinds', morphTargetBinds);
  withMaterials('materialColorBinds', colorMaterials);
  withMaterials('textureTransformBinds', textureMaterials);
  return added(name, made);
}

const plain = (name) => name.toLowerCase().replaceAll(/[._: -]/g, '');
const bindsNothing = ({ morphTargetBinds = [], materialColorBinds = [], textureTransformBinds = [] }) =>
  morphTargetBinds.length + materialColorBinds.length + textureTransformBinds.length === 0;

/** Proposals that the document lacks, or has without a bind. A shape may be there in another spelling. */
export function missing(json, proposals) {
  const there = new Set(
    ['preset', 'custom'].flatMap((kind) =>
      Object.entries(valueAt(json, `${root}/${kind}`) ?? {}).flatMap(([name, def]) =>
        bindsNothing(def) ? [] : [kind === 'preset' ? name : plain(name)],
      ),
    ),
  );
  return proposals.filter(({ name, isPreset }) => !there.has(isPreset ? name : plain(name)));
}

/** Adds proposals, or gives binds to expressions that have none. */
export const proposed = (json, proposals) =>
  proposals.flatMap(({ name, morphTargetBinds }) => added(name, { ...definitionOf(json, name), morphTargetBinds }));
