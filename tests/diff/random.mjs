// SPDX-License-Identifier: MIT
// usage: random.mjs VRM    (VRM_SCENE in the environment; ROUNDS, SEED)
//
// Avatars written again with nodes, materials, meshes, textures, images, accessors, joints of skins, springs, colliders,
// groups, binds and members in a random order mean the same; one of them with one edit differs in that.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const vrm = resolve(process.argv[2]);
const rounds = Number(process.env.ROUNDS ?? 12);
let seed = Number(process.env.SEED ?? 1);
const work = mkdtempSync(join(tmpdir(), 'vrm-diff-test-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

const random = (below) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const shuffled = (list) => {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    const k = random(i + 1);
    [out[i], out[k]] = [out[k], out[i]];
  }
  return out;
};

// ---- GLB ----

function readGlb(path) {
  const bytes = readFileSync(path);
  const size = bytes.readUInt32LE(12);
  return { json: JSON.parse(bytes.subarray(20, 20 + size)), rest: bytes.subarray(20 + size) };
}

function writeGlb(path, { json, rest }) {
  let text = Buffer.from(JSON.stringify(json));
  text = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 32)]);
  const head = Buffer.alloc(20);
  head.write('glTF');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + text.length + rest.length, 8);
  head.writeUInt32LE(text.length, 12);
  head.write('JSON', 16);
  writeFileSync(path, Buffer.concat([head, text, rest]));
}

// ---- Another order ----

/** Shuffles a list of the document; returns old index -> new index. */
function permute(owner, key) {
  const list = owner[key] ?? [];
  const order = shuffled(list.keys());
  const map = [];
  order.forEach((from, to) => {
    map[from] = to;
  });
  if (list.length > 0) owner[key] = order.map((from) => list[from]);
  return (index) => (index === undefined || index < 0 ? index : map[index]);
}

const each = (list, visit) => (list ?? []).forEach(visit);
const set = (object, key, map) => {
  if (object?.[key] !== undefined) object[key] = map(object[key]);
};
/** Every object below a value. */
function walk(value, visit) {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) visit(value);
  Object.values(value).forEach((child) => walk(child, visit));
}
/** Members in another order. */
const reordered = (value) =>
  value === null || typeof value !== 'object'
    ? value
    : Array.isArray(value)
      ? value.map(reordered)
      : Object.fromEntries(shuffled(Object.entries(value)).map(([key, child]) => [key, reordered(child)]));

function mix(file) {
  const json = structuredClone(file.json);
  const vrm1 = json.extensions.VRMC_vrm;
  const vrm0 = json.extensions.VRM;
  const springs = json.extensions.VRMC_springBone;
  const nodes = permute(json, 'nodes');
  const oldMaterials = json.materials.length;
  const materials = permute(json, 'materials');
  const meshes = permute(json, 'meshes');
  const textures = permute(json, 'textures');
  const images = permute(json, 'images');
  const accessors = permute(json, 'accessors');
  each(json.scenes, (scene) => set(scene, 'nodes', (list) => list.map(nodes)));
  each(json.nodes, (node) => {
    set(node, 'children', (list) => list.map(nodes));
    set(node, 'mesh', meshes);
    walk(node.extensions?.VRMC_node_constraint, (object) => set(object, 'source', nodes));
  });
  each(json.skins, (skin) => {
    set(skin, 'joints', (list) => list.map(nodes));
    set(skin, 'skeleton', nodes);
    set(skin, 'inverseBindMatrices', accessors);
  });
  each(json.meshes, (mesh) =>
    each(mesh.primitives, (primitive) => {
      set(primitive, 'material', materials);
      set(primitive, 'indices', accessors);
      for (const key of Object.keys(primitive.attributes)) set(primitive.attributes, key, accessors);
      each(primitive.targets, (target) => {
        for (const key of Object.keys(target)) set(target, key, accessors);
      });
    }),
  );
  each(json.materials, (material) => walk(material, (object) => set(object, 'index', textures)));
  each(json.textures, (texture) => set(texture, 'source', images));
  each(json.animations, (animation) => {
    each(animation.channels, (channel) => set(channel.target, 'node', nodes));
    each(animation.samplers, (sampler) => {
      set(sampler, 'input', accessors);
      set(sampler, 'output', accessors);
    });
  });
  if (vrm1) {
    set(vrm1.meta, 'thumbnailImage', images);
    Object.values(vrm1.humanoid.humanBones).forEach((bone) => set(bone, 'node', nodes));
    each(vrm1.firstPerson?.meshAnnotations, (annotation) => set(annotation, 'node', nodes));
    for (const group of Object.values(vrm1.expressions)) {
      for (const expression of Object.values(group)) {
        each(expression.morphTargetBinds, (bind) => set(bind, 'node', nodes));
        each(expression.materialColorBinds, (bind) => set(bind, 'material', materials));
        each(expression.textureTransformBinds, (bind) => set(bind, 'material', materials));
        for (const key of ['morphTargetBinds', 'materialColorBinds', 'textureTransformBinds']) permute(expression, key);
      }
    }
    permute(vrm1.firstPerson, 'meshAnnotations');
  }
  if (springs) {
    const colliders = permute(springs, 'colliders');
    const groups = permute(springs, 'colliderGroups');
    each(springs.colliders, (collider) => set(collider, 'node', nodes));
    each(springs.colliderGroups, (group) => {
      set(group, 'colliders', (list) => shuffled(list.map(colliders)));
    });
    each(springs.springs, (spring) => {
      set(spring, 'colliderGroups', (list) => shuffled(list.map(groups)));
      set(spring, 'center', nodes);
      each(spring.joints, (joint) => set(joint, 'node', nodes));
    });
    permute(springs, 'springs');
  }
  if (vrm0) {
    set(vrm0.meta, 'texture', textures);
    each(vrm0.humanoid.humanBones, (bone) => set(bone, 'node', nodes));
    set(vrm0.firstPerson, 'firstPersonBone', nodes);
    each(vrm0.firstPerson.meshAnnotations, (annotation) => set(annotation, 'mesh', meshes));
    each(vrm0.blendShapeMaster.blendShapeGroups, (group) => each(group.binds, (bind) => set(bind, 'mesh', meshes)));
    if (vrm0.materialProperties?.length === oldMaterials) {
      const old = vrm0.materialProperties;
      vrm0.materialProperties = [];
      old.forEach((properties, index) => {
        for (const key of Object.keys(properties.textureProperties ?? {}))
          set(properties.textureProperties, key, textures);
        vrm0.materialProperties[materials(index)] = properties;
      });
    }
    const secondary = vrm0.secondaryAnimation;
    const groups = permute(secondary, 'colliderGroups');
    each(secondary.colliderGroups, (group) => set(group, 'node', nodes));
    each(secondary.boneGroups, (group) => {
      set(group, 'center', nodes);
      set(group, 'bones', (list) => list.map(nodes));
      set(group, 'colliderGroups', (list) => list.map(groups));
    });
    permute(vrm0.humanoid, 'humanBones');
  }
  return { json: reordered(json), rest: file.rest };
}

