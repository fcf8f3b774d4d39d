// SPDX-License-Identifier: MIT
// GLSL ES 3.00 in fewer bytes: without comments and needless white space, and with short names.

const TOKEN = /[A-Za-z_]\w*|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?u?|\+\+|--|<<|>>|&&|\|\||[-+*/<>=!]=|\S/g;
const WORD = /(?<!\w)[A-Za-z_]\w*/g; // not the exponent of a number

/** Words of the language that the shaders use. A name that is missing here would be renamed, and the shader not compile. */
const LANGUAGE = new Set(`main precision highp layout location in out inout const uniform return discard if else for while do break continue
  void bool int uint float true false vec2 vec3 vec4 ivec2 ivec3 ivec4 uvec2 uvec3 uvec4 bvec2 bvec3 bvec4 mat2 mat3 mat4 mat3x4 mat4x3 sampler2D
  texture textureLod texelFetch textureSize abs sign floor fract mod min max clamp mix step smoothstep sqrt inversesqrt pow exp exp2 log log2
  sin cos tan asin acos atan length distance dot cross normalize reflect transpose determinant inverse any all not lessThan lessThanEqual
  greaterThan greaterThanEqual equal notEqual dFdx dFdy fwidth isnan isinf floatBitsToInt floatBitsToUint intBitsToFloat uintBitsToFloat
  define ifdef ifndef if elif else endif undef defined`.split(/\s+/));

const shortNumber = (token) => (/^\d*\.\d+$/.test(token) ? token.replace(/0+$/, '').replace(/^0(?=\.\d)/, '') : token);

/** Code on one line; a space stays where two tokens would become one. */
function squeezed(code) {
  let text = '';
  for (const token of code.match(TOKEN) ?? []) {
    const isGlued = (/\w$/.test(text) && /^\w/.test(token)) || (/[-+]$/.test(text) && token.startsWith(text.at(-1)));
    text += (isGlued ? ' ' : '') + shortNumber(token);
  }
  return text;
}

/** Lines of directives, and of code, which stays on one line between them. */
const joined = (lines) => `${lines.filter(Boolean).join('\n').replace(/(?<=^[^#].*)\n(?!#|$)/gm, '')}\n`;

