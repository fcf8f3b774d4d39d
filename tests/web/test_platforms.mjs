// SPDX-License-Identifier: MIT
// The viewer's table of platforms: the numbers of the command's policies, counted as the command counts.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { platforms } from '../../web/build/platforms.mjs';
import { Items } from '../../web/viewer/core/items.js';
import { measure, refused } from '../../web/viewer/core/statistics.js';
import { allWords } from '../../web/viewer/core/words.js';
import { load, sceneBytes, scenePath, scratch, sourceFolder } from './support.mjs';

const table = platforms().platforms,
  folder = join(sourceFolder, 'policies'),
  notHere = ['height'];

/** The names of all limits, from the message about one that does not exist. */
function limitNames() {
  const path = join(scratch(), 'p.json');
  writeFileSync(path, '{"policy":1,"limits":{"?":1}}');
  const { stderr } = spawnSync(process.env.VRM, ['validate', '--policy', path, scenePath('1.0')], { encoding: 'utf8' });
  return stderr
    .trim()
    .replace(/.* one of /, '')
    .split(', ');
}

/** What the command counts in a file: the findings of a policy that allows nothing. */
function countedByCommand(avatar, names) {
  const path = join(scratch(), 'p.json');
  writeFileSync(path, JSON.stringify({ policy: 1, limits: Object.fromEntries(names.map((name) => [name, 0])) }));
  const { stdout } = spawnSync(process.env.VRM, ['validate', '--json', '--policy', path, avatar], { encoding: 'utf8' });
  const code = (name) =>
    name === 'fileBytes'
      ? 'POLICY_FILE_SIZE'
      : `POLICY_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
  const findings = JSON.parse(stdout).findings;
  const number = (name) =>
    Math.max(
      0,
      ...findings
        .filter((finding) => finding.code === code(name))
        .map(({ message }) => Number(message.match(/ has ([\d.]+) /)[1])),
    );
  return Object.fromEntries(names.map((name) => [name, number(name)]));
}

test('the table has every policy and its numbers, those of no single platform first', () => {
  const ids = readdirSync(folder).map((name) => name.replace('.json', ''));
  assert.deepEqual(
    table.slice(0, 2).map(({ id }) => id),
    ['everywhere', 'web'],
  );
  assert.deepEqual(table.map(({ id }) => id).sort(), ids.sort());
  for (const { id, ...shown } of table) {
    const { policy, ...document } = JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8'));
    assert.equal(policy, 1);
    assert.deepEqual(shown, document, id);
  }
  const listed = execFileSync(process.env.VRM, ['validate', '--policy', 'list', '--json'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const { id, name } of table)
    assert.deepEqual(
      listed.find(({ policy }) => policy === id),
      { policy: id, name },
    );
});

test('every limit has a name in both languages', () => {
  for (const name of limitNames()) assert.equal(allWords()[`stat.${name}`]?.length, 2, name);
});

test('the page counts as the command does', async () => {
  const { Model, Rig } = await load(),
    names = limitNames().filter((name) => !notHere.includes(name));
  for (const kind of [['1.0', '--constraints', '2'], ['0.x'], ['1.0-beta'], ['hero', '--compact'], ['hero-0.x']]) {
    const bytes = sceneBytes(...kind),
      model = await Model.load(bytes),
      rig = new Rig(model);
    const values = measure({ model, size: bytes.length }, new Items(model, rig));
    assert.deepEqual(Object.keys(values).sort(), [...names].sort());
    assert.deepEqual(values, { ...values, ...countedByCommand(scenePath(...kind), names) }, kind.join(' '));
    rig.dispose();
    model.dispose();
  }
});

test('formats, extensions and dialects that a platform does not accept are told', async () => {
  const { Model } = await load(),
    model = await Model.load(sceneBytes('1.0')),
    document = { model };
  const none = { names: [] };
  assert.deepEqual(refused(document, {}), []);
  assert.deepEqual(
    refused(document, { dialects: { names: ['1.0'] }, imageFormats: { names: ['png'] }, refusedExtensions: none }),
    [],
  );
  assert.deepEqual(
    refused(document, {
      dialects: { names: ['0.x'] },
      imageFormats: { names: ['webp'] },
      refusedExtensions: { names: ['VRMC_vrm'] },
    }),
    [
      { demand: 'dialects', has: ['1.0'], accepts: ['0.x'] },
      { demand: 'imageFormats', has: ['png'], accepts: ['webp'] },
      { demand: 'refusedExtensions', has: ['VRMC_vrm'], accepts: [] },
    ],
  );
  model.dispose();
});
