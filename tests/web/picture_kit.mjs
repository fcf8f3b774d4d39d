// SPDX-License-Identifier: MIT
// Small avatars, made of JSON and numbers: a file for each case of test_pictures.mjs.
import { encodePng } from '../judges/png.mjs';

// ---- Pictures ----

const paint = (f, size = 16) => {
  const rgba = new Uint8Array(4 * size * size);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      rgba.set(
        f((x + 0.5) / size, (y + 0.5) / size).map((v) => Math.round(255 * Math.min(1, Math.max(0, v)))),
        4 * (y * size + x),
      );
  return encodePng({ width: size, height: size, rgba });
};
const encoded = (x, y) => [0.5 + x / 2, 0.5 + y / 2, 0.5 + Math.sqrt(1 - x * x - y * y) / 2, 1];
const quarters = [
  [0.9, 0.25, 0.2],
  [0.25, 0.8, 0.3],
  [0.25, 0.35, 0.85],
  [0.9, 0.8, 0.25],
];

/** u runs right, v down. */
const pictures = {
  color: () => paint((u, v) => [...quarters[(u < 0.5 ? 0 : 1) + (v < 0.5 ? 0 : 2)], 1]),
  stripe: () => paint((u) => [...Array(3).fill(Math.floor(u * 4) % 2 ? 0.35 : 0.9), 1]),
  ramp: () => paint((u, v) => [u, v, 1 - u, 1]),
  halves: () => paint((u, v) => [u < 0.5 ? 1 : 0.2, v < 0.5 ? 1 : 0.2, u < 0.5 ? 0.2 : 1, 1]),
  tilt: () => paint(() => encoded(0.5, 0.3)),
  waves: () => paint((u, v) => encoded(0.5 * Math.sin(4 * Math.PI * u), 0.5 * Math.cos(4 * Math.PI * v)), 32),
  matcap: () => paint((u, v) => [1 - v, u, 1 - u, 1]),
  alpha: () => paint((u, v) => [1, 0.8, v, u]),
};

// ---- Shapes ----

const ball = ({ x = 0, y = 0, z = 0, r = 0.5, columns = 24, rows = 12 } = {}) => {
  const shape = { positions: [], normals: [], uvs: [], tangents: [], indices: [] };
  for (let j = 0; j <= rows; j++)
    for (let i = 0; i <= columns; i++) {
      const a = 2 * Math.PI * (i / columns - 0.5),
        b = (Math.PI * j) / rows;
      const n = [Math.sin(a) * Math.sin(b), Math.cos(b), Math.cos(a) * Math.sin(b)];
      shape.positions.push(x + r * n[0], y + r * n[1], z + r * n[2]);
      shape.normals.push(...n);
      shape.uvs.push(i / columns, j / rows);
      shape.tangents.push(Math.cos(a), 0, -Math.sin(a), 1);
    }
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const at = j * (columns + 1) + i,
        below = at + columns + 1;
      if (j > 0) shape.indices.push(at, below, at + 1);
      if (j < rows - 1) shape.indices.push(at + 1, below, below + 1);
    }
  return shape;
};

const card = ({ x = 0, y = 0, z = 0, w = 1, h = 1 } = {}) => ({
  positions: [x - w / 2, y - h / 2, z, x + w / 2, y - h / 2, z, x + w / 2, y + h / 2, z, x - w / 2, y + h / 2, z],
  normals: [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1],
  uvs: [0, 1, 1, 1, 1, 0, 0, 0],
  tangents: [1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1],
  indices: [0, 1, 2, 0, 2, 3],
});

/** Six cards; corners are not shared. */
const box = ({ x = 0, y = 0, z = 0, size = 0.8 } = {}) => {
  const shape = { positions: [], normals: [], uvs: [], tangents: [], indices: [] },
    h = size / 2;
  const sides = [
    [
      [0, 0, 1],
      [1, 0, 0],
      [0, 1, 0],
    ],
    [
      [0, 0, -1],
      [-1, 0, 0],
      [0, 1, 0],
    ],
    [
      [1, 0, 0],
      [0, 0, -1],
      [0, 1, 0],
    ],
    [
      [-1, 0, 0],
      [0, 0, 1],
      [0, 1, 0],
    ],
    [
      [0, 1, 0],
      [1, 0, 0],
      [0, 0, -1],
    ],
    [
      [0, -1, 0],
      [1, 0, 0],
      [0, 0, 1],
    ],
  ];
  for (const [n, u, v] of sides) {
    const base = shape.positions.length / 3;
    for (const [a, b] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ]) {
      shape.positions.push(...[0, 1, 2].map((c) => [x, y, z][c] + h * (n[c] + a * u[c] + b * v[c])));
      shape.normals.push(...n);
      shape.uvs.push((a + 1) / 2, (1 - b) / 2);
      shape.tangents.push(...u, 1);
    }
    shape.indices.push(...[0, 1, 2, 0, 2, 3].map((i) => base + i));
  }
  return shape;
};

export const shapes = { ball, card, box };

// ---- Files ----

