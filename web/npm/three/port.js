// SPDX-License-Identifier: MIT
// The scene of three.js as engine/puppet.js sees it: reads nodes, writes results into nodes, morph
// influences and materials.
import { Euler, Matrix3, Matrix4, Quaternion, Vector3 } from 'three';

/* A result goes into the quaternion's fields without its callback, which would compute Euler angles
 * that nobody asks for; `rotation` of such a node computes them when they are read. Where three.js has
 * no such fields, set() does both. */
const hasFields = '_x' in new Quaternion() && '_x' in new Euler();

class LazyEuler extends Euler {
  isStale = null;
  node = 0;
  source = null;

  _onChangeCallback() {
    this.source.setFromEuler(this, false);
  }
}
for (const axis of ['x', 'y', 'z']) {
  const kept = `kept_${axis}`;
  Object.defineProperty(LazyEuler.prototype, `_${axis}`, {
    get() {
      refresh(this);
      return this[kept];
    },
    set(value) {
      refresh(this);
      this[kept] = value;
    },
  });
}

function refresh(euler) {
  const { isStale, node } = euler;
  if (!isStale || isStale[node] === 0) return;
  isStale[node] = 0;
  euler.setFromQuaternion(euler.source, undefined, false);
}

/** Of quaternions whose `euler` is lazy; one function for all. */
function markStale() {
  const { isStale, node } = this.euler;
  isStale[node] = 1;
}

function makeRotationLazy(object, node, isStale) {
  const { rotation: { x, y, z, order }, quaternion } = object;
  const euler = Object.assign(new LazyEuler(x, y, z, order), { isStale, node, source: quaternion });
  quaternion.euler = euler;
  quaternion._onChange(markStale);
  Object.defineProperty(object, 'rotation', { value: euler }); // a value again: an accessor would make the node slow
}

const unusedMatrix4 = new Matrix4().elements, unusedMatrix3 = new Matrix3().elements;

/** A node that is never drawn, without the numbers of the matrices that three.js computes when it draws:
 * all such nodes have the same ones. */
export function undrawn(node) {
  node.modelViewMatrix.elements = unusedMatrix4;
  node.normalMatrix.elements = unusedMatrix3;
  return node;
}

/** Properties of materials by colour and by texture slot: three.js's, and MToonMaterial's. */
const colorProperties = {
  color: 'color', emissionColor: 'emissive', shadeColor: 'shadeColorFactor', matcapColor: 'matcapFactor',
  rimColor: 'parametricRimColorFactor', outlineColor: 'outlineColorFactor',
};
export const textureProperties = {
  baseColor: ['map'], metallicRoughness: ['metalnessMap', 'roughnessMap'], normal: ['normalMap'], occlusion: ['aoMap'],
  emissive: ['emissiveMap'], shadeMultiply: ['shadeMultiplyTexture'], shadingShift: ['shadingShiftTexture'],
  rimMultiply: ['rimMultiplyTexture'], outlineWidth: ['outlineWidthMultiplyTexture'],
  uvAnimationMask: ['uvAnimationMaskTexture'], matcap: ['matcapTexture'],
};

const translation = new Vector3(), rotation = new Quaternion(), scale = new Vector3();

export class Port {
  scene;
  nodes; // objects by node of the file; undefined: not in the scene
  meshes; // meshes by index in Rig.meshNodes
  materials; // materials by material of the file
  #positions;
  #quaternions;
  #scales;
  #values;
  #isStale; // nodes whose Euler angles are older than their quaternions

  constructor(rig, scene, nodes, meshes, materials) {
    this.scene = scene;
    this.nodes = nodes;
    this.meshes = meshes;
    this.materials = materials;
    this.#positions = nodes.map((object) => object?.position);
    this.#quaternions = nodes.map((object) => object?.quaternion);
    this.#scales = nodes.map((object) => object?.scale);
    this.#isStale = new Uint8Array(rig.nodeCount);
    const written = new Set([...Object.values(rig.bones), ...rig.springJoints.map(({ node }) => node),
      ...rig.constraints.map(({ node }) => node)]);
    for (const node of written) if (nodes[node] && hasFields) makeRotationLazy(nodes[node], node, this.#isStale);
    this.#values = rig.materialValues.map(({ material, kind, target }) => ({
      kind, names: kind === 'color' ? [colorProperties[target]] : textureProperties[target],
      hasAlpha: target === 'color', materials: materials[material] ?? [],
    }));
  }

  hasNode(node) {
    return this.nodes[node] !== undefined;
  }

  nameOf(node) {
    return this.nodes[node].name;
  }

  readRoot(out) {
    this.scene.updateWorldMatrix(true, false);
    this.scene.matrixWorld.decompose(translation, rotation, scale);
    translation.toArray(out, 0);
    rotation.toArray(out, 3);
    scale.toArray(out, 7);
  }

  readNode(node, out) {
    const { position: p, quaternion: q, scale: s } = this.nodes[node];
    out[0] = p.x;
    out[1] = p.y;
    out[2] = p.z;
    out[3] = q.x;
    out[4] = q.y;
    out[5] = q.z;
    out[6] = q.w;
    out[7] = s.x;
    out[8] = s.y;
    out[9] = s.z;
  }

  eachChanged(nodes, seen, hasRotation, changed) {
    const positions = this.#positions, quaternions = this.#quaternions, scales = this.#scales;
    for (let k = 0; k < nodes.length; k++) {
      const node = nodes[k], at = node * 10, p = positions[node], q = quaternions[node], s = scales[node];
      if (p.x === seen[at] && p.y === seen[at + 1] && p.z === seen[at + 2] &&
        s.x === seen[at + 7] && s.y === seen[at + 8] && s.z === seen[at + 9] &&
        (!hasRotation || (q.x === seen[at + 3] && q.y === seen[at + 4] && q.z === seen[at + 5] && q.w === seen[at + 6])))
        continue;
      changed(node);
    }
  }

  writeRotations(nodes, locals) {
    const quaternions = this.#quaternions, isStale = this.#isStale;
    for (let k = 0; k < nodes.length; k++) {
      const node = nodes[k], at = node * 10 + 3, q = quaternions[node];
      if (!hasFields) {
        q.set(locals[at], locals[at + 1], locals[at + 2], locals[at + 3]);
        continue;
      }
      q._x = locals[at];
      q._y = locals[at + 1];
      q._z = locals[at + 2];
      q._w = locals[at + 3];
      isStale[node] = 1;
    }
  }

  writeTranslation(node, x, y, z) {
    const p = this.nodes[node].position;
    p.x = x;
    p.y = y;
    p.z = z;
  }

  writeScale(node, x, y, z) {
    this.nodes[node].scale.set(x, y, z);
  }

  writeMorph(meshNode, morph, weight) {
    for (const { morphTargetInfluences } of this.meshes[meshNode])
      if (morphTargetInfluences && morph < morphTargetInfluences.length) morphTargetInfluences[morph] = weight;
  }

  writeMaterial(value, x, y, z, w) {
    const { kind, names, hasAlpha, materials } = this.#values[value];
    for (const material of materials)
      for (const name of names) {
        const property = material[name];
        if (!property) continue;
        if (kind === 'texture') {
          property.offset.set(x, y);
          property.repeat.set(z, w);
        } else {
          property.setRGB(x, y, z);
          if (hasAlpha) material.opacity = w;
        }
      }
  }
}
