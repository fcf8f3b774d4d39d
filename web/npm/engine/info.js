// SPDX-License-Identifier: MIT
// Counts of a document, by the rules of `vrm info`. The JSON is untrusted: any value may have a wrong type.

const list = (value) => (Array.isArray(value) ? value : []);
const object = (value) => (value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {});
const size = (value) => (Array.isArray(value) ? value.length : Object.keys(object(value)).length);
const extension = (element, name) => object(object(element).extensions)[name];

export function countAll(json, facts) {
  const { primitives, vertices, triangles, morphTargets } = countGeometry(json);
  const { springs, springJoints } = countSprings(json, facts);
  return {
    nodes: list(json.nodes).length,
    meshes: list(json.meshes).length,
    primitives,
    vertices,
    triangles,
    morphTargets,
    materials: list(json.materials).length,
    textures: list(json.textures).length,
    images: list(json.images).length,
    skins: list(json.skins).length,
    humanBones: Object.keys(facts.bones).length,
    expressions: countExpressions(json, facts.dialect),
    springs,
    springJoints,
    colliders: facts.colliders,
    colliderGroups: facts.colliderGroups,
    constraints: list(json.nodes).filter((node) => extension(node, 'VRMC_node_constraint') !== undefined).length,
    animations: list(json.animations).length,
  };
}

function countGeometry(json) {
  const counts = { primitives: 0, vertices: 0, triangles: 0, morphTargets: 0 };
  const accessors = list(json.accessors);
  const countOf = (index) => {
    const count = Number.isInteger(index) ? object(accessors[index]).count : 0;
    return Number.isInteger(count) && count > 0 ? count : 0;
  };
  const counted = new Set();
  for (const mesh of list(json.meshes)) {
    let targets = 0;
    for (const primitive of list(object(mesh).primitives)) {
      counts.primitives++;
      targets = Math.max(targets, list(object(primitive).targets).length);
      const position = object(object(primitive).attributes).POSITION;
      const drawn = countOf(primitive?.indices ?? position);
      const mode = primitive?.mode ?? 4;
      if (mode === 4) counts.triangles += Math.floor(drawn / 3);
      else if (mode === 5 || mode === 6) counts.triangles += Math.max(0, drawn - 2);
      if (counted.has(position)) continue;
      counted.add(position);
      counts.vertices += countOf(position);
    }
    counts.morphTargets += targets;
  }
  return counts;
}

// Counts of the document itself: the reader may have dropped invalid elements.
function countExpressions(json, dialect) {
  const groups = (parent) => size(object(parent).blendShapeGroups);
  if (dialect === '0.x') return groups(object(extension(json, 'VRM')).blendShapeMaster);
  const vrm = object(extension(json, 'VRMC_vrm'));
  if (dialect === '1.0-draft') return groups(vrm.blendShape) + groups(vrm.blendshape);
  return size(object(vrm.expressions).preset) + size(object(vrm.expressions).custom);
}

function countSprings(json, facts) {
  const springs = object(extension(json, 'VRMC_springBone')).springs;
  if (springs === undefined) return { springs: facts.springs, springJoints: facts.springJoints };
  const joints = list(springs).map((spring) => size(object(spring).joints));
  return { springs: size(springs), springJoints: joints.reduce((sum, count) => sum + count, 0) };
}