const bones = [
  ['hips', -1, [0, -0.1, -1]],
  ['spine', 0, [0, 0.1, 0]],
  ['head', 1, [0, 0.4, 0]],
  ['leftUpperArm', 1, [0.2, 0.05, 0]],
  ['leftLowerArm', 3, [0.2, 0, 0]],
  ['leftHand', 4, [0.2, 0, 0]],
  ['rightUpperArm', 1, [-0.2, 0.05, 0]],
  ['rightLowerArm', 6, [-0.2, 0, 0]],
  ['rightHand', 7, [-0.2, 0, 0]],
  ['leftUpperLeg', 0, [0.06, -0.2, 0]],
  ['leftLowerLeg', 9, [0, -0.2, 0]],
  ['leftFoot', 10, [0, -0.2, 0]],
  ['rightUpperLeg', 0, [-0.06, -0.2, 0]],
  ['rightLowerLeg', 12, [0, -0.2, 0]],
  ['rightFoot', 13, [0, -0.2, 0]],
];
export const HIPS = 0,
  HEAD = 2;

const formats = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
};
const widths = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

export class Sample {
  json;
  #parts = [];
  #size = 0;
  #textures = new Map();

  constructor(dialect = '1.0') {
    this.isOld = dialect === '0.x';
    const nodes = bones.map(([name, , translation], i) => {
      const children = bones.flatMap(([, parent], k) => (parent === i ? [k] : []));
      return { name, translation, ...(children.length > 0 ? { children } : {}) };
    });
    this.json = {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes,
      meshes: [],
      materials: [],
      accessors: [],
      bufferViews: [],
      images: [],
      textures: [],
      samplers: [],
      skins: [],
      extensionsUsed: [],
      extensions: {},
    };
    if (this.isOld) {
      this.use('VRM', {
        exporterVersion: 'UniVRM-0.110',
        specVersion: '0.0',
        meta: { title: 't', author: 'a' },
        humanoid: { humanBones: bones.map(([bone], node) => ({ bone, node })) },
        materialProperties: [],
        blendShapeMaster: { blendShapeGroups: [] },
        firstPerson: { firstPersonBone: HEAD },
        secondaryAnimation: {},
      });
      this.turned = nodes.push({ name: 'turned', rotation: [0, 1, 0, 0], children: [] }) - 1; // avatars of 0.x look along -Z
      this.json.scenes[0].nodes.push(this.turned);
    } else {
      this.use('VRMC_vrm', {
        specVersion: '1.0',
        meta: { name: 't', authors: ['a'], licenseUrl: 'https://vrm.dev/licenses/1.0/' },
        humanoid: { humanBones: Object.fromEntries(bones.map(([name], node) => [name, { node }])) },
      });
    }
  }

  /** Declares an extension; returns what the document says in it. */
  use(name, value) {
    if (!this.json.extensionsUsed.includes(name)) this.json.extensionsUsed.push(name);
    if (value) this.json.extensions[name] = value;
    return this.json.extensions[name];
  }

  get vrm() {
    return this.json.extensions[this.isOld ? 'VRM' : 'VRMC_vrm'];
  }

  view(bytes) {
    const byteOffset = this.#size;
    this.#parts.push(bytes, Buffer.alloc(-bytes.length & 3));
    this.#size += (bytes.length + 3) & ~3;
    return this.json.bufferViews.push({ buffer: 0, byteOffset, byteLength: bytes.length }) - 1;
  }

  accessor(values, type, componentType = 5126, more = {}) {
    const width = widths[type],
      Format = formats[componentType],
      count = values.length / width;
    const bytes = Buffer.from(Format.from(values).buffer),
      row = width * Format.BYTES_PER_ELEMENT;
    const entry = { bufferView: 0, componentType, count, type, ...more };
    if (row % 4 === 0 || type === 'SCALAR') entry.bufferView = this.view(bytes);
    else {
      // vertices begin at multiples of four
      const stride = (row + 3) & ~3,
        padded = Buffer.alloc(stride * count);
      for (let i = 0; i < count; i++) bytes.copy(padded, i * stride, i * row, (i + 1) * row);
      entry.bufferView = this.view(padded);
      this.json.bufferViews[entry.bufferView].byteStride = stride;
    }
    if (type === 'VEC3')
      for (const [name, pick] of [
        ['min', Math.min],
        ['max', Math.max],
      ])
        entry[name] = [0, 1, 2].map((c) =>
          pick(...Array.from({ length: count }, (_, i) => Format.from([values[3 * i + c]])[0])),
        );
    return this.json.accessors.push(entry) - 1;
  }

