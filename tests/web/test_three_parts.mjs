// SPDX-License-Identifier: MIT
// Parts of an avatar as pages for three-vrm use them beyond vrm.update(): update() of each part, a gaze of the page's own class,
// expressions that the page registers, colliders, plugins of parts.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load, sceneBytes } from './support.mjs';

globalThis.self ??= globalThis;
const warnings = [];
console.warn = (text) => warnings.push(String(text));

const THREE = await import('three').catch(() => null);
const skip = THREE ? false : 'three is not installed (tools/deps.sh check)';
const { parse } = skip ? {} : await import('./three_compare.mjs');
const ours = skip ? null : await load('three.js');

const buffer = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const byPlugin = (kind, options) =>
  parse(buffer(sceneBytes(...kind.split(' '))), (parser) => new ours.VRMLoaderPlugin(parser, options));
const open = async (kind, options) => (await byPlugin(kind, options)).userData.vrm;

/** All that an update writes: rotations and hips, morph targets, materials' colours. */
function results(vrm) {
  const values = [];
  vrm.scene.traverse((object) => {
    if (/^(VRMExpression|Normalized)/.test(object.name) || object.type === 'VRMSpringBoneCollider') return;
    values.push(...object.quaternion.toArray(), ...object.position.toArray(), ...(object.morphTargetInfluences ?? []));
  });
  for (const material of vrm.materials) values.push(...(material.color?.toArray() ?? []), material.opacity);
  return values;
}

const nearTo = (a, b, limit, label) => {
  assert.equal(a.length, b.length);
  const worst = Math.max(...a.map((value, i) => Math.abs(value - b[i])));
  assert.ok(worst <= limit, `${label}: differs by ${worst}`);
};

function drive(vrm, seconds) {
  vrm.scene.position.x = Math.sin(seconds);
  vrm.humanoid.getNormalizedBoneNode('head').rotation.set(0.2 * Math.sin(seconds * 3), Math.sin(seconds * 5), 0);
  vrm.humanoid.getNormalizedBoneNode('hips').position.x = 0.3 * Math.sin(seconds * 4);
  vrm.expressionManager.setValue('happy', 0.5 + 0.5 * Math.sin(seconds * 7));
  vrm.expressionManager.setValue('aa', (seconds * 3) % 1);
  if (vrm.lookAt) vrm.lookAt.yaw = 30 * Math.sin(seconds * 2);
}

const partsOf = (vrm) =>
  [vrm.humanoid, vrm.lookAt, vrm.expressionManager, vrm.nodeConstraintManager, vrm.springBoneManager].filter(Boolean);

for (const kind of ['hero', '0.x', '1.0', 'typical'])
  test(
    `update() of the parts of ${kind}, one after the other, is update() of the whole at any rate`,
    { skip },
    async () => {
      for (const [rate, springRate] of [
        [60, undefined],
        [50, undefined],
        [144, undefined],
        [144, 0],
      ]) {
        const [whole, parted] = [await open(kind, { springRate }), await open(kind, { springRate })];
        for (let frame = 0; frame < rate; frame++) {
          for (const vrm of [whole, parted]) drive(vrm, frame / rate);
          whole.update(1 / rate);
          for (const part of partsOf(parted)) part.update(1 / rate);
          if (frame % 10 === 0)
            nearTo(results(parted), results(whole), 0, `${rate} a second, spring rate ${springRate}, frame ${frame}`);
        }
        for (const vrm of [whole, parted]) vrm.dispose();
      }
    },
  );

