// SPDX-License-Identifier: MIT
// Proposals of the npm package: springs for an avatar, and an avatar of a figure. What they write equals what
// `vrm springs --propose` and `vrm create` write.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { chair, figureOf } from './figures.mjs';
import { load, sceneBytes, scratch } from './support.mjs';

const { AvatarProposal, Model, SpringProposal, VrmError, validate } = await load();
const folder = scratch();

/** What a command of ours writes for a file. */
function written(bytes, ...args) {
  const from = join(folder, 'in.vrm'),
    to = join(folder, 'out.vrm');
  writeFileSync(from, bytes);
  execFileSync(process.env.VRM, [args[0], from, ...args.slice(1), '-q', '-o', to, '--force'], { stdio: 'pipe' });
  return readFileSync(to);
}

async function withModel(bytes, use) {
  const model = await Model.load(bytes);
  try {
    return await use(model);
  } finally {
    model.dispose();
  }
}

/** The bytes of a file with the springs that `choose` takes. */
const sprung = (bytes, options, choose = () => {}) =>
  withModel(bytes, async (model) => {
    const proposal = await SpringProposal.create(model, options);
    choose(proposal);
    proposal.apply();
    proposal.dispose();
    return Buffer.from(await model.save());
  });

//
test('springs are those of vrm springs --propose, byte for byte, with and without choices', async () => {
  for (const kind of ['1.0', 'hero']) {
    const bytes = sceneBytes(kind);
    assert.ok((await sprung(bytes)).equals(written(bytes, 'springs', '--propose')), kind);
    assert.ok(
      (await sprung(bytes, { replaces: true })).equals(written(bytes, 'springs', '--propose', '--replace')),
      `${kind}, replaced`,
    );
    const chosen = await sprung(bytes, { replaces: true, hasColliders: false }, (proposal) => {
      for (const [i, { kind: what }] of proposal.chains.entries())
        if (what === 'hair') proposal.set(i, { isTaken: false });
        else proposal.set(i, { kind: 'tail', feel: 'heavy' });
    });
    const same = ['--without', 'hair', '--feel', 'heavy', '--kind', 'skirt=tail', '--no-colliders'];
    const others = ['ear', 'sleeve', 'ribbon', 'breast', 'accessory'].flatMap((name) => ['--kind', `${name}=tail`]);
    assert.ok(
      chosen.equals(written(bytes, 'springs', '--propose', '--replace', ...same, ...others)),
      `${kind}, chosen`,
    );
  }
});

//
test('a proposal lists chains and the colliders that they can reach', () =>
  withModel(sceneBytes('1.0'), async (model) => {
    const proposal = await SpringProposal.create(model, { replaces: true });
    assert.equal(proposal.chains.length, 7);
    const [first] = proposal.chains;
    assert.deepEqual(
      { ...first, nodes: first.nodes.length },
      {
        name: 'Hair1_1',
        kind: 'hair',
        feel: 'normal',
        isTaken: true,
        isNamed: true,
        bone: 'head',
        nodes: 4,
        addsTail: true,
      },
    );
    assert.deepEqual(proposal.feels, ['normal', 'light', 'heavy', 'stiff']);
    assert.ok(proposal.kinds.includes('skirt'));
    const { springCount, jointCount, colliders } = proposal.result;
    assert.equal(springCount, 7);
    assert.ok(jointCount > 7 && colliders.length === 11);
    for (const { radius, offset } of colliders) assert.ok(radius > 0 && offset.length === 3);
    for (let i = 0; i < 7; i++) proposal.set(i, { isTaken: false });
    assert.deepEqual(proposal.result, { springCount: 0, jointCount: 0, colliders: [] });
    proposal.dispose();
  }));

test('a proposal of a model that changed says so, and writes nothing', () =>
  withModel(sceneBytes('1.0'), async (model) => {
    const proposal = await SpringProposal.create(model);
    await model.edit((edit) => edit.setMeta({ name: 'other' }));
    assert.equal(proposal.chains.length, 1);
    for (const use of [() => proposal.result, () => proposal.apply(), () => proposal.set(0, { isTaken: false })])
      assert.throws(use, /the model has changed/);
    proposal.dispose();
    assert.throws(() => proposal.chains, /disposed/);
  }));

test('a model may be disposed before its proposal', async () => {
  const model = await Model.load(sceneBytes('1.0')),
    proposal = await SpringProposal.create(model);
  model.dispose();
  assert.equal(proposal.chains.length, 1);
  assert.throws(() => proposal.result, /disposed/);
  proposal.dispose();
});

test('wrong arguments of proposals are named', () =>
  withModel(sceneBytes('1.0'), async (model) => {
    const proposal = await SpringProposal.create(model, { replaces: true });
    const refusals = [
      [/^model must be a Model/, () => SpringProposal.create({})],
      [/^options.replaces/, () => SpringProposal.create(model, { replaces: 1 })],
      [/^options.center/, () => SpringProposal.create(model, { center: 'hips' })],
      [/^choice.kind must be one of hair/, () => proposal.set(0, { kind: 'horn' })],
      [/^choice.isTaken/, () => proposal.set(0, { isTaken: 1 })],
      [/^index/, () => proposal.set(7, {})],
      [/^model must be a Model/, () => AvatarProposal.create(null)],
      [/^options.bones must be one of hips/, () => AvatarProposal.create(model, { bones: { tail: 1 } })],
      [/^options.bones.head/, () => AvatarProposal.create(model, { bones: { head: 'Head' } })],
      [/^options.metres/, () => AvatarProposal.create(model, { metres: -1 })],
      [/is made by/, () => new SpringProposal()],
    ];
    for (const [message, call] of refusals)
      await assert.rejects(
        async () => call(),
        (error) => message.test(error.message),
      );
    await assert.rejects(SpringProposal.create(model, { center: 99999 }), (error) => error.code === 'argument');
    assert.equal(proposal.chains[0].isTaken, true);
    proposal.dispose();
  }));