// ---- One edit ----

const pick = (list) => list[random(list.length)];
/** Edits of a 1.0 file that are one difference each: what they did, as part, subject and member. */
const edits = [
  ({ json }) => {
    json.extensions.VRMC_vrm.meta.name += '!';
    return 'meta||name';
  },
  ({ json }) => {
    const [name, expression] = pick(Object.entries(json.extensions.VRMC_vrm.expressions.preset));
    expression.isBinary = !expression.isBinary;
    return `expressions|${name}|isBinary`;
  },
  ({ json }) => {
    const spring = pick(json.extensions.VRMC_springBone.springs);
    const joint = spring.joints[random(spring.joints.length - 1)];
    joint.stiffness = (joint.stiffness ?? 1) + 0.5;
    return `springs|${spring.name}|joint ${json.nodes[joint.node].name} stiffness`;
  },
  ({ json }) => {
    const collider = pick(json.extensions.VRMC_springBone.colliders.filter((c) => c.extensions === undefined));
    Object.values(collider.shape)[0].radius += 0.01;
    return `colliders|on ${json.nodes[collider.node].name}|radius`;
  },
  ({ json }) => {
    const material = pick(json.materials);
    material.pbrMetallicRoughness ??= {};
    const color = material.pbrMetallicRoughness.baseColorFactor ?? [1, 1, 1, 1];
    material.pbrMetallicRoughness.baseColorFactor = [color[0] * 0.5, color[1], color[2], color[3]];
    return `materials|${material.name}|baseColorFactor`;
  },
  ({ json }) => {
    json.nodes.push({ name: 'Extra' });
    json.scenes[0].nodes.push(json.nodes.length - 1);
    return 'nodes|Extra|';
  },
];

// ---- Rounds ----

let failures = 0;
function compare(a, b, wanted, what) {
  const { status, stdout, stderr } = spawnSync(vrm, ['diff', '--json', a, b], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const said = status <= 1 ? JSON.parse(stdout) : null;
  const got = said?.differences.map((d) => `${d.part}|${d.subject}|${d.member}`).join('; ');
  if (status === (wanted === '' ? 0 : 1) && said.equal === (wanted === '') && got === wanted) return;
  failures++;
  console.error(
    `${what}: status ${status}, ${said?.total} differences: ${got?.slice(0, 400)}; wanted: ${wanted} ${stderr}`,
  );
}

const kinds = [['1.0'], ['1.0', '--rotated', '--divided'], ['0.x'], ['hero'], ['rich']];
for (const kind of kinds) {
  const path = join(work, 'a.vrm');
  execFileSync(process.env.VRM_SCENE, [kind[0], path, ...kind.slice(1)]);
  const file = readGlb(path);
  for (let round = 0; round < rounds; round++) {
    const start = seed;
    const other = mix(file);
    const mixed = join(work, 'b.vrm');
    writeGlb(mixed, other);
    compare(path, mixed, '', `${kind.join(' ')}, seed ${start}`);
    if (file.json.extensions.VRMC_vrm === undefined) continue;
    const wanted = pick(edits)(other);
    writeGlb(mixed, other);
    compare(path, mixed, wanted, `${kind.join(' ')}, seed ${start}, edited`);
  }
}
console.log(`${kinds.length * rounds} orders, ${failures} failed`);
process.exit(failures === 0 ? 0 : 1);
