// SPDX-License-Identifier: MIT
// The view of the camera in the avatar's head: layers, and meshes without the head.
import { BufferAttribute, BufferGeometry, SkinnedMesh } from 'three';
import { checkIndex, checkObject } from '../engine/errors.js';

/** The joints of a skeleton that belong to the head: the head and its descendants. */
function jointsOfHead(skeleton, head) {
  const isBelow = (object) => {
    for (let at = object; at; at = at.parent) if (at === head) return true;
    return false;
  };
  return skeleton.bones.map(isBelow);
}

/** The triangles without a vertex that follows a joint of the head. */
export function indicesWithoutHead({ geometry, skeleton }, head) {
  const isHead = jointsOfHead(skeleton, head);
  const joints = geometry.getAttribute('skinIndex'),
    weights = geometry.getAttribute('skinWeight');
  const isErased = new Uint8Array(joints.count);
  for (let v = 0; v < joints.count; v++)
    for (let i = 0; i < 4; i++)
      if (weights.getComponent(v, i) > 0 && isHead[joints.getComponent(v, i)]) isErased[v] = 1;
  const { index } = geometry,
    count = index ? index.count : joints.count,
    kept = [];
  const at = index ? (i) => index.getX(i) : (i) => i;
  for (let i = 0; i + 2 < count; i += 3) {
    const [a, b, c] = [at(i), at(i + 1), at(i + 2)];
    if (!isErased[a] && !isErased[b] && !isErased[c]) kept.push(a, b, c);
  }
  return kept;
}

/** A second mesh that shares everything but the indices. */
function withoutHead(mesh, head) {
  const { geometry } = mesh,
    kept = indicesWithoutHead(mesh, head);
  const part = new BufferGeometry();
  part.name = geometry.name;
  for (const [name, attribute] of Object.entries(geometry.attributes)) part.setAttribute(name, attribute);
  part.morphAttributes = geometry.morphAttributes;
  part.morphTargetsRelative = geometry.morphTargetsRelative;
  for (const { start, count, materialIndex } of geometry.groups) part.addGroup(start, count, materialIndex);
  part.setIndex(
    new BufferAttribute(
      geometry.getAttribute('position').count > 65535 ? new Uint32Array(kept) : new Uint16Array(kept),
      1,
    ),
  );
  part.boundingSphere = geometry.boundingSphere;
  part.boundingBox = geometry.boundingBox;
  const copy = new SkinnedMesh(part, mesh.material);
  copy.name = `${mesh.name}(erase)`;
  copy.frustumCulled = mesh.frustumCulled;
  copy.renderOrder = mesh.renderOrder;
  copy.morphTargetInfluences = mesh.morphTargetInfluences; // shared weights
  copy.morphTargetDictionary = mesh.morphTargetDictionary;
  copy.position.copy(mesh.position);
  copy.quaternion.copy(mesh.quaternion);
  copy.scale.copy(mesh.scale);
  copy.bind(mesh.skeleton, mesh.bindMatrix);
  copy.bindMode = mesh.bindMode;
  return copy;
}

export class VRMFirstPerson {
  static DEFAULT_FIRSTPERSON_ONLY_LAYER = 9;
  static DEFAULT_THIRDPERSON_ONLY_LAYER = 10;
  humanoid;
  meshAnnotations;
  firstPersonOnlyLayer = VRMFirstPerson.DEFAULT_FIRSTPERSON_ONLY_LAYER;
  thirdPersonOnlyLayer = VRMFirstPerson.DEFAULT_THIRDPERSON_ONLY_LAYER;
  #hosted;
  #head;
  #isReady = false;

  constructor(hosted, humanoid, head, meshes) {
    this.#hosted = hosted;
    this.#head = head;
    this.humanoid = humanoid;
    this.meshAnnotations = hosted.rig.meshNodes.map(({ firstPerson }, i) => ({ meshes: meshes[i], type: firstPerson }));
  }

  setup(options = {}) {
    checkObject('options', options);
    const { firstPersonOnlyLayer = this.firstPersonOnlyLayer, thirdPersonOnlyLayer = this.thirdPersonOnlyLayer } =
      options;
    checkIndex('options.firstPersonOnlyLayer', firstPersonOnlyLayer, 32);
    checkIndex('options.thirdPersonOnlyLayer', thirdPersonOnlyLayer, 32);
    const { living: avatar, rig } = this.#hosted;
    if (this.#isReady) return;
    this.#isReady = true;
    this.firstPersonOnlyLayer = firstPersonOnlyLayer;
    this.thirdPersonOnlyLayer = thirdPersonOnlyLayer;
    const seen = (view) => {
      avatar.setView(view);
      return rig.meshNodes.map(({ node }) => avatar.visibility(node));
    };
    const first = seen('firstPerson'),
      third = seen('thirdPerson');
    this.meshAnnotations.forEach(({ meshes }, i) => {
      for (const mesh of meshes) this.#place(mesh, first[i], third[i]);
    });
  }

  /** A clone of a scene after setup() has its layers and meshes already. */
  _copy(source) {
    this.#isReady = source.#isReady;
    this.firstPersonOnlyLayer = source.firstPersonOnlyLayer;
    this.thirdPersonOnlyLayer = source.thirdPersonOnlyLayer;
  }

  #place(mesh, first, third) {
    if (first === 'visible' && third === 'visible') return;
    if (third === 'hidden') mesh.layers.set(this.firstPersonOnlyLayer);
    else mesh.layers.set(this.thirdPersonOnlyLayer);
    if (first !== 'withoutHead' || !mesh.isSkinnedMesh) return;
    const copy = withoutHead(mesh, this.#head);
    copy.layers.set(this.firstPersonOnlyLayer);
    mesh.parent.add(copy);
  }
}
