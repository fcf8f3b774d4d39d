// SPDX-License-Identifier: MIT
// Safe repairs, which change neither the look of the avatar nor its licence; docs/guide/viewer.md lists them.
// A repair is { code, pointer, before, after }; `after` undefined removes the value.
import { splitPointer, valueAt } from './items.js';

const parentOf = (pointer) => pointer.slice(0, pointer.lastIndexOf('/'));
const lastOf = (pointer) => splitPointer(pointer).at(-1);

/** The nearest array element on the path of a pointer: [array's pointer, index]. */
function elementOf(json, pointer) {
  for (let path = pointer; path; path = parentOf(path))
    if (Array.isArray(valueAt(json, parentOf(path)))) return [parentOf(path), Number(lastOf(path))];
  return null;
}

const set =
  (value) =>
  ({ pointer }) => [[pointer, value]];
const remove = ({ pointer }) => [[pointer, undefined]];
const removeElement = ({ pointer, json }) => {
  const place = elementOf(json, pointer);
  return place ? [{ array: place[0], index: place[1] }] : [];
};
const change = (compute) => (context) => {
  const after = compute(valueAt(context.json, context.pointer), context);
  return after === undefined ? [] : [[context.pointer, after]];
};
const unit = change((value) => {
  if (!Array.isArray(value)) return undefined;
  const length = Math.hypot(...value);
  return length > 1e-6 && Number.isFinite(length) ? value.map((x) => x / length) : undefined;
});
const specVersion = ({ pointer }) => [[lastOf(pointer) === 'specVersion' ? pointer : `${pointer}/specVersion`, '1.0']];

/** min and max of floats, computed from the data. */
const bounds =
  (isMax) =>
  ({ pointer, json, model }) => {
    const place = /^\/accessors\/(\d+)/.exec(pointer);
    const accessor = place && json.accessors[place[1]];
    if (!accessor || accessor.componentType !== 5126) return [];
    const numbers = model.readFloats(Number(place[1])),
      width = numbers.length / accessor.count;
    const found = Array.from({ length: width }, () => (isMax ? -Infinity : Infinity));
    for (let i = 0; i < numbers.length; i++)
      found[i % width] = (isMax ? Math.max : Math.min)(found[i % width], numbers[i]);
    return found.every(Number.isFinite) ? [[`/accessors/${place[1]}/${isMax ? 'max' : 'min'}`, found]] : [];
  };

const required = ['primitives', 'joints', 'channels', 'samplers', 'attributes'];

const repairs = {
  NODE_MATRIX_DEFAULT: ({ pointer }) => [[lastOf(pointer) === 'matrix' ? pointer : `${pointer}/matrix`, undefined]],
  ROTATION_NON_UNIT: unit,
  COLLIDER_NORMAL_NOT_UNIT: unit,
  SPRING_LIMIT_ROTATION_NOT_UNIT: unit,
  EMPTY_ENTITY: (context) => (required.includes(lastOf(context.pointer)) ? [] : remove(context)),
  VRM_ARRAY_EMPTY: remove,
  MATERIAL_ALPHA_CUTOFF_INVALID_MODE: remove,
  UNUSED_EXTENSION_REQUIRED: ({ json, pointer }) => {
    const name = valueAt(json, pointer);
    return typeof name === 'string' ? [['/extensionsUsed', [...(json.extensionsUsed ?? []), name]]] : [];
  },
  SKIN_SKELETON_INVALID: remove,
  IMAGE_MIME_TYPE_INVALID: ({ pointer, model }) => {
    const index = Number(splitPointer(pointer)[1]),
      type = model.image(index)?.mimeType;
    return type ? [[`/images/${index}/mimeType`, type]] : [];
  },
  ACCESSOR_MIN_MISMATCH: bounds(false),
  ACCESSOR_MAX_MISMATCH: bounds(true),
  VRM_SPEC_VERSION_MISSING: specVersion,
  VRM_EXTENSION_VERSION_MISSING: specVersion,
  META_THUMBNAIL_INVALID: remove,
  EXPRESSION_BIND_NODE_INVALID: removeElement,
  EXPRESSION_BIND_NODE_WITHOUT_MESH: removeElement,
  EXPRESSION_BIND_MESH_INVALID: removeElement,
  EXPRESSION_BIND_MORPH_INVALID: removeElement,
  EXPRESSION_BIND_MATERIAL_INVALID: removeElement,
  EXPRESSION_OVERRIDE_UNKNOWN: set('none'),
  LOOK_AT_TYPE_UNKNOWN: set('bone'),
  LOOK_AT_INPUT_NOT_IN_RANGE: change((value) =>
    typeof value === 'number' ? Math.min(180, Math.max(0, value)) : undefined,
  ),
  FIRST_PERSON_NODE_INVALID: removeElement,
  FIRST_PERSON_NODE_WITHOUT_MESH: removeElement,
  FIRST_PERSON_MESH_INVALID: removeElement,
  FIRST_PERSON_TYPE_UNKNOWN: set('auto'),
  COLLIDER_GROUP_ENTRY_INVALID: removeElement,
  COLLIDER_RADIUS_NEGATIVE: set(0),
  SPRING_COLLIDER_GROUP_INVALID: removeElement,
  SPRING_CENTER_INVALID: remove,
  CONSTRAINT_WEIGHT_NOT_IN_RANGE: change((value) =>
    typeof value === 'number' ? Math.min(1, Math.max(0, value)) : undefined,
  ),
};

/** Repairs for findings, in their order. A value is repaired only once. */
export function planFixes(findings, model) {
  const json = model.json,
    plan = new Map(),
    removals = new Map();
  for (const { code, pointer } of findings) {
    if (!Object.hasOwn(repairs, code) || !pointer) continue;
    for (const repair of repairs[code]({ pointer, json, model })) {
      if (Array.isArray(repair)) {
        const [place, after] = repair;
        if (!plan.has(place)) plan.set(place, { code, pointer: place, before: valueAt(json, place), after });
      } else {
        if (!removals.has(repair.array)) removals.set(repair.array, { code, indices: new Set() });
        removals.get(repair.array).indices.add(repair.index);
      }
    }
  }
  for (const [array, { code, indices }] of removals) {
    const before = valueAt(json, array),
      after = before.filter((_, i) => !indices.has(i));
    plan.set(array, { code, pointer: array, before, after: after.length ? after : undefined });
  }
  return [...plan.values()].filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

export const canFix = ({ code }) => Object.hasOwn(repairs, code);

/** The change of a document that makes the repairs. */
export const fixChange = (label, plan) => ({
  label,
  isVisible: true,
  edits: plan.map(({ pointer, after }) => [pointer, after]),
});
