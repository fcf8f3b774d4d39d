// SPDX-License-Identifier: MIT
// Which triangles each camera draws: our vectors (tests/vectors/first-person*) beside three-vrm.
//
// Where three-vrm departs from the specification:
// - it knows JOINTS_0 and WEIGHTS_0 alone, so what hangs on the head by another set stays (strip of
//   mesh 0);
// - a rigid mesh on the head hides everything below its node, also what is annotated as both (32);
// - 0.x: it takes flags in their own spelling only and knows no firstPersonBone, so the vector with
//   the chest is not compared.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openInThree, Verdict } from './support.mjs';

const { VRMLoaderPlugin } = await import('@pixiv/three-vrm');
const vectors = join(dirname(fileURLToPath(import.meta.url)), '../vectors');
const verdict = new Verdict();
console.warn = () => {};
globalThis.ProgressEvent ??= Event; // three.js fetches data: URIs and reports its progress

/** The meshes of a node itself, one for each primitive. */
function meshesOf(node) {
  if (node.isMesh) return [node];
  return node.children.filter((child) => child.isMesh && child.userData.primitive);
}

/** As text that is the same whichever corner comes first, but not for the other winding. */
function triangleText([a, b, c]) {
  const turns = [
    [a, b, c],
    [b, c, a],
    [c, a, b],
  ].map((corners) => corners.join());
  return turns.sort()[0];
}

function triangles(geometry) {
  const index = [...geometry.index.array];
  const list = [];
  for (let i = 0; i < index.length; i += 3) list.push(triangleText(index.slice(i, i + 3)));
  return list;
}

async function judge(name, isExcused) {
  const gltf = await openInThree(join(vectors, `${name}.gltf`), [(parser) => new VRMLoaderPlugin(parser)]);
  const expected = JSON.parse(readFileSync(join(vectors, `${name}.views.json`), 'utf8'));
  const { firstPerson } = gltf.userData.vrm;
  const nodes = new Map();
  for (const { node } of expected.meshNodes) {
    const object = await gltf.parser.getDependency('node', node);
    for (const child of object.children) child.userData.primitive = !gltf.parser.associations.get(child)?.nodes;
    nodes.set(node, { object, meshes: meshesOf(object) });
  }
  const erased = new Map();
  const erase = firstPerson._createErasedMesh.bind(firstPerson);
  firstPerson._createErasedMesh = (mesh, bones) => {
    const made = erase(mesh, bones);
    erased.set(mesh, made);
    return made;
  };
  firstPerson.setup();
  const sees = (mesh, layer) => (mesh.layers.mask & (1 | (1 << layer))) !== 0;
  for (const view of expected.meshNodes) {
    const { meshes } = nodes.get(view.node);
    const where = `${name}, node ${view.node}`;
    const third = meshes.filter((mesh) => sees(mesh, firstPerson.thirdPersonOnlyLayer)).length;
    const first = meshes.filter((mesh) => sees(mesh, firstPerson.firstPersonOnlyLayer)).length;
    verdict.claim(third === (view.thirdPerson === 'all' ? meshes.length : 0), `${where}: third person`);
    if (isExcused(view)) continue;
    verdict.claim(first === (view.firstPerson === 'all' ? meshes.length : 0), `${where}: first person, ${first}`);
    if (view.firstPerson !== 'part') continue;
    meshes.forEach((mesh, p) => {
      if (view.mesh === 0 && p === 1) return; // its second set of joints
      const ours = view.triangles[p].map(triangleText).sort();
      const theirs = triangles(erased.get(mesh).geometry).sort();
      verdict.claim(ours.join(' ') === theirs.join(' '), `${where}, primitive ${p}: ${theirs.join(' ')}`);
    });
  }
}

await judge('first-person', (view) => view.node === 32);
await judge('first-person-unsaid', () => false);
await judge('first-person-vrm0', () => false);
verdict.end();
