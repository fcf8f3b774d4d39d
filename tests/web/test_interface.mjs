// SPDX-License-Identifier: MIT
// Wrong arguments, the end of objects, and objects that nobody ended.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { load, packageFolder, sceneBytes, scenePath, scratch } from './support.mjs';

const libvrm = await load();
const { Avatar, Clip, Model, Player, Rig, Sim, VrmError, init, validate } = libvrm;

test('nothing works before the module is started, and says so', () => {
  assert.throws(() => new Sim(), /await init\(\) or Model.load\(\) first/);
  assert.throws(() => libvrm.restPose(), /not started/);
  assert.equal(libvrm.version(), '');
});

test('starting twice is starting once', async () => {
  assert.equal(await init(), undefined);
  await init({ maximumMemory: 1 });
  assert.match(libvrm.version(), /^\d+\.\d+\.\d+(-dev)?$/);
  assert.equal(libvrm.boneNames.length, 55);
  assert.equal(libvrm.boneParent('head'), 'neck');
  assert.equal(libvrm.boneParent('hips'), null);
  assert.equal(libvrm.isBoneRequired('jaw'), false);
});

const model = await Model.load(sceneBytes('hero'));
const rig = new Rig(model);
const sim = new Sim();
const avatar = sim.add(rig);
const clipModel = await Model.load(sceneBytes('hero-clip'));
const clip = new Clip(clipModel);

const refusals = [
  ['bytes', () => Model.load('text')],
  ['bytes', () => Model.load(null)],
  ['bytes', () => validate([1, 2, 3])],
  ['options', () => Model.load(new Uint8Array(1), 7)],
  ['options.isStrict', () => Model.load(new Uint8Array(1), { isStrict: 1 })],
  ['options.limits.jsonDepth', () => Model.load(new Uint8Array(1), { limits: { jsonDepth: 'deep' } })],
  ['options.files', () => Model.load(new Uint8Array(1), { files: 'a' })],
  ['options.maxFindings', () => Model.load(new Uint8Array(1), { maxFindings: 0.5 })],
  ['options.maxFindings', () => validate(new Uint8Array(1), { maxFindings: '5' })],
  ['options.files["a"]', () => Model.load(new Uint8Array(1), { files: { a: 'text' } })],
  ['model', () => new Rig({})],
  ['options.overrideDampsEyeBones', () => new Rig(model, { overrideDampsEyeBones: 'yes' })],
  ['options.springRate', () => new Sim({ springRate: NaN })],
  ['options.outputs', () => new Sim({ outputs: 'locals' })],
  ['options.outputs[0]', () => new Sim({ outputs: ['colours'] })],
  ['rig', () => sim.add(model)],
  ['seconds', () => sim.step('1')],
  ['seconds', () => sim.step(Infinity)],
  ['translation', () => avatar.setRoot(1)],
  ['translation', () => avatar.setRoot([1, 2])],
  ['translation[1]', () => avatar.setRoot([1, NaN, 2])],
  ['translation[0]', () => avatar.setRoot([1e300, 0, 0])],
  ['rotation', () => avatar.setBone('head', [0, 0, 1])],
  ['bone', () => avatar.setBone('tail', [0, 0, 0, 1])],
  ['node', () => avatar.setRotation(1.5, [0, 0, 0, 1])],
  ['pose', () => avatar.setPose(new Float32Array(3))],
  ['weight', () => avatar.setExpression('happy', '1')],
  ['expression', () => avatar.setExpression({}, 1)],
  ['view', () => avatar.setView('secondPerson')],
  ['parts[1]', () => avatar.setParts(['springs', 'wind'])],
  ['players', () => avatar.play({})],
  ['players[0]', () => avatar.play([clip])],
  ['settings.stiffness', () => avatar.setJointSettings(0, { gravityDir: [0, -1, 0] })],
  ['isPaused', () => avatar.pauseSprings(1)],
  ['clip', () => new Player(model)],
  ['options.loops', () => new Player(clip, { loops: 1 })],
  ['change', () => model.edit({})],
  ['options.to', () => model.migrate({ to: '2.0' })],
  ['options', () => model.optimize(7)],
  ['options.dropsUnboundMorphs', () => model.optimize({ dropsUnboundMorphs: 'yes' })],
  ['options.storesDense', () => model.optimize({ storesDense: null })],
  ['options.maxSpringJoints', () => model.optimize({ maxSpringJoints: 1.5 })],
  ['options.maxTriangles', () => model.optimize({ maxTriangles: '9' })],
  ['options.allowErrors', () => model.save({ allowErrors: 1 })],
  ['accessor', () => model.readFloats('0')],
  ['index', () => model.image('first')],
  ['bytes', () => Clip.fromCapture(7)],
  ['locals', () => clip.sampleNodes(0, [1])],
];