test('springs are proposed for avatars only, and written to 1.0 only', async () => {
  await withModel(chair, (model) =>
    assert.rejects(SpringProposal.create(model), (error) => error instanceof VrmError && error.code === 'invalid'),
  );
  await withModel(sceneBytes('0.x'), async (model) => {
    const proposal = await SpringProposal.create(model, { replaces: true });
    assert.ok(proposal.chains.length > 0);
    assert.throws(() => proposal.apply(), VrmError);
    proposal.dispose();
  });
});

/** The bytes of the avatar that becomes of a figure. */
const created = (bytes, options, meta) =>
  withModel(bytes, async (model) => {
    const proposal = await AvatarProposal.create(model, options);
    proposal.apply(meta);
    proposal.dispose();
    return Buffer.from(await model.save());
  });

//
test('an avatar is that of vrm create, byte for byte, with and without choices', async () => {
  for (const kind of ['1.0', 'hero']) {
    const figure = figureOf(sceneBytes(kind)),
      create = (...args) => written(figure, 'create', '--compact', ...args);
    assert.ok((await created(figure)).equals(create()), kind);
    const meta = { name: 'Nova', authors: ['Ada', 'Åsa'], otherLicenseUrl: 'https://example.org/terms' };
    assert.ok(
      (await created(figure, { keepsPose: true, metres: 0.5 }, meta)).equals(
        create(
          ...['--keep-pose', '--metres', '0.5', '--title', 'Nova', '--author', 'Ada', '--author', 'Åsa'],
          ...['--licence', 'https://example.org/terms'],
        ),
      ),
      `${kind}, chosen`,
    );
    assert.ok((await created(figure, { ignoresNames: true })).equals(create('--by-shape')), `${kind}, by shape`);
    assert.ok(
      (await created(figure, { bones: { jaw: null } })).equals(create('--bone', 'jaw=none')),
      `${kind}, no jaw`,
    );
    assert.ok(
      (await created(figure, { boneTurns: { leftUpperArm: [3.5, -10, 20.25], head: [0, 5, 0] } })).equals(
        create('--turn', 'leftUpperArm=3.5,-10,20.25', '--turn', 'head=0,5,0'),
      ),
      `${kind}, turned`,
    );
    assert.ok((await created(figure, { makesMtoon: true })).equals(create('--mtoon')), `${kind}, toon`);
    const { errors, dialect } = await validate(await created(figure));
    assert.deepEqual([errors, dialect], [0, '1.0']);
  }
});

//
test('a proposal says how each bone was found and what will be done', () =>
  withModel(figureOf(sceneBytes('hero')), async (model) => {
    const proposal = await AvatarProposal.create(model),
      { bones, facts } = proposal;
    assert.deepEqual([bones.hips.by, bones.hips.confidence > 0.5, facts.isPossible], ['name', true, true]);
    assert.deepEqual(facts.missing, []);
    assert.ok(facts.height > 1 && facts.height < 2.5 && facts.metres === 1);
    const other = await AvatarProposal.create(model, { bones: { head: bones.head.node } });
    assert.deepEqual(other.bones.head, { ...bones.head, by: 'choice', confidence: 1 });
    const turned = await AvatarProposal.create(model, { boneTurns: { head: [0, 5, 0] } }),
      posed = turned.nodes.find(({ node }) => node === bones.head.node);
    assert.ok(Math.abs(Math.hypot(...posed.rotation) - 1) < 1e-5);
    assert.deepEqual(turned.bones.head.rest, bones.head.rest);
    for (const one of [proposal, other, turned]) one.dispose();
    await assert.rejects(
      AvatarProposal.create(model, { bones: { head: 1, neck: 1 } }),
      (error) => error.code === 'argument',
    );
    await assert.rejects(
      AvatarProposal.create(model, { bones: { head: 99999 } }),
      (error) => error.code === 'argument',
    );
    for (const boneTurns of [{ snout: [0, 0, 1] }, { head: [0, 0] }, { head: [0, 0, NaN] }, { head: 5 }])
      await assert.rejects(AvatarProposal.create(model, { boneTurns }), TypeError);
  }));

//
test('what is no figure, or an avatar already, is refused with the reason', async () => {
  for (const [bytes, code] of [
    [chair, 'CREATE_NO_FIGURE'],
    [sceneBytes('hero'), 'CREATE_ALREADY'],
  ])
    await withModel(bytes, async (model) => {
      const proposal = await AvatarProposal.create(model),
        before = await model.save({ allowErrors: true });
      assert.equal(proposal.facts.isPossible, false);
      assert.ok(proposal.report.findings.some((finding) => finding.code === code && finding.message.length > 20));
      assert.throws(
        () => proposal.apply(),
        (error) => error.code === 'invalid' && error.message.includes(code),
      );
      assert.deepEqual(await model.save({ allowErrors: true }), before);
      proposal.dispose();
    });
});
