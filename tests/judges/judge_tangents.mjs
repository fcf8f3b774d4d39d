// SPDX-License-Identifier: MIT
// Mikkelsen's own code (the mikktspace package, compiled to wasm) makes the tangents that the library
// makes for normal maps: the same direction and the same handedness at every corner of the bundled
// avatar, of the corpus, and of random meshes: fans that share only a vertex, cones that share their
// tip, grids with holes, UVs that are mirrored or span nothing, corners at one place, unordered triangles.
//
//
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { corpus, scene, scratch, skip, Verdict } from './support.mjs';

if (!process.env.VRM_WRITE_TANGENTS) skip('built without libvrm_render');
const { generateTangents } = createRequire(import.meta.url)('mikktspace');

const folder = scratch();
const verdict = new Verdict();
scene('hero', join(folder, 'vesna.vrm'));
const files = [join(folder, 'vesna.vrm')];
if (process.env.VRM_CORPUS) files.push(...corpus('vrm0', '.vrm'), ...corpus('vrm1', '.vrm'));

/** Corners of each primitive that has all it needs, and the tangents we made. */
function* primitives(path) {
  const out = join(folder, 'tangents.bin');
  execFileSync(process.env.VRM_WRITE_TANGENTS, [path, out]);
  const bytes = readFileSync(out);
  for (let at = 0; at < bytes.length;) {
    const count = bytes.readUInt32LE(at);
    yield new Float32Array(bytes.buffer.slice(bytes.byteOffset + at + 4, bytes.byteOffset + at + 4 + count * 48));
    at += 4 + count * 48;
  }
}

const column = (data, first, width) => {
  const out = new Float32Array((data.length / 12) * width);
  for (let i = 0; i < data.length / 12; i++)
    for (let k = 0; k < width; k++) out[i * width + k] = data[i * 12 + first + k];
  return out;
};

/** A corner says something where its triangle and its UVs have an area and its normal is a unit vector:
 * 256_ryuunoko has normals of length 43, for which Mikkelsen's code gives no tangent. */
function hasSay(data, corner) {
  const at = (k) => data.subarray((corner - (corner % 3) + k) * 12, (corner - (corner % 3) + k) * 12 + 12);
  const [a, b, c] = [at(0), at(1), at(2)];
  const uv = (b[6] - a[6]) * (c[7] - a[7]) - (b[7] - a[7]) * (c[6] - a[6]);
  const u = [0, 1, 2].map((k) => b[k] - a[k]),
    v = [0, 1, 2].map((k) => c[k] - a[k]);
  const area = Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
  const normal = Math.hypot(...data.subarray(corner * 12 + 3, corner * 12 + 6));
  return Math.abs(uv) > 1e-9 && area > 1e-9 && Math.abs(normal - 1) < 1e-2;
}

// ---- Random meshes ----

let seed = 1;
const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296;
const below = (n) => Math.floor(random() * n);
function direction() {
  for (;;) {
    const v = [random() * 2 - 1, random() * 2 - 1, random() * 2 - 1],
      size = Math.hypot(...v);
    if (size > 0.1 && size < 1) return v.map((x) => x / size);
  }
}

class Mesh {
  positions = [];
  normals = [];
  uvs = [];
  indices = [];
  vertex(p, n, t) {
    this.positions.push(...p);
    this.normals.push(...n);
    this.uvs.push(...t);
    return this.positions.length / 3 - 1;
  }
  copy(v) {
    return this.vertex(
      this.positions.slice(v * 3, v * 3 + 3),
      this.normals.slice(v * 3, v * 3 + 3),
      this.uvs.slice(v * 2, v * 2 + 2),
    );
  }
  // Mikkelsen's code leaves the edges of the vertex with the largest number unsorted and misses
  // neighbours there: a triangle of its own at the end keeps that from the others.
  text() {
    const at = (x, y) => this.vertex([50 + x, 50 + y, 0], [0, 0, 1], [x, y]);
    this.indices.push(at(0, 0), at(1, 0), at(0, 1));
    const parts = [
      new Float32Array(this.positions),
      new Float32Array(this.normals),
      new Float32Array(this.uvs),
      new Uint32Array(this.indices),
    ];
    const bytes = Buffer.concat(parts.map((part) => Buffer.from(part.buffer)));
    let offset = 0;
    const bufferViews = parts.map((part) => ({
      buffer: 0,
      byteOffset: (offset += part.byteLength) - part.byteLength,
      byteLength: part.byteLength,
    }));
    const count = this.positions.length / 3;
    return JSON.stringify({
      asset: { version: '2.0' },
      bufferViews,
      nodes: [{ mesh: 0 }],
      buffers: [{ byteLength: bytes.length, uri: 'data:application/octet-stream;base64,' + bytes.toString('base64') }],
      accessors: [
        ['VEC3', 5126],
        ['VEC3', 5126],
        ['VEC2', 5126],
        ['SCALAR', 5125],
      ].map(([type, componentType], i) => ({
        bufferView: i,
        type,
        componentType,
        count: i < 3 ? count : this.indices.length,
        ...(i === 0 && { min: [-99, -99, -99], max: [99, 99, 99] }),
      })),
      meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2 }, indices: 3 }] }],
    });
  }
}