test('each part shows what is its own, and springs stay as they are until time passes', { skip }, async () => {
  const vrm = await open('hero');
  vrm.update(1 / 60);
  const raw = vrm.humanoid.getRawBoneNode('head'),
    before = raw.quaternion.clone();
  const hair = [...vrm.springBoneManager.joints].map(({ bone }) => bone.quaternion.toArray()).flat();
  vrm.humanoid.getNormalizedBoneNode('head').rotation.y = 1;
  vrm.humanoid.update();
  assert.ok(raw.quaternion.angleTo(before) > 0.9, 'the raw head has turned');
  const influences = () => {
    const list = [];
    vrm.scene.traverse(({ morphTargetInfluences }) => list.push(...(morphTargetInfluences ?? [])));
    return list;
  };
  vrm.expressionManager.setValue('happy', 1);
  vrm.expressionManager.update();
  assert.ok(
    influences().some((weight) => weight > 0),
    'a morph target shows',
  );
  const eye = vrm.humanoid.getRawBoneNode('leftEye'),
    straight = eye?.quaternion.clone();
  vrm.lookAt.yaw = 20;
  vrm.lookAt.update(0);
  if (eye) assert.ok(eye.quaternion.angleTo(straight) > 0.01, 'the eye has turned');
  assert.deepEqual([...vrm.springBoneManager.joints].map(({ bone }) => bone.quaternion.toArray()).flat(), hair);
  vrm.springBoneManager.update(1 / 30);
  assert.notDeepEqual([...vrm.springBoneManager.joints].map(({ bone }) => bone.quaternion.toArray()).flat(), hair);
  const crowd = new ours.VRMCrowd().add(vrm);
  warnings.length = 0;
  vrm.humanoid.update();
  vrm.springBoneManager.update(1 / 60);
  assert.equal(
    warnings.filter((text) => text.includes('VRMCrowd')).length,
    1,
    'in a crowd a part says once that it has no effect',
  );
  crowd.dispose();
  vrm.humanoid.update();
  vrm.dispose();
  assert.throws(() => vrm.humanoid.update(), /this VRM was disposed/);
});

// ---- The gaze ----

/** As three-vrm's example lookat-advanced and the ChatVRM family have it. */
const smoothClass = () =>
  class VRMSmoothLookAt extends ours.VRMLookAt {
    constructor(humanoid, applier) {
      super(humanoid, applier);
      this.smoothFactor = 10;
      this.yawLimit = 45;
      this._yawDamped = 0;
      this._pitchDamped = 0;
      this.calls = 0;
    }

    update(delta) {
      this.calls++;
      if (this.target && this.autoUpdate) {
        this.lookAt(this.target.getWorldPosition(new THREE.Vector3()));
        if (this.yawLimit < Math.abs(this._yaw)) this._yaw = this._pitch = 0;
        const k = 1 - Math.exp(-this.smoothFactor * delta);
        this._yawDamped += (this._yaw - this._yawDamped) * k;
        this._pitchDamped += (this._pitch - this._pitchDamped) * k;
        this.applier.applyYawPitch(this._yawDamped, this._pitchDamped);
        this._needsUpdate = false;
      }
      if (this._needsUpdate) {
        this._needsUpdate = false;
        this.applier.applyYawPitch(this._yaw, this._pitch);
      }
    }
  };

test('a class that extends VRMLookAt turns the eyes by its own angles', { skip }, async () => {
  const [vrm, plain] = [await open('hero'), await open('hero')],
    Smooth = smoothClass();
  const smooth = new Smooth(vrm.humanoid, vrm.lookAt.applier).copy(vrm.lookAt);
  vrm.lookAt = smooth;
  const target = new THREE.Object3D();
  target.position.set(0.5, 1.4, 2);
  smooth.target = target;
  for (let frame = 0; frame < 200; frame++) {
    vrm.update(1 / 60);
    plain.lookAt.yaw = smooth._yawDamped;
    plain.lookAt.pitch = smooth._pitchDamped;
    plain.update(1 / 60);
    nearTo(results(vrm), results(plain), 0, `frame ${frame}`);
  }
  assert.equal(smooth.calls, 200);
  assert.ok(Math.abs(smooth._yawDamped) > 5, `${smooth._yawDamped}`);
  target.position.set(5, 1.4, 0.1); // beyond the limit: back to the middle
  for (let frame = 0; frame < 200; frame++) vrm.update(1 / 60);
  assert.ok(Math.abs(smooth._yawDamped) < 0.1);
  const crowd = new ours.VRMCrowd().add(vrm);
  crowd.update(1 / 60);
  assert.equal(smooth.calls, 401, 'also in a crowd');
  crowd.dispose();
  vrm.clone().dispose();
  for (const each of [vrm, plain]) each.dispose();
});

