// SPDX-License-Identifier: MIT
// What the bytes say: documents that are well-formed, with random formats and nearly right random
// data (positions, unit vectors, weights, indices, matrices, key times, sparse replacements), judged
// by the Khronos validator and by us in one run. The documents are the same in every run.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { khronos, line, ours } from './khronos.mjs';
import { scratch, Verdict } from './support.mjs';

const count = Number(process.env.VRM_MUTATIONS ?? 1500);
const verdict = new Verdict();

let seed = 777;
const random = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};
const pick = (...list) => list[Math.floor(random() * list.length)];
const chance = (part) => random() < part;
const times = (n, make) => Array.from({ length: n }, (_, i) => make(i));

const components = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };
const BYTE = 5120,
  UBYTE = 5121,
  SHORT = 5122,
  USHORT = 5123,
  UINT = 5125,
  FLOAT = 5126;
const arrays = {
  [BYTE]: Int8Array,
  [UBYTE]: Uint8Array,
  [SHORT]: Int16Array,
  [USHORT]: Uint16Array,
  [UINT]: Uint32Array,
  [FLOAT]: Float32Array,
};
const limits = {
  [BYTE]: [-128, 127],
  [UBYTE]: [0, 255],
  [SHORT]: [-32768, 32767],
  [USHORT]: [0, 65535],
  [UINT]: [0, 4294967295],
};

function number(type) {
  if (type === FLOAT)
    return chance(0.01) ? pick(NaN, Infinity) : chance(0.5) ? pick(0, 1, -1, 0.5, 2) : random() * 4 - 2;
  const [low, high] = limits[type];
  return pick(0, 0, 1, 2, 3, low, high, Math.floor(low + random() * (high - low)));
}

/** A vector of length 1, or nearly so. */
function unit(n) {
  const v = times(n, () => random() * 2 - 1);
  const length = Math.hypot(...v) || 1;
  const off = chance(0.05) ? 1.01 : 1;
  return v.map((x) => (x / length) * off);
}

/** Fractions as a component type stores them. */
const quantize = (type, v) =>
  type === FLOAT
    ? v
    : v.map((x) => Math.max(limits[type][0], Math.min(limits[type][1], Math.round(x * limits[type][1]))));

class Document {
  json = { asset: { version: '2.0' }, accessors: [], bufferViews: [] };
  parts = [];
  size = 0;

  view(bytes, extra = {}) {
    const padding = ((4 - (this.size % 4)) % 4) + (chance(0.03) ? pick(1, 2, 3) : 0);
    this.parts.push(Buffer.alloc(padding), bytes);
    this.json.bufferViews.push({ buffer: 0, byteOffset: this.size + padding, byteLength: bytes.length, ...extra });
    this.size += padding + bytes.length;
    return this.json.bufferViews.length - 1;
  }

  /** Elements as bytes: columns of matrices begin at multiples of 4. */
  pack(componentType, type, elements) {
    const rows = { MAT2: 2, MAT3: 3, MAT4: 4 }[type] ?? components[type];
    const column = rows * arrays[componentType].BYTES_PER_ELEMENT;
    const padded = type.startsWith('MAT') ? Math.ceil(column / 4) * 4 : column;
    return Buffer.concat(
      elements.flatMap((element) =>
        times(element.length / rows, (c) => {
          const numbers = arrays[componentType].from(element.slice(c * rows, (c + 1) * rows));
          return Buffer.concat([Buffer.from(numbers.buffer), Buffer.alloc(padded - column)]);
        }),
      ),
    );
  }

