// SPDX-License-Identifier: MIT
// Thousands of broken files that nobody wrote by hand: documents of the corpus with one to three
// random edits, judged by the Khronos validator and by us in one run. Both must agree on which
// files are bad, and nearly always on everything they say. The edits are the same in every run.
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { khronos, line, ours } from './khronos.mjs';
import { corpus, scratch, Verdict } from './support.mjs';

const count = Number(process.env.VRM_MUTATIONS ?? 1500);
const verdict = new Verdict();

let seed = 12345;
const random = (below) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const pick = (list) => list[random(list.length)];

const values = [
  null,
  true,
  false,
  0,
  1,
  2,
  3,
  -1,
  1.5,
  0.5,
  100,
  1e10,
  -1e10,
  '',
  'x',
  'VEC3',
  'SCALAR',
  'MAT4',
  'image/png',
  'LINEAR',
  'CUBICSPLINE',
  [],
  {},
  [0],
  [1, 2, 3],
  [0, 0],
  ['a'],
  { a: 1 },
  5126,
  5125,
  5123,
  5121,
  5120,
  34962,
  34963,
  4,
  8,
  12,
  16,
  36,
];
const names = [
  'extras',
  'extensions',
  'name',
  'foo',
  'byteStride',
  'target',
  'sparse',
  'min',
  'max',
  'normalized',
  'skin',
  'mesh',
  'children',
  'weights',
  'matrix',
  'uri',
  'mimeType',
  'bufferView',
  'mode',
  'material',
  'indices',
  'targets',
  'byteOffset',
  'camera',
  'rotation',
  'scale',
];

function places(value, path = [], list = []) {
  if (path.length > 0) list.push(path);
  if (Array.isArray(value)) value.slice(0, 40).forEach((v, i) => places(v, [...path, i], list));
  else if (value !== null && typeof value === 'object')
    for (const key of Object.keys(value)) places(value[key], [...path, key], list);
  return list;
}

const at = (document, path) => path.reduce((value, key) => value?.[key], document);

function edit(document, all) {
  const path = pick(all);
  const parent = at(document, path.slice(0, -1));
  const key = path.at(-1);
  if (parent === null || typeof parent !== 'object') return;
  const value = parent[key];
  const kind = random(10);
  if (kind < 3) {
    if (Array.isArray(parent)) parent.splice(key, 1);
    else delete parent[key];
  } else if (kind < 6) parent[key] = structuredClone(pick(values));
  else if (kind < 7 && typeof value === 'number') parent[key] = value + pick([1, -1, 2, 4, 3]);
  else if (kind < 8 && value !== null && typeof value === 'object' && !Array.isArray(value))
    value[pick(names)] = structuredClone(pick(values));
  else if (kind < 9 && Array.isArray(value) && value.length > 0) value.push(structuredClone(pick(value)));
  else parent[key] = structuredClone(at(document, pick(all)) ?? null);
}

// ---- Make the files, beside copies of their side files ----

const folder = scratch();
const bases = [...corpus('broken/gltf-validator', '.gltf'), ...corpus('gltf', '.gltf')]
  .filter((path) => statSync(path).size < 60000)
  .flatMap((path) => {
    try {
      const document = JSON.parse(readFileSync(path, 'utf8'));
      return places(document).length > 1 && !Array.isArray(document) ? [{ path, document }] : [];
    } catch {
      return []; // broken on purpose
    }
  });
const copies = new Map();
const paths = [];
for (let i = 0; i < count; i++) {
  const base = pick(bases);
  const source = dirname(base.path);
  if (!copies.has(source)) {
    const copy = join(folder, String(copies.size));
    mkdirSync(copy);
    cpSync(source, copy, { recursive: true, filter: (path) => !path.endsWith('.json') });
    copies.set(source, copy);
  }
  const document = structuredClone(base.document);
  const all = places(document);
  for (let edits = pick([1, 1, 1, 2, 3]); edits > 0; edits--) edit(document, all);
  const path = join(copies.get(source), `edited-${i}.gltf`);
  writeFileSync(path, JSON.stringify(document));
  paths.push(path);
}

// ---- Judge them ----

// Differences that docs/reference/validator.md explains.
const excused = (issue) =>
  [
    'NODE_SKINNED_MESH_NON_ROOT',
    'NODE_SKINNED_MESH_PARENT_TRANSFORMS',
    'URI_REFUSED',
    'DATA_URI_REFUSED',
    'DUPLICATE_KEY',
  ].includes(issue.code);
const mine = ours(paths);
let compared = 0,
  verdicts = 0,
  same = 0,
  sameErrors = 0;
process.on('uncaughtException', () => {}); // the validator throws past its promise at times
for (const [i, path] of paths.entries()) {
  const theirs = await Promise.race([khronos(path), new Promise((done) => setTimeout(() => done(null), 2000))]);
  if (theirs === null) continue;
  const text = readFileSync(path, 'utf8');
  if (text.includes('http://')) continue; // only its harness would look for such a file
  compared++;
  const keys = (list) => new Set(list.filter((issue) => !excused(issue)).map(line));
  const a = keys(theirs),
    b = keys(mine[i]);
  const errors = (set) => [...set].filter((key) => key.startsWith('error')).sort();
  const isBad = errors(a).length > 0;
  if (isBad === errors(b).length > 0) verdicts++;
  else console.log(`verdict differs: ${text.slice(0, 2000)}\n  Khronos ${errors(a)}\n  we ${errors(b)}`);
  if (errors(a).join() === errors(b).join()) sameErrors++;
  if (a.size === b.size && [...a].every((key) => b.has(key))) same++;
}
const percent = (part) => `${part} (${((100 * part) / compared).toFixed(2)} %)`;
console.log(`edited files: ${count}, judged by both: ${compared}`);
console.log(`  verdicts (error or not) equal: ${percent(verdicts)}`);
console.log(`  errors equal, code and pointer: ${percent(sameErrors)}`);
console.log(`  everything equal: ${percent(same)}`);
verdict.claim(compared > 0.95 * count, 'nearly all files can be compared');
verdict.claim(verdicts >= 0.998 * compared, 'both agree on which files are bad');
verdict.claim(sameErrors >= 0.93 * compared, 'both nearly always find the same errors');
verdict.end();