test('a plugin that extends VRMLookAtLoaderPlugin replaces the gaze while the avatar is loaded', { skip }, async () => {
  const Smooth = smoothClass();
  class SmoothPlugin extends ours.VRMLookAtLoaderPlugin {
    get name() {
      return 'SmoothPlugin';
    }

    async afterRoot(gltf) {
      await super.afterRoot(gltf);
      const { vrmHumanoid: humanoid, vrmLookAt: lookAt } = gltf.userData;
      if (humanoid && lookAt) gltf.userData.vrmLookAt = new Smooth(humanoid, lookAt.applier).copy(lookAt);
    }
  }
  const gltf = await parse(
    buffer(sceneBytes('hero')),
    (parser) => new ours.VRMLoaderPlugin(parser, { lookAtPlugin: new SmoothPlugin(parser) }),
  );
  const { vrm } = gltf.userData;
  assert.ok(vrm.lookAt instanceof Smooth);
  vrm.update(1 / 60);
  assert.equal(vrm.lookAt.calls, 1);
  vrm.dispose();
  assert.equal(
    (
      await parse(
        buffer(sceneBytes('hero-clip')),
        (parser) => new ours.VRMLoaderPlugin(parser, { lookAtPlugin: new SmoothPlugin(parser) }),
      )
    ).userData.vrm,
    null,
  );
});

test('a gaze by an applier of the page, and one that is made wrong', { skip }, async () => {
  const vrm = await open('hero'),
    taken = [];
  vrm.lookAt = new ours.VRMLookAt(vrm.humanoid, { applyYawPitch: (...angles) => taken.push(angles), lookAt() {} });
  vrm.lookAt.yaw = 12;
  vrm.update(1 / 60);
  assert.deepEqual(taken, [[12, 0]]);
  assert.throws(() => new ours.VRMLookAt(), { name: 'TypeError', message: /humanoid must be a VRMHumanoid/ });
  assert.throws(() => new ours.VRMLookAt(vrm.humanoid), {
    name: 'TypeError',
    message: /applier must be an object with applyYawPitch\(\), such as vrm\.lookAt\.applier/,
  });
  vrm.lookAt = undefined;
  vrm.update(1 / 60);
  vrm.dispose();
});

test('the applier turns eyes at once, by degrees and by an Euler', { skip }, async () => {
  const vrm = await open('hero'),
    { applier } = vrm.lookAt;
  vrm.update(1 / 60);
  const before = results(vrm);
  applier.applyYawPitch(20, 5);
  const turned = results(vrm);
  assert.notDeepEqual(turned, before);
  applier.applyYawPitch(0, 0);
  applier.lookAt(new THREE.Euler(5 * THREE.MathUtils.DEG2RAD, 20 * THREE.MathUtils.DEG2RAD, 0, 'YXZ'));
  nearTo(results(vrm), turned, 1e-6, 'Euler');
  assert.ok(applier.rangeMapHorizontalInner.inputMaxValue > 0);
  vrm.dispose();
});

// ---- Expressions ----

/** A mesh with morph targets that expressions of the file do not move all. */
function faceOf(vrm) {
  let face = null;
  vrm.scene.traverse((object) => {
    if (object.morphTargetInfluences?.length > 0) face ??= object;
  });
  return face;
}