  accessor(componentType, type, elements, { normalized, target, bounds = chance(0.5), sparse } = {}) {
    const accessor = { componentType, type, count: elements.length };
    if (normalized) accessor.normalized = true;
    let bytes = this.pack(componentType, type, elements);
    const size = bytes.length / elements.length;
    const extra = target && chance(0.9) ? { target } : {};
    if (chance(0.1) && !type.startsWith('MAT')) {
      extra.byteStride = Math.max(4, Math.ceil(size / 4) * 4 + pick(0, 4, 8));
      bytes = Buffer.concat(
        elements.map((e) =>
          Buffer.concat([this.pack(componentType, type, [e]), Buffer.alloc(extra.byteStride - size)]),
        ),
      );
    }
    if (!(sparse && chance(0.5))) accessor.bufferView = this.view(bytes, extra);
    else elements = elements.map((element) => element.map(() => 0));
    if (sparse) {
      const n = pick(1, 2, 3);
      const at = times(n, (i) => (chance(0.9) ? i : Math.floor(random() * (elements.length + 2))));
      const values = at.map(() => elements[0].map(() => number(componentType)));
      const indexType = pick(UBYTE, USHORT, UINT);
      accessor.sparse = {
        count: n,
        values: { bufferView: this.view(this.pack(componentType, type, values)) },
        indices: {
          bufferView: this.view(
            this.pack(
              indexType,
              'SCALAR',
              at.map((i) => [i]),
            ),
          ),
          componentType: indexType,
        },
      };
      elements = elements.map((element, i) => (at.includes(i) ? values[at.indexOf(i)] : element));
    }
    if (bounds)
      for (const [key, choose] of [
        ['min', Math.min],
        ['max', Math.max],
      ])
        accessor[key] = times(components[type], (c) => {
          const stored = arrays[componentType].from(elements.map((element) => element[c]));
          const bound = choose(...stored);
          return (Number.isFinite(bound) ? bound : 0) + (chance(0.03) ? pick(1, -1) : 0);
        });
    this.json.accessors.push(accessor);
    return this.json.accessors.length - 1;
  }

