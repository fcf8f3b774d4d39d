// SPDX-License-Identifier: MIT
// The posed triangles of the avatar in world space, for picking and for outlines.
import { cross, dot, sub } from './vectors.js';

export class Geometry {
  #shown;
  #isHidden;
  #parts = null;

  /** `isHidden`: whether the page leaves a part out of the picture. */
  constructor(shown, isHidden = () => false) {
    this.#shown = shown;
    this.#isHidden = isHidden;
  }

  #isDrawn(part) {
    return this.#shown.avatar.visibility(part.node) !== 'hidden' && !this.#isHidden(part);
  }

  /** All visible primitives of the avatar; read from the file on first use. */
  get parts() {
    this.#parts ??= this.#read();
    return this.#parts;
  }

  #read() {
    const { model, rig } = this.#shown;
    const json = model.json,
      parts = [];
    for (const shown of rig.meshNodes) {
      json.meshes?.[shown.mesh]?.primitives?.forEach((primitive, index) => {
        const { POSITION, JOINTS_0, WEIGHTS_0 } = primitive.attributes ?? {};
        if (POSITION === undefined || (primitive.mode ?? 4) !== 4) return;
        try {
          const positions = model.readFloats(POSITION);
          const isSkinned = shown.skin >= 0 && JOINTS_0 !== undefined && WEIGHTS_0 !== undefined;
          parts.push({
            ...shown,
            primitive: index,
            material: primitive.material ?? -1,
            positions,
            indices:
              primitive.indices === undefined
                ? Uint32Array.from({ length: positions.length / 3 }, (_, i) => i)
                : model.readIntegers(primitive.indices),
            joints: isSkinned ? model.readIntegers(JOINTS_0) : null,
            weights: isSkinned ? model.readFloats(WEIGHTS_0) : null,
            targets: (primitive.targets ?? []).map(({ POSITION: accessor }) => ({ accessor, deltas: null })),
            world: new Float32Array(positions.length),
            edges: null,
          });
        } catch {
          /* a primitive that cannot be read is not drawn either */
        }
      });
    }
    return parts;
  }

  /** World positions of a part, after morph targets and skin. */
  positions(part) {
    const { avatar, rig, model } = this.#shown;
    let source = part.positions;
    const morphs = avatar.morphs;
    part.targets.forEach((target, i) => {
      const weight = morphs?.[part.firstMorph + i] ?? 0;
      if (weight === 0 || target.accessor === undefined) return;
      target.deltas ??= model.readFloats(target.accessor);
      if (source === part.positions) source = Float32Array.from(source);
      for (let k = 0; k < source.length; k++) source[k] += weight * target.deltas[k];
    });
    const out = part.world;
    if (!part.joints) {
      const m = avatar.worlds,
        b = part.node * 12;
      for (let i = 0; i < source.length; i += 3)
        for (let r = 0; r < 3; r++)
          out[i + r] =
            m[b + 4 * r] * source[i] +
            m[b + 4 * r + 1] * source[i + 1] +
            m[b + 4 * r + 2] * source[i + 2] +
            m[b + 4 * r + 3];
      return out;
    }
    const palettes = avatar.palettes,
      first = rig.skins[part.skin].firstJoint;
    for (let v = 0, i = 0; i < source.length; v += 4, i += 3) {
      const x = source[i],
        y = source[i + 1],
        z = source[i + 2];
      let ox = 0,
        oy = 0,
        oz = 0;
      for (let k = 0; k < 4; k++) {
        const w = part.weights[v + k];
        if (w === 0) continue;
        const m = (first + part.joints[v + k]) * 12;
        ox += w * (palettes[m] * x + palettes[m + 1] * y + palettes[m + 2] * z + palettes[m + 3]);
        oy += w * (palettes[m + 4] * x + palettes[m + 5] * y + palettes[m + 6] * z + palettes[m + 7]);
        oz += w * (palettes[m + 8] * x + palettes[m + 9] * y + palettes[m + 10] * z + palettes[m + 11]);
      }
      out[i] = ox;
      out[i + 1] = oy;
      out[i + 2] = oz;
    }
    return out;
  }

  /** The nearest triangle that a ray hits: its part, its most influential joint, and the point; or null. */
  pick(eye, direction) {
    let best = null,
      nearest = Infinity;
    for (const part of this.parts) {
      if (!this.#isDrawn(part)) continue;
      const p = this.positions(part),
        { indices } = part;
      for (let t = 0; t < indices.length; t += 3) {
        const distance = hit(eye, direction, p, indices[t] * 3, indices[t + 1] * 3, indices[t + 2] * 3);
        if (distance < nearest) {
          nearest = distance;
          best = { part, vertex: indices[t] };
        }
      }
    }
    if (!best) return null;
    const { part, vertex } = best;
    let joint = part.node;
    if (part.joints) {
      let heaviest = 0;
      for (let k = 1; k < 4; k++) if (part.weights[vertex * 4 + k] > part.weights[vertex * 4 + heaviest]) heaviest = k;
      joint = this.#shown.rig.skins[part.skin].joints[part.joints[vertex * 4 + heaviest]] ?? part.node;
    }
    const point = direction.map((x, i) => eye[i] + x * nearest);
    return { node: part.node, mesh: part.mesh, primitive: part.primitive, material: part.material, joint, point };
  }

  /** Lines (ten numbers each) around the parts that `wants` accepts, as seen from a point; `isWire`: all of their
   * edges. */
  outline(wants, eye, color, isWire = false, limit = 60000) {
    const lines = [];
    for (const part of this.parts) {
      if (!wants(part) || !this.#isDrawn(part)) continue;
      part.edges ??= findEdges(part);
      const p = this.positions(part),
        { indices } = part;
      const faces = new Uint8Array(indices.length / 3);
      if (!isWire)
        for (let t = 0; t < faces.length; t++)
          faces[t] = isFacing(eye, p, indices[t * 3] * 3, indices[t * 3 + 1] * 3, indices[t * 3 + 2] * 3) ? 1 : 0;
      const { edges } = part;
      for (let e = 0; e < edges.length && lines.length < limit * 10; e += 4) {
        const [a, b, left, right] = [edges[e] * 3, edges[e + 1] * 3, edges[e + 2], edges[e + 3]];
        if (!isWire && (right < 0 ? !faces[left] : faces[left] === faces[right])) continue;
        lines.push(p[a], p[a + 1], p[a + 2], p[b], p[b + 1], p[b + 2], ...color);
      }
    }
    return Float32Array.from(lines);
  }
}

/** Distance along a ray to a triangle; Infinity if it misses. */
function hit(eye, d, p, a, b, c) {
  const e1x = p[b] - p[a],
    e1y = p[b + 1] - p[a + 1],
    e1z = p[b + 2] - p[a + 2];
  const e2x = p[c] - p[a],
    e2y = p[c + 1] - p[a + 1],
    e2z = p[c + 2] - p[a + 2];
  const hx = d[1] * e2z - d[2] * e2y,
    hy = d[2] * e2x - d[0] * e2z,
    hz = d[0] * e2y - d[1] * e2x;
  const det = e1x * hx + e1y * hy + e1z * hz;
  if (det > -1e-12 && det < 1e-12) return Infinity;
  const sx = eye[0] - p[a],
    sy = eye[1] - p[a + 1],
    sz = eye[2] - p[a + 2];
  const u = (sx * hx + sy * hy + sz * hz) / det;
  if (u < 0 || u > 1) return Infinity;
  const qx = sy * e1z - sz * e1y,
    qy = sz * e1x - sx * e1z,
    qz = sx * e1y - sy * e1x;
  const v = (d[0] * qx + d[1] * qy + d[2] * qz) / det;
  if (v < 0 || u + v > 1) return Infinity;
  const t = (e2x * qx + e2y * qy + e2z * qz) / det;
  return t > 1e-4 ? t : Infinity;
}

function isFacing(eye, p, a, b, c) {
  const at = (i) => [p[i], p[i + 1], p[i + 2]];
  const o = at(a);
  return dot(cross(sub(at(b), o), sub(at(c), o)), sub(eye, o)) > 0;
}

/** Edges as vertex, vertex, triangle, other triangle or -1. Vertices at the same position count as one. */
function findEdges({ positions, indices }) {
  const places = new Map(),
    welded = new Uint32Array(positions.length / 3);
  for (let i = 0; i < welded.length; i++) {
    const key = `${positions[i * 3]},${positions[i * 3 + 1]},${positions[i * 3 + 2]}`;
    if (!places.has(key)) places.set(key, i);
    welded[i] = places.get(key);
  }
  const known = new Map(),
    edges = [];
  for (let t = 0; t < indices.length / 3; t++)
    for (let k = 0; k < 3; k++) {
      const a = welded[indices[t * 3 + k]],
        b = welded[indices[t * 3 + ((k + 1) % 3)]];
      if (a === b) continue;
      const key = a < b ? a * 0x4000000 + b : b * 0x4000000 + a;
      const place = known.get(key);
      if (place === undefined) {
        known.set(key, edges.length);
        edges.push(a, b, t, -1);
      } else if (edges[place + 3] < 0) edges[place + 3] = t;
    }
  return Int32Array.from(edges);
}
