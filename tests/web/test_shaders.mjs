// SPDX-License-Identifier: MIT
// What the build does to the text of shaders (web/build/glsl.mjs). That they draw the same is for test_stage.mjs.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

const root = process.env.VRM_SOURCE;
const { bare, renamed } = await import(pathToFileURL(join(root, 'web/build/glsl.mjs')));

test('comments and white space go, directives keep their lines', () => {
  assert.equal(bare('/* a\n b */\n  vec3 f(float x) { /* c */\n    return x - -1.0 * vec3(0.50, 1e-5, 10.0);\n}\n'),
    'vec3 f(float x){return x- -1.*vec3(.5,1e-5,10.);}\n');
  assert.equal(bare('#define A(x, y) (x + y) /* sum */\nint i;\n#ifdef B\ni++;\n#endif\nj = i + +1 - --i;\n'),
    '#define A(x,y) (x+y)\nint i;\n#ifdef B\ni++;\n#endif\nj=i+ +1- --i;\n');
});

test('names of the shaders get short, those of programs stay', () => {
  const [first, second] = renamed([
    '#define SLOT 3\n#define CHANNEL r\nuniform sampler2D u_base;vec4 texel(vec2 uv){return texture(u_base,uv)*1e-5;}\n',
    '#ifdef FEATURE\nout vec4 o;void main(){vec4 r_a=texel(vec2(SLOT));o=vec4(r_a.CHANNEL,r_a.gba);gl_Position=o;}\n#endif\n']);
  const define = /#define (\w+) 3\n#define (\w+) r\n/.exec(first);
  assert.match(first, /uniform sampler2D u_base;vec4 (\w)\(vec2 (\w)\)\{return texture\(u_base,\2\)\*1e-5;\}/);
  assert.match(second, new RegExp(`^#ifdef FEATURE\nout vec4 (\\w);void main\\(\\)\\{vec4 (\\w)=\\w\\(vec2\\(${define[1]}\\)\\);\\1=vec4\\(\\2\\.${define[2]},\\2\\.gba\\);gl_Position=\\1;\\}\n#endif\n$`));
  assert.ok(!/texel|SLOT|CHANNEL|r_a/.test(first + second));
});

test('the shaders of the renderer keep their meaning but for names', () => {
  const folder = join(root, 'render/shaders');
  const texts = readdirSync(folder).map((file) => bare(readFileSync(join(folder, file), 'utf8')));
  const short = renamed(texts);
  const tokens = (text) => text.match(/[A-Za-z_]\w*|[\d.]+(?:e-?\d+)?|\S/g);
  const there = new Map(), back = new Map();
  for (const [i, text] of texts.entries()) {
    const ours = tokens(text), theirs = tokens(short[i]);
    assert.equal(ours.length, theirs.length);
    for (const [k, token] of ours.entries()) {
      // Components of vectors and names are told apart by the point before them.
      const key = (ours[k - 1] === '.' ? '.' : '') + token, other = (theirs[k - 1] === '.' ? '.' : '') + theirs[k];
      assert.equal(there.get(key) ?? other, other, `${token} has two names`);
      assert.equal(back.get(other) ?? key, key, `${other} stands for two names`);
      there.set(key, other);
      back.set(other, key);
      if (/^(u|gl)_|^\W|^\d/.test(token)) assert.equal(theirs[k], token);
    }
  }
  assert.ok(short.join('').length < texts.join('').length * 0.75);
});
