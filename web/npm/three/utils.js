// SPDX-License-Identifier: MIT
// VRMUtils of three-vrm.
import { BufferAttribute, Skeleton } from 'three';
import { checkKind } from '../engine/errors.js';
import { disposeShared, ofScene } from './vrm.js';

const checkObject3D = (name, value) => checkKind(name, value, 'isObject3D', 'an Object3D');

/** Rotates an avatar of VRM 0.x, which faces -Z in its file, by 180 degrees. */
function rotateVRM0(vrm) {
  checkObject3D('vrm.scene', vrm?.scene);
  if (vrm.meta?.metaVersion === '0') vrm.scene.rotation.y = Math.PI;
}

/** Frees GPU memory of all objects below an object, and disposes avatars there; their update() is a no-op then. */
function deepDispose(object) {
  const found = [];
  checkObject3D('object', object).traverse((each) => ofScene.has(each) && found.push(ofScene.get(each)));
  for (const vrm of found) vrm._leave();
  disposeShared(object);
}

/** Shares one skeleton between meshes whose joints agree: fewer matrices per frame. */
function combineSkeletons(root) {
  const groups = new Map(); // by bind matrix
  checkObject3D('root', root).traverse((mesh) => {
    if (!mesh.isSkinnedMesh) return;
    const key = mesh.bindMatrix.elements.join();
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(mesh);
  });
  for (const meshes of groups.values()) combine(meshes);
}

/** Meshes that share a geometry must keep their joint indices. */
function combine(meshes) {
  const skeletons = new Set(meshes.map(({ skeleton }) => skeleton));
  if (skeletons.size < 2) return;
  const bones = [],
    inverses = [],
    places = new Map();
  const placeOf = (skeleton, i) => {
    const bone = skeleton.bones[i],
      inverse = skeleton.boneInverses[i];
    const key = `${bone.uuid} ${inverse.elements.join()}`;
    if (!places.has(key)) {
      places.set(key, bones.length);
      bones.push(bone);
      inverses.push(inverse);
    }
    return places.get(key);
  };
  const moved = new Map(); // attribute and skeleton to the new attribute
  const geometries = new Map();
  for (const { geometry, skeleton } of meshes) {
    if (geometries.has(geometry) && geometries.get(geometry) !== skeleton) return; // one geometry with two skeletons
    geometries.set(geometry, skeleton);
  }
  for (const [geometry, skeleton] of geometries) {
    const old = geometry.getAttribute('skinIndex');
    if (!moved.has(old)) {
      const next = new BufferAttribute(new Uint16Array(old.count * 4), 4);
      for (let v = 0; v < old.count; v++)
        for (let i = 0; i < 4; i++) {
          const joint = old.getComponent(v, i);
          next.setComponent(v, i, joint < skeleton.bones.length ? placeOf(skeleton, joint) : 0);
        }
      moved.set(old, { next, skeleton });
    }
    if (moved.get(old).skeleton === skeleton) geometry.setAttribute('skinIndex', moved.get(old).next);
  }
  const whole = new Skeleton(bones, inverses);
  for (const mesh of meshes) mesh.bind(whole, mesh.bindMatrix);
  for (const skeleton of skeletons) skeleton.dispose();
}

/** Removes vertices that no triangle uses. */
function removeUnnecessaryVertices(root) {
  const done = new Map();
  checkObject3D('root', root).traverse((mesh) => {
    const { geometry } = mesh;
    if (!mesh.isMesh || !geometry?.index) return;
    if (!done.has(geometry)) done.set(geometry, compact(geometry));
    mesh.geometry = done.get(geometry);
  });
}

function compact(geometry) {
  const { index } = geometry,
    { count } = geometry.getAttribute('position');
  const places = new Int32Array(count).fill(-1);
  let used = 0;
  for (let i = 0; i < index.count; i++) if (places[index.getX(i)] < 0) places[index.getX(i)] = used++;
  if (used === count) return geometry;
  const next = geometry.clone();
  const shrink = (attribute) => {
    const Kind = attribute.array.constructor,
      size = attribute.itemSize;
    const smaller = new BufferAttribute(new Kind(used * size), size, attribute.normalized);
    for (let v = 0; v < count; v++)
      for (let i = 0; places[v] >= 0 && i < size; i++) smaller.setComponent(places[v], i, attribute.getComponent(v, i));
    return smaller;
  };
  for (const [name, attribute] of Object.entries(geometry.attributes)) next.setAttribute(name, shrink(attribute));
  for (const [name, list] of Object.entries(geometry.morphAttributes)) next.morphAttributes[name] = list.map(shrink);
  next.setIndex(
    new BufferAttribute(
      Uint32Array.from({ length: index.count }, (_, i) => places[index.getX(i)]),
      1,
    ),
  );
  geometry.dispose();
  return next;
}

/** No-ops, for pages that call them: meshes share skeletons and attributes already, and morph targets without an
 * expression cost nothing. */
function nothingToDo() {}

export const VRMUtils = Object.freeze({
  rotateVRM0,
  deepDispose,
  combineSkeletons,
  removeUnnecessaryVertices,
  removeUnnecessaryJoints: nothingToDo,
  combineMorphs: nothingToDo,
});
