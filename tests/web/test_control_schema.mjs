// SPDX-License-Identifier: MIT
// One protocol at every door: <vrm-avatar> and `vrm live --control` take the messages of
// docs/reference/control.schema.json and no others, refuse them with the same codes, and have the same defaults.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { load, scenePath, sourceFolder } from './support.mjs';

const { defaults, forms, needed, readMessage } = await load('element/agent_messages.js');
const read = (name) => readFileSync(join(sourceFolder, name), 'utf8');
const schema = JSON.parse(read('docs/reference/control.schema.json'));
const messages = schema.$defs.message.oneOf;

/** Members whose default a page does not have; docs/reference/web.md says why. */
const withoutDefault = ['pose.fade'];

// ---- A validator, of the keywords that the schema has ----

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const typeIs = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};
const keywords = {
  description: () => true,
  contentEncoding: () => true,
  type: (types, value) => [types].flat().some((type) => typeIs[type](value)),
  const: (word, value) => value === word,
  enum: (words, value) => words.includes(value),
  anyOf: (nodes, value) => nodes.some((node) => fits(node, value)),
  minimum: (least, value) => typeof value !== 'number' || value >= least,
  maximum: (most, value) => typeof value !== 'number' || value <= most,
  minLength: (least, value) => typeof value !== 'string' || value.length >= least,
  maxLength: (most, value) => typeof value !== 'string' || value.length <= most,
  minItems: (least, value) => !Array.isArray(value) || value.length >= least,
  maxItems: (most, value) => !Array.isArray(value) || value.length <= most,
  items: (node, value) => !Array.isArray(value) || value.every((item) => fits(node, item)),
  prefixItems: (nodes, value) => !Array.isArray(value) || nodes.every((node, i) => fits(node, value[i])),
  maxProperties: (most, value) => !isObject(value) || Object.keys(value).length <= most,
  additionalProperties: (node, value) => !isObject(value) || Object.values(value).every((member) => fits(node, member)),
};
const fits = (node, value) =>
  Object.entries(node).every(([keyword, argument]) => {
    assert.ok(keywords[keyword], `the schema has the keyword ${keyword}, which this test does not know`);
    return keywords[keyword](argument, value);
  });

// ---- Values at and beyond every limit ----

const others = [true, false, 0, -1, 1, 1.5, 2 ** 53, 'nonsense', '', [], {}, [[]], [{}], [null], { a: null }];
const repeat = (count, make) => Array.from({ length: count }, (_, i) => make(i));
const objectOf = (count, value) => Object.fromEntries(repeat(count, (i) => [`name${i}`, value]));

/** Values that the schema has, and their neighbours. */
function candidates(node) {
  const list = [];
  for (const part of node.anyOf ?? []) list.push(...candidates(part));
  for (const limit of [node.minimum, node.maximum])
    if (limit !== undefined) list.push(limit, limit - 1, limit + 1, limit - 1e-3, limit + 1e-3, `${limit}`);
  for (const length of [node.minLength, node.maxLength])
    if (length !== undefined) list.push(...[length - 1, length, length + 1].map((count) => 'a'.repeat(count)));
  for (const word of node.enum ?? []) list.push(word, word.toUpperCase(), `${word} `);
  if (node.type === 'null') list.push(null);
  if ([node.type].flat().includes('array')) {
    const items = node.items?.prefixItems
      ? candidates(node.items.prefixItems[0]).flatMap((first) => [[first, 'aa'], [first], [first, 1], [first, 'aa', 1]])
      : candidates(node.items ?? {});
    const sizes = [node.minItems, node.maxItems].filter((count) => count !== undefined);
    for (const item of items)
      for (const count of [1, ...sizes.flatMap((size) => [size - 1, size, size + 1])])
        list.push(repeat(Math.max(0, count), () => item));
  }
  if (node.maxProperties !== undefined)
    for (const value of candidates(node.additionalProperties))
      for (const count of [0, 1, node.maxProperties, node.maxProperties + 1]) list.push(objectOf(count, value));
  return [...list, ...others];
}

// ---- Messages ----

/** A message with what it needs. */
function least(message) {
  const values = { version: 1, of: 'a', emotion: 'happy', motion: 'wave.vrma', id: 'a' };
  return Object.fromEntries([['type', message.title], ...need(message).map((name) => [name, values[name]])]);
}

/** What a message needs besides its type. */
const need = ({ required }) => required.filter((name) => name !== 'type');

/** The code of the error; null: it is taken. */
function refusal(message) {
  try {
    readMessage(message);
    return null;
  } catch (error) {
    assert.ok(error.code, error.stack);
    return error.code;
  }
}

test('a page has the messages and members of the schema, and no others', () => {
  assert.deepEqual(
    messages.map(({ title }) => title),
    Object.keys(forms),
  );
  for (const { title, properties, additionalProperties } of messages) {
    const own = Object.keys(properties).filter((name) => !['type', 'id', 'vrm'].includes(name));
    assert.deepEqual(own.sort(), Object.keys(forms[title]).sort(), title);
    assert.equal(additionalProperties, false, title);
    assert.equal(properties.type.const, title);
  }
  const types = /export interface AgentMessage \{[^}]*?type: ([^;]*);/.exec(read('web/npm/element.d.ts'))[1];
  assert.deepEqual(
    types.split('|').map((word) => word.trim().slice(1, -1)),
    Object.keys(forms),
    'the types of TypeScript',
  );
});