/** A shader without comments and needless white space. Directives keep their lines. */
export function bare(shader) {
  const lines = [''];
  for (const line of shader.replace(/\/\*[^]*?\*\//g, ' ').split('\n').map((text) => text.trim())) {
    if (!line.startsWith('#')) {
      lines[lines.length - 1] += ` ${line}`;
      continue;
    }
    const [, head, body] = /^(#define \w+(?:\([^)]*\))?|#\w+) *(.*)$/.exec(line);
    lines.push(`${head.replace(/, +/g, ',')} ${squeezed(body)}`.trim(), '');
  }
  return joined(lines.map((line) => (line.startsWith('#') ? line : squeezed(line))));
}

/** Shaders with macros replaced by what they stand for: those that have no parameters and are always the same. */
export function expanded(shaders) {
  const bodies = new Map(), others = new Set();
  for (const text of shaders) {
    let depth = 0; // of conditions
    for (const line of text.split('\n')) {
      const [, directive, rest] = /^#(\w+) ?(.*)$/.exec(line) ?? [];
      if (/^if/.test(directive)) depth++;
      if (directive === 'endif') depth--;
      const [, name, body] = (directive === 'define' && /^(\w+) (.+)$/.exec(rest)) || [];
      if (name && depth === 0 && !bodies.has(name)) bodies.set(name, body);
      else for (const [word] of (rest ?? '').matchAll(WORD)) others.add(word); // conditions, and what other macros consist of
    }
  }
  for (const name of others) bodies.delete(name);
  const expand = (line) => (line.startsWith('#') ? line : squeezed(line.replace(WORD, (name) => (bodies.has(name) ? ` ${bodies.get(name)} ` : name))));
  const isLeft = (line) => !bodies.has(/^#define (\w+) /.exec(line)?.[1]);
  return shaders.map((text) => joined(text.split('\n').filter(isLeft).map(expand)));
}

/** What a program sets or asks for by name: uniforms, built-in variables, and macros that no shader defines. */
const isForeign = (name, defined) => /^(u|gl)_/.test(name) || (/^[A-Z]/.test(name) && !defined.has(name));

/** Where names are local: functions from their parameters to their last brace, and macros with parameters. Pairs of places in the text. */
function scopesOf(text) {
  const scopes = [], head = /^#define \w+(?=\(.*$)|(?<!\w)\w+(?=\([^(){};]*\)\{)/gm;
  while (head.exec(text)) {
    const begin = head.lastIndex;
    let end = text.indexOf(text.lastIndexOf('#', begin) > text.lastIndexOf('\n', begin) ? '\n' : '{', begin) + 1;
    for (let depth = text[end - 1] === '{' ? 1 : 0; depth > 0; end++) depth += { '{': 1, '}': -1 }[text[end]] ?? 0;
    scopes.push([begin, end]);
    head.lastIndex = end;
  }
  return scopes;
}

/** Names by how often they occur. */
const oftenFirst = (counts) => [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([name]) => name);

const count = (counts, name) => counts.set(name, (counts.get(name) ?? 0) + 1);

/** Shaders with the names of their own replaced by short ones: those that occur most are the shortest. Global names are the same in each
 * shader; local ones are the first letters in every function again, which gzip makes less of. */
export function renamed(shaders) {
  const defined = new Set(shaders.flatMap((text) => [...text.matchAll(/#define (\w+)/g)].map(([, name]) => name)));
  // Behind a point are components of vectors, but for macros that stand for one.
  const components = new Set(shaders.flatMap((text) => [...text.matchAll(/#define \w+ ([rgba])$/gm)].map(([, name]) => name)));
  const isOwn = (name, before) => !LANGUAGE.has(name) && !isForeign(name, defined) && !components.has(name) && (before !== '.' || defined.has(name));

  const words = shaders.map((text) => {
    const scopes = scopesOf(text);
    return [...text.matchAll(WORD)].map(({ 0: name, index }) => ({
      name, index, isBehindPoint: text[index - 1] === '.', isOwn: isOwn(name, text[index - 1]), scope: scopes.find(([begin, end]) => index >= begin && index < end),
    }));
  });
  const all = words.flat(), own = all.filter((word) => word.isOwn);
  const foreign = new Set(all.filter((word) => !word.isOwn).map(({ name }) => name));
  const isGlobal = new Set(own.filter(({ scope }) => !scope).map(({ name }) => name));

  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'], pairs = letters.flatMap((a) => letters.map((b) => a + b));
  const free = [...letters.slice(13), ...letters.slice(0, 13), ...pairs].filter((name) => !foreign.has(name));
  const counts = new Map();
  for (const { name } of own) if (isGlobal.has(name)) count(counts, name);
  const short = new Map(oftenFirst(counts).map((name, i) => [name, free[i]]));

  /** Names of a scope: any but its own, those of what it uses from outside, and those of macros. */
  const shortIn = (scope, list) => {
    const locals = new Map(), used = new Set([...defined].map((name) => short.get(name)));
    for (const word of list) {
      if (word.scope !== scope && word.index + word.name.length !== scope?.[0]) continue;
      if (word.isOwn && !isGlobal.has(word.name)) count(locals, word.name);
      else if (word.isOwn || !word.isBehindPoint) used.add(short.get(word.name) ?? word.name);
    }
    const rest = [...letters, ...pairs].filter((name) => !used.has(name) && !LANGUAGE.has(name));
    return new Map(oftenFirst(locals).map((name, i) => [name, rest[i]]));
  };
  return shaders.map((text, i) => {
    const locals = new Map([...new Set(words[i].map(({ scope }) => scope))].map((scope) => [scope, shortIn(scope, words[i])]));
    let out = '', end = 0;
    for (const { name, index, isOwn: isOurs, scope } of words[i]) {
      out += text.slice(end, index) + (isOurs ? (short.get(name) ?? locals.get(scope).get(name)) : name);
      end = index + name.length;
    }
    return out + text.slice(end);
  });
}