for (const [name, call] of refusals)
  test(`a wrong ${name} is a TypeError that names it`, async () => {
    await assert.rejects(
      async () => call(),
      (error) => {
        assert.equal(error.constructor, TypeError, String(error));
        assert.ok(error.message.startsWith(name), error.message);
        return true;
      },
    );
  });

const outOfRange = [
  ['node', () => avatar.setRotation(10000, [0, 0, 0, 1])],
  ['node', () => avatar.visibility(-1)],
  ['morph', () => avatar.setMorph(10000, 1)],
  ['joint', () => avatar.setJointSettings(10000, {})],
  ['skin', () => rig.inverseBinds(99)],
  ['accessor', () => model.readFloats(99999)],
  ['accessor', () => model.readFloats(2 ** 32)],
  ['index', () => model.image(2 ** 32)],
  ['node', () => model.firstPersonIndices(2 ** 32, 0)],
  ['options.animation', () => new Clip(clipModel, { animation: 1 })],
  ['rotation', () => avatar.setBone('head', [0, 0, 0, 0])],
  ['players', () => avatar.play(Array(17).fill(new Player(clip)))],
];

for (const [name, call] of outOfRange)
  test(`a ${name} out of range is a RangeError that names it`, () => {
    assert.throws(call, (error) => error instanceof RangeError && error.message.startsWith(name));
  });

test('an object of another copy of the package is no object of this one, and the error says so', async () => {
  const folder = join(scratch(), 'libvrm');
  cpSync(packageFolder, folder, { recursive: true });
  const other = await import(pathToFileURL(join(folder, 'index.js'))),
    theirs = await other.Model.load(sceneBytes('1.0'));
  assert.throws(
    () => new Rig(theirs),
    /^TypeError: model must be a Model, not the Model of another copy of this package$/,
  );
  theirs.dispose();
});

test('outputs are taken as arguments also where memory grows for them', async () => {
  const { release, take } = await load('engine/module.js');
  const blocks = [];
  sim.step(1 / 60);
  let size = libvrm.memorySize(),
    growths = 0;
  while (growths < 6) {
    // some of these happen for the copy of the argument
    rig.readPose(avatar.locals);
    avatar.setMorphs(avatar.morphs);
    blocks.push(take(1000 + 37 * (blocks.length % 100), 'test'));
    growths += libvrm.memorySize() !== size;
    size = libvrm.memorySize();
  }
  for (const block of blocks) release(block);
});

test('objects are not made by hand', () => {
  assert.throws(() => new Model(), TypeError);
  assert.throws(() => new Avatar(), TypeError);
});

test('an error has a code, a report and a sentence', async () => {
  const error = await Model.load(new TextEncoder().encode('{"asset":{}}')).catch((reason) => reason);
  assert.ok(error instanceof VrmError && error instanceof Error);
  assert.equal(error.name, 'VrmError');
  assert.equal(error.code, 'invalid');
  assert.equal(error.report.errors, error.report.findings.filter(({ severity }) => severity === 'error').length);
  assert.ok(error.message.includes(error.report.findings[0].message));
});