test('overrides, binary expressions and lists of names can be changed, as in three-vrm', { skip }, async () => {
  const theirs = await import('@pixiv/three-vrm');
  const changes = [
    (manager) =>
      Object.assign(manager.getExpression('happy'), {
        overrideBlink: 'none',
        overrideMouth: 'none',
        overrideLookAt: 'none',
      }),
    (manager) => {
      manager.getExpression('aa').isBinary = true;
    },
    (manager) => Object.assign(manager.getExpression('happy'), { overrideBlink: 'blend', overrideMouth: 'block' }),
    (manager) => {
      manager.getExpression('happy').isBinary = true;
    },
    (manager) => {
      manager.blinkExpressionNames = [];
    },
    (manager) => {
      manager.mouthExpressionNames.push('angry');
    },
    (manager) => Object.assign(manager.getExpression('happy'), { isBinary: false, overrideBlink: 'block' }),
    (manager) => {
      manager.blinkExpressionNames = ['blink'];
    },
  ];
  for (const kind of ['1.0', '0.x']) {
    const vrm = await open(kind),
      other = (await parse(buffer(sceneBytes(kind)), (parser) => new theirs.VRMLoaderPlugin(parser))).userData.vrm;
    const shown = (avatar) => {
      const values = [];
      avatar.scene.traverse(({ name, morphTargetInfluences: weights }) => {
        if (weights) values.push([name, ...weights]);
      });
      return values
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, ...weights]) => weights)
        .flat();
    };
    let clone = vrm.clone(),
      before = [];
    for (const change of changes) {
      for (const avatar of [vrm, other]) change(avatar.expressionManager);
      for (const weight of [0.3, 0.7]) {
        for (const avatar of [vrm, other, clone])
          for (const name of ['happy', 'blink', 'aa', 'angry']) avatar.expressionManager.setValue(name, weight);
        for (const avatar of [vrm, other, clone]) avatar.update(0);
        nearTo(shown(vrm), shown(other), 1e-5, `${kind}, ${change}, ${weight}`);
        nearTo(shown(clone), shown(other), 1e-5, `a clone, ${kind}, ${change}, ${weight}`);
      }
      clone.dispose();
      clone = vrm.clone();
      assert.equal(
        clone.expressionManager.getExpression('happy').overrideBlink,
        vrm.expressionManager.getExpression('happy').overrideBlink,
      );
      assert.deepEqual(clone.expressionManager.blinkExpressionNames, vrm.expressionManager.blinkExpressionNames);
      assert.notDeepEqual(shown(vrm), before, `${kind}, ${change} is seen`);
      before = shown(vrm);
    }
    vrm.expressionManager.getExpression('happy').overrideBlink = 'sometimes';
    assert.throws(() => vrm.update(0), {
      name: 'TypeError',
      message: /overrideBlink must be one of none, block, blend/,
    });
    vrm.expressionManager.getExpression('happy').overrideBlink = 'none';
    vrm.update(0);
    for (const avatar of [vrm, clone]) avatar.dispose();
  }
});

