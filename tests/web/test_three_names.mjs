// SPDX-License-Identifier: MIT
// Names of three-vrm and three-vrm-animation beside those of libvrm/three: each is there, or has a line in docs/reference/web.md.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { load, sceneBytes, sourceFolder } from './support.mjs';

globalThis.self ??= globalThis;
const theirs = await Promise.all([import('@pixiv/three-vrm'), import('@pixiv/three-vrm-animation')])
  .then((all) => Object.assign({}, ...all))
  .catch(() => null);
const skip = theirs ? false : 'three-vrm is not installed (tools/deps.sh check)';
const ours = skip ? null : await load('three.js');
const { boneNames, boneParent, expressionPresets, init, isBoneRequired } = await load();

test('each name that three-vrm exports is exported, or docs/reference/web.md says why not', { skip }, () => {
  const docs = readFileSync(join(sourceFolder, 'docs/reference/web.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const isExplained = (name) => docs.some((line) => line.includes(`\`${name}\``) && / missing/.test(line));
  const absent = Object.keys(theirs).filter((name) => !(name in ours));
  assert.deepEqual(
    absent.filter((name) => !isExplained(name)),
    [],
    'neither exported nor explained',
  );
  assert.ok(absent.length <= 7, `${absent.length} are absent: ${absent}`);
});

test('constants have the values of three-vrm, and cannot be changed', { skip }, () => {
  const constants = Object.entries(theirs).filter(([, value]) => typeof value === 'object');
  assert.ok(constants.length >= 11);
  for (const [name, value] of constants) {
    assert.deepEqual(ours[name], value, name);
    assert.ok(Object.isFrozen(ours[name]), name);
  }
});

test('constants have the values of the library', { skip }, async () => {
  await init();
  assert.deepEqual([...ours.VRMHumanBoneList].sort(), [...boneNames].sort());
  for (const bone of boneNames) {
    assert.equal(ours.VRMHumanBoneParentMap[bone], boneParent(bone), bone);
    assert.equal(Object.values(ours.VRMRequiredHumanBoneName).includes(bone), isBoneRequired(bone), bone);
  }
  assert.deepEqual(Object.values(ours.VRMExpressionPresetName).sort(), [...expressionPresets].sort());
});

test('objects have the members of three-vrm that a page may use', { skip }, async () => {
  const { vrm } = (await new ours.VRMLoader().parseAsync(sceneBytes('hero'))).userData;
  const [joint] = vrm.springBoneManager.joints,
    [collider] = vrm.springBoneManager.colliders;
  const instances = {
    VRM: vrm,
    VRMCore: vrm,
    VRMHumanoid: vrm.humanoid,
    VRMExpressionManager: vrm.expressionManager,
    VRMExpression: vrm.expressionManager.expressions[0],
    VRMLookAt: vrm.lookAt,
    VRMFirstPerson: vrm.firstPerson,
    VRMSpringBoneManager: vrm.springBoneManager,
    VRMSpringBoneJoint: joint,
    VRMSpringBoneCollider: collider,
    MToonMaterial: vrm.materials.find(({ isMToonMaterial }) => isMToonMaterial),
    VRMLoaderPlugin: new ours.VRMLoaderPlugin({}),
    VRMMetaLoaderPlugin: new ours.VRMMetaLoaderPlugin({}),
    VRMLookAtBoneApplier: vrm.lookAt.applier,
  };
  // docs/reference/web.md: what cannot be made or changed after loading.
  const missing = {
    MToonMaterial: [
      'uvAnimationRotationPhase',
      'uvAnimationScrollXOffset',
      'uvAnimationScrollYOffset',
      'v0CompatShade',
    ],
    VRMExpressionManager: ['clone', 'copy'],
    VRMFirstPerson: ['clone', 'copy'],
    VRMHumanoid: ['clone', 'copy'],
    VRMSpringBoneJoint: ['dependencies', 'reset', 'setInitState', 'update'],
    VRMSpringBoneManager: ['addJoint', 'addSpringBone', 'deleteJoint', 'deleteSpringBone'],
  };
  for (const [name, object] of Object.entries(instances)) {
    const members = Object.getOwnPropertyNames(theirs[name].prototype).filter((member) => !member.startsWith('_'));
    assert.deepEqual(members.filter((member) => !(member in object)).sort(), missing[name] ?? [], name);
  }
  vrm.dispose();
});
