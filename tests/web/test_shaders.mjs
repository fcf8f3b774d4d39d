// SPDX-License-Identifier: MIT
// What the build does to the text of shaders (web/build/glsl.mjs). That they draw the same is for test_stage.mjs.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

const root = process.env.VRM_SOURCE;
const { bare, expanded, renamed } = await import(pathToFileURL(join(root, 'web/build/glsl.mjs')));

test('comments and white space go, directives keep their lines', () => {
  assert.equal(bare('/* a\n b */\n  vec3 f(float x) { /* c */\n    return x - -1.0 * vec3(0.50, 1e-5, 10.0);\n}\n'),
    'vec3 f(float x){return x- -1.*vec3(.5,1e-5,10.);}\n');
  assert.equal(bare('#define A(x, y) (x + y) /* sum */\nint i;\n#ifdef B\ni++;\n#endif\nj = i + +1 - --i;\n'),
    '#define A(x,y) (x+y)\nint i;\n#ifdef B\ni++;\n#endif\nj=i+ +1- --i;\n');
});

test('macros that always stand for the same are replaced by it', () => {
  assert.deepEqual(expanded([
    '#define A u_a[0].x\n#define B -1.\n#define F(x) (x)\nint i;\n#ifdef C\n#define D 1\n#else\n#define D 2\n#endif\n#define E 3\n',
    'float f(){return A-B+F(D);}\n#if E > 2\nint j=E;\n#endif\n#undef G\n']), [
    '#define F(x) (x)\nint i;\n#ifdef C\n#define D 1\n#else\n#define D 2\n#endif\n#define E 3\n',
    'float f(){return u_a[0].x- -1.+F(D);}\n#if E > 2\nint j=E;\n#endif\n#undef G\n']);
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

test('local names are the first letters in each function, and none is that of anything it uses', () => {
  assert.deepEqual(renamed(['#define TWICE(value) (value+value)\nfloat total;float first(float one,vec2 two){total+=one;return TWICE(one)*two.x;}' +
    'float second(float only){if(only>0.){float half_of=only*.5;return first(half_of,vec2(only));}return total;}\n']),
  ['#define o(a) (a+a)\nfloat n;float p(float a,vec2 b){n+=a;return o(a)*b.x;}' +
    'float q(float a){if(a>0.){float b=a*.5;return p(b,vec2(a));}return n;}\n']);
});

/** Tokens with the number of the function that they are in, parameters included; -1 outside. */
function tokensOf(text) {
  const tokens = [...text.matchAll(/\n|[A-Za-z_]\w*|[\d.]+(?:e-?\d+)?|[^\s]/g)].map(([token]) => ({ token, scope: -1 }));
  let scope = 0;
  for (let i = 0; i < tokens.length; i++) {
    const isMacro = tokens[i].token === 'define' && tokens[i + 2].token === '(';
    const isFunction = tokens[i].token === '(' && tokens[tokens.findIndex(({ token }, k) => k > i && token === ')') + 1]?.token === '{';
    if (!isMacro && !isFunction) continue;
    for (let depth = 0, k = isMacro ? i + 2 : i; ; k++) {
      tokens[k].scope = scope;
      depth += { '{': 1, '}': -1 }[tokens[k].token] ?? 0;
      i = k;
      if (isMacro ? tokens[k].token === '\n' : tokens[k].token === '}' && depth === 0) break;
    }
    scope++;
  }
  return tokens;
}

test('the shaders of the renderer keep their meaning but for names', () => {
  const folder = join(root, 'render/shaders');
  const texts = expanded(readdirSync(folder).map((file) => bare(readFileSync(join(folder, file), 'utf8'))));
  const short = renamed(texts), lists = texts.map(tokensOf);
  const isGlobal = new Set(lists.flat().filter(({ scope }) => scope < 0).map(({ token }) => token));
  const everywhere = [new Map(), new Map()];
  for (const [i, ours] of lists.entries()) {
    const theirs = tokensOf(short[i]), inScopes = new Map();
    assert.equal(ours.length, theirs.length);
    for (const [k, { token, scope }] of ours.entries()) {
      assert.equal(theirs[k].scope, scope);
      // Components of vectors and names are told apart by the point before them.
      const isBehindPoint = ours[k - 1]?.token === '.';
      const key = (isBehindPoint ? '.' : '') + token, other = (isBehindPoint ? '.' : '') + theirs[k].token;
      if (!inScopes.has(scope)) inScopes.set(scope, [new Map(), new Map()]);
      for (const [there, back] of isGlobal.has(token) ? [everywhere, inScopes.get(scope)] : [inScopes.get(scope)]) {
        assert.equal(there.get(key) ?? other, other, `${token} has two names`);
        assert.equal(back.get(other) ?? key, key, `${other} stands for two names`);
        there.set(key, other);
        back.set(other, key);
      }
      if (/^(u|gl)_|^\W|^\d/.test(token)) assert.equal(theirs[k].token, token);
    }
  }
  assert.ok(short.join('').length < texts.join('').length * 0.8);
});
