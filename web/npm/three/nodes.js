// SPDX-License-Identifier: MIT
// Puts light nodes for plain transform nodes into the caches of GLTFLoader, which needs several promises and
// dozens of plugin calls per node. GLTFLoader builds all other nodes, and every node if the file or the page
// is unusual.
import { Bone, Object3D, PropertyBinding } from 'three';
import { hang, lightClassOf, NodeStore } from './light.js';

/** Plugins of GLTFLoader itself: they handle only meshes and nodes with extensions. */
const builtIn = new Set(['KHR_lights_punctual', 'EXT_mesh_gpu_instancing']);
const nodeHooks = ['loadNode', 'createNodeMesh', 'createNodeAttachment'];

const isList = (value, length) =>
  Array.isArray(value) && value.length === length && value.every((each) => typeof each === 'number');
const places = { translation: 3, rotation: 4, scale: 3 };
const plainMembers = new Set(['name', 'children', 'isBone', ...Object.keys(places)]);

/** Whether a node has only a name, a transform and children. */
export function isPlain(node) {
  for (const key of Object.keys(node)) if (!plainMembers.has(key)) return false;
  for (const [key, length] of Object.entries(places))
    if (node[key] !== undefined && !isList(node[key], length)) return false;
  return node.name === undefined || typeof node.name === 'string';
}

/** Whether names are unique and each node has at most one parent: the order of creation does not matter then. */
function isTree({ nodes, scenes = [] }) {
  const names = new Set(),
    hasParent = new Uint8Array(nodes.length);
  for (const entry of [...nodes, ...scenes]) {
    if (entry === null || typeof entry !== 'object') return false;
    if (!entry.name) continue;
    const name = PropertyBinding.sanitizeNodeName(String(entry.name));
    if (names.has(name)) return false;
    names.add(name);
  }
  for (const { children = [] } of nodes) {
    if (!Array.isArray(children)) return false;
    for (const child of children) {
      if (!Number.isInteger(child) || child < 0 || child >= nodes.length || hasParent[child] === 1) return false;
      hasParent[child] = 1;
    }
  }
  return true;
}

const canPrepare = ({ json, cache, nodeCache, associations, plugins, createUniqueName }) =>
  typeof cache?.add === 'function' &&
  typeof nodeCache === 'object' &&
  associations instanceof Map &&
  typeof createUniqueName === 'function' &&
  Object.values(plugins ?? {}).every(
    (plugin) => builtIn.has(plugin.name) || nodeHooks.every((hook) => !plugin[hook]),
  ) &&
  Array.isArray(json.nodes) &&
  isTree(json);

/** Puts the plain nodes of a file into a parser. Returns the store with their transforms; null: GLTFLoader builds all
 * nodes. */
export function prepareNodes(parser) {
  if (!canPrepare(parser)) return null;
  const { nodes } = parser.json,
    store = new NodeStore(nodes.length);
  const made = nodes.map((node, index) => (isPlain(node) ? makeNode(parser, store, node, index) : null));
  const isWhole = wholeTrees(nodes, made);
  made.forEach((object, index) => {
    if (object === null) return;
    const promise = Promise.resolve(object);
    parser.nodeCache[index] = promise;
    if (isWhole[index] === 0) return; // GLTFLoader attaches the nodes that it builds
    for (const child of nodes[index].children ?? []) hang(object, made[child]);
    parser.cache.add(`node:${index}`, promise);
  });
  return store;
}

function makeNode(parser, store, node, index) {
  const object = lightNodeOf(store, node, index, node.name ? parser.createUniqueName(node.name) : '', node.isBone);
  parser.associations.set(object, { nodes: index });
  return object;
}

/** Creates the light node of a plain node. */
export function lightNodeOf(store, { name, translation, rotation, scale }, index, uniqueName, isBone) {
  const object = new (lightClassOf(isBone ? Bone : Object3D))(store, index, uniqueName);
  object._givenName = name || null;
  if (translation) store.locals.set(translation, index * 10);
  if (rotation) store.locals.set(rotation, index * 10 + 3);
  if (scale) store.locals.set(scale, index * 10 + 7);
  return object;
}

/** Marks nodes whose descendants are all plain. */
function wholeTrees(nodes, made) {
  const parents = new Int32Array(nodes.length).fill(-1),
    isWhole = new Uint8Array(nodes.length).fill(1);
  nodes.forEach(({ children = [] }, index) => children.forEach((child) => (parents[child] = index)));
  made.forEach((object, index) => {
    if (object !== null) return;
    for (let at = index; at >= 0 && isWhole[at] === 1; at = parents[at]) isWhole[at] = 0;
  });
  return isWhole;
}