test('registered expressions move morph targets beside those of the file', { skip }, async () => {
  const vrm = await open('hero'),
    { expressionManager: manager } = vrm,
    face = faceOf(vrm);
  const jaw = new ours.VRMExpression('jawOpen');
  jaw.addBind(new ours.VRMExpressionMorphTargetBind({ primitives: [face], index: 0, weight: 0.5 }));
  manager.registerExpression(jaw);
  vrm.scene.add(jaw);
  assert.equal(manager.getExpression('jawOpen'), jaw);
  assert.equal(manager.customExpressionMap.jawOpen, jaw);
  assert.equal(manager.getExpressionTrackName('jawOpen'), 'VRMExpression_jawOpen.weight');
  const own = face.morphTargetInfluences[0];
  manager.setValue('jawOpen', 1);
  for (let frame = 0; frame < 3; frame++) vrm.update(1 / 60);
  assert.equal(face.morphTargetInfluences[0], own + 0.5, 'added once, not in each update');
  // Beside an expression of the file that moves the same target.
  const other = await open('hero'),
    same = faceOf(other);
  for (const { expressionName } of manager.expressions.filter((expression) => expression !== jaw)) {
    for (const each of [vrm, other]) {
      each.expressionManager.resetValues();
      each.expressionManager.setValue(expressionName, 1);
    }
    manager.setValue('jawOpen', 1);
    for (const each of [vrm, other]) each.update(1 / 60);
    assert.ok(Math.abs(face.morphTargetInfluences[0] - same.morphTargetInfluences[0] - 0.5) < 1e-6, expressionName);
  }
  // Two that move one target, in any order of leaving.
  const more = new ours.VRMExpression('more');
  more.addBind(new ours.VRMExpressionMorphTargetBind({ primitives: [face], index: 0, weight: 0.25 }));
  manager.registerExpression(more);
  manager.resetValues();
  manager.setValue('jawOpen', 1);
  manager.setValue('more', 1);
  for (let frame = 0; frame < 3; frame++) vrm.update(1 / 60);
  assert.equal(face.morphTargetInfluences[0], own + 0.75);
  manager.unregisterExpression(jaw);
  vrm.update(1 / 60);
  assert.equal(face.morphTargetInfluences[0], own + 0.25);
  assert.equal(manager.getExpression('jawOpen'), null);
  manager.unregisterExpression(more);
  vrm.update(1 / 60);
  assert.equal(face.morphTargetInfluences[0], own);
  for (const each of [vrm, other]) each.dispose();
});

test('registered expressions override and are overridden', { skip }, async () => {
  const vrm = await open('hero'),
    { expressionManager: manager } = vrm,
    face = faceOf(vrm);
  const closed = new ours.VRMExpression('closed');
  closed.overrideBlink = 'block';
  closed.addBind(new ours.VRMExpressionMorphTargetBind({ primitives: [face], index: 0, weight: 1 }));
  manager.registerExpression(closed);
  manager.setValue('blink', 1);
  vrm.update(1 / 60);
  const blinking = vrm.avatar.expressionWeights[vrm.rig.expressionIndex('blink')];
  assert.equal(blinking, 1);
  manager.setValue('closed', 1);
  vrm.update(1 / 60);
  assert.equal(vrm.avatar.expressionWeights[vrm.rig.expressionIndex('blink')], 0);
  manager.setValue('closed', 0);
  const taken = manager.getExpression('blink');
  manager.unregisterExpression(taken);
  vrm.update(1 / 60);
  assert.equal(vrm.avatar.expressionWeights[vrm.rig.expressionIndex('blink')], 0, 'one of the file that was taken out');
  manager.registerExpression(taken);
  vrm.update(1 / 60);
  assert.equal(vrm.avatar.expressionWeights[vrm.rig.expressionIndex('blink')], 1, 'and comes back');
  vrm.dispose();
});

test('binds of colours and textures add, and take back', { skip }, async () => {
  const vrm = await open('hero'),
    [material] = vrm.materials.filter(({ isMToonMaterial }) => isMToonMaterial);
  material.map ??= new THREE.Texture();
  const color = material.color.toArray(),
    { x } = material.map.offset;
  const glow = new ours.VRMExpression('glow');
  glow.addBind(
    new ours.VRMExpressionMaterialColorBind({
      material,
      type: ours.VRMExpressionMaterialColorType.Color,
      targetValue: new THREE.Color(0, 1, 0),
      targetAlpha: 0.5,
    }),
  );
  glow.addBind(
    new ours.VRMExpressionTextureTransformBind({
      material,
      scale: new THREE.Vector2(2, 2),
      offset: new THREE.Vector2(0.5, 0),
    }),
  );
  vrm.expressionManager.registerExpression(glow);
  glow.weight = 1;
  for (let frame = 0; frame < 3; frame++) vrm.update(1 / 60);
  nearTo(
    [...material.color.toArray(), material.opacity, material.map.offset.x, material.map.repeat.y],
    [0, 1, 0, 0.5, 0.5, 2],
    1e-6,
    'whole',
  );
  glow.weight = 0;
  vrm.update(1 / 60);
  nearTo(
    [...material.color.toArray(), material.opacity, material.map.offset.x, material.map.repeat.y],
    [...color, 1, x, 1],
    1e-6,
    'none',
  );
  for (const wrong of [
    () => new ours.VRMExpressionMorphTargetBind({}),
    () => new ours.VRMExpressionMaterialColorBind({ material, type: 'x' }),
    () => glow.addBind({}),
    () => vrm.expressionManager.registerExpression({}),
  ])
    assert.throws(wrong, TypeError);
  vrm.dispose();
});

