// SPDX-License-Identifier: MIT
// The port of three.js for engine/hosted_avatar.js: reads nodes, writes results to nodes, morph influences
// and materials.
import { Quaternion, Vector3 } from 'three';
import { hasFields, isLight, makeRotationLazy } from './light.js';

/** Properties of materials by colour and by texture slot, of three.js and of MToonMaterial. */
export const colorProperties = {
  color: 'color',
  emissionColor: 'emissive',
  shadeColor: 'shadeColorFactor',
  matcapColor: 'matcapFactor',
  rimColor: 'parametricRimColorFactor',
  outlineColor: 'outlineColorFactor',
};
export const textureProperties = {
  baseColor: ['map'],
  metallicRoughness: ['metalnessMap', 'roughnessMap'],
  normal: ['normalMap'],
  occlusion: ['aoMap'],
  emissive: ['emissiveMap'],
  shadeMultiply: ['shadeMultiplyTexture'],
  shadingShift: ['shadingShiftTexture'],
  rimMultiply: ['rimMultiplyTexture'],
  outlineWidth: ['outlineWidthMultiplyTexture'],
  uvAnimationMask: ['uvAnimationMaskTexture'],
  matcap: ['matcapTexture'],
};

const translation = new Vector3(),
  rotation = new Quaternion(),
  scale = new Vector3();

/** Nodes whose rotations are written. */
const writtenNodes = (rig) =>
  new Set([
    ...Object.values(rig.bones),
    ...rig.springJoints.map(({ node }) => node),
    ...rig.constraints.map(({ node }) => node),
  ]);

/** Common to all scenes: root, meshes and materials. */
class Port {
  scene;
  nodes; // objects by node of the file; undefined: not in the scene
  meshes; // meshes by index in Rig.meshNodes
  materials; // materials by material of the file
  #values;

  constructor(rig, { scene, nodes, meshes, materials }) {
    this.scene = scene;
    this.nodes = nodes;
    this.meshes = meshes;
    this.materials = materials;
    this.#values = rig.materialValues.map(({ material, kind, target }) => ({
      kind,
      names: kind === 'color' ? [colorProperties[target]] : textureProperties[target],
      hasAlpha: target === 'color',
      materials: materials[material] ?? [],
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

/** The port of GLTFLoader's scene. */
export class ScenePort extends Port {
  #positions;
  #quaternions;
  #scales;
  #isStale; // nodes whose Euler angles are older than their quaternions

  constructor(rig, body) {
    super(rig, body);
    const { nodes } = body;
    this.#positions = nodes.map((object) => object?.position);
    this.#quaternions = nodes.map((object) => object?.quaternion);
    this.#scales = nodes.map((object) => object?.scale);
    this.#isStale = new Uint8Array(rig.nodeCount);
    for (const node of writtenNodes(rig))
      if (nodes[node] && hasFields) makeRotationLazy(nodes[node], node, this.#isStale);
  }

  show() {}
  showSome() {}

  eachChanged(nodes, seen, hasRotation, changed) {
    const positions = this.#positions,
      quaternions = this.#quaternions,
      scales = this.#scales;
    for (let k = 0; k < nodes.length; k++) {
      const node = nodes[k];
      if (differs(positions[node], quaternions[node], scales[node], seen, node * 10, hasRotation)) changed(node);
    }
  }

  writeRotations(nodes, locals) {
    const quaternions = this.#quaternions,
      isStale = this.#isStale;
    for (let k = 0; k < nodes.length; k++) writeRotation(quaternions[nodes[k]], nodes[k], locals, isStale);
  }
}

function differs(p, q, s, seen, at, hasRotation) {
  return !(
    p.x === seen[at] &&
    p.y === seen[at + 1] &&
    p.z === seen[at + 2] &&
    s.x === seen[at + 7] &&
    s.y === seen[at + 8] &&
    s.z === seen[at + 9] &&
    (!hasRotation || (q.x === seen[at + 3] && q.y === seen[at + 4] && q.z === seen[at + 5] && q.w === seen[at + 6]))
  );
}

function writeRotation(q, node, locals, isStale) {
  const at = node * 10 + 3;
  if (!hasFields) {
    q.set(locals[at], locals[at + 1], locals[at + 2], locals[at + 3]);
    return;
  }
  q._x = locals[at];
  q._y = locals[at + 1];
  q._z = locals[at + 2];
  q._w = locals[at + 3];
  isStale[node] = 1;
}

/** The port of a scene with mostly light nodes: a clone, or the scene of VRMLoader. Only live nodes are read and
 * written one by one. */
export class LightPort extends Port {
  #store;
  #live = new Map(); // by list of nodes: its live nodes
  #revision = -1;

  constructor(rig, body) {
    super(rig, body);
    this.#store = body.store;
    const written = writtenNodes(rig);
    body.nodes.forEach((object, node) => {
      if (!object || isLight(object)) return;
      this.#store.setLive(node);
      if (written.has(node) && hasFields) makeRotationLazy(object, node, this.#store.isStale);
    });
  }

  /** The live nodes of a list; the lists of HostedAvatar never change. */
  #liveOf(nodes) {
    const { revision, isLive } = this.#store;
    if (this.#revision !== revision) this.#live.clear();
    this.#revision = revision;
    let live = this.#live.get(nodes);
    if (live === undefined) this.#live.set(nodes, (live = nodes.filter((node) => isLive[node] === 1)));
    return live;
  }

  /** Makes a node live, since the page has moved it. */
  makeLive(node) {
    return this.nodes[node].position;
  }

  show(locals) {
    this.#store.locals.set(locals);
  }

  showSome(locals, nodes) {
    for (const node of nodes) this.#store.locals.set(locals.subarray(node * 10, node * 10 + 10), node * 10);
  }

  eachChanged(nodes, seen, hasRotation, changed) {
    for (const node of this.#liveOf(nodes)) {
      const { position, quaternion, scale: s } = this.nodes[node];
      if (differs(position, quaternion, s, seen, node * 10, hasRotation)) changed(node);
    }
  }

  readNode(node, out) {
    if (this.#store.isLive[node] === 1) super.readNode(node, out);
    else for (let i = 0; i < 10; i++) out[i] = this.#store.locals[node * 10 + i];
  }

  writeRotations(nodes, locals) {
    for (const node of this.#liveOf(nodes))
      writeRotation(this.nodes[node].quaternion, node, locals, this.#store.isStale);
  }

  writeTranslation(node, x, y, z) {
    if (this.#store.isLive[node] === 1) super.writeTranslation(node, x, y, z);
  }

  writeScale(node, x, y, z) {
    if (this.#store.isLive[node] === 1) super.writeScale(node, x, y, z);
  }
}