test('a file without animation is no clip, and the error says so', async () => {
  await assert.rejects(
    Clip.load(sceneBytes('1.0')),
    (error) => error instanceof VrmError && error.message.includes('CLIP_WITHOUT_ANIMATION'),
  );
});

test('every member of a disposed object throws, and disposing again does nothing', async () => {
  const made = await Model.load(sceneBytes('1.0'));
  const madeRig = new Rig(made),
    madeSim = new Sim();
  const madeAvatar = madeSim.add(madeRig);
  const uses = [
    [made, () => made.info],
    [made, () => made.json],
    [made, () => made.meta],
    [made, () => made.image(0)],
    [made, () => new Rig(made).dispose()],
    [made, () => made.readFloats(0)],
    [madeRig, () => madeRig.nodeCount],
    [madeRig, () => madeRig.rest()],
    [madeRig, () => madeSim.add(madeRig)],
    [madeAvatar, () => madeAvatar.locals],
    [madeAvatar, () => madeAvatar.setExpression('happy', 1)],
    [madeAvatar, () => madeAvatar.setExpression('nobody', 1)],
    [madeAvatar, () => madeAvatar.gaze],
    [madeAvatar, () => madeAvatar.play([])],
    [madeAvatar, () => madeAvatar.root()],
    [madeSim, () => madeSim.step(0)],
    [madeSim, () => madeSim.avatars],
  ];
  for (const [, use] of uses) use();
  for (const owner of new Set(uses.map(([object]) => object))) {
    owner.dispose();
    owner.dispose();
    assert.equal(owner.isDisposed, true);
  }
  for (const [owner, use] of uses) assert.throws(use, /was disposed/, `${owner.constructor.name}: ${use}`);
  await assert.rejects(made.save(), /this Model was disposed/);
  await assert.rejects(made.validate(), /this Model was disposed/);
});

test('a rig that is disposed first lives as long as its avatars need it', async () => {
  const made = await Model.load(sceneBytes('1.0'));
  const madeRig = new Rig(made),
    madeSim = new Sim();
  const madeAvatar = madeSim.add(madeRig);
  madeRig.dispose();
  made.dispose();
  for (let i = 0; i < 5; i++) (await Model.load(sceneBytes('1.0'))).dispose(); // would use its memory
  madeAvatar.setBone('head', [0, 0, 1, 1]);
  madeSim.step(1 / 60);
  assert.ok(madeAvatar.worlds.every(Number.isFinite));
  madeSim.dispose();
  assert.throws(() => madeAvatar.worlds, /was disposed/);
});

test('using disposes, where there is Symbol.dispose', () => {
  const dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
  const made = new Sim();
  made[dispose]();
  assert.ok(made.isDisposed);
});

test('what nobody disposed is freed and reported, unless warnings are off', () => {
  const script = (warnings) => `
    import { readFileSync } from 'node:fs';
    import { Model, init, memorySize } from ${JSON.stringify(pathToFileURL(join(packageFolder, 'index.js')).href)};
    await init({ warnings: ${warnings} });
    const bytes = readFileSync(${JSON.stringify(scenePath('hero'))});
    const sizes = [];
    for (let i = 0; i < 40; i++) {
      await Model.load(bytes);
      await new Promise((resolve) => setTimeout(resolve, 1));
      gc();
      await new Promise((resolve) => setTimeout(resolve, 1));
      sizes.push(memorySize());
    }
    console.log(sizes.at(-1) < 20e6 ? 'freed' : 'lost', sizes.at(-1));`;
  const run = (warnings) =>
    execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', script(warnings)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  assert.match(run(false), /^freed/);
  const output = execFileSync(
    'sh',
    ['-c', '"$0" --expose-gc --input-type=module -e "$1" 2>&1', process.execPath, script(true)],
    { encoding: 'utf8' },
  );
  assert.match(output, /a Model was not disposed; call dispose\(\)/);
});

test('the end', () => {
  for (const owner of [clip, sim, rig, model]) owner.dispose();
});