  text() {
    const bytes = Buffer.concat(this.parts);
    this.json.buffers = [
      { byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` },
    ];
    return JSON.stringify(this.json);
  }
}

function attributes(document, n, isSkinned) {
  const vertices = (type, kind, make, options = {}) =>
    document.accessor(type, kind, times(n, make), { target: 34962, ...options });
  const some = (type) => pick(FLOAT, FLOAT, ...type);
  let type = pick(FLOAT, FLOAT, FLOAT, BYTE, UBYTE, SHORT, USHORT);
  const list = {
    POSITION: vertices(type, 'VEC3', () => times(3, () => number(type)), {
      bounds: chance(0.95),
      sparse: chance(0.2),
      normalized: type !== FLOAT && chance(0.5),
    }),
  };
  if (chance(0.6)) {
    type = some([BYTE, SHORT]);
    list.NORMAL = vertices(type, 'VEC3', () => quantize(type, unit(3)), { normalized: type !== FLOAT });
  }
  if (chance(0.4)) {
    type = some([BYTE, SHORT]);
    list.TANGENT = vertices(type, 'VEC4', () => quantize(type, [...unit(3), pick(1, -1, 1, -1, 0.5)]), {
      normalized: type !== FLOAT,
    });
  }
  if (chance(0.4)) {
    type = some([UBYTE, USHORT]);
    const kind = pick('VEC3', 'VEC4');
    list.COLOR_0 = vertices(
      type,
      kind,
      () => times(components[kind], () => (type === FLOAT ? random() * 1.05 : number(type))),
      { normalized: type !== FLOAT },
    );
  }
  if (!isSkinned) return list;
  for (let set = 0; set < pick(1, 1, 2); set++) {
    type = pick(UBYTE, USHORT);
    list[`JOINTS_${set}`] = vertices(type, 'VEC4', () => times(4, () => pick(0, 0, 0, 1, 2)), { bounds: false });
    const weightType = some([UBYTE, USHORT]);
    list[`WEIGHTS_${set}`] = vertices(
      weightType,
      'VEC4',
      () => {
        const v = times(4, () => pick(0, 0.25, 0.5, 1));
        const sum = chance(0.9) ? v.reduce((a, b) => a + b) || 1 : 1;
        const w = v.map((x) => x / sum);
        if (chance(0.03) && weightType === FLOAT) w[0] = -w[0];
        return quantize(weightType, w);
      },
      { normalized: weightType !== FLOAT, bounds: false },
    );
  }
  return list;
}

function animation(document, targetCount) {
  const n = pick(1, 2, 3);
  const interpolation = pick('LINEAR', 'STEP', 'CUBICSPLINE');
  const values = n * (interpolation === 'CUBICSPLINE' ? 3 : 1);
  const keys = times(n, () => (chance(0.95) ? pick(0, 0.5, 1, 1.5, 2) : -1)).sort((a, b) => a - b);
  const input = document.accessor(
    FLOAT,
    'SCALAR',
    keys.map((key) => [key]),
    { bounds: chance(0.95) },
  );
  const path = pick('translation', 'rotation', 'scale', 'weights');
  const type = path === 'rotation' ? pick(FLOAT, FLOAT, BYTE, SHORT) : FLOAT;
  const output =
    path === 'rotation'
      ? document.accessor(
          type,
          'VEC4',
          times(values, () => quantize(type, unit(4))),
          { normalized: type !== FLOAT },
        )
      : path === 'weights'
        ? document.accessor(
            FLOAT,
            'SCALAR',
            times(values * (targetCount || 1), () => [random()]),
          )
        : document.accessor(
            FLOAT,
            'VEC3',
            times(values, () => times(3, () => number(FLOAT))),
          );
  return {
    samplers: [{ input, output, interpolation }],
    channels: [{ sampler: 0, target: { node: pick(0, 1), path } }],
  };
}

function matrix() {
  const m = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, random(), 0, 0, 1];
  if (chance(0.05)) m[pick(3, 7, 11, 15)] = 0.5;
  return m;
}

function make() {
  const document = new Document();
  const { json } = document;
  if (chance(0.5)) json.extensionsUsed = json.extensionsRequired = ['KHR_mesh_quantization'];
  const n = pick(3, 4, 6, 9);
  const isSkinned = chance(0.5);
  const primitive = { attributes: attributes(document, n, isSkinned) };
  if (chance(0.6)) {
    const type = pick(UBYTE, USHORT, UINT);
    const invalid = [n, limits[type][1]];
    primitive.indices = document.accessor(
      type,
      'SCALAR',
      times(pick(3, 6, 9, 4), () => [chance(0.95) ? Math.floor(random() * n) : pick(...invalid)]),
      { target: 34963 },
    );
  }
  if (chance(0.3)) primitive.mode = Math.floor(random() * 7);
  if (chance(0.4))
    primitive.targets = times(pick(1, 2), () => ({
      POSITION: document.accessor(
        FLOAT,
        'VEC3',
        times(n, () => times(3, () => number(FLOAT))),
        { target: 34962, bounds: chance(0.9), sparse: chance(0.5) },
      ),
    }));
  json.meshes = [{ primitives: [primitive] }];
  json.nodes = [{ mesh: 0 }, { children: [2] }, {}];
  json.scenes = [{ nodes: [0, 1] }];
  if (isSkinned && chance(0.9)) {
    json.nodes[0].skin = 0;
    json.skins = [{ joints: [1, 2] }];
    if (chance(0.7)) json.skins[0].inverseBindMatrices = document.accessor(FLOAT, 'MAT4', times(2, matrix));
  }
  if (chance(0.5)) json.animations = [animation(document, primitive.targets?.length)];
  if (chance(0.2)) {
    const type = pick(BYTE, UBYTE, SHORT, USHORT, FLOAT);
    const kind = pick('MAT2', 'MAT3', 'MAT4');
    document.accessor(
      type,
      kind,
      times(3, () => times(components[kind], () => number(type))),
    );
  }
  return document.text();
}

const folder = scratch();
const paths = times(count, (i) => join(folder, `made-${i}.gltf`));
for (const path of paths) writeFileSync(path, make());

const newer = (issue) => issue.code.startsWith('NODE_SKINNED_MESH_');
const mine = ours(paths);
let compared = 0,
  verdicts = 0,
  same = 0;
const seen = new Set();
process.on('uncaughtException', () => {}); // the validator throws past its promise at times
for (const [i, path] of paths.entries()) {
  const theirs = await Promise.race([khronos(path), new Promise((done) => setTimeout(() => done(null), 2000))]);
  if (theirs === null) continue;
  compared++;
  theirs.forEach((issue) => seen.add(issue.code));
  const keys = (list) => new Set(list.filter((issue) => !newer(issue)).map(line));
  const a = keys(theirs),
    b = keys(mine[i]);
  const isBad = (set) => [...set].some((key) => key.startsWith('error'));
  if (isBad(a) === isBad(b)) verdicts++;
  else console.log(`verdict differs: Khronos ${[...a]}\n  we ${[...b]}`);
  if (a.size === b.size && [...a].every((key) => b.has(key))) same++;
}
const percent = (part) => `${part} (${((100 * part) / compared).toFixed(2)} %)`;
console.log(`documents made: ${count}, judged by both: ${compared}, codes seen: ${seen.size}`);
console.log(`  verdicts (error or not) equal: ${percent(verdicts)}`);
console.log(`  everything equal: ${percent(same)}`);
verdict.claim(compared > 0.95 * count, 'nearly all documents can be compared');
verdict.claim(verdicts === compared, 'both agree on which documents are bad');
verdict.claim(same >= 0.98 * compared, 'both nearly always say the same');
verdict.end();
