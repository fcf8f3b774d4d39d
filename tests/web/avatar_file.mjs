// SPDX-License-Identifier: MIT
// Small avatars of VRM 1.0 made in code: bones out of sight, and meshes that a test asks for.
import { deflateSync, crc32 } from 'node:zlib';

const bones = {
  hips: null,
  spine: 'hips',
  head: 'spine',
  leftUpperArm: 'spine',
  leftLowerArm: 'leftUpperArm',
  leftHand: 'leftLowerArm',
  rightUpperArm: 'spine',
  rightLowerArm: 'rightUpperArm',
  rightHand: 'rightLowerArm',
  leftUpperLeg: 'hips',
  leftLowerLeg: 'leftUpperLeg',
  leftFoot: 'leftLowerLeg',
  rightUpperLeg: 'hips',
  rightLowerLeg: 'rightUpperLeg',
  rightFoot: 'rightLowerLeg',
};

const sizes = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };

/** CRC of PNG; zlib has it since Node 20.15. */
function crcOf(bytes) {
  if (crc32) return crc32(bytes);
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** A PNG of one colour, [r, g, b] or [r, g, b, a], bytes. */
export function png(color, width = 4, height = 4) {
  const [r, g, b, a = 255] = color,
    row = [0];
  for (let x = 0; x < width; x++) row.push(r, g, b, a);
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name), data]),
      out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crcOf(body), body.length + 4);
    return out;
  };
  const head = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 6, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from(Array(height).fill(row).flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export class AvatarFile {
  json;
  #parts = [];
  #size = 0;

  constructor() {
    const names = Object.keys(bones);
    const nodes = names.map((name) => ({
      name,
      translation:
        name === 'hips'
          ? [0, -0.1, -1]
          : [name.startsWith('left') ? 0.05 : name.startsWith('right') ? -0.05 : 0, 0.05, 0],
    }));
    for (const [name, parent] of Object.entries(bones))
      if (parent) (nodes[names.indexOf(parent)].children ??= []).push(names.indexOf(name));
    this.json = {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes,
      accessors: [],
      bufferViews: [],
      extensionsUsed: ['VRMC_vrm', 'VRMC_materials_mtoon', 'KHR_materials_unlit'],
      extensions: {
        VRMC_vrm: {
          specVersion: '1.0',
          meta: { name: 't', authors: ['a'], licenseUrl: 'https://vrm.dev/licenses/1.0/' },
          humanoid: { humanBones: Object.fromEntries(names.map((name, node) => [name, { node }])) },
        },
      },
    };
  }

  #add(list, entry) {
    return (this.json[list] ??= []).push(entry) - 1;
  }

  view(bytes) {
    const index = this.#add('bufferViews', { buffer: 0, byteOffset: this.#size, byteLength: bytes.length });
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
    this.#parts.push(padded);
    this.#size += padded.length;
    return index;
  }

  accessor(rows, type = 'VEC3') {
    const isIndex = type === 'SCALAR',
      numbers = rows.flat();
    const bytes = Buffer.from((isIndex ? Uint16Array : Float32Array).from(numbers).buffer);
    const extremes =
      type === 'VEC3'
        ? {
            min: [0, 1, 2].map((k) => Math.min(...rows.map((row) => row[k]))),
            max: [0, 1, 2].map((k) => Math.max(...rows.map((row) => row[k]))),
          }
        : {};
    return this.#add('accessors', {
      bufferView: this.view(bytes),
      componentType: isIndex ? 5123 : 5126,
      count: numbers.length / sizes[type],
      type,
      ...extremes,
    });
  }

  texture(bytes) {
    return this.#add('textures', {
      source: this.#add('images', { bufferView: this.view(bytes), mimeType: 'image/png' }),
    });
  }

  material(extensions, { color = [1, 1, 1, 1], ...members } = {}) {
    return this.#add('materials', { pbrMetallicRoughness: { baseColorFactor: color }, extensions, ...members });
  }

  mtoon(mtoon = {}, members = {}) {
    return this.material({ VRMC_materials_mtoon: { specVersion: '1.0', ...mtoon } }, members);
  }

  unlit(members) {
    return this.material({ KHR_materials_unlit: {} }, members);
  }

  /** attributes: { NAME: rows }, targets: [{ NAME: rows }]. Members of the node, as its scale, come last. */
  mesh(material, { POSITION, indices, targets, ...attributes }, node = {}) {
    const typeOf = (rows) => ({ 2: 'VEC2', 3: 'VEC3', 4: 'VEC4' })[rows[0].length];
    const each = (list) =>
      Object.fromEntries(Object.entries(list).map(([name, rows]) => [name, this.accessor(rows, typeOf(rows))]));
    const primitive = {
      attributes: each({ POSITION, ...attributes }),
      indices: this.accessor(indices, 'SCALAR'),
      material,
      ...(targets && { targets: targets.map(each) }),
    };
    const index = this.#add('nodes', { mesh: this.#add('meshes', { primitives: [primitive] }), ...node });
    this.json.scenes[0].nodes.push(index);
    return index;
  }

  bytes() {
    const json = { ...this.json, buffers: [{ byteLength: this.#size }] };
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

/** A square about a point, facing +Z, with normals, tangents and texture coordinates as it is asked. */
export function quad({ z = 0, size = 1, x = 0, hasNormals = true, hasTangents = false, color, targets } = {}) {
  const s = size / 2,
    four = (row) => [row, row, row, row];
  return {
    POSITION: [
      [x - s, -s, z],
      [x + s, -s, z],
      [x + s, s, z],
      [x - s, s, z],
    ],
    TEXCOORD_0: [
      [0, 1],
      [1, 1],
      [1, 0],
      [0, 0],
    ],
    indices: [0, 1, 2, 0, 2, 3],
    ...(hasNormals && { NORMAL: four([0, 0, 1]) }),
    ...(hasTangents && { TANGENT: four([1, 0, 0, 1]) }),
    ...(color && { COLOR_0: four(color) }),
    ...(targets && {
      targets: targets.map((target) =>
        Object.fromEntries(Object.entries(target).map(([name, row]) => [name, four(row)])),
      ),
    }),
  };
}

/** A cube about the middle; corners of faces are their own with normals, shared without. */
export function cube({ size = 0.6, hasNormals = true } = {}) {
  const s = size / 2,
    POSITION = [],
    NORMAL = [],
    TEXCOORD_0 = [],
    indices = [];
  for (let axis = 0; axis < 3; axis++)
    for (const side of [1, -1]) {
      const first = POSITION.length,
        place = (u, v) => {
          const at = [0, 0, 0];
          at[axis] = s * side;
          at[(axis + 1) % 3] = u * s * side;
          at[(axis + 2) % 3] = v * s;
          return at;
        };
      for (const [u, v] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ]) {
        POSITION.push(place(u, v));
        NORMAL.push([0, 1, 2].map((k) => (k === axis ? side : 0)));
        TEXCOORD_0.push([(u + 1) / 2, (v + 1) / 2]);
      }
      indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  return { POSITION, TEXCOORD_0, indices, ...(hasNormals && { NORMAL }) };
}
