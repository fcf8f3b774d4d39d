// SPDX-License-Identifier: MIT
// three-vrm as it is compared with: loaded avatars with its departures set right (judge_runtime.mjs
// names them), driven by motion scripts and stepped in the specification's order. Pages use it too:
// nothing of Node here.
import { Group, Object3D, Quaternion } from 'three';
import { valueAt } from './motion.mjs';

const categories = {
  overrideBlink: ['blink', 'blinkLeft', 'blinkRight'],
  overrideLookAt: ['lookUp', 'lookDown', 'lookLeft', 'lookRight'],
  overrideMouth: ['aa', 'ih', 'ou', 'ee', 'oh'],
};

/** An avatar of three-vrm below a root that can be moved. */
export function setRight(gltf, VRMUtils) {
  const avatar = gltf.userData.vrm;
  const root = new Group();
  root.add(avatar.scene);
  const isVrm0 = avatar.meta.metaVersion === '0';
  if (isVrm0) VRMUtils.rotateVRM0(avatar);
  const applier = avatar.lookAt?.applier;
  if (applier?.constructor.type === 'bone')
    [applier.rangeMapVerticalDown, applier.rangeMapVerticalUp] = [
      applier.rangeMapVerticalUp,
      applier.rangeMapVerticalDown,
    ];
  for (const expression of avatar.expressionManager?.expressions ?? [])
    for (const [override, names] of Object.entries(categories))
      if (names.includes(expression.expressionName)) expression[override] = 'none';
  const three = { gltf, avatar, root, isVrm0, hasCurves: hasCurves(gltf.parser.json) };
  update(three, 0);
  return three;
}

/** Whether a 0.x range map is no straight line. */
export function hasCurves(json) {
  const first = json.extensions.VRM?.firstPerson ?? {};
  const names = ['lookAtHorizontalInner', 'lookAtHorizontalOuter', 'lookAtVerticalDown', 'lookAtVerticalUp'];
  return names.some((name) => {
    const curve = first[name]?.curve;
    return curve && curve.join() !== '0,0,0,1,1,1,1,0';
  });
}

/** Sets the inputs of a frame. */
export function drive(three, motion, frame) {
  const { avatar, root, isVrm0 } = three;
  for (const track of motion.tracks) {
    const v = valueAt(motion, track, frame);
    const [x, y, z, w] = v;
    const turned = isVrm0 ? [-x, y, -z, w] : v; // into the model's own frame
    if (track.target === 'root') {
      if (track.property === 'translation') root.position.set(...v);
      if (track.property === 'rotation') root.quaternion.set(...v);
      if (track.property === 'scale') root.scale.set(...v);
    } else if (track.target === 'bone') {
      const node = avatar.humanoid.getNormalizedBoneNode(track.name);
      if (!node) continue;
      if (track.property === 'rotation') node.quaternion.set(...turned);
      else {
        three.hipsRest ??= node.position.clone();
        node.position.set(...turned.slice(0, 3)).add(three.hipsRest);
      }
    } else if (track.target === 'expression') {
      avatar.expressionManager?.setValue(track.name, x);
    } else if (track.target === 'lookAt' && avatar.lookAt) {
      if (track.property === 'position') {
        avatar.lookAt.target ??= new Object3D();
        avatar.lookAt.target.position.set(...v);
        avatar.lookAt.target.updateMatrixWorld();
      } else {
        avatar.lookAt.yaw = x;
        avatar.lookAt.pitch = y;
      }
    }
  }
}

/** One frame without springs, in the specification's order. */
export function update({ avatar, root }, dt) {
  root.updateMatrixWorld(true);
  avatar.humanoid.update();
  root.updateMatrixWorld(true);
  avatar.lookAt?.update(dt);
  avatar.expressionManager?.update();
  root.updateMatrixWorld(true);
  avatar.nodeConstraintManager?.update();
  root.updateMatrixWorld(true);
}

export const angle = (a, b) => new Quaternion(...a).normalize().angleTo(b.clone().normalize());

/** Largest differences of a channel, over all frames of a pair. */
export class Worst {
  #values = new Map();
  see(channel, difference, where) {
    const old = this.#values.get(channel);
    if (!(difference <= (old?.difference ?? -1))) this.#values.set(channel, { difference, where });
  }
  *[Symbol.iterator]() {
    yield* this.#values;
  }
}

/** Values of a material by the kind of bind. */
export const colorOf = {
  color: (m) => [...m.color.toArray(), m.opacity],
  emissionColor: (m) => m.emissive?.toArray(),
  shadeColor: (m) => m.shadeColorFactor?.toArray(),
  matcapColor: (m) => m.matcapFactor?.toArray(),
  rimColor: (m) => m.parametricRimColorFactor?.toArray(),
  outlineColor: (m) => m.outlineColorFactor?.toArray(),
  textureTransform: (m) => (m.map ? [...m.map.offset.toArray(), ...m.map.repeat.toArray()] : undefined),
};

/** Materials that exactly one primitive shows, by their number in the file. */
export function singleMaterials(gltf) {
  const uses = new Map();
  for (const mesh of gltf.parser.json.meshes ?? [])
    for (const primitive of mesh.primitives) uses.set(primitive.material, (uses.get(primitive.material) ?? 0) + 1);
  const found = new Map();
  gltf.scene.traverse((object) => {
    if (!object.isMesh) return;
    for (const material of [object.material].flat()) {
      const index = gltf.parser.associations.get(material)?.materials;
      if (uses.get(index) === 1 && !material.isOutline) found.set(index, material);
    }
  });
  return found;
}