  /** The texture of a picture by its name, or of the bytes of a file; `sampler` as glTF has it. */
  texture(name, sampler = null, mimeType = 'image/png') {
    const key = `${name} ${JSON.stringify(sampler)}`;
    if (this.#textures.has(key)) return this.#textures.get(key);
    const bytes = typeof name === 'string' ? pictures[name]() : name;
    const source = this.json.images.push({ bufferView: this.view(bytes), mimeType }) - 1;
    const entry = { source, ...(sampler ? { sampler: this.json.samplers.push(sampler) - 1 } : {}) };
    this.#textures.set(key, this.json.textures.push(entry) - 1);
    return this.#textures.get(key);
  }

  /** A textureInfo; `transform` as KHR_texture_transform has it. */
  map(name, { texCoord, transform, sampler, ...more } = {}) {
    const info = { index: this.texture(name, sampler ?? null), ...more };
    if (texCoord !== undefined) info.texCoord = texCoord;
    if (transform) {
      this.use('KHR_texture_transform');
      info.extensions = { KHR_texture_transform: transform };
    }
    return info;
  }

  material(entry) {
    for (const name of Object.keys(entry.extensions ?? {})) this.use(name);
    return this.json.materials.push(entry) - 1;
  }

  node(entry, parent = this.turned) {
    const index = this.json.nodes.push(entry) - 1;
    if (parent === undefined) this.json.scenes[0].nodes.push(index);
    else (this.json.nodes[parent].children ??= []).push(index);
    return index;
  }

  /** A mesh of a shape. Options:
   *   normals, uvs    false: without
   *   tangents        true: with those of the shape
   *   colors          one for all vertices; `colorType` of its numbers
   *   uv2             a second set: u and v exchanged
   *   targets         [{ POSITION: [x, y, z], NORMAL: [x, y, z] }]: what each adds to all vertices
   *   weights         of the targets
   *   skin            bound to the hips, by a node that must not matter
   *   mode, isFlat    of the primitive; without indices
   *   node, parent    more of the node, and what it hangs below */
  mesh(shape, material, options = {}) {
    const { colors, targets, node = {}, parent, skin, isPlain } = options,
      count = shape.positions.length / 3;
    const attributes = { POSITION: this.accessor(shape.positions, 'VEC3') };
    if (options.normals !== false) attributes.NORMAL = this.accessor(shape.normals, 'VEC3');
    if (options.uvs !== false) attributes.TEXCOORD_0 = this.accessor(shape.uvs, 'VEC2');
    if (options.tangents) attributes.TANGENT = this.accessor(shape.tangents, 'VEC4');
    if (options.uv2)
      attributes.TEXCOORD_1 = this.accessor(
        shape.uvs.map((_, i) => shape.uvs[i ^ 1]),
        'VEC2',
      );
    if (colors) {
      const { colorType = 5126 } = options,
        whole = { 5121: 255, 5123: 65535, 5126: 1 }[colorType];
      attributes.COLOR_0 = this.accessor(
        Array.from({ length: count }, () => colors.map((c) => c * whole)).flat(),
        `VEC${colors.length}`,
        colorType,
        colorType === 5126 ? {} : { normalized: true },
      );
    }
    if (skin) {
      const [x, y, z] = bones[HIPS][2],
        turn = this.isOld ? -1 : 1; // of a shape below the turned node
      attributes.JOINTS_0 = this.accessor(Array.from({ length: count }, () => [0, 1, 0, 0]).flat(), 'VEC4', 5121);
      attributes.WEIGHTS_0 = this.accessor(Array.from({ length: count }, () => [0.75, 0.25, 0, 0]).flat(), 'VEC4');
      const inverse = (dx, dy, dz) => [turn, 0, 0, 0, 0, 1, 0, 0, 0, 0, turn, 0, -dx, -dy, -dz, 1];
      const [sx, sy, sz] = bones[1][2];
      this.json.skins.push({
        joints: [0, 1],
        inverseBindMatrices: this.accessor([...inverse(x, y, z), ...inverse(x + sx, y + sy, z + sz)], 'MAT4'),
      });
    }
    const primitive = { attributes, material };
    if (!isPlain) primitive.indices = this.accessor(shape.indices, 'SCALAR', options.indexType ?? 5123);
    if (options.mode !== undefined) primitive.mode = options.mode;
    if (material === undefined) delete primitive.material;
    if (targets)
      primitive.targets = targets.map((target) =>
        Object.fromEntries(
          Object.entries(target).map(([name, delta]) => [
            name,
            this.accessor(
              typeof delta === 'function'
                ? shape.positions.map((_, i) => delta(shape, i))
                : Array.from({ length: count }, () => delta).flat(),
              'VEC3',
            ),
          ]),
        ),
      );
    const mesh =
      this.json.meshes.push({ primitives: [primitive], ...(options.weights ? { weights: options.weights } : {}) }) - 1;
    return this.node(
      { mesh, ...(skin ? { skin: this.json.skins.length - 1, translation: [5, 3, 1] } : {}), ...node },
      parent ?? (skin ? 0 : this.turned),
    );
  }

  glb() {
    const json = Object.fromEntries(
      Object.entries(this.json).filter(([, value]) => !Array.isArray(value) || value.length > 0),
    );
    json.buffers = [{ byteLength: this.#size }];
    const text = Buffer.from(JSON.stringify(json)),
      padded = Buffer.concat([text, Buffer.alloc(-text.length & 3, 0x20)]);
    const words = (...values) => Buffer.from(Uint32Array.from(values).buffer);
    return Buffer.concat([
      words(0x46546c67, 2, 28 + padded.length + this.#size, padded.length, 0x4e4f534a),
      padded,
      words(this.#size, 0x004e4942),
      ...this.#parts,
    ]);
  }
}