test('uniforms by the names of three-vrm are the members of a material', { skip }, async () => {
  const { MToonMaterial } = await import('@pixiv/three-vrm'),
    theirs = new MToonMaterial(),
    material = new ours.MToonMaterial();
  const missing = Object.keys(theirs.uniforms).filter((name) => !(name in material.uniforms));
  assert.deepEqual(
    missing.filter((name) => !/Transform$|^uvAnimation\w*(Offset|Phase)$/.test(name)),
    ['diffuse', 'alphaMap', 'colorAlpha'],
    'three.js has them for other materials',
  );
  const green = new THREE.Color(0, 1, 0),
    map = new THREE.Texture();
  material.uniforms.litFactor.value = green;
  material.uniforms.shadingToonyFactor.value = 0.25;
  material.uniforms.map.value = map;
  assert.deepEqual([material.color, material.shadingToonyFactor, material.map], [green, 0.25, map]);
  material.shadeColorFactor.set(1, 0, 0);
  assert.equal(material.uniforms.shadeColorFactor.value, material.shadeColorFactor);
  assert.deepEqual(
    Object.keys(material.uniforms).filter((name) => name === 'litFactor'),
    [],
    'they are not listed',
  );
  const copy = material.clone();
  copy.uniforms.opacity.value = 0.5;
  assert.deepEqual([copy.opacity, material.opacity], [0.5, 1]);
});

// ---- Springs ----

test('the groups of a joint are frozen: who adds one learns of it', { skip }, async () => {
  const vrm = await open('hero'),
    [joint] = vrm.springBoneManager.joints;
  assert.throws(() => joint.colliderGroups.push({ colliders: [] }), TypeError);
  vrm.dispose();
});

test('colliders and their groups are those of the file', { skip }, async () => {
  const { VRMLoaderPlugin } = await import('@pixiv/three-vrm');
  for (const kind of ['hero', '0.x', '1.0', 'typical', 'springs']) {
    const bytes = buffer(sceneBytes(kind));
    const [mine, theirs] = [
      (await byPlugin(kind)).userData.vrm,
      (await parse(bytes, (parser) => new VRMLoaderPlugin(parser))).userData.vrm,
    ];
    const facts = ({ shape, parent }) =>
      `${shape.type} ${shape.inside ?? ''} ${shape.radius?.toFixed(4) ?? ''} ${shape.offset.toArray().map((v) => v.toFixed(4) * 1)} ${shape.tail?.toArray().map((v) => v.toFixed(4) * 1) ?? ''} at ${parent?.name}`;
    const all = ({ springBoneManager: manager }) => [...new Set(manager?.colliders ?? [])].map(facts).sort();
    const used = ({ springBoneManager: manager }) =>
      [...new Set((manager?.colliderGroups ?? []).flatMap(({ colliders }) => colliders))].map(facts).sort();
    assert.deepEqual(
      used(mine),
      used(mine).filter((each) => all(mine).includes(each)),
      kind,
    );
    assert.deepEqual(
      all(theirs).filter((each) => !all(mine).includes(each)),
      [],
      `${kind}: colliders of three-vrm`,
    );
    const joints = ({ springBoneManager: manager }) =>
      Object.fromEntries(
        [...(manager?.joints ?? [])].map((joint) => [
          joint.bone.name,
          joint.colliderGroups.flatMap(({ colliders }) => colliders.map(facts)).sort(),
        ]),
      );
    assert.deepEqual(joints(mine), joints(theirs), `${kind}: colliders of joints`);
    mine.springBoneManager?.colliderGroups.forEach(({ colliders }) =>
      colliders.forEach((collider) => assert.ok(collider instanceof ours.VRMSpringBoneCollider)),
    );
    mine.clone().dispose();
    mine.dispose();
  }
});

