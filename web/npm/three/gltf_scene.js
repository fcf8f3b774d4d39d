// SPDX-License-Identifier: MIT
// Scenes of a glTF document as objects of three.js: the same objects, names and members as those of
// GLTFLoader, most of them light nodes. Only images are awaited.
import {
  Bone,
  Color,
  DirectionalLight,
  Group,
  Line,
  LineLoop,
  LineSegments,
  MathUtils,
  Matrix4,
  Mesh,
  Object3D,
  OrthographicCamera,
  PerspectiveCamera,
  PointLight,
  Points,
  PropertyBinding,
  SkinnedMesh,
  SpotLight,
} from 'three';
import { elementOf, invalid } from './gltf_accessors.js';
import { clipsOf } from './gltf_animations.js';
import { Geometries, keepExtras } from './gltf_geometry.js';
import { keepExtensions, Materials, Textures } from './gltf_materials.js';
import { hang, LightSkeleton, NodeStore } from './light.js';
import { isPlain, lightNodeOf } from './nodes.js';

const identity = new Matrix4();
const listOf = (value) => (Array.isArray(value) ? value : []);

/** A name for AnimationMixer, unique in the document. */
class Names {
  #used = new Map();

  unique(name) {
    const clean = PropertyBinding.sanitizeNodeName(String(name));
    const uses = this.#used.get(clean);
    this.#used.set(clean, uses === undefined ? 0 : uses + 1);
    return uses === undefined ? clean : `${clean}_${uses + 1}`;
  }
}

/** Counts the nodes that use each element of a list. */
function usesOf(nodes, of) {
  const uses = new Map();
  for (const node of nodes) {
    const index = of(node);
    if (index !== undefined) uses.set(index, (uses.get(index) ?? 0) + 1);
  }
  return uses;
}

const lightOf = (node) => node.extensions?.KHR_lights_punctual?.light;

export class SceneMaker {
  json;
  associations = new Map();
  accessors;
  store;
  #parents; // by node; -1: none. The library has verified that they form a tree
  #pictureOf;
  #textures;
  #materials;
  #geometries;
  #names = new Names();
  #nodeNames = new Map();
  #walked = new Set(); // roots of trees whose nodes have names
  #nodes = new Map();
  #meshes = new Map();
  #skins = new Map();
  #attached = new Map(); // cameras and lights
  #instances = new Map(); // copies so far of elements that several nodes use
  #uses;
  #isJoint;
  #isSkinned = new Set(); // meshes of nodes with a skin