test('a page takes and refuses the values of the schema, up to its limits', (t) => {
  let count = 0;
  for (const message of messages)
    for (const [name, node] of Object.entries(message.properties)) {
      if (name === 'type') continue;
      assert.ok(
        candidates(node).some((value) => fits(node, value)),
        `no value of ${message.title}.${name}`,
      );
      for (const value of candidates(node)) {
        const code = refusal({ ...least(message), [name]: value });
        const text = JSON.stringify(value);
        assert.equal(code, fits(node, value) ? null : 'value', `${message.title}.${name}: ${text.slice(0, 200)}`);
        count++;
      }
    }
  t.diagnostic(`${count} values`);
});

/** Members whose values must also be bones, visemes, base64, or another point, which the schema does not say. */
const meansMore = ['say.visemes', 'chunk.data', 'play.bones', 'pose.bones', 'camera.eye', 'camera.target'];

test('vrm live takes and refuses the values of the schema, up to its limits', () => {
  const asked = messages.flatMap((message) =>
    Object.entries(message.properties)
      .filter(([name]) => !['type', 'id'].includes(name))
      .flatMap(([name, node]) =>
        candidates(node).map((value) => ({
          place: `${message.title}.${name}`,
          message: { ...least(message), [name]: value },
          isGood: fits(node, value),
        })),
      ),
  );
  const input = asked.map(({ message }, id) => `${JSON.stringify({ ...message, id })}\n`).join('');
  const { stdout, stderr, status } = spawnSync(
    process.env.VRM,
    ['live', scenePath('hero'), '--control', '-', '--no-wait', '--seconds', '600', '-q'],
    { input, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  assert.equal(status, 0, stderr);
  const answers = new Map();
  for (const line of stdout.trim().split('\n')) {
    const { type, id, code } = JSON.parse(line);
    if (['ok', 'error'].includes(type)) answers.set(id, code ?? null);
  }
  assert.equal(answers.size, asked.length, 'an answer for each message');
  for (const [id, { place, message, isGood }] of asked.entries()) {
    const isRefused = answers.get(id) === 'value';
    if (isGood && meansMore.includes(place)) continue;
    assert.equal(isRefused, !isGood, `${place}: ${JSON.stringify(message).slice(0, 200)}: ${answers.get(id)}`);
  }
});

test('tools of an assistant take the members of the schema', () => {
  const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`;
  const { stdout, stderr } = spawnSync(process.env.VRM, ['serve', '--mcp', '--live', 'nowhere'], {
    input,
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  const tools = new Map(JSON.parse(stdout).result.tools.map(({ name, inputSchema }) => [name, inputSchema]));
  for (const { title, properties, required, additionalProperties } of messages) {
    if (title === 'hello') continue; // of a connection
    const { id, ...own } = tools.get(title).properties;
    const { type, vrm, id: idOfMessage, ...wanted } = properties;
    assert.deepEqual(own, wanted, title);
    assert.deepEqual(id.anyOf, idOfMessage.anyOf, title);
    const needs = required.filter((name) => name !== 'id'); // a call of a tool has its answer
    assert.deepEqual(['type', ...tools.get(title).required], needs, title);
    assert.equal(tools.get(title).additionalProperties, additionalProperties, title);
  }
});

test('a page needs the members that the schema requires, and refuses unknown ones', () => {
  for (const message of messages) {
    assert.deepEqual(need(message), needed[message.title] ?? [], message.title);
    assert.equal(refusal(least(message)), null, message.title);
    assert.equal(refusal({ ...least(message), other: 1 }), 'member', message.title);
    for (const name of need(message))
      assert.equal(refusal({ ...least(message), [name]: undefined }), 'missing', `${message.title}.${name}`);
  }
});

test('defaults of a page are those that the schema states', () => {
  const stated = {},
    own = Object.fromEntries(
      Object.entries(defaults).flatMap(([type, members]) =>
        Object.entries(members).map(([name, value]) => [`${type}.${name}`, value]),
      ),
    );
  for (const { title, properties } of messages)
    for (const [name, { description = '' }] of Object.entries(properties)) {
      const [, word] = /\bDefault (true|false|-?\d+(?:\.\d+)?|[a-z]+)(?=[.:])/.exec(description) ?? [];
      if (word === undefined || withoutDefault.includes(`${title}.${name}`)) continue;
      stated[`${title}.${name}`] = /^[-\d]/.test(word) || ['true', 'false'].includes(word) ? JSON.parse(word) : word;
    }
  assert.deepEqual(own, stated);
  for (const [place, value] of Object.entries(own)) {
    const [type, name] = place.split('.');
    assert.ok(forms[type][name].is(value), place);
  }
});