test(
  'colliders that the page changes push as colliders of such a file do, also those of clones',
  { skip },
  async () => {
    const bytes = sceneBytes('hero'),
      size = bytes.readUInt32LE(12),
      json = JSON.parse(bytes.toString('utf8', 20, 20 + size)),
      rest = bytes.subarray(20 + size);
    const plainOnes = json.extensions.VRMC_springBone.colliders.map(({ extensions }) => extensions === undefined);
    for (const { shape, extensions } of json.extensions.VRMC_springBone.colliders) {
      if (extensions) continue; // its shape is there
      const part = shape.sphere ?? shape.capsule;
      part.radius = (part.radius ?? 0) + 0.03;
      part.offset = [...(part.offset ?? [0, 0, 0])];
      part.offset[2] += 0.01;
      if (part.tail) part.tail[1] -= 0.02;
    }
    const body = Buffer.from(JSON.stringify(json)),
      padded = Buffer.concat([body, Buffer.alloc(-body.length & 3, 0x20)]),
      head = Buffer.alloc(20);
    [0x46546c67, 2, 20 + padded.length + rest.length, padded.length, 0x4e4f534a].forEach((value, i) =>
      head.writeUInt32LE(value, i * 4),
    );
    const load = async (file) => (await new ours.VRMLoader().parseAsync(file)).userData.vrm;
    const [written, changed, plain] = [
      await load(Buffer.concat([head, padded, rest])),
      await load(bytes),
      await load(bytes),
    ];
    changed.springBoneManager.colliders.forEach(({ shape }, index) => {
      if (!plainOnes[index]) return;
      shape.radius += 0.03;
      shape.offset.z += 0.01;
      if (shape.tail) shape.tail.y -= 0.02;
    });
    const clone = changed.clone(),
      all = [written, changed, plain, clone];
    for (let frame = 0; frame < 60; frame++)
      for (const vrm of all) {
        drive(vrm, frame / 60);
        vrm.update(1 / 60);
      }
    nearTo(results(changed), results(written), 2e-3, 'changed');
    nearTo(results(clone), results(written), 2e-3, 'its clone');
    assert.throws(() => nearTo(results(plain), results(written), 2e-3, 'plain'), 'the change is seen');
    const [collider] = changed.springBoneManager.colliders,
      { radius } = collider.shape;
    collider.shape.radius = NaN;
    assert.throws(() => changed.update(1 / 60), { name: 'TypeError', message: /shape\.radius/ });
    collider.shape.radius = radius;
    changed.update(1 / 60);
    assert.equal(clone.springBoneManager.colliders[0].shape.radius, radius, 'a clone has the shapes of its rig');
    for (const vrm of all) vrm.dispose();
  },
);

test('an avatar without springs has their manager, as 0.x avatars have it in three-vrm', { skip }, async () => {
  const vrm = await open('0.x --chains 0'),
    { springBoneManager: manager } = vrm;
  assert.deepEqual([manager.joints.size, manager.colliders.length, manager.colliderGroups.length], [0, 0, 0]);
  manager.reset();
  manager.setInitState();
  vrm.update(1 / 60);
  manager.update(1 / 60);
  vrm.humanoid.getNormalizedBoneNode('head').rotation.y = 1;
  vrm.humanoid.update();
  assert.ok(vrm.humanoid.getRawBoneNode('head').quaternion.y !== 0);
  const clone = vrm.clone();
  clone.update(1 / 60);
  for (const each of [vrm, clone]) each.dispose();
});

