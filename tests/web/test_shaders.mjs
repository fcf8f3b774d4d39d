// SPDX-License-Identifier: MIT
// What the build does to the text of shaders (web/build/glsl.mjs). That they draw the same is for test_stage.mjs.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

const { stripped } = await import(pathToFileURL(join(process.env.VRM_SOURCE, 'web/build/glsl.mjs')));

test('comments, indents and empty lines go; every other line stays', () => {
  assert.equal(
    stripped('/* a\n b */\n\n  vec3 f(float x) { /* c */\n    return x / 2.0; // half\n}\n#define A 1 /* one */\n'),
    'vec3 f(float x) {\nreturn x / 2.0;\n}\n#define A 1\n',
  );
});
