// SPDX-License-Identifier: MIT
// The items of an avatar by their JSON pointers, in every dialect. Tree, panels, stage and findings select
// and mark items by pointer.
import { t } from './words.js';

export const escapePart = (part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1');
export const splitPointer = (pointer) =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value at a pointer; undefined if there is none. */
export function valueAt(json, pointer) {
  let value = json;
  for (const part of splitPointer(pointer)) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

const springDefaults = { stiffness: 1, gravityPower: 0, gravityDir: [0, -1, 0], dragForce: 0.5, hitRadius: 0 };
const vector = (value) =>
  Array.isArray(value) ? value : value ? [value.x ?? 0, value.y ?? 0, value.z ?? 0] : undefined;

export class Items {
  constructor(model, rig) {
    this.json = model.json ?? {};
    this.info = model.info;
    this.rig = rig;
    const extensions = this.json.extensions ?? {};
    this.isOld = this.info.dialect === '0.x';
    this.vrm = (this.isOld ? extensions.VRM : extensions.VRMC_vrm) ?? {};
    this.root = this.isOld ? '/extensions/VRM' : '/extensions/VRMC_vrm';
    this.bones = this.#readBones();
    this.expressions = this.#readExpressions();
    this.springs = this.#readSprings(extensions);
    this.colliders = this.#readColliders(extensions);
  }

  get nodes() {
    return this.json.nodes ?? [];
  }
  get materials() {
    return this.json.materials ?? [];
  }
  get meshes() {
    return this.json.meshes ?? [];
  }

  nodeName(node) {
    return this.nodes[node]?.name || `node ${node}`;
  }

  // ---- Reading ----

  #readBones() {
    return Object.entries(this.info.bones).map(([bone, node]) => {
      const listed = this.vrm.humanoid?.humanBones;
      const entry = Array.isArray(listed) ? listed.findIndex((other) => other.node === node) : bone;
      return { bone, node, pointer: `${this.root}/humanoid/humanBones/${entry}` };
    });
  }

  #readExpressions() {
    const places = new Map();
    if (this.isOld) {
      (this.vrm.blendShapeMaster?.blendShapeGroups ?? []).forEach((group, i) => {
        const preset =
          group.presetName && group.presetName !== 'unknown' ? oldPresets[group.presetName.toLowerCase()] : undefined;
        const name = preset ?? group.name;
        if (!places.has(name))
          places.set(name, { pointer: `${this.root}/blendShapeMaster/blendShapeGroups/${i}`, def: group });
      });
    } else {
      for (const kind of ['custom', 'preset'])
        for (const [name, def] of Object.entries(this.vrm.expressions?.[kind] ?? {}))
          places.set(name, { pointer: `${this.root}/expressions/${kind}/${escapePart(name)}`, def });
    }
    return this.info.expressions.map((expression) => ({
      ...expression,
      ...(places.get(expression.name) ?? { pointer: `${this.root}/expressions`, def: {} }),
      index: this.rig.expressionIndex(expression.name),
      category: this.rig.expressions[this.rig.expressionIndex(expression.name)]?.category ?? 'none',
    }));
  }

  #readSprings(extensions) {
    const joints = this.rig.springJoints.map((joint, index) => ({ ...joint, index }));
    const groups = this.vrm.secondaryAnimation?.boneGroups ?? this.vrm.springBone?.boneGroups;
    const base = this.isOld ? `${this.root}/secondaryAnimation/boneGroups` : `${this.root}/springBone/boneGroups`;
    const springs = [];
    for (let s = 0; s < this.rig.springCount; s++) {
      const own = joints.filter((joint) => joint.spring === s);
      if (own.length === 0) continue;
      const listed = extensions.VRMC_springBone?.springs?.[s];
      if (listed) {
        const pointer = `/extensions/VRMC_springBone/springs/${s}`;
        springs.push({
          name: listed.name || this.nodeName(own[0].node),
          pointer,
          isPerJoint: true,
          joints: own.map((joint) => ({ ...joint, pointer: `${pointer}/joints/${joint.joint}` })),
        });
      } else {
        const g = (groups ?? []).findIndex((group) => group.bones?.includes(own[0].node));
        const pointer = g < 0 ? `/nodes/${own[0].node}` : `${base}/${g}`;
        springs.push({
          name: [groups?.[g]?.comment, this.nodeName(own[0].node)].filter(Boolean).join(': '),
          pointer,
          isPerJoint: false,
          isShared: g >= 0,
          joints: own.map((joint) => ({ ...joint, pointer: `/nodes/${joint.node}` })),
        });
      }
    }
    return springs;
  }

  #readColliders(extensions) {
    const list = extensions.VRMC_springBone?.colliders;
    if (list)
      return list.map((collider, i) => ({
        node: collider.node,
        pointer: `/extensions/VRMC_springBone/colliders/${i}`,
      }));
    return (this.vrm.secondaryAnimation?.colliderGroups ?? []).map((group, i) => ({
      node: group.node,
      pointer: `${this.root}/secondaryAnimation/colliderGroups/${i}`,
    }));
  }

  // ---- Settings of springs ----

  /** The present settings of a joint. */
  springSettings(spring, joint) {
    const value = valueAt(this.json, spring.isPerJoint ? joint.pointer : spring.pointer) ?? {};
    return {
      stiffness: value.stiffness ?? value.stiffiness ?? springDefaults.stiffness,
      gravityPower: value.gravityPower ?? springDefaults.gravityPower,
      gravityDir: vector(value.gravityDir) ?? springDefaults.gravityDir,
      dragForce: value.dragForce ?? springDefaults.dragForce,
      hitRadius: value.hitRadius ?? springDefaults.hitRadius,
    };
  }

  /** Edits (pointer, value) that set a member of joints of a spring. In 0.x a whole group shares it. */
  springEdits(spring, joints, member, value) {
    if (spring.isPerJoint) return joints.map((joint) => [`${joint.pointer}/${member}`, value]);
    if (!spring.isShared) return [];
    return [[`${spring.pointer}/${member === 'stiffness' ? 'stiffiness' : member}`, value]];
  }

  // ---- From pointers to the avatar ----

  /** The spring at a pointer, or of the joint at a pointer. */
  springAt(pointer) {
    return this.springs.find(
      (spring) =>
        pointer === spring.pointer ||
        pointer.startsWith(`${spring.pointer}/`) ||
        spring.joints.some((joint) => joint.pointer === pointer),
    );
  }

  boneAt(pointer) {
    return this.bones.find((bone) => pointer === bone.pointer || pointer.startsWith(`${bone.pointer}/`));
  }

  expressionAt(pointer) {
    return this.expressions.find(
      (expression) => pointer === expression.pointer || pointer.startsWith(`${expression.pointer}/`),
    );
  }

  /** The nodes of an item, for lines and pins. */
  nodesOf(pointer) {
    if (!pointer) return [];
    const bone = this.boneAt(pointer);
    if (bone) return [bone.node];
    const node = /^\/nodes\/(\d+)/.exec(pointer);
    if (node) return [Number(node[1])];
    const exact = this.springs.find((spring) => spring.joints.some((joint) => pointer.startsWith(joint.pointer)));
    if (exact?.isPerJoint)
      return exact.joints
        .filter((joint) =>
          pointer.startsWith(joint.pointer) && pointer[joint.pointer.length] !== undefined
            ? true
            : pointer === joint.pointer,
        )
        .map((joint) => joint.node);
    const springs = this.springs.filter(
      (spring) => pointer === spring.pointer || pointer.startsWith(`${spring.pointer}/`),
    );
    if (springs.length) return springs.flatMap((spring) => spring.joints.map((joint) => joint.node));
    const collider = this.colliders.find(
      (other) => pointer === other.pointer || pointer.startsWith(`${other.pointer}/`),
    );
    if (collider) return [collider.node];
    const skin = /^\/skins\/(\d+)/.exec(pointer);
    if (skin) return this.rig.skins[Number(skin[1])]?.joints.filter((joint) => joint >= 0) ?? [];
    return [];
  }

  /** A function that accepts the primitives of an item; null if the item has no meshes. */
  partsOf(pointer) {
    if (!pointer) return null;
    const material = /^\/materials\/(\d+)/.exec(pointer);
    if (material) return (part) => part.material === Number(material[1]);
    const texture = /^\/(textures|images)\/(\d+)/.exec(pointer);
    if (texture) {
      const using = this.materialsUsing(texture[1], Number(texture[2]));
      return (part) => using.has(part.material);
    }
    const mesh = /^\/meshes\/(\d+)(?:\/primitives\/(\d+))?/.exec(pointer);
    if (mesh)
      return (part) => part.mesh === Number(mesh[1]) && (mesh[2] === undefined || part.primitive === Number(mesh[2]));
    const node = /^\/nodes\/(\d+)$/.exec(pointer);
    if (node && this.nodes[Number(node[1])]?.mesh !== undefined) return (part) => part.node === Number(node[1]);
    const expression = this.expressionAt(pointer);
    if (expression) {
      const bound = new Set((expression.def.morphTargetBinds ?? []).map((bind) => bind.node));
      const meshes = new Set((expression.def.binds ?? []).map((bind) => bind.mesh));
      if (bound.size || meshes.size) return (part) => bound.has(part.node) || meshes.has(part.mesh);
    }
    const annotation = /\/firstPerson\/meshAnnotations\/(\d+)/.exec(pointer);
    if (annotation) {
      const entry = this.vrm.firstPerson?.meshAnnotations?.[annotation[1]];
      return (part) => part.node === entry?.node || (this.isOld && part.mesh === entry?.mesh);
    }
    return null;
  }

  /** Indices of materials that use a texture, or a texture of an image. */
  materialsUsing(kind, index) {
    const textures =
      kind === 'textures'
        ? [index]
        : (this.json.textures ?? []).flatMap((texture, i) =>
            (texture.source ?? texture.extensions?.EXT_texture_webp?.source) === index ? [i] : [],
          );
    const found = new Set();
    this.materials.forEach((material, i) => {
      if (slotsOf(material).some((slot) => textures.includes(slot.texture))) found.add(i);
    });
    return found;
  }

  /** A readable name. */
  title(pointer) {
    if (!pointer) return '';
    const bone = this.bones.find((other) => other.pointer === pointer);
    if (bone) return bone.bone;
    const expression = this.expressions.find((other) => other.pointer === pointer);
    if (expression) return expression.name || t('noName');
    const spring = this.springs.find((other) => other.pointer === pointer);
    if (spring) return spring.name;
    const joint = this.springs
      .flatMap((other) => (other.isPerJoint ? other.joints : []))
      .find((other) => other.pointer === pointer);
    if (joint) return this.nodeName(joint.node);
    const collider = this.colliders.find((other) => other.pointer === pointer);
    if (collider) return this.nodeName(collider.node);
    const value = valueAt(this.json, pointer),
      parts = splitPointer(pointer);
    return value?.name || parts.slice(-2).join(' ');
  }

  /** The item at a point on the avatar, of the kind that the open panel shows. */
  itemFor(hit, panel) {
    if (panel === 'materials' && hit.material >= 0) return `/materials/${hit.material}`;
    if (panel === 'springs') {
      const chain = this.springs.find((spring) =>
        spring.joints.some((joint) => joint.node === hit.joint || joint.tail === hit.joint),
      );
      if (chain)
        return chain.isPerJoint
          ? (chain.joints.find((joint) => joint.node === hit.joint)?.pointer ?? chain.pointer)
          : chain.pointer;
    }
    if (panel === 'body' || panel === 'springs') {
      for (let node = hit.joint; node >= 0; node = this.rig.parents[node] ?? -1) {
        const bone = this.bones.find((other) => other.node === node);
        if (bone) return bone.pointer;
      }
    }
    return `/nodes/${hit.node}`;
  }
}

/** The names of 0.x presets in 1.0. */
const oldPresets = {
  neutral: 'neutral',
  a: 'aa',
  i: 'ih',
  u: 'ou',
  e: 'ee',
  o: 'oh',
  blink: 'blink',
  blink_l: 'blinkLeft',
  blink_r: 'blinkRight',
  joy: 'happy',
  angry: 'angry',
  sorrow: 'sad',
  fun: 'relaxed',
  lookup: 'lookUp',
  lookdown: 'lookDown',
  lookleft: 'lookLeft',
  lookright: 'lookRight',
};

/** Textures of a material: name of the slot, index of the texture. */
export function slotsOf(material) {
  const slots = [];
  const visit = (value, path) => {
    if (value === null || typeof value !== 'object') return;
    for (const [key, entry] of Object.entries(value)) {
      if (/Texture$/.test(key) && Number.isInteger(entry?.index))
        slots.push({ slot: key, path: `${path}/${key}`, texture: entry.index });
      else if (typeof entry === 'object' && key !== 'extras') visit(entry, `${path}/${key}`);
    }
  };
  visit(material, '');
  return slots;
}