test('a collider that is turned inside out says that it keeps its kind', { skip }, async () => {
  const vrm = await open('hero'),
    sphere = vrm.springBoneManager.colliders.find(({ shape }) => shape.type === 'sphere' && !shape.inside);
  sphere.shape.inside = true;
  assert.throws(() => vrm.update(1 / 60), { name: 'RangeError', message: /a collider keeps its kind/ });
  sphere.shape.inside = false;
  vrm.update(1 / 60);
  vrm.dispose();
});

// ---- What the loader gives ----

test('parts are in gltf.userData by the names of three-vrm', { skip }, async () => {
  for (const gltf of [await byPlugin('hero'), await new ours.VRMLoader().parseAsync(sceneBytes('hero'))]) {
    const { vrm, vrmMeta, vrmHumanoid, vrmLookAt, vrmExpressionManager, vrmFirstPerson, vrmSpringBoneManager } =
      gltf.userData;
    assert.deepEqual(
      [vrmMeta, vrmHumanoid, vrmLookAt, vrmExpressionManager, vrmFirstPerson, vrmSpringBoneManager],
      [vrm.meta, vrm.humanoid, vrm.lookAt, vrm.expressionManager, vrm.firstPerson, vrm.springBoneManager],
    );
    vrm.dispose();
  }
  const { vrmCore } = (await parse(buffer(sceneBytes('hero')), (parser) => new ours.VRMCoreLoaderPlugin(parser)))
    .userData;
  assert.ok(vrmCore instanceof ours.VRMCore);
  vrmCore.dispose();
});

test('the plugin of meta refuses what the page does not accept, and leaves nothing behind', { skip }, async () => {
  const withMeta = (kind, options) =>
    parse(
      buffer(sceneBytes(kind)),
      (parser) => new ours.VRMLoaderPlugin(parser, { metaPlugin: new ours.VRMMetaLoaderPlugin(parser, options) }),
    );
  await assert.rejects(withMeta('0.x', { acceptV0Meta: false }), { name: 'VrmError', code: 'unsupported' });
  await assert.rejects(withMeta('1.0', { acceptLicenseUrls: ['https://example.com/'] }), {
    name: 'VrmError',
    message: /acceptLicenseUrls/,
  });
  (await withMeta('1.0', { needThumbnailImage: true })).userData.vrm.dispose(); // no pictures in Node
});

test('helpers draw lines for bones, gaze, springs, colliders and constraints', { skip }, async () => {
  const helperRoot = new THREE.Group(),
    vrm = await open('hero', { helperRoot });
  const [helper] = helperRoot.children;
  assert.ok(helper instanceof ours.VRMDebugHelper);
  helperRoot.position.set(1, 2, 3);
  vrm.update(1 / 60);
  helperRoot.updateMatrixWorld(true);
  const kinds = new Set(helper.children.map(({ constructor }) => constructor.name));
  for (const name of [
    'VRMHumanoidHelper',
    'VRMLookAtHelper',
    'VRMSpringBoneJointHelper',
    'VRMSpringBoneColliderHelper',
  ])
    assert.ok(kinds.has(name), name);
  for (const { constructor, geometry } of helper.children) {
    const { position } = geometry.attributes;
    assert.ok(
      position.count >= 2 && position.count % 2 === 0 && position.array.every(Number.isFinite),
      constructor.name,
    );
  }
  const bones = helper.children.find(({ constructor }) => constructor === ours.VRMHumanoidHelper),
    head = vrm.humanoid.getRawBoneNode('head').getWorldPosition(new THREE.Vector3());
  const at = (i) =>
    new THREE.Vector3().fromBufferAttribute(bones.geometry.attributes.position, i).applyMatrix4(bones.matrixWorld);
  assert.ok(
    Array.from({ length: bones.geometry.attributes.position.count }, (_, i) => at(i)).some(
      (point) => point.distanceTo(head) < 1e-5,
    ),
    'the head has its place in the world',
  );
  helper.dispose();
  vrm.dispose();
});
