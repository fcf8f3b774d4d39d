// SPDX-License-Identifier: MIT
// Prints the table of tests/unit/test_model_corpus.c: what the avatars of the corpus hold, counted
// on their JSON alone, without libvrm.
//   node tools/measure/corpus_counts.mjs CORPUS_FOLDER
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const corpus = process.argv[2];

function files(folder, extension) {
  return readdirSync(join(corpus, folder))
    .flatMap((name) => {
      const path = join(folder, name);
      if (statSync(join(corpus, path)).isDirectory()) return files(path, extension);
      return path.endsWith(extension) ? [path] : [];
    })
    .sort();
}

function json(path) {
  const bytes = readFileSync(join(corpus, path));
  if (bytes.toString('latin1', 0, 4) !== 'glTF') return JSON.parse(bytes.toString('utf8'));
  return JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12)));
}

// Every node below a root is in one chain; a chain goes on with the first child. So there is one
// chain per root and per further child, and one joint per node plus one end per chain.
function expand(gltf, groups) {
  const below = (node) => [node, ...(gltf.nodes[node].children ?? []).flatMap(below)];
  const roots = groups.flatMap((group) => group.bones ?? []).filter((bone) => bone >= 0);
  const nodes = [...new Set(roots.flatMap(below))];
  const further = nodes.reduce((sum, n) => sum + Math.max(0, (gltf.nodes[n].children ?? []).length - 1), 0);
  const springs = new Set(roots).size + further;
  return { springs, joints: nodes.length + springs };
}

function count(gltf) {
  const extensions = gltf.extensions ?? {};
  const vrm0 = extensions.VRM,
    vrm1 = extensions.VRMC_vrm,
    springBone = extensions.VRMC_springBone;
  const row = {
    dialect: 'NONE',
    bones: 0,
    expressions: 0,
    morphBinds: 0,
    springs: 0,
    joints: 0,
    colliders: 0,
    groups: 0,
    constraints: 0,
    lookAt: '-',
    mtoon: 0,
    unlit: 0,
    name: '',
  };
  row.constraints = gltf.nodes.filter((n) => n.extensions?.VRMC_node_constraint).length;
  const materials = gltf.materials ?? [];
  if (vrm0) {
    const users = (mesh) => gltf.nodes.filter((n) => n.mesh === mesh).length;
    const groups = vrm0.blendShapeMaster?.blendShapeGroups ?? [];
    const animation = vrm0.secondaryAnimation ?? {};
    row.dialect = '0';
    row.name = vrm0.meta.title;
    row.bones = vrm0.humanoid.humanBones.filter((b) => b.node >= 0).length;
    row.expressions = groups.length;
    row.morphBinds = groups.reduce((s, g) => s + g.binds.reduce((t, b) => t + users(b.mesh), 0), 0);
    row.lookAt = vrm0.firstPerson?.lookAtTypeName ?? '-';
    Object.assign(row, expand(gltf, animation.boneGroups ?? []));
    row.groups = (animation.colliderGroups ?? []).length;
    row.colliders = (animation.colliderGroups ?? []).reduce((s, g) => s + g.colliders.length, 0);
    const bag = (i) => vrm0.materialProperties?.[i]?.shader;
    row.mtoon = materials.filter((m, i) => bag(i) === 'VRM/MToon').length;
    row.unlit = materials.filter((m, i) => bag(i) !== 'VRM/MToon' && m.extensions?.KHR_materials_unlit).length;
    return row;
  }
  row.mtoon = materials.filter((m) => m.extensions?.VRMC_materials_mtoon).length;
  row.unlit = materials.filter((m) => m.extensions?.KHR_materials_unlit && !m.extensions.VRMC_materials_mtoon).length;
  if (springBone) {
    row.springs = (springBone.springs ?? []).length;
    row.joints = (springBone.springs ?? []).reduce((s, spring) => s + spring.joints.length, 0);
    row.colliders = (springBone.colliders ?? []).length;
    row.groups = (springBone.colliderGroups ?? []).length;
  }
  if (vrm1) {
    const { preset = {}, custom = {} } = vrm1.expressions ?? {};
    const all = [...Object.values(preset), ...Object.values(custom)];
    row.dialect = vrm1.specVersion === '1.0-beta' ? 'BETA' : '1';
    row.name = vrm1.meta.name;
    row.bones = Object.keys(vrm1.humanoid.humanBones).length;
    row.expressions = all.length;
    row.morphBinds = all.reduce((s, e) => s + (e.morphTargetBinds ?? []).length, 0);
    row.lookAt = vrm1.lookAt ? (vrm1.lookAt.type ?? 'bone') : '-';
  }
  return row;
}

for (const path of [...files('vrm0', '.vrm'), ...files('vrm1', '.vrm'), ...files('vrmext', '.gltf')]) {
  const r = count(json(path));
  const look = { '-': 'NO_GAZE', bone: 'BONE', blendshape: 'EXPRESSION', expression: 'EXPRESSION' }[
    r.lookAt.toLowerCase()
  ];
  console.log(
    `    {"${path}", VRM_DIALECT_${r.dialect}, ${JSON.stringify(r.name)}, ${r.bones}, ` +
      `${r.expressions}, ${r.morphBinds}, ${r.springs}, ${r.joints}, ${r.colliders}, ${r.groups}, ` +
      `${r.constraints}, ${look}, ${r.mtoon}, ${r.unlit}},`,
  );
}