const kinds = {
  fans(mesh) {
    // around one vertex, each with a gap to the next; some mirrored
    const centre = mesh.vertex([0, 0, 0], direction(), [0.5, 0.5]);
    for (let fan = 0, angle = 0; fan < 2 + below(3); fan++, angle += 0.3) {
      const mirror = random() < 0.3 ? -1 : 1;
      for (let k = 0, before = -1; k <= 1 + below(3); k++, angle += 0.2 + random() * 0.4) {
        const r = 0.5 + random();
        const rim = mesh.vertex([r * Math.cos(angle), r * Math.sin(angle), random() * 0.2], direction(), [
          0.5 + mirror * 0.3 * random() * Math.cos(angle),
          0.5 + 0.3 * random() * Math.sin(angle),
        ]);
        if (before >= 0) mesh.indices.push(random() < 0.5 ? centre : mesh.copy(centre), before, rim);
        before = rim;
      }
    }
  },
  cones(mesh) {
    const tip = mesh.vertex([0, 0, 0], direction(), [0.5, 0.5]);
    for (const z of [-1, 1]) {
      const count = 3 + below(4),
        ring = [];
      for (let i = 0; i < count; i++) {
        const angle = (i / count) * 2 * Math.PI * z;
        ring.push(
          mesh.vertex([Math.cos(angle), Math.sin(angle), z], direction(), [
            0.5 + 0.4 * random() * Math.cos(angle),
            0.5 + 0.4 * random() * Math.sin(angle),
          ]),
        );
      }
      ring.forEach((v, i) => mesh.indices.push(tip, v, ring[(i + 1) % count]));
    }
  },
  holes(mesh) {
    // a grid that lacks two triangles in five; some UVs span nothing, some turn over
    const size = 6,
      wild = random() < 0.3 ? 3 : 0.5,
      vertices = [],
      triangles = [];
    for (let y = 0; y <= size; y++)
      for (let x = 0; x <= size; x++) {
        const n = [random() * 0.6 - 0.3, random() * 0.6 - 0.3, 1],
          length = Math.hypot(...n);
        vertices.push(
          mesh.vertex(
            [x + random() * 0.3, y + random() * 0.3, random()],
            n.map((v) => v / length),
            random() < 0.15 && vertices.length > 0
              ? mesh.uvs.slice(-2)
              : [(x + (random() - 0.5) * wild) / size, (y + (random() - 0.5) * wild) / size],
          ),
        );
      }
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        const a = vertices[y * (size + 1) + x],
          b = a + 1,
          c = a + size + 1,
          d = c + 1;
        for (const triangle of [
          [a, b, d],
          [a, d, c],
        ])
          if (random() < 0.6) triangles.push(triangle.map((v) => (random() < 0.8 ? v : mesh.copy(v))));
        if (random() < 0.05) triangles.push([a, a, b]);
      }
    for (let i = triangles.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [triangles[i], triangles[j]] = [triangles[j], triangles[i]];
    }
    triangles.forEach((triangle) => mesh.indices.push(...triangle));
  },
  unordered(mesh) {
    // any three of eight vertices
    for (let i = 0; i < 8; i++) mesh.vertex([random(), random(), random()], direction(), [random(), random()]);
    for (let t = 0; t < 12; t++) {
      const corners = new Set();
      while (corners.size < 3) corners.add(below(8));
      mesh.indices.push(...corners);
    }
  },
};

for (const [kind, make] of Object.entries(kinds))
  for (let i = 0; i < 30; i++) {
    const mesh = new Mesh(),
      file = join(folder, `${kind}_${i}.gltf`);
    make(mesh);
    writeFileSync(file, mesh.text());
    files.push(file);
  }

for (const file of files) {
  let corners = 0,
    turned = 0,
    mirrored = 0,
    worst = 0;
  for (const data of primitives(file)) {
    const theirs = generateTangents(column(data, 0, 3), column(data, 3, 3), column(data, 6, 2));
    for (let i = 0; i < data.length / 12; i++) {
      if (!hasSay(data, i)) continue;
      const ours = data.subarray(i * 12 + 8, i * 12 + 12);
      if (Math.hypot(theirs[i * 4], theirs[i * 4 + 1], theirs[i * 4 + 2]) < 0.5) continue; // none
      const dot = ours[0] * theirs[i * 4] + ours[1] * theirs[i * 4 + 1] + ours[2] * theirs[i * 4 + 2];
      const angle = Math.acos(Math.min(1, dot));
      corners++;
      worst = Math.max(worst, angle);
      if (angle > 1e-2) turned++;
      // glTF's v grows downwards, Mikkelsen's upwards.
      if (ours[3] !== -theirs[i * 4 + 3]) mirrored++;
    }
  }
  if (!file.endsWith('.gltf') || turned > 0 || mirrored > 0)
    console.log(
      `${basename(file)}: ${corners} corners, ${turned} turned, ${mirrored} mirrored, worst ${worst.toExponential(1)} rad`,
    );
  verdict.claim(turned === 0 && mirrored === 0, `${basename(file)}: ${turned} turned, ${mirrored} mirrored`);
}
console.log(`${files.filter((file) => file.endsWith('.gltf')).length} random meshes`);
verdict.end();