  /** `pictureOf(index, decode)` returns the promise of an image: null if there is none, undefined without a decoder. */
  constructor(json, { accessors, parents, surfaces, dialect, pictureOf }) {
    this.json = json;
    this.accessors = accessors;
    this.#parents = parents;
    this.#pictureOf = pictureOf;
    this.#textures = new Textures(this);
    this.#materials = new Materials(this, this.#textures, surfaces, dialect);
    this.#geometries = new Geometries(accessors);
    const nodes = listOf(json.nodes);
    for (const [index, node] of nodes.entries())
      if (node === null || typeof node !== 'object') throw invalid(`/nodes/${index} is no object`);
    this.store = new NodeStore(nodes.length);
    this.#isJoint = new Uint8Array(nodes.length);
    for (const { joints } of listOf(json.skins)) for (const joint of listOf(joints)) this.#isJoint[joint] = 1;
    for (const { mesh, skin } of nodes) if (skin !== undefined) this.#isSkinned.add(mesh);
    this.#uses = {
      mesh: usesOf(nodes, ({ mesh }) => mesh),
      camera: usesOf(nodes, ({ camera }) => camera),
      light: usesOf(nodes, lightOf),
    };
  }

  picture(index, decode) {
    return this.#pictureOf(index, decode);
  }

  /** Builds the whole document. */
  async make() {
    const scenes = listOf(this.json.scenes).map((entry) => this.#nameScene(entry));
    const animated = listOf(this.json.animations).flatMap(({ channels }) =>
      listOf(channels).map(({ target }) => target?.node),
    );
    for (const node of animated) if (node !== undefined) this.#nameTree(node);
    listOf(this.json.scenes).forEach((entry, i) => this.#fillScene(scenes[i], entry));
    const animations = clipsOf({ json: this.json, accessors: this.accessors, nodeOf: (index) => this.node(index) });
    const cameras = listOf(this.json.cameras).map((_, index) => this.#camera(index));
    await this.#textures.finish();
    const gltf = {
      scene: scenes[this.json.scene ?? 0],
      scenes,
      animations,
      cameras,
      asset: this.json.asset,
      userData: {},
    };
    keepExtensions(gltf, this.json);
    keepExtras(gltf, this.json);
    return gltf;
  }

  // ---- Scenes and nodes ----

  #nameScene(entry) {
    const scene = new Group();
    if (entry.name) scene.name = this.#names.unique(entry.name);
    keepExtras(scene, entry);
    keepExtensions(scene, entry);
    for (const root of listOf(entry.nodes)) this.#nameTree(root);
    return scene;
  }

  /** Assigns names in the order in which GLTFLoader requests nodes: the first node with a name keeps it unchanged. */
  #nameTree(root) {
    const waiting = [root];
    while (waiting.length > 0) {
      const at = waiting.pop();
      if (typeof at === 'object') {
        for (const joint of at.joints) this.#nameNode(joint);
        continue;
      }
      if (this.#walked.has(at)) continue;
      this.#walked.add(at);
      this.#nameNode(at);
      const { children, skin } = this.json.nodes[at];
      if (skin !== undefined) waiting.push({ joints: listOf(elementOf(this.json, 'skins', skin).joints) });
      for (const child of [...listOf(children)].reverse()) if (this.#parents[child] === at) waiting.push(child);
    }
  }

  #nameNode(index) {
    if (this.#nodeNames.has(index)) return;
    const node = elementOf(this.json, 'nodes', index);
    this.#nodeNames.set(index, node.name ? this.#names.unique(node.name) : '');
    if (node.camera !== undefined) this.#camera(node.camera);
    if (lightOf(node) !== undefined) this.#light(lightOf(node));
  }

  #fillScene(scene, { nodes }) {
    for (const root of listOf(nodes)) {
      const object = this.#tree(root);
      if (object.parent === null) hang(scene, object);
      else if (object.parent !== scene)
        throw invalid(`node ${root} is in two scenes, or below another node; GLTFLoader and VRMLoaderPlugin copy it`);
    }
  }

  /** Builds a node with all its descendants. */
  #tree(root) {
    const waiting = [root];
    while (waiting.length > 0) {
      const index = waiting.pop(),
        object = this.node(index),
        { children, skin } = this.json.nodes[index];
      if (skin !== undefined) this.#bind(object, this.#skin(skin));
      for (const child of listOf(children)) {
        if (this.#parents[child] !== index) continue;
        const below = this.node(child);
        if (below.parent !== null) continue; // already attached by another scene
        hang(object, below);
        waiting.push(child);
      }
    }
    return this.node(root);
  }

  /** Builds the object of a node without its children. */
  node(index) {
    if (!this.#nodes.has(index)) {
      const entry = elementOf(this.json, 'nodes', index);
      this.#nameNode(index);
      const object = isPlain(entry)
        ? lightNodeOf(this.store, entry, index, this.#nodeNames.get(index), this.#isJoint[index] === 1)
        : this.#whole(entry, index);
      this.associations.set(object, { ...this.associations.get(object), nodes: index });
      this.#nodes.set(index, object);
    }
    return this.#nodes.get(index);
  }

  #whole(entry, index) {
    const parts = [];
    if (entry.mesh !== undefined) parts.push(this.#meshOf(entry));
    if (entry.camera !== undefined) parts.push(this.#copyOf('camera', entry.camera, this.#camera(entry.camera)));
    if (lightOf(entry) !== undefined) parts.push(this.#copyOf('light', lightOf(entry), this.#light(lightOf(entry))));
    const object =
      this.#isJoint[index] === 1 ? new Bone() : parts.length > 1 ? new Group() : (parts[0] ?? new Object3D());
    if (object !== parts[0]) for (const part of parts) object.add(part);
    if (entry.name) {
      object.userData.name = entry.name;
      object.name = this.#nodeNames.get(index);
    }
    keepExtras(object, entry);
    keepExtensions(object, entry);
    if (entry.matrix !== undefined) object.applyMatrix4(new Matrix4().fromArray(entry.matrix));
    else {
      if (entry.translation) object.position.fromArray(entry.translation);
      if (entry.rotation) object.quaternion.fromArray(entry.rotation);
      if (entry.scale) object.scale.fromArray(entry.scale);
    }
    return object;
  }

  /** Copies an element for each further node that uses it. */
  #copyOf(list, index, object) {
    if (this.#uses[list].get(index) <= 1) return object;
    const copy = object.clone(),
      key = `${list} ${index}`,
      count = this.#instances.get(key) ?? 0;
    const associate = (from, to) => {
      if (this.associations.has(from)) this.associations.set(to, this.associations.get(from));
      from.children.forEach((child, i) => associate(child, to.children[i]));
    };
    associate(object, copy);
    copy.name += `_instance_${count}`;
    this.#instances.set(key, count + 1);
    return copy;
  }

  // ---- Meshes ----

  #meshOf({ mesh: index, weights }) {
    if (!this.#meshes.has(index)) this.#meshes.set(index, this.#makeMesh(index));
    const object = this.#copyOf('mesh', index, this.#meshes.get(index));
    for (const mesh of object.isGroup ? object.children : [object])
      listOf(weights).forEach((weight, i) => {
        if (mesh.morphTargetInfluences) mesh.morphTargetInfluences[i] = weight;
      });
    return object;
  }

  #makeMesh(index) {
    const entry = elementOf(this.json, 'meshes', index);
    const meshes = listOf(entry.primitives).map((primitive, i) => {
      const mesh = this.#makePrimitive(primitive, entry, this.#isSkinned.has(index));
      mesh.name = this.#names.unique(entry.name || `mesh_${index}`);
      this.associations.set(mesh, { meshes: index, primitives: i });
      return mesh;
    });
    const object = meshes.length === 1 ? meshes[0] : new Group();
    if (object !== meshes[0]) for (const mesh of meshes) hang(object, mesh);
    keepExtensions(object, entry);
    if (object.isGroup) this.associations.set(object, { meshes: index });
    return object;
  }

  #makePrimitive(primitive, entry, isSkinned) {
    const geometry = this.#geometries.get(primitive),
      { mode = 4, material, extensions } = primitive;
    const hasJoints = geometry.hasAttribute('skinIndex') && geometry.hasAttribute('skinWeight');
    const Kind = [Points, LineSegments, LineLoop, Line][mode] ?? (isSkinned && hasJoints ? SkinnedMesh : Mesh);
    const mesh = new Kind(geometry, undefined);
    if (mesh.isSkinnedMesh) this.#geometries.normalizeWeights(mesh);
    mesh.material = this.#materials.get(material, mesh);
    if (Object.keys(geometry.morphAttributes).length > 0) nameMorphs(mesh, entry);
    keepExtras(mesh, entry);
    keepExtensions(mesh, { extensions });
    return mesh;
  }

  #skin(index) {
    if (!this.#skins.has(index)) {
      const { joints, inverseBindMatrices } = elementOf(this.json, 'skins', index);
      const numbers = inverseBindMatrices === undefined ? null : this.accessors.numbers(inverseBindMatrices);
      const bones = listOf(joints).map((joint) => this.node(joint));
      if (numbers !== null && numbers.length < bones.length * 16)
        throw invalid(`/skins/${index} has fewer matrices than joints`);
      this.#skins.set(
        index,
        new LightSkeleton(
          bones,
          bones.map((_, i) => (numbers === null ? new Matrix4() : new Matrix4().fromArray(numbers, i * 16))),
        ),
      );
    }
    return this.#skins.get(index);
  }

  #bind(object, skeleton) {
    object.traverse((mesh) => mesh.isSkinnedMesh && !mesh.skeleton && mesh.bind(skeleton, identity)); // its children are attached later
  }

  // ---- Cameras and lights ----

  #camera(index) {
    return this.#attach(`camera ${index}`, () => {
      const entry = elementOf(this.json, 'cameras', index),
        { perspective, orthographic } = entry;
      let camera = new Object3D();
      if (entry.type === 'perspective' && perspective)
        camera = new PerspectiveCamera(
          MathUtils.radToDeg(perspective.yfov),
          perspective.aspectRatio || 1,
          perspective.znear || 1,
          perspective.zfar || 2e6,
        );
      else if (entry.type === 'orthographic' && orthographic) {
        const { xmag, ymag, znear, zfar } = orthographic;
        camera = new OrthographicCamera(-xmag, xmag, ymag, -ymag, znear, zfar);
      }
      if (entry.name) camera.name = this.#names.unique(entry.name);
      keepExtras(camera, entry);
      return camera;
    });
  }

  #light(index) {
    return this.#attach(`light ${index}`, () => {
      const entry = elementOf(this.json.extensions?.KHR_lights_punctual ?? {}, 'lights', index),
        { type, color, range = 0, spot = {}, intensity } = entry;
      const Kind = { directional: DirectionalLight, point: PointLight, spot: SpotLight }[type];
      if (!Kind) throw invalid(`light ${index} has no sound type`);
      const light = new Kind(new Color(1, 1, 1));
      if (Array.isArray(color)) light.color.setRGB(...color.slice(0, 3));
      if (type !== 'directional') light.distance = range;
      if (type === 'spot') {
        const { innerConeAngle = 0, outerConeAngle = Math.PI / 4 } = spot;
        light.angle = outerConeAngle;
        light.penumbra = 1 - innerConeAngle / outerConeAngle;
      }
      if (light.target) {
        light.target.position.set(0, 0, -1);
        light.add(light.target);
      }
      light.position.set(0, 0, 0);
      keepExtras(light, entry);
      if (intensity !== undefined) light.intensity = intensity;
      light.name = this.#names.unique(entry.name || `light_${index}`);
      return light;
    });
  }

  #attach(key, make) {
    if (!this.#attached.has(key)) this.#attached.set(key, make());
    return this.#attached.get(key);
  }
}

/** Default weights and names of morph targets. */
function nameMorphs(mesh, { weights, extras }) {
  mesh.updateMorphTargets();
  listOf(weights).forEach((weight, i) => {
    mesh.morphTargetInfluences[i] = weight;
  });
  const names = extras?.targetNames;
  if (Array.isArray(names) && names.length === mesh.morphTargetInfluences.length)
    mesh.morphTargetDictionary = Object.fromEntries(names.map((name, i) => [name, i]));
}
